"""Links memories to earlier ones as background work: bounded for each, repeatable, never in the way of remembering."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from graph.db.background_queue import BackgroundQueue, Round, Waiting
from graph.db.row import Row
from graph.db.rows import memory_of, still_there
from graph.db.store import Runs, Step, Store
from graph.db.type_catalogue import SYMMETRIC
from graph.db.values import moment, value_of
from graph.db.verdicts import verdict_of
from graph.errors import NotFound
from graph.insight.link_feature_mapping import features_of
from graph.insight.link_features import RARE_MOST, DetectedLink, MemoryFeatures, Pair, context_window
from graph.insight.linking.detectors import links_of
from graph.insight.linking.duplicates import duplicate
from graph.insight.linking.opposition import REPLACED, REPLACED_ALIKE
from graph.insight.linking.replaced import People, replaced
from graph.model.links import Linked, MemoryLink
from graph.model.reading.change_wording import TEXT_MOST as REPLACED_TEXT_MOST
from graph.model.types import BOTH_WAYS, InferenceKind, LinkKind, Validation

_LOG: Final = logging.getLogger(__name__)
BATCH = 50
"""Memories linked in one round of three reads and a write."""
_NEAR = 10
"""Nearest earlier chunks that a chunk may be linked to."""
_BEAM = 40
"""Chunks that the vector index is asked for, to have those `_NEAR` among them surely."""
_CANDIDATES = 60
_TEXT_MOST = 4_000
_WINDOW = timedelta(hours=3)
_NEAR_IN_WORDING = 16
"""Nearest chunks among which a new memory looks for what it replaces."""
_REPLACING_AT_ONCE = 200
_HALVINGS = 30
_ID = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{26}\b")
_NEVER = datetime(1, 1, 1, tzinfo=UTC)
_LAST = datetime.max.replace(tzinfo=UTC)


class MemoryLinker:
    """Finds links between memories. One for a process; safe to share between threads.

    A memory carries `to_link` from when it is stored or changed until its links are written.
    """

    def __init__(
        self,
        store: Store,
        *,
        alike: Callable[[float], float],
        clock: Callable[[], datetime],
        detect: Callable[[Sequence[Pair]], Iterable[DetectedLink]] = links_of,
    ) -> None:
        """`alike` calibrates the cosine of two passages to a similarity (0–1).

        `detect` finds the links of one memory among its pairs with earlier ones.
        """
        self._store = store
        self._clock = clock
        self._alike = alike
        self._detect = detect
        self.queue = BackgroundQueue(
            lambda user_id, limit: store.read("link/waiting", user_id=user_id, limit=limit), self._link, batch=BATCH
        )

    def user(self, user_id: str, *, anew: bool) -> Linked:
        """Links all waiting memories of one user; `anew`: all there are, in place of the links they have."""
        if anew:
            self._store.batch("link/mark_all", user_id=user_id)
        done = self.queue.user(user_id)
        return Linked(memories=done.taken, links=done.written)

    def replace(self, user_id: str, ids: Sequence[str]) -> None:
        """Writes which sentences some new memories replace, or have replaced, by the wording of those near to them.

        One read for a batch and a write where there is any; all other links, and what is less near, are found later.
        """
        for at in range(0, len(ids), _REPLACING_AT_ONCE):
            batch = list(ids[at : at + _REPLACING_AT_ONCE])
            rows = self._store.read(
                "link/alike",
                user_id=user_id,
                ids=batch,
                near=_NEAR_IN_WORDING,
                least=least_cosine(self._alike, REPLACED_ALIKE),
                text_most=REPLACED_TEXT_MOST,
            )
            links = {
                (link["source"], link["target"]): link
                for row in rows
                for other in row["others"]
                if self._alike(other["cosine"]) >= REPLACED_ALIKE
                and (link := _replacing(row["memory"], other)) is not None
            }
            if links:
                self._store.write(
                    "link/replace",
                    user_id=user_id,
                    forgot_at=rows[0]["forgot_at"],
                    links=list(links.values()),
                    now=self._clock(),
                )

    def of(self, user_id: str, memory_id: str, verdict: Validation | None, limit: int) -> tuple[MemoryLink, ...]:
        """The links of one memory, surest first: of one verdict, or all but the rejected. Raises NotFound."""
        if not self._store.read("memory/by_ids", user_id=user_id, ids=[memory_id]):
            raise NotFound("memory", memory_id)
        status = None if verdict is None else verdict.value
        rows = self._store.read("link/of", user_id=user_id, id=memory_id, status=status, limit=limit)
        return tuple(map(_memory_link, still_there(rows)))

    def judge(
        self, user_id: str, memory_id: str, other: str, kind: LinkKind, verdict: Row, recording: Step
    ) -> MemoryLink:
        """Writes what a person says of a link, as `verdict_row` has it, and returns the link. Raises NotFound."""
        given: Row = {"user_id": user_id, "id": memory_id, "other": other, "kind": kind.value, **verdict}

        def work(runs: Runs) -> MemoryLink:
            rows = runs("link/judge", given)
            if not rows:
                raise NotFound("link", f"{memory_id} {kind.value} {other}")
            recording.run(runs)
            return _memory_link(rows[0])

        return self._store.together(work)

    def make(self, user_id: str, memory_id: str, other: str, kind: LinkKind, given: Row, recording: Step) -> MemoryLink:
        """Writes a link by a person's word, or what a person says of one that is there. Raises NotFound."""

        def work(runs: Runs) -> MemoryLink:
            rows = runs("link/make", {"user_id": user_id, "id": memory_id, "other": other, "kind": kind.value, **given})
            if not rows:
                raise NotFound("memory", f"{memory_id} or {other}")
            recording.run(runs)
            return _memory_link(rows[0])

        return self._store.together(work)

    def unmake(self, user_id: str, memory_id: str, other: str, kind: LinkKind, recording: Step) -> None:
        """Takes away a link that a person made. Raises NotFound for any other: that is judged."""

        def work(runs: Runs) -> None:
            rows = runs("link/unmake", {"user_id": user_id, "id": memory_id, "other": other, "kind": kind.value})
            if not rows[0]["removed"]:
                raise NotFound("link made by hand", f"{memory_id} {kind.value} {other}")
            recording.run(runs)

        self._store.together(work)

    def _link(self, user_id: str, waiting: Waiting) -> Round:
        rows = self._feature_rows(user_id, [row["id"] for row in waiting])
        if not rows:
            return Round()
        to_link = {row["memory"]["id"]: features_of(row) for row in rows}
        candidates = self._candidates(user_id, to_link)
        wanted = {each["id"] for some in candidates.values() for each in some} - to_link.keys()
        known = to_link | {row["memory"]["id"]: features_of(row) for row in self._feature_rows(user_id, sorted(wanted))}
        judged = {row["memory"]["id"]: row["judged"] for row in rows}
        links: list[Row] = []
        duplicates: list[Row] = []
        for identity, later in to_link.items():
            pairs = [
                self._pair(later, known[each["id"]], each, judged[identity], rows[0]["chunks"])
                for each in candidates.get(identity, ())
                if each["id"] in known
            ]
            found_links, twins = self._links_and_duplicates(identity, pairs)
            links += found_links
            duplicates += twins
        written = self._store.write(
            "link/store",
            user_id=user_id,
            forgot_at=rows[0]["forgot_at"],
            ids=list(to_link),
            links=links,
            duplicates=duplicates,
            now=self._clock(),
        )
        # Nothing comes back when something was forgotten meanwhile: the memories wait on, and are read anew.
        linked, unmarked = (written[0]["linked"], written[0]["unmarked"]) if written else (0, 0)
        return Round(taken=unmarked, written=linked)

    def _links_and_duplicates(self, identity: str, pairs: Sequence[Pair]) -> tuple[list[Row], list[Row]]:
        """Links and duplicates of one memory; none where a detector fails, which must not hold up all others."""
        try:
            return [link_row(link, identity) for link in self._detect(pairs)], _duplicates(pairs)
        except Exception as error:  # noqa: BLE001  whatever it is, the queue of every user would stand still
            _LOG.warning("no links of memory %s were found: %s", identity, type(error).__name__)
            return [], []

    def _feature_rows(self, user_id: str, ids: Sequence[str]) -> list[Mapping[str, Any]]:
        given: Row = {"user_id": user_id, "ids": list(ids), "text_most": _TEXT_MOST, "symmetric": SYMMETRIC}
        return list(self._store.read("link/sketches", **given))

    def _candidates(
        self, user_id: str, memories: Mapping[str, MemoryFeatures]
    ) -> dict[str, Sequence[Mapping[str, Any]]]:
        params: Row = {
            "user_id": user_id, "memories": [_asked(memory) for memory in memories.values()], "near": _NEAR,
            "beam": _BEAM,
            "rare": RARE_MOST, "most": _CANDIDATES,
        }  # fmt: skip
        rows = self._store.read("link/candidates", **params)
        return {row["id"]: row["candidates"] for row in rows}

    def _pair(
        self,
        later: MemoryFeatures,
        earlier: MemoryFeatures,
        signals: Mapping[str, Any],
        judged: Sequence[Mapping[str, str]],
        chunks: int,
    ) -> Pair:
        cosine = signals["cosine"]
        verdicts = [(row["kind"], row["status"]) for row in judged if row["other"] == earlier.id]
        return Pair(
            later=later,
            earlier=earlier,
            alike=None if cosine is None else self._alike(cosine),
            steps=signals["steps"],
            follows=bool(signals["follows"]),
            chunks=chunks,
            rejected=frozenset(kind for kind, status in verdicts if status == Validation.REJECTED),
            confirmed=frozenset(kind for kind, status in verdicts if status == Validation.CONFIRMED),
        )


def least_cosine(alike: Callable[[float], float], least: float) -> float:
    """The cosine from which on passages are `least` alike, or a trifle below it: `alike` grows with the cosine."""
    below, above = -1.0, 1.0
    for _ in range(_HALVINGS):
        middle = (below + above) / 2
        below, above = (below, middle) if alike(middle) >= least else (middle, above)
    return below


def _replacing(memory: Mapping[str, Any], other: Mapping[str, Any]) -> Row | None:
    """The row of the link between two memories of which the later replaces a sentence of the earlier."""
    earlier, later = sorted((memory, other), key=lambda each: (moment(each["at"]), each["id"]))
    if moment(earlier["at"]) >= moment(later["at"]):
        return None
    sign = replaced(later["text"], earlier["text"], _people(later), _people(earlier))
    if sign is None:
        return None
    properties: Row = {
        "found_by": later["id"], "weight": sign.sure, "confidence": sign.sure, "evidence_count": 1, "method": "rule",
        "inferred": True, "reasons": [sign.reason], "keywords": [], "first_evidence": moment(earlier["at"]),
        "last_evidence": moment(later["at"]), "over_start": sign.start, "over_end": sign.end,
        "by_start": sign.by_start, "by_end": sign.by_end, "subtype": REPLACED, "extraction_confidence": sign.sure,
    }  # fmt: skip
    return {
        "type": LinkKind.CONTRADICTION.value, "source": later["id"], "target": earlier["id"], "properties": properties,
    }  # fmt: skip


def _people(memory: Mapping[str, Any]) -> People:
    return {start: (person["id"], person["name"]) for person in memory["people"] for start in person["starts"] or ()}


def _asked(memory: MemoryFeatures) -> Row:
    """What candidates are looked for by, besides what the graph holds of the memory."""
    when = memory.occurred_at
    return {
        "id": memory.id,
        # Of a memory that does not say when it happened nothing happened at the same time.
        "since": max(when, _NEVER + _WINDOW) - _WINDOW if when else _NEVER,
        "until": min(when, _LAST - _WINDOW) + _WINDOW if when else _NEVER,
        "named": [identity for identity in dict.fromkeys(_ID.findall(memory.text)) if identity != memory.id][:10],
    }


def _duplicates(pairs: Sequence[Pair]) -> list[Row]:
    """The surest duplicate of one memory, and those that a person confirmed, which take nobody's place."""
    candidates = [(sure, pair) for pair in pairs if (sure := duplicate(pair)) is not None]
    kept = [candidate for candidate in candidates if InferenceKind.DUPLICATE in candidate[1].confirmed]
    candidates = sorted(
        (candidate for candidate in candidates if candidate not in kept),
        key=lambda candidate: (-candidate[0], candidate[1].earlier.id),
    )
    return [_duplicate_row(sure, pair) for sure, pair in (*kept, *candidates[:1])]


def _duplicate_row(sure: float, pair: Pair) -> Row:
    source, target = pair.later.id, pair.earlier.id
    properties: Row = {
        "kind": InferenceKind.DUPLICATE.value, "type": "DUPLICATE", "confidence": sure, "method": "inferred",
        "reasons": [f"similarity {pair.alike:.2f}", "nothing tells them apart"],
    }  # fmt: skip
    return {"id": f"duplicate:{source}:{target}", "source": source, "target": target, "properties": properties}


def link_row(link: DetectedLink, detecting_id: str) -> Row:
    """The parameter row of one link, found while the memory `detecting_id` was linked."""
    times = sorted((link.source.effective_at, link.target.effective_at))
    properties: Row = {
        "found_by": detecting_id, "weight": round(link.weight, 4), "confidence": round(link.confidence, 4),
        "evidence_count": link.evidence, "method": "rule", "inferred": True, "reasons": list(link.reasons),
        "subtype": link.subtype, "extraction_confidence": round(link.confidence, 4),
        "context_window": context_window(link),
        "keywords": list(link.keywords), "first_evidence": times[0], "last_evidence": times[1],
        # Where there is none, what an earlier run found goes.
        "over_start": link.over and link.over[0], "over_end": link.over and link.over[1],
        "by_start": link.by and link.by[0], "by_end": link.by and link.by[1],
    }  # fmt: skip
    return {
        "type": link.kind.value, "source": link.source.id, "target": link.target.id, "properties": properties,
    }  # fmt: skip


def _memory_link(row: Mapping[str, Any]) -> MemoryLink:
    link = row["link"]
    directed = row["kind"] not in BOTH_WAYS
    return value_of(MemoryLink, {**link, **row}, memory=memory_of(row["memory"]), directed=directed, **verdict_of(link))
