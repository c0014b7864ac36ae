"""The last answer of an assistant in a transcript of Claude Code: read from the end, however long a session was."""

import json
from pathlib import Path
from typing import Final, cast

from api.hooks.events import public

_TAIL: Final = 512 * 1024


def last_answer(path: Path) -> str:
    """The text of the assistant's last message; empty where there is none, or the file cannot be read."""
    try:
        with path.open("rb") as stream:
            size = stream.seek(0, 2)
            stream.seek(max(0, size - _TAIL))
            lines = stream.read().split(b"\n")
    except OSError:
        return ""
    for line in reversed(lines):
        if text := _said_by_assistant(line):
            return public(text)
    return ""


def _said_by_assistant(line: bytes) -> str:
    try:
        entry = json.loads(line)
    except ValueError:
        return ""  # the line that the tail cut, or one that is being written
    if not isinstance(entry, dict):
        return ""
    members = cast("dict[str, object]", entry)
    message = members.get("message")
    if members.get("type") != "assistant" or members.get("isSidechain") or not isinstance(message, dict):
        return ""
    content = cast("dict[str, object]", message).get("content")
    if isinstance(content, str):
        return content
    blocks = cast("list[object]", content) if isinstance(content, list) else []
    texts = [
        str(cast("dict[str, object]", block).get("text", ""))
        for block in blocks
        if isinstance(block, dict) and cast("dict[str, object]", block).get("type") == "text"
    ]
    return "\n".join(text for text in texts if text.strip())
