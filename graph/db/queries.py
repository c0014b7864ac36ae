"""Reads the statements of cypher/ and checks each header against its body, so that a call cannot miss by a name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import LiteralString, cast

from graph.errors import QueryError

_HEADER = re.compile(r"^// (mode|params|rows):[ \t]*(.*)$", re.MULTILINE)
_NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`", re.DOTALL)
_PARAMETER = re.compile(r"\$(\w+)")
_GIVEN = "given"

MODES = frozenset({"read", "write", "batch", "schema"})


@dataclass(frozen=True, slots=True)
class Query:
    """One statement: its name is its path below cypher/, its rows are the only columns it returns.

    `text` is the file's; `sent` is what goes to the server with the parameters of `given`.
    """

    name: str
    text: LiteralString
    sent: LiteralString
    mode: str
    params: frozenset[str]
    rows: tuple[str, ...]
    promise: str


def given(params: Mapping[str, object]) -> dict[str, object]:
    """The parameters as `Query.sent` reads them.

    All in one map: the server keeps a plan for every magnitude of every list and text among a statement's parameters,
    and plans anew (0.7 s for the longest) when a combination is new to it. Into a map it does not look.
    """
    return {_GIVEN: _Untold(params)}


class _Untold(dict[str, object]):
    """Parameters that nobody sees in a log: the driver writes out all it is given for one, whether it is kept or not.

    For the vectors of a batch that took twenty times as long as packing them.
    """

    def __repr__(self) -> str:
        return "{…}"


@cache
def query(name: str) -> Query:
    """The statement kept in cypher/<name>.cypher. Raises QueryError when the file or its header is wrong."""
    try:
        source = (files("cypher") / f"{name}.cypher").read_text("utf-8")
    except FileNotFoundError as missing:
        raise QueryError(f"cypher/{name}.cypher does not exist") from missing
    return parsed(name, source)


def parsed(name: str, source: str) -> Query:
    """A statement from its source text, header checked. Raises QueryError naming what is wrong."""
    head = dict(_HEADER.findall(source))
    missing = {"mode", "params", "rows"} - head.keys()
    if missing:
        raise QueryError(f"{name}: the header lacks {', '.join(sorted(missing))}")
    if head["mode"] not in MODES:
        raise QueryError(f"{name}: mode is {head['mode']!r}, not one of {', '.join(sorted(MODES))}")
    params = frozenset(_listed(head["params"]))
    used = frozenset(_PARAMETER.findall(code(source)))
    if used != params:
        raise QueryError(f"{name}: the header says {sorted(params)}, the body uses {sorted(used)}")
    first = source.splitlines()[0]
    if not first.startswith("// ") or _HEADER.match(first):
        raise QueryError(f"{name}: the first line must say in a sentence what the statement does")
    # The one place where a text becomes a LiteralString: everything the driver runs came from a file of ours.
    text = cast(LiteralString, source)
    sent = cast(LiteralString, _reading_given(source))
    return Query(name, text, sent, head["mode"], params, _listed(head["rows"]), first.removeprefix("// "))


def code(source: str) -> str:
    """The statement without its comments and string literals."""
    return _NOT_CODE.sub(" ", source)


def _reading_given(source: str) -> str:
    """The statement with every parameter read from the one map of `given`; comments and texts stay as they are."""
    either = re.compile(f"{_NOT_CODE.pattern}|{_PARAMETER.pattern}", re.DOTALL)
    return either.sub(lambda found: f"${_GIVEN}.{found[1]}" if found[1] else found[0], source)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part for part in re.split(r",\s*", text.strip()) if part)
