"""Which relation a predicate states: one table from dictionary forms to relation types."""

from collections.abc import Mapping
from dataclasses import dataclass

from extraction.lang.en.word_lists import KINDS
from extraction.names.kinship import english_words, roles
from graph.model.types import EntityType, RelationType

R = RelationType
_PERSON, _PLACE, _ORG = EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION


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

    def fits(self, subject: EntityType, object_: EntityType) -> bool:
        """Whether the ends are of the types that the sense asks for."""
        if self.alike and subject is not object_:
            return False
        return (not self.subjects or subject in self.subjects) and (not self.objects or object_ in self.objects)


def _table(*rows: tuple[str, Sense]) -> dict[str, tuple[Sense, ...]]:
    """The senses of each predicate in the order of the rows; the first that fits counts."""
    table: dict[str, tuple[Sense, ...]] = {}
    for predicates, sense in rows:
        for predicate in predicates.split(","):
            table[predicate.strip()] = (*table.get(predicate.strip(), ()), sense)
    return table


def _of(*types: EntityType) -> frozenset[EntityType]:
    return frozenset(types)


_AGENTS = _of(_PERSON, _ORG)
_THINGS = frozenset(EntityType) - {EntityType.TIME_UNIT}

FAMILY = english_words(R.FAMILY_MEMBER) | frozenset("twin widow heir relative in-law".split())  # noqa: SIM905
FRIENDS = english_words(R.FRIEND) | {"companion"}
LEADERS = frozenset(
    [
        "ceo",
        "cto",
        "cfo",
        "coo",
        "president",
        "director",
        "head",
        "leader",
        "chairman",
        "chairwoman",
        "chair",
        "chief",
        "captain",
        "manager",
        "governor",
        "mayor",
        "boss",
        "principal",
        "dean",
        "king",
        "queen",
        "emperor",
        "minister",
        "coach",
        "commander",
        "founder",
        "co-founder",
        "cofounder",
        "editor-in-chief",
        "chancellor",
        "premier",
        "ruler",
        "supervisor",
        "lead",
    ]
)

COLLEAGUES = (english_words(R.COLLEAGUE) - LEADERS) | {"co-worker", "classmate", "bandmate", "collaborator"}
HYPHENATED = tuple(sorted(noun for noun in FAMILY | FRIENDS | COLLEAGUES | LEADERS if "-" in noun and noun != "in-law"))
"""Nouns that are one word in spite of their dashes."""

PERSONAL: Mapping[str, R] = {word: role.type for role in roles().values() for word in role.english}
"""What a noun says of two persons; of somebody and a firm or a school "manager" and "teacher" say more."""

SOMEBODY = (
    PERSONAL.keys()
    | FAMILY
    | FRIENDS
    | COLLEAGUES
    | LEADERS
    | {noun for noun, kind in KINDS.items() if kind is _PERSON}
)
"""Nouns of what a person is, to others or by trade."""

_NOUNS: Mapping[str, Sense] = {
    **dict.fromkeys(english_words(R.KNOWS), Sense(R.KNOWS)),
    **dict.fromkeys(FAMILY, Sense(R.FAMILY_MEMBER)),
    **dict.fromkeys(FRIENDS, Sense(R.FRIEND)),
    **dict.fromkeys(COLLEAGUES, Sense(R.COLLEAGUE)),
    **dict.fromkeys(LEADERS, Sense(R.LEADS)),
    **dict.fromkeys(("member", "fellow"), Sense(R.MEMBER_OF)),
    **dict.fromkeys(("employee", "engineer", "developer", "teacher", "professor", "nurse"), Sense(R.WORKS_FOR)),
    **dict.fromkeys(("part", "component", "section", "subsidiary", "division", "branch", "chapter"), Sense(R.PART_OF)),
    **dict.fromkeys(("capital", "suburb", "district", "neighborhood", "borough", "city", "town"), Sense(R.LOCATED_IN)),
    **dict.fromkeys(("kind", "type", "form", "species", "genus", "variety", "version"), Sense(R.TYPE_OF)),
    **dict.fromkeys(("cause", "reason"), Sense(R.CAUSES)),
    **dict.fromkeys(("owner", "proprietor"), Sense(R.OWNERSHIP)),
    **dict.fromkeys(("rival", "opponent", "enemy"), Sense(R.OPPOSITION)),
    **dict.fromkeys(("successor", "predecessor", "sequel", "prequel"), Sense(R.SEQUENCE)),
    **dict.fromkeys(("neighbor", "neighbour", "acquaintance"), Sense(R.KNOWS)),
    **dict.fromkeys(("participant", "attendee", "finalist", "competitor"), Sense(R.PARTICIPATES_IN)),
}
"""Nouns that say how their bearer stands to what follows "of" or precedes "'s"."""

_PEOPLE = _of(_PERSON)
_PLACES = _of(_PLACE)
_ORGS = _of(_ORG)
_EVENTS = _of(EntityType.EVENT)
_LED = _of(_ORG, _PLACE, EntityType.EVENT, EntityType.TASK, EntityType.CONCEPT, _PERSON)
_MADE = _of(EntityType.TECHNOLOGY, EntityType.TASK, EntityType.OBJECT, EntityType.DOCUMENT, _ORG)
_SPOTS = _of(_PLACE, _ORG)

_VERBS: Mapping[str, tuple[Sense, ...]] = _table(
    ("work for, be employed by, employ by, intern at, intern for", Sense(R.WORKS_FOR, subjects=_PEOPLE, objects=_ORGS)),
    (
        "work at, work in, teach at",
        Sense(R.WORKS_FOR, subjects=_PEOPLE, objects=_ORGS),
    ),
    ("join, start at, sign with", Sense(R.WORKS_FOR, subjects=_PEOPLE, objects=_ORGS)),
    ("join, serve in, volunteer at, volunteer for", Sense(R.MEMBER_OF, objects=_ORGS)),
    ("employ, hire, recruit", Sense(R.WORKS_FOR, swapped=True, subjects=_AGENTS, objects=_PEOPLE)),
    ("belong to", Sense(R.OWNERSHIP, swapped=True, objects=_PEOPLE)),
    ("belong to", Sense(R.MEMBER_OF, objects=_ORGS)),
    (
        "live in, reside in, be in, be base in, base in, be locate in, locate in, situate in, lie in, "
        "headquarter in, be headquarter in, be situate in, stay in, settle in, move to, relocate to, "
        "be find in, be near in, stand in, operate in, house in, live at, be back in",
        Sense(R.LOCATED_IN, objects=_PLACES),
    ),
    (
        "be at, meet at, meet in, take place in, take place at, hold in, hold at, happen in, happen at, occur "
        "in, occur at, open in, build in, found in, establish in, shoot in, film in, perform at, perform in, "
        "stay at, arrive in, arrive at, work in, work at, work from, teach in, study in",
        Sense(R.LOCATED_AT, objects=_PLACES),
    ),
    ("take place at, hold at, meet at, happen at, be at", Sense(R.LOCATED_AT, subjects=_EVENTS, objects=_SPOTS)),
    ("live near, be near, lie near, be close to, be adjacent to, border, be next to", Sense(R.NEAR_TO, objects=_SPOTS)),
    (
        "lead, head, manage, chair, govern, rule, captain, supervise, coach, oversee",
        Sense(R.LEADS, subjects=_PEOPLE, objects=_LED),
    ),
    ("run, direct, command", Sense(R.LEADS, subjects=_PEOPLE, objects=_of(_ORG, EntityType.EVENT))),
    ("found, establish, co-found, cofound", Sense(R.LEADS, subjects=_PEOPLE, objects=_ORGS)),
    (
        "marry, divorce, be marry to, marry to, be engage to, be engaged to, raise, adopt",
        Sense(R.FAMILY_MEMBER, subjects=_PEOPLE, objects=_PEOPLE),
    ),
    (
        "befriend, hang out with, be friend with, date, start date, begin date",
        Sense(R.FRIEND, subjects=_PEOPLE, objects=_PEOPLE),
    ),
    (
        "collaborate with, work with, work alongside, cooperate with, report to",
        Sense(R.COLLEAGUE, subjects=_PEOPLE, objects=_PEOPLE),
    ),
    (
        "know, meet, meet with, talk to, talk with, speak with, speak to, chat with, visit with, help, ask, tell, "
        "teach, invite, thank, call, email, visit, introduce, write to, argue with, mentor, advise, meet up with",
        Sense(R.KNOWS, subjects=_PEOPLE, objects=_PEOPLE),
    ),
    ("be part of, form part of, be include in, include in", Sense(R.PART_OF)),
    (
        "contain, include, comprise, consist of, be compose of, be make up of",
        Sense(R.CONTAINS, subjects=_THINGS - _PEOPLE),
    ),
    ("be member of, play for", Sense(R.MEMBER_OF, objects=_ORGS)),
    (
        "attend, participate in, take part in, compete in, play in, enter, be at, go to, speak at, present "
        "at, star in, win, fight in, serve in, appear in, perform in, organize, organise, host, enroll in, "
        "compete at, play at, act in",
        Sense(R.PARTICIPATES_IN, subjects=_AGENTS, objects=_EVENTS),
    ),
    ("cause, trigger, bring about, provoke, give rise to, be cause of", Sense(R.CAUSES, objects=_THINGS)),
    ("lead to, result in, contribute to", Sense(R.CAUSES, subjects=_THINGS - _AGENTS, objects=_THINGS)),
    ("result from, stem from, be cause by, arise from, die of, die from", Sense(R.CAUSES, swapped=True)),
    (
        "depend on, rely on, require, be depend on, run on, be base on, base on, be dependent on, be build on, "
        "build on",
        Sense(R.DEPENDENCY, objects=_THINGS - _PEOPLE - _PLACES),
    ),
    ("use, be power by, be write in", Sense(R.DEPENDENCY, subjects=_MADE, objects=_of(EntityType.TECHNOLOGY))),
    ("own, possess, buy, purchase, acquire", Sense(R.OWNERSHIP, subjects=_AGENTS, objects=_MADE)),
    ("have, adopt, get", Sense(R.OWNERSHIP, subjects=_AGENTS, objects=_of(EntityType.OBJECT))),
    ("follow, precede, succeed, replace, supersede", Sense(R.SEQUENCE, alike=True)),
    ("oppose, contradict, reject", Sense(R.OPPOSITION)),
    ("defeat, beat, fight, fight against, compete with, play against", Sense(R.OPPOSITION, alike=True)),
    ("resemble, be similar to, be like, look like, be comparable to", Sense(R.SIMILAR_TO)),
)
"""Verbs with their particle and preposition, in dictionary form."""


_OF_PEOPLE = (R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE, R.KNOWS, R.LEADS, R.MEMBER_OF, R.OWNERSHIP, R.OPPOSITION)
_BETWEEN_THINGS = (R.CAUSES, R.DEPENDENCY, R.PART_OF, R.SEQUENCE, R.OPPOSITION)


def relation(lemma: str, subject: EntityType, object_: EntityType) -> Sense | None:
    """The sense of a verb phrase such as "work at" between ends of these types, if the table knows one."""
    for sense in _VERBS.get(lemma, ()):
        if sense.fits(subject, object_):
            return sense
    return None


def binds_things(lemma: str) -> bool:
    """Whether the verb phrase states a relation that is worth keeping even between two common nouns."""
    return any(sense.type in _BETWEEN_THINGS for sense in _VERBS.get(lemma, ()))


def noun_relation(noun: str, bearer: EntityType, other: EntityType) -> Sense | None:
    """The sense of "bearer is the <noun> of other", if the table knows one for ends of these types."""
    if noun in PERSONAL and {bearer, other} <= {_PERSON}:
        return Sense(PERSONAL[noun])
    sense = _NOUNS.get(noun)
    if sense is None:
        return None
    people = {R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE, R.KNOWS}
    if sense.type in people:
        return sense if {bearer, other} <= {_PERSON} else None
    if sense.type is R.LEADS:
        return sense if bearer is _PERSON and other in (_ORG, _PLACE, EntityType.EVENT, EntityType.CONCEPT) else None
    if sense.type is R.WORKS_FOR:
        return sense if bearer is _PERSON and other in (_ORG, _PLACE) else None
    if sense.type is R.PARTICIPATES_IN:
        return sense if other is EntityType.EVENT else None
    if sense.type is R.LOCATED_IN:
        return sense if bearer is _PLACE and other is _PLACE else None
    return sense


def relates(noun: str) -> bool:
    """Whether the table knows what "bearer is the <noun> of other" says."""
    return noun in _NOUNS


def tells_whose(noun: str) -> bool:
    """Whether a noun says who somebody is to somebody else ("boss", "neighbour") and so no kind of thing."""
    sense = _NOUNS.get(noun)
    return sense is not None and sense.type in _OF_PEOPLE


def is_relational(noun: str) -> bool:
    """Whether a noun says how its bearer stands to somebody rather than what it is ("daughter", "member")."""
    sense = _NOUNS.get(noun)
    return sense is not None and sense.type in (
        R.FAMILY_MEMBER,
        R.FRIEND,
        R.COLLEAGUE,
        R.MEMBER_OF,
        R.PART_OF,
        R.CAUSES,
    )
