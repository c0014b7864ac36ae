"""Changes stored memories: marks at once, text, project and category with everything that depends on them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any, cast

from graph.db.fulltext_fields import words_field
from graph.db.importance.importance_mapping import IMPORTANCE_FIELDS, USE_FIELDS, importance_when_edited
from graph.db.importance.use_counter import edit_step
from graph.db.row import Row
from graph.db.rows import chunk_facets, chunk_properties, draft_of, memory_of, memory_row
from graph.db.store import Runs, Step, Store
from graph.errors import Conflict, NotFound
from graph.extractor import Extractor
from graph.intake.checks import PATHS, checked, checked_changes, content_hash
from graph.intake.personal import HANDLED, Handling, handled
from graph.journal.actor import is_unattended
from graph.journal.journal import Journal
from graph.journal.log import kept_versions
from graph.journal.tombstones import keys_of, lifted, rejected, replaced
from graph.journal.versions import drafted_before, marked_before
from graph.model.draft import Draft
from graph.model.life.journal import Act
from graph.model.memory import Memory, Remembered
from graph.model.synced import GONE
from graph.model.types import Status
from graph.resolution.resolution_writer import EntityResolver, NamesWritten
from graph.settings import GraphSettings
from graph.write.conversations import StaleRead, retried
from graph.write.fact_writer import FactWriter
from graph.write.forget import MemoryEraser, Window, kept, locked, rewritten, summed
from graph.write.outcomes import Findings, already_stored, findings_by_memory
from graph.write.retention import PERSON, SYNC, Reason, brought_back, is_true, put_away
from graph.write.said_again import said_again
from graph.write.stages import ReadDraft, UnderstoodDraft, fallback_of, is_decision
from graph.write.turn_smoothing import index_words
from graph.write.write_rows import surest_first

MARKS = frozenset({"bookmarked", "rating", "pinned"})
WORDS = frozenset(
    {"text", "title", "category", "tags", "project", "extra", "source", "facts", "audience", "area", "agent"}
)
_CIRCUMSTANCES = frozenset({"place", "channel", "device_id", "latitude", "longitude", "occurred_at"})
"""What a memory that lacks it takes from a draft of the same text."""
_ACTS = {
    Status.ACTIVE: Act.RESTORED, Status.ARCHIVED: Act.ARCHIVED, Status.INVALID: Act.INVALIDATED,
}  # fmt: skip
"""What it is called to move a memory to a status."""
_USE = IMPORTANCE_FIELDS | USE_FIELDS | {"to_link"}
"""What no edit writes back, and what may change without one."""


class MemoryEditor:
    """Changes memories. One for a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        facts: FactWriter,
        eraser: MemoryEraser,
        resolver: EntityResolver,
        settings: GraphSettings,
        clock: Callable[[], datetime],
        journal: Journal,
    ) -> None:
        self._journal = journal
        self._store = store
        self._extractor = extractor
        self._facts = facts
        self._eraser = eraser
        self._resolver = resolver
        self._settings = settings
        self._clock = clock

    def mark(self, user_id: str, memory_id: str, act: Act, **properties: object) -> Memory:
        """Sets marks of a memory. Raises NotFound when this user has no such memory."""

        def work(runs: Runs) -> Memory:
            locked(runs, user_id, memory_id)
            row = stored_row(runs, user_id, memory_id)
            if not (before := marked_before(row, properties)):
                return memory_of(row)
            for step in self._journal.changed(user_id, memory_id, act, before):
                step.run(runs)
            marking: Row = {"id": memory_id, "properties": properties, "now": self._clock()}
            (marked,) = runs("memory/mark", {"user_id": user_id, **marking})
            return memory_of(marked["memory"])

        return self._store.together(work)

    def status(
        self,
        user_id: str,
        memory_id: str,
        status: Status,
        *,
        place: str | None = None,
        source: str | None = None,
        act: Act | None = None,
    ) -> Memory:
        """Moves a memory to a status. What is archived leaves the indexes and comes back just as it was.

        With a `place` it moves there in the same transaction: by both a sync knows what it put away itself, and what a
        person did. What it put away and a person restores has no place any more, or the next sync would put it away
        again. Raises NotFound when this user has no such memory, and Conflict for one that went into another.
        """

        def work(runs: Runs) -> Memory:
            # What is written back is read under the lock: an edit may be under way.
            locked(runs, user_id, memory_id)
            row = stored_row(runs, user_id, memory_id)
            if row.get("merged_into"):
                raise Conflict(f"It went into {row['merged_into']}. Undo that first: enishi undo {memory_id}.")
            for step in self._journal.changed(
                user_id, memory_id, act or _ACTS[status], marked_before(row, {"status": status.value})
            ):
                step.run(runs)
            return self.moved(runs, user_id, row, status, place=place, source=source)

        return self._store.together(work)

    def moved(
        self,
        runs: Runs,
        user_id: str,
        row: Mapping[str, Any],
        status: Status,
        *,
        place: str | None = None,
        source: str | None = None,
    ) -> Memory:
        """Moves a memory to a status inside a transaction that has the user's lock, and returns it as it is then."""
        memory, memory_id = memory_of(row), row["id"]
        if place is not None or (status is Status.ACTIVE and (memory.place or "").startswith(GONE)):
            moves = [{"id": memory_id, "place": place, "source": source}]
            runs("memory/move", {"user_id": user_id, "moves": moves})
        cleared = status is Status.ACTIVE and memory.status is Status.INVALID
        turns = is_true(row) != (status is not Status.INVALID and (is_true(row) or cleared))
        if turns:
            # What is taken back proves nothing any more, and what is true again does.
            runs("inference/drop", {"user_id": user_id, "ids": [memory_id]})
        self._move(runs, user_id, memory, status, by=PERSON if place is None else SYNC)
        if turns:
            summed(runs, user_id, ids=[memory_id])
        if status is Status.INVALID:
            rejected(runs, user_id, memory_id, Act.INVALIDATED, self._clock())
        elif cleared:
            lifted(runs, user_id, keys_of(user_id, draft_of(memory, titled=False), by_itself=is_unattended()))
        return memory_of(stored_row(runs, user_id, memory_id))

    def _move(self, runs: Runs, user_id: str, memory: Memory, status: Status, *, by: str) -> None:
        now = self._clock()
        if status is Status.ARCHIVED or memory.status is Status.ARCHIVED:
            pieces = runs("memory/pieces", {"user_id": user_id, "ids": [memory.id]})
            if status is Status.ARCHIVED:
                put_away(runs, user_id, pieces, Reason(by=by), now)
            else:
                # Back to what it was; only what is called untrue meanwhile is that.
                brought_back(runs, user_id, pieces, now, status=None if status is Status.ACTIVE else status)
            return
        facets = chunk_facets(
            user_id, status.value, memory.project or "", memory.category or "", memory.session_id or ""
        )
        given: Row = {"id": memory.id, "status": status.value, "facets": facets, "now": now}
        runs("memory/set_status", {"user_id": user_id, **given})

    def edit(self, user_id: str, memory_id: str, changes: Mapping[str, object]) -> Remembered:
        """Changes fields of a memory; a changed text or title is understood again, and its entities and facts returned.

        What it was before is kept as its newest version.

        Raises Invalid for a field that cannot be changed, NotFound, and Conflict when the new text is another memory.
        """
        checked_changes(changes, MARKS | WORDS)
        return retried(lambda: self.edited(user_id, self.row(user_id, memory_id), changes))

    def take_up(self, user_id: str, memory_id: str, draft: Draft, *, reworded: bool) -> Remembered:
        """Gives a memory what a draft adds to it (`said_again`), and where it is `reworded` the draft's text too.

        A text that a person has corrected stays so: what still has it is ignored. Raises NotFound, and Conflict when
        the new text is another memory.
        """

        def taken() -> Remembered:
            row = self.row(user_id, memory_id)
            again = said_again(row, draft)
            if reworded and self._corrected(user_id, memory_id, draft.text):
                kept_words = self.edited(user_id, row, again.changes, Act.UPDATED)
                return replace(kept_words, added=tuple(again.changes), ignored=(*again.ignored, "text"))
            words = {"text": draft.text, "title": draft.title, "facts": draft.facts} if reworded else {}
            remembered = self.edited(user_id, row, {**again.changes, **words}, Act.UPDATED)
            return replace(remembered, updated=reworded, added=tuple(again.changes), ignored=again.ignored)

        return retried(taken)

    def _corrected(self, user_id: str, memory_id: str, text: str) -> bool:
        """Whether a person put other words in the place of this text, or took it back in another way."""
        versions = kept_versions(self._store, user_id, memory_id)
        return any(version.act is Act.EDITED and version.before.get("text") == text for version in versions)

    def read_anew(self, user_id: str, memory_id: str) -> None:
        """Understands a memory again as it stands, with new chunks in place of what it has; nobody edited it.

        What people said of it, its uses and its importance stay. Raises NotFound, and Conflict when it says exactly
        what another memory says.
        """

        def again() -> None:
            row = self.row(user_id, memory_id)
            read = self._read_draft(row, _before(row))
            read = self._without_twin(user_id, read)
            now = self._clock()
            (draft,) = self._facts.understand([read])
            changed = draft.draft, draft.reading
            window = (
                self._eraser.window(user_id, memory_id, changed=changed) if draft.conversation is not None else None
            )
            marks = {field: row[field] for field in IMPORTANCE_FIELDS | {"duplicate_of"} if field in row}
            stayed: Row = {"id": memory_id, "edit_count": row.get("edit_count") or 0, "updated_at": row["updated_at"]}
            steps = [
                Step("memory/drop_chunks", {"user_id": user_id, "ids": [memory_id]}),
                *_rechunk(user_id, row, draft, marks, window, now),
                Step("care/unedited", {"user_id": user_id, **stayed}),
            ]
            self._replace_text(user_id, row, draft, window, steps, now)

        retried(again)

    def edited(
        self, user_id: str, row: Mapping[str, Any], changes: Mapping[str, object], act: Act = Act.EDITED
    ) -> Remembered:
        """Changes a memory that was read as `row`. Raises StaleRead where it has changed since."""
        read, marks = self._read(row, changes), _marks(changes)
        if _worded(read.draft) == _worded(_before(row)):
            return self._store.together(self._with_new_marks(user_id, row, read, marks, act))
        return self._with_new_text(user_id, row, read, marks, act)

    def _read_draft(self, row: Mapping[str, Any], draft: Draft) -> ReadDraft:
        occasion = row.get("occasion")
        return ReadDraft(
            draft=draft, reading=self._extractor.read(draft), id=row["id"],
            content_hash=content_hash(draft, occasion), occasion=occasion,
        )  # fmt: skip

    def _read(self, row: Mapping[str, Any], changes: Mapping[str, object]) -> ReadDraft:
        given, counts = self._without_personal(_changed(row, changes), changes)
        draft = checked(
            given, text_most=self._settings.text_most, zone=self._settings.time_zone, paths=PATHS & changes.keys()
        )
        return replace(self._read_draft(row, draft), personal=counts)

    def _without_personal(self, given: Draft, changes: Mapping[str, object]) -> tuple[Draft, Mapping[str, int]]:
        """The draft of an edit with the fields that it changes as they may be kept."""
        handling = Handling(self._settings.personal.handling)
        fields = HANDLED & changes.keys()
        if handling is Handling.OFF or not fields:
            return given, {}
        clean, counts = handled(given, handling, self._settings.personal.regions)
        fields |= {"tags"} if handling is Handling.MARK else set()
        return replace(given, **{name: getattr(clean, name) for name in fields}), {
            kind.value: count for kind, count in counts.items()
        }

    def marking(
        self,
        user_id: str,
        row: Mapping[str, Any],
        changes: Mapping[str, object],
        act: Act,
        *,
        merge: tuple[str, str] | None = None,
    ) -> Callable[[Runs], object]:
        """What gives a memory that was read as `row` other fields than its words, within a transaction.

        It raises StaleRead there where the memory has changed since. `merge` names the memories of a merge that this is
        part of: the one that stays, the one that goes.
        """
        return self._with_new_marks(user_id, row, self._read(row, changes), _marks(changes), act, merge=merge)

    def _with_new_marks(
        self,
        user_id: str,
        row: Mapping[str, Any],
        read: ReadDraft,
        marks: Mapping[str, object],
        act: Act,
        *,
        merge: tuple[str, str] | None = None,
    ) -> Callable[[Runs], Remembered]:
        """What changes all but a memory's words, within a transaction.

        What was understood of the words, and what a person judged of that, stays.
        """
        now = self._clock()
        properties = _properties(user_id, row, read, marks, twin=row.get("duplicate_of"))
        properties |= self._weighed_anew(row, read.draft, now, repeats=bool(row.get("duplicate_of")))
        # Of all but the words links rest on these alone.
        unlinked = (read.draft.project or "", [*read.draft.tags]) != (row["project"], row["tags"])
        del properties["to_link"]
        unchained: Row = {"chunks": [], "pairs": [], "last": [], "bridged": []}
        moved = _moved(user_id, row, read, now)
        versions = self._versions(user_id, row, read, marks, act, merge)

        def work(runs: Runs) -> Remembered:
            locked(runs, user_id, read.id)
            self.check_unchanged(runs, user_id, row)
            for step in versions:
                step.run(runs)
            _unpacked(runs, user_id, row)
            changed: Row = {"id": read.id, "properties": properties, "now": now, **unchained}
            runs("memory/rechunk", {"user_id": user_id, **changed})
            edit_step(user_id, read.id, now, self._settings.importance.access).run(runs)
            if unlinked:
                runs("link/drop", {"user_id": user_id, "ids": [read.id]})
            if moved:
                (pieces,) = runs("memory/pieces", {"user_id": user_id, "ids": [read.id]})
                around = {"properties": _around(user_id, row, read.draft), "vector": None}
                placed = [{"id": chunk["id"], **around} for chunk in pieces["chunks"]]
                runs("memory/rewrite", {"user_id": user_id, "chunks": placed})
            for step in moved:
                step.run(runs)
            _packed_again(runs, user_id, row, now)
            return already_stored(stored_row(runs, user_id, read.id), read)

        return work

    def _versions(
        self,
        user_id: str,
        row: Mapping[str, Any],
        read: ReadDraft,
        marks: Mapping[str, object],
        act: Act,
        merge: tuple[str, str] | None = None,
    ) -> tuple[Step, ...]:
        """The steps that keep what a memory was before an edit; none where nothing changes."""
        drafted = drafted_before(row, read.draft)
        before = {**drafted, **marked_before(row, marks)}
        title = row["title"] if drafted.keys() & {"text", "title"} else None
        into, other = merge or (None, None)
        return self._journal.changed(user_id, read.id, act, before, title=title, into=into, other=other)

    def _with_new_text(
        self, user_id: str, row: Mapping[str, Any], read: ReadDraft, marks: Mapping[str, object], act: Act
    ) -> Remembered:
        now = self._clock()
        read = self._without_twin(user_id, read)
        (draft,) = self._facts.understand([read])
        changed = draft.draft, draft.reading
        in_session = draft.conversation is not None
        window = self._eraser.window(user_id, draft.id, changed=changed) if in_session else None

        def marked(runs: Runs) -> None:
            if act is not Act.UPDATED:
                lifted(runs, user_id, keys_of(user_id, draft.draft, by_itself=is_unattended()))
            if act is Act.EDITED:
                replaced(runs, user_id, _before(row), draft.draft, now)

        steps = [
            *self._versions(user_id, row, read, marks, act),
            Step("memory/drop_chunks", {"user_id": user_id, "ids": [draft.id]}),
            edit_step(user_id, draft.id, now, self._settings.importance.access),
            *_rechunk(
                user_id, row, draft, {**marks, **self._weighed_anew(row, draft.draft, now, repeats=False)}, window, now
            ),
        ]
        findings = self._replace_text(user_id, row, draft, window, steps, now, first=marked)
        entities, facts = findings.get(draft.id, ((), ()))
        stored = already_stored(self.row(user_id, draft.id), draft)
        return replace(stored, entities=entities, facts=facts, fallback=draft.extraction.fallback)

    def _weighed_anew(self, row: Mapping[str, Any], draft: Draft, now: datetime, *, repeats: bool) -> Row:
        """What an edited memory keeps of its importance."""
        weighing = self._settings.importance
        return importance_when_edited(row, draft.text, draft.rating, now, weighing, repeats=repeats)

    def _replace_text(
        self,
        user_id: str,
        row: Mapping[str, Any],
        draft: UnderstoodDraft,
        window: Window | None,
        steps: Sequence[Step],
        now: datetime,
        *,
        first: Callable[[Runs], None] = lambda _: None,
    ) -> Mapping[str, Findings]:
        """Takes out what the old text gave and writes what the new one gives; returns what was found in it.

        `first` runs before, under the lock, and may raise what stops it.
        """
        rows = self._facts.rows(user_id, [draft], now)

        def work(runs: Runs) -> NamesWritten:
            locked(runs, user_id, draft.id, window)
            # Forgotten while we read it: its entities and names must not come back without it.
            self.check_unchanged(runs, user_id, row)
            first(runs)
            _unpacked(runs, user_id, row)
            coming = [{"key": name["key"], "type": name["type"]} for name in surest_first(rows.names)]
            dropped = self._eraser.dropped(runs, user_id, draft.id, again=coming)
            runs("link/reword", {"user_id": user_id, "ids": [draft.id]})
            for step in steps:
                step.run(runs)
            _packed_again(runs, user_id, row, now)
            written = self._facts.write(runs, user_id, rows, now)
            self._resolver.resolve_dropped(
                runs, user_id, now, keys=dropped.keys, blocks=dropped.blocks, entities=dropped.entities
            )
            runs("memory/drop_names", {"user_id": user_id})
            # Last of all: what a person said of relations and inferences stays where the new text states them again.
            summed(runs, user_id, ids=[draft.id], pairs=dropped.pairs)
            kept(runs, user_id, dropped.judged)
            return written

        return findings_by_memory(rows, self._store.together(work))

    def _without_twin(self, user_id: str, read: ReadDraft) -> ReadDraft:
        """The draft, told from what its readers may not see. Raises Conflict where another memory says exactly this."""
        digest, session = read.identity
        rows = self._store.read("memory/by_identity", user_id=user_id, content_hash=digest, session_id=session)
        if not rows or rows[0]["id"] == read.id:
            return read
        apart = read.apart_from(rows[0]["audience"])
        if apart is None:
            raise Conflict(f"The memory {rows[0]['id']} already says exactly this. Forget one of the two.")
        return self._without_twin(user_id, apart)

    def memory(self, user_id: str, memory_id: str) -> Memory:
        """A memory as it is. Raises NotFound when this user has no such memory."""
        return memory_of(self.row(user_id, memory_id))

    @staticmethod
    def check_unchanged(runs: Runs, user_id: str, row: Mapping[str, Any]) -> None:
        """Raises StaleRead when another writer changed a memory since it was read as `row`."""
        stored = stored_row(runs, user_id, row["id"])
        if any(stored.get(field) != row.get(field) for field in (stored.keys() | row.keys()) - _USE):
            raise StaleRead

    def row(self, user_id: str, memory_id: str) -> Mapping[str, Any]:
        """The properties of a memory. Raises NotFound when this user has no such memory."""
        rows = self._store.read("memory/by_ids", user_id=user_id, ids=[memory_id])
        if not rows:
            raise NotFound("memory", memory_id)
        return rows[0]["memory"]


def _marks(changes: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in changes.items() if key in MARKS}


def _before(row: Mapping[str, Any]) -> Draft:
    return draft_of(memory_of(row), titled=bool(row.get("titled")))


def _worded(draft: Draft) -> tuple[object, ...]:
    """What a memory is understood by: "yesterday" in its text is read from its time."""
    return draft.title, draft.text, draft.facts, draft.occurred_at


def _changed(row: Mapping[str, Any], changes: Mapping[str, object]) -> Draft:
    """The draft that a memory is with some fields changed."""
    before = _before(row)
    words: dict[str, Any] = {key: value for key, value in changes.items() if key in WORDS | _CIRCUMSTANCES}
    for several in words.keys() & {"tags", "facts"}:
        words[several] = tuple(words[several] or ())
    rating: Any = changes.get("rating", before.rating)
    return replace(before, **words, rating=rating)


def stored_row(runs: Runs, user_id: str, memory_id: str) -> Mapping[str, Any]:
    """A memory as it is now, under the user's lock. Raises NotFound when it was forgotten meanwhile."""
    rows = runs("memory/by_ids", {"user_id": user_id, "ids": [memory_id]})
    if not rows:
        raise NotFound("memory", memory_id)
    return rows[0]["memory"]


def _rechunk(
    user_id: str,
    row: Mapping[str, Any],
    draft: UnderstoodDraft,
    marks: Mapping[str, object],
    window: Window | None,
    now: datetime,
) -> list[Step]:
    """The steps that give a memory its new words, in the turns around it too."""
    created = memory_of(row).created_at
    properties = _properties(user_id, row, draft, marks, twin=None)
    # It is understood now and waits no longer; with another text it is no duplicate any more.
    properties |= dict.fromkeys({"pending", "failed", "fallback", "duplicate_of"} - properties.keys())
    pieces: list[Row] = [
        {
            "id": draft.chunk_id(chunk.ordinal), "vector": vector.tolist(),
            "properties": {
                **chunk_properties(user_id, draft.draft, chunk, created, draft.extraction),
                words_field(user_id, chunk.language, turn=draft.conversation is not None): chunk.words,
            },
        }
        for chunk, vector in zip(draft.reading.chunks, draft.extraction.vectors, strict=True)
    ]  # fmt: skip
    chain, neighbours = _in_session(draft, window, pieces)
    params = {
        "user_id": user_id, "id": draft.id, "properties": properties, "now": now, "chunks": pieces, **chain,
    }  # fmt: skip
    steps = [Step("memory/rechunk", params)]
    if neighbours:
        steps.append(Step("memory/rewrite", {"user_id": user_id, "chunks": neighbours}))
    return steps + _moved(user_id, row, draft, now) + _kept_status(user_id, row, draft, now)


def _in_session(draft: ReadDraft, window: Window | None, pieces: list[Row]) -> tuple[Row, list[Row]]:
    """How the new chunks are chained, and the rows of the turns around them; fits the chunks to those turns."""
    ids = [str(piece["id"]) for piece in pieces]
    if window is None or not window.turns:
        return {"pairs": [list(pair) for pair in pairwise(ids)], "last": [], "bridged": []}, []
    first = window.memory_ids.index(draft.id)
    after = first + len(ids)
    rows = {str(row["id"]): row for row in rewritten(window.turns, first, after, ends=window.ends)}
    for place, piece in enumerate(pieces, first):
        changed = rows.pop(str(piece["id"]), None)
        properties = piece["properties"]
        assert isinstance(properties, dict)
        properties[window.turns[place].field] = index_words(window.turns, place)
        if changed is not None:
            kept = cast(Row, changed["properties"])
            properties.update({key: value for key, value in kept.items() if value is not None})
            piece["vector"] = changed["vector"] or piece["vector"]
    chain = [turn.id for turn in window.turns[max(0, first - 1) : after + 1]]
    outer = [chain[0], chain[-1]] if first > 0 and after < len(window.turns) else None
    chained: Row = {
        "pairs": [list(pair) for pair in pairwise(chain)],
        "last": [ids[-1]] if after == len(window.turns) and window.ends else [],
        "bridged": [outer] if outer else [],
    }
    return chained, list(rows.values())


def _properties(
    user_id: str, row: Mapping[str, Any], read: ReadDraft, marks: Mapping[str, object], *, twin: str | None
) -> dict[str, Any]:
    """The properties that an edit gives a memory; what was emptied leaves it."""
    created = memory_of(row).created_at
    written = memory_row(
        read.id,
        user_id,
        read.draft,
        read.reading,
        created,
        pending=False,
        twin=twin,
        fallback=fallback_of(read),
        occasion=read.occasion,
        decides=is_decision(read),
    )
    properties: dict[str, Any] = dict(written["properties"])  # type: ignore[call-overload]
    kept = ("created_at", "use_count", "edit_count", "status", "pinned", "bookmarked", "duplicate_of", "stored_at")
    properties = {key: value for key, value in properties.items() if key not in kept}
    return properties | dict.fromkeys({*WORDS, "utc_offset", "kind"} - properties.keys()) | dict(marks)


def _around(user_id: str, row: Mapping[str, Any], draft: Draft) -> Row:
    """What the chunks of a memory carry of its project and category; archived ones carry no facets."""
    project, category = draft.project or "", draft.category or ""
    facets = chunk_facets(user_id, row["status"], project, category, draft.session_id or "")
    archived = Status(row["status"]) is Status.ARCHIVED
    return {"project": project, "category": category, "facets": None if archived else facets}


def _moved(user_id: str, row: Mapping[str, Any], read: ReadDraft, now: datetime) -> list[Step]:
    """The steps that put an edited memory into its new project and category, where these changed."""
    project, category = read.draft.project or "", read.draft.category or ""
    if (project, category) == (row["project"], row["category"]):
        return []
    projects = [{"path": project, "name": project.rpartition("/")[2], "memory_ids": [read.id]}] if project else []
    place = {
        "user_id": user_id, "now": now, "projects": projects, "categories": [category] if category else [],
        "sessions": [], "pairs": [], "lasts": [], "chunks": [],
    }  # fmt: skip
    left = {"user_id": user_id, "id": read.id, "left": row["category"]}
    return [Step("memory/place", place), Step("memory/displace", left)]


def _kept_status(user_id: str, row: Mapping[str, Any], read: ReadDraft, now: datetime) -> list[Step]:
    """The step that gives the new chunks of a memory which is no longer true its status, which an edit leaves alone."""
    if Status(row["status"]) is not Status.INVALID:
        return []
    project, category = read.draft.project or "", read.draft.category or ""
    facets = chunk_facets(user_id, row["status"], project, category, read.draft.session_id or "")
    given: Row = {"id": read.id, "status": row["status"], "facets": facets, "now": now}
    return [Step("memory/set_status", {"user_id": user_id, **given})]


def _unpacked(runs: Runs, user_id: str, row: Mapping[str, Any]) -> None:
    """Gives an archived memory its text for as long as it is edited: what it said before is kept as a version."""
    if Status(row["status"]) is Status.ARCHIVED:
        runs("memory/unpack", {"user_id": user_id, "id": row["id"], "text": row["text"]})


def _packed_again(runs: Runs, user_id: str, row: Mapping[str, Any], now: datetime) -> None:
    """Puts an archived memory away again, once it is edited, with whatever new chunks it has."""
    if Status(row["status"]) is Status.ARCHIVED:
        put_away(runs, user_id, runs("memory/pieces", {"user_id": user_id, "ids": [row["id"]]}), Reason(), now)
