"""The kind of a memory, by which it fades: read off its category and tags, the beginnings of its lines, its wording.

"Preference: tea before noon", a memory with the tag `rule`, one with a task that is not ticked, "Ken prefers tea".
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from graph.lifecycle.kinds.wordings import is_worded
from graph.lifecycle.word_tables import any_of, word_rows
from graph.model.draft import Draft
from graph.model.talk.assistants import is_assistant, is_standing_order
from graph.model.types import MemoryKind

_ORDER: Final = (MemoryKind.TASK, *(kind for kind in MemoryKind if kind is not MemoryKind.TASK))
"""What is still to be done comes before what else a memory is: as long as it is open it must not fade."""
_STANDS_MOST: Final = 600
"""Characters of the longest memory that is a rule or a preference by its wording alone: that of one chunk."""


def kind_of(draft: Draft, *, decides: bool = False) -> MemoryKind | None:
    """The kind of a memory; None for most. `decides`: what was understood of it tells a decision.

    A task is done once there are boxes in its text and all are ticked, whatever its tags and lines call it.
    """
    called = {*_labelled(draft)}
    worded = set[MemoryKind]()
    if not is_assistant(draft.speaker):
        called.update(_opening(draft))
        worded.update(_worded(draft))
        worded.update([MemoryKind.DECISION] if decides else [])
    if MemoryKind.TASK in called and _is_ticked(draft.text):
        called.discard(MemoryKind.TASK)
    # What somebody calls a memory says more than a sentence of it: a post-mortem tells of decisions, too.
    return next((kind for kinds in (called, worded) for kind in _ORDER if kind in kinds), None)


def _labelled(draft: Draft) -> Iterator[MemoryKind]:
    """The kinds that the category and the tags name; of a category the last part does."""
    category = (draft.category or "").rpartition("/")[2]
    for label in (category, *draft.tags):
        if (kind := _labels().get(label.casefold())) is not None:
            yield kind


def _opening(draft: Draft) -> Iterator[MemoryKind]:
    for match in _openings().finditer(draft.text):
        yield _labels()[(match["label"] or match["box"]).casefold()]
    for match in _headings().finditer(f"# {draft.title or ''}\n{draft.text}"):
        yield _labels()[(match["before"] or match["behind"] or match["english"]).casefold()]
    if any(is_worded("incidents", text) for text in (draft.title or "", draft.text)):
        yield MemoryKind.INCIDENT


def _worded(draft: Draft) -> Iterator[MemoryKind]:
    # What stands is brought whenever something is to be done: all chunks of a long text for a sentence of it.
    if len(draft.text) <= _STANDS_MOST:
        if is_standing_order(draft.text):
            yield MemoryKind.RULE
        if is_worded("preferences", draft.text):
            yield MemoryKind.PREFERENCE
    if is_worded("decisions", draft.text):
        yield MemoryKind.DECISION


def _is_ticked(text: str) -> bool:
    """Whether all boxes of a text are ticked, and there are some."""
    return _TICKED.search(text) is not None and _OPEN_BOX.search(text) is None


_BULLET: Final = r"^[ \t]*(?:[-*+•・]|\d{1,2}[.)])[ \t]*"
_ABOUT: Final = "for|of|on|about|in|to|from|with|before|after|until"
"""What may lead from the word that a heading begins with to what it is about."""
_SHEET: Final = "メモ|報告|記録|一覧|リスト|集"
"""What a heading may call the sheet: 障害メモ, ルール集."""
_OPEN_BOX: Final = re.compile(rf"{_BULLET}\[ \]", re.MULTILINE)
_TICKED: Final = re.compile(rf"{_BULLET}\[[xX✓]\]", re.MULTILINE)


@cache
def _labels() -> dict[str, MemoryKind]:
    return {row.word.casefold(): MemoryKind(row.kind) for row in word_rows("kinds")}


@cache
def _headings() -> re.Pattern[str]:
    """A heading that calls what stands below it: "# Rules for visitors", "## 障害メモ 3/31", "# 来客の決まりごと"."""
    english = any_of([label for label in _labels() if label.isascii() and not label.startswith("[")])
    japanese = any_of([label for label in _labels() if not label.isascii()])
    return re.compile(
        rf"^#{{1,6}}[ \t]*(?:(?P<english>{english})(?=[ \t]*(?:$|[-–—:(（])|[ \t]+(?:{_ABOUT})\b)"
        rf"|(?P<before>{japanese})(?:{_SHEET})?(?=[\s:：(（]|$)|.{{0,80}}の(?P<behind>{japanese})(?:{_SHEET})?[ \t]*$)",
        re.MULTILINE | re.IGNORECASE,
    )


@cache
def _openings() -> re.Pattern[str]:
    """What begins a line: a word of the table before a colon, whatever its case, or an open box."""
    words = any_of([label for label in _labels() if not label.startswith("[")])
    return re.compile(
        rf"^(?:[ \t]*[-*+•・])?[ \t]*(?:\*\*)?(?P<label>{words})(?:\*\*)?[ \t]?[:：]|{_BULLET}(?P<box>\[ \])",
        re.MULTILINE | re.IGNORECASE,
    )
