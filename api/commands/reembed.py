"""`enishi reembed`: the database is changed to another embedding model while it answers."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.call import Call
from api.commands.options import SERVERS, command
from api.commands.terminal import screen

if TYPE_CHECKING:
    from graph.model.care.reembedding import Reembedded


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(app, panel=SERVERS, example="enishi reembed --dry-run")(reembed)


def reembed(
    call: Call,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how much there is to do, and how long.")] = False,
    drop: Annotated[bool, typer.Option("--drop", help="Take away the vectors of the model that is not read.")] = False,
) -> None:
    """Change the database to the embedding model of the settings. Who runs goes on answering by the old one.

    Ended, it goes on where it was. When it is done, restart what runs with the new settings; then --drop frees the room
    of the old vectors. Until then the old settings and this command change it back.
    """
    from api.commands.terminal.progress import progress_bar

    # A server that runs reads the old vectors, and has the old settings.
    here = replace(call, direct=True)
    shown = not (call.quiet or dry_run)
    with here.knowledge() as knowledge, progress_bar("vectors", total=None, shown=shown) as bar:
        before = 0

        def progress(done: int, of: int) -> None:
            nonlocal before
            bar.out_of(of)
            bar.step(done - before)
            before = done

        done = knowledge.reembed(dry_run=dry_run, drop=drop, progress=progress)
    screen.answer(call, done, _sentence(done), ids=())


def _sentence(done: "Reembedded") -> str:
    state = done.state
    from api.commands.terminal.progress import duration

    parts = f"{screen.several(done.chunks, 'chunk')} and {screen.several(done.entities, 'entity')}"
    if done.dry_run:
        if state.other is None:
            return f"Nothing to do: the database holds vectors of {state.read}."
        took = "" if done.seconds is None else f", about {duration(done.seconds)} on this machine"
        return f"{parts} lack vectors of the model of the settings{took}. {state.read} is read."
    if state.other is None:
        went = f" Those of the other model are gone ({done.dropped:,} nodes had some)." if done.dropped else ""
        return f"The database holds vectors of {state.read}, and no others.{went}"
    failed = f" {screen.several(done.failed, 'memory')} could not be read by it, see the log." if done.failed else ""
    return (
        f"Made the vectors of {parts}; {state.read} is read now.{failed} Restart what runs with these settings, then "
        f"`enishi reembed --drop` takes away those of {state.other}."
    )
