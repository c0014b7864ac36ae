"""Concludes from stated facts what nobody stated, as background work, and keeps it apart from them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from graph.answers import EvidenceFound, InferenceFound, Inferred
from graph.inference.conclusion import Conclusion
from graph.inference.prediction import predictions, with_likeness
from graph.inference.relations import relations
from graph.inference.succession import Clash, clashes
from graph.model import InferenceKind
from graph.sketched import stated_of
from graph.sketches import Stated
from graph.store import Store

Row = dict[str, object]

BATCH = 40
"""Entities whose change is worked off in one round."""
_HUB = 60
_FACTS_MOST = 300
_ENDS_LEAST = 0.25


class Inference:
    """Draws conclusions. One for a process; safe to share between threads.

    The queue is the graph itself: an entity carries `to_infer` from when a fact of it comes or goes until what follows
    from its facts is written.
    """

    def __init__(self, store: Store, *, spread: float) -> None:
        self._store = store
        self._spread = spread

    def pending(self, limit: int) -> int:
        """Works off up to `limit` changed entities of any user; returns how many."""
        rows = self._store.read("inference/waiting", user_id=None, limit=limit)
        by_user: dict[str, list[str]] = defaultdict(list)
        for row in rows:
            by_user[row["user_id"]].append(row["id"])
        for user_id, ids in sorted(by_user.items()):
            for at in range(0, len(ids), BATCH):
                self._round(user_id, ids[at : at + BATCH])
        return len(rows)

    def user(self, user_id: str, *, anew: bool) -> Inferred:
        """Works off all changed entities of one user; `anew`: takes everything back first and looks at all of them."""
        if anew:
            self.withdraw(user_id)
            self._store.batch("inference/mark_all", user_id=user_id)
        entities = conclusions = ended = 0
        while rows := self._store.read("inference/waiting", user_id=user_id, limit=BATCH):
            found, over = self._round(user_id, [row["id"] for row in rows])
            entities, conclusions, ended = entities + len(rows), conclusions + found, ended + over
        return Inferred(entities=entities, conclusions=conclusions, ended=ended)

    def withdraw(self, user_id: str) -> int:
        """Takes back everything inferred for a user; facts are again as they were told. Returns how much that was."""
        return int(self._store.batch("inference/withdraw", user_id=user_id)[0]["withdrawn"])

    def page(self, user_id: str, kind: InferenceKind | None, after: str, limit: int) -> tuple[InferenceFound, ...]:
        """What was inferred for a user in the order of its ids, after one of them."""
        name = None if kind is None else kind.value
        rows = self._store.read("inference/list", user_id=user_id, kind=name, after=after, limit=limit)
        return tuple(_shown(row) for row in rows)

    def _round(self, user_id: str, ids: Sequence[str]) -> tuple[int, int]:
        waiting = self._store.read("inference/near", user_id=user_id, ids=list(ids), hub=_HUB)
        if not waiting:
            return 0, 0
        # A new fact changes what follows for the neighbours too: the degree of what they share is another.
        touched = sorted({each for row in waiting for each in (row["id"], *row["near"])})
        found: dict[str, Conclusion] = {}
        endings: dict[str, Row] = {}
        for at in range(0, len(touched), BATCH):
            some = touched[at : at + BATCH]
            for row in self._store.read("inference/around", user_id=user_id, ids=some, hub=_HUB, most=_FACTS_MOST):
                facts = [stated_of(fact) for fact in row["facts"]]
                found |= {one.id: one for one in _concluded(row["id"], facts, frozenset(row["whole"]))}
                endings |= {str(one["id"]): one for one in _endings(row["id"], facts)}
        written = self._store.write(
            "inference/store",
            user_id=user_id,
            forgot_at=waiting[0]["forgot_at"],
            waiting=[{"id": row["id"], "facts": row["facts"]} for row in waiting],
            touched=touched,
            conclusions=[_row(one) for one in self._with_vectors(user_id, list(found.values()))],
            endings=list(endings.values()),
        )
        # Nothing comes back when something was forgotten meanwhile: the entities wait on, and are looked at anew.
        return (written[0]["inferred"], written[0]["ended"]) if written else (0, 0)

    def _with_vectors(self, user_id: str, found: Sequence[Conclusion]) -> list[Conclusion]:
        predicted = [[one.source, one.target] for one in found if one.kind is InferenceKind.PREDICTION]
        if not predicted:
            return list(found)
        rows = self._store.read("inference/alike", user_id=user_id, pairs=predicted)
        cosines = {(row["source"], row["target"]): float(row["cosine"]) for row in rows}
        return [
            with_likeness(one, cosines.get((one.source, one.target)), self._spread)
            if one.kind is InferenceKind.PREDICTION
            else one
            for one in found
        ]


def _concluded(entity: str, facts: Sequence[Stated], whole: frozenset[str]) -> list[Conclusion]:
    concluded = relations(facts, {entity}, whole)
    pairs = {(one.source, one.target) for one in concluded}
    likely = [one for one in predictions(facts, {entity}, whole) if (one.source, one.target) not in pairs]
    return concluded + likely


def _endings(entity: str, facts: Sequence[Stated]) -> list[Row]:
    """The rows of the facts of one entity that a later fact ends or contradicts."""
    own = [fact for fact in facts if entity in (fact.subject, fact.object)]
    return [_ending(clash) for clash in clashes(own) if clash.holder == entity and clash.confidence >= _ENDS_LEAST]


def _ending(clash: Clash) -> Row:
    properties: Row = {
        "kind": InferenceKind.SUPERSEDED.value, "type": clash.slot, "confidence": clash.confidence,
        "method": "inferred", "reasons": [clash.reason], "holder": clash.holder, "validation_status": "unvalidated",
        # What is contradicted but not over stays open.
        "at": clash.later.valid_from if clash.ends else clash.older.valid_to,
    }  # fmt: skip
    return {
        "id": f"superseded:{clash.older.id}:{clash.holder}", "source": clash.later.id, "target": clash.older.id,
        "properties": properties,
    }  # fmt: skip


def _row(one: Conclusion) -> Row:
    properties: Row = {
        "kind": one.kind.value, "type": one.type, "confidence": one.confidence, "method": "inferred",
        "reasons": list(one.reasons), "validation_status": "unvalidated",
    }  # fmt: skip
    return {
        "id": one.id, "source": one.source, "target": one.target, "evidence": list(one.evidence),
        "properties": properties,
    }  # fmt: skip


def _shown(row: Mapping[str, Any]) -> InferenceFound:
    inference = row["inference"]
    return InferenceFound(
        id=inference["id"],
        kind=InferenceKind(inference["kind"]),
        type=inference["type"],
        source_id=row["source"]["id"],
        source=row["source"]["name"],
        target_id=row["target"]["id"],
        target=row["target"]["name"],
        confidence=inference["confidence"],
        reasons=tuple(inference["reasons"]),
        evidence=tuple(EvidenceFound(**fact) for fact in row["evidence"]),
        validation_status=inference["validation_status"],
    )
