"""The six commands of `memory_20250818` for one user; each file of the tool is one memory, found like any other."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from api.memory_tool.drawn import DrawnFiles, refuse_drawn
from api.memory_tool.lines import edited_view, file_view, folder_view, inserted, replaced
from api.memory_tool.paths import DRAWN, ROOT, Refused, below, checked_path, is_drawn
from graph.errors import Conflict, Invalid, NotFound
from graph.journal.actor import unattended
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Memory

CHANNEL: Final = "memory-tool"
COMMANDS: Final = ("view", "create", "str_replace", "insert", "delete", "rename")
_EMPTY: Final = "(an empty file)"
"""What a memory says whose file is empty: it has to say something."""
_PAGE: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolAnswer:
    """The content of a tool result, and whether it tells of an error."""

    content: str
    is_error: bool = False


class MemoryTool:
    """A tree of files below /memories for one user, kept in the graph.

    What the tool writes is a memory whose source is the path. Below /memories/projects stand what else is known, drawn
    from the graph by project. What it deletes is archived: a model has no word in what is forgotten for good.
    """

    def __init__(self, knowledge: Knowledge, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id
        self._drawn = DrawnFiles(knowledge, user_id)

    def call(self, arguments: Mapping[str, object]) -> ToolAnswer:
        """What one call of the tool is answered: `arguments` are the `input` of the tool use."""
        try:
            with unattended():
                return ToolAnswer(content=self._answer(arguments))
        except Refused as refusal:
            return ToolAnswer(content=str(refusal), is_error=True)
        except (Invalid, NotFound, Conflict) as error:
            return ToolAnswer(content=f"Error: {error}", is_error=True)

    def view(self, path: str, view_range: object = None) -> str:
        """A file with line numbers, or what is in a folder. Raises Refused, as all commands."""
        path = checked_path(path)
        text = self._text(path)
        if text is not None:
            return file_view(path, text, view_range)
        sizes = {place: size for place, size in self._sizes().items() if path == ROOT or below(place, path)}
        if path != ROOT and not sizes:
            raise Refused(f"The path {path} does not exist. Please provide a valid path.")
        return folder_view(path, sizes)

    def create(self, path: str, file_text: str) -> str:
        """Makes a file."""
        path = self._free(checked_path(path), "Error: File {} already exists")
        if is_drawn(path):
            refuse_drawn(path)
        extra = {} if file_text.strip() else {"file_text": file_text}
        draft = Draft(
            text=_EMPTY if extra else file_text, title=path, source=path, channel=CHANNEL, extra=extra,
            source_id=f"{CHANNEL}:{uuid.uuid4()}",
        )  # fmt: skip
        self._knowledge.remember(self._user_id, draft)
        return f"File created successfully at: {path}"

    def str_replace(self, path: str, old_str: str, new_str: str = "") -> str:
        """Changes one place of a file."""
        path = checked_path(path)
        text = self._existing(path, "Error: The path {} does not exist. Please provide a valid path.")
        after, at = replaced(path, text, old_str, new_str)
        self._write(path, after)
        return edited_view(after, at, new_str)

    def insert(self, path: str, insert_line: object, insert_text: str) -> str:
        """Puts a text behind a line of a file."""
        path = checked_path(path)
        text = self._existing(path, "Error: The path {} does not exist")
        self._write(path, inserted(text, insert_line, insert_text))
        return f"The file {path} has been edited."

    def delete(self, path: str) -> str:
        """Takes a file away, or a folder with all that is in it."""
        path = checked_path(path)
        if path == ROOT:
            raise Refused(f"Error: {ROOT} itself cannot be deleted.")
        files = self._files_at(path)
        if is_drawn(path) and not files and self._exists(path):
            refuse_drawn(path)
        if not files:
            raise Refused(f"Error: The path {path} does not exist")
        for memory in files.values():
            self._knowledge.archive(self._user_id, memory.id)
        return f"Successfully deleted {path}"

    def rename(self, old_path: str, new_path: str) -> str:
        """Gives a file or a folder another path."""
        old, new = checked_path(old_path), checked_path(new_path)
        files = self._files_at(old)
        if not files:
            if is_drawn(old) and self._exists(old):
                refuse_drawn(old)
            raise Refused(f"Error: The path {old} does not exist")
        self._free(new, "Error: The destination {} already exists")
        if is_drawn(new) or below(new, old):
            raise Refused(f"Error: {old} cannot be moved to {new}.")
        for place, memory in files.items():
            moved = checked_path(new + place.removeprefix(old))
            self._knowledge.edit(self._user_id, memory.id, {"source": moved, "title": moved})
        return f"Successfully renamed {old} to {new}"

    def _answer(self, arguments: Mapping[str, object]) -> str:
        command = arguments.get("command")

        def text(name: str, otherwise: str | None = None) -> str:
            value = arguments.get(name, otherwise)
            if not isinstance(value, str):
                raise Refused(f"Error: {command} needs {name}, a text.")
            return value

        match command:
            case "view":
                return self.view(text("path"), arguments.get("view_range"))
            case "create":
                return self.create(text("path"), text("file_text"))
            case "str_replace":
                return self.str_replace(text("path"), text("old_str"), text("new_str", ""))
            case "insert":
                # An earlier release of the tool called the text by another name.
                added = text("insert_text", text("new_str", "") if "insert_text" not in arguments else None)
                return self.insert(text("path"), arguments.get("insert_line"), added)
            case "delete":
                return self.delete(text("path"))
            case "rename":
                return self.rename(text("old_path"), text("new_path"))
            case _:
                raise Refused(f"Error: there is no such command. There are: {', '.join(COMMANDS)}.")

    def _files(self) -> dict[str, Memory]:
        """The tool's files by path; of two memories of one path the older."""
        files: dict[str, Memory] = {}
        cursor: str | None = None
        while True:
            filters = Filters(source=ROOT)
            page = self._knowledge.memories(self._user_id, filters=filters, limit=_PAGE, cursor=cursor)
            files |= {memory.source: memory for memory in page.memories if memory.source and memory.channel == CHANNEL}
            cursor = page.next_cursor
            if cursor is None:
                return files

    def _file(self, path: str) -> Memory | None:
        page = self._knowledge.memories(self._user_id, filters=Filters(source=path), limit=_PAGE)
        there = [memory for memory in page.memories if memory.source == path and memory.channel == CHANNEL]
        return there[-1] if there else None

    def _files_at(self, path: str) -> dict[str, Memory]:
        """The file of a path, or those in its folder."""
        return {place: memory for place, memory in self._files().items() if place == path or below(place, path)}

    def _sizes(self) -> dict[str, int]:
        kept = {path: len(_text_of(memory).encode("utf-8", "replace")) for path, memory in self._files().items()}
        return {**dict(self._drawn.paths()), **kept}

    def _exists(self, path: str) -> bool:
        return path in (ROOT, DRAWN) or any(place == path or below(place, path) for place in self._sizes())

    def _free(self, path: str, taken: str) -> str:
        if self._exists(path):
            raise Refused(taken.format(path))
        return path

    def _text(self, path: str) -> str | None:
        if is_drawn(path):
            return self._drawn.text(path)
        memory = self._file(path)
        return None if memory is None else _text_of(memory)

    def _existing(self, path: str, otherwise: str) -> str:
        text = self._text(path)
        if text is None:
            raise Refused(otherwise.format(path))
        return text

    def _write(self, path: str, text: str) -> None:
        if is_drawn(path):
            self._drawn.change(path, text)
            return
        memory = self._file(path)
        if memory is None:
            raise Refused(f"Error: The path {path} does not exist")
        extra = {name: value for name, value in memory.extra.items() if name != "file_text"}
        if not text.strip():
            extra["file_text"] = text
        self._knowledge.edit(self._user_id, memory.id, {"text": text if text.strip() else _EMPTY, "extra": extra or {}})


def _text_of(memory: Memory) -> str:
    """What a file holds."""
    empty = memory.extra.get("file_text")
    return empty if isinstance(empty, str) else memory.text
