"""Everything of one user out into lines, and in again: nodes, ties, vectors, history, what people judged."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from graph.db import schema, sides
from graph.db.properties import EMBEDDING, from_json
from graph.db.rows import draft_of, memory_of
from graph.db.store import Store
from graph.errors import Conflict, Invalid
from graph.intake.checks import choice
from graph.lifecycle.packing import with_text
from graph.model.draft import Draft
from graph.model.extraction import EmbeddingModel
from graph.model.memory import Memory, Outcome
from graph.model.transfer import Exported, Imported, ImportWay, TransferFormat
from graph.model.types import Status
from graph.transfer import files
from graph.transfer.encryption import encrypted, public_keys, secret_keys
from graph.transfer.formats.writing import written
from graph.transfer.records import LineWriter, Record, checked, head, head_of, node_record, parsed
from graph.transfer.renaming import Renaming

ATTEMPTS: Final = 5
"""How often an export is begun while somebody writes."""
LOOK_S: Final = 0.5
_SETTLE_MOST_S: Final = 60.0
_IDENTITY: Final = "ChannelIdentity"
"""Who somebody is in a channel: one user's in the whole database, so that another user gets none of it."""
_STEP: Final = 500
"""Nodes or ties of one transaction: a step is the same records whenever a file is read."""
Lines = Callable[[], Iterable[bytes]]
"""Reads a file from its beginning: an import goes through it three times, and holds none of it."""

Progress = Callable[[int, int], None]
"""Called with what was done so far, and of how much: 0 where nobody knows."""


def silent(done: int, of: int) -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferParts:
    """What a transfer is made of, whoever's memories it moves."""

    store: Store
    model: EmbeddingModel
    remember: Callable[[str, Iterable[Draft]], Iterator[Outcome]]
    mark: Callable[..., Memory]
    status: Callable[[str, str, Status], Memory]
    clock: Callable[[], datetime]


class MovedOn(Conflict):
    """Somebody wrote while an export was read."""


class Transfer:
    """Moves what one user has. Safe to share between threads."""

    def __init__(self, parts: TransferParts, user_id: str) -> None:
        self._parts = parts
        self._store = parts.store
        self._user_id = user_id

    def export(self) -> "Export":
        """An export of what is there when its lines are read."""
        return Export(self._store, self._parts.model, self._user_id)

    def to_file(
        self,
        path: str | Path,
        form: TransferFormat = TransferFormat.ENISHI,
        *,
        encrypt_for: Sequence[str] = (),
        progress: Progress = silent,
    ) -> Exported:
        """Writes an export to a file, whole or not at all; `form` is the shape that it has.

        `encrypt_for` are public keys ("age1…") or files that hold some: who has the secret half of one can read it.
        `progress` is called with the lines so far, of 0: how many there will be nobody knows.

        Where somebody writes meanwhile it waits, and begins anew: five times. Raises Conflict after that, Unavailable
        where the disk is full, Misconfigured where nobody may write there.
        """
        form = choice("format", TransferFormat, form)
        keys = public_keys(encrypt_for)
        for attempt in range(1, ATTEMPTS + 1):
            export = self.export()
            try:
                pieces = written(_told_of(export.lines(), progress), form)
                size = files.put(Path(path), encrypted(pieces, keys) if keys else pieces)
            except MovedOn as moved:
                if attempt == ATTEMPTS:
                    raise Conflict(
                        f"Somebody wrote each of the {ATTEMPTS} times that the export was read, so it is of no one "
                        "moment. Export again when less is kept or understood; nothing was written."
                    ) from moved
                self._settled()
            else:
                return replace(export.done, bytes=size)
        raise AssertionError("unreachable")

    def _settled(self) -> None:
        """Waits until nobody writes and what waits is understood; a minute at most, for who never rests."""
        before = None
        for _ in range(int(_SETTLE_MOST_S / LOOK_S)):
            now = self._store.read("transfer/user", user_id=self._user_id)[0]["writes"]
            waiting = self._store.read("memory/backlog", user_id=self._user_id)[0]["waiting"]
            if now == before and not waiting:
                return
            before = now
            time.sleep(LOOK_S)

    def from_file(
        self,
        path: str | Path,
        *,
        key: str | Path | None = None,
        name: str | None = None,
        progress: Progress = silent,
    ) -> Imported:
        """Reads a file in: `read_in`. `key` is the file of the secret key of one that is encrypted.

        `name` is what errors call it.
        """
        keys = () if key is None else secret_keys(key)
        return self.read_in(files.reader(Path(path), keys), name=name or str(path), progress=progress)

    def read_in(self, lines: Lines, *, name: str = "the file", progress: Progress = silent) -> Imported:
        """Reads an export in, and tells how. Twice the same file changes nothing the second time; one that was cut off
        goes on where it was.

        A user who has nothing gets the graph as it was, ids and vectors with it. To others, and where the vectors are
        of another model, the memories are told anew. Raises Invalid for a file that is broken or too new, before
        anything was changed, and Conflict where another file is half read in.
        """
        exported = checked(lines(), name)
        first = head_of(lines(), name)
        if first["schema"] > schema.migrations()[-1]:
            raise Invalid(
                "file", f"{name} was written by a newer Enishi ({first['schema']}).",
                allowed=f"exports up to {schema.migrations()[-1]}; upgrade Enishi to read this one",
            )  # fmt: skip
        (state,) = self._store.read("transfer/user", user_id=self._user_id)
        held: Mapping[str, Any] = state["properties"] or {}
        begun = held.get("import_digest")
        if begun is not None and begun != exported.digest:
            raise Conflict("Another export was read in halfway for this user. Read that one in again first.")
        same_vectors = first["embedding"] == head("", self._parts.model, "")["embedding"]
        if same_vectors and (begun is not None or not state["filled"]):
            return self._restored(lines, name, exported, first, progress)
        return self._remembered(lines, name, exported, progress)

    def _restored(self, lines: Lines, name: str, exported: Exported, first: Record, progress: Progress) -> Imported:
        user = {"user_id": self._user_id}
        (state,) = self._store.write("transfer/begin", **user, digest=exported.digest, now=self._parts.clock())
        if state["digest"] != exported.digest:
            raise Conflict("Another export is being read in for this user.")
        renaming = Renaming(exported.user_id, self._user_id)
        of, step, done = sum(exported.nodes.values()) + exported.ties, 0, state["done"]
        moved = 0
        of_user: Mapping[str, Any] = {}
        for rows_of, made in ((self._node, self._make_nodes), (self._ties, self._make_ties)):
            for rows in _in_steps(row for record in _records(lines, name) for row in rows_of(record, renaming)):
                step += 1
                moved += len(rows)
                if step > done:
                    made(rows, step)
                    progress(min(moved, of), of)
        for record in _records(lines, name, "User"):
            of_user = renaming.properties(from_json(record["properties"]))
        if exported.user_id == self._user_id:
            for record in _records(lines, name, _IDENTITY):
                known = from_json(record["properties"])
                self._store.write(
                    "identity/add", **user, key=known["key"], channel=known["channel"], id=known["id"], now=known["at"]
                )
        self._store.batch("transfer/unmark", **user)
        for later in schema.migrations():
            if later > first["schema"]:
                schema.migrate(self._store, later, self._parts.model)
        self._store.write("transfer/end", **user, properties={**of_user, "id": self._user_id})
        return Imported(
            user_id=self._user_id, way=ImportWay.RESTORED, memories=exported.nodes.get("Memory", 0),
            nodes=sum(exported.nodes.values()), ties=exported.ties,
        )  # fmt: skip

    def _make_nodes(self, rows: list[dict[str, Any]], step: int) -> None:
        self._store.write("transfer/nodes", user_id=self._user_id, nodes=rows, step=step)

    def _make_ties(self, rows: list[dict[str, Any]], step: int) -> None:
        self._store.write("transfer/ties", user_id=self._user_id, ties=rows, step=step)

    def _node(self, record: Record, renaming: Renaming) -> Iterator[dict[str, Any]]:
        if _IDENTITY in record["labels"] or (renaming.other and "Tombstone" in record["labels"]):
            return  # a hash over the user too, which marks nothing of another's
        properties = renaming.properties(from_json(record["properties"]))
        embedding = properties.pop(EMBEDDING, None)
        yield {
            "ref": renaming.ref(record["ref"]), "labels": record["labels"], "properties": properties,
            "vector": embedding,
        }  # fmt: skip

    def _ties(self, record: Record, renaming: Renaming) -> Iterator[dict[str, Any]]:
        source = renaming.ref(record["ref"])
        for kind, other, properties in record["ties"]:
            tied = renaming.properties(from_json(properties))
            yield {"from": source, "to": renaming.ref(other), "type": kind, "properties": tied}

    def _remembered(self, lines: Lines, name: str, exported: Exported, progress: Progress) -> Imported:
        memories = exported.nodes.get("Memory", 0)
        already = failed = 0
        statuses: dict[int, Status] = {}
        position = 0

        def drafts() -> Iterator[Draft]:
            nonlocal already, position
            stored = (record for record in _records(lines, name) if record["labels"] == ["Memory"])
            for step in _in_steps(from_json(record["properties"]) for record in stored):
                here = self._own_among([str(held["id"]) for held in step]) if exported.user_id == self._user_id else ()
                for held in step:
                    if held["id"] in here:
                        already += 1
                        continue
                    held["user_id"] = self._user_id
                    with_text(held)
                    memory = memory_of(held)
                    statuses[position] = memory.status
                    position += 1
                    yield draft_of(memory, titled=bool(held.get("titled")))

        for outcome in self._parts.remember(self._user_id, drafts()):
            status = statuses.pop(outcome.position)
            if outcome.remembered is None:
                failed += 1
            elif not outcome.remembered.created:
                already += 1
            elif status != Status.ACTIVE:  # which no draft says
                self._parts.status(self._user_id, outcome.remembered.id, status)
            progress(outcome.position + 1, memories)
        return Imported(
            user_id=self._user_id, way=ImportWay.REMEMBERED, memories=memories, already=already, failed=failed
        )

    def _own_among(self, ids: list[str]) -> set[str]:
        """The ids of memories that are there: as they are now, whatever an older file of the same user says."""
        return {row["id"] for row in self._store.read("lifecycle/existing", user_id=self._user_id, ids=ids)}


class Export:
    """The lines of an export, and once they were all read what they held."""

    def __init__(self, store: Store, model: EmbeddingModel, user_id: str) -> None:
        self._store = store
        self._model = model
        self._user_id = user_id
        self._writer = LineWriter(user_id)

    @property
    def done(self) -> Exported:
        """What the lines held that were read so far."""
        return self._writer.done()

    def lines(self) -> Iterator[bytes]:
        """The lines, one after the other, as they come from the database.

        Raises Conflict at the end where somebody wrote meanwhile: what was read is then of no one moment.
        """
        before = self._state()
        yield from self._writer.lines(self._records(before))
        if self._state()["writes"] != before["writes"]:
            raise MovedOn("Somebody wrote while the export was read, so it is of no one moment. Export again.")

    def _state(self) -> Record:
        (state,) = self._store.read("transfer/user", user_id=self._user_id)
        return state

    def _records(self, state: Record) -> Iterator[Record]:
        yield head(schema.migrations()[-1], self._model, self._user_id)
        if state["properties"]:
            yield _user_record(state["properties"])
        user_id = self._user_id
        for rows in (
            self._store.stream("transfer/memories", user_id=user_id),
            self._store.stream("transfer/chunks", user_id=user_id),
            self._store.stream("transfer/facts", user_id=user_id),
            self._store.stream("transfer/literal_facts", user_id=user_id),
            self._store.stream("transfer/entities", user_id=user_id),
            self._store.stream("transfer/names", user_id=user_id),
            self._store.stream("transfer/feedback", user_id=user_id),
            self._store.stream("transfer/others", user_id=user_id),
        ):
            for row in rows:
                yield node_record({**row, "properties": sides.held(row["properties"], self._store.side)})


def _user_record(properties: Mapping[str, Any]) -> Record:
    row = {"labels": ["User"], "properties": {**properties, "id": ""}, "ties": []}
    return node_record(row)


def _records(lines: Lines, name: str, label: str | None = None) -> Iterator[Record]:
    """The nodes of a file but that of its user, or those with a `label` alone."""
    for number, line in enumerate(lines()):
        record = parsed(line, name, number)
        if "ref" in record and (label in record["labels"] if label else record["labels"] != ["User"]):
            yield record


def _told_of(lines: Iterable[bytes], progress: Progress) -> Iterator[bytes]:
    number = 0
    for number, line in enumerate(lines, start=1):
        yield line
        if not number % _STEP:
            progress(number, 0)
    progress(number, 0)


def _in_steps(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    step: list[dict[str, Any]] = []
    for row in rows:
        step.append(row)
        if len(step) == _STEP:
            yield step
            step = []
    if step:
        yield step
