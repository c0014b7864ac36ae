"""Reads the statements of cypher/ and checks each header against its body, so that no call can have a wrong parameter.

A line `// include: recall/_passes_filters` stands for that fragment: what several statements share is written once.
Fragments begin with `_` and one line of comment; they are no statements, and may include others.
"""

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import LiteralString, cast

from graph.db.sides import Side, placed, swapped
from graph.errors import QueryError

_HEADER = re.compile(r"^// (mode|params|rows):[ \t]*(.*)$", re.MULTILINE)
_NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`", re.DOTALL)
_PARAMETER = re.compile(r"\$(\w+)")
_INCLUDE = re.compile(r"^([ \t]*)// include: (\S+)\n", re.MULTILINE)
_NAME = re.compile(r"^// name:[ \t]*(\w+)\n", re.MULTILINE)
_GIVEN = "given"

MODES = frozenset({"read", "write", "batch", "schema"})


@dataclass(frozen=True, slots=True)
class Query:
    """One statement: its name is its path below cypher/, its rows are the only columns it returns.

    `text` is the file's with its fragments; `sent` is what goes to the server with the parameters of `given`, and
    `sent_on_b` the same where the vectors that are read lie on side b.
    """

    name: str
    text: LiteralString
    sent: LiteralString
    sent_on_b: LiteralString
    mode: str
    params: frozenset[str]
    rows: tuple[str, ...]

    def on(self, side: Side) -> LiteralString:
        """What goes to the server."""
        return self.sent if side is Side.A else self.sent_on_b


def given(params: Mapping[str, object], side: Side = Side.A) -> dict[str, object]:
    """The parameters as `Query.sent` reads them.

    All in one map: the server keeps a plan for every magnitude of every list and text among a statement's parameters,
    and plans anew (0.7 s for the longest) when a combination is new to it. Into a map it does not look.
    """
    return {_GIVEN: _Unlogged(placed(params, side))}


class _Unlogged(dict[str, object]):
    """Parameters with a short repr: the driver formats all of them for a debug log, whether it is kept or not.

    For the vectors of a batch that took twenty times as long as packing them.
    """

    def __repr__(self) -> str:
        return "{…}"


@cache
def query(name: str) -> Query:
    """The statement kept in cypher/<name>.cypher; `a/b#x` is the statement `x` of the script cypher/a/b.cypher.

    Raises QueryError when the file or its header is wrong.
    """
    file, _, statement = name.partition("#")
    if not statement:
        return parsed(name, spliced(_text(file)))
    try:
        return script(file)[statement]
    except KeyError:
        raise QueryError(f"cypher/{file}.cypher has no statement {statement}") from None


@cache
def script(file: str) -> Mapping[str, Query]:
    """The statements of a file that holds several, in order, by their names.

    Each begins with a line `// name: memory_id`, then its header, and ends with `;`. What its header leaves out is
    `mode: schema`, no parameters and no rows.
    """
    statements: dict[str, Query] = {}
    for part in _text(file).split(";\n"):
        name = _NAME.search(part)
        if name is None:
            continue
        promise, *lines = part[name.end() :].splitlines()
        head = {"mode": "schema", "params": "", "rows": ""}
        while lines and (line := _HEADER.match(lines[0])):
            head[line[1]] = line[2]
            lines.pop(0)
        header = [f"// {key}: {value}" for key, value in head.items()]
        statements[name[1]] = parsed(f"{file}#{name[1]}", "\n".join([promise, *header, *lines, ""]))
    return statements


def spliced(source: str) -> str:
    """The source with its fragments in place of the lines that include them, indented alike."""

    def fragment(line: re.Match[str]) -> str:
        indent, name = line.groups()
        _, _, body = _text(name).partition("\n")
        return textwrap.indent(spliced(body), indent)

    return _INCLUDE.sub(fragment, source)


def _text(file: str) -> str:
    try:
        return (files("cypher") / f"{file}.cypher").read_text("utf-8")
    except FileNotFoundError as missing:
        raise QueryError(f"cypher/{file}.cypher does not exist") from missing


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
    sent_on_b = cast(LiteralString, _reading_given(swapped(source)))
    return Query(name, text, sent, sent_on_b, head["mode"], params, _listed(head["rows"]))


def code(source: str) -> str:
    """The statement without its comments and string literals."""
    return _NOT_CODE.sub(" ", source)


def _reading_given(source: str) -> str:
    """The statement with every parameter read from the one map of `given`; comments and texts stay as they are."""
    either = re.compile(f"{_NOT_CODE.pattern}|{_PARAMETER.pattern}", re.DOTALL)
    return either.sub(lambda token: f"${_GIVEN}.{token[1]}" if token[1] else token[0], source)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part for part in re.split(r",\s*", text.strip()) if part)
