"""Understands drafts with the names that the graph knows, and writes what was found in them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from graph.db.batch_rows import FactRows
from graph.db.store import Runs, Store
from graph.extractor import Extractor
from graph.intake.checks import near_hash
from graph.model.types import Polarity
from graph.resolution.name_cache import NameCache
from graph.resolution.resolution_writer import EntityResolver, NamesWritten
from graph.write.stages import ReadDraft, UnderstoodDraft
from graph.write.write_rows import knowledge_rows, known_in, with_new_names


class FactWriter:
    """Names, ties and facts of drafts, however they come: remembered, taken from the backlog, or edited."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        names: NameCache,
        resolver: EntityResolver,
        new_entity_id: Callable[[], str],
        *,
        may_end: Callable[..., bool],
        names_most: int,
    ) -> None:
        """`may_end(lemma, type, denied, past)` tells which facts wait to be looked at for what they end.

        `names_most` bounds the names of one user that are read from the graph.
        """
        self._may_end = may_end
        self._store = store
        self._extractor = extractor
        self._names = names
        self._resolver = resolver
        self._new_entity_id = new_entity_id
        self._names_most = names_most

    def before(
        self, user_id: str, drafts: Sequence[ReadDraft] = (), sessions: Collection[str] = ()
    ) -> Mapping[str, Any]:
        """What the graph holds of some drafts and sessions (`memory/before`).

        Takes in the names that the graph holds and this process has not seen.
        """
        names = self._names.of(user_id)
        row = self._store.read(
            "memory/before",
            user_id=user_id,
            identities=[
                {"content_hash": draft.content_hash, "session_id": draft.identity[1], "anywhere": draft.anywhere}
                for draft in drafts
            ],
            places=sorted({draft.draft.place for draft in drafts if draft.draft.place}),
            near_hashes=[near_hash(draft.draft) for draft in drafts],
            sessions=sorted(sessions),
            version=names.version,
            names_most=self._names_most,
        )[0]
        if names.stale(row["writes"], row["forgot_at"]):
            self._names.drop(user_id)
            return self.before(user_id, drafts, sessions)
        names.seen = row["writes"]
        names.learn(row["names"])
        return row

    def with_known_names(self, user_id: str, drafts: Sequence[ReadDraft]) -> list[ReadDraft]:
        """The drafts with the names of the graph that stand in them, as far as this process has seen those."""
        names = self._names.of(user_id)
        return [replace(draft, known=known_in(draft.reading, names)) for draft in drafts]

    def understand(self, user_id: str, drafts: Sequence[ReadDraft]) -> list[UnderstoodDraft]:
        """Understands drafts with all names that the graph holds now."""
        self.before(user_id)
        drafts = self.with_known_names(user_id, drafts)
        extractions = self._extractor.extract([draft.extraction_input() for draft in drafts])
        pairs = zip(drafts, extractions, strict=True)
        return with_new_names([draft.understood(extraction) for draft, extraction in pairs])

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
        return self._resolver.write(runs, user_id, rows, now, at_once=at_once)

    def resolve_everywhere(self, user_id: str, written: NamesWritten, now: datetime) -> NamesWritten:
        """Resolves all names that a write left to a step of its own."""
        shown = self._store.together(lambda runs: self._resolver.resolve_everywhere(runs, user_id, written.shown, now))
        return replace(written, shown=shown, waits=False)
