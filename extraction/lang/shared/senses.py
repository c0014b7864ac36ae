"""What a verb phrase or a noun states between two ends of which types: the tables of relations, for every language."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.text.lexicon import lexicon_rows
from graph.model.types import EntityType, RelationType

_MANY: Final = 5
"""Types from which on a sense asks for no kind of name in particular."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A relation type; `swapped` when the grammatical object is its subject; the types its ends must have, if any.

    `alike` asks for two ends of one type.
    """

    type: RelationType
    swapped: bool = False
    subjects: frozenset[EntityType] = frozenset()
    objects: frozenset[EntityType] = frozenset()
    alike: bool = False

    def fits(self, subject: EntityType | None, object_: EntityType | None) -> bool:
        """Whether the ends are of the types that the sense asks for.

        An end that is no name has no type: it fits where things of many types do, and so may be any thing.
        """
        if self.alike and subject is not object_:
            return False
        return _fits(subject, self.subjects) and _fits(object_, self.objects)


def _fits(end: EntityType | None, asked: frozenset[EntityType]) -> bool:
    return not asked or (len(asked) >= _MANY if end is None else end in asked)


def _types(text: str) -> frozenset[EntityType]:
    """The types that "Person/Organization" or, of all others, "!TimeUnit" stands for; none for "*" and "same"."""
    if text in ("*", "same"):
        return frozenset()
    listed = frozenset(map(EntityType, text.removeprefix("!").split("/")))
    return frozenset(EntityType) - listed if text.startswith("!") else listed


def _senses(relation_type: RelationType, signature: str) -> Iterator[Sense]:
    """The senses that a cell such as "Person -> Organization; Event -> Location" describes."""
    for alternative in signature.split("; "):
        subject, arrow, object_ = alternative.split(" ")
        yield Sense(relation_type, arrow == "<-", _types(subject), _types(object_), alike=subject == "same")


def sense_table(package: str, name: str) -> dict[str, tuple[Sense, ...]]:
    """The senses of each word or phrase of `lexicon/<name>.tsv` of a package, in the order of its rows."""
    table: dict[str, tuple[Sense, ...]] = {}
    for row in lexicon_rows(package, name):
        for word in row.words:
            table[word] = (*table.get(word, ()), *_senses(RelationType(row.list), row.value))
    return table
