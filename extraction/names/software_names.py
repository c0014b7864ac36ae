"""Well-known software by its name, in any language: Grafana, OPC UA, PostgreSQL 16.

A recogniser takes unknown names for people and places; these are a table.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from graph.tables import table_rows, values

_WORD: Final = re.compile(r"(?<![A-Za-z0-9_/@.#-])[A-Za-z][A-Za-z0-9]*(?:[-_/.+][A-Za-z0-9]+)*(?![A-Za-z0-9_])")
_SECOND: Final = re.compile(r" [A-Za-z][A-Za-z0-9]*(?: [A-Z][a-z]+)?(?![A-Za-z0-9_])")
_VERSION: Final = re.compile(
    r" ?v?\d+(?:\.\d+)+(?![\w.-]*\w)| v?(?!(?:19|20)\d\d\b)\d{1,4}(?=\s*(?:$|[)）(（。、,;:・]|\.(?:\s|$)|[ぁ-ん]"
    r"| (?:on|in|to|from|with|and|or|is|until|since)\b))"
)
"""A version behind a name, and no number of things and no year: "PostgreSQL 16 on db1", not "Redis 3 times"."""


@cache
def software() -> frozenset[str]:
    """The names of the table, as they are written."""
    return frozenset(
        name for names, _ in table_rows("extraction.names", "software", "names example") for name in values(names)
    )


@cache
def _firsts() -> frozenset[str]:
    return frozenset(name.split()[0] for name in software() if " " in name)


def software_in(text: str) -> Iterator[tuple[int, int]]:
    """The places of well-known software in a text, each with its version."""
    known = software()
    for match in _WORD.finditer(text):
        end = match.end()
        if match[0] in _firsts() and (second := _SECOND.match(text, end)) is not None:
            rests = (second.end(), end + 1 + len(second[0].split()[0]))
            whole = next((rest for rest in rests if text[match.start() : rest] in known), None)
            end = end if whole is None else whole
        if text[match.start() : end] in known:
            version = _VERSION.match(text, end)
            yield match.start(), end if version is None else version.end()
