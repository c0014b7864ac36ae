"""`enishi tools memory`: the file in which agents keep what they learned in a working folder."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.call import Call
from api.commands.options import TIDY, command
from api.commands.terminal import screen, tables

if TYPE_CHECKING:
    from rich.table import Table

    from api.markdown.memories_file import Learned, MemoriesFile

Folder = Annotated[Path, typer.Option("--folder", help="The folder in which memories.md lies.")]
AGENT = Path(".agent")

app = typer.Typer(help="Tools that need no database.", no_args_is_help=True)
memory_app = typer.Typer(help="What agents learned in this folder: .agent/memories.md.", no_args_is_help=True)
app.add_typer(memory_app, name="memory")


def add_to(outer: typer.Typer) -> None:
    """Adds the commands."""
    outer.add_typer(app, name="tools", rich_help_panel=TIDY)


@command(memory_app, example="enishi tools memory add 'Always use try-catch' -t pattern --tags error-handling")
def add(
    call: Call,
    content: Annotated[str, typer.Argument(metavar="CONTENT", help="What was learned.")],
    kind: Annotated[
        str | None, typer.Option("--type", "-t", help="pattern, architecture or solution: it becomes the first tag.")
    ] = None,
    tags: Annotated[str, typer.Option("--tags", help="Tags with commas between them.")] = "",
    folder: Folder = AGENT,
) -> None:
    """Add a memory at the end of the file, which is made where it is missing."""
    named = [tag.strip() for tag in tags.split(",")]
    added = _file(folder).add(content, [kind, *named] if kind else named, datetime.now().astimezone().date())
    if added is not None:
        screen.answer(call, added, f"Added {added.id}: {screen.plain(added.title)}", ids=[str(added.id)])


@command(memory_app, example="enishi tools memory search try-catch")
def search(
    call: Call,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A text in their title, content or tags.")],
    folder: Folder = AGENT,
) -> None:
    """Find memories that hold a text."""
    _list(call, _file(folder).matching(query), f"No memory holds {query!r}.")


@command(memory_app, "list", example="enishi tools memory list")
def list_memories(call: Call, folder: Folder = AGENT) -> None:
    """List all memories of the file."""
    _list(call, _file(folder).memories(), "There are no memories yet: enishi tools memory add 'what was learned'")


@command(memory_app, example="enishi tools memory delete 3")
def delete(
    call: Call,
    identity: Annotated[int, typer.Argument(metavar="ID", help="Its id as the list has it: the line of its heading.")],
    folder: Folder = AGENT,
) -> None:
    """Delete a memory from the file."""
    deleted = _file(folder).delete(identity)
    screen.answer(call, deleted, f"Deleted {deleted.id}: {screen.plain(deleted.title)}", ids=[str(deleted.id)])


@command(memory_app, example="enishi tools memory inject")
def inject(call: Call, folder: Folder = AGENT) -> None:
    """Print the memories as they are put before a prompt; nothing where that is switched off."""
    file = _file(folder)
    text = file.injection(asked=True)
    loaded = len(file.memories()) if text else 0
    if call.as_json:
        screen.print_json({"text": text, "memories": loaded})
    elif text:
        screen.print_plain(text.removesuffix("\n"))
    screen.remark(call, f"Loaded {screen.several(loaded, 'memory')}.")


@command(memory_app, example="enishi tools memory link ../shop-feature")
def link(
    call: Call,
    worktree: Annotated[
        Path, typer.Argument(metavar="[WORKTREE]", help="A git worktree; left out: this folder.")
    ] = Path(),
) -> None:
    """Let a git worktree share the memories of its repository by a link; where that fails it goes on without."""
    from api.markdown.memories_file import linked  # noqa: PLC0415 -- `enishi --help` must not pay for it

    target = linked(worktree.absolute(), _warned)
    if target is not None:
        screen.answer(call, {"linked": str(target)}, f"Linked to {target}.", ids=[str(target)])


def _file(folder: Path) -> "MemoriesFile":
    from api.markdown.memories_file import MemoriesFile  # noqa: PLC0415 -- as above
    from api.settings import settings  # noqa: PLC0415 -- as above

    return MemoriesFile(folder, _warned, settings().memories)


def _warned(text: str) -> None:
    screen.err().print(screen.plain(text), style="yellow", soft_wrap=True)


def _list(call: Call, memories: "Sequence[Learned]", otherwise: str) -> None:
    shown = _table(memories) if memories else None
    screen.answer(call, memories, shown, ids=[str(memory.id) for memory in memories], otherwise=otherwise)


def _table(memories: "Sequence[Learned]") -> "Table":
    table = tables.bare_table("id", "title", "tags", "date", "content")
    for memory in memories:
        cells = memory.title, ", ".join(memory.tags), memory.date, memory.content
        table.add_row(str(memory.id), *(screen.plain(" ".join(cell.split())) for cell in cells))
    return table
