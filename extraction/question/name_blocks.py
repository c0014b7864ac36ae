"""Blocking keys for the names of a question, which match beyond spelling: 田中さん, Tanaka, タナカ."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from extraction.names.forms.name_forms import name_forms
from extraction.names.forms.nicknames import is_given_name
from extraction.names.forms.readings import is_common_noun, may_be, spelling_count
from extraction.names.forms.sounds import is_kana, katakana
from extraction.names.keys import display_name
from extraction.text.analysers import STOP_WORDS
from extraction.text.words import sudachi
from graph.model.reading.name_forms import GIVEN, SURNAME, NameForms, is_wide
from graph.model.types import EntityType

MOST_BLOCKS: Final = 48
_READ: Final = 2_000
_LATIN: Final = re.compile(r"[A-Za-zâêîôûāēīōū][A-Za-zâêîôûāēīōū'’]+")
_MOST_LOOSE: Final = 4
"""Readings of one kanji name that are looked up, the most trusted first."""


def question_blocks(text: str) -> tuple[str, ...]:
    """The blocks of the persons that a question may name, full names before parts, at most 48.

    Only words that the dictionary knows as a surname or given name have blocks.
    """
    narrow: dict[str, None] = {}
    wide: dict[str, None] = {}
    for stretch in _stretches(text[:_READ]):
        forms = name_forms(display_name(stretch), EntityType.PERSON, stretch)
        if forms is not None:
            for block in _blocks_of(forms):
                (wide if is_wide(block) else narrow)[block] = None
    return tuple([*narrow, *wide][:MOST_BLOCKS])


def _blocks_of(forms: NameForms) -> Iterator[str]:
    kinds = (SURNAME, GIVEN) if forms.partial else ("f:",)
    for kind in kinds:
        yield from [block for block in forms.blocks if block.startswith(kind)][:_MOST_LOOSE]


def _stretches(text: str) -> Iterator[str]:
    """The spans of a question that look like a person's name, longest first."""
    latin = [match[0] for match in _LATIN.finditer(text) if _is_latin_name(match[0])]
    spaced = {f"{first} {second}" for first, second in pairwise(latin) if f"{first} {second}" in text}
    yield from sorted(spaced)
    yield from latin
    if text.isascii():
        return
    words = [(token.surface(), token.part_of_speech()) for token in sudachi("C")(text)]
    names = [_is_name(surface, parts) for surface, parts in words]
    for place, (surface, _) in enumerate(words):
        if names[place]:
            if place + 1 < len(words) and names[place + 1]:
                yield surface + words[place + 1][0]
            yield surface


def _is_latin_name(word: str) -> bool:
    lower = word.casefold()
    if lower in STOP_WORDS or len(lower) < 3:
        return False
    if word[0].isupper():
        return is_given_name(lower) or spelling_count(lower, "surname") > 0 or spelling_count(lower, "given") > 1
    return len(lower) > 4 and (spelling_count(lower, "surname") > 2 or spelling_count(lower, "given") > 6)


def _is_name(surface: str, parts: tuple[str, ...]) -> bool:
    if parts[2] == "人名":
        return True
    known = may_be(surface, "姓") or may_be(surface, "名")
    if is_kana(surface):
        return len(surface) > 2 and parts[0] == "名詞" and (known or may_be(katakana(surface), "姓"))
    return known and not is_common_noun(surface) and parts[0] == "名詞"
