"""What a memory says in a file, and how that is compared: by hashes, so that a record of it keeps none of its words."""

import hashlib
import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What a file shows of a memory. `title` and `tags` are None where its grammar has no place for them."""

    text: str
    title: str | None = None
    tags: tuple[str, ...] | None = None
    date: str = ""
    """The day it is of, where the file says so. Nobody edits it: it is not compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Hashes of what a memory said when both sides were last alike; one that no side shows is empty."""

    text: str
    title: str = ""
    tags: str = ""


def plain(text: str) -> str:
    """A text as it is compared: line ends of one kind, none of its lines with white space at the end.

    `"a  \\r\\nb\\n"` is `"a\\nb"`: editors change such things by themselves.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def marks_of(wording: Wording) -> Marks:
    """The hashes of what a memory says."""
    return Marks(
        text=_mark(plain(wording.text)),
        title="" if wording.title is None else _mark(" ".join(wording.title.split())),
        tags="" if wording.tags is None else _mark(sorted(set(wording.tags))),
    )


def _mark(value: object) -> str:
    whole = json.dumps(value, ensure_ascii=True)
    return hashlib.sha256(whole.encode()).hexdigest()[:32]
