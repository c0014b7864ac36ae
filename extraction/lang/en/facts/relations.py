"""Which relation a verb phrase or a noun states, and between which types: `lexicon/relations.tsv`."""

from collections.abc import Mapping
from typing import Final

from extraction.lang.en.word_lists import KINDS, THINGS, VERBS
from extraction.lang.shared.senses import Sense, sense_table
from extraction.names.kinship import english_words, roles
from graph.model.types import EntityType, Polarity, RelationType

R = RelationType
_PERSON: Final = EntityType.PERSON
_PEOPLE: Final = frozenset((_PERSON,))
_VERBS: Final = sense_table("extraction.lang.en", "relations")
"""Verbs with their particle and preposition, in dictionary form."""
_NOUNS: Final[Mapping[str, tuple[Sense, ...]]] = {
    word: (Sense(relation_type, subjects=_PEOPLE, objects=_PEOPLE),)
    for relation_type in (R.KNOWS, R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE)
    for word in english_words(relation_type)
} | sense_table("extraction.lang.en", "relational_nouns")
"""Nouns that say how their bearer stands to what follows "of" or precedes "'s"."""


def _nouns_of(relation_type: RelationType) -> frozenset[str]:
    return frozenset(noun for noun, senses in _NOUNS.items() if any(sense.type is relation_type for sense in senses))


FAMILY: Final = _nouns_of(R.FAMILY_MEMBER)
FRIENDS: Final = _nouns_of(R.FRIEND)
COLLEAGUES: Final = _nouns_of(R.COLLEAGUE)
LEADERS: Final = _nouns_of(R.LEADS)
HYPHENATED: Final = tuple(
    sorted(noun for noun in FAMILY | FRIENDS | COLLEAGUES | LEADERS if "-" in noun and noun != "in-law")
)
"""Nouns that are one word in spite of their hyphens."""
PERSONAL: Final[Mapping[str, R]] = {word: role.type for role in roles().values() for word in role.english}
"""What a noun says of two persons; of somebody and a firm or a school "manager" and "teacher" say more."""
PERSON_NOUNS: Final = (
    PERSONAL.keys()
    | FAMILY
    | FRIENDS
    | COLLEAGUES
    | LEADERS
    | {noun for noun, entity_type in KINDS.items() if entity_type is _PERSON}
)
"""Nouns of what a person is, to others or by trade."""

_LINKS: Final[Mapping[RelationType, tuple[str, ...]]] = {
    R.CAUSES: ("for",),
    R.DEPENDENCY: ("for",),
    R.SEQUENCE: ("to", "for"),
    R.OPPOSITION: ("to",),
    R.WORKS_FOR: ("at", "for", "with"),
    R.PARTICIPATES_IN: ("in",),
    R.SIMILAR_TO: ("to",),
    R.LOCATED_IN: ("in",),
}
"""Prepositions other than "of" behind nouns of these relations: "the reason for", "a bidder in"."""
_PLACED: Final = (R.NEAR_TO, R.LOCATED_IN, R.LOCATED_AT)
_STANDS_FOR: Final[Mapping[str, tuple[tuple[str, tuple[RelationType, ...]], ...]]] = {
    word: tuple(
        (general, types)
        for general, list_, types in (
            ("be", "posture", _PLACED),
            ("go", "motion", (R.LOCATED_AT, R.PARTICIPATES_IN)),
            ("happen", "occurrence", (R.SEQUENCE, R.CAUSES, R.LOCATED_AT)),
        )
        if word in VERBS.words(list_)
    )
    for word in VERBS.words("posture") | VERBS.words("motion") | VERBS.words("occurrence")
}
"""The general verbs of which a verb is a kind, and which of their relations it states: what hangs near is near."""
_ACQUAINTED: Final = frozenset(("know", "meet", "acquaint"))
_OF_PEOPLE: Final = (R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE, R.KNOWS, R.LEADS, R.MEMBER_OF, R.OWNERSHIP, R.OPPOSITION)
_BETWEEN_THINGS: Final = (R.CAUSES, R.DEPENDENCY, R.PART_OF, R.SEQUENCE, R.OPPOSITION)
_OF_ANOTHER: Final = (R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE, R.MEMBER_OF, R.PART_OF, R.CAUSES)


NEEDING: Final = "depend on"
"""The dictionary form of what "does not start without" says."""
NAMED_ALONE: Final = (R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE, R.KNOWS)
"""What is told of people by name: "the nurse met a doctor" ties no two persons."""


def kind_named(noun: str) -> EntityType | None:
    """What a common noun names, by its lemma in lower case: a library is a place, whether or not it is a node."""
    return _PERSON if noun in PERSON_NOUNS else THINGS.get(noun)


def relation(lemma: str, subject: EntityType | None, object_: EntityType | None) -> Sense | None:
    """The sense of a verb phrase such as "work at" between ends of these types, if the table knows one."""
    return next((sense for sense in _senses_of(lemma) if sense.fits(subject, object_)), None)


def _senses_of(lemma: str) -> tuple[Sense, ...]:
    """The senses of a verb phrase, and behind them those of its general verb: "fly to" as "go to"."""
    verb, _, rest = lemma.partition(" ")
    general = (
        sense for word, types in _STANDS_FOR.get(verb, ()) for sense in _VERBS.get(f"{word} {rest}", ())
        if rest and sense.type in types
    )  # fmt: skip
    return (*_VERBS.get(lemma, ()), *general)


def relation_of_kinds(
    lemma: str,
    types: tuple[EntityType | None, EntityType | None],
    kinds: tuple[EntityType | None, EntityType | None],
    *,
    is_known: bool,
) -> Sense | None:
    """The same between ends of these types, where a common noun is of the kind of what it names.

    "The nurse works at a school" is told of any two, "Leo knows the baker" where one is known (`is_known`): by name, or
    as somebody's own.
    """
    sense = relation(lemma, *kinds)
    if sense is None or kinds == types or sense.type not in NAMED_ALONE:
        return sense
    is_acquaintance = sense.type is not R.KNOWS or not _ACQUAINTED.isdisjoint(lemma.split())
    return sense if is_acquaintance and is_known else None


def relates_things(lemma: str) -> bool:
    """Whether the verb phrase states a relation that is worth keeping even between two common nouns."""
    return any(sense.type in _BETWEEN_THINGS for sense in _senses_of(lemma))


def noun_relation(noun: str, bearer: EntityType | None, other: EntityType | None) -> Sense | None:
    """The sense of "bearer is the <noun> of other", if the table knows one for ends of these types."""
    if noun in PERSONAL and bearer is other is _PERSON:
        return Sense(PERSONAL[noun])
    return next((sense for sense in _NOUNS.get(noun, ()) if sense.fits(bearer, other)), None)


def role_had(noun: str) -> Sense | None:
    """What somebody states who has one: "I have a sister", "Ann has two colleagues"."""
    sense = noun_relation(noun, _PERSON, _PERSON)
    return Sense(sense.type) if sense is not None and sense.type in NAMED_ALONE else None


def is_in_need(lemma: str, polarity: Polarity) -> bool:
    """Whether something does nothing without another: "cannot start without approval", which is no denial."""
    return polarity is Polarity.NEGATIVE and lemma.endswith(" without")


def is_relation_phrase(lemma: str) -> bool:
    """Whether the table knows a verb phrase between ends of some types."""
    return bool(_senses_of(lemma))


def is_relational(noun: str) -> bool:
    """Whether the table knows what "bearer is the <noun> of other" says."""
    return noun in _NOUNS


def is_place(noun: str) -> bool:
    """Whether a noun says where its bearer lies beside what it is: "a city in Finland"."""
    return any(sense.type is R.LOCATED_IN for sense in _NOUNS.get(noun, ()))


def is_led_by(noun: str, preposition: str) -> bool:
    """Whether a noun's other end stands behind a preposition: "part of", "reason for", "successor to"."""
    links = (link for sense in _NOUNS.get(noun, ()) for link in _LINKS.get(sense.type, ()))
    return preposition == "of" or preposition in links


def is_human_role(noun: str) -> bool:
    """Whether a noun says who somebody is to somebody else ("boss", "neighbour") and so no kind of thing."""
    return any(sense.type in _OF_PEOPLE for sense in _NOUNS.get(noun, ()))


def is_only_relational(noun: str) -> bool:
    """Whether a noun says how its bearer stands to another rather than what it is ("daughter", "member")."""
    return any(sense.type in _OF_ANOTHER for sense in _NOUNS.get(noun, ()))
