"""Truecasing: gives names their capitals in texts that have none, so that the rules see them: "i work at Google".

A word is tried with a capital where a table knows it as a name, the user's graph does, or no dictionary knows it and it
stands where names stand. The tagging head reads the text so written, and what it does not take for a name loses its
capital again. So common nouns that are names, too ("ate an apple"), stay what they are; only behind "work at" may any
word be a firm.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from extraction.lang.en.word_lists import (
    COMMON_STARTERS,
    INTERJECTIONS,
    KINDS,
    LANGUAGES,
    NOT_NAMES,
    PACKAGE,
    PREPOSITIONAL,
    TECHNOLOGY_NAMES,
)
from extraction.model.context import Context
from extraction.names.forms.countries import country_of
from extraction.names.forms.nicknames import is_given_name
from extraction.names.label_confidence import PERSON
from extraction.text.analysers import STOP_WORDS
from extraction.text.casing import is_uncased
from extraction.text.lexicon import lexicon

if TYPE_CHECKING:
    from spacy.language import Language

    from extraction.lang.en.parse.word_forms import LemmaTables

_WORD: Final = re.compile(r"(?<![\w.@#/\\_-])[a-z]+(?:/(?=\s))?(?![\w@/\\_-]|\.\w)")
_LEXICON: Final = lexicon(PACKAGE, "well_known")
_PLACES: Final = _LEXICON.words("place")
_FIRMS: Final = _LEXICON.words("firm")
_OPENINGS: Final = _LEXICON.words("compound_opening")
_CLOSINGS: Final = _LEXICON.words("compound_closing")
_NAMING_CONTEXTS: Final = _LEXICON.words("naming_context")
_FIRM_CONTEXTS: Final = _LEXICON.words("firm_context")
_DETERMINERS: Final = frozenset(
    ("a", "an", "the", "my", "your", "his", "her", "our", "their", "this", "that", "some", "any")
)
_LABELS: Final = frozenset((PERSON, "ORGANIZATION", "LOCATION", "FACILITY", "PRODUCT"))
_TABLE_CONFIDENCE: Final = 0.35
"""Confidence of the head in a name that a table or the graph knows as one."""
_CONTEXT_CONFIDENCE: Final = 0.6
_SURE_FIRST: Final = re.compile(r"(?<![\w'’.-])i(?=(?:['’](?:m|ve|d|ll))?(?![\w'’.-]))")
_SHORTEST: Final = 3
_PARTS: Final = ("noun", "verb", "adj", "adv")


def recased(nlp: "Language", texts: Sequence[str], contexts: Sequence[Context]) -> list[tuple[str, Context]]:
    """The texts with capitals where names lack them, of the same length, each with the known names that stand in it."""
    tables = cast(Any, nlp.get_pipe("enishi_words")).tables
    tried = {
        place: _candidates(text, context, tables)
        for place, (text, context) in enumerate(zip(texts, contexts, strict=True))
        if is_uncased(text)
    }
    written = [_capitalised(texts[place], candidates) for place, candidates in tried.items() if candidates]
    docs = iter(nlp.pipe(written))
    results = list(zip(texts, contexts, strict=True))
    for place, candidates in tried.items():
        doc = next(docs) if candidates else None
        names = {} if doc is None else _confirmed(doc, candidates)
        known = tuple(
            span
            for span in contexts[place].spans
            if not texts[place][span.start : span.end].islower() or _stays(span.start, span.end, names, span.name)
        )
        results[place] = _capitalised(texts[place], names), replace(contexts[place], spans=known)
    return results


def _candidates(text: str, context: Context, tables: "LemmaTables") -> dict[int, tuple[int, float]]:
    """The words that may be names: start to end and the confidence in them that is asked of the head."""
    candidates: dict[int, tuple[int, float]] = {}
    known = {(span.start, span.end) for span in context.spans}
    before = ["", ""]
    last = 0
    for match in _WORD.finditer(text):
        word = match[0]
        apart = text[last : match.start()].strip(" ") if last else ""
        least = _asked_of(word, before if not apart else ["", ""], match.span() in known, tables)
        if least is not None:
            candidates[match.start()] = (match.end(), least)
            if word in _CLOSINGS and before[-1] in _OPENINGS:
                opening = match.start() - 1 - len(before[-1])
                candidates[opening] = (opening + len(before[-1]), least)
        before, last = [before[-1], word], match.end()
    return candidates


def _asked_of(word: str, before: Sequence[str], is_known: bool, tables: "LemmaTables") -> float | None:
    """How sure the head has to be that a word is a name; None where it is none, whatever it says."""
    if (
        before[-1] in _DETERMINERS
        or len(word) < _SHORTEST
        or word in STOP_WORDS | INTERJECTIONS | COMMON_STARTERS | NOT_NAMES
    ):
        return None
    if word in _PLACES | _FIRMS or (word in _CLOSINGS and before[-1] in _OPENINGS) or word in LANGUAGES:
        return _TABLE_CONFIDENCE
    parts = [part for part in _PARTS if tables.is_known(word, part)]
    is_common = bool({"verb", "adj", "adv"} & set(parts)) or word in KINDS
    # "allergic to turkey"
    in_context = before[-1] in _NAMING_CONTEXTS and before[0] not in PREPOSITIONAL
    if is_known or word in TECHNOLOGY_NAMES or is_given_name(word) or (country_of(word) or "").startswith("country"):
        return (
            _TABLE_CONFIDENCE
            if not parts or (not is_common and is_given_name(word)) or (in_context and not is_common)
            else (_CONTEXT_CONFIDENCE if in_context else None)
        )
    if " ".join(before) in _FIRM_CONTEXTS:
        return _CONTEXT_CONFIDENCE if word not in KINDS else None
    return _CONTEXT_CONFIDENCE if not parts and in_context and _is_unknown(word, tables) else None


def _is_unknown(word: str, tables: "LemmaTables") -> bool:
    """Whether no table knows a word, inflected or not."""
    return not any(
        tables.is_known(tables.lemma(word, tag, part.upper()), part)
        for tag, part in (("NNS", "noun"), ("VBD", "verb"), ("VBG", "verb"), ("VBZ", "verb"))
    )


def _confirmed(doc: Any, candidates: dict[int, tuple[int, float]]) -> dict[int, tuple[int, float]]:
    """The candidates that the head takes for names."""
    return {
        start: (end, least)
        for start, (end, least) in candidates.items()
        if any(
            entity.start_char <= start
            and end <= entity.end_char
            and entity.label_ in _LABELS | {"LANGUAGE", "GROUP"}
            and entity._.confidence >= least
            and not entity[-1].is_lower
            for entity in doc.ents
        )
    }


def _stays(start: int, end: int, names: dict[int, tuple[int, float]], name: str) -> bool:
    return not name[:1].isupper() or any(start <= at and stop <= end for at, (stop, _) in names.items())


def _capitalised(text: str, names: dict[int, tuple[int, float]]) -> str:
    letters = list(text)
    for start in names:
        letters[start] = letters[start].upper()
    for match in _SURE_FIRST.finditer(text):
        letters[match.start()] = "I"
    return "".join(letters)
