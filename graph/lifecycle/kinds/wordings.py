"""Sentences that say a certain thing by a wording of a table: `decisions.tsv`, `preferences.tsv`, `incidents.tsv`.

A table's kinds: label, where a line begins, behind marks of lists and headings; head, so where the whole text begins;
open, what leaves a sentence that holds it open, whatever else it holds; any other, anywhere in a sentence. In a word
"…" stands for some characters of the same sentence, "*" for any ending, "。" for the end of a sentence, and "Who" for
somebody: a pronoun, the user, or what is written as a name of a person is.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import Final, NamedTuple

from graph.lifecycle.word_tables import word_rows

_NAMED: Final = ("decision", "決定", "adr")
"""What a category or a tag of decisions begins with."""
_SENTENCE: Final = re.compile(r"(?:(?![.!?](?:\s|$))[^。！？!?\n])+(?:[。！？!?]|\.(?=\s|$))?")
_ASKS: Final = ("?", "？")
_CODE: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_LABEL_STARTS: Final = r"^[\s#>*_•・\-–\[\]【「（(\d.)]*"
"""What may stand before the first word of a line: marks of lists, tasks, quotations, headings and emphasis."""
_LABEL_ENDS: Final = r"(?:[\s*_]*(?:[:：】」]|$)|\*\*)"
_GAP: Final = r".{1,60}?"
_WHO: Final = (
    r"(?<![\w'])(?:i|we|she|he|(?:(?:the|my|our) )?(?:user|client|customer|boss|wife|husband|partner|team)"
    r"|(?-i:(?<!the )(?<!The )[A-Z][^\W\d_A-Z]+(?:-\w+)?))(?: \(\w+\))? "
)
_PARTS: Final = {"*": r"\w*", "…": _GAP, " … ": rf"\b{_GAP}\b", "。": r"(?=[。（(、]|\s*$)", "Who ": _WHO}


class _Wording(NamedTuple):
    """A row of a table: `held` is its longest stretch of letters, without which `pattern` need not be tried."""

    kind: str
    held: str
    pattern: re.Pattern[str]


def is_decision(text: str, *, category: str | None = None, tags: Collection[str] = ()) -> bool:
    """Whether a memory tells of a decision, or of a change: `is_decision("Backups move from tape to disk.")`."""
    named = (*(category or "").split("/"), *tags)
    return any(name.casefold().startswith(_NAMED) for name in named) or is_worded("decisions", text, {"change"})


def is_worded(table: str, text: str, more: Collection[str] = ()) -> bool:
    """Whether a sentence has a wording of a table: `is_worded("preferences", "Oksana prefers tea.")`.

    Beside labels and heads those count of the kind of the table, and those of `more` kinds. A sentence that asks, or
    that leaves things open ("to be decided"), says nothing, and code is not read.
    """
    plain = _CODE.sub("``", text.replace("’", "'"))
    folded = plain.casefold()
    held = [wording for wording in _wordings(table) if wording.held in folded]
    says = [wording.pattern for wording in held if wording.kind in {"label", table.removesuffix("s"), *more}]
    heads = [wording.pattern for wording in held if wording.kind == "head"]
    leave_open = [wording.pattern for wording in held if wording.kind == "open"]
    if not says and not heads:
        return False
    return any(
        _any(says if place else [*heads, *says], sentence)
        and not sentence.endswith(_ASKS)
        and not _any(leave_open, sentence)
        for place, sentence in enumerate(_SENTENCE.findall(plain))
    )


def _any(patterns: Sequence[re.Pattern[str]], sentence: str) -> bool:
    return any(pattern.search(sentence) for pattern in patterns)


@cache
def _wordings(table: str) -> tuple[_Wording, ...]:
    return tuple(_wording(row.word, row.kind) for row in word_rows(table))


def _wording(word: str, kind: str) -> _Wording:
    """The pattern of "move* … to" is `\\bmove\\w*\\b.{1,60}?\\bto(?![\\w'])`."""
    parts = re.split(r"( … |Who |[*…。])", word)
    pattern = "".join(_PARTS.get(part, re.escape(part)) for part in parts)
    if word[0].isascii():
        pattern = (r"\b" if word[0].isalnum() else "") + pattern + r"(?![\w'])"
    if kind == "label":
        pattern = _LABEL_STARTS + pattern + _LABEL_ENDS
    if kind == "head":
        pattern = _LABEL_STARTS + pattern + r"(?!\w)"
    held = max((part for part in parts if part not in _PARTS), key=len).casefold()
    return _Wording(kind, held, re.compile(pattern, re.IGNORECASE))
