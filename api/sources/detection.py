"""People name files as they like: the shape of one is told from its name, and from its beginning where that is open."""

from pathlib import PurePath

from api.sources.item import Format
from api.sources.jsonl import parsed
from api.sources.records import TEXT_NAMES
from api.sources.tables import delimiter_of
from api.sources.transcripts import is_transcript

BY_SUFFIX = {
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".csv": Format.CSV,
    ".tsv": Format.CSV,
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
}
READABLE = {*BY_SUFFIX, ".json", ".txt", ".text", ".log"}
HEAD = 1 << 16
"""Characters of a file's beginning that are looked at."""


def format_of(name: str, head: str) -> Format:
    """The format a file most likely has. `head` is its beginning, at most HEAD characters."""
    suffix = PurePath(name).suffix.lower()
    if suffix in BY_SUFFIX:
        return BY_SUFFIX[suffix]
    lines = head.split("\n") if len(head) < HEAD else head.split("\n")[:-1]
    lines = [line.rstrip("\r") for line in lines]
    first = next((line for line in lines if line.strip()), "")
    if first.lstrip().startswith(("{", "[")) and (shape := _json_shape(first, lines, suffix)):
        return shape
    if is_transcript(lines):
        return Format.CHAT
    if suffix in (".txt", ".text", ".log"):
        return Format.TEXT
    return _marked_shape(first, lines)


def _json_shape(first: str, lines: list[str], suffix: str) -> Format | None:
    """JSON Lines when the first line is an object of its own and another follows; else a document of messages."""
    value = parsed(first)
    if isinstance(value, dict):
        followed = sum(line.lstrip().startswith("{") for line in lines) > 1
        return Format.JSONL if followed or "messages" not in value else Format.CHAT
    if suffix == ".json" or isinstance(value, list) or first.strip() in ("[", "{", "[{"):
        return Format.CHAT
    return None


def _marked_shape(first: str, lines: list[str]) -> Format:
    columns = [cell.strip().strip('"').lower() for cell in first.split(delimiter_of(first))] if first else []
    if len(columns) > 1 and set(columns) & set(TEXT_NAMES):
        return Format.CSV
    marked = first.strip() == "---" or any(line.startswith(("# ", "## ")) for line in lines)
    return Format.MARKDOWN if marked else Format.TEXT
