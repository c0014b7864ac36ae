"""Reads in what other memories export: the MCP memory server, mem0, MIF. Everything is understood anew.

A broken file is refused, with the line, before anything of it is kept. The same file again keeps nothing twice.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from api.sources.chats import mif
from api.sources.chats.memory_stores import is_knowledge_graph, is_mem0, knowledge_graph, mem0
from api.sources.chats.message import Maker, items_of
from api.sources.item import Item, Origin
from api.sources.reading import WHOLE_LIMIT
from graph.errors import EnishiError, Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.memory import Enrich
from graph.model.transfer import Imported, ImportWay, TransferFormat
from graph.transfer.transfer import Progress, silent

READERS: Final[Mapping[TransferFormat, Maker]] = {
    TransferFormat.MEMORY_JSON: Maker(is_knowledge_graph, knowledge_graph),
    TransferFormat.MEM0: Maker(is_mem0, mem0),
    TransferFormat.MIF: Maker(mif.fits, mif.parts),
}
IN: Final = (TransferFormat.ENISHI, *READERS)
"""The formats that come in."""


def import_file(
    knowledge: Knowledge,
    user_id: str,
    path: Path,
    form: TransferFormat,
    *,
    key: Path | None = None,
    name: str | None = None,
    progress: Progress = silent,
) -> Imported:
    """Reads a file in and tells how. Raises Invalid for one that is broken, of another format, or too large."""
    shown = name or str(path)
    if form is TransferFormat.ENISHI:
        return knowledge.transfer(user_id).from_file(path, key=key, name=shown, progress=progress)
    if key is not None:
        raise Invalid("key", f"{form} is never encrypted.", allowed="an export of Enishi's own form")
    if form not in READERS:
        raise Invalid("format", f"{form} goes out and does not come in.", allowed=", ".join(IN))
    items = list(_items(path, form, shown))
    errors = [item for item in items if item.error is not None]
    if errors:
        first = errors[0]
        more = f" (and {len(errors) - 1:,} more)" if len(errors) > 1 else ""
        raise Invalid(
            "file", f"{shown}, entry {first.position}: {first.error}{more}", allowed="a whole file; nothing was kept"
        )
    drafts: list[Draft | EnishiError] = [item.draft for item in items if item.draft is not None]
    already = failed = 0
    for outcome in knowledge.remember_many(user_id, drafts, enrich=Enrich.NOW):
        if outcome.remembered is None:
            failed += 1
        else:
            already += not outcome.remembered.created
        progress(outcome.position + 1, len(drafts))
    return Imported(user_id=user_id, way=ImportWay.REMEMBERED, memories=len(drafts), already=already, failed=failed)


def _items(path: Path, form: TransferFormat, shown: str) -> Iterator[Item]:
    document = _document(path, form, shown)
    maker = READERS[form]
    if not maker.fits(document):
        raise Invalid("file", f"{shown} is no {form} file.", allowed="--format with what it is, or `enishi ingest`")
    origin = Origin(path=shown, source=Path(shown).name)
    return items_of(maker.parts(document, origin), origin)


def _document(path: Path, form: TransferFormat, shown: str) -> object:
    try:
        if path.stat().st_size > WHOLE_LIMIT:
            raise Invalid("file", f"{shown} is larger than {WHOLE_LIMIT // 2**20} MB. Split it.")
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Invalid("file", f"{shown} is not UTF-8 at byte {error.start:,}.") from None
    except OSError as error:
        raise Invalid("file", f"{shown} cannot be read: {error.strerror}.") from error
    lines = [line for line in text.split("\n") if line.strip()]
    if form is TransferFormat.MEMORY_JSON and len(lines) > 1 and lines[0].rstrip().endswith("}"):
        return [_parsed(line, shown, number) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    whole = _parsed(text, shown, 1)
    return [whole] if form is TransferFormat.MEMORY_JSON and len(lines) == 1 and _is_record(whole) else whole


def _is_record(value: object) -> bool:
    return isinstance(value, dict) and "type" in value


def _parsed(text: str, shown: str, line: int) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Invalid("file", f"{shown} is no JSON at line {line + error.lineno - 1}: {error.msg}.") from None
    except (ValueError, RecursionError):
        raise Invalid("file", f"{shown}, line {line}: the JSON cannot be read.") from None
