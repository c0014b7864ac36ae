"""Kinship and other roles between people: their words in English and Japanese, and the relation each states."""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from graph.model.types import RelationType
from graph.tables import table_rows, values

_COLUMNS: Final = "role relation english japanese japanese_possessed japanese_in_questions"

MUTUAL: Final = frozenset(("sibling", "cousin", "friend", "neighbour", "roommate", "colleague"))
"""Symmetric roles: either is the other's."""
SHARED: Final = frozenset(("sister", "brother", "half-sister", "half-brother", "stepsister", "stepbrother"))
"""Roles that both have when they are stated of both: "they are sisters"."""
_OF_SEVERAL: Final = MUTUAL | frozenset(
    (
        *("parent", "sister", "brother", "child", "grandparent", "grandchild"),
        *("subordinate", "senior", "junior", "student"),
    )
)
"""Roles that several people may have, or plural words, which do not identify a person."""


COUPLE_VERBS: Final = ("付き合う", "交際する", "同棲する")
"""Verbs of a couple that need not be married."""


class Role(NamedTuple):
    """One role: "mother".

    Of the Japanese words, `possessed` ones mean the role only with an owner (私の子); `in_questions` ones mean it
    without an owner only in questions (弁護士).
    """

    name: str
    type: RelationType
    english: tuple[str, ...]
    japanese: tuple[str, ...]
    possessed: tuple[str, ...]
    in_questions: tuple[str, ...]


@cache
def roles() -> dict[str, Role]:
    """The roles of the table by name."""
    return {
        name: Role(name, RelationType(relation), *(tuple(values(cell)) for cell in words))
        for name, relation, *words in table_rows("extraction.names", "kinship", _COLUMNS)
    }


def english_words(kind: RelationType) -> frozenset[str]:
    """The English words of the roles of a relation."""
    return frozenset(word for role in roles().values() if role.type is kind for word in role.english)


def english_of(names: Iterable[str]) -> frozenset[str]:
    """The English words of the named roles."""
    return frozenset(word for name in names for word in roles()[name].english)


def japanese_words(kind: RelationType) -> frozenset[str]:
    """The Japanese words that state a relation in any context."""
    return frozenset(word for role in roles().values() if role.type is kind for word in role.japanese)


@cache
def japanese_callings() -> frozenset[str]:
    """The Japanese words that identify a person without a name: 父 and 上司, but not 友人 and 子供."""
    return frozenset(word for role in roles().values() if role.name not in _OF_SEVERAL for word in role.japanese)
