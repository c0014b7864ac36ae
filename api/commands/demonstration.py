"""`enishi demo`: what Enishi does, shown on the sample."""

# ruff: noqa: PLC0415 -- the demo brings numpy and more; `enishi --help` must not pay for it
import typer

from api.commands.call import Call
from api.commands.options import command


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(app)(demo)


def demo(call: Call) -> None:
    """Start everything, remember the sample memories, answer questions, print the addresses to explore."""
    from api.demo import show

    show(call)
