"""Candidate retrieval: one statement a search mode, each returning chunks with their raw signals.

An index returns the nearest chunks. Filters it does not know then drop some of them, and one long memory may fill the
list with its chunks. Where too few memories are left, all that pass the filters are read and ranked exactly.
"""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from graph.db.filters import filter_row, outside_indexes, outside_words, plain_question
from graph.db.row import Row
from graph.db.rows import lucene, memory_of, still_there
from graph.db.store import Store
from graph.extractor import Extractor
from graph.lifecycle.packing import with_text
from graph.model.extraction import NameCandidate, Vector
from graph.model.filters import Filters
from graph.model.memory import Memory
from graph.model.reading.asked_kinds import asked_kinds, asks_for_kind_alone
from graph.model.reading.question import Question
from graph.model.reading.sentence_vectors import nearest
from graph.model.recalled import Crossing, Hit, RetrievalPath
from graph.model.talk.assistants import ASSISTANTS, wanted_of_assistant
from graph.model.types import MemoryKind, Status
from graph.recall.endings import endings_of
from graph.recall.ranking import (
    COMMON_SHARE,
    COMMON_TYPES,
    LINKED,
    STEP,
    TURNS_DISTANCE,
    WORDS_POWER,
    WORDS_SHARE,
    ChunkCandidate,
)
from graph.recall.reasons import answer_language
from graph.settings import GraphSettings

_TEXT_MOST = 8_000
"""Characters of a memory that candidates carry; the few hits that are longer are fetched when they are known."""
WIDER = 10
"""How many times more candidates are taken where filters that no index knows drop some."""
_EVERY_TEXT = 1_000_000
"""Chunks taken from the full-text index where those that pass a filter are wanted among all that hold the words."""
_TEXTS = 20_000
"""Chunks that are looked at of those, and where all memories that pass the filters are ranked."""
TEXTS = 5_000
"""Chunks that hold the words, best first, that are checked for filters the full-text index does not know.

A word that tells much stands in fewer; four times as many took four times as long.
"""
_PASSING = 20_000
"""Memories that are ranked exactly, the newest first."""
_EACH = 3
"""Chunks of one memory that are returned where all memories are ranked: ranking chooses between them."""
_STANDING_MOST = 5
"""Standing instructions that come as candidates, the nearest. Measured: 10 and 30 give the same."""
_STANDING_KINDS = (MemoryKind.RULE, MemoryKind.PREFERENCE)
_OF_KIND_MOST = 30
"""Memories of a kind that is asked for that come as candidates, the nearest."""
_KIND_ALONE = 2.0
"""How often the cue of the kind counts where a question asks for nothing else: then no other memory answers it."""
_SCOPE = 3
"""Best candidates whose projects are those of what is to be done."""
_ELSEWHERE = 0.5
"""What a rule of another project counts where nothing else ties it to what is to be done."""
_SPARE = 30
"""Candidates beyond those wanted that come with their texts: ranking may lift them, and a second read costs more."""
_RESCORED = 60
"""Candidates that are returned with the vectors of their sentences, for `sentence_rescoring`."""
_NOTHING = "\x01"
_WORDS_KEPT = 100
"""Words of a question that are looked for in archived memories, which are in no index: text by text."""
_SEEDS_WEIGHTED = 20
_NEAR_WEIGHTED = 100
"""Least number of candidates by vector in the recipe `weighted`."""
_THREADED = 10
"""Best hits whose entities lead on to other sessions."""
_SHARED = 5
"""Entities of these that are followed: those that tell most of what several hits mention."""
_FAN = 50
"""Relations that are followed from one entity, and memories of one that are taken; more when more are wanted."""
_FAN_MOST = 1_000
"""Relations that are followed from one entity, however many memories are wanted: two steps follow its square."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A question to a user's memories: the filters, and how many memories are wanted.

    `lean`: memories come without their texts, as in later layers of a continued recall and for contexts.
    """

    user_id: str
    asked: Question
    filters: Filters
    wanted: int
    lean: bool = False

    @property
    def text_most(self) -> int:
        """Characters up to which a memory's text travels with its candidates."""
        return 0 if self.lean else _TEXT_MOST


class Searches:
    """Retrieves candidates. Safe to share between threads."""

    def __init__(self, store: Store, extractor: Extractor, settings: GraphSettings) -> None:
        self.store = store
        self._extractor = extractor
        self._settings = settings

    def hybrid(
        self, search: Search, *, among: Sequence[str] = (), only: bool = False, every: int = 0
    ) -> list[ChunkCandidate]:
        """Candidates by vector, words and one join over shared entities; the memories `among` come in any case.

        `only`: no others come. `every`: at least so many of them come, whatever their scores. With `among`, a memory
        comes with its three best chunks, or its best one where `every` is set; else with all of its chunks found.

        The mode `temporal` passes the memories of the asked time as `among`, and `only` where nothing but the time was
        asked for. The mode `entity` passes `only` those that tell of the entity.
        """
        kept, room = max(self._settings.kept, 2 * search.wanted), _EACH * search.wanted
        if every:
            beside = 0 if only else 2 * self._wide(search)
            rows = self._hybrid(search, among, only=only, each=1, kept=max(kept, every + beside), texts=TEXTS)
        elif among or only:
            rows = self._hybrid(search, among, only=only, each=_EACH, kept=max(kept, room), texts=_TEXTS)
        else:
            texts = TEXTS if outside_words(search.filters) else 0
            rows = self._hybrid(search, (), only=False, each=_EVERY_TEXT, kept=kept, texts=texts)
        if only:
            return _candidates(rows, search, search.asked.vector)
        short = len(_ids(rows)) < search.wanted if among else self._short(rows, search, kept)
        more = self._missing(rows, search) if short else []
        if more:
            taken = [*among, *more]
            deeper = self._hybrid(search, taken, only=False, each=_EACH, kept=max(kept, room), texts=_TEXTS)
            there = _ids(deeper)
            rows = [*deeper, *(row for row in rows if row["memory"].get("id") not in there)]
        return _candidates(rows, search, search.asked.vector)

    def near(self, search: Search, *, least: int = 0) -> list[ChunkCandidate]:
        """Candidates by vector alone, nearest first; at least `least` where there are so many."""
        filters, kept = filter_row(search.filters), max(self._settings.candidates, 2 * search.wanted, least)
        params: dict[str, object] = {
            "user_id": search.user_id, "filters": filters, "vector": _list(search.asked.vector),
            "candidates": max(self._wide(search), kept), "kept": kept, "text_most": search.text_most,
        }  # fmt: skip
        rows = self.store.read("recall/by_vector", **params)
        if self._short(rows, search, kept):
            more = self._missing(rows, search)
            if more:
                there = [row["memory"]["id"] for row in rows if row["chunk_id"]]
                rows = self.store.read(
                    "recall/among", user_id=search.user_id, filters=filters, vector=_list(search.asked.vector),
                    ids=list(dict.fromkeys([*there, *more])), each=_EACH, kept=max(kept, _EACH * search.wanted),
                    text_most=search.text_most,
                )  # fmt: skip
        return _candidates(rows, search)

    def by_words(self, search: Search) -> list[ChunkCandidate]:
        """Candidates by words alone, best first."""
        kept = max(self._settings.candidates, 2 * search.wanted)
        if search.filters.status is Status.ARCHIVED:
            return self._archived_by_words(search)
        params: dict[str, object] = {
            "user_id": search.user_id, "filters": filter_row(search.filters), "query": _query(search),
            "candidates": self._wide(search), "kept": kept, "text_most": search.text_most,
        }  # fmt: skip
        rows = self.store.read("recall/by_words", **params)
        if self._short(rows, search, kept, by_words=True):
            # A long memory may fill what is kept, as filters may empty it.
            params |= {"candidates": _EVERY_TEXT, "kept": _TEXTS, "text_most": 0}
            rows = self.store.read("recall/by_words", **params)
        return _candidates(rows, search)

    def _archived_by_words(self, search: Search) -> list[ChunkCandidate]:
        rows = self.store.read(
            "recall/archived_by_words",
            user_id=search.user_id,
            filters=filter_row(search.filters),
            words=list(dict.fromkeys(search.asked.words))[:_WORDS_KEPT],
            kept=search.wanted,
            text_most=search.text_most,
        )
        return _candidates(rows, search)

    def by_graph(self, search: Search) -> list[ChunkCandidate]:
        """Chunks that mention the entities the question names, or entities one or two relations away from them."""
        rows = self.store.read(
            "recall/by_graph",
            user_id=search.user_id,
            filters=filter_row(search.filters),
            keys=list(search.asked.keys),
            longer=longer_keys(search.asked.candidates),
            steps=[STEP**depth for depth in range(1, 4)],
            fan=min(max(_FAN, search.wanted), _FAN_MOST),
            most=max(_FAN, 2 * search.wanted),
            kept=max(self._settings.kept, 2 * search.wanted),
            text_most=search.text_most,
        )
        return _candidates(rows, search)

    def near_enough(self, search: Search) -> list[ChunkCandidate]:
        """The candidates by vector of the recipe `weighted`: none below `similarity_floor`."""
        floor = self._settings.similarity_floor
        near = self.near(search, least=_NEAR_WEIGHTED)
        return [candidate for candidate in near if candidate.cosine is not None and candidate.cosine >= floor]

    def around(self, search: Search, near: Sequence[ChunkCandidate]) -> list[ChunkCandidate]:
        """Chunks around candidates in the graph: over an entity, or an entity, a relation and another entity."""
        rows = self.store.read(
            "recall/around",
            user_id=search.user_id,
            filters=filter_row(search.filters),
            vector=_list(search.asked.vector),
            seeds=[{"chunk_id": c.chunk_id, "score": c.cosine or 0.0} for c in near[:_SEEDS_WEIGHTED]],
            steps=[STEP**depth for depth in range(4)],
            hub=self._settings.hub,
            fan=_FAN,
            kept=max(self._settings.kept, 2 * search.wanted),
            text_most=search.text_most,
        )
        return _candidates(rows, search)

    def thread(self, search: Search, hits: Sequence[Hit]) -> dict[str, str]:
        """What carries on the matter of the best hits: a memory of each other session, with the entity that ties it.

        The memory nearest to the question, of those that mention what several of the best hits do; one of a day where
        they belong to no session.
        """
        rows = self.store.read(
            "recall/thread",
            user_id=search.user_id, filters=filter_row(search.filters), vector=_list(search.asked.vector),
            chunks=[hit.chunk_id for hit in hits[:_THREADED]],
            speakers=sorted({hit.memory.speaker for hit in hits if hit.memory.speaker}),
            hub=self._settings.hub, most=_SHARED, common_types=list(COMMON_TYPES), common_share=COMMON_SHARE,
            assistants=[] if wanted_of_assistant(search.asked.text).answer else sorted(ASSISTANTS),
            limit=search.wanted,
        )  # fmt: skip
        return {row["id"]: row["entity"] for row in rows}

    def chunks(self, user_id: str) -> int:
        """How many chunks a user has."""
        rows = self.store.read("memory/chunk_count", user_id=user_id)
        return rows[0]["chunks"] if rows else 0

    def whole(self, user_id: str, ids: Sequence[str]) -> dict[str, Memory]:
        """Memories with all of their text, by id."""
        rows = self.store.read("memory/by_ids", user_id=user_id, ids=list(ids))
        return {row["memory"]["id"]: memory_of(row["memory"]) for row in still_there(rows)}

    def _hybrid(
        self, search: Search, among: Sequence[str], *, only: bool, each: int, kept: int, texts: int = 0
    ) -> list[Row]:
        settings = self._settings
        wanted = wanted_of_assistant(search.asked.text)
        kinds = sorted(asked_kinds(search.asked.text))
        params: dict[str, object] = {
            "user_id": search.user_id, "filters": filter_row(search.filters), "status": search.filters.status.value,
            "vector": _list(search.asked.vector),
            "query": _query(search), "keys": list(search.asked.keys), "longer": longer_keys(search.asked.candidates),
            "candidates": max(settings.candidates, 2 * search.wanted),
            "spread": self._extractor.embedding.spread_in(search.asked.language), "turns_distance": TURNS_DISTANCE,
            "words_share": WORDS_SHARE, "words_power": WORDS_POWER,
            "language": search.asked.language,
            "linked_weight": LINKED, "common_types": list(COMMON_TYPES), "common_share": COMMON_SHARE,
            "seeds": settings.seeds, "hub": settings.hub, "rare": settings.rare,
            "about_most": settings.about_most, "kept": kept, "closely": _RESCORED,
            "sought": sorted(search.asked.answer_types), "of_me": search.asked.of_me,
            "assistants": sorted(ASSISTANTS), "behind": 0.0 if wanted.answer else -settings.cues.assistant,
            "standing": _STANDING_MOST if wanted.to_do and settings.cues.standing > 0 else 0,
            "standing_weight": settings.cues.standing,
            "standing_kinds": [kind.value for kind in _STANDING_KINDS] if wanted.ordered else [],
            "asked_kinds": kinds, "of_kind": _OF_KIND_MOST, "kind_weight": settings.cues.kind,
            "scope": _SCOPE, "elsewhere": _ELSEWHERE,
            "whole": 0 if search.lean else search.wanted + _SPARE, "text_most": search.text_most,
        }  # fmt: skip
        if plain_question(search.filters) and not among and not only:
            return _of_one(self.store.read("recall/hybrid", **params))
        wide = self._wide(search)
        params |= {
            "candidates": wide, "texts": max(wide, texts),
            "among": list(among), "only": list(among) if only else None, "each": each,
        }  # fmt: skip
        return _of_one(self.store.read("recall/hybrid_filtered", **params))

    def _wide(self, search: Search) -> int:
        """How many candidates to take from an index: more where filters drop some afterwards."""
        if outside_indexes(search.filters):
            return max(WIDER * self._settings.candidates, 4 * search.wanted)
        return max(self._settings.candidates, 2 * search.wanted)

    def _short(self, rows: Sequence[Row], search: Search, kept: int, *, by_words: bool = False) -> bool:
        """Whether memories may be missing: too few came, although the index had more or filters dropped some."""
        if len(_ids(rows)) >= search.wanted:
            return False
        outside = outside_words(search.filters) if by_words else outside_indexes(search.filters)
        return len(rows) >= kept or outside

    def _missing(self, rows: Sequence[Row], search: Search) -> list[str]:
        """The ids of memories that pass the filters and are not among the rows."""
        passing = self.store.read(
            "recall/passing", user_id=search.user_id, filters=filter_row(search.filters), limit=_PASSING
        )
        there = _ids(rows)
        return [row["id"] for row in passing if row["id"] not in there]


def _of_one(records: Sequence[Row]) -> list[Row]:
    """The rows of a statement that returns all of them in one record, since the driver's cost is by record.

    Among 100,000 memories a search took 17.6 ms so, and 20.3 ms with a record a row.
    """
    candidates: list[Row] = records[0]["candidates"]
    for row in candidates:
        with_text(row["memory"])
    return candidates


def _ids(rows: Sequence[Row]) -> Collection[str]:
    return {row["memory"].get("id") for row in rows}


def _query(search: Search) -> str:
    # A word no chunk can hold: the statement asks the full-text index in any case, and an empty query is an error.
    asked = search.asked
    return lucene((*asked.words, *asked.otherwise) or (_NOTHING,), search.user_id, search.filters, pieces=asked.pieces)


def _list(vector: Vector | None) -> list[float]:
    return [] if vector is None else np.asarray(vector, dtype=np.float32).tolist()


def _candidates(rows: Sequence[Row], search: Search, vector: Vector | None = None) -> list[ChunkCandidate]:
    rows = [row for row in still_there(rows, texts=False) if row["chunk_id"] and None not in (row["start"], row["end"])]
    vectors = [row.get("sentences") for row in rows]
    sentences = nearest(vectors, vector) if vector is not None else [None] * len(rows)
    asked = search.asked
    language = answer_language(asked.text)
    is_alone = asks_for_kind_alone(asked.text, [word for word in asked.words if word not in asked.pieces])
    of_kind = _KIND_ALONE if is_alone else 1.0
    return [_candidate(row, sentence, language, of_kind) for row, sentence in zip(rows, sentences, strict=True)]


def _candidate(row: Mapping[str, Any], sentence: float | None, language: str, of_kind: float) -> ChunkCandidate:
    memory = row["memory"]
    return ChunkCandidate(
        chunk_id=row["chunk_id"],
        memory=memory_of({**memory, "text": memory.get("text") or ""}),
        # Low candidates come without the text of their chunk, lean ones without that of their memory.
        text=row["text"] or (memory.get("text") or "")[row["start"] : row["end"]],
        start=row["start"],
        end=row["end"],
        asks=row["asks"],
        language=row.get("language"),
        answers=row.get("answers"),
        names=tuple(sorted(row.get("names") or ())),
        strangers=bool(row.get("strangers")),
        with_assistant=bool(row.get("with_assistant")),
        standing=row.get("standing") or 0.0,
        of_kind=of_kind if row.get("of_kind") else 0.0,
        cosine=row.get("cosine"),
        sentence=sentence,
        words=row.get("words"),
        base=row.get("base") or 0.0,
        linked=row.get("linked") or 0.0,
        closeness=row.get("closeness") or 0.0,
        ties=tuple(map(_tie, row.get("ties") or ())),
        endings=endings_of(row["endings"], language, whole=memory.get("text")) if row.get("endings") else (),
    )


def _tie(row: Mapping[str, Any]) -> RetrievalPath:
    seed = row.get("seed")
    return RetrievalPath(
        entity=row["entity"],
        weight=row["weight"],
        # The id of a chunk begins with that of its memory.
        seed=seed and str(seed).partition(".")[0],
        start=row.get("start") or row["entity"],
        crossings=tuple(Crossing(**crossing) for crossing in row.get("crossings") or ()),
    )


Longer = Mapping[str, Sequence[Sequence[str]]]
"""For a key, the longer keys around it, one list for each place where it stands; none for one with a place to itself.

"Tokyo" in "Tokyo Tower": {"tokyo": [["tokyo tower"]]}.
"""


def longer_keys(candidates: Sequence[NameCandidate]) -> dict[str, list[list[str]]]:
    """The longer candidates around each key of a question, place by place.

    A key is dropped where at each of its places one of the longer keys is known to the graph. `longest` decides that in
    Python, `cypher/recall/_asked_entities.cypher` in the database.
    """
    places = sorted(candidates, key=lambda candidate: (candidate.start, -candidate.end))
    widest = max((candidate.end - candidate.start for candidate in places), default=0)
    around: dict[str, set[frozenset[str]]] = {}
    for place, candidate in enumerate(places):
        keys: set[str] = set()
        for before in range(place - 1, -1, -1):
            other = places[before]
            if other.start < candidate.end - widest:
                break
            if other.end >= candidate.end and other.key != candidate.key:
                keys.add(other.key)
        around.setdefault(candidate.key, set()).add(frozenset(keys))
    return {key: sorted(map(sorted, sets)) for key, sets in around.items() if frozenset() not in sets}


def longest(known: Set[str], longer: Longer) -> set[str]:
    """The known keys that stand at least once outside of every longer known key."""
    return {key for key in known if key not in longer or any(known.isdisjoint(place) for place in longer[key])}
