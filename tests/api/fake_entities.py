"""The part of the small knowledge that keeps what a person says of entities: enough to drive the doors."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar, cast

from graph.errors import Conflict, Invalid, NotFound
from graph.model.entities import (
    Entity,
    EntityDetail,
    EntityFact,
    EntityHit,
    EntityName,
    EntityPage,
    MentionedIn,
    MergeCandidate,
    ProposalPage,
    Proposed,
    Referral,
    Relation,
    RelationRemoved,
)
from graph.model.links import MemoryLink
from graph.model.memory import EntityFound, FactFound, Memory
from graph.model.types import EntityType, LinkKind, RelationType, Validation
from graph.serving.by_hand import ByHand
from tests.api.fake_types import FakeTypes

EPOCH = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)
Said = dict[str, object]
Found = TypeVar("Found")


class FakeEntities(FakeTypes):
    """Entities are the names of a user's memories; what a person said of them is kept by user.

    `propose` makes two of them look like one.
    """

    def __init__(self) -> None:
        FakeTypes.__init__(self)
        self._into: dict[tuple[str, str], str] = {}
        self._apart: dict[str, set[frozenset[str]]] = {}
        self._edits: dict[tuple[str, str], Said] = {}
        self._rejected: set[tuple[str, str]] = set()
        self._verdicts: dict[tuple[str, str, str, str], Said] = {}
        self._proposed: dict[str, dict[tuple[str, str], float]] = {}

    @abstractmethod
    def of_user(self, user_id: str) -> list[Memory]:
        """The memories of a user."""

    @abstractmethod
    def entities_in(self, memory: Memory) -> tuple[EntityFound, ...]:
        """The entities a memory mentions."""

    @abstractmethod
    def facts_in(self, memory: Memory) -> tuple[FactFound, ...]:
        """The facts a memory states."""

    def propose(self, user_id: str, first: str, second: str, score: float = 0.7) -> None:
        self._proposed.setdefault(user_id, {})[first, second] = score

    def entities(
        self,
        user_id: str,
        *,
        kind: str | None = None,
        text: str | None = None,
        limit: int = 20,
        cursor: str | None = None,
    ) -> EntityPage:
        wanted = (text or "").casefold()
        asked = [name for names in self.catalogue.entities(user_id).asked(kind) for name in names] if kind else []
        fits = [
            entity
            for entity in self._every(user_id).values()
            if (not kind or {entity.type.value, entity.subtype} & {*asked})
            and any(wanted in name.casefold() for name in (entity.name, *entity.aliases))
        ]
        page, following = _paged(sorted(fits, key=lambda entity: (-entity.mention_count, entity.id)), limit, cursor)
        return EntityPage(entities=tuple(page), next_cursor=following)

    def entities_about(
        self, user_id: str, about: str, *, kind: str | None = None, limit: int = 10
    ) -> tuple[EntityHit, ...]:
        """Those in whose memories most words of the description stand."""
        words = {*about.casefold().split()}
        hits: list[EntityHit] = []
        for entity in self.entities(user_id, kind=kind, limit=200).entities:
            named = [each for each in self.of_user(user_id) if entity.id in {m.id for m in self.entities_in(each)}]
            shared = [(len(words & {*each.text.casefold().split()}) / max(1, len(words)), each) for each in named]
            score, memory = max(shared, key=lambda pair: pair[0])
            if score:
                hit = EntityHit(
                    entity=entity, score=score, cosine=None, passage_cosine=score, memory_id=memory.id,
                    snippet=memory.text,
                )  # fmt: skip
                hits.append(hit)
        return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.entity.id))[:limit])

    def entities_of(self, user_id: str) -> list[Entity]:
        return list(self._every(user_id).values())

    def entity(self, user_id: str, entity_id: str) -> EntityDetail:
        entity = self._known(user_id, entity_id)
        names = [(mention, memory) for memory in self.of_user(user_id) for mention in self.entities_in(memory)]
        mentions = [(mention, memory) for mention, memory in names if self._final(user_id, mention.id) == entity_id]
        proposals = self.proposals(user_id).proposals
        beside = {end for p in proposals for end in (p.one, p.other) if entity_id in {p.one.id, p.other.id}}
        facts = self._facts_of(user_id, entity_id)
        edits = self._edits.get((user_id, entity_id), {})
        return EntityDetail(
            entity=entity,
            names=tuple(
                EntityName(
                    key=name.casefold(), name=name, type=entity.type, count=1, held=identity != entity_id,
                    was=(identity,) if identity != entity_id else (),
                )
                for identity, name in dict.fromkeys((mention.id, mention.name) for mention, _ in mentions)
            ),
            relations=self._relations(user_id, entity_id),
            meant_by=(),
            proposals=tuple(
                Referral(id=candidate.id, name=candidate.name, confidence=0.7, reasons=("sound",), shown=False)
                for candidate in sorted(beside, key=lambda candidate: candidate.id)
                if candidate.id != entity_id
            ),
            facts=facts,
            fact_count=len(facts),
            memories=tuple(
                MentionedIn(
                    memory_id=memory.id, title=memory.title, created_at=memory.created_at, occurred_at=None,
                    status=memory.status, surfaces=mention.surfaces,
                )
                for mention, memory in mentions
            ),
            memory_count=len(mentions),
            merged_from=tuple(merged for (user, merged), into in self._into.items()
                              if (user, into) == (user_id, entity_id)),
            apart=tuple(sorted(other for pair in self._apart.get(user_id, ()) if entity_id in pair for other in pair
                               if other != entity_id)),
            given=tuple(cast("Sequence[str]", edits.get("aliases", ()))),
            attributes=cast("Mapping[str, object]", edits.get("attributes", {})),
        )  # fmt: skip

    def entity_called(self, user_id: str, called: str) -> str:
        every = self._every(user_id)
        if called in every:
            return called
        wanted = called.casefold()
        ids = [
            entity.id
            for entity in every.values()
            if wanted in {name.casefold() for name in (entity.name, *entity.aliases)}
        ]
        ids = ids or [identity for identity in every if len(called) >= 6 and identity.startswith(wanted)]
        if not ids:
            raise NotFound("entity", called)
        if len(ids) > 1:
            raise Conflict(f"More than one entity is called that. Say which by its id: {'; '.join(ids)}.")
        return ids[0]

    def proposals(self, user_id: str, *, limit: int = 50, cursor: str | None = None) -> ProposalPage:
        every = self._every(user_id)
        waiting = [
            Proposed(one=_candidate(every[first]), other=_candidate(every[second]), score=score, reasons=("sound",))
            for (first, second), score in self._proposed.get(user_id, {}).items()
            if first in every and second in every and frozenset((first, second)) not in self._apart.get(user_id, ())
        ]
        page, following = _paged(sorted(waiting, key=lambda pair: -pair.score), limit, cursor)
        return ProposalPage(proposals=tuple(page), next_cursor=following)

    def merge(self, user_id: str, into: str, other: str, *, by: str | None = None, force: bool = False) -> EntityDetail:  # noqa: ARG002
        if into == other:
            raise Invalid("other", "an entity cannot be merged with itself.")
        kept = self._known(user_id, into)
        if self._into.get((user_id, other)) != into:
            if self._known(user_id, other).type is not kept.type and not force:
                raise Conflict("The two entities are of different types.")
            self._into[user_id, other] = into
        return self.entity(user_id, into)

    def split(
        self,
        user_id: str,
        entity_id: str,
        *,
        names: Sequence[str] | None = None,
        by: str | None = None,  # noqa: ARG002
    ) -> EntityDetail:
        detail = self.entity(user_id, entity_id)
        wanted = {name.casefold() for name in names or ()}
        leaving = [name for name in detail.names if name.was and (names is None or name.key in wanted)]
        if not leaving:
            raise Invalid("names", "nothing was merged into it by hand.")
        gone = leaving[-1].was[0]
        del self._into[user_id, gone]
        self.keep_apart(user_id, entity_id, gone)
        return self.entity(user_id, gone)

    def keep_apart(
        self,
        user_id: str,
        entity_id: str,
        other: str,
        *,
        by: str | None = None,  # noqa: ARG002
        note: str | None = None,  # noqa: ARG002
    ) -> EntityDetail:
        if entity_id == other:
            raise Invalid("other", "an entity cannot be kept apart from itself.")
        self._known(user_id, entity_id)
        self._known(user_id, other)
        self._apart.setdefault(user_id, set()).add(frozenset((entity_id, other)))
        return self.entity(user_id, entity_id)

    def edit_entity(self, user_id: str, entity_id: str, changes: Mapping[str, object]) -> EntityDetail:
        self._known(user_id, entity_id)
        if not changes:
            raise Invalid("changes", "cannot be changed.")
        if "type" in changes:
            types = self.catalogue.entities(user_id)
            kind = types.named("type", str(changes["type"]))
            changes = {**({} if kind.system else {"subtype": kind.name}), **changes, "type": types.root(kind).value}
        self._edits.setdefault((user_id, entity_id), {}).update(changes)
        return self.entity(user_id, entity_id)

    def reject_entity(self, user_id: str, entity_id: str, *, by: str | None = None) -> int:  # noqa: ARG002
        facts = len(self._facts_of(user_id, self._known(user_id, entity_id).id))
        self._rejected.add((user_id, entity_id))
        return facts

    def judge_relation(
        self,
        user_id: str,
        source: str,
        kind: RelationType,
        target: str,
        status: Validation,
        *,
        by: str | None = None,
        note: str | None = None,
    ) -> Relation:
        self._verdicts[user_id, source, kind.value, target] = {
            "validation_status": status, "validated_by": by or user_id, "note": note,
        }  # fmt: skip
        there = self._relations(user_id, source) if source in self._every(user_id) else ()
        relations = [
            relation
            for relation in there
            if (relation.source, relation.type, relation.target) == (source, kind, target)
        ]
        if not relations:
            raise NotFound("relation", f"{source} {kind.value} {target}")
        return relations[0]

    def by_hand(self, user_id: str) -> ByHand:
        return _Hand(self, user_id)

    def relation(self, user_id: str, source: str, kind: str, target: str) -> Relation:
        """The relation of this type. Raises NotFound."""
        ends = self.entity_called(user_id, source), self.entity_called(user_id, target)
        for each in self._relations(user_id, ends[0]):
            if (each.source, each.type, each.target) == (ends[0], kind, ends[1]):
                return each
        raise NotFound("relation", f"{source} {kind} {target}")

    def _final(self, user_id: str, entity_id: str) -> str:
        while (user_id, entity_id) in self._into:
            entity_id = self._into[user_id, entity_id]
        return entity_id

    def _every(self, user_id: str) -> dict[str, Entity]:
        made: dict[str, Entity] = {}
        for memory in self.of_user(user_id):
            for mention in self.entities_in(memory):
                identity = self._final(user_id, mention.id)
                if (user_id, identity) in self._rejected:
                    continue
                known = made.get(identity) or _entity(identity, mention)
                aliases = dict.fromkeys((*known.aliases, mention.name))
                made[identity] = replace(known, mention_count=known.mention_count + 1, aliases=tuple(aliases))
        return {identity: self._edited(user_id, entity) for identity, entity in made.items()}

    def _edited(self, user_id: str, entity: Entity) -> Entity:
        edits = self._edits.get((user_id, entity.id), {})
        name = str(edits.get("name", entity.name))
        given = cast("Sequence[str]", edits.get("aliases", ()))
        return replace(
            entity,
            name=name,
            type=EntityType(str(edits.get("type", entity.type))),
            subtype=cast("str | None", edits.get("subtype")),
            aliases=tuple(alias for alias in dict.fromkeys((*entity.aliases, *given)) if alias != name),
            description=cast("str | None", edits.get("description")),
            edited=tuple(sorted(edits)),
        )

    def _known(self, user_id: str, entity_id: str) -> Entity:
        every = self._every(user_id)
        if entity_id not in every:
            raise NotFound("entity", entity_id)
        return every[entity_id]

    def _facts_of(self, user_id: str, entity_id: str) -> tuple[EntityFact, ...]:
        ids = {mention.name: self._final(user_id, mention.id) for memory in self.of_user(user_id)
               for mention in self.entities_in(memory)}  # fmt: skip
        return tuple(
            EntityFact(
                id=fact.id, memory_id=memory.id, subject_id=ids[fact.subject], subject=fact.subject,
                predicate=fact.predicate, object_id=ids[fact.object], object=fact.object, type=fact.type,
                polarity=fact.polarity, modality=fact.modality, confidence=fact.confidence,
                sentence=memory.text[fact.start : fact.end], said_at=memory.created_at, valid_to=None,
            )
            for memory in self.of_user(user_id)
            for fact in self.facts_in(memory)
            if {fact.subject, fact.object} <= ids.keys() and entity_id in {ids[fact.subject], ids[fact.object]}
        )  # fmt: skip

    def _relations(self, user_id: str, entity_id: str) -> tuple[Relation, ...]:
        made: dict[tuple[str, str, str], Relation] = {}
        for fact in self._facts_of(user_id, entity_id):
            source, target = fact.subject_id, fact.object_id
            if source is None or target is None:
                continue
            pair = (source, fact.type.value, target)
            before = made[pair].evidence_count if pair in made else 0
            verdict = self._verdicts.get((user_id, *pair), {})
            made[pair] = Relation(
                source=source, source_name=fact.subject, type=fact.type, target=target,
                target_name=fact.object, predicate=fact.predicate, evidence_count=before + 1, confidence=0.8,
                **{"validation_status": Validation.UNVALIDATED, **verdict},  # pyright: ignore[reportArgumentType]
            )  # fmt: skip
        return tuple(made.values())


class _Hand(ByHand):
    def __init__(self, knowledge: FakeEntities, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def confirm(
        self,
        entity: str,
        status: Validation = Validation.CONFIRMED,
        *,
        note: str | None = None,  # noqa: ARG002
    ) -> EntityDetail:
        detail = self._knowledge.entity(self._user_id, self._knowledge.entity_called(self._user_id, entity))
        return replace(detail, entity=replace(detail.entity, validation_status=status.value))

    def relate(
        self,
        source: str,
        kind: str,
        target: str,
        *,
        text: str | None = None,  # noqa: ARG002
        weight: float | None = None,  # noqa: ARG002
        confidence: float | None = None,
    ) -> Relation:
        return Relation(
            source=source, source_name=source, type=RelationType(kind), target=target, target_name=target,
            predicate="friend", evidence_count=1, confidence=confidence or 0.5,
            validation_status=Validation.UNVALIDATED,
        )  # fmt: skip

    def weigh(
        self,
        source: str,
        kind: str,
        target: str,
        *,
        weight: float | None = None,  # noqa: ARG002
        confidence: float | None = None,
    ) -> Relation:
        return replace(self._knowledge.relation(self._user_id, source, kind, target), confidence=confidence or 0.5)

    def unrelate(self, source: str, kind: str, target: str) -> RelationRemoved:
        self._knowledge.relation(self._user_id, source, kind, target)
        return RelationRemoved(memories=0, rejected=True)

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
        memories = {each.id: each for each in self._knowledge.of_user(self._user_id)}
        if memory_id not in memories or other not in memories:
            raise NotFound("memory", other)
        return MemoryLink(
            kind=kind, outgoing=True, memory=memories[other], weight=weight, confidence=confidence, evidence_count=1,
            method="manual", reasons=(), keywords=(), first_evidence=EPOCH, last_evidence=EPOCH,
            validation_status=Validation.CONFIRMED, validated_by=self._user_id, validated_at=EPOCH, note=note,
            subtype=subtype,
        )  # fmt: skip

    def untie(self, memory_id: str, other: str, kind: LinkKind) -> None:
        self.tie(memory_id, other, kind)


def _entity(identity: str, mention: EntityFound) -> Entity:
    return Entity(
        id=identity, name=mention.name, type=mention.type, subtype=None, aliases=(), description=None, mention_count=0,
        confidence=mention.confidence, validation_status="unvalidated", edited=(), first_seen=EPOCH, last_seen=EPOCH,
    )  # fmt: skip


def _candidate(entity: Entity) -> MergeCandidate:
    return MergeCandidate(
        id=entity.id, name=entity.name, type=entity.type, aliases=entity.aliases, mention_count=entity.mention_count
    )


def _paged(items: list[Found], limit: int, cursor: str | None) -> tuple[list[Found], str | None]:
    if not 1 <= limit <= 200:
        raise Invalid("limit", "is out of range.", allowed="1 to 200")
    if cursor is not None and not cursor.isdecimal():
        raise Invalid("cursor", "was not given out for this list.")
    start = int(cursor or 0)
    return items[start : start + limit], str(start + limit) if start + limit < len(items) else None
