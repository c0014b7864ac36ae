"""Builds a context for a prompt: recalls hits, reads what stands beside them, and packs it into a token budget."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from graph.calendar.zones import at_offset
from graph.context.packing import Offer, Source, packed
from graph.db.filters import checked_confidence, filter_row
from graph.db.row import Row
from graph.db.rows import moment
from graph.db.store import Store, counted
from graph.errors import Invalid
from graph.extractor import Extractor
from graph.intake.checks import checked_question, checked_user
from graph.model.context import Context, ContextOrder
from graph.model.endings import Ending
from graph.model.filters import Filters
from graph.model.reading.question import Question
from graph.model.recalled import Hit, Mode, Recipe
from graph.model.talk.assistants import looks_back
from graph.recall.confidence import NOISE, with_confidence
from graph.recall.endings import endings_of
from graph.recall.fence import FENCE, fence
from graph.recall.reasons import answer_language
from graph.recall.recalling import Recaller, answer_note, spent, sure_enough
from graph.recall.searches import Search
from graph.settings import GraphSettings

BUDGET_MOST = 1_000_000
_TOKENS_A_HIT = 12
"""A hit hardly takes fewer tokens, so that more hits are recalled than fit."""
_HITS_LEAST = 10
_EACH_SHARE, _EACH_LEAST = 8, 32
"""A hit of a question that looks back has at first so small a part of the budget, and so many tokens at the least."""
_WIDENED = 24
"""Best hits whose neighbours are read too: the neighbours of others are worth less than most hits."""
_PINNED_READ = 1_000
"""Pinned memories, the most important ones, of which those nearest to the question are offered."""
_PARTS_MOST = 2
"""Chunks of a long memory that are offered beyond the neighbours of the one that matched."""
_ASKED = 0.8
"""Value of the question before a hit, or of the reply to a hit that asks, relative to the hit."""
_BESIDE = (0.7, 0.5)
"""Value of the turn or chunk next to a hit, and of the one after that. Measured: more costs evidence."""
_PART = 0.6
_WHY = {"pinned": "pinned", "part": "is part of what a hit tells", "before": "stands right before a hit",
        "after": "stands right after a hit"}  # fmt: skip


class ContextBuilder:
    """Builds contexts. One a process; safe to share between threads."""

    def __init__(self, store: Store, extractor: Extractor, recalling: Recaller, settings: GraphSettings) -> None:
        self._store = store
        self._extractor = extractor
        self._recalling = recalling
        self._settings = settings

    def context(
        self,
        user_id: str,
        question: str,
        budget_tokens: int,
        order: ContextOrder | None,
        filters: Filters,
        *,
        with_ids: bool,
        min_confidence: float | None,
        fenced: bool = False,
    ) -> Context:
        """The context of a question from a user's memories. Raises Invalid for malformed input."""
        checked_user(user_id)
        checked_question(question)
        if min_confidence is not None:
            checked_confidence(min_confidence)
        budget, started = _checked_budget(budget_tokens), time.perf_counter()
        back = looks_back(question)
        if order is None:
            order = ContextOrder.TIME if back else ContextOrder.RELEVANCE
        with counted() as trips:
            asked = self._recalling.asked(user_id, question, Mode.HYBRID, filters.audience)
            understood = time.perf_counter()
            wanted = max(_HITS_LEAST, min(budget // _TOKENS_A_HIT, self._settings.context_hits))
            search = Search(user_id=user_id, asked=asked, filters=filters, wanted=wanted, lean=True)
            ranked = self._recalling.ranked(search, Mode.HYBRID, Recipe.JOINED)
            offers = self._offers(user_id, asked, ranked.hits[:wanted], filters, min_confidence)
        gathered = time.perf_counter()
        room = int(budget * (1 - self._settings.context_margin))
        sure = sum(offer.score is not None for offer in offers)
        remark = answer_note(ranked.note, len(ranked.hits), sure, answer_language(question))
        around = self._extractor.tokens("".join(FENCE)) if fenced else 0
        room -= around
        note = f"({remark})\n" if remark else ""
        taken = self._extractor.tokens(note) if note else 0
        if taken >= room:
            note, taken = "", 0
        packing = packed(
            offers,
            asked.words,
            budget=max(0, room - taken),
            pinned_share=self._settings.pinned_share,
            order=order,
            with_ids=with_ids,
            tokens=self._extractor.tokens,
            each=max(_EACH_LEAST, room // _EACH_SHARE) if back else None,
        )
        done = time.perf_counter()
        text = note + packing.text if packing.text else note.rstrip()
        if fenced:
            text = fence(text)
        meant = {offer.source.id for offer in offers if offer.score is not None or offer.source.pinned}
        return Context(
            text=text,
            citations=packing.citations,
            tokens=packing.tokens + taken + (around if text else 0),
            budget_tokens=budget,
            order=order,
            left_out=len(meant - packing.memory_ids),
            milliseconds=spent(started, question=understood, search=gathered, packing=done),
            round_trips=trips.count,
            read_as=asked.text if asked.text != question else None,
            note=remark,
        )

    def _offers(
        self, user_id: str, asked: Question, hits: Sequence[Hit], filters: Filters, min_confidence: float | None
    ) -> list[Offer]:
        rows = self._store.read(
            "recall/context",
            user_id=user_id,
            filters=filter_row(filters),
            vector=[] if asked.vector is None else asked.vector.tolist(),
            chunks=[hit.chunk_id for hit in hits],
            widened=[hit.chunk_id for hit in hits[:_WIDENED]],
            pinned_read=_PINNED_READ,
            pinned_most=self._settings.pinned_most,
            parts_most=_PARTS_MOST,
        )
        for row in rows:
            # The text of an archived chunk lies with that of its memory.
            row["text"] = row["text"] or (row["memory"].get("text") or "")[row["start"] : row["end"]]
        # Hits far down travel without their text.
        texts = {row["chunk_id"]: row["text"] for row in rows}
        whole = [replace(hit, text=texts.get(hit.chunk_id) or hit.text) for hit in hits]
        best = max((hit.score for hit in hits), default=0.0)
        # One by one: mostly the first hit is sure enough for all.
        least = NOISE if min_confidence is None else min_confidence
        judged = (with_confidence([hit], best, asked, self._extractor)[0] for hit in whole)
        if min_confidence is None:
            sure = whole if any(sure_enough([hit], least) for hit in judged) else []
        else:
            sure = sure_enough(judged, least)
        kept = {hit.chunk_id for hit in sure}
        beside = [row for row in rows if row["role"] == "pinned" or row["hit"] in kept]
        return offered(sure, beside, answer_language(asked.text))


def offered(hits: Sequence[Hit], rows: Sequence[Row], language: str = "en") -> list[Offer]:
    """Each chunk once, with its value: the score of the hit it is or stands beside, as a share of the best score.

    A pinned memory that is no hit has `cosine − 2`: less than every hit, the nearest first.
    """
    best = max((hit.score for hit in hits), default=0.0)
    worth = {hit.chunk_id: max(0.0, hit.score) / best if best > 0 else 0.0 for hit in hits}
    by_chunk = {hit.chunk_id: hit for hit in hits}
    asking = {row["chunk_id"] for row in rows if row["asks"]}
    offers: dict[str, Offer] = {}
    # Hits first: a chunk that is a hit and stands beside another keeps its own score and reason.
    for row in sorted(_whole(rows), key=lambda row: row["role"] != "hit"):
        offer = _offer(row, by_chunk, _value(row, worth, asking), language)
        other = offers.get(offer.chunk_id)
        offers[offer.chunk_id] = offer if other is None else _merged(other, offer)
    return list(offers.values())


def _whole(rows: Sequence[Row]) -> Iterator[Row]:
    # Another writer may forget a memory during this read: then its properties are gone already.
    return (row for row in rows if row["chunk_id"] and row["text"] and row["memory"].get("created_at"))


def _value(row: Mapping[str, Any], worth: Mapping[str, float], asking: set[str]) -> float:
    role, chunk = row["role"], row["chunk_id"]
    if role == "pinned":
        return (row["cosine"] if row["cosine"] is not None else -1.0) - 2
    hit = worth.get(row["hit"], 0.0)
    if role == "hit":
        return hit
    if role == "part":
        return _PART * hit
    answered = chunk in asking if role == "before" else row["hit"] in asking
    return hit * (_ASKED if answered and row["step"] == 1 else _BESIDE[row["step"] - 1])


def _offer(row: Mapping[str, Any], by_chunk: Mapping[str, Hit], value: float, language: str) -> Offer:
    hit = by_chunk.get(row["chunk_id"])
    beside = row["role"] in ("before", "after") and row["step"] == 1
    return Offer(
        source=_source(row["memory"]),
        chunk_id=row["chunk_id"],
        ordinal=int(row["chunk_id"].rpartition(".")[2]),
        text=row["text"],
        start=row["start"],
        value=value,
        score=hit.score if hit else None,
        why=hit.why if hit else _WHY[row["role"]],
        beside=(row["hit"],) if beside else (),
        endings=_endings(row, language),
    )


def _endings(row: Mapping[str, Any], language: str) -> tuple[Ending, ...]:
    if not row.get("endings"):
        return ()
    alone = row["text"] if row["memory"].get("chunks") == 1 else ""
    return endings_of(row["endings"], language, whole=alone)


def _merged(first: Offer, second: Offer) -> Offer:
    """A chunk that was offered twice: the higher value, and the neighbours of both."""
    better = max(first, second, key=lambda offer: offer.value)
    return Offer(
        source=first.source, chunk_id=first.chunk_id, ordinal=first.ordinal, text=first.text, start=first.start,
        value=better.value, score=first.score, why=first.why if first.score is not None else better.why,
        beside=tuple(dict.fromkeys((*first.beside, *second.beside))), endings=first.endings,
    )  # fmt: skip


def _source(memory: Mapping[str, Any]) -> Source:
    return Source(
        id=memory["id"],
        told_at=at_offset(moment(memory.get("occurred_at") or memory["created_at"]), memory.get("utc_offset")),
        speaker=memory.get("speaker"),
        title=memory["title"] if memory.get("titled") else None,
        pinned=bool(memory.get("pinned")),
        duplicate_of=memory.get("duplicate_of"),
        chunks=memory.get("chunks") or 1,
    )


def _checked_budget(budget: int) -> int:
    if isinstance(budget, bool) or not isinstance(budget, int) or not 0 <= budget <= BUDGET_MOST:
        raise Invalid("budget_tokens", f"{budget!r} is not a number of tokens.", allowed=f"0 to {BUDGET_MOST:,}")
    return budget
