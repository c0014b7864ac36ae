"""Back-fills mentions: ties older memories to names that later memories are about, where their text holds them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from graph.db.background_queue import BackgroundQueue, Round, Waiting
from graph.db.row import Row
from graph.db.rows import facets, lucene_phrase, mention_properties
from graph.db.store import Runs, Store
from graph.errors import Invalid
from graph.extractor import Extractor
from graph.model.draft import Draft
from graph.model.extraction import Mention
from graph.model.filters import Filters
from graph.model.types import EntityType, LinkType
from graph.resolution.name_cache import CERTAINTY, standing
from graph.resolution.resolution_writer import EntityResolver

BATCH = 200
"""Names that are searched for in one round of two reads and a write."""


class MentionBackfill:
    """Finds older chunks that hold such a name. One for a process; safe to share between threads.

    A name carries `to_match` from the batch that first was about it until older chunks were searched for it. Of 100
    places where passages of an encyclopedia name the title of another, 93 are seen without this.
    """

    def __init__(
        self, store: Store, extractor: Extractor, resolver: EntityResolver, clock: Callable[[], datetime], *, hub: int
    ) -> None:
        """`hub`: chunks that are searched for one name; a name in more of them connects nothing."""
        self._hub = hub
        self._store = store
        self._extractor = extractor
        self._resolver = resolver
        self._clock = clock
        self.queue = BackgroundQueue(
            lambda user_id, limit: store.read("entity/unmatched", user_id=user_id, limit=limit),
            self._tie,
            batch=BATCH,
        )

    def _tie(self, user_id: str, names: Waiting) -> Round:
        known = surest_by_key(names)
        asked = [{"key": key, "query": query} for key in sorted(known) if (query := self._query(user_id, known[key]))]
        chunks = self._store.read("entity/lacking", user_id=user_id, asked=asked, most=self._hub) if asked else []
        ties = [tie for row in chunks for tie in self._ties(row, known)]
        looked = [{"key": name["key"], "type": name["type"]} for name in names]

        def work(runs: Runs) -> int:
            (row,) = runs("entity/match", {"user_id": user_id, "ties": ties, "names": looked})
            # Two that may be one in one place are in one now, where the older memory held the other.
            keys_tied = sorted({str(tie["key"]) for tie in ties})
            self._resolver.resolve(runs, user_id, self._clock(), keys=keys_tied)
            return int(row["unmarked"])

        return Round(taken=self._store.together(work))

    def _query(self, user_id: str, name: Mention) -> str:
        try:
            words = self._extractor.question(name.name, vector=False).words
        except Invalid:
            return ""
        return lucene_phrase(words, facets(user_id, Filters()))

    def _ties(self, row: Mapping[str, Any], known: Mapping[str, Mention]) -> Iterator[Row]:
        """The ties of one chunk to the names it holds, where no other name of it stands already."""
        reading = self._extractor.read(Draft(text=row["text"]))
        candidates = [candidate for chunk in reading.chunks for candidate in chunk.candidates]
        by_key: dict[str, list[Mention]] = defaultdict(list)
        for place in standing(candidates, known, row["text"], _spans(row)):
            name = known[place.key]
            by_key[place.key].append(
                replace(
                    name,
                    start=row["start"] + place.start,
                    end=row["start"] + place.end,
                    surface=row["text"][place.start : place.end],
                )
            )
        for key, mentions in by_key.items():
            yield {
                "chunk_id": row["chunk_id"], "text": row["text"], "key": key, "type": mentions[0].type.value,
                "properties": mention_properties(mentions),
            }  # fmt: skip


def surest_by_key(names: Iterable[Mapping[str, Any]]) -> dict[str, Mention]:
    """For each key the name as its surest memory gave it, ready to be found in a text."""
    best: dict[str, Mapping[str, Any]] = {}
    for name in names:
        if name["key"] not in best or name["confidence"] > best[name["key"]]["confidence"]:
            best[name["key"]] = name
    return {
        key: Mention(
            chunk=0, start=None, end=None, surface=name["name"], name=name["name"], key=key,
            type=EntityType(name["type"]), link_type=LinkType.MENTIONS, confidence=CERTAINTY * name["confidence"],
            reasons=("known-name",), method="dictionary", subtype=name["subtype"],
        )
        for key, name in best.items()
    }  # fmt: skip


def _spans(row: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Where the chunk names something already, from its own start."""
    return [
        (start - row["start"], end - row["start"])
        for starts, ends in row["taken"]
        for start, end in zip(starts, ends, strict=True)
    ]
