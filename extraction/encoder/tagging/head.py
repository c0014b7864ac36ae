"""The tagging head: loads its packaged weights and tags names, dates and amounts in encoded texts."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from extraction.encoder.e5.sessions import open_session
from extraction.encoder.tagging.attention import DECISIONS, AttentionNetworks
from extraction.encoder.tagging.lattice import best_paths, bio_constrained, bio_spans, marginals, outside_margins
from extraction.encoder.tagging.network import Grid, Network, TagRows, grid_of
from extraction.encoder.tagging.states import Floats, Places, Tagged, TokenStates
from extraction.encoder.tagging.units import Units, units_of
from extraction.encoder.tagging.windows import SILENT, WINDOWS, WindowNetwork
from graph.errors import Misconfigured

_FOLDER: Final = Path(__file__).parent
_NEVER: Final = np.float32(-1e4)
_BATCH: Final = 64
"""Texts of one recurrent batch; beyond it a step gets no cheaper per text."""
_BATCH_TOKENS: Final = 2048
"""Tokens of one recurrent batch, which bounds memory for long texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scheme:
    labels: tuple[str, ...]
    outside: int
    """The index of the outside label."""
    transitions: Floats
    opening: Floats
    temperature: float
    renamed: dict[str, str]
    """Training labels by the coarser ones that are returned."""
    untaught: dict[str, list[int]]
    """By language the indices of labels that its training texts were not annotated with."""


class Head:
    """Tags texts by several label schemes. Immutable, and so safe to share between threads."""

    def __init__(self, network: Network, record: dict[str, Any]) -> None:
        self._network = network
        self._record = record
        self._schemes = {
            name: _scheme(network, name, scheme_record) for name, scheme_record in record["schemes"].items()
        }

    @classmethod
    def load(cls, encoder: str) -> "Head":
        """The packaged head, loaded once a process.

        Raises Misconfigured when it was trained on another encoder than `encoder` (`EmbeddingModel.version`).
        """
        head = _packaged()
        trained = head.record["encoder"]
        if trained != encoder:
            raise Misconfigured(
                f"The tagging head was trained on the encoder {trained!r}, and this one is {encoder!r}: install the "
                "versions that belong together, or train the head anew (scripts/tagger)."
            )
        return head

    @property
    def network(self) -> Network:
        """The network, which training reads."""
        return self._network

    @property
    def record(self) -> dict[str, Any]:
        """Metadata of the weights: encoder, seed, counts of training texts, scores."""
        return self._record

    @property
    def layers(self) -> tuple[str, ...]:
        """The encoder's outputs that the head reads, in this order side by side."""
        return tuple(self._record["layers"])

    @property
    def schemes(self) -> tuple[str, ...]:
        """The names of the label schemes; `enishi` is the product's own."""
        return tuple(self._schemes)

    def narrowed(self, layers: Sequence[Floats]) -> Floats:
        """What the head reads of hidden states, (tokens, width), from (tokens, 384) of each layer: two fifths to keep.

        `TokenStates.states` may hold either these or the layers side by side.
        """
        return self._network.narrowed(layers)

    def labels(self, scheme: str = "enishi") -> tuple[str, ...]:
        """The labels a scheme may give."""
        chosen = self._schemes[scheme]
        return tuple(sorted({chosen.renamed.get(label[2:], label[2:]) for label in chosen.labels if label != "O"}))

    def tagged(self, texts: Sequence[TokenStates], scheme: str = "enishi") -> list[list[Tagged]]:
        """For every text its tagged spans in order, without overlaps; offsets count characters of the text."""
        return self.tagged_by(texts, (scheme,))[scheme]

    def tagged_by(self, texts: Sequence[TokenStates], schemes: Sequence[str]) -> dict[str, list[list[Tagged]]]:
        """The same by several schemes, which share the network's run."""
        tags_by_scheme: dict[str, list[list[Tagged]]] = {name: [[] for _ in texts] for name in schemes}
        for language in sorted({text.words.language for text in texts}):
            places = [p for p, text in enumerate(texts) if len(text.offsets) and text.words.language == language]
            places.sort(key=lambda place: -len(texts[place].offsets))
            while places:
                size = max(1, min(_BATCH, _BATCH_TOKENS // len(texts[places[0]].offsets)))
                self._tag(places[:size], [texts[place] for place in places[:size]], schemes, tags_by_scheme)
                del places[:size]
        return tags_by_scheme

    def _tag(
        self,
        places: Sequence[int],
        texts: Sequence[TokenStates],
        schemes: Sequence[str],
        tags_by_scheme: dict[str, list[list[Tagged]]],
    ) -> None:
        units = units_of(texts)
        if not len(units.offsets):
            return
        grid = grid_of(units.sizes)
        scores, domains = self._network.scores(texts, units, grid, schemes)
        language = texts[0].words.language
        for name in schemes:
            scheme = self._schemes[name]
            scores[name][:, scheme.untaught.get(language, [])] = _NEVER
            for place, tags in _read(scheme, scores[name], units, grid):
                if name in domains and not domains[name][place]:
                    tags = [replace(tag, in_domain=False) for tag in tags]
                tags_by_scheme[name][places[place]] = tags


@cache
def _packaged() -> Head:
    return read_head(_FOLDER)


def read_head(folder: Path) -> Head:
    """The head with the weights in `folder`."""
    record = json.loads((folder / "weights.json").read_text(encoding="utf-8"))
    tables = _tables(folder / "weights.npz")
    windows: dict[str, WindowNetwork] = {}
    for scheme in WINDOWS:
        record["schemes"][scheme] = json.loads((folder / f"{scheme}.json").read_text(encoding="utf-8"))
        windows[scheme] = WindowNetwork(_tables(folder / f"{scheme}.npz"), scheme in SILENT)
        tables |= _chain(scheme, {name: windows[scheme].tables[name] for name in ("transitions", "opening")})
    record["schemes"][DECISIONS] = json.loads((folder / f"{DECISIONS}.json").read_text(encoding="utf-8"))
    attention = AttentionNetworks.of(_tables(folder / f"{DECISIONS}.npz"))
    tables |= _chain(DECISIONS, attention.chain)
    tags = {tag: row for row, tag in enumerate(cast("list[str]", record["tags"]))}
    narrowing = open_session(folder / "narrow.onnx", 1)

    def narrow(layers: Sequence[Floats]) -> Floats:
        inputs = {f"states.{layer}": states for layer, states in enumerate(layers)}
        return cast("list[Floats]", narrowing.run(["narrow"], inputs))[0]

    rows = TagRows(tags, len(tables["tags"]) - 1)
    session = open_session(folder / "head.onnx", 1)
    return Head(Network(narrow, session, tables, rows, windows, attention), record)


def _chain(scheme: str, tables: Mapping[str, Floats]) -> dict[str, Floats]:
    """The scores of a scheme's chain, as the head's tables name them."""
    return {f"{scheme}.{name}": values for name, values in tables.items()}


def _tables(path: Path) -> dict[str, Floats]:
    """Half-precision arrays, as float32."""
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def _scheme(network: Network, name: str, record: dict[str, Any]) -> _Scheme:
    labels = tuple(record["labels"])
    tables = network.tables
    transitions, opening = bio_constrained(labels, tables[f"{name}.transitions"], tables[f"{name}.opening"])
    return _Scheme(
        labels=labels,
        outside=labels.index("O"),
        transitions=transitions,
        opening=opening,
        temperature=float(record.get("temperature", 1.0)),
        renamed=dict(record.get("renamed", {})),
        untaught={
            language: [place for place, label in enumerate(labels) if label[2:] in kinds]
            for language, kinds in record.get("untaught", {}).items()
        },
    )


def _read(scheme: _Scheme, scores: Floats, units: Units, grid: Grid) -> Iterator[tuple[int, list[Tagged]]]:
    """The indices of texts with tagged spans, and the spans; texts without any are dropped as early as possible."""
    margin = outside_margins(scores, scheme.outside, scheme.transitions, scheme.opening) > 0
    text_of = np.repeat(np.arange(len(units.sizes)), units.sizes)
    has_candidates = np.zeros(len(units.sizes), np.bool_)
    has_candidates[text_of[margin]] = True
    columns = np.flatnonzero(has_candidates[grid.order])
    if not len(columns):
        return
    lengths = grid.lengths[columns].tolist()
    padding = np.zeros((1, scores.shape[1]), np.float32)
    grid_scores = np.concatenate([scores, padding])[grid.places[: lengths[0], columns]]
    paths = best_paths(grid_scores, lengths, scheme.transitions, scheme.opening)
    spans = [list(bio_spans(path, scheme.labels)) for path in paths]
    tagged_texts = [text for text, marked in enumerate(spans) if marked]
    if not tagged_texts:
        return
    inverse_temperature = np.float32(1.0 / scheme.temperature)
    probabilities = marginals(
        grid_scores[: lengths[tagged_texts[0]], tagged_texts] * inverse_temperature,
        [lengths[text] for text in tagged_texts],
        scheme.transitions * inverse_temperature,
        scheme.opening * inverse_temperature,
    )
    begins = np.cumsum(units.sizes) - units.sizes
    for column, text in enumerate(tagged_texts):
        place = int(grid.order[columns[text]])
        offsets = units.offsets[begins[place] : begins[place] + lengths[text]]
        yield place, [_tagged(scheme, span, probabilities[:, column], paths[text], offsets) for span in spans[text]]


def _tagged(
    scheme: _Scheme, span: tuple[int, int, str], probabilities: Floats, path: Sequence[int], offsets: Places
) -> Tagged:
    """One span: its confidence is that of its least certain unit, and that the next unit does not continue it."""
    first, after, label = span
    confidence = min(float(probabilities[place, path[place]]) for place in range(first, after))
    if after < len(path):
        confidence = min(confidence, 1.0 - float(probabilities[after, scheme.labels.index(f"I-{label}")]))
    return Tagged(
        start=int(offsets[first, 0]),
        end=int(offsets[after - 1, 1]),
        label=scheme.renamed.get(label, label),
        confidence=round(confidence, 4),
    )
