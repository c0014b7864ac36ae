"""Files that are drawn from the graph: the memories of a project as a list, which the tool may read and change."""

from collections.abc import Iterator
from typing import Final

from api.markdown.grammars.items import Items
from api.markdown.grammars.pieces import Block
from api.markdown.wording import Wording, plain
from api.memory_tool.paths import DRAWN, Refused
from graph.errors import NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Memory

PINNED, NEWEST = "pinned.md", "memories.md"
_SHOWN: Final = 200
_ITEMS: Final = Items()


class DrawnFiles:
    """`/memories/projects/PATH/pinned.md` and `…/memories.md`, the newest 200, for one user."""

    def __init__(self, knowledge: Knowledge, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def paths(self) -> Iterator[tuple[str, int]]:
        """All of them with their sizes, those of long lists estimated."""
        for project in self._knowledge.projects(self._user_id):
            if project.pinned:
                yield f"{DRAWN}/{project.path}/{PINNED}", 100 * project.pinned
            if project.memories > project.pinned:
                yield f"{DRAWN}/{project.path}/{NEWEST}", 100 * min(project.memories - project.pinned, _SHOWN)

    def text(self, path: str) -> str | None:
        """The text of a file; None where there is none."""
        memories = self._memories(path)
        if not memories:
            return None
        wording = ((memory.id, Wording(text=memory.text)) for memory in memories)
        return "".join(_ITEMS.written(each, identity, None, "\n") for identity, each in wording)

    def change(self, path: str, text: str) -> None:
        """Takes over what was changed in a file: items edited, added, or taken out, which are archived."""
        before = {memory.id: memory for memory in self._memories(path)}
        project, name = _parted(path)
        left = set(before)
        for block in (piece for piece in _ITEMS.pieces(text) if isinstance(piece, Block)):
            memory = before.get(block.id or "")
            if memory is None or memory.id not in left:
                pinned = name == PINNED
                self._knowledge.remember(
                    self._user_id, Draft(text=block.wording.text, project=project, pinned=pinned, channel="memory-tool")
                )
                continue
            left.remove(memory.id)
            if plain(block.wording.text) != plain(memory.text):
                self._knowledge.edit(self._user_id, memory.id, {"text": block.wording.text})
        for identity in sorted(left):
            self._knowledge.archive(self._user_id, identity)

    def _memories(self, path: str) -> tuple[Memory, ...]:
        project, name = _parted(path)
        if name not in (PINNED, NEWEST) or not project:
            return ()
        try:
            detail = self._knowledge.project(self._user_id, project)
        except NotFound:
            return ()
        if name == PINNED:
            return detail.pinned
        page = self._knowledge.memories(self._user_id, filters=Filters(project=project), limit=_SHOWN)
        return tuple(memory for memory in page.memories if memory.project == project and not memory.pinned)


def _parted(path: str) -> tuple[str, str]:
    project, _, name = path.removeprefix(f"{DRAWN}/").rpartition("/")
    return project, name


def refuse_drawn(path: str) -> None:
    """Refuses what would make or move files among the drawn ones."""
    raise Refused(f"Error: {path} is drawn from memory: its items can be edited, files are made elsewhere.")
