"""The commands that change what is kept: `enishi forget`, `pin` and `unpin`."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands import screen
from api.commands.asking import Identity
from api.commands.call import Call
from api.commands.options import command
from graph.errors import Invalid

if TYPE_CHECKING:
    from graph.answers import Memory


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app)(forget)
    command(app)(pin)
    command(app)(unpin)


def forget(
    call: Call,
    memory: Annotated[str | None, typer.Argument(metavar="ID", help="The memory's id.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a memory for good, with all that only it told. Without ID but with --user USER: all of that user."""
    if memory is None and call.named_user is None:
        raise Invalid("memory", "say what to forget.", allowed="an id, or --user USER for everything of that user")
    with call.knowledge() as knowledge:
        if not yes:
            _ask(f"everything of the user {call.user}" if memory is None else knowledge.show(call.user, memory).memory)
        gone = knowledge.forget_user(call.user) if memory is None else knowledge.forget(call.user, memory)
    if call.as_json:
        screen.print_json(gone)
    elif not call.quiet:
        counts = f"{gone.memories:,} memories, {gone.chunks:,} chunks, {gone.entities:,} entities, {gone.facts:,} facts"
        screen.out().print(f"Forgotten: {counts}.")


def _ask(what: "str | Memory") -> None:
    if not sys.stdin.isatty():
        raise Invalid("--yes", "nobody is here to be asked.", allowed="--yes, to forget without being asked")
    named = what if isinstance(what, str) else f"{what.id} ({screen.shortened(what.title, 60)})"
    typer.confirm(f"Forget {screen.plain(named)} for good?", abort=True, err=True)


def pin(call: Call, memory: Identity) -> None:
    """Mark a memory as one to keep, whatever comes."""
    with call.knowledge() as knowledge:
        _print_state(call, knowledge.pin(call.user, memory))


def unpin(call: Call, memory: Identity) -> None:
    """Undo a pin."""
    with call.knowledge() as knowledge:
        _print_state(call, knowledge.unpin(call.user, memory))


def _print_state(call: Call, memory: "Memory") -> None:
    if call.as_json:
        screen.print_json(memory)
    elif not call.quiet:
        state = "Pinned" if memory.pinned else "No longer pinned"
        screen.out().print(f"{state}: {memory.id}  {screen.shortened(memory.title, 80)}")
