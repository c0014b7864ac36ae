"""Which memories are decisions: by their category, their tags, or a wording of the table `decisions.tsv`."""

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import Final, NamedTuple

from graph.lifecycle.word_tables import word_rows

_NAMED: Final = ("decision", "決定", "adr")
"""What a category or a tag of decisions begins with."""
_SENTENCE: Final = re.compile(r"(?:(?![.!?](?:\s|$))[^。！？!?\n])+(?:[。！？!?]|\.(?=\s|$))?")
_ASKS: Final = ("?", "？")
_LABEL_STARTS: Final = r"^[\s#>*_•・\-–\[\]【「（(\d.)]*"
"""What may stand before the first word of a line: marks of lists, tasks, quotations, headings and emphasis."""
_LABEL_ENDS: Final = r"(?:[\s*_]*(?:[:：】」]|$)|\*\*)"
_GAP: Final = r".{1,60}?"
_PARTS: Final = {"*": r"\w*", "…": _GAP, " … ": rf"\b{_GAP}\b", "。": r"(?=[。（(、]|\s*$)"}


class _Wording(NamedTuple):
    """A row of the table: `held` is its longest stretch of letters, without which `pattern` need not be tried."""

    leaves_open: bool
    held: str
    pattern: re.Pattern[str]


def is_decision(text: str, *, category: str | None = None, tags: Collection[str] = ()) -> bool:
    """Whether a memory tells of a decision: `is_decision("We decided to use Redis.")`.

    A sentence that asks, or that leaves things open ("to be decided"), decides nothing.
    """
    named = (*(category or "").split("/"), *tags)
    if any(name.casefold().startswith(_NAMED) for name in named):
        return True
    folded = text.replace("’", "'").casefold()
    held = [wording for wording in _wordings() if wording.held in folded]
    decides = [wording.pattern for wording in held if not wording.leaves_open]
    leave_open = [wording.pattern for wording in held if wording.leaves_open]
    return bool(decides) and any(
        _any(decides, sentence) and not sentence.endswith(_ASKS) and not _any(leave_open, sentence)
        for sentence in _SENTENCE.findall(folded)
    )


def _any(patterns: Sequence[re.Pattern[str]], sentence: str) -> bool:
    return any(pattern.search(sentence) for pattern in patterns)


@cache
def _wordings() -> tuple[_Wording, ...]:
    return tuple(_wording(row.word.casefold(), row.kind) for row in word_rows("decisions", "graph.projects"))


def _wording(word: str, kind: str) -> _Wording:
    """The pattern of "move* … to" is `\\bmove\\w*\\b.{1,60}?\\bto(?![\\w'])`."""
    parts = re.split(r"( … |[*…。])", word)
    pattern = "".join(_PARTS.get(part, re.escape(part)) for part in parts)
    if word[0].isascii():
        pattern = (r"\b" if word[0].isalnum() else "") + pattern + r"(?![\w'])"
    if kind == "label":
        pattern = _LABEL_STARTS + pattern + _LABEL_ENDS
    return _Wording(kind == "open", max((part for part in parts if part not in _PARTS), key=len), re.compile(pattern))
