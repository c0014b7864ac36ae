"""Infers facts from stated ones in the background, and keeps them apart from the stated ones."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graph.db.background_queue import BackgroundQueue, Round, Waiting
from graph.db.row import Row
from graph.db.store import Runs, Step, Store
from graph.db.type_catalogue import SYMMETRIC
from graph.db.values import value_of
from graph.db.verdicts import verdict_of
from graph.errors import NotFound
from graph.insight.inference.conclusion import Conclusion
from graph.insight.inference.prediction import predictions, with_likeness
from graph.insight.inference.relations import relations
from graph.insight.inference.succession import (
    Clash,
    clashes,
    enders,
    lemmas,
    prefixes,
    standing,
    types,
)
from graph.insight.link_feature_mapping import stated_in
from graph.insight.link_features import Stated
from graph.model.links import InferenceFound, Inferred
from graph.model.types import InferenceKind, Validation

BATCH = 40
"""Changed entities of one round, and entities whose facts are read at once."""
_TOUCHED_MOST = 200
"""Entities that are concluded from in one write, which holds the user's lock; one and its neighbours always are."""
_FACTS_MOST = 300
_ENDS_LEAST = 0.25
_HELD_MOST = 5_000
"""Facts of an entity that may end each other, the newest of them, which are compared."""
_SETTLED_AT_ONCE = 2_000
"""New facts that are looked at in one round."""
_OWN_KINDS = tuple(kind.value for kind in InferenceKind if kind is not InferenceKind.DUPLICATE)
"""The kinds that are inferred here; duplicates are found by linking."""


class InferenceRunner:
    """Draws conclusions. One for a process; safe to share between threads.

    An entity carries `to_infer` from when a fact of it comes or goes until what follows from its facts is written.
    """

    def __init__(self, store: Store, *, alike: Callable[[float], float], hub: int, repeated: float = 0.0) -> None:
        """`alike` calibrates the cosine of two entities' vectors to a similarity (0–1).

        An entity with more than `hub` facts ties nothing to anything. `repeated` is the importance that a memory gets
        back of which a person says that it repeats no other.
        """
        self._repeated = repeated
        self._hub = hub
        self._store = store
        self._alike = alike
        self.queue = BackgroundQueue(
            lambda user_id, limit: store.read("inference/waiting", user_id=user_id, limit=limit),
            self._infer,
            batch=BATCH,
        )
        self.endings = BackgroundQueue(
            lambda user_id, limit: store.read("inference/unsettled", user_id=user_id, limit=limit),
            self.settle,
            batch=_SETTLED_AT_ONCE,
        )

    def user(self, user_id: str, *, anew: bool) -> Inferred:
        """Works off all changed entities of one user; `anew`: takes back what nobody judged, then works off all."""
        if anew:
            # Marked before, so that a run killed here is taken up again; and after, for what was worked off meanwhile.
            self._store.batch("inference/mark_all", user_id=user_id)
            self._store.batch("inference/withdraw", user_id=user_id, kinds=_OWN_KINDS)
            self._store.batch("inference/mark_all", user_id=user_id)
            self._store.batch("inference/unsettle", user_id=user_id)
        # What has ended proves nothing: that comes first, or what follows would depend on who is looked at first.
        self.endings.user(user_id)
        done = self.queue.user(user_id)
        return Inferred(entities=done.taken, conclusions=done.written, ended=done.ended)

    def withdraw(self, user_id: str) -> int:
        """Takes back what was inferred for a user and nobody judged; facts are again as told. Returns how much."""
        kinds = [kind.value for kind in InferenceKind]
        return int(self._store.batch("inference/withdraw", user_id=user_id, kinds=kinds)[0]["withdrawn"])

    def page(
        self, user_id: str, kind: InferenceKind | None, verdict: Validation | None, after: str, limit: int
    ) -> tuple[InferenceFound, ...]:
        """What was inferred for a user in the order of its ids, after one of them: of one verdict, or not rejected."""
        name, status = kind and kind.value, verdict and verdict.value
        rows = self._store.read("inference/list", user_id=user_id, kind=name, status=status, after=after, limit=limit)
        return tuple(_shown(row) for row in rows)

    def judge(self, user_id: str, inference_id: str, verdict: Row, recording: Step) -> InferenceFound:
        """Writes what a person says of an inference, as `verdict_row` has it, and returns it. Raises NotFound."""
        given: Row = {"user_id": user_id, "id": inference_id, "repeated": self._repeated, **verdict}

        def work(runs: Runs) -> InferenceFound:
            rows = runs("inference/judge", given)
            if not rows:
                raise NotFound("inference", inference_id)
            recording.run(runs)
            return _shown(rows[0])

        return self._store.together(work)

    def settle(self, user_id: str, waiting: Waiting) -> Round:
        """Ends what some new facts end, without drawing conclusions: two reads and a write for a batch of facts."""
        ids = [row["id"] for row in waiting]
        entities = sorted({end for row in waiting for end in row["ends"]})
        held = self._held(user_id, entities) if entities else []
        endings = {
            str(ending["id"]): ending for row in held for ending in endings_among(stated_in(row["facts"]), row["id"])
        }
        written = self._store.write(
            "inference/settle",
            user_id=user_id,
            forgot_at=waiting[0]["forgot_at"],
            ids=ids,
            endings=list(endings.values()),
        )
        return Round(taken=len(ids) if written else 0, ended=int(written[0]["ended"]) if written else 0)

    def _held(self, user_id: str, entities: Sequence[str]) -> list[Row]:
        return self._store.read(
            "inference/held",
            user_id=user_id,
            ids=list(entities),
            lemmas=sorted(lemmas()),
            types=sorted(types()),
            prefixes=list(prefixes()),
            enders=sorted(enders()),
            most=_HELD_MOST,
            symmetric=SYMMETRIC,
        )

    def _infer(self, user_id: str, changed: Waiting) -> Round:
        """Works off the first of some entities, as many as one write may touch."""
        ids = [row["id"] for row in changed]
        near = self._store.read("inference/near", user_id=user_id, ids=ids, hub=self._hub)
        if not near:
            return Round()
        waiting, touched = _within_reach(near)
        conclusions: dict[str, Conclusion] = {}
        endings: dict[str, Row] = {}
        for at in range(0, len(touched), BATCH):
            some = touched[at : at + BATCH]
            for row in self._store.read(
                "inference/around", user_id=user_id, ids=some, symmetric=SYMMETRIC, hub=self._hub, most=_FACTS_MOST
            ):
                facts = stated_in(row["facts"])
                conclusions |= {
                    conclusion.id: conclusion for conclusion in _concluded(row["id"], facts, frozenset(row["whole"]))
                }
            for row in self._held(user_id, some):
                endings |= {str(ending["id"]): ending for ending in endings_among(stated_in(row["facts"]), row["id"])}
        written = self._store.write(
            "inference/store",
            user_id=user_id,
            forgot_at=waiting[0]["forgot_at"],
            waiting=[{"id": row["id"], "facts": row["facts"]} for row in waiting],
            touched=touched,
            conclusions=[_row(conclusion) for conclusion in self._with_vectors(user_id, list(conclusions.values()))],
            endings=list(endings.values()),
            symmetric=SYMMETRIC,
        )
        # Nothing comes back when something was forgotten meanwhile: the entities wait on, and are looked at anew.
        if not written:
            return Round()
        (row,) = written
        return Round(taken=row["unmarked"], written=row["inferred"], ended=row["ended"])

    def _with_vectors(self, user_id: str, conclusions: Sequence[Conclusion]) -> list[Conclusion]:
        predicted = [
            [conclusion.source, conclusion.target]
            for conclusion in conclusions
            if conclusion.kind is InferenceKind.PREDICTION
        ]
        if not predicted:
            return list(conclusions)
        rows = self._store.read("inference/alike", user_id=user_id, pairs=predicted)
        alike = {(row["source"], row["target"]): self._alike(float(row["cosine"])) for row in rows}
        return [
            with_likeness(conclusion, alike.get((conclusion.source, conclusion.target), 0.0))
            if conclusion.kind is InferenceKind.PREDICTION
            else conclusion
            for conclusion in conclusions
        ]


def _within_reach(near: Sequence[Mapping[str, Any]]) -> tuple[list[Mapping[str, Any]], list[str]]:
    """The first of the changed entities and all they touch.

    A new fact changes what follows for the neighbours too: the degree of what they share is another.
    """
    waiting: list[Mapping[str, Any]] = []
    touched: set[str] = set()
    for row in near:
        more = touched | {row["id"], *row["near"]}
        if waiting and len(more) > _TOUCHED_MOST:
            break
        waiting.append(row)
        touched = more
    return waiting, sorted(touched)


def _concluded(entity: str, facts: Sequence[Stated], whole: frozenset[str]) -> list[Conclusion]:
    """What follows for one entity from the facts that still hold."""
    holding = standing(facts)
    concluded = relations(holding, {entity}, whole)
    pairs = {(conclusion.source, conclusion.target) for conclusion in concluded}
    likely = [
        conclusion
        for conclusion in predictions(holding, {entity}, whole)
        if (conclusion.source, conclusion.target) not in pairs
    ]
    return concluded + likely


def endings_among(facts: Sequence[Stated], entity: str) -> list[Row]:
    """The rows of the facts around one entity that a later fact ends or contradicts, for what this entity has."""
    return [_ending(clash) for clash in clashes(facts) if clash.holder == entity and clash.confidence >= _ENDS_LEAST]


def _ending(clash: Clash) -> Row:
    properties: Row = {
        "kind": InferenceKind.SUPERSEDED.value, "type": clash.slot, "confidence": clash.confidence,
        "method": "inferred", "reasons": [clash.reason], "holder": clash.holder,
        # What is contradicted but not over stays open.
        "at": clash.later.valid_from if clash.ends else clash.older.valid_to,
    }  # fmt: skip
    return {
        "id": f"superseded:{clash.older.id}:{clash.later.id}", "source": clash.later.id, "target": clash.older.id,
        "properties": properties,
    }  # fmt: skip


def _row(conclusion: Conclusion) -> Row:
    properties: Row = {
        "kind": conclusion.kind.value, "type": conclusion.type, "confidence": conclusion.confidence,
        "method": "inferred", "reasons": list(conclusion.reasons),
    }  # fmt: skip
    return {
        "id": conclusion.id, "source": conclusion.source, "target": conclusion.target,
        "evidence": list(conclusion.evidence), "properties": properties,
    }  # fmt: skip


def _shown(row: Mapping[str, Any]) -> InferenceFound:
    inference, source, target = row["inference"], row["source"], row["target"]
    ends = {"source_id": source["id"], "source": source["name"], "target_id": target["id"], "target": target["name"]}
    return value_of(InferenceFound, {**inference, **ends, "evidence": row["evidence"]}, **verdict_of(inference))
