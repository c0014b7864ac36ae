"""The part of the small knowledge that moves what a user has: real lines of what little it keeps."""

import sys
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path

from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import EmbeddingModel
from graph.model.memory import Memory, Remembered
from graph.model.transfer import AllExported, AllImported, Exported, Imported, ImportWay
from graph.transfer.everybody import exported_all, imported_all
from graph.transfer.records import LineWriter, checked, head, node_record, parsed
from graph.transfer.transfer import Export, Lines, Progress, Transfer, silent

MODEL = EmbeddingModel(name="m", dimensions=2, version="1", query_prefix="", passage_prefix="", spread=1.0)


class FakeTransfer(Knowledge):
    """Exports the texts of memories, and remembers those of a file."""

    @abstractmethod
    def all_of(self, user_id: str) -> list[Memory]:
        """All memories of a user."""

    @abstractmethod
    def users(self, most: int) -> list[str]:
        """Who keeps something."""

    def transfer(self, user_id: str) -> Transfer:
        return _Area(self, user_id)

    def export_all(
        self, folder: Path, *, encrypt_for: Sequence[str] = (), force: bool = False, progress: Progress = silent
    ) -> AllExported:
        return exported_all(
            self.users(sys.maxsize), self.transfer, folder, encrypt_for=encrypt_for, force=force, progress=progress
        )

    def import_all(self, folder: Path, *, key: str | Path | None = None, progress: Progress = silent) -> AllImported:
        return imported_all(folder, self.transfer, key=key, progress=progress)


class _Lines(Export):
    def __init__(self, user_id: str, memories: list[Memory]) -> None:
        self._writer = LineWriter(user_id)
        self._head = head("m000", MODEL, user_id)
        self._memories = memories

    def lines(self) -> Iterator[bytes]:
        nodes = (
            node_record({"labels": ["Memory"], "properties": {"id": each.id, "text": each.text}, "ties": []})
            for each in self._memories
        )
        return self._writer.lines([self._head, *nodes])


class _Area(Transfer):
    def __init__(self, knowledge: FakeTransfer, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def export(self) -> Export:
        return _Lines(self._user_id, self._knowledge.all_of(self._user_id))

    def read_in(self, lines: Lines, *, name: str = "the file", progress: Progress = silent) -> Imported:
        exported: Exported = checked(lines(), name)
        records = [parsed(line, name, number) for number, line in enumerate(lines())]
        if records[0]["user_id"] == "nobody":
            raise Invalid("file", "it is nobody's.", allowed="a file of somebody")
        kept: list[Remembered] = [
            self._knowledge.remember(self._user_id, Draft(text=record["properties"]["text"]))
            for record in records
            if record.get("labels") == ["Memory"]
        ]
        progress(len(kept), len(kept))
        return Imported(
            user_id=self._user_id, way=ImportWay.REMEMBERED, memories=exported.nodes.get("Memory", 0),
            already=sum(not each.created for each in kept),
        )  # fmt: skip
