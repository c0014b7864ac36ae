"""Standard output and standard error: consoles that survive any terminal, remarks beside the answer, JSON."""

import json
import os
import re
import sys
from contextlib import contextmanager
from io import TextIOBase
from typing import IO, TYPE_CHECKING, TextIO, cast

import typer
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from api.commands.call import Call
from graph.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from rich.console import RenderableType

WIDTH_WITHOUT_TERMINAL = 140
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def several(count: int, noun: str) -> str:
    """A number with its noun: "1 memory", "2,000 memories"."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def out() -> Console:
    """Where answers go: standard output, without colour when it is not a terminal."""
    return _console(stderr=False)


def err() -> Console:
    """Where progress and remarks go: standard error, so that a pipe gets answers alone.

    What was answered before comes out first, also where a pipe keeps it back.
    """
    sys.stdout.flush()
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    if stream.isatty():
        return Console(stderr=stderr, highlight=False, emoji=False, markup=False, soft_wrap=False)
    named = os.environ.get("COLUMNS", "")
    width = int(named) if named.isdigit() and int(named) else WIDTH_WITHOUT_TERMINAL
    trimmed = cast("IO[str]", _Trimmed(stream))
    return Console(file=trimmed, width=width, highlight=False, emoji=False, markup=False, soft_wrap=False)


class _Trimmed(TextIOBase):
    """A stream without the spaces that fill the lines of a table: a pipe gets the words alone."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride] -- rich asks the stream for it
        """That of the stream behind it."""
        return self._stream.encoding

    def write(self, text: str, /) -> int:
        """Writes whole lines, as a console hands them over."""
        return self._stream.write(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE))

    def flush(self) -> None:
        """Flushes the stream behind it."""
        self._stream.flush()


def remark(call: Call, text: str) -> None:
    """Says something beside the answer, unless only the answer was asked for."""
    if not (call.quiet or call.as_json):
        err().print(text, style="dim", soft_wrap=True)


@contextmanager
def waiting(call: Call, what: str) -> "Generator[None]":
    """Shows on a terminal what a command is about until it is done: loading the models takes it some seconds."""
    console = err()
    if call.quiet or call.as_json or not console.is_terminal:
        yield
        return
    with console.status(Text(what, style="dim")):
        yield


def answer(
    call: Call,
    value: object,
    shown: "RenderableType | None",
    *,
    ids: "Iterable[str] | None" = None,
    otherwise: str = "",
    cursor: str | None = None,
) -> None:
    """Writes what a command answers: its value as JSON, its `ids` alone when quiet, else what is `shown` to people.

    Without `ids` it is shown when quiet too. Where there is nothing to show, a remark says what `otherwise` to know.
    """
    if call.as_json:
        print_json(value)
    elif call.quiet and ids is not None:
        for identity in ids:
            print_plain(identity)
    elif shown is None:
        remark(call, otherwise)
    else:
        out().print(shown)
        remark_more(call, cursor)


def confirm(what: str, to: str) -> None:
    """Asks at the terminal whether to do what cannot be undone: `confirm("Forget m1", "forget")`. Raises Invalid.

    Ends the command where a person says no; Invalid where nobody is there.
    """
    if not sys.stdin.isatty():
        raise Invalid("--yes", "nobody is here to be asked.", allowed=f"--yes, to {to} without being asked")
    typer.confirm(f"{plain(what)} for good?", abort=True, err=True)


def remark_more(call: Call, cursor: str | None) -> None:
    """Says how to go on, where there is more than was shown."""
    if cursor:
        remark(call, f"More: --cursor {cursor}")


def print_json(value: object) -> None:
    """Writes a value as JSON; escaped to ASCII where standard output cannot carry every character."""
    from api.json_form import to_json  # noqa: PLC0415 -- brings the values of graph, which `--help` must not pay for

    print_plain(json.dumps(to_json(value), ensure_ascii=not carries_all(), indent=2))


def print_plain(text: str) -> None:
    """Writes text exactly as it is and a line end."""
    sys.stdout.write(text + "\n")


def carries_all() -> bool:
    """Whether standard output can carry every character there is."""
    return (sys.stdout.encoding or "ascii").lower().replace("-", "").startswith("utf")


def plain(text: str) -> str:
    """Text that cannot move the cursor, colour the terminal or turn the reading direction."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def shortened(text: str, cells: int = 200) -> str:
    """One line at most so many cells wide; a Japanese character takes two."""
    line = " ".join(plain(text).split())
    return line if cell_len(line) <= cells else set_cell_size(line, cells - 1).rstrip() + "…"
