"""`enishi sync`: brings the memories of a folder and of the graph to the same state, in whichever order they changed.

First the graph is changed, then the files, then the record of both: a run that is cut off anywhere is taken up by the
next, which finds what was done already and does the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from api.markdown.file_cache import FileCache, Known, signature
from api.markdown.folder import FileFault, FileWrite, Folder
from api.markdown.grammars.pieces import Block, Grammar, Piece
from api.markdown.layouts import Layout
from api.markdown.merge import merged
from api.markdown.merge_model import FileBlock, Happened, Held, Insert, Key, LastSynced, Plan, Report, Sides
from api.markdown.project_files import DESCRIPTION, Overview
from api.markdown.rewriting import Bound, Rewritten, empty, recorded, rewritten
from api.markdown.wording import Marks, Wording, marks_of
from api.sources.item import Origin
from api.sources.notes.file_names import note_name
from api.sources.notes.front_matter import front_matter
from api.sources.times import moment
from graph.errors import Conflict, EnishiError, Invalid, NotFound
from graph.journal.actor import unattended
from graph.model.draft import Draft
from graph.model.memory import Enrich, Memory, Outcome
from graph.model.synced import FiledMemory, FiledText, SyncedRecord
from graph.model.types import Status

if TYPE_CHECKING:
    from graph.knowledge import Knowledge  # heavy, and a running server may stand for it

_FEW: Final = 8
"""So many new memories are kept one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncOptions:
    """How a folder is synced. With a `project` its memories that no file has are written into the folder.

    Folders below it that stand `apart`, by their paths, are not looked into.
    """

    project: str | None = None
    apart: frozenset[str] = frozenset()
    dry_run: bool = False
    revive: bool = False
    allow_empty: bool = False
    enrich: Enrich = Enrich.LATER


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """What a sync did, or with `dry_run` would do; `faults` are files and memories that were left as they are."""

    root: str
    layout: str
    files: int
    memories: int
    reports: tuple[Report, ...]
    faults: tuple[FileFault, ...]
    written: tuple[str, ...]
    """Files that were changed."""
    dry_run: bool = False

    def count(self, happened: Happened) -> int:
        """How many memories one thing happened to."""
        return sum(report.happened is happened for report in self.reports)

    @property
    def counts(self) -> dict[str, int]:
        """By what happened, the number of memories."""
        return {each.value: count for each in Happened if (count := self.count(each))}


@dataclass(slots=True)
class _Read:
    """The files as they were read; of those that were not touched since, what is known of them."""

    texts: dict[str, str] = field(default_factory=dict[str, str])
    pieces: dict[str, list[Piece]] = field(default_factory=dict[str, list[Piece]])
    grammars: dict[str, Grammar] = field(default_factory=dict[str, Grammar])
    blocks: list[FileBlock] = field(default_factory=list[FileBlock])
    raw: dict[Key, Block] = field(default_factory=dict[Key, Block])
    seen: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    untouched: set[str] = field(default_factory=set[str])

    def add(self, file: str, grammar: Grammar, text: str, seen: list[int]) -> None:
        """Takes in a file that was read."""
        self.texts[file], self.pieces[file], self.grammars[file] = text, grammar.pieces(text), grammar
        self.seen[file] = seen
        for order, block in enumerate(piece for piece in self.pieces[file] if isinstance(piece, Block)):
            self.raw[file, order] = block
            self._note(file, order, grammar, block.wording, marks_of(block.wording), block.id)

    def add_known(self, file: str, grammar: Grammar, known: Known) -> None:
        """Takes in a file that was not touched."""
        self.untouched.add(file)
        for order, (identity, marks) in enumerate(known):
            self._note(file, order, grammar, Wording(text=""), marks, identity)

    def _note(
        self, file: str, order: int, grammar: Grammar, wording: Wording, marks: Marks, identity: str | None
    ) -> None:
        self.blocks.append(
            FileBlock(
                key=(file, order), wording=wording, marks=marks, id=identity, identified=grammar.identified,
                titles_written=grammar.titles_written,
            )
        )  # fmt: skip

    def known_of(self, file: str) -> Known:
        """The blocks of a file that was read and not written."""
        blocks = (piece for piece in self.pieces[file] if isinstance(piece, Block))
        return tuple((block.id, marks_of(block.wording)) for block in blocks)


class FolderSync:
    """One sync of one folder for one user."""

    def __init__(
        self, knowledge: "Knowledge", user_id: str, root: Path, layout: Layout, options: SyncOptions | None = None
    ) -> None:
        self._knowledge = knowledge
        self._user_id = user_id
        self._options = options or SyncOptions()
        self._folder = Folder(root, self._options.apart)
        self._layout = layout
        self._records = knowledge.synced_files(user_id)
        self._root = str(self._folder.root)
        self._described: LastSynced | None = None

    def run(self) -> SyncReport:
        """Syncs, and says what was done. Raises Invalid where everything is gone, unless that is allowed."""
        with self._folder.locked():
            cache = FileCache(self._root, self._user_id)
            read = self._read(cache, frozenset())
            sides = self._sides(read)
            self._refuse_empty(read, sides)
            plan = merged(sides)
            while again := (plan.touched | _changed_in_graph(sides)) & read.untouched:
                read = self._read(cache, again | read.texts.keys())
                sides = replace(sides, blocks=tuple(read.blocks))
                plan = merged(sides)
            _place_once(read, plan)
            written: list[str] = []
            if not self._options.dry_run:
                written = self._carried_out(read, sides, plan, cache)
        return SyncReport(
            root=self._root, layout=self._layout.name, memories=len(read.blocks),
            files=len(read.texts) + len(read.untouched),
            reports=tuple(plan.reports), faults=tuple(self._folder.faults), written=tuple(written),
            dry_run=self._options.dry_run,
        )  # fmt: skip

    def _read(self, cache: FileCache, anew: frozenset[str]) -> _Read:
        """The files, those to be read `anew` whether or not they were touched."""
        read = _Read()
        self._folder.faults.clear()
        for file in self._folder.files():
            grammar = self._layout.grammar_of(file)
            if grammar is None:
                continue
            path = self._folder.path(file)
            known = None if file in anew else cache.known(file, path)
            if known is not None:
                read.add_known(file, grammar, known)
                continue
            # Before it is read: what is written meanwhile is seen by the next sync.
            with suppress(OSError):
                read.seen[file] = signature(path)
            text = self._folder.read(file)
            if text is not None:
                read.add(file, grammar, text, read.seen.get(file, []))
        return read

    def _sides(self, read: _Read) -> Sides:
        state = self._records.state(self._root)
        last = {record.id: _last(record) for record in state.records}
        self._described = last.pop(DESCRIPTION, None)
        filed = {memory.id: memory for memory in state.memories}
        strange = sorted({block.id for block in read.blocks if block.id is not None} - last.keys())
        named = self._records.called(strange) if strange else ()
        filed |= {memory.id: memory for memory in named}
        last |= {memory.id: _last(memory.elsewhere) for memory in named if _is_alive(memory) and memory.elsewhere}
        held = {i: _held(memory) for i, memory in filed.items() if memory.status is not None}
        if self._options.project is not None:
            for memory in self._records.unsynced(self._root, self._options.project):
                held[memory.id] = self._new(memory)
        return Sides(
            blocks=tuple(read.blocks),
            last=last,
            held=held,
            unread=self._unread(last.values()),
            known=frozenset(memory.id for memory in named if memory.known),
            revive=self._options.revive,
        )

    def _new(self, memory: Memory) -> Held:
        """A memory of the project that no file has yet."""
        day = (memory.occurred_at or memory.created_at).date().isoformat()
        wording = Wording(text=memory.text, title=memory.title, tags=memory.tags, date=day)
        home = self._layout.home_of(memory) or self._folder.root.name
        return Held(id=memory.id, wording=wording, active=memory.status is Status.ACTIVE, home=home)

    def _unread(self, last: Iterable[LastSynced]) -> frozenset[str]:
        """Files that cannot be read now, those below a folder that cannot be listed too."""
        closed = [fault.file for fault in self._folder.faults]
        return frozenset(
            record.file
            for record in last
            if any(record.file == file or record.file.startswith(f"{file}/") or file == "." for file in closed)
        )

    def _refuse_empty(self, read: _Read, sides: Sides) -> None:
        alive = sum(not record.gone and record.file not in sides.unread for record in sides.last.values())
        if alive and not read.blocks and not self._options.allow_empty:
            raise Invalid(
                "sync",
                f"no memory is there any more, and {alive:,} came from it: they are left alone.",
                allowed="the folder that they came from; or --allow-empty, where they are all to be archived",
            )

    def _carried_out(self, read: _Read, sides: Sides, plan: Plan, cache: FileCache) -> list[str]:
        ids = self._remembered(read, plan)
        self._edited(plan, ids, read)
        for identity in plan.archived:
            self._status(identity, Status.ARCHIVED)
        for identity in plan.restored:
            self._status(identity, Status.ACTIVE)
        written, filed, known = self._written(read, sides, plan, ids)
        filed += _untouched(read, sides, plan)
        if self._layout.overview and self._options.project is not None and not self._folder.single:
            overview = Overview(self._knowledge, self._user_id, self._options.project, self._folder)
            described = overview.written(None if self._described is None else self._described.marks.text)
            written += overview.files
            filed += [described] if described is not None else []
        if filed:
            self._records.keep(self._root, filed)
        if plan.gone:
            self._records.bury(self._root, plan.gone)
        cache.keep(known, frozenset((*read.texts, *read.untouched, *known)))
        return written

    def _status(self, identity: str, status: Status) -> None:
        try:
            if status is Status.ARCHIVED:
                self._knowledge.archive(self._user_id, identity)
            else:
                self._knowledge.restore(self._user_id, identity)
        except NotFound:
            pass  # forgotten meanwhile: the next sync finds it so

    def _remembered(self, read: _Read, plan: Plan) -> dict[Key | int, str]:
        """The ids of what is new in the files; what the graph says already, word for word, is that memory."""
        wanted: list[tuple[Key | int, Wording, str]] = [(key, read.raw[key].wording, key[0]) for key in plan.added]
        wanted += [(n, insert.wording, insert.file) for n, insert in enumerate(plan.inserts) if insert.id is None]
        if not wanted:
            return {}
        taken = {*plan.bound.values(), *(insert.id for insert in plan.inserts)}
        there = self._records.saying([wording.text for _, wording, _ in wanted], self._options.project)
        ids: dict[Key | int, str] = {}
        new: list[tuple[Key | int, Draft]] = []
        for place, wording, file in wanted:
            identity = there.get(wording.text)
            if identity is not None and identity not in taken and not self._options.revive:
                ids[place] = identity
            else:
                new.append((place, self._draft(wording, file, read.texts.get(file, ""))))
        for (place, draft), outcome in zip(new, self._outcomes([draft for _, draft in new]), strict=True):
            if outcome.remembered is not None:
                ids[place] = outcome.remembered.id
                if outcome.remembered.status is Status.ARCHIVED:
                    self._status(outcome.remembered.id, Status.ACTIVE)
            elif outcome.error is not None:
                self._folder.fault(draft.source or "", f"a memory could not be kept: {outcome.error}")
        return ids

    def _outcomes(self, drafts: Sequence[Draft]) -> Iterable[Outcome]:
        """What becomes of drafts: few of them a running server keeps, whose models are loaded."""
        enrich = self._options.enrich
        if len(drafts) > _FEW:
            yield from self._knowledge.remember_many(self._user_id, drafts, enrich=enrich)
            return
        for position, draft in enumerate(drafts):
            try:
                # What lies in a file nobody says just now, unless a person wants all of it back.
                with unattended(agreed=self._options.revive):
                    remembered = self._knowledge.remember(self._user_id, draft, enrich=enrich)
                yield Outcome(position=position, remembered=remembered)
            except (Invalid, Conflict) as error:
                yield Outcome(position=position, error=error)

    def _draft(self, wording: Wording, file: str, whole: str) -> Draft:
        """The draft of a new memory. What its own lines do not tell, front matter does, and the file's name a day."""
        above = front_matter(whole.replace("\r\n", "\n"), Origin(path=file)).fields
        tags = wording.tags if wording.tags is not None else cast("list[str]", above.get("tags", []))
        day = note_name(file).day
        at = (
            _time(wording.date) or cast("datetime | None", above.get("occurred_at")) or (day and _time(day.isoformat()))
        )
        draft = Draft(
            text=wording.text, title=wording.title or None, tags=tuple(tags), occurred_at=at,
            project=self._options.project, source=file,
        )  # fmt: skip
        return replace(draft, **self._layout.fields_of(file))  # pyright: ignore[reportArgumentType]

    def _edited(self, plan: Plan, ids: dict[Key | int, str], read: _Read) -> None:
        """Changes memories whose blocks changed. What now says what another says already is that one."""
        for identity, changes in list(plan.edits.items()):
            try:
                self._knowledge.edit(self._user_id, identity, changes)
            except Conflict:
                self._become_another(plan, ids, read, identity)
            except (NotFound, Invalid) as error:
                self._unkept(plan, identity, error)

    def _become_another(self, plan: Plan, ids: dict[Key | int, str], read: _Read, identity: str) -> None:
        keys = [key for key, bound in plan.bound.items() if bound == identity]
        text = read.raw[keys[0]].wording.text
        other = self._records.saying([text], self._options.project).get(text)
        if other is None:
            self._unkept(plan, identity, Conflict("another memory says exactly this already"))
            return
        for key in keys:
            ids[key] = other
            del plan.bound[key]
        self._status(identity, Status.ARCHIVED)
        plan.gone.append(identity)

    def _unkept(self, plan: Plan, identity: str, error: EnishiError) -> None:
        """A change that the graph refused: the file stays as it is, and the next sync tries again."""
        for key in [key for key, bound in plan.bound.items() if bound == identity]:
            self._folder.fault(key[0], f"a change could not be kept: {error}")
            del plan.bound[key]
            plan.rewritten.pop(key, None)

    def _written(
        self, read: _Read, sides: Sides, plan: Plan, ids: Mapping[Key | int, str]
    ) -> tuple[list[str], list[FiledText], dict[str, tuple[list[int], Known]]]:
        """The files that were changed, what there is to record, and what is known of the files now."""
        inserts: dict[str, list[tuple[int, Insert]]] = {}
        for number, insert in enumerate(plan.inserts):
            inserts.setdefault(insert.file, []).append((number, insert))
        after: dict[str, Rewritten] = {}
        writes: list[FileWrite] = []
        for file in sorted({*read.texts, *inserts}):
            grammar = read.grammars.get(file) or self._layout.grammar_of(file)
            before = read.texts.get(file)
            if grammar is None or (before is None and self._folder.path(file).exists()):
                continue  # it is there and could not be read
            text, pieces = (before, read.pieces[file]) if before is not None else empty(grammar, Path(file).stem)
            after[file] = rewritten(file, text, pieces, grammar, plan, ids, inserts.get(file, ()))
            self._name_unfit(plan, file, after[file])
            if after[file].text != before:
                writes.append(FileWrite(file=file, text=after[file].text, before=before))
        written = self._folder.write(writes)
        failed = {write.file for write in writes} - written
        filed: list[FiledText] = []
        for file, whole in after.items():
            bound = whole.bound if file not in failed else _as_it_is(file, read.raw, plan, ids)
            filed += [each for each in _filed(file, bound, sides.last) if each.record != _record_of(sides, each)]
        known = {file: (read.seen[file], read.known_of(file)) for file in read.texts if file not in written}
        for file in written:
            whole = after[file]
            # What is left alone in it has to be read again: what is known of it is not what it says.
            if len(whole.bound) == whole.blocks:
                with suppress(OSError):
                    blocks = tuple((each.id, marks_of(each.wording)) for each in whole.bound)
                    known[file] = signature(self._folder.path(file)), blocks
        return sorted(written), filed, known

    def _name_unfit(self, plan: Plan, file: str, after: Rewritten) -> None:
        for identity in after.unfit:
            why = "its words cannot stand in this file as they are: they stay in the graph alone"
            plan.reports.append(Report(happened=Happened.UNFIT, file=file, id=identity, why=why))


def _place_once(read: _Read, plan: Plan) -> None:
    """Leaves a memory that no file has where a new block says its words: it has its place, and needs no other.

    So it is after a run that was cut off between the graph and the files.
    """
    new = {read.raw[key].wording.text for key in plan.added}
    placed = {insert.id for insert in plan.inserts if insert.id is not None and insert.wording.text in new}
    if placed:
        plan.inserts[:] = [insert for insert in plan.inserts if insert.id not in placed]
        plan.reports[:] = [r for r in plan.reports if r.happened is not Happened.WRITTEN or r.id not in placed]


def _as_it_is(file: str, raw: Mapping[Key, Block], plan: Plan, ids: Mapping[Key | int, str]) -> list[Bound]:
    """What stands in a file that could not be written, as far as both sides are alike."""
    return [
        Bound(id=identity, order=key[1], wording=block.wording)
        for key, block in raw.items()
        if key[0] == file and key not in plan.rewritten and (identity := ids.get(key) or plan.bound.get(key))
    ]


def _changed_in_graph(sides: Sides) -> frozenset[str]:
    """Files of memories that say something else now than their blocks."""
    files: set[str] = set()
    for block in sides.blocks:
        held = sides.held.get(block.id or "")
        if held is not None and held.wording is not None:
            now = marks_of(held.wording)
            title = block.marks.title and block.marks.title != now.title
            tags = block.marks.tags and block.marks.tags != now.tags
            if block.marks.text != now.text or title or tags:
                files.add(block.key[0])
    return frozenset(files)


def _untouched(read: _Read, sides: Sides, plan: Plan) -> Iterator[FiledText]:
    """Memories that changed, and say the same, in files that were not read: the next sync need not ask for them."""
    for block in read.blocks:
        identity = plan.bound.get(block.key)
        last, held = sides.last.get(identity or ""), sides.held.get(identity or "")
        if block.key[0] in read.untouched and last is not None and held is not None and held.wording is not None:
            wording = held.wording
            yield FiledText(record=_synced_record(last), text=wording.text, title=wording.title, tags=wording.tags)


def _filed(file: str, bound: Iterable[Bound], last: Mapping[str, LastSynced]) -> Iterable[FiledText]:
    for each in bound:
        now = recorded(file, each, last.get(each.id))
        wording = each.wording
        yield FiledText(record=_synced_record(now), text=wording.text, title=wording.title, tags=wording.tags)


def _record_of(sides: Sides, filed: FiledText) -> SyncedRecord | None:
    """What was recorded of a memory before, where nothing has to be recorded anew but its number."""
    last, held = sides.last.get(filed.record.id), sides.held.get(filed.record.id)
    if last is None or last.gone or held is None or held.wording is not None:
        return None
    return _synced_record(last)


def _synced_record(last: LastSynced) -> SyncedRecord:
    return SyncedRecord(
        id=last.id, file=last.file, number=last.order, text_mark=last.marks.text, title_mark=last.marks.title,
        tags_mark=last.marks.tags, earlier=last.earlier,
    )  # fmt: skip


def _last(record: SyncedRecord) -> LastSynced:
    return LastSynced(
        id=record.id, file=record.file, order=record.number, earlier=record.earlier, gone=record.gone,
        marks=Marks(text=record.text_mark, title=record.title_mark, tags=record.tags_mark),
    )  # fmt: skip


def _held(memory: FiledMemory) -> Held:
    wording = None if memory.text is None else Wording(text=memory.text, title=memory.title, tags=memory.tags)
    return Held(id=memory.id, wording=wording, active=memory.status is Status.ACTIVE)


def _is_alive(memory: FiledMemory) -> bool:
    """Whether a memory is there and was not deleted in the folder that knows it."""
    return memory.status is not None and memory.elsewhere is not None and not memory.elsewhere.gone


def _time(written: str) -> datetime | None:
    """The time that a line such as "- Date: 2026-11-07" names; None where it cannot be read as one."""
    try:
        return moment(written) if written.strip() else None
    except Invalid:
        return None
