"""What graph programs read: GraphML for Gephi and networkx, tables for `neo4j-admin database import`.

GraphML holds entities and memories, their relations and links. The tables hold every node and tie as they are, in one
zip: a file for each label and each type, with its header.
"""

import json
import re
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TextIO
from xml.sax.saxutils import escape, quoteattr

from graph.transfer.formats.records import Lines, kind_of, links, mentions, names, nodes, plain, relations

_PIECE: Final = 1 << 20
_KEYS: Final = {
    "node": {"label": "string", "kind": "string", "type": "string", "text": "string", "created": "string",
             "mentions": "int", "importance": "double", "project": "string", "language": "string"},
    "edge": {"relation": "string", "predicate": "string", "weight": "double", "confidence": "double",
             "evidence": "int"},
}  # fmt: skip
_NO_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NODES: Final = "nodes-"
_IMPORT: Final = ("neo4j-admin database import full neo4j", "--array-delimiter=U+001F", "--multiline-fields=true")
_DELIMITER: Final = "\x1f"
"""Between the values of a list, where a text may hold any printable character."""


def graphml(lines: Lines) -> Iterator[bytes]:
    """The graph of entities and memories as GraphML: all nodes, then all edges."""
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for of, keys in _KEYS.items():
        for name, kind in keys.items():
            yield f'<key id="{of[0]}_{name}" for="{of}" attr.name="{name}" attr.type="{kind}"/>\n'.encode()
    yield b'<graph id="enishi" edgedefault="directed">\n'
    called = names(lines)
    for record in nodes(lines, "Entity"):
        held = plain(record)
        yield _node(record["ref"], {
            "label": called[record["ref"]][0], "kind": "entity", "type": kind_of(record),
            "mentions": held.get("mention_count"), "created": held.get("first_seen"), "text": held.get("description"),
        })  # fmt: skip
    for record in nodes(lines, "Memory"):
        held = plain(record)
        yield _node(record["ref"], {
            "label": held.get("title"), "kind": "memory", "type": held.get("category"), "text": held.get("text"),
            "created": held.get("created_at"), "importance": held.get("importance"), "project": held.get("project"),
            "language": held.get("language"),
        })  # fmt: skip
    for of, ties in (("Entity", relations), ("Memory", links)):
        for record in nodes(lines, of):
            for kind, other, held in ties(record):
                yield _edge(record["ref"], other, {
                    "relation": kind, "predicate": held.get("predicate"), "weight": held.get("weight"),
                    "confidence": held.get("confidence"), "evidence": held.get("evidence_count"),
                })  # fmt: skip
    seen: set[tuple[str, str]] = set()
    for pair in mentions(lines):
        if pair not in seen:
            seen.add(pair)
            yield _edge(*pair, {"relation": "MENTIONS", "weight": 1.0})
    yield b"</graph>\n</graphml>\n"


def _node(ref: str, values: Mapping[str, Any]) -> bytes:
    return f"<node id={quoteattr(_xml(ref))}>{_values('n', values)}</node>\n".encode()


def _edge(source: str, target: str, values: Mapping[str, Any]) -> bytes:
    ends = f"source={quoteattr(_xml(source))} target={quoteattr(_xml(target))}"
    return f"<edge {ends}>{_values('e', values)}</edge>\n".encode()


def _values(of: str, values: Mapping[str, Any]) -> str:
    return "".join(
        f'<data key="{of}_{name}">{escape(_xml(str(value)))}</data>'
        for name, value in values.items()
        if value not in (None, "")
    )


def _xml(text: str) -> str:
    """A text with what no XML may hold replaced."""
    return _NO_XML.sub("\ufffd", text)


def tables(lines: Lines) -> Iterator[bytes]:
    """A zip of tables with headers, and the command that reads them."""
    columns = _columns(lines)
    with tempfile.TemporaryDirectory(prefix="enishi-") as folder, tempfile.TemporaryFile() as packed:
        _write_tables(lines, columns, Path(folder))
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(Path(folder).iterdir()):
                archive.write(file, file.name)
        packed.seek(0)
        while piece := packed.read(_PIECE):
            yield piece


def _columns(lines: Lines) -> dict[str, dict[str, str]]:
    """By table its columns, each with its type: those that any of its rows has."""
    columns: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for record in nodes(lines):
        _add_columns(columns[_node_table(record["ref"])], record["properties"])
        for kind, _, held in record["ties"]:
            _add_columns(columns[_tie_table(kind)], held)
    return {table: dict(sorted(held.items())) for table, held in columns.items()}


def _add_columns(columns: dict[str, str], held: Mapping[str, Any]) -> None:
    for name, value in held.items():
        kind = _type_of(value)
        before = columns.get(name)
        if kind is not None and before != kind:
            # Whole numbers among others are numbers; what has two kinds is text.
            columns[name] = kind if before is None else "double" if {before, kind} == {"long", "double"} else "string"


def _type_of(value: Any) -> str | None:
    match value:
        case None | []:
            return None
        case bool():
            return "boolean"
        case int():
            return "long"
        case float():
            return "double"
        case list():
            return f"{_type_of(value[0])}[]"
        case {"time": _}:
            return "datetime"
        case {"floats": _}:
            return None
        case _:
            return "string"


def _write_tables(lines: Lines, columns: Mapping[str, Mapping[str, str]], folder: Path) -> None:
    with ExitStack() as opened:
        tables: dict[str, TextIO] = {}
        for table, held in columns.items():
            path = folder / f"{table}.csv"
            tables[table] = opened.enter_context(path.open("w", encoding="utf-8", newline="", errors="replace"))
            first = [":ID", ":LABEL"] if table.startswith(_NODES) else [":START_ID", ":END_ID", ":TYPE"]
            tables[table].write(_row([*first, *(f"{name}:{kind}" for name, kind in held.items())]))
        for record in nodes(lines):
            table = _node_table(record["ref"])
            first = [record["ref"], _DELIMITER.join(record["labels"])]
            tables[table].write(_row([*first, *_cells(record["properties"], columns[table])]))
            for kind, other, held in record["ties"]:
                table = _tie_table(kind)
                tables[table].write(_row([record["ref"], other, kind, *_cells(held, columns[table])]))
    given = (f"--{'nodes' if table.startswith(_NODES) else 'relationships'}={table}.csv" for table in sorted(columns))
    command = " \\\n  ".join((*_IMPORT, *given))
    (folder / "import.sh").write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")


def _row(cells: Iterable[str | None]) -> str:
    """A row with every text in quotes: an empty text is one, an empty cell is no property."""
    return ",".join("" if cell is None else '"' + cell.replace('"', '""') + '"' for cell in cells) + "\n"


def _cells(held: Mapping[str, Any], columns: Mapping[str, str]) -> list[str | None]:
    return [_cell(held.get(name)) for name in columns]


def _cell(value: Any) -> str | None:
    match value:
        case None:
            return None
        case bool():
            return str(value).lower()
        case list():
            return _DELIMITER.join(str(_cell(each)) for each in value) or None
        case {"time": time}:
            return str(time)
        case str() | int() | float():
            return str(value)
        case _:
            return json.dumps(value, ensure_ascii=False)


def _node_table(ref: str) -> str:
    return f"{_NODES}{ref.partition('/')[0]}"


def _tie_table(kind: str) -> str:
    return f"ties-{kind}"
