"""The part of the small knowledge that links and infers: enough to drive the doors."""

import math
from abc import abstractmethod
from datetime import UTC, datetime
from threading import Event

from graph.answers import EvidenceFound, InferenceFound, Inferred, Linked, Memory, MemoryLink
from graph.model import InferenceKind, LinkKind

EPOCH = datetime(2026, 10, 1, 9, 0, tzinfo=UTC)


class FakeLinks:
    """Two memories of a user that hold the same word are linked; one thing is inferred for whoever has memories.

    `to_link` and `to_infer` are how much waits for the background work, `limits` what it was asked for, `unasked` the
    seconds since the last question. `all_inferred` is set when nothing is left to infer.
    """

    def __init__(self) -> None:
        self.to_link = 0
        self.to_infer = 0
        self.to_embed = 0
        self.to_match = 0
        self.unasked = math.inf
        self.all_inferred = Event()
        self.withdrawn = False
        self.limits: list[int] = []

    @abstractmethod
    def of_user(self, user_id: str) -> list[Memory]:
        """The memories of a user."""

    @abstractmethod
    def own(self, user_id: str, memory_id: str) -> Memory:
        """One of them. Raises NotFound."""

    def match_pending(self, *, limit: int = 200) -> int:
        self.limits.append(limit)
        done = min(limit, self.to_match)
        self.to_match -= done
        return done

    def unasked_s(self) -> float:
        return self.unasked

    def link_pending(self, *, limit: int = 200) -> int:
        self.limits.append(limit)
        done = min(limit, self.to_link)
        self.to_link -= done
        return done

    def infer_pending(self, *, limit: int = 200) -> int:
        self.limits.append(limit)
        done = min(limit, self.to_infer)
        self.to_infer -= done
        if done and not self.to_infer:
            self.all_inferred.set()
        return done

    def embed_pending(self, *, limit: int = 200) -> int:
        self.limits.append(limit)
        done = min(limit, self.to_embed)
        self.to_embed -= done
        return done

    def link(self, user_id: str, *, anew: bool = False) -> Linked:
        number = len(self.of_user(user_id))
        return Linked(memories=number if anew else min(number, 1), links=0)

    def links(self, user_id: str, memory_id: str, *, limit: int = 50) -> tuple[MemoryLink, ...]:
        words = set(self.own(user_id, memory_id).text.split())
        others = [kept for kept in self.of_user(user_id) if kept.id != memory_id and words & set(kept.text.split())]
        return tuple(
            MemoryLink(
                kind=LinkKind.CO_OCCURRENCE, outgoing=memory_id > kept.id, memory=kept, weight=0.5, confidence=0.75,
                evidence_count=1, method="rule", reasons=("2 names together",), keywords=("Tanaka",),
                first_evidence=EPOCH, last_evidence=EPOCH, validation_status="unvalidated",
            )
            for kept in others[:limit]
        )  # fmt: skip

    def infer(self, user_id: str, *, anew: bool = False) -> Inferred:
        self.withdrawn = False
        number = len(self.of_user(user_id))
        return Inferred(entities=number, conclusions=number if anew else 0, ended=0)

    def withdraw(self, user_id: str) -> int:
        gone = len(self.inferred(user_id))
        self.withdrawn = True
        return gone

    def inferred(
        self, user_id: str, *, kind: InferenceKind | None = None, after: str = "", limit: int = 100
    ) -> tuple[InferenceFound, ...]:
        if self.withdrawn or not self.of_user(user_id):
            return ()
        one = InferenceFound(
            id="relation:COLLEAGUE:1:2", kind=InferenceKind.RELATION, type="COLLEAGUE", source_id="1",
            source="Tanaka", target_id="2", target="Suzuki", confidence=0.61, reasons=("one organisation",),
            evidence=(EvidenceFound(id="f", subject="Tanaka", predicate="works for", object="Acme"),),
            validation_status="unvalidated",
        )  # fmt: skip
        return (one,)[:limit] if kind in {None, one.kind} and after < one.id else ()
