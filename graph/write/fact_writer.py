"""Understands drafts, and writes what was found in them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from graph.db.batch_rows import FactRows
from graph.db.store import Runs, Store
from graph.extractor import Extractor
from graph.intake.checks import near_hash
from graph.journal.tombstones import keys_of
from graph.lifecycle.packing import with_text
from graph.model.synced import WHOLE_FILE
from graph.model.types import Polarity
from graph.resolution.resolution_writer import EntityResolver, NamesWritten
from graph.write.stages import ReadDraft, UnderstoodDraft
from graph.write.write_rows import knowledge_rows


class FactWriter:
    """Names, ties and facts of drafts, however they come: remembered, taken from the backlog, or edited."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        resolver: EntityResolver,
        new_entity_id: Callable[[], str],
        *,
        may_end: Callable[..., bool],
    ) -> None:
        """`may_end(lemma, type, denied, past)` tells which facts wait to be looked at for what they end."""
        self._may_end = may_end
        self._store = store
        self._extractor = extractor
        self._resolver = resolver
        self._new_entity_id = new_entity_id

    def before(
        self, user_id: str, drafts: Sequence[ReadDraft] = (), sessions: Collection[str] = (), *, by_itself: bool = True
    ) -> Mapping[str, Any]:
        """What the graph holds of some drafts and sessions (`memory/before`), drafts that come `by_itself` or not."""
        (row,) = self._store.read(
            "memory/before",
            user_id=user_id,
            identities=[
                {"content_hash": draft.content_hash, "session_id": draft.identity[1], "anywhere": draft.anywhere}
                for draft in drafts
            ],
            places=sorted({place for each in drafts if (place := each.draft.place) and not place.endswith(WHOLE_FILE)}),
            near_hashes=[near_hash(draft.draft) for draft in drafts],
            sessions=sorted(sessions),
            rejections=sorted({key for draft in drafts for key in keys_of(user_id, draft.draft, by_itself=by_itself)}),
        )
        for known in row["known"]:
            with_text(known)
        return row

    def understand(self, drafts: Sequence[ReadDraft]) -> list[UnderstoodDraft]:
        """Understands drafts."""
        extractions = self._extractor.extract([draft.extraction_input() for draft in drafts])
        pairs = zip(drafts, extractions, strict=True)
        return [draft.understood(extraction) for draft, extraction in pairs]

    def rows(self, user_id: str, drafts: Sequence[UnderstoodDraft], now: datetime) -> FactRows:
        """What `write` writes of some drafts."""
        rows = knowledge_rows(user_id, drafts, now, self._new_entity_id)
        for row in rows.facts:
            properties = cast("dict[str, object]", row["properties"])
            if self._waits(properties):
                properties["to_settle"] = True
        return rows

    def _waits(self, fact: Mapping[str, object]) -> bool:
        denied = fact["polarity"] == Polarity.NEGATIVE
        return self._may_end(fact["lemma"], fact["type"], denied=denied, past=bool(fact.get("past")))

    def write(self, runs: Runs, user_id: str, rows: FactRows, now: datetime, *, at_once: bool = True) -> NamesWritten:
        """Writes names, ties and facts and resolves the names, inside a transaction (`EntityResolver.write`)."""
        written = self._resolver.write(runs, user_id, rows, now, at_once=at_once)
        if rows.literals:
            runs("memory/store_literals", {"user_id": user_id, **rows.numbered_literals()})
        return written

    def resolve_everywhere(self, user_id: str, written: NamesWritten, now: datetime) -> NamesWritten:
        """Resolves all names that a write left to a step of its own."""
        shown = self._store.together(lambda runs: self._resolver.resolve_everywhere(runs, user_id, written.shown, now))
        return replace(written, shown=shown, waits=False)
