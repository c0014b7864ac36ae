"""Words that mark what should not be lost: TODO, deadline, 締切, from a table in both languages."""

import re
from functools import cache

from graph.lifecycle.word_tables import any_of, whole, word_rows
from graph.settings import ContentSettings

_LATIN = re.compile(r"[A-Za-z0-9_]+")
_OTHER = re.compile(r"[^\W_A-Za-z0-9]")
_LETTERS_A_WORD = 2
"""Letters that a Japanese word has, as most have: so that a text in it has as many words as its translation."""


def density(text: str, settings: ContentSettings) -> float:
    """The share of marked words among all, 0–1: `min(1, boost × marked / words / keyword_share)`.

    One marked word among ten or fewer is already as much as counts. A Japanese word is taken as two letters.
    """
    marked = sum(1 for _ in _pattern(settings.keywords).finditer(text))
    if not marked:
        return 0.0
    letters = 0 if text.isascii() else sum(1 for _ in _OTHER.finditer(text))
    words = max(1.0, sum(1 for _ in _LATIN.finditer(text)) + letters / _LETTERS_A_WORD)
    return min(1.0, settings.keyword_boost * marked / words / settings.keyword_share)


def is_marked(word: str) -> bool:
    """Whether a word by itself is a marked one: "TODO" and 締切 are, "todo" is not."""
    return _pattern(()).fullmatch(word) is not None


@cache
def _pattern(more: tuple[str, ...]) -> re.Pattern[str]:
    """What finds marked words: markers in capitals or before a colon, others as whole words, Japanese anywhere."""
    rows = list(word_rows("marked_words"))
    markers = any_of([row.word for row in rows if row.kind == "marker"])
    latin = any_of([row.word for row in rows if row.kind == "word" and row.word.isascii()] + _chosen(more, ascii=True))
    others = any_of([row.word for row in rows if not row.word.isascii()] + _chosen(more, ascii=False))
    written = rf"(?<![A-Za-z0-9_])(?:(?:{markers})(?![A-Za-z0-9_])|(?i:{markers})(?=\s?[:：]))"
    return re.compile(f"{written}|{whole(latin, endings='s?')}|{others}")


def _chosen(words: tuple[str, ...], *, ascii: bool) -> list[str]:  # noqa: A002
    return [word for word in words if word.strip() and word.isascii() is ascii]
