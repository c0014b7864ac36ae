"""What a person says of the graph: entities confirmed, relations and links of memories made, weighed and taken away.

A relation by hand is a memory of its own that states it, of the source `ORIGIN`: it has a sentence, a time and a
history as every other, survives merges and new texts, and goes when it is forgotten.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from graph.catalogue.catalogue import Catalogue
from graph.catalogue.order import EntityTypes
from graph.db.verdicts import note_of
from graph.errors import Invalid, NotFound
from graph.insight.link import MemoryLinker
from graph.intake.checks import choice, short
from graph.journal.journal import Journal
from graph.model.draft import Draft, GivenFact
from graph.model.entities import EntityDetail, Relation, RelationRemoved
from graph.model.life.journal import Act
from graph.model.links import MemoryLink
from graph.model.memory import Forgotten, Remembered
from graph.model.types import EntityType, LinkKind, RelationType, Validation
from graph.resolution.entity_actions import Entities

ORIGIN: Final = "by hand"
"""The source of memories that state a relation and nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandParts:
    """What acts by hand are made of; `remember` and `forget` are those of one user."""

    entities: Entities
    catalogue: Catalogue
    linking: MemoryLinker
    journal: Journal
    clock: Callable[[], datetime]
    remember: Callable[[Draft], Remembered]
    forget: Callable[[str], Forgotten]


@dataclass(frozen=True, slots=True, kw_only=True)
class _End:
    """An end of a relation by hand; a new name has no types yet."""

    name: str
    type: EntityType | None = None
    types: frozenset[str] | None = None

    def within(self, allowed: Sequence[str] | None, types: EntityTypes) -> "_End | None":
        """The end, if it is of the types allowed, None for any; a new one becomes of the first of the system's."""
        if allowed is None or (self.types is not None and not self.types.isdisjoint(allowed)):
            return self
        if self.types is not None:
            return None
        known = next((name for name in allowed if types.kinds[name].system), None)
        return None if known is None else replace(self, type=EntityType(known))


class ByHand:
    """Acts of one user. Entities are meant by id, by how it begins, by name or alias."""

    def __init__(self, parts: HandParts, user_id: str) -> None:
        self._parts = parts
        self._user_id = user_id

    def confirm(
        self, entity: str, status: Validation = Validation.CONFIRMED, *, note: str | None = None
    ) -> EntityDetail:
        """Says that an entity is right, or with `unvalidated` takes that back. Cleaning leaves what is confirmed.

        Raises NotFound, Conflict, Invalid.
        """
        status = choice("status", Validation, status)
        return self._parts.entities.confirm(
            self._user_id, self._called(entity), status, by=self._user_id, note=note_of(note)
        )

    def relate(
        self,
        source: str,
        kind: str,
        target: str,
        *,
        text: str | None = None,
        weight: float | None = None,
        confidence: float | None = None,
    ) -> Relation:
        """Says that two entities are tied by a type of the system or an own one; new names become entities.

        It is kept as a memory of its own, with the sentence `text`. Raises Conflict, Invalid.
        """
        weight, confidence = _share("weight", weight), _share("confidence", confidence)
        order = self._parts.catalogue.relations(self._user_id)
        type_ = order.named("kind", kind)
        root = order.root(type_)
        types = self._parts.catalogue.entities(self._user_id)
        first, last = self._end(source), self._end(target)
        ways = (
            (first.within(way.sources, types), last.within(way.targets, types))
            for way in order.between(type_.name, types)
        )
        ends = next(((start, end) for start, end in ways if start is not None and end is not None), None)
        if ends is None:
            allowed = (", ".join(each) or "anything" for each in order.ends(type_.name))
            raise Invalid("kind", "it does not tie these two.", allowed=" to ".join(allowed))
        words = None if type_.system else (*type_.predicates, type_.name_en)[0]
        fact = GivenFact(
            subject=first.name, type=root, object=last.name, predicate=words, subject_type=ends[0].type,
            object_type=ends[1].type,
        )  # fmt: skip
        sentence = text or f"{first.name} → {words or type_.name_en} → {last.name}"
        self._parts.remember(Draft(text=sentence, facts=(fact,), source=ORIGIN))
        source_id, target_id = self._called(source), self._called(target)
        if self._relation(source_id, target_id, root).validation_status is Validation.REJECTED:
            # Who says it by hand takes back that it is not so.
            self._parts.entities.judge(
                self._user_id, source_id, root, target_id, Validation.UNVALIDATED, by=self._user_id, note=None
            )
        if weight is None and confidence is None:
            return self._relation(source_id, target_id, root)
        return self._parts.entities.weigh(
            self._user_id, source_id, root, target_id, weight=weight, confidence=confidence
        )

    def weigh(
        self,
        source: str,
        kind: str,
        target: str,
        *,
        weight: float | None = None,
        confidence: float | None = None,
    ) -> Relation:
        """Says how much a relation weighs and how sure it is, 0 to 1; what is None its evidence tells again.

        Raises NotFound, Conflict, Invalid.
        """
        weight, confidence = _share("weight", weight), _share("confidence", confidence)
        ends = self._called(source), self._called(target)
        return self._parts.entities.weigh(
            self._user_id, ends[0], self._root(kind), ends[1], weight=weight, confidence=confidence
        )

    def unrelate(self, source: str, kind: str, target: str) -> RelationRemoved:
        """Takes a relation away: memories made by `relate` are forgotten; what texts state as well is rejected.

        Raises NotFound, Conflict, Invalid.
        """
        root, ends = self._root(kind), (self._called(source), self._called(target))
        self._relation(*ends, root)
        stating = self._parts.entities.stating(self._user_id, ends[0], root, ends[1], ORIGIN)
        for memory_id in stating:
            self._parts.forget(memory_id)
        try:
            self._relation(*ends, root)
        except NotFound:
            return RelationRemoved(memories=len(stating), rejected=False)
        self._parts.entities.judge(
            self._user_id, ends[0], root, ends[1], Validation.REJECTED, by=self._user_id, note=None
        )
        return RelationRemoved(memories=len(stating), rejected=True)

    def tie(
        self,
        memory_id: str,
        other: str,
        kind: LinkKind,
        *,
        weight: float = 1.0,
        confidence: float = 1.0,
        subtype: str | None = None,
        note: str | None = None,
    ) -> MemoryLink:
        """Ties two memories, or changes weight, confidence and note of what ties them; it counts as confirmed.

        `subtype` says in a word of yours what ties them more exactly.

        Raises NotFound, Invalid.
        """
        kind = choice("kind", LinkKind, kind)
        if memory_id == other:
            raise Invalid("other", "a memory cannot be tied to itself.", allowed="the id of another memory")
        given = {
            "weight": _share("weight", weight), "confidence": _share("confidence", confidence),
            "subtype": (short("subtype", subtype) or "").strip() or None, "by": self._user_id,
            "note": note_of(note), "now": self._parts.clock(),
        }  # fmt: skip
        recording = self._parts.journal.step(self._user_id, Act.LINK_MADE, [memory_id, other], subject=kind.value)
        return self._parts.linking.make(self._user_id, memory_id, other, kind, given, recording)

    def untie(self, memory_id: str, other: str, kind: LinkKind) -> None:
        """Takes away a link that was made by hand. Raises NotFound for one that was found: reject that instead."""
        kind = choice("kind", LinkKind, kind)
        recording = self._parts.journal.step(self._user_id, Act.LINK_UNMADE, [memory_id, other], subject=kind.value)
        self._parts.linking.unmake(self._user_id, memory_id, other, kind, recording)

    def _called(self, entity: str) -> str:
        return self._parts.entities.called(self._user_id, entity)

    def _root(self, kind: str) -> RelationType:
        order = self._parts.catalogue.relations(self._user_id)
        return order.root(order.named("kind", kind))

    def _end(self, entity: str) -> _End:
        """An entity by its first name, by which a given fact finds it, and by its types; or a new one."""
        try:
            detail = self._parts.entities.show(self._user_id, self._called(entity))
        except NotFound:
            return _End(name=entity)
        name, held = detail.names[0], detail.entity
        return _End(name=name.name, type=name.type, types=frozenset(filter(None, (held.type, held.subtype))))

    def _relation(self, source: str, target: str, kind: RelationType) -> Relation:
        for each in self._parts.entities.show(self._user_id, source).relations:
            if each.type is kind and target in (each.source, each.target):
                return each
        raise NotFound("relation", f"{source} {kind.value} {target}")


def _share(name: str, value: float | None) -> float | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1):
        raise Invalid(name, "it is out of range.", allowed="a number from 0 to 1")
    return None if value is None else float(value)
