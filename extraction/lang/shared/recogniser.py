"""The spaCy component of both languages that names what a text names: the tagging head's stretches as `doc.ents`.

Importing this module loads spaCy; only the pipelines of the languages do.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import minibatch

from extraction.encoder.states import SIGHT, EncoderStates, EncoderView
from extraction.encoder.tagging import Tagged, TokenStates, Words, words_of

FACTORY: Final = "enishi_names"
CONFIDENCE: Final = "confidence"
"""The extension of a span that tells how sure the head is: `span._.confidence`."""
_BATCH: Final = 64


class Recogniser:
    """Sets `doc.ents` to what the head tags. Tagger and tok2vec must have run.

    A document that brings no sight along is looked at by `eyes`.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self.eyes = EncoderView()

    def __call__(self, doc: Doc) -> Doc:
        """The document with its names marked."""
        self._mark([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = _BATCH) -> Iterator[Doc]:
        """The documents in order, their names marked."""
        for batch in minibatch(stream, size=batch_size):
            docs = list(batch)
            self._mark(docs)
            yield from docs

    def _mark(self, docs: Sequence[Doc]) -> None:
        seen = self._seen(docs)
        given = [_given(doc, sight, self._language) for doc, sight in zip(docs, seen, strict=True)]
        for doc, tagged in zip(docs, self.eyes.head.tagged(given), strict=True):
            _set(doc, tagged)

    def _seen(self, docs: Sequence[Doc]) -> list[EncoderStates]:
        sights: list[EncoderStates | None] = [doc.user_data.pop(SIGHT, None) for doc in docs]
        unseen = [place for place, sight in enumerate(sights) if sight is None]
        if unseen:
            for place, sight in zip(unseen, self.eyes.look([docs[place].text for place in unseen]), strict=True):
                sights[place] = sight
        return [sight for sight in sights if sight is not None]


def _given(doc: Doc, sight: EncoderStates, language: str) -> TokenStates:
    """What the head reads of a document: only as far as the encoder's window reached."""
    text = doc.text  # put together from the tokens each time it is asked for
    reach = int(sight.offsets[:, 1].max(initial=0))
    words = words_of(doc, language)
    if reach < len(text.rstrip()):
        kept = int(np.searchsorted(words.offsets[:, 0], reach))
        words = Words(
            offsets=words.offsets[:kept], tags=words.tags[:kept], vectors=words.vectors[:kept], language=language
        )
    return TokenStates(text=text[:reach], offsets=sight.offsets, states=sight.states, words=words)


def _set(doc: Doc, tagged: Sequence[Tagged]) -> None:
    """Marks the stretches on whole words; of two that meet in one word the surer stays."""
    taken = bytearray(len(doc))
    spans: list[Span] = []
    for one in sorted(tagged, key=lambda one: -one.confidence):
        span = doc.char_span(one.start, one.end, label=one.label, alignment_mode="expand")
        if span is None or any(taken[span.start : span.end]):
            continue
        taken[span.start : span.end] = b"\x01" * len(span)
        cast(Any, span._).confidence = one.confidence
        spans.append(span)
    doc.set_ents(spans, default="outside")


def _component(nlp: Language, name: str) -> Recogniser:  # noqa: ARG001 (spaCy calls a factory with both)
    return Recogniser(nlp.lang or "")


Language.factory(FACTORY, func=_component, assigns=["doc.ents"], requires=["token.tag"])
if not Span.has_extension(CONFIDENCE):
    Span.set_extension(CONFIDENCE, default=1.0)
