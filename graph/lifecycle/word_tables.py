"""Word tables of the graph: `tables/<name>.tsv` of a room, a word a row, with an example that tests read."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graph.tables import table_rows


class WordRow(NamedTuple):
    """A word, its language, what it stands for, and a text in which it does."""

    language: str
    kind: str
    word: str
    example: str


def word_rows(table: str, room: str = "graph.lifecycle") -> Iterator[WordRow]:
    """The rows of a table of a room. Raises ValueError where a row is not as the format says."""
    yield from (WordRow(*row) for row in table_rows(room, table, " ".join(WordRow._fields)))


def any_of(words: Sequence[str]) -> str:
    """The regular expression of any of the words, the longest first; one that nothing matches where there are none."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or r"(?!)"


def whole(pattern: str, *, endings: str = "") -> str:
    """The regular expression of a word in Latin letters that stands alone, whatever the case of its letters."""
    return rf"(?<![A-Za-z0-9_])(?i:{pattern}){endings}(?![A-Za-z0-9_])"
