"""One encoder run for vectors and names: the hidden states of a text's tokens are kept for the tagging head."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.encoder import Embeds, EmbedsWithStates, EncoderRun, Vectors, VectorSettings
from extraction.encoder.centres import centred
from extraction.encoder.e5.engine import LAST_LAYER, E5Embedder, encoder_version
from extraction.encoder.tagging import Head
from extraction.text.language import script_of
from extraction.text.plain import AlignedText, aligned_plain
from extraction.text.sentences import pooled, spans_of_sentences
from graph.model.reading.sentence_vectors import MOST, packed

SOFTWARE_TAGS: Final = "enishi.software_tags"
"""The key of `doc.user_data` under which names of software and code lie, as the head tagged them."""
WORK_TAGS: Final = "enishi.work_tags"
"""The same of what notes of work are about."""
DECISION_TAGS: Final = "enishi.decision_tags"
"""The same of what is chosen and what is rejected."""
ENCODER_STATES: Final = "enishi.encoder_states"
"""The key of `doc.user_data` under which a document carries its encoder states until its names are tagged."""
_BATCH: Final = 64
"""Texts encoded together that nobody has embedded."""


@dataclass(frozen=True, slots=True)
class EncoderInput:
    """A text as it is embedded: what stands before it (date and speaker, title), and the text itself."""

    lead: str
    text: str

    @property
    def language(self) -> str:
        """The language whose centre the text has, whatever leads it: by its script (`centres.languages_of`)."""
        return script_of(self.text)


@dataclass(frozen=True, slots=True)
class EncoderStates:
    """The encoder's tokens of one text with the states that the head reads, up to the end of the encoder's window."""

    offsets: NDArray[np.int32]
    """Start and end of every token in characters of the text, (tokens, 2); they may include white space."""
    states: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EncodedText:
    """The encoder states of one input, of its text and of its lead, and the packed vectors of its sentences."""

    text: EncoderStates
    lead: EncoderStates
    sentences: bytes


class EncoderView:
    """The encoder as the tagging head reads it. Safe to share between threads; loads when first needed.

    With another embedding engine the built-in encoder is opened beside it, so that names do not depend on the engine.
    """

    def __init__(self, embedder: Embeds | None = None, settings: VectorSettings | None = None) -> None:
        """`embedder` is used where it exposes its states; `settings` give the folder of the built-in encoder."""
        chosen = settings or VectorSettings()
        self.shared = isinstance(embedder, EmbedsWithStates)
        built_in = E5Embedder(VectorSettings(cache=chosen.cache, threads=chosen.threads))
        self._encoder = embedder if isinstance(embedder, EmbedsWithStates) else built_in

    @cached_property
    def head(self) -> Head:
        """The tagging head trained on this encoder."""
        return Head.load(encoder_version())

    def encoded(self, forms: Sequence[EncoderInput]) -> tuple[Vectors, list[EncodedText]]:
        """Vectors and states of the inputs, embedded as plain text; offsets count characters of the given text."""
        alignments = [aligned_plain(form.lead + form.text) for form in forms]
        head = self.head
        encodings: list[EncodedText | None] = [None] * len(forms)

        def on_run(run: EncoderRun) -> None:
            # One matrix product for the whole run: text by text takes three times as long.
            layers = run.token_states()
            narrow, last = head.narrowed(layers), layers[head.layers.index(LAST_LAYER)]
            begin = 0
            for place, offsets in zip(run.places, run.offsets, strict=True):
                end = begin + len(offsets)
                encodings[place] = _encoded_text(
                    alignments[place], forms[place], offsets, narrow[begin:end], last[begin:end]
                )
                begin = end

        texts = [alignment.text or form.lead + form.text for alignment, form in zip(alignments, forms, strict=True)]
        vectors = self._encoder.passages_with_states(texts, head.layers, on_run, [form.language for form in forms])
        return vectors, [encoding for encoding in encodings if encoding is not None]

    def states_of(self, texts: Sequence[str]) -> list[EncoderStates]:
        """The states of texts that nobody has embedded."""
        states: list[EncoderStates] = []
        for at in range(0, len(texts), _BATCH):
            _, encodings = self.encoded([EncoderInput("", text) for text in texts[at : at + _BATCH]])
            states += (encoding.text for encoding in encodings)
        return states


def _encoded_text(
    alignment: AlignedText,
    form: EncoderInput,
    framed_tokens: Sequence[tuple[int, int]],
    states: NDArray[np.float32],
    last: NDArray[np.float32],
) -> EncodedText:
    """`states` is the head's input for each token, `last` the last layer, of which sentence vectors are pooled."""
    lead = len(form.lead)
    offsets, traceable = alignment.origins(np.array(framed_tokens, np.int32).reshape(-1, 2))
    within = offsets[:, 1] > lead
    inside, before = np.flatnonzero(traceable & within), np.flatnonzero(traceable & ~within)
    placed = np.maximum(offsets[inside] - lead, 0)
    sentences, vectors = pooled(last[inside], placed, spans_of_sentences(form.text), most=MOST)
    return EncodedText(
        # Copies, so that no array of the whole run stays in memory.
        EncoderStates(placed, states[inside]),
        EncoderStates(offsets[before], states[before]),
        packed(centred(vectors, [_sentence_language(form, start, end) for start, end in sentences], "passages")),
    )


def _sentence_language(form: EncoderInput, start: int, end: int) -> str:
    """The language whose centre a sentence has, that of its text where it has no letters."""
    sentence = form.text[start:end]
    return script_of(sentence) if any(map(str.isalpha, sentence)) else form.language
