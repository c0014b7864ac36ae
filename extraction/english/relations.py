"""Which relation a predicate states: one table from dictionary forms to relation types."""

from collections.abc import Mapping
from dataclasses import dataclass

from graph.model import EntityType, RelationType

R = RelationType
_PERSON, _PLACE, _ORG = EntityType.PERSON, EntityType.LOCATION, EntityType.ORGANIZATION


@dataclass(frozen=True, slots=True)
class Sense:
    """A relation type; `swapped` when the grammatical object is its subject; the types its ends must have, if any."""

    type: RelationType
    swapped: bool = False
    subjects: frozenset[EntityType] = frozenset()
    objects: frozenset[EntityType] = frozenset()

    def fits(self, subject: EntityType, object_: EntityType) -> bool:
        """Whether the ends are of the types that the sense asks for."""
        return (not self.subjects or subject in self.subjects) and (not self.objects or object_ in self.objects)


def _senses(predicates: str, sense: Sense) -> dict[str, tuple[Sense, ...]]:
    return {predicate.strip(): (sense,) for predicate in predicates.split(",")}


def _of(*types: EntityType) -> frozenset[EntityType]:
    return frozenset(types)


_AGENTS = _of(_PERSON, _ORG)
_THINGS = frozenset(EntityType) - {EntityType.TIME_UNIT}

FAMILY = frozenset(
    [
        "wife",
        "husband",
        "spouse",
        "son",
        "daughter",
        "father",
        "mother",
        "parent",
        "dad",
        "mom",
        "mum",
        "brother",
        "sister",
        "sibling",
        "child",
        "uncle",
        "aunt",
        "cousin",
        "grandfather",
        "grandmother",
        "grandson",
        "granddaughter",
        "grandma",
        "grandpa",
        "grandchild",
        "niece",
        "nephew",
        "stepfather",
        "stepmother",
        "stepson",
        "stepdaughter",
        "half-brother",
        "half-sister",
        "twin",
        "fiance",
        "fiancee",
        "widow",
        "heir",
        "kid",
        "relative",
        "in-law",
    ]
)
FRIENDS = frozenset("friend buddy pal bestie girlfriend boyfriend partner companion".split())  # noqa: SIM905
COLLEAGUES = frozenset("colleague coworker co-worker teammate classmate bandmate collaborator workmate".split())  # noqa: SIM905
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

_NOUNS: Mapping[str, Sense] = {
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

_VERBS: Mapping[str, tuple[Sense, ...]] = {
    **_senses("work for, be employed by, employ by, intern at", Sense(R.WORKS_FOR)),
    **_senses("work at, work in, work with, volunteer at, teach at, serve in", Sense(R.WORKS_FOR, objects=_of(_ORG))),
    "join": (Sense(R.WORKS_FOR, subjects=_of(_PERSON), objects=_of(_ORG)), Sense(R.MEMBER_OF, objects=_of(_ORG))),
    **_senses("employ, hire", Sense(R.WORKS_FOR, swapped=True, objects=_of(_PERSON))),
    **_senses("belong to", Sense(R.OWNERSHIP, swapped=True, objects=_AGENTS)),
    **_senses(
        "live in, reside in, be in, be base in, base in, be locate in, locate in, situate in, lie in, "
        "headquarter in, be headquarter in, be situate in, stay in, settle in, move to, relocate to, be bear "
        "in, bear in, be from, come from, grow up in, die in, be find in, be near in, stand in, operate in, "
        "house in",
        Sense(R.LOCATED_IN, objects=_of(_PLACE)),
    ),
    **_senses(
        "be at, meet at, meet in, take place in, take place at, hold in, hold at, happen in, happen at, occur "
        "in, occur at, open in, build in, found in, establish in, shoot in, film in, perform at, perform in, "
        "stay at, arrive in, arrive at",
        Sense(R.LOCATED_AT, objects=_of(_PLACE, _ORG)),
    ),
    **_senses("live near, be near, lie near, be close to, be adjacent to, border, be next to", Sense(R.NEAR_TO)),
    **_senses(
        "lead, head, manage, run, chair, direct team, govern, rule, command, captain, supervise, coach",
        Sense(R.LEADS, subjects=_of(_PERSON, _ORG)),
    ),
    **_senses("found, establish, co-found, cofound", Sense(R.LEADS, subjects=_of(_PERSON), objects=_of(_ORG))),
    **_senses(
        "marry, divorce, be marry to, marry to, raise, adopt",
        Sense(R.FAMILY_MEMBER, subjects=_of(_PERSON), objects=_of(_PERSON)),
    ),
    **_senses("befriend, hang out with, be friend with", Sense(R.FRIEND, objects=_of(_PERSON))),
    **_senses(
        "collaborate with, work with, work alongside, cooperate with",
        Sense(R.COLLEAGUE, subjects=_of(_PERSON), objects=_of(_PERSON)),
    ),
    **_senses(
        "know, meet, meet with, talk to, speak with, speak to, chat with, visit with",
        Sense(R.KNOWS, subjects=_of(_PERSON), objects=_of(_PERSON)),
    ),
    **_senses("be part of, form part of, be include in, include in", Sense(R.PART_OF)),
    **_senses("contain, include, comprise, consist of, be compose of, feature, hold", Sense(R.CONTAINS)),
    **_senses("be member of, belong", Sense(R.MEMBER_OF)),
    **_senses(
        "attend, participate in, take part in, compete in, play in, enter, be at, go to, speak at, present "
        "at, star in, win, fight in, serve in, appear in, perform in, organize, organise, host, enroll in, "
        "compete at, play at, act in",
        Sense(R.PARTICIPATES_IN, subjects=_AGENTS, objects=_of(EntityType.EVENT)),
    ),
    **_senses(
        "cause, lead to, result in, trigger, bring about, provoke, contribute to, give rise to, be cause of",
        Sense(R.CAUSES, objects=_THINGS),
    ),
    **_senses("result from, stem from, be cause by, arise from, die of, die from", Sense(R.CAUSES, swapped=True)),
    **_senses(
        "depend on, rely on, require, be depend on, run on, be base on, base on, be dependent on, be build on, "
        "build on",
        Sense(R.DEPENDENCY, objects=_THINGS),
    ),
    **_senses(
        "own, possess, have, buy, purchase, acquire, adopt, get",
        Sense(R.OWNERSHIP, subjects=_AGENTS, objects=_of(EntityType.OBJECT, EntityType.ORGANIZATION)),
    ),
    **_senses("follow, precede, succeed, replace, supersede", Sense(R.SEQUENCE)),
    **_senses(
        "oppose, defeat, beat, fight, fight against, compete with, contradict, reject, play against",
        Sense(R.OPPOSITION),
    ),
    **_senses("resemble, be similar to, be like, look like, be comparable to", Sense(R.SIMILAR_TO)),
}
"""Verbs with their particle and preposition, in dictionary form."""


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
    if sense.type is R.LOCATED_IN:
        return sense if bearer is _PLACE and other is _PLACE else None
    return sense
