"""Which relation a literal fact states by its verb and the types of its ends, or by these alone in a note of work."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from extraction.lang.ja.facts import relations
from extraction.lang.ja.names.entities import Name
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Polarity, RelationType, tells

_COPULA: Final = "だ"
_PEOPLE: Final = (EntityType.PERSON, EntityType.ORGANIZATION)
_PLACE: Final = re.compile(r"(?:先|元|場所|地|会場|宿|所)$")
"""Nouns of places, which a place is, and which do not stand there: 行き先は箱根."""
POSTS: Final = ("窓口", "担当", "担当者", "責任者", "リーダー", "オーナー", "議長", "司会", "書記")
"""What somebody is for the whole of what a note is about."""


def with_types(
    literals: Iterable[LiteralFact],
    names: Sequence[Name],
    types: Mapping[str, EntityType],
    *,
    of_work: bool,
) -> Iterator[LiteralFact]:
    """The literal facts of a document with the relations that their words state; what is only planned has none.

    `types` are those of the names of the document by their surfaces.
    """
    for literal in literals:
        subject = types.get(literal.subject_text) if literal.subject is None else names[literal.subject].type
        is_typed = literal.type is not RelationType.RELATES_TO or not tells(literal.modality)
        typed = literal if is_typed else _of_verb(literal, subject, types.get(literal.object_text))
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


def _turned(literal: LiteralFact, kind: RelationType) -> LiteralFact:
    """The fact as it is told of its object."""
    return replace(
        literal, type=kind, subject=literal.object, subject_text=literal.object_text, object=literal.subject,
        object_text=literal.subject_text,
    )  # fmt: skip


def _of_verb(literal: LiteralFact, subject: EntityType | None, thing: EntityType | None) -> LiteralFact:
    role = literal.reasons[0].rpartition(" · ")[2] if literal.reasons else ""
    return replace(literal, type=relations.verb_relation(literal.lemma, role, subject, thing))
