"""The text of an archived memory, packed: what no index holds takes less room, and comes back byte for byte.

Texts of a hundred characters gain little, a page of Markdown half and more. Deflate adds six bytes to a text, where
other formats add up to twenty.
"""

import zlib
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any, Final

PACKED: Final = "packed"
_LEVEL: Final = 9


def packed(text: str) -> bytes:
    """The text as few bytes: `unpacked(packed(text)) == text`, half characters (lone surrogates) included."""
    return zlib.compress(_bytes(text), _LEVEL)


def unpacked(stored: bytes) -> str:
    """The text that was packed."""
    return zlib.decompress(stored).decode("utf-8", "surrogatepass")


def byte_count(text: str) -> int:
    """How many bytes a text takes as it is."""
    return len(_bytes(text))


def with_text(memory: MutableMapping[str, Any]) -> None:
    """Gives the properties of a memory their text in place of the packed one, where they came with that alone."""
    stored = memory.pop(PACKED, None)
    if stored is not None and memory.get("text") is None:
        memory["text"] = unpacked(stored)


def stretch(row: Mapping[str, Any], start: int, end: int) -> str:
    """A stretch of the packed text that a row carries; empty where it carries none."""
    stored = row.get(PACKED)
    return "" if stored is None else unpacked(stored)[start:end]


def apart_from(text: str, chunks: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The texts of chunks, by id, that are no stretch of their memory's text: those alone must be kept themselves."""
    return {
        chunk["id"]: chunk["text"]
        for chunk in chunks
        if chunk.get("text") is not None and text[chunk["start"] : chunk["end"]] != chunk["text"]
    }


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
