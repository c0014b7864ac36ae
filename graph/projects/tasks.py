"""What is still to be done, by sentences of memories: "TODO: order the filters." where no later one says "done"."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from graph.extractor import Extractor
from graph.lifecycle.word_tables import any_of, word_rows
from graph.projects.over import EndingsById, over_within

_SAME_TASK: Final = 0.75
"""The share of a task's content words that a sentence holds which says that it is done."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A sentence of a memory."""

    memory_id: str
    text: str
    start: int
    end: int
    """Where it stands in the text of the memory."""
    is_over: bool


def lines_of(memories: Sequence[Mapping[str, Any]], over: EndingsById, extractor: Extractor) -> list[Line]:
    """The sentences of memories, the newest first, each in one line: of one memory the last is the newest."""
    return [
        Line(
            memory["id"], " ".join(memory["text"][start:end].split()), start, end,
            is_over=bool(over_within(over.get(memory["id"], ()), start, end)),
        )
        for memory in memories for start, end in reversed(extractor.sentences(memory["text"]))
        if memory["text"][start:end].strip()
    ]  # fmt: skip


def open_tasks(
    lines: Sequence[Line], content_words: Callable[[Sequence[str]], Sequence[frozenset[str]]]
) -> list[tuple[str, str]]:
    """The sentences of some, the newest first, that say what is still to be done and of which none after it says that
    it is done: none after "- [x] order the filters" for "TODO: order the filters". Each with the id of its memory.
    """
    signs = {line: sign_of(line.text) for line in lines}
    signed = [line for line in lines if signs[line] and not line.is_over]
    words = dict(zip(signed, content_words([unsigned(line.text) for line in signed]), strict=True))
    tasks: list[tuple[str, str]] = []
    done: list[frozenset[str]] = []
    for line in signed:
        if signs[line] == "done":
            done.append(words[line])
        elif not any(is_same_task(words[line], later) for later in done):
            tasks.append((line.memory_id, line.text))
    return tasks


def is_open(line: str) -> bool:
    """Whether a sentence says that something is still to be done: "TODO: order filters", not "- [x] order filters"."""
    return sign_of(line) == "open"


def sign_of(line: str) -> str | None:
    """Whether a sentence says of something that it is "open" or "done", by the last of its signs; None without any."""
    signed = [(match.start(), kind) for kind, pattern in _signs().items() for match in pattern.finditer(line)]
    return max(signed)[1] if signed else None


def unsigned(line: str) -> str:
    """What a sentence says to be open or done: "TODO: order filters" is of " order filters"."""
    for pattern in _signs().values():
        line = pattern.sub(" ", line)
    return line


def is_same_task(task: frozenset[str], done: frozenset[str]) -> bool:
    """Whether what is done is the task, by their content words: most of the task's, so none of few may be missing."""
    return bool(task) and len(task & done) >= _SAME_TASK * len(task)


@cache
def _signs() -> dict[str, re.Pattern[str]]:
    rows = list(word_rows("tasks", "graph.projects"))
    patterns: dict[str, re.Pattern[str]] = {}
    for kind in ("open", "done"):
        latin = any_of(
            [row.word for row in rows if row.kind == kind and row.word[0].isascii() and row.word[0].isalpha()]
        )
        others = any_of(
            [row.word for row in rows if row.kind == kind and not (row.word[0].isascii() and row.word[0].isalpha())]
        )
        patterns[kind] = re.compile(rf"\b(?i:{latin})(?!\w)|{others}")
    return patterns
