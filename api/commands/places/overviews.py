"""`enishi projects overview`, `replace`, `backup`, `append`, `here` and others: what stands in a project, and where."""

# ruff: noqa: PLC0415 -- readers of folders cost what most commands need not pay
import sys
from pathlib import Path as FolderPath
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import Audience
from api.commands.terminal import screen, tables
from graph.errors import Invalid

if TYPE_CHECKING:
    from graph.model.life.overview import Overview

Path = Annotated[str, typer.Argument(metavar="PATH", help="Its path, such as development/backend/auth.")]
Words = Annotated[list[str] | None, typer.Argument(metavar="TEXT", help="The text; - or nothing reads standard input.")]


def overview(call: Call, path: Path) -> None:
    """Show the overview of a project, and its backups."""
    with call.knowledge() as knowledge:
        read = knowledge.overviews(call.user).read(path)
    screen.answer(call, read, _shown(read), ids=[backup.id for backup in read.backups])


def replace(call: Call, path: Path, text: Words = None) -> None:
    """Put another overview in the place of the one that is there, which is kept as a backup first."""
    with call.knowledge() as knowledge:
        written = knowledge.overviews(call.user).replace(path, _text(text))
    screen.answer(call, written, _kept(written), ids=())


def backup(call: Call, path: Path) -> None:
    """Keep the overview of a project as it is now."""
    with call.knowledge() as knowledge:
        kept = knowledge.overviews(call.user).backup(path)
    screen.answer(call, kept, _kept(kept), ids=())


def back_to(
    call: Call, path: Path, backup_id: Annotated[str, typer.Argument(metavar="BACKUP", help="Id of a backup.")]
) -> None:
    """Put a backup in the place of the overview, once that is kept as a backup itself."""
    with call.knowledge() as knowledge:
        written = knowledge.overviews(call.user).restore(path, backup_id)
    screen.answer(call, written, _kept(written), ids=())


def append(
    call: Call,
    path: Path,
    text: Words = None,
    kind: Annotated[
        Literal["activity", "decision", "pinned"],
        typer.Option(help="Something done, something decided, or something to be remembered word for word."),
    ] = "activity",
    session: Annotated[str | None, typer.Option(help="The session it comes from.")] = None,
    channel: Annotated[str | None, typer.Option(help="The channel it came through.")] = None,
    source: Annotated[str | None, typer.Option(help="Where it comes from.")] = None,
    audience: Audience = None,
) -> None:
    """Give a project an entry: a memory of what was done or decided."""
    with call.knowledge() as knowledge:
        kept = knowledge.overviews(call.user).append(
            path, _text(text), kind=kind, session_id=session, channel=channel, source=source, audience=audience
        )
    screen.answer(call, kept, tables.remembered_text(kept, done="Appended "), ids=[kept.id])


def here(
    call: Call,
    folder: Annotated[FolderPath | None, typer.Argument(metavar="FOLDER", help="Left out: this one.")] = None,
    keep_as: Annotated[
        str | None, typer.Option("--keep-as", metavar="PATH", help="Keep this project for the folder from now on.")
    ] = None,
) -> None:
    """Tell which project a folder belongs to: by .enishi-project, remote address, git directory or path.

    Worktrees of a repository share a project; a fork has its own.
    """
    from api.folders import folder_keys

    place = (folder or FolderPath.cwd()).expanduser()
    if not place.is_dir():
        raise Invalid("folder", "there is no such folder.", allowed="a folder that is there")
    keys = folder_keys(place)
    with call.knowledge() as knowledge:
        overviews = knowledge.overviews(call.user)
        if keep_as is not None:
            known = overviews.settle(keep_as, keys.keys)
        else:
            known = overviews.at(keys.keys, override=keys.override)
    screen.answer(call, known, f"{screen.plain(known.path)}  (by its {known.found_by})", ids=[known.path])


def _text(words: list[str] | None) -> str:
    if words and words != ["-"]:
        return " ".join(words)
    if not words and sys.stdin.isatty():
        raise Invalid("text", "there is none.", allowed="a text, or one on standard input")
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise Invalid("text", "standard input is not UTF-8.", allowed="UTF-8") from error


def _kept(overview: "Overview") -> str:
    backups = screen.several(len(overview.backups), "backup")
    return f"{screen.plain(overview.path)}: {overview.size_bytes:,} bytes, {backups}"


def _shown(overview: "Overview") -> Group:
    kept = [f"{backup.id}  {tables.minute(backup.at)}  {backup.size_bytes:,} bytes" for backup in overview.backups]
    text = Text(screen.plain(overview.text) or "There is no overview yet.")
    return Group(text, Text(f"  {_kept(overview)}", style="dim"), *map(Text, kept))
