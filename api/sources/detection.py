"""Detects the format of a file: by its name, else by its beginning."""

from pathlib import PurePath
from typing import cast

from api.sources.chats.conversations import is_conversation
from api.sources.chats.reading import holds_conversations, is_transcript
from api.sources.item import Format
from api.sources.jsonl import parsed
from api.sources.mail import is_mail
from api.sources.records import TEXT_NAMES
from api.sources.tables import delimiter_of

BY_SUFFIX = {
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".csv": Format.CSV,
    ".tsv": Format.CSV,
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".eml": Format.MAIL,
    ".mbox": Format.MAIL,
}
READABLE = {*BY_SUFFIX, ".json", ".txt", ".text", ".log", ".vtt", ".srt"}
HEAD = 1 << 18
"""Characters of a file's beginning that are looked at."""


def format_of(name: str, head: str) -> Format:
    """The format a file most likely has. `head` is its beginning, at most HEAD characters."""
    suffix = PurePath(name).suffix.lower()
    lines = head.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = lines if len(head) < HEAD or len(lines) == 1 else lines[:-1]
    first = next((line for line in lines if line.strip()), "")
    if suffix in BY_SUFFIX:
        talks = BY_SUFFIX[suffix] is Format.JSONL and holds_conversations(lines)
        return Format.CHAT if talks else BY_SUFFIX[suffix]
    if first.lstrip("\ufeff ").startswith(("{", "[")) and (shape := _json_shape(first, suffix, lines)):
        return shape
    if is_mail(lines):
        return Format.MAIL
    if is_transcript(lines):
        return Format.CHAT
    if suffix in (".txt", ".text", ".log"):
        return Format.TEXT
    return _marked_shape(first, lines)


def _json_shape(first: str, suffix: str, lines: list[str]) -> Format | None:
    """JSON Lines when the first line is an object of its own and no conversation; else a document of messages."""
    value = parsed(first)
    if isinstance(value, dict):
        alone = suffix == ".json" and not any(line.strip() for line in lines[lines.index(first) + 1 :])
        conversations = is_conversation(cast(object, value)) or holds_conversations(lines)
        return Format.CHAT if conversations or (alone and not _is_record(cast(object, value))) else Format.JSONL
    if suffix == ".json" or isinstance(value, list) or first.strip() in ("[", "{", "[{"):
        return Format.CHAT
    return None


def _is_record(value: object) -> bool:
    return isinstance(value, dict) and any(name in value for name in TEXT_NAMES)


def _marked_shape(first: str, lines: list[str]) -> Format:
    columns = [cell.strip().strip('"').lower() for cell in first.split(delimiter_of(first))] if first else []
    if len(columns) > 1 and set(columns) & set(TEXT_NAMES):
        return Format.CSV
    marked = first.strip() == "---" or any(line.startswith(("# ", "## ")) for line in lines)
    return Format.MARKDOWN if marked else Format.TEXT
