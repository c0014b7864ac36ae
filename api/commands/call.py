"""How a command was called: for whom, in which form to answer, and how to reach the memories."""

import shlex
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import typer

if TYPE_CHECKING:
    from graph.knowledge import Knowledge

WHOLE_ID = 26
"""The length of a memory's id, a ULID."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonOptions:
    """The options every command takes, as they stood before or after the command's name."""

    user: str | None = None
    as_json: bool = False
    quiet: bool = False
    verbose: bool = False
    direct: bool = False

    def or_else(self, outer: "CommonOptions") -> "CommonOptions":
        """These options where given, else those that stood before the command's name."""
        return CommonOptions(
            user=self.user or outer.user,
            as_json=self.as_json or outer.as_json,
            quiet=self.quiet or outer.quiet,
            verbose=self.verbose or outer.verbose,
            direct=self.direct or outer.direct,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """What the entry point hands to the commands: how to open the knowledge, the default user, the outer options."""

    build: Callable[["Call"], "Knowledge"]
    default_user: Callable[[], str]
    outer: CommonOptions = CommonOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of one command. `named_user` is what `--user` said, None when the settings decide.

    `verbose` says which way the answer took, `direct` opens the database whatever server runs. `warm` asks for models
    that load at once: the command serves others.
    """

    wiring: Wiring
    named_user: str | None
    as_json: bool
    quiet: bool
    verbose: bool = False
    direct: bool = False
    warm: bool = False

    @property
    def user(self) -> str:
        """Whose memories the command is about."""
        from graph.intake.checks import checked_user  # noqa: PLC0415 -- `--help` must not pay for it

        return checked_user(self.named_user or self.wiring.default_user())

    def memory(self, knowledge: "Knowledge", typed: str) -> str:
        """The id of the memory that somebody typed whole, or as much of as tells it from others.

        Raises NotFound, and Conflict for several.
        """
        return typed if len(typed) >= WHOLE_ID else knowledge.memory_called(self.user, typed)

    def repeated(self, command: str) -> str:
        """A command to type next, for the user that this one was for."""
        named = f" --user {shlex.quote(self.named_user)}" if self.named_user else ""
        return f"enishi {command}{named}"

    @contextmanager
    def knowledge(self) -> Generator["Knowledge"]:
        """The knowledge, opened on entry and closed on exit, however the block ends."""
        from graph.journal.actor import acting  # noqa: PLC0415 -- `--help` must not pay for it

        opened = self.wiring.build(self)
        try:
            with acting("cli"):
                yield opened
        finally:
            opened.close()


def wiring_of(context: typer.Context) -> Wiring:
    """The wiring the entry point put into the context."""
    return cast(Wiring, context.obj)


def keep_outer(context: typer.Context, options: CommonOptions) -> None:
    """Keeps the options that stood before the command's name for the command to come."""
    context.obj = replace(wiring_of(context), outer=options)


def call_of(context: typer.Context, options: CommonOptions) -> Call:
    """The call a command answers: its own options over those before its name."""
    wiring = wiring_of(context)
    options = options.or_else(wiring.outer)
    return Call(
        wiring=wiring,
        named_user=options.user,
        as_json=options.as_json,
        quiet=options.quiet,
        verbose=options.verbose,
        direct=options.direct,
    )
