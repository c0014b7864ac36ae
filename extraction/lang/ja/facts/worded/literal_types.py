"""Which relation a literal fact states, by the same tables as facts between names.

「羽根は扇風機の一部だ」 is read with the noun as its predicate: 一部, between 羽根 and 扇風機. An end that is no name
has no type, so only relations that tie things of nearly any type are told of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.worded.ties import STANDING
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.word_lists import tail_type
from extraction.model.findings import FoundStatement
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Polarity, RelationType, tells

_COPULA: Final = "だ"
_EVENT: Final = re.compile(r"\d|以[内上下]$|(?:点検|検査|修理|工事|休憩|休み|審査|選考|交渉|調整|準備|段階|範囲)$")
"""What one goes into and is not in as in a box: 点検に入る, 3時間以内に収まる."""
_PEOPLE: Final = (EntityType.PERSON, EntityType.ORGANIZATION)
_PLACE: Final = re.compile(r"(?:先|元|場所|地|会場|宿|所)$")
"""Nouns of places, which a place is, and which do not stand there: 行き先は箱根."""
POSTS: Final = ("窓口", "担当", "担当者", "責任者", "リーダー", "オーナー", "議長", "司会", "書記")
"""What somebody is for the whole of what a note is about."""


def with_types(
    literals: Iterable[LiteralFact],
    names: Sequence[Name],
    statements: Sequence[FoundStatement],
    types: Mapping[str, EntityType],
    *,
    of_work: bool,
) -> Iterator[LiteralFact]:
    """The literal facts of a document with the relations that their words state; what is only planned has none.

    `types` are those of the names of the document by their surfaces.

    What a statement has as its predicate is no fact of its own: 友達 of 「AとBは友達だ」.
    """
    stated = {(statement.start, statement.predicate) for statement in statements}
    for literal in literals:
        noun = re.split("の|と", literal.object_text)[-1]
        if (literal.start, noun) in stated and literal.lemma == _COPULA:
            continue
        subject = types.get(literal.subject_text) if literal.subject is None else names[literal.subject].type
        is_typed = literal.type is not RelationType.RELATES_TO or not tells(literal.modality)
        typed = literal if is_typed else _typed(literal, subject, types)
        yield _of_copula(typed, types) if of_work and typed.type is RelationType.RELATES_TO else typed


def _of_copula(literal: LiteralFact, types: Mapping[str, EntityType]) -> LiteralFact:
    """What the kind of an end tells where the verb is left out: 「鍵は守衛室」「図は佐藤さん」."""
    if literal.lemma != _COPULA or literal.polarity is Polarity.NEGATIVE:
        return literal
    subject, thing = _kind_of(literal.subject_text, types), _kind_of(literal.object_text, types)
    if thing is EntityType.PERSON and subject not in _PEOPLE and literal.subject_text not in POSTS:
        worded = replace(literal, predicate="担当する", lemma="担当する")
        return _turned(worded, RelationType.OWNERSHIP)
    if thing is EntityType.LOCATION and subject is not EntityType.LOCATION and not _PLACE.search(literal.subject_text):
        is_met = subject in (EntityType.EVENT, *_PEOPLE)
        kind = RelationType.LOCATED_AT if is_met else RelationType.LOCATED_IN
        return replace(literal, predicate="ある", lemma="ある", type=kind)
    if thing is EntityType.TECHNOLOGY and subject in (EntityType.TECHNOLOGY, EntityType.OBJECT, EntityType.TASK):
        return replace(literal, type=RelationType.DEPENDENCY)
    return literal


def _kind_of(text: str | None, types: Mapping[str, EntityType]) -> EntityType | None:
    """The type of the longest name that words end with."""
    surfaces = (surface for surface in types if text is not None and text.endswith(surface) and surface)
    return types.get(max(surfaces, key=len, default=""))


def _typed(literal: LiteralFact, subject: EntityType | None, types: Mapping[str, EntityType]) -> LiteralFact:
    thing = types.get(literal.object_text)
    role = literal.reasons[0].rpartition(" · ")[2] if literal.reasons else ""
    owner, _, noun = literal.object_text.rpartition("の")
    if owner and literal.lemma == _COPULA:
        kind = _by_noun(noun, subject, types.get(owner))
        if kind is not None:
            return replace(literal, object=None, object_text=owner, predicate=noun, lemma=noun, type=kind)
    near = relations.position(noun) if owner and literal.lemma in STANDING else None
    if near is not None:
        predicate = f"{noun}{role}{literal.predicate}"
        return replace(literal, object=None, object_text=owner, predicate=predicate, lemma=predicate, type=near)
    is_event = _EVENT.search(literal.object_text) is not None
    if relations.is_inside(literal.lemma, role, subject, thing) and not (_is_group(literal.object_text) or is_event):
        return _turned(literal, RelationType.CONTAINS)
    return replace(literal, type=relations.verb_relation(literal.lemma, role, subject, thing))


def _is_group(words: str) -> bool:
    """Whether words tell of a group, which one joins and is not put into."""
    tail = tail_type(words)
    return tail is not None and tail[0] in relations.NO_HOLDERS


def _turned(literal: LiteralFact, kind: RelationType) -> LiteralFact:
    """The fact as it is told of its object."""
    return replace(
        literal, type=kind, subject=literal.object, subject_text=literal.object_text, object=literal.subject,
        object_text=literal.subject_text,
    )  # fmt: skip


def _by_noun(noun: str, subject: EntityType | None, owner: EntityType | None) -> RelationType | None:
    """What 「AはBのN」 says: only of nouns that name how one stands to the other."""
    if not relations.is_relational(noun):
        return None
    relation = relations.loose_noun_relation(noun, owner, subject)
    return relation.type if relation.swapped or relation.type in relations.SYMMETRIC else None
