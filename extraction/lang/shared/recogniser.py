"""The named entity component of both spaCy pipelines: sets the tagging head's spans as `doc.ents`.

Importing this module loads spaCy; only the pipelines of the languages do.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import minibatch

from extraction.encoder.states import ENCODER_STATES, EncoderStates, EncoderView
from extraction.encoder.tagging import SOFTWARE, Tagged, TokenStates, Words, words_of

FACTORY: Final = "enishi_names"
CONFIDENCE: Final = "confidence"
"""The span extension with the head's confidence: `span._.confidence`."""
SOFTWARE_TAGS: Final = "enishi_software"
"""The key of `doc.user_data` under which names of software and code lie, as the head tagged them."""
_NAMES: Final = "enishi"
_TAUGHT: Final = frozenset(("en",))
"""Languages whose texts taught the head names of software."""
_BATCH: Final = 64


class Recogniser:
    """Sets `doc.ents` by the tagging head. Tagger and tok2vec must have run.

    Documents without encoder states are encoded by `encoder_view`.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self.encoder_view = EncoderView()

    def __call__(self, doc: Doc) -> Doc:
        """The document with its entities."""
        self._mark([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = _BATCH) -> Iterator[Doc]:
        """The documents in order, with their entities."""
        for batch in minibatch(stream, size=batch_size):
            docs = list(batch)
            self._mark(docs)
            yield from docs

    def _mark(self, docs: Sequence[Doc]) -> None:
        states = self._states(docs)
        inputs = [_token_states(doc, doc_states, self._language) for doc, doc_states in zip(docs, states, strict=True)]
        schemes = (_NAMES, SOFTWARE) if self._language in _TAUGHT else (_NAMES,)
        tags = self.encoder_view.head.tagged_by(inputs, schemes)
        for doc, tagged in zip(docs, tags[_NAMES], strict=True):
            _set(doc, tagged)
        for doc, tagged in zip(docs, tags.get(SOFTWARE, ()), strict=False):
            doc.user_data[SOFTWARE_TAGS] = tagged

    def _states(self, docs: Sequence[Doc]) -> list[EncoderStates]:
        states: list[EncoderStates | None] = [doc.user_data.pop(ENCODER_STATES, None) for doc in docs]
        missing = [place for place, doc_states in enumerate(states) if doc_states is None]
        if missing:
            for place, doc_states in zip(
                missing, self.encoder_view.states_of([docs[place].text for place in missing]), strict=True
            ):
                states[place] = doc_states
        return [doc_states for doc_states in states if doc_states is not None]


def _token_states(doc: Doc, states: EncoderStates, language: str) -> TokenStates:
    """The head's input for a document, up to the end of the encoder's window."""
    text = doc.text  # put together from the tokens each time it is asked for
    window_end = int(states.offsets[:, 1].max(initial=0))
    words = words_of(doc, language)
    if window_end < len(text.rstrip()):
        words_within = int(np.searchsorted(words.offsets[:, 0], window_end))
        words = Words(
            offsets=words.offsets[:words_within],
            tags=words.tags[:words_within],
            vectors=words.vectors[:words_within],
            language=language,
        )
    return TokenStates(text=text[:window_end], offsets=states.offsets, states=states.states, words=words)


def _set(doc: Doc, tagged: Sequence[Tagged]) -> None:
    """Sets the spans, expanded to whole words; of two that share a word the more confident one stays."""
    occupied = bytearray(len(doc))
    spans: list[Span] = []
    for stretch in sorted(tagged, key=lambda stretch: -stretch.confidence):
        span = doc.char_span(stretch.start, stretch.end, label=stretch.label, alignment_mode="expand")
        if span is None or any(occupied[span.start : span.end]):
            continue
        occupied[span.start : span.end] = b"\x01" * len(span)
        cast(Any, span._).confidence = stretch.confidence
        spans.append(span)
    doc.set_ents(spans, default="outside")


def _component(nlp: Language, name: str) -> Recogniser:  # noqa: ARG001 (spaCy calls a factory with both)
    return Recogniser(nlp.lang or "")


Language.factory(FACTORY, func=_component, assigns=["doc.ents"], requires=["token.tag"])
if not Span.has_extension(CONFIDENCE):
    Span.set_extension(CONFIDENCE, default=1.0)
