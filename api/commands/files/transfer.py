"""`enishi export` and `enishi import`: everything of a user, or of all, out into files, and in again."""

# ruff: noqa: PLC0415 -- the driver is heavy; `enishi --help` must not pay for it
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from api.commands.call import Call
from api.commands.options import SERVERS, command
from api.commands.terminal import screen

if TYPE_CHECKING:
    from api.commands.terminal.progress import ProgressBar
    from graph.model.transfer import AllImported, Imported

FormatName = Literal["enishi", "memory-json", "mem0", "mif", "graphml", "csv"]
InName = Literal["enishi", "memory-json", "mem0", "mif"]
ENDINGS: Mapping[FormatName, str] = {
    "enishi": ".jsonl.zst", "memory-json": ".memory.json", "mem0": ".mem0.json", "mif": ".mif.json",
    "graphml": ".graphml", "csv": ".csv.zip",
}  # fmt: skip

_READS = "reading the graph"
_CHECKS = "checking the file"


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, panel=SERVERS, example="enishi export backup.jsonl.zst")(export)
    command(app, "import", panel=SERVERS, example="enishi import backup.jsonl.zst --user taro")(import_)
    command(app, "backup-key", panel=SERVERS, example="enishi backup-key ~/backup.key")(backup_key)


def export(
    call: Call,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Where to. Left out: USER.jsonl.zst. With --all a folder.")
    ] = None,
    everybody: Annotated[
        bool, typer.Option("--all", help="Everything of all users, a file each: a folder to import again.")
    ] = False,
    form: Annotated[
        FormatName,
        typer.Option(
            "--format", help="enishi has everything; the MCP memory server, mem0, MIF 2.0, GraphML, neo4j-admin's CSV."
        ),
    ] = "enishi",
    encrypt_for: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Encrypt it for a key, age1… or a file that holds one; repeat it."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Write over a file that is there.")] = False,
) -> None:
    """Export everything of a user: memories with their history, entities, facts, vectors, and what was judged.

    It is a backup that needs no stop, and the way to another machine. `zstd -d` shows it as lines of JSON.
    """
    from api.commands.terminal.progress import progress_bar
    from graph.errors import Invalid
    from graph.model.transfer import TransferFormat
    from graph.rotation.backups import ENCRYPTED

    if everybody:
        _export_all(call, file, form, encrypt_for or (), force=force)
        return
    ending = ENDINGS[form] + (ENCRYPTED if encrypt_for else "")
    path = file or Path(f"{call.user.replace('/', '_')}{ending}")
    if path.exists() and not force:
        raise Invalid("file", f"{path} is there already.", allowed="another name, or --force to write over it")
    with call.knowledge() as knowledge, progress_bar(path.name, total=None, shown=not call.quiet, first=_READS) as bar:
        moved = knowledge.transfer(call.user).to_file(
            path, TransferFormat(form), encrypt_for=encrypt_for or (), progress=_steps(bar)
        )
    memories = screen.several(moved.nodes.get("Memory", 0), "memory")
    nodes, ties = sum(moved.nodes.values()), moved.ties
    screen.answer(
        call, {"file": str(path), **_form(moved)},
        f"Exported {memories} ({nodes:,} nodes, {ties:,} ties, {moved.bytes:,} bytes) to {path}.", ids=(),
    )  # fmt: skip


def _export_all(call: Call, folder: Path | None, form: FormatName, encrypt_for: Sequence[str], *, force: bool) -> None:
    from api.commands.terminal.progress import progress_bar
    from graph.errors import Conflict, Invalid

    if folder is None:
        raise Invalid("file", "is missing.", allowed="the folder to export all users into")
    if form != "enishi":
        raise Invalid("format", f"{form} is of one user.", allowed="enishi, or one user's export without --all")
    if call.named_user:
        raise Invalid("user", "means nothing beside --all.", allowed="one of the two")
    with (
        call.knowledge() as knowledge,
        progress_bar(folder.name, total=None, shown=not call.quiet, first=_READS) as bar,
    ):
        moved = knowledge.export_all(folder, encrypt_for=encrypt_for, force=force, progress=_steps(bar))
    users, memories = screen.several(moved.users, "user"), screen.several(moved.memories, "memory")
    screen.answer(
        call, moved,
        f"Exported {memories} of {users} ({moved.nodes:,} nodes, {moved.ties:,} ties, {moved.bytes:,} bytes) to "
        f"{folder}.", ids=(),
    )  # fmt: skip
    if moved.left_out:
        raise Conflict(
            f"Somebody wrote to {', '.join(moved.left_out)} all the time: no export of theirs is in {folder}. Export "
            "again when less is kept, with --force."
        )


def import_(
    call: Call,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="What `enishi export` or another memory wrote, or --all's folder.")
    ],
    form: Annotated[
        InName, typer.Option("--format", help="What it is: our own, the MCP memory server's, mem0's or MIF 2.0.")
    ] = "enishi",
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file of the secret key, where it is encrypted.")
    ] = None,
) -> None:
    """Import what was exported. Who has nothing gets it as it was; others get each memory that they have not.

    The same file twice changes nothing the second time. After an interruption it goes on where it was.
    """
    from api.commands.terminal.progress import progress_bar
    from api.ingest.foreign import import_file
    from graph.model.transfer import TransferFormat

    if file.is_dir():
        _import_all(call, file, form, key)
        return
    with call.knowledge() as knowledge, progress_bar(file.name, total=None, shown=not call.quiet, first=_CHECKS) as bar:
        moved = import_file(knowledge, call.user, file, TransferFormat(form), key=key, progress=_steps(bar))
    screen.answer(call, moved, _sentence(moved), ids=())


def _import_all(call: Call, folder: Path, form: InName, key: Path | None) -> None:
    from api.commands.terminal.progress import progress_bar
    from graph.errors import Conflict, Invalid

    if call.named_user or form != "enishi":
        raise Invalid(
            "file", f"{folder} is a folder, whose files name their users.",
            allowed="a folder that `enishi export --all` wrote without --user and --format, or one file",
        )  # fmt: skip
    with (
        call.knowledge() as knowledge,
        progress_bar(folder.name, total=None, shown=not call.quiet, first=_CHECKS) as bar,
    ):
        moved = knowledge.import_all(folder, key=key, progress=_steps(bar))
    users, memories = screen.several(moved.users, "user"), screen.several(moved.memories, "memory")
    screen.answer(call, moved, f"Imported {memories} of {users}; {_left(moved)}.", ids=())
    if moved.left_out:
        raise Conflict(
            f"{screen.several(len(moved.left_out), 'file')} could not be read in. {' '.join(moved.left_out)}"
        )


def _steps(bar: "ProgressBar") -> Callable[[int, int], None]:
    """Reports how many are done in all to a bar, which wants how many more."""
    before = 0

    def progress(done: int, _of: int) -> None:
        nonlocal before
        bar.step(max(0, done - before))  # what was begun anew is told when it is further than before
        before = max(before, done)

    return progress


def backup_key(
    call: Call, file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to. It must not be there yet.")]
) -> None:
    """Make a key for encrypted exports. Keep its file apart from them: without it nobody reads them, nor do you.

    What is printed is its public half, for --encrypt-for and ENISHI_ROTATION__BACKUP__ENCRYPT_FOR.
    """
    from graph.transfer.encryption import new_key

    public = new_key(file, datetime.now(UTC))
    screen.answer(call, {"file": str(file), "public_key": public}, public, ids=[public])


def _sentence(moved: "Imported") -> str:
    memories = screen.several(moved.memories, "memory")
    if moved.way == "restored":
        return f"Imported {memories} as they were: {moved.nodes:,} nodes, {moved.ties:,} ties."
    fresh = moved.memories - moved.already - moved.failed
    return f"Imported {fresh:,} of {memories} as new; {_left(moved)}."


def _left(moved: "Imported | AllImported") -> str:
    """What of a file was not new."""
    failed = f", {moved.failed:,} were not taken: forgotten before, or unreadable" if moved.failed else ""
    return f"{moved.already:,} were there already{failed}"


def _form(moved: object) -> dict[str, object]:
    from api.json_form import to_json

    form = to_json(moved)
    return {**form} if isinstance(form, dict) else {}
