"""The relation type that a Japanese verb, noun or attribute states between two typed names.

The words stand in `lexicon/relations.tsv`; this module tells which types of ends and which particles each sense takes.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from extraction.names.kinship import COUPLE_VERBS, japanese_words
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType, RelationType

E, R = EntityType, RelationType
EntityTypes = frozenset[EntityType]


class NounRelation(NamedTuple):
    """A relation type; `swapped` where the value is its subject (チームのリーダーは田中: Tanaka leads the team)."""

    type: RelationType
    swapped: bool = False


UNTYPED: Final = NounRelation(R.RELATES_TO)


class VerbSense(NamedTuple):
    """The relation of a verb with a noun in one of these roles, between ends of these types.

    `swapped` where the subject of the relation is that noun: 工場が兄を雇う. `bearers` are the roles of the other end.
    `mutual` where two subjects are both ends: AとBは似ている. `only` where the noun
    may be nothing else besides: a 店 is a place, too, and 店に入る is no membership.
    """

    type: RelationType
    roles: tuple[str, ...]
    subjects: EntityTypes
    objects: EntityTypes
    swapped: bool = False
    bearers: tuple[str, ...] = ("が", "は", "も")
    mutual: bool = False
    only: bool = False


_PERSON, _GROUP, _PLACE = frozenset((E.PERSON,)), frozenset((E.ORGANIZATION,)), frozenset((E.LOCATION,))
_AGENTS = _PERSON | _GROUP
_THINGS = frozenset((E.OBJECT, E.TECHNOLOGY, E.DOCUMENT, E.LOCATION, E.ORGANIZATION))
_LED = frozenset((E.ORGANIZATION, E.EVENT, E.TASK, E.TECHNOLOGY, E.LOCATION))
_NOT_TIME = frozenset(EntityType) - {E.TIME_UNIT}
_NOT_PEOPLE = _NOT_TIME - {E.PERSON}
_SITES = _PLACE | _GROUP
_HAPPENINGS = _NOT_PEOPLE - {E.LOCATION}
_DEALINGS = _NOT_PEOPLE - {E.ORGANIZATION}

_MANY: Final = 7
"""Types from which on a sense asks for no kind of name in particular."""

_WORDS: Final = lexicon("extraction.lang.ja", "relations")


def _senses(table: str, senses: Mapping[str, VerbSense]) -> dict[str, tuple[VerbSense, ...]]:
    """The senses of each verb of a table, whose values are their names: "membership/part"."""
    return {verb: tuple(senses[name] for name in names.split("/")) for verb, names in _WORDS.values(table).items()}


_OF_PEOPLE: Final = {
    "employment": VerbSense(R.WORKS_FOR, ("に", "で", "へ"), _PERSON, _GROUP),
    "membership": VerbSense(R.MEMBER_OF, ("に", "へ"), _AGENTS, _GROUP),
    "graduation": VerbSense(R.MEMBER_OF, ("を",), _PERSON, _GROUP),
    "leadership": VerbSense(R.LEADS, ("を",), _AGENTS, _LED),
    "participation": VerbSense(R.PARTICIPATES_IN, ("に", "へ"), _AGENTS, _NOT_PEOPLE),
    "ownership": VerbSense(R.OWNERSHIP, ("を",), _AGENTS, _THINGS | {E.CONCEPT}),
    "holding": VerbSense(R.OWNERSHIP, ("を",), _AGENTS, _THINGS),
    "marriage": VerbSense(R.FAMILY_MEMBER, ("と", "に"), _PERSON, _PERSON, mutual=True),
    "acquaintance": VerbSense(R.KNOWS, ("と", "に", "を"), _PERSON, _PERSON, mutual=True),
    "management": VerbSense(R.LEADS, ("を",), _AGENTS, _GROUP | _PLACE),
    "hiring": VerbSense(R.WORKS_FOR, ("を",), _GROUP, _PERSON, swapped=True),
    "reversion": VerbSense(R.OWNERSHIP, ("に",), _HAPPENINGS, _AGENTS, swapped=True),
    "attendance": VerbSense(R.PARTICIPATES_IN, ("に",), _PERSON, frozenset((E.EVENT,))),
    "team": VerbSense(R.MEMBER_OF, ("に", "へ"), _AGENTS, _GROUP, only=True),
    "friendship": VerbSense(R.FRIEND, ("と", "に"), _PERSON, _PERSON, mutual=True),
    "colleague": VerbSense(R.COLLEAGUE, ("と",), _PERSON, _PERSON, mutual=True),
    "course": VerbSense(R.PARTICIPATES_IN, ("を",), _PERSON, frozenset((E.EVENT,))),
    "contest": VerbSense(R.PARTICIPATES_IN, ("で", "に"), _AGENTS, frozenset((E.EVENT,))),
    "birth": VerbSense(R.FAMILY_MEMBER, ("を",), _PERSON, _PERSON),
    "command": VerbSense(R.LEADS, ("の", "に"), _AGENTS, _LED),
}
_OF_PLACES_AND_PARTS: Final = {
    "residence": VerbSense(R.LOCATED_IN, ("に", "へ", "で"), _NOT_TIME, _PLACE),
    "existence": VerbSense(R.LOCATED_IN, ("に",), _NOT_PEOPLE, _PLACE),
    "stay": VerbSense(R.LOCATED_AT, ("に", "へ", "を"), _AGENTS, _PLACE),
    "content": VerbSense(R.CONTAINS, ("を",), _NOT_PEOPLE, _NOT_TIME),
    "composition": VerbSense(R.PART_OF, ("を",), _NOT_TIME, _NOT_PEOPLE),
    "proximity": VerbSense(R.NEAR_TO, ("に", "と"), _NOT_PEOPLE, _PLACE, mutual=True),
    "attachment": VerbSense(R.PART_OF, ("に",), _HAPPENINGS, _HAPPENINGS),
    "classing": VerbSense(R.TYPE_OF, ("に",), _NOT_PEOPLE, frozenset((E.CONCEPT,))),
    "part": VerbSense(R.PART_OF, ("に",), _GROUP | _PLACE, _GROUP | _PLACE),
    "happening": VerbSense(R.LOCATED_AT, ("で",), frozenset((E.EVENT, E.TASK)), _PLACE),
    "seat": VerbSense(R.LOCATED_IN, ("に",), _AGENTS, _PLACE),
    "closeness": VerbSense(R.NEAR_TO, ("に", "から", "と"), _PLACE, _PLACE, mutual=True),
    "placement": VerbSense(R.LOCATED_IN, ("に", "へ"), _NOT_PEOPLE, _PLACE | {E.OBJECT}, bearers=("を",)),
}
_ACTIVE_SENSES: Final = (
    _OF_PEOPLE
    | _OF_PLACES_AND_PARTS
    | {
        "causation": VerbSense(R.CAUSES, ("を",), _NOT_TIME, _NOT_PEOPLE),
        "dependence": VerbSense(R.DEPENDENCY, ("に", "を"), _NOT_TIME, _NOT_PEOPLE),
        "similarity": VerbSense(R.SIMILAR_TO, ("に", "と"), _NOT_TIME, _NOT_TIME, mutual=True),
        "opposition": VerbSense(R.OPPOSITION, ("に", "と"), _NOT_TIME, _NOT_TIME, mutual=True),
        "rejection": VerbSense(R.OPPOSITION, ("を",), _AGENTS, _NOT_TIME),
        "precedence": VerbSense(R.SEQUENCE, ("に",), _NOT_TIME, _NOT_TIME),
        "bringing": VerbSense(R.CAUSES, ("を",), _DEALINGS, _DEALINGS),
        "leading_to": VerbSense(R.CAUSES, ("に",), _DEALINGS, frozenset((E.EVENT, E.TASK))),
        "following": VerbSense(R.SEQUENCE, ("に",), _HAPPENINGS, _HAPPENINGS),
        "replacement": VerbSense(
            R.SEQUENCE, ("に", "へ", "と"), _HAPPENINGS, _HAPPENINGS, swapped=True, bearers=("を",)
        ),
        "reliance": VerbSense(R.DEPENDENCY, ("に",), _NOT_PEOPLE, _NOT_PEOPLE),
        "livelihood": VerbSense(R.DEPENDENCY, ("で",), _NOT_PEOPLE, _NOT_TIME - _SITES),
        "running": VerbSense(R.DEPENDENCY, ("で",), _NOT_PEOPLE, _NOT_PEOPLE - _SITES - {E.EVENT}),
        "foundation": VerbSense(R.DEPENDENCY, ("を", "の"), _NOT_PEOPLE, _NOT_PEOPLE),
        "likeness": VerbSense(R.SIMILAR_TO, ("に",), _NOT_TIME - _SITES, _NOT_TIME - _SITES),
        "requirement": VerbSense(R.DEPENDENCY, ("が",), _NOT_PEOPLE, _NOT_PEOPLE, bearers=("に", "は", "も")),
    }
)
_ACTIVE: Final = _senses("verb", _ACTIVE_SENSES) | dict.fromkeys(
    COUPLE_VERBS, (VerbSense(R.FRIEND, ("と",), _PERSON, _PERSON, mutual=True),)
)
_IDIOMS: Final = _senses("idiom", _ACTIVE_SENSES)
_DENIED: Final = _senses("denied_verb", _ACTIVE_SENSES)
_STATES: Final = _senses("state", _ACTIVE_SENSES)
_PROJECT: Final = frozenset((E.TASK,))
_JOINT: Final = _senses(
    "joint_verb",
    {
        "belonging": VerbSense(R.PARTICIPATES_IN, ("に", "へ", "で"), _PERSON, _PROJECT),
        "work": VerbSense(R.PARTICIPATES_IN, ("に", "を"), _PERSON, _PROJECT | {E.TECHNOLOGY}),
    },
)
"""Verbs that with a project as object tell that somebody takes part in it."""
_INSIDE_VERBS: Final = _WORDS.words("inside_verb")
NO_HOLDERS: Final = frozenset((E.PERSON, E.TIME_UNIT, E.ORGANIZATION, E.EVENT, E.TASK))
"""Who or what one meets, joins or takes part in, and is not put into."""
_PASSIVE: Final = _senses(
    "passive_verb",
    {
        "inclusion": VerbSense(R.PART_OF, ("に",), _NOT_TIME, _NOT_TIME),
        "classification": VerbSense(R.TYPE_OF, ("に",), _NOT_TIME, _NOT_TIME),
        "construction": VerbSense(R.LOCATED_IN, ("に",), _NOT_PEOPLE, _PLACE),
        "putting": VerbSense(R.LOCATED_IN, ("に", "へ"), _NOT_PEOPLE, _PLACE | {E.OBJECT}),
        "charge": VerbSense(R.LEADS, ("を",), _PERSON, _GROUP | _PLACE),
        "event": VerbSense(R.LOCATED_AT, ("で",), frozenset((E.EVENT, E.TASK, E.DOCUMENT)), _PLACE),
        "makeup": VerbSense(R.CONTAINS, ("から",), _NOT_PEOPLE, _NOT_TIME),
        "influence": VerbSense(R.DEPENDENCY, ("に",), _NOT_TIME, _NOT_TIME),
        "invitation": VerbSense(R.PARTICIPATES_IN, ("に", "へ"), _AGENTS, frozenset((E.EVENT,))),
        "hiring": VerbSense(R.WORKS_FOR, ("に", "で"), _PERSON, _GROUP),
        "replacement": VerbSense(R.SEQUENCE, ("に", "へ", "と"), _HAPPENINGS, _HAPPENINGS, swapped=True),
        "meeting": VerbSense(R.KNOWS, ("に",), _PERSON, _PERSON),
    },
)
_ENDS: Final[Mapping[str, tuple[tuple[str, ...], EntityTypes, EntityTypes]]] = {
    "job": (("を",), _PERSON, _GROUP),
    "office": (("を", "から"), _PERSON, _GROUP | _PLACE),
    "couple": (("と", "に"), _PERSON, _PERSON),
}
"""What a verb ends, with the roles of the object and the types of both ends.

Verbs of leaving a town (出る, 離れる) are no part of it: whoever leaves may come back in the evening.
"""
_ENDING_VERBS: Final = _WORDS.values("ending_verb")


def ends_relation(lemma: str, role: str, subject: EntityType, value: EntityType) -> bool:
    """Whether a verb ends the relation between its subject and the noun in this role: 銀行を辞める, 花子と離婚する."""
    if lemma not in _ENDING_VERBS:
        return False
    roles, subjects, objects = _ENDS[_ENDING_VERBS[lemma]]
    return role in roles and subject in subjects and value in objects


def verb_relation(
    lemma: str, role: str, subject: EntityType | None, value: EntityType | None, *, passive: bool = False
) -> RelationType:
    """The relation of a verb between its subject and the noun in this role; RELATES_TO where the types do not fit.

    An end that is no name has no type: it fits where nearly all types do.
    """
    for sense in (_PASSIVE if passive else _ACTIVE).get(lemma, ()):
        is_ordered = not sense.swapped and "が" in sense.bearers and role in sense.roles
        if is_ordered and _fits(subject, sense.subjects) and _fits(value, sense.objects):
            return sense.type
    if role == "で" and value is E.LOCATION and subject in (E.PERSON, E.ORGANIZATION, E.EVENT) and not passive:
        return R.LOCATED_AT
    return R.RELATES_TO


def senses_of(words: str, *, passive: bool = False, denied: bool = False) -> tuple[VerbSense, ...]:
    """The senses of a verb, of an idiom (面識がある) or a state (必要) where they are not those of the passive."""
    if denied and words in _DENIED:
        return _DENIED[words]
    if passive:
        return _PASSIVE.get(words, ())
    return _IDIOMS.get(words) or _STATES.get(words) or _ACTIVE.get(words, ())


def is_denied_verb(lemma: str) -> bool:
    """Whether a verb states a relation where it is denied: 賛成しない."""
    return lemma in _DENIED


def relates_kinds(sense: VerbSense, subject: EntityTypes, value: EntityTypes) -> bool:
    """Whether ends of these kinds are those that a sense asks for, one that may be anything where nearly all are."""
    return _any_fits(subject, sense.subjects) and _any_fits(value, sense.objects)


def _any_fits(kinds: EntityTypes, asked: EntityTypes) -> bool:
    return len(asked) >= _MANY if not kinds else bool(kinds & asked)


def is_inside_verb(lemma: str) -> bool:
    """Whether a verb tells of what is inside another: 入る, 詰まる."""
    return lemma in _INSIDE_VERBS


def _fits(end: EntityType | None, asked: EntityTypes) -> bool:
    return len(asked) >= _MANY if end is None else end in asked


def joint_relation(lemma: str, role: str, subject: EntityType, value: EntityType) -> RelationType:
    """PARTICIPATES_IN where somebody is or works in a project (アポロ計画に携わる, …で働く), else RELATES_TO."""
    senses = _JOINT.get(lemma, ())
    fits = any(role in each.roles and subject in each.subjects and value in each.objects for each in senses)
    return R.PARTICIPATES_IN if fits else R.RELATES_TO


_NOUN_ENDS: Final[Mapping[RelationType, tuple[EntityTypes, EntityTypes]]] = {
    R.FAMILY_MEMBER: (_PERSON, _PERSON),
    R.FRIEND: (_PERSON, _PERSON),
    R.COLLEAGUE: (_PERSON, _PERSON),
    R.KNOWS: (_PERSON, _PERSON),
    R.WORKS_FOR: (_PERSON, _GROUP),
    R.MEMBER_OF: (_AGENTS, _GROUP),
    R.LEADS: (_AGENTS, _LED | {E.CONCEPT}),
    R.PARTICIPATES_IN: (_PERSON, frozenset((E.TASK, E.EVENT))),
    R.LOCATED_IN: (_NOT_TIME, _PLACE),
    R.PART_OF: (_NOT_TIME, _NOT_PEOPLE),
    R.TYPE_OF: (_NOT_PEOPLE, _NOT_PEOPLE),
    R.INSTANCE_OF: (_PERSON, frozenset((E.CONCEPT, E.OBJECT, E.PERSON))),
    R.CAUSES: (_NOT_TIME, _NOT_PEOPLE),
    R.OWNERSHIP: (_AGENTS, _NOT_TIME - {E.EVENT, E.TASK}),
    R.NEAR_TO: (_NOT_TIME, _NOT_PEOPLE),
    R.CONTAINS: (_NOT_PEOPLE, _NOT_TIME),
    R.SEQUENCE: (_NOT_TIME, _NOT_TIME),
    R.DEPENDENCY: (_NOT_TIME, _NOT_TIME),
    R.SIMILAR_TO: (_NOT_TIME, _NOT_TIME),
    R.OPPOSITION: (_NOT_TIME, _NOT_TIME),
    R.LOCATED_AT: (_NOT_TIME, _PLACE),
}
"""The types of the subject and the object of each relation that a noun states."""

_ROLE_NOUNS: Final = {noun: R(name) for noun, name in _WORDS.values("role_noun").items()} | {
    noun: kind for kind in _NOUN_ENDS for noun in japanese_words(kind)
}
"""Nouns that say what one is to the other: "AはBの社員"."""
_ATTRIBUTE_NOUNS: Final = {noun: R(name) for noun, name in _WORDS.values("attribute_noun").items()}
"""Nouns that say what one has: "Aの勤務先はB"."""
SYMMETRIC: Final = frozenset((R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE, R.KNOWS, R.NEAR_TO))
_OTHER_ROLE_NOUNS: Final = _WORDS.words("other_role_noun")
_WHOLE_NOUNS_ONLY: Final = _WORDS.words("whole_noun_only")
"""Nouns that state no relation at the end of a longer one (子 in 女子)."""

_TIE_NOUNS: Final = {noun: R(name) for noun, name in _WORDS.values("tie_noun").items()}
_TIE_ATTRIBUTES: Final = {noun: R(name) for noun, name in _WORDS.values("tie_attribute").items()}
_MUTUAL_NOUNS: Final = {noun: R(name) for noun, name in _WORDS.values("mutual_noun").items()}
ROLE_VERBS: Final = _WORDS.words("role_verb")
_SAME_KIND: Final = re.compile(r"(?:同士|どうし)$")

_ORIGIN = re.compile(r"出生|出身|生誕|生国|没地|死没地|終焉")
"""Where somebody comes from or died is not where somebody is."""


def noun_relation(noun: str) -> NounRelation:
    """The relation of "thing の noun は value", read off the noun or its end: 元社長, 東京本社."""
    owner, _, noun = noun.rpartition("の")
    if is_relational(owner) or _ORIGIN.search(noun):
        return UNTYPED
    endings = (noun[-size:] for size in (4, 3, 2) if len(noun) > size)
    for word in (noun, *(ending for ending in endings if ending not in _WHOLE_NOUNS_ONLY)):
        if word in _ROLE_NOUNS:
            kind = _ROLE_NOUNS[word]
            return NounRelation(kind, swapped=kind not in SYMMETRIC)
        if word in _ATTRIBUTE_NOUNS:
            return NounRelation(_ATTRIBUTE_NOUNS[word])
    return UNTYPED


def tie_of(noun: str) -> NounRelation:
    """What 「BのNはA」 says: A is N to B, or the N of B where it is not `swapped`."""
    noun = _SAME_KIND.sub("", noun)
    if noun in _TIE_ATTRIBUTES:
        return NounRelation(_TIE_ATTRIBUTES[noun])
    return NounRelation(_TIE_NOUNS[noun], swapped=True) if noun in _TIE_NOUNS else noun_relation(noun)


def mutual_tie(noun: str) -> RelationType | None:
    """What 「AとBはNだ」 says of the two: 友人同士, 同期入社."""
    return _MUTUAL_NOUNS.get(_SAME_KIND.sub("", noun)) or _MUTUAL_NOUNS.get(noun)


def tie_of_kinds(noun: str, thing: EntityTypes, value: EntityTypes) -> NounRelation:
    """`tie_of` where the kinds of thing and value allow it."""
    relation = tie_of(noun)
    if relation.type not in _NOUN_ENDS:
        return UNTYPED
    if relation.type is R.SEQUENCE and (thing | value) & _PLACE:
        return UNTYPED  # 駅の前
    if relation.type is R.LOCATED_IN and thing == frozenset((E.EVENT,)):
        relation = relation._replace(type=R.LOCATED_AT)
    subjects, objects = _NOUN_ENDS[relation.type]
    ends = (value, thing) if relation.swapped else (thing, value)
    return relation if _any_fits(ends[0], subjects) and _any_fits(ends[1], objects) else UNTYPED


_RULERS: Final = _WORDS.words("ruler")
"""Those who lead a place; a "日本の映画監督" leads no country."""


def typed_noun_relation(noun: str, thing: EntityType, value: EntityType) -> NounRelation:
    """`noun_relation` where the types of thing and value allow it, else RELATES_TO in the order of the text."""
    relation = noun_relation(noun)
    if relation.type is R.RELATES_TO:
        return relation
    if relation.type is R.MEMBER_OF and {thing, value} & {E.TASK, E.EVENT}:
        relation = relation._replace(type=R.PARTICIPATES_IN)
    if relation.type is R.LOCATED_IN and thing is E.EVENT:
        relation = relation._replace(type=R.LOCATED_AT)
    if relation.type is R.LEADS and thing is E.LOCATION and noun.rpartition("の")[2] not in _RULERS:
        return UNTYPED
    subjects, objects = _NOUN_ENDS[relation.type]
    subject, object_ = (value, thing) if relation.swapped else (thing, value)
    return relation if subject in subjects and object_ in objects else UNTYPED


PERSONAL: Final = frozenset((R.FAMILY_MEMBER, R.FRIEND, R.COLLEAGUE, R.KNOWS))


def is_position(noun: str) -> bool:
    """Whether a noun of place says that two things are near each other: 公園の近くにある."""
    return _TIE_NOUNS.get(noun) is R.NEAR_TO


def is_personal(noun: str) -> bool:
    """Whether a noun names what one person is to another (妻, 同僚, 友人)."""
    return _ROLE_NOUNS.get(noun) in PERSONAL


_OWN_ATTRIBUTES: Final = _WORDS.words("own_attribute")
_PREFERENCE = re.compile(
    r"^(?:(?:大好き|好き|大嫌い|嫌い|苦手|得意|欲しい|ほしい|憧れ|お気に入り|好み|推し)(?:な|の)?"
    r"|(?:行|見|観|食べ|や|会|読|住|乗|学|習|飲|訪れ|登|し)[^はがをの、]{0,5}たい)[^はがをの、]{1,10}$"
)


def is_preference(attribute: str) -> bool:
    """Whether a phrase names what somebody likes, hates, is good at or wants: 好きな食べ物, 行きたい国."""
    return bool(_PREFERENCE.match(attribute)) and not is_relational(attribute)


def preference_type(attribute: str) -> EntityType | None:
    """The type of what somebody likes, when the phrase tells (好きな映画 is a work)."""
    return _by_ending(_LIKED_TYPES, attribute) if is_preference(attribute) else None


def is_own_attribute(attribute: str) -> bool:
    """Whether an attribute without an owner is the speaker's (趣味, 出身, 好きな食べ物, 妻)."""
    of_people = _SUBJECT_TYPES.get(attribute) is E.PERSON
    return is_personal(attribute) or of_people or attribute in _OWN_ATTRIBUTES or is_preference(attribute)


def is_relational(noun: str) -> bool:
    """Whether a noun names what something is to something else (妻, 原因, 部長)."""
    return noun in _ROLE_NOUNS or noun in _ATTRIBUTE_NOUNS or noun in _OTHER_ROLE_NOUNS


def charge(attribute: str, value: EntityType | None, *, action: bool, named: bool) -> str:
    """What a person has in charge: 実装 in 見積計算の実装は佐藤さん, 担当 in 集計は佐藤さん; "" for another frame.

    `action` tells that the noun before は is one of action, `named` that it is the name of a thing.
    """
    if value is not E.PERSON or not (action or (named and not attribute)):
        return ""
    if not attribute:
        return "担当"
    return attribute if noun_relation(attribute).type is R.RELATES_TO else ""


def _types(table: str) -> dict[str, EntityType]:
    return {noun: E(name) for noun, name in _WORDS.values(table).items()}


_SUBJECT_TYPES, _VALUE_TYPES, _LIKED_TYPES = _types("subject_type"), _types("value_type"), _types("liked_type")


def subject_type(attribute: str) -> EntityType | None:
    """The type of what has the attribute, when the attribute tells ("監督" belongs to a work)."""
    return _by_ending(_SUBJECT_TYPES, attribute)


def value_type(attribute: str) -> EntityType | None:
    """The type of the attribute's value, when the attribute tells (a "監督" is a person)."""
    return _by_ending(_VALUE_TYPES, attribute)


def _by_ending(table: dict[str, EntityType], attribute: str) -> EntityType | None:
    """The value of the longest ending of at least two letters."""
    return next((table[attribute[-size:]] for size in range(len(attribute), 1, -1) if attribute[-size:] in table), None)
