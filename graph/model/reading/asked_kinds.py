"""Which kinds of memories a question asks for, such as the open tasks, or what was decided: 決定事項は？ asks for that.

Such a question shares neither words nor meaning with what answers it: a note says "Ken books the hall", and not "task".
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

from graph.model.types import MemoryKind
from graph.tables import table_rows

_ASKS: Final = (
    r"^\W*(?:(?:and|so|please|now|can you|could you|i want to|i'd like to) )*"
    r"(?:(?:what|which|any|whose|list|show|give|tell|name|see|find|sum up|summari[sz]e|are there|is there|were there"
    r"|do (?:i|we) have|have (?:i|we)(?: got)?|all|my|our|the|open|pending|remaining|outstanding|current)\b"
    r"[^,;.?!]{0,40}?)?"
)
"""What may stand before the thing that is asked for: "What are the open", "Show me all", or nothing."""
_ALONE: Final = r"(?:(?<![\u3400-\u9fffァ-ヶーA-Za-z])|(?=[ぁ-ん]))"
"""Before a Japanese thing, which is no part of a longer word: 鉄道運転規則, but 今週やること."""
_ASKS_BEHIND: Final = (
    r"(?=は|を(?:教え|見せ|出し|一覧|列挙|まとめ|リスト|全部|すべて)|って|の?(?:一覧|リスト)|が(?:残|あ[るっ])"
    r"|[?？]|\W*$)"
)
"""What may stand behind it in Japanese: は？, を教えて, の一覧."""


def asked_kinds(question: str) -> frozenset[MemoryKind]:
    """The kinds of memories that a question asks for; most questions ask for none."""
    return frozenset(kind for kind, _ in _matched(question))


def said_by_kind(question: str, words: Collection[str]) -> frozenset[str]:
    """Those index words of a question that a memory of an asked kind need not hold: "open", "task" of "open tasks"."""
    asking = [word for _, word in _matched(question)]
    forms = " ".join([*asking, *_plain()] if asking else []).casefold().split()
    return frozenset(word for word in words if any(_is_of(word.casefold(), form) for form in forms))


def asks_for_kind_alone(question: str, words: Collection[str]) -> bool:
    """Whether a question asks for all memories of a kind, on whatever matter: "What are the open tasks?"."""
    return bool(words) and len(said_by_kind(question, words)) == len({*words})


def _is_of(word: str, form: str) -> bool:
    return form.startswith(word) if word.isascii() else word in form


def _matched(question: str) -> Iterator[tuple[MemoryKind, str]]:
    plain = question.replace("’", "'")
    yield from ((kind, word) for kind, word, pattern in _patterns() if pattern.search(plain))


def _rows() -> Iterator[list[str]]:
    yield from table_rows("graph.model.reading", "asked_kinds", "language kind form word example")


@cache
def _plain() -> tuple[str, ...]:
    return tuple(word for _, _, form, word, _ in _rows() if form == "plain")


@cache
def _patterns() -> tuple[tuple[MemoryKind, str, re.Pattern[str]], ...]:
    asking = [row for row in _rows() if row[2] != "plain"]
    return tuple((MemoryKind(kind), word, _pattern(language, form, word)) for language, kind, form, word, _ in asking)


def _pattern(language: str, form: str, word: str) -> re.Pattern[str]:
    plain = re.escape(word)
    if language == "ja":
        return re.compile(rf"{_ALONE}{plain}{_ASKS_BEHIND}" if form == "thing" else plain, re.IGNORECASE)
    return re.compile(rf"{_ASKS}\b{plain}\b" if form == "thing" else rf"\b{plain}\b", re.IGNORECASE)
