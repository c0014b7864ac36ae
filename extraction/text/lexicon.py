"""Word tables: which words a rule knows, kept as data. One loader for every `lexicon/*.tsv` beside a language pack.

A table begins with a header line; its columns are parted by tabs, the words of a row by ", ":

    list	value	words	example
    container		bottle, box, cup	She bought a bottle of wine.
    noun_type	Event	concert, wedding	They went to a concert in Rome.

`list` is the name that a rule asks for, `value` what the words stand for (empty in a plain list), `example` a sentence
in which one of the words plays its part: a test reads it with the pack. Lines that begin with "#" are remarks;
"# container: what holds something." says of a list what it is for, and gives it a row of docs/reads.

Tables of modality have a fifth column, the `effect`: how surely what the example tells is kept, and of which verbs.

    omission_verb		fail, forget	Tom forgot to call Anna.	not: call

Before the colon stand a modality, "not" and "past" as they apply, "stated" where none does, or "nothing" where no fact
is kept; behind it a word of the fact's lemma. Parts for several verbs are parted by "; ".
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from graph.tables import table_rows


class LexiconRow(NamedTuple):
    """One row of a table."""

    list: str
    value: str
    words: tuple[str, ...]
    example: str
    effect: str = ""


class Lexicon:
    """The lists of one table by name. Raises KeyError for a list that the table does not have."""

    def __init__(self, rows: tuple[LexiconRow, ...]) -> None:
        self._rows: dict[str, list[LexiconRow]] = {}
        for row in rows:
            self._rows.setdefault(row.list, []).append(row)

    def words(self, name: str) -> frozenset[str]:
        """All words of a list."""
        return frozenset(self.ordered(name))

    def ordered(self, name: str) -> tuple[str, ...]:
        """All words of a list, in the order of the table."""
        return tuple(word for row in self._rows[name] for word in row.words)

    def values(self, name: str) -> Mapping[str, str]:
        """Each word of a list with what it stands for, in the order of the table."""
        return MappingProxyType({word: row.value for row in self._rows[name] for word in row.words})

    def groups(self, name: str) -> Mapping[str, tuple[str, ...]]:
        """Each value of a list with all its words, in the order of the table."""
        grouped: dict[str, tuple[str, ...]] = {}
        for row in self._rows[name]:
            grouped[row.value] = grouped.get(row.value, ()) + row.words
        return MappingProxyType(grouped)


@cache
def lexicon(package: str, table: str) -> Lexicon:
    """The table `lexicon/<table>.tsv` beside a package: `lexicon("extraction.lang.en", "nouns")`."""
    return Lexicon(tuple(lexicon_rows(package, table)))


def lexicon_rows(package: str, table: str) -> Iterator[LexiconRow]:
    """The rows of a table in order. Raises ValueError where the header or a row is not as the format says."""
    columns = "list value words example"
    for name, value, words, *rest in table_rows(package, table, columns, folder="lexicon", optional="effect"):
        yield LexiconRow(name, value, tuple(words.split(", ")), *rest)
