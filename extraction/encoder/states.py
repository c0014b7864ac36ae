"""Vectors and names from one run: keeps what the encoder saw of a text's tokens until the tagging head reads it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.encoder import Embeds, Seen, Vectors, VectorSettings, Watched
from extraction.encoder.centres import centred
from extraction.encoder.e5.engine import LAST_LAYER, E5Embedder, encoder_version
from extraction.encoder.tagging import Head
from extraction.text.language import language_of
from extraction.text.plain import Framed, framed
from extraction.text.sentences import pooled, spans_of_sentences
from graph.model.sentence_vectors import MOST, packed

SIGHT: Final = "enishi.sight"
"""Where a document carries what the encoder saw of it (`doc.user_data`) until its names are marked."""
_LOOKED_AT: Final = 64
"""Texts looked at together when nobody has embedded them."""


@dataclass(frozen=True, slots=True)
class EncoderInput:
    """A text as it is embedded: what stands before it (title, or date and speaker), and the text itself."""

    lead: str
    text: str

    @property
    def language(self) -> str:
        """The language of the text, whatever leads it."""
        return language_of(self.text)


@dataclass(frozen=True, slots=True)
class EncoderStates:
    """The encoder's tokens that lie in one text, in its own characters, and what the head needs of their states.

    A text longer than the encoder's window is seen as far as the window reaches.
    """

    offsets: NDArray[np.int32]
    """Start and end of every token, (tokens, 2); white space may stand at their rims."""
    states: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EncodedText:
    """What was seen of one form: of its text, and of what leads it; and the vectors of the text's sentences, packed."""

    text: EncoderStates
    lead: EncoderStates
    sentences: bytes


class EncoderView:
    """The encoder as the tagging head reads it; safe to share between threads, loads when first needed.

    With another engine for the vectors the built-in encoder is opened beside it, so that names do not depend on the
    choice of engine.
    """

    def __init__(self, embedder: Embeds | None = None, settings: VectorSettings | None = None) -> None:
        """`embedder` is used when its layers can be watched; `settings` tell the folder of the built-in encoder."""
        own = settings or VectorSettings()
        self.shared = isinstance(embedder, Watched)
        built_in = E5Embedder(VectorSettings(cache=own.cache, threads=own.threads))
        self._encoder = embedder if isinstance(embedder, Watched) else built_in

    @cached_property
    def head(self) -> Head:
        """The head that reads this encoder."""
        return Head.load(encoder_version())

    def watched(self, forms: Sequence[EncoderInput]) -> tuple[Vectors, list[EncodedText]]:
        """Vectors of the forms' plain texts, and what was seen of each; offsets are those of the form as given."""
        frames = [framed(form.lead + form.text) for form in forms]
        head = self.head
        seeings: list[EncodedText | None] = [None] * len(forms)

        def see(seen: Seen) -> None:
            # One product for the whole run: text by text it takes three times as long.
            layers = seen.together()
            narrow, last = head.narrowed(layers), layers[head.layers.index(LAST_LAYER)]
            begin = 0
            for place, offsets in zip(seen.places, seen.offsets, strict=True):
                end = begin + len(offsets)
                seeings[place] = _seeing(frames[place], forms[place], offsets, narrow[begin:end], last[begin:end])
                begin = end

        texts = [frame.text or form.lead + form.text for frame, form in zip(frames, forms, strict=True)]
        vectors = self._encoder.watched(texts, head.layers, see, [form.language for form in forms])
        return vectors, [seeing for seeing in seeings if seeing is not None]

    def look(self, texts: Sequence[str]) -> list[EncoderStates]:
        """What the encoder sees of texts that nobody has embedded."""
        sights: list[EncoderStates] = []
        for at in range(0, len(texts), _LOOKED_AT):
            _, seeings = self.watched([EncoderInput("", text) for text in texts[at : at + _LOOKED_AT]])
            sights += (seeing.text for seeing in seeings)
        return sights


def _seeing(
    frame: Framed,
    form: EncoderInput,
    framed_tokens: Sequence[tuple[int, int]],
    states: NDArray[np.float32],
    last: NDArray[np.float32],
) -> EncodedText:
    """`states` are what the head needs of each token, `last` what the encoder makes the vector of a text of."""
    lead = len(form.lead)
    offsets, told = frame.origins(np.array(framed_tokens, np.int32).reshape(-1, 2))
    within = offsets[:, 1] > lead
    inside, before = np.flatnonzero(told & within), np.flatnonzero(told & ~within)
    placed = np.maximum(offsets[inside] - lead, 0)
    sentences, vectors = pooled(last[inside], placed, spans_of_sentences(form.text), most=MOST)
    return EncodedText(
        # Copies, so that what one text leaves out does not stay in memory with what is kept of another.
        EncoderStates(placed, states[inside]),
        EncoderStates(offsets[before], states[before]),
        packed(centred(vectors, [_spoken(form, start, end) for start, end in sentences], "passages")),
    )


def _spoken(form: EncoderInput, start: int, end: int) -> str:
    """The language of a sentence; one without letters is in that of its text."""
    sentence = form.text[start:end]
    return language_of(sentence) if any(map(str.isalpha, sentence)) else form.language
