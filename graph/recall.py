"""Answers questions: one read for the candidates, then ranking in Python."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import numpy as np

from graph.answers import Filters, Hit, Memory, Mode, Recalled, Recipe, Tie
from graph.drafts import checked_user, plain
from graph.errors import Invalid
from graph.extracts import Extracts
from graph.filters import Cursor, checked_limit, cursor_of, filter_row, plain_question
from graph.model import Question, Vector
from graph.rank import STEP, Candidate, by_signal, joined, rrf, weighted
from graph.rows import facets, lucene, memory_of
from graph.settings import GraphSettings
from graph.store import Store, counted

_TEXT_MOST = 8_000
"""Characters of a memory that candidates carry; the few hits that are longer are fetched when they are known."""
_UNFILTERED = 20
"""How many times the candidates are taken from an index that cannot filter by user."""
_SPARE = 5
"""Candidates beyond those asked for that travel whole, since ranking may still lift them."""
_NOTHING = "\x01"
_SEEDS_WEIGHTED = 20
_FAN = 50


class Recalling:
    """Finds memories. One for a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        extractor: Extracts,
        settings: GraphSettings,
        clock: Callable[[], datetime],
        *,
        searches: bool,
        text_most: int = _TEXT_MOST,
    ) -> None:
        """`text_most` is how many characters of a memory's text its candidates carry; 0 for none."""
        self._store = store
        self._extractor = extractor
        self._settings = settings
        self._clock = clock
        self._searches = searches
        self._text_most = text_most

    def hits(
        self, user_id: str, question: str, mode: Mode, recipe: Recipe, filters: Filters, limit: int, cursor: str | None
    ) -> Recalled:
        """The memories that answer, best first. Raises Invalid for a question or filters that make no sense."""
        checked_user(user_id)
        if not plain("question", question).strip():
            raise Invalid("question", "there is nothing to ask.", allowed="1 character or more that is not white space")
        after = cursor_of(cursor) if cursor else None
        wanted = checked_limit(limit) + (after.given if after else 0)
        started = time.perf_counter()
        with counted() as trips:
            asked = self._extractor.question(question, vector=mode in (Mode.HYBRID, Mode.SEMANTIC))
            understood = time.perf_counter()
            ranked = self.ranked(user_id, asked, mode, recipe, filters, wanted)
            page = _after(ranked, after)
            shown = self._whole(user_id, page[:limit])
        done = time.perf_counter()
        more = len(page) > limit
        given = (after.given if after else 0) + len(shown)
        return Recalled(
            mode=mode,
            recipe=recipe if mode is Mode.HYBRID else None,
            hits=tuple(shown),
            next_cursor=Cursor(given, shown[-1].score, shown[-1].memory.id).text() if more and shown else None,
            milliseconds={
                "question": round(1000 * (understood - started), 3),
                "search": round(1000 * (done - understood), 3),
                "total": round(1000 * (done - started), 3),
            },
            round_trips=trips.count,
        )

    def ranked(
        self, user_id: str, asked: Question, mode: Mode, recipe: Recipe, filters: Filters, wanted: int
    ) -> list[Hit]:
        """At least `wanted` hits where there are as many, best first; only those are sure to come with their texts."""
        now = self._clock()
        match mode, recipe:
            case Mode.SEMANTIC, _:
                return by_signal(self._near(user_id, asked, filters, wanted), "cosine", self._settings)
            case Mode.KEYWORD, _:
                return by_signal(self._by_words(user_id, asked, filters, wanted), "words", self._settings)
            case Mode.GRAPH, _:
                return by_signal(self._by_graph(user_id, asked, filters, wanted), "closeness", self._settings)
            case Mode.HYBRID, Recipe.RRF:
                near = self._near(user_id, asked, filters, wanted)
                return rrf(near, self._by_words(user_id, asked, filters, wanted))
            case Mode.HYBRID, Recipe.WEIGHTED:
                near = self._near(user_id, asked, filters, wanted)
                return weighted(near, self._around(user_id, near, filters, wanted), self._settings, now)
            case Mode.HYBRID, _:
                candidates = self._hybrid(user_id, asked, filters, wanted)
                join = recipe is Recipe.JOINED
                return joined(candidates, asked.text, self._settings, now, join=join)
            case _:
                raise Invalid(
                    "mode", f"{mode} is asked for through another call.", allowed="a mode that takes a question"
                )

    def _hybrid(self, user_id: str, asked: Question, filters: Filters, wanted: int) -> list[Candidate]:
        settings = self._settings
        params: dict[str, object] = {
            "user_id": user_id, "vector": _list(asked.vector), "query": _query(user_id, asked, filters),
            "keys": list(asked.keys), "candidates": max(settings.candidates, 2 * wanted),
            "spread": self._extractor.embedding.spread, "seeds": settings.seeds, "hub": settings.hub,
            "rare": settings.rare, "about_most": settings.about_most, "kept": max(settings.kept, 2 * wanted),
            "whole": wanted + _SPARE, "text_most": self._text_most,
        }  # fmt: skip
        if not self._searches:
            params["candidates"] = _UNFILTERED * settings.candidates
            rows = self._store.read("recall/hybrid_before_search", filters=filter_row(filters), **params)
        elif plain_question(filters):
            rows = self._store.read("recall/hybrid", **params)
        else:
            params["candidates"] = _wider(filters, settings.candidates, wanted)
            rows = self._store.read("recall/hybrid_filtered", filters=filter_row(filters), **params)
        return _candidates(rows)

    def _near(self, user_id: str, asked: Question, filters: Filters, wanted: int) -> list[Candidate]:
        params: dict[str, object] = {
            "user_id": user_id, "filters": filter_row(filters), "vector": _list(asked.vector),
            "candidates": _wider(filters, self._settings.candidates, wanted),
            "kept": max(self._settings.candidates, 2 * wanted), "text_most": self._text_most,
        }  # fmt: skip
        if not self._searches:
            params["candidates"] = _UNFILTERED * self._settings.candidates
            return _candidates(self._store.read("recall/by_vector_before_search", **params))
        return _candidates(self._store.read("recall/by_vector", **params))

    def _by_words(self, user_id: str, asked: Question, filters: Filters, wanted: int) -> list[Candidate]:
        params: dict[str, object] = {
            "user_id": user_id, "filters": filter_row(filters), "query": _query(user_id, asked, filters),
            "candidates": _wider(filters, self._settings.candidates, wanted),
            "kept": max(self._settings.candidates, 2 * wanted), "text_most": self._text_most,
        }  # fmt: skip
        return _candidates(self._store.read("recall/by_words", **params))

    def _by_graph(self, user_id: str, asked: Question, filters: Filters, wanted: int) -> list[Candidate]:
        rows = self._store.read(
            "recall/by_graph",
            user_id=user_id,
            filters=filter_row(filters),
            keys=list(asked.keys),
            steps=[STEP**depth for depth in range(1, 4)],
            fan=_FAN,
            kept=max(self._settings.kept, 2 * wanted),
            text_most=self._text_most,
        )
        return _candidates(rows)

    def _around(self, user_id: str, near: Sequence[Candidate], filters: Filters, wanted: int) -> list[Candidate]:
        seeds = [{"chunk_id": c.chunk_id, "score": c.cosine or 0.0} for c in near[:_SEEDS_WEIGHTED]]
        rows = self._store.read(
            "recall/around",
            user_id=user_id,
            filters=filter_row(filters),
            seeds=seeds,
            steps=[STEP**depth for depth in range(4)],
            hub=self._settings.hub,
            fan=_FAN,
            kept=max(self._settings.kept, 2 * wanted),
            text_most=self._text_most,
        )
        return _candidates(rows)

    def _whole(self, user_id: str, hits: list[Hit]) -> list[Hit]:
        """The hits with all of their memories: one more read, for those that travelled without."""
        partial = [hit.memory.id for hit in hits if not hit.memory.text]
        if not partial:
            return hits
        rows = self._store.read("memory/by_ids", user_id=user_id, ids=partial)
        memories = {row["memory"]["id"]: memory_of(row["memory"]) for row in rows}
        return [_with(hit, memories.get(hit.memory.id)) for hit in hits]


def _with(hit: Hit, memory: Memory | None) -> Hit:
    return hit if memory is None else replace(hit, memory=memory, text=memory.text[hit.start : hit.end])


def _query(user_id: str, asked: Question, filters: Filters) -> str:
    # A word no chunk can hold: the statement asks the full-text index in any case, and an empty query is an error.
    return lucene(asked.words or (_NOTHING,), facets(user_id, filters))


def _wider(filters: Filters, candidates: int, wanted: int) -> int:
    """How many candidates to take when some are dropped afterwards by filters that no index can check."""
    outside = (filters.tags, filters.channel, filters.source, filters.language, filters.occurred_from,
               filters.occurred_to, filters.min_importance, filters.entities)  # fmt: skip
    return max(10 * candidates, 4 * wanted) if any(outside) else max(candidates, 2 * wanted)


def _list(vector: Vector | None) -> list[float]:
    return [] if vector is None else np.asarray(vector, dtype=np.float32).tolist()


def _candidates(rows: Sequence[Mapping[str, Any]]) -> list[Candidate]:
    return [
        Candidate(
            chunk_id=row["chunk_id"],
            memory=_memory(row["memory"]),
            text=row["text"],
            start=row["start"],
            end=row["end"],
            asks=row["asks"],
            cosine=row.get("cosine"),
            words=row.get("words"),
            base=row.get("base") or 0.0,
            linked=row.get("linked") or 0.0,
            closeness=row.get("closeness") or 0.0,
            ties=tuple(
                Tie(entity=t["entity"], seed=str(t["seed"]).partition(".")[0], weight=t["weight"])
                for t in row.get("ties") or ()
            ),
        )
        for row in rows
        # Forgotten by another writer while this read was under way: its properties are gone already.
        if row["chunk_id"] and row["memory"].get("id")
    ]


def _memory(row: Mapping[str, Any]) -> Memory:
    return memory_of({**row, "text": row.get("text") or ""})


def _after(ranked: list[Hit], after: Cursor | None) -> list[Hit]:
    if after is None:
        return ranked
    for place, hit in enumerate(ranked):
        if hit.memory.id == after.id:
            return ranked[place + 1 :]
    return ranked[after.given :]
