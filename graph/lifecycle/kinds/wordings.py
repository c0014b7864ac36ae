"""Sentences that say a certain thing by a wording of a table: `decisions.tsv`, `preferences.tsv`, `incidents.tsv`.

A table's kinds: label, where a line begins, behind marks of lists and headings; head, so where the whole text begins;
open, what leaves a sentence that holds it open, whatever else it holds; wish, what leaves open what is wished, in
English behind it and in Japanese before it, as far as its clause goes; any other, anywhere in a sentence. In a word "…"
stands for some characters of the same sentence, "*" for any ending, "。" for the end of a sentence, "Who" for somebody:
a pronoun, the user, or what is written as a name of a person is; and "Whose" for what is somebody's.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from graph.lifecycle.word_tables import word_rows
from graph.model.types import MemoryKind

_NAMED: Final = ("decision", "決定", "adr")
"""What a category or a tag of decisions begins with."""
_SENTENCE: Final = re.compile(r"(?:(?![.!?](?:\s|$))[^。！？!?\n])+(?:[。！？!?]|\.(?=\s|$))?")
_ASKS: Final = ("?", "？")
_CODE: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_LABEL_STARTS: Final = r"^[\s#>*_•・\-–\[\]【「（(\d.)]*"
"""What may stand before the first word of a line: marks of lists, tasks, quotations, headings and emphasis."""
_LABEL_ENDS: Final = r"(?:[\s*_]*(?:[:：】」]|$)|\*\*)"
_GAP: Final = r".{1,60}?"
_SOMEBODY: Final = (
    r"(?:(?:the|my|our) )?(?:user|client|customer|boss|wife|husband|partner|team)"
    r"|(?-i:(?<!the )(?<!The )(?!(?:It|This|That|Nobody|Everybody|Everyone|Who|What|Its|Their|Your)\b)"
    r"[A-Z][^\W\d_A-Z]+(?:-\w+)?)"
)
_WHO: Final = rf"(?<![\w'])(?:i|we|she|he|{_SOMEBODY})(?: \(\w+\))? "
_WHOSE: Final = rf"(?<![\w'])(?:my|our|his|her|(?:{_SOMEBODY})'s) "
_PARTS: Final = {
    "*": r"\w*", "…": _GAP, " … ": rf"\b{_GAP}\b", "。": r"(?=\s?[。！!（(、]|\s*$)", "Who ": _WHO, "Whose ": _WHOSE,
}  # fmt: skip
_SPLIT: Final = re.compile(r"( … |Who |Whose |[*…。])")
_DENIED_BEFORE: Final = re.compile(
    r"(?:\b(?:not(?! only)|never|nobody|no(?: one|ne)?(?! longer))|n't)(?: \w+){0,2} $", re.IGNORECASE
)
_DENIED_BEHIND: Final = re.compile(
    r"[ぁ-ん]{0,4}?(?:[てで]は?い?(?:な[いか]|ませ)|[てで]おら|ではな[いか]|なかった|ませんでした)"
)
"""A denial: in English up to two words before what is denied ("was not yet approved"), in Japanese the verb's end."""
_TO_CLAUSE_END: Final = r".*?(?=[;:]|,(?! (?:or|and)\b)|\b(?:so|but|because|since)\b|$)"
_FROM_CLAUSE_START: Final = r"(?:(?!(?<=[たいだす])(?:から|ため|が、)|ので|けど).)*"
"""How far a wish reaches: "We want to save memory, so we decided …" and 「予約したいので会場は港に決めた」 decide."""


class _Wording(NamedTuple):
    """A row of a table: `held` is its longest stretch of letters, without which `pattern` need not be tried."""

    kind: str
    held: str
    pattern: re.Pattern[str]


def is_decision(text: str, *, kind: str | None = None, category: str | None = None, tags: Collection[str] = ()) -> bool:
    """Whether a memory tells of a decision, or of a change: `is_decision("Backups move from tape to disk.")`."""
    if kind == MemoryKind.DECISION:
        return True
    named = (*(category or "").split("/"), *tags)
    return any(name.casefold().startswith(_NAMED) for name in named) or is_worded("decisions", text, {"change"})


def named_as(memory: Mapping[str, Any]) -> dict[str, Any]:
    """What a stored memory is called, as `is_decision` asks for it."""
    return {"kind": memory.get("kind"), "category": memory.get("category"), "tags": memory.get("tags") or ()}


def is_worded(table: str, text: str, more: Collection[str] = ()) -> bool:
    """Whether a sentence has a wording of a table: `is_worded("preferences", "Oksana prefers tea.")`.

    Beside labels and heads those count of the kind of the table, and those of `more` kinds. A sentence that asks, or
    that leaves things open ("to be decided"), says nothing, what is wished or denied is not said, and code is not read.
    """
    plain = _CODE.sub("``", text.replace("’", "'"))
    folded = plain.casefold()
    held = [wording for wording in _wordings(table) if wording.held in folded]
    says = [wording.pattern for wording in held if wording.kind in {"label", table.removesuffix("s"), *more}]
    heads = [wording.pattern for wording in held if wording.kind == "head"]
    leave_open = [wording.pattern for wording in held if wording.kind == "open"]
    wishes = [wording.pattern for wording in held if wording.kind == "wish"]
    if not says and not heads:
        return False
    return any(
        _is_said(says if place else [*heads, *says], sentence, wishes)
        and not sentence.endswith(_ASKS)
        and not any(pattern.search(sentence) for pattern in leave_open)
        for place, sentence in enumerate(_SENTENCE.findall(plain))
    )


def _is_said(patterns: Sequence[re.Pattern[str]], sentence: str, wishes: Sequence[re.Pattern[str]]) -> bool:
    for wish in wishes:
        # No gap of a wording goes over the end of a line.
        sentence = wish.sub("\n", sentence)
    return any(
        not _DENIED_BEFORE.search(sentence, 0, match.start()) and not _DENIED_BEHIND.match(sentence, match.end())
        for pattern in patterns
        for match in pattern.finditer(sentence)
    )


@cache
def _wordings(table: str) -> tuple[_Wording, ...]:
    return tuple(_wording(row.word, row.kind) for row in word_rows(table))


def _wording(word: str, kind: str) -> _Wording:
    """The pattern of "move* … to" is `\\bmove\\w*\\b.{1,60}?\\bto(?![\\w'])`."""
    parts = _SPLIT.split(word)
    pattern = "".join(_PARTS.get(part, re.escape(part)) for part in parts)
    if word[0].isascii():
        pattern = (r"\b" if word[0].isalnum() else "") + pattern + r"(?![\w'])"
    if kind == "label":
        pattern = _LABEL_STARTS + pattern + _LABEL_ENDS
    if kind == "head":
        pattern = _LABEL_STARTS + pattern + r"(?!\w)"
    if kind == "wish":
        pattern = pattern + _TO_CLAUSE_END if word[0].isascii() else _FROM_CLAUSE_START + pattern
    if word.endswith("だ"):
        pattern += "(?!った)"
    held = max((part for part in parts if part not in _PARTS), key=len).casefold()
    return _Wording(kind, held, re.compile(pattern, re.IGNORECASE))
