"""Detects the language of a text by its scripts."""

import re
from typing import Final, Literal

Language = Literal["ja", "en", "und"]

_HIRAGANA: Final = re.compile(r"[\u3041-\u309f]")
_KATAKANA: Final = re.compile(r"[\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_HAN: Final = re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_LATIN_WORD: Final = re.compile(r"[A-Za-z\u00c0-\u024f\uff21-\uff3a\uff41-\uff5a][\w'’-]*", re.ASCII)
_LETTER: Final = re.compile(r"[^\W\d_]")

_WHOLE: Final = 40_000
_WINDOWS: Final = 40
_WINDOW: Final = 500
_WORD_WEIGHT: Final = 2.0
_HIRAGANA_WEIGHT: Final = 1.5


def language_of(text: str) -> Language:
    """`ja`, `en`, or `und` when the text has letters of neither.

    A Latin word weighs as much as two Japanese characters; hiragana weighs more than kanji, since grammar is written
    in it. Han without kana counts as Japanese. Text above 40,000 characters is judged by evenly spread windows.
    """
    if text.isascii():
        return "en"
    sample = _sample(text)
    japanese = _HIRAGANA_WEIGHT * _count(_HIRAGANA, sample) + _count(_KATAKANA, sample) + _count(_HAN, sample)
    latin = _WORD_WEIGHT * _count(_LATIN_WORD, sample)
    if japanese and japanese >= latin:
        return "ja"
    if latin:
        others = _count(_LETTER, _LATIN_WORD.sub("", sample)) - japanese
        return "en" if latin * 2.5 >= others else "und"
    return "und" if _LETTER.search(sample) else "en"


def _sample(text: str) -> str:
    if len(text) <= _WHOLE:
        return text
    step = len(text) // _WINDOWS
    return "\n".join(text[start : start + _WINDOW] for start in range(0, len(text), step))


def _count(pattern: re.Pattern[str], text: str) -> int:
    return sum(1 for _ in pattern.finditer(text))
