"""Things by their number: Line 3, spindle 07, tray C, firmware 3.2.1.

The nouns are the rows of `tables/numbered.tsv`.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from graph.model.types import EntityType
from graph.tables import table_rows, values


class Numbered(NamedTuple):
    """A thing by its number in a text."""

    start: int
    end: int
    type: EntityType


_ROWS: Final = tuple(
    (EntityType(type_), values(behind), values(nouns))
    for type_, behind, nouns, _ in table_rows("extraction.names", "numbered", "type behind nouns examples")
)
_TYPES: Final = {noun: type_ for type_, _, nouns in _ROWS for noun in nouns}
_NO_AMOUNT: Final = (
    r"(?![\w°%]|[.,:]\d|[-–]\d|[ ](?:min|h|s|m|mm|cm|kg|%|°C|hours?|minutes?|days?|weeks?|months?|years?|times)\b)"
)
_BEHIND: Final = {
    "number": rf"(?:\d{{1,4}}[a-z]?|(?-i:[A-Z])\d{{1,3}}){_NO_AMOUNT}",
    "letter": r"(?-i:[A-HJ-Z])(?![\w'’])",
    "version": r"\d+(?:\.\d+)+(?![\w.]*\w)",
}
_THING: Final = re.compile(
    r"(?<![\w\"“-])(?:"
    + "|".join(
        rf"(?:{'|'.join(noun for _, behinds, nouns in _ROWS if behind in behinds for noun in nouns)})[ ]{pattern}"
        for behind, pattern in _BEHIND.items()
    )
    + ")",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"(?<![\w/.,#\"“-])(?![AHKMPQVW]\d|CO2|FY)[A-Z]{1,2}\d{1,3}(?![\w/-]|\.\w)")
"""F3, of a machine or a place; Q3, H1, W12, A4, P1 and V2 are no things."""


def numbered(text: str) -> Iterator[Numbered]:
    """The things by their number in a text."""
    for match in _THING.finditer(text):
        yield Numbered(*match.span(), _TYPES[match[0].rpartition(" ")[0].lower()])


def codes(text: str) -> Iterator[Numbered]:
    """The things by a letter and a number, of a text that is a note of work: F3."""
    for match in _CODE.finditer(text):
        yield Numbered(*match.span(), EntityType.OBJECT)
