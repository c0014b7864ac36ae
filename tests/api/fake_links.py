"""The part of the small knowledge that links and infers: enough to drive the doors."""

import math
from abc import abstractmethod
from datetime import UTC, datetime
from threading import Event
from typing import Any

from graph.db.verdicts import Verdict, verdict_of, verdict_row
from graph.errors import NotFound
from graph.knowledge import Knowledge
from graph.model.links import EvidenceFound, InferenceFound, Inferred, Linked, MemoryLink
from graph.model.memory import Memory
from graph.model.types import InferenceKind, LinkKind, Validation

EPOCH = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)


class FakeLinks(Knowledge):
    """Two memories of a user that hold the same word are linked; one thing is inferred for whoever has memories.

    `to_link` and `to_infer` are how much waits for the background work, `limits` what it was asked for, `unasked` the
    seconds since the last question. `all_inferred` is set when nothing is left to infer.
    """

    def __init__(self) -> None:
        self.to_link = 0
        self.to_infer = 0
        self.to_embed = 0
        self.unasked = math.inf
        self.all_inferred = Event()
        self.withdrawn = False
        self.verdicts: dict[tuple[str, str], dict[str, Any]] = {}
        self.limits: list[int] = []

    @abstractmethod
    def of_user(self, user_id: str) -> list[Memory]:
        """The memories of a user."""

    @abstractmethod
    def owned(self, user_id: str, memory_id: str) -> Memory:
        """One of them. Raises NotFound."""

    def unasked_s(self) -> float:
        return self.unasked

    def link_pending(self, *, limit: int = 200) -> int:
        return self._work_off("to_link", limit)

    def infer_pending(self, *, limit: int = 200) -> int:
        done = self._work_off("to_infer", limit)
        if done and not self.to_infer:
            self.all_inferred.set()
        return done

    def embed_pending(self, *, limit: int = 200) -> int:
        return self._work_off("to_embed", limit)

    def _work_off(self, backlog: str, limit: int) -> int:
        self.limits.append(limit)
        waiting: int = getattr(self, backlog)
        done = min(limit, waiting)
        setattr(self, backlog, waiting - done)
        return done

    def link(self, user_id: str, *, anew: bool = False) -> Linked:
        number = len(self.of_user(user_id))
        return Linked(memories=number if anew else min(number, 1), links=0)

    def links(
        self, user_id: str, memory_id: str, *, verdict: Validation | None = None, limit: int = 50
    ) -> tuple[MemoryLink, ...]:
        words = set(self.owned(user_id, memory_id).text.split())
        others = [kept for kept in self.of_user(user_id) if kept.id != memory_id and words & set(kept.text.split())]
        every = [
            MemoryLink(
                kind=LinkKind.CO_OCCURRENCE, outgoing=memory_id > kept.id, memory=kept, weight=0.5, confidence=0.75,
                evidence_count=1, method="rule", reasons=("2 names together",), keywords=("Tanaka",),
                first_evidence=EPOCH, last_evidence=EPOCH, **self._verdict(user_id, *sorted((memory_id, kept.id))),
            )
            for kept in others
        ]  # fmt: skip
        return tuple(link for link in every if _shown(link.validation_status, verdict))[:limit]

    def judge_link(
        self,
        user_id: str,
        memory_id: str,
        other: str,
        kind: LinkKind,
        status: Validation,
        *,
        by: str | None = None,
        note: str | None = None,
    ) -> MemoryLink:
        every = [link for verdict in Validation for link in self.links(user_id, memory_id, verdict=verdict)]
        if not any((link.memory.id, link.kind) == (other, kind) for link in every):
            raise NotFound("link", f"{memory_id} {kind.value} {other}")
        self._judge(user_id, status, by, note, *sorted((memory_id, other)))
        return next(link for link in self.links(user_id, memory_id, verdict=status) if link.memory.id == other)

    def infer(self, user_id: str, *, anew: bool = False) -> Inferred:
        self.withdrawn = False
        number = len(self.of_user(user_id))
        return Inferred(entities=number, conclusions=number if anew else 0, ended=0)

    def withdraw(self, user_id: str) -> int:
        gone = len(self.inferred(user_id))
        self.withdrawn = True
        return gone

    def inferred(
        self,
        user_id: str,
        *,
        kind: InferenceKind | None = None,
        verdict: Validation | None = None,
        after: str = "",
        limit: int = 100,
    ) -> tuple[InferenceFound, ...]:
        if self.withdrawn or not self.of_user(user_id):
            return ()
        inference = InferenceFound(
            id="relation:COLLEAGUE:1:2", kind=InferenceKind.RELATION, type="COLLEAGUE", source_id="1",
            source="Tanaka", target_id="2", target="Suzuki", confidence=0.61, reasons=("one organisation",),
            evidence=(EvidenceFound(id="f", subject="Tanaka", predicate="works for", object="Acme"),),
            **self._verdict(user_id, "relation:COLLEAGUE:1:2"),
        )  # fmt: skip
        shown = kind in {None, inference.kind} and after < inference.id and _shown(inference.validation_status, verdict)
        return (inference,)[:limit] if shown else ()

    def judge_inference(
        self, user_id: str, inference_id: str, status: Validation, *, by: str | None = None, note: str | None = None
    ) -> InferenceFound:
        every = [inference for verdict in Validation for inference in self.inferred(user_id, verdict=verdict)]
        if inference_id not in {inference.id for inference in every}:
            raise NotFound("inference", inference_id)
        self._judge(user_id, status, by, note, inference_id)
        return self.inferred(user_id, verdict=status)[0]

    def _judge(self, user_id: str, status: Validation, by: str | None, note: str | None, *of: str) -> None:
        row = verdict_row(status, by or user_id, note, EPOCH)
        self.verdicts[user_id, " ".join(of)] = {
            "validation_status": row["status"], "validated_by": row["by"], "validated_at": row["now"],
            "note": row["note"],
        }  # fmt: skip

    def _verdict(self, user_id: str, *of: str) -> Verdict:
        return verdict_of(self.verdicts.get((user_id, " ".join(of)), {}))


def _shown(status: Validation, verdict: Validation | None) -> bool:
    return status is verdict if verdict else status is not Validation.REJECTED
