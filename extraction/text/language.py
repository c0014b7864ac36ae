"""Detects the language of a text: first by its scripts, then by words what shares one with English or Japanese.

English and Japanese are the defaults of their scripts: another language is taken for sure only.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from extraction.text.detection import likely_languages
from extraction.text.lexicon import lexicon
from graph.tables import table_rows

Language = Literal["ja", "en", "fr", "und"]
Script = Literal["ja", "en", "und"]
"""The scripts of Japanese, of English, and all others."""

_HIRAGANA: Final = re.compile(r"[\u3041-\u309f]")
_KATAKANA: Final = re.compile(r"[\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_HAN: Final = re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_LATIN_WORD: Final = re.compile(r"[A-Za-z\u00c0-\u024f\uff21-\uff3a\uff41-\uff5a][\w'’-]*", re.ASCII)
_LATIN_RUN: Final = re.compile(r"[!-~\u00c0-\u024f\uff21-\uff3a\uff41-\uff5a]+")
"""Latin letters with the digits and signs between them: a path, an address, a call is one word of a Japanese text."""
_PARTICLE: Final = re.compile(r"[A-Za-z0-9_)`] ?[はがをにのでと] ?[A-Za-z0-9_(`ァ-ヺ一-鿿]")
"""A Japanese particle behind a Latin name."""
_LETTER: Final = re.compile(r"[^\W\d_]")

_WHOLE: Final = 40_000
_WINDOWS: Final = 40
_WINDOW: Final = 500
_WORD_WEIGHT: Final = 2.0
_HIRAGANA_WEIGHT: Final = 1.5

_DETECTED: Final = 2_000
"""Characters of a text whose words are detected, some three hundred words."""
_LATIN: Final = r"A-Za-z\u00c0-\u024f\u1e00-\u1eff"
_PROSE: Final = re.compile(
    rf"(?<!\S)[\"'“”‘’«»„(\[¿¡*_-]*([{_LATIN}]+(?:['’-][{_LATIN}]+)*)[\"'“”‘’«»„)\],.;:!?…*_-]*(?!\S)"
)
"""A word of prose, and neither a path, a call, a number nor an address."""
_TOKEN: Final = re.compile(r"\S*[^\W_]\S*")
_CODE: Final = re.compile(r"(?<!\S)\S*?(?:[=<>{}\[\]|$\\]|\w[(_]\w|\w\(\))\S*")
_LEAST_WORDS: Final = 3
_PROSE_SHARE: Final = 0.6
"""The share of words of prose, below which a text is a list of files, a table or a log."""
_CODE_SHARE: Final = 0.15
"""The share of its words with signs of code from which a text is code."""
_ENGLISH_SHARE: Final = 0.14
"""The share of words that only English has, from which a text is English; one word in seven."""
_SHORT: Final = 6
_SURE: Final = 0.5
_SURE_OF_SHORT: Final = 0.8
_SURE_OF_NAMES: Final = 0.9
"""How likely another language must be: of fewer than six words, and of a line with a single word in lower case."""
_LEAST_LIKELY: Final = 0.3
"""How likely the likeliest of them must be; what is a little like many languages is in none."""

_OWN: Final = frozenset(("en", "ja"))
_CHINESE: Final = frozenset(("zh", "yue", "wuu"))
_LEAST_HAN: Final = 4
_LEAST_TRADITIONAL: Final = 6
"""Characters of a text that is Chinese by forms that old names in Japan have, too (國學院大學)."""


def language_of(text: str) -> Language:
    """`ja`, `en`, `fr`, or `und` for any other language.

    The script decides between Japanese, English and languages of other scripts (`script_of`). A text in Latin script is
    English unless its words of prose are surely of another language; Han without kana is Japanese unless it is surely
    Chinese. So names, code and single words stay English, and 東京都港区 stays Japanese.
    """
    script = script_of(text)
    if script == "en":
        return _by_words(text)
    return "und" if script == "ja" and _is_chinese(text) else script


def detected_language(text: str, language: Language | None = None) -> str:
    """As `language_of`, which may be given as `language`; of any other language its ISO 639 code if it is known."""
    language = language or language_of(text)
    if language != "und":
        return language
    return next((code for code, _ in likely_languages(_sample(text)[:_DETECTED]) if code not in _OWN), "und")


def question_languages(text: str, read_as: Language | None = None) -> list[str]:
    """The language of a question as `detected_language` has it, and others that it may be in where it is not sure.

    `read_as` is what `language_of` says, where it is known.

    A question of few words, most of them names, is English by default: it may as well be in the likeliest others.
    """
    language = detected_language(text, read_as)
    if language != "en" or _is_english(_PROSE.findall(text[:_DETECTED])):
        return [language]
    likely = likely_languages(text[:_DETECTED].lower())
    return [language, *(code for code, share in likely if code not in _OWN and share >= _LEAST_LIKELY)]


def script_of(text: str) -> Script:
    """`ja`, `en`, or `und` when the text has letters of neither script.

    A Latin word weighs as much as two Japanese characters, and half of that where particles stand behind Latin names
    and no word is one that only English has ("Kafka → S3のraw。遅延は40秒"); hiragana weighs more than kanji, since
    grammar is written in it. Han without kana counts as Japanese. Text above 40,000 characters is judged by evenly
    spread windows.
    """
    if text.isascii():
        return "en"
    sample = _sample(text)
    japanese = _HIRAGANA_WEIGHT * _count(_HIRAGANA, sample) + _count(_KATAKANA, sample) + _count(_HAN, sample)
    words = sum(_LATIN_WORD.search(run[0]) is not None for run in _LATIN_RUN.finditer(sample))
    latin = _WORD_WEIGHT * (words if _HIRAGANA.search(sample) else _count(_LATIN_WORD, sample))
    if japanese and japanese >= latin:
        return "ja"
    if 2 * japanese >= latin and _PARTICLE.search(sample) and not _english_words(_PROSE.findall(sample)):
        return "ja"
    if latin:
        others = _count(_LETTER, _LATIN_WORD.sub("", sample)) - japanese
        return "en" if latin * 2.5 >= others else "und"
    return "und" if _LETTER.search(sample) else "en"


def _by_words(text: str) -> Language:
    """The language of a text in Latin script: another than English where its words of prose are surely so."""
    start = text[:_DETECTED]
    words = _PROSE.findall(start)
    lower = sum(word[0].islower() and word not in _signs("name_particle") for word in words)
    tokens = _count(_TOKEN, start)
    if len(words) < _LEAST_WORDS or not lower or len(words) < _PROSE_SHARE * tokens:
        return "en"
    if _count(_CODE, start) >= _CODE_SHARE * tokens:
        return "en"
    if _is_english(words):
        return "en"
    likely = likely_languages(" ".join(words))
    if not likely or likely[0][0] == "en" or likely[0][1] < _LEAST_LIKELY:
        return "en"
    least = _SURE_OF_NAMES if lower == 1 else _SURE_OF_SHORT if len(words) < _SHORT else _SURE
    if sum(share for language, share in likely if language != "en") < least:
        return "en"
    return "fr" if likely[0][0] == "fr" else "und"


def _is_english(words: Sequence[str]) -> bool:
    """Whether enough words of prose are in no other language."""
    english = _english_words(words)
    return english > 0 and english >= _ENGLISH_SHARE * len(words)


def _english_words(words: Sequence[str]) -> int:
    """How many words only English has."""
    signs = _signs("english_sign")
    # "I" is a preposition at the start of a Swedish sentence
    return sum(word.lower() in signs or (word == "I" and place > 0) for place, word in enumerate(words))


def _is_chinese(text: str) -> bool:
    """Whether Han without kana is surely Chinese: it has forms or words of its own, and the detector agrees.

    Of simplified forms that no Japanese character set has, one is enough.
    """
    sample = _sample(text)[:_DETECTED]
    if _HIRAGANA.search(sample) or _KATAKANA.search(sample):
        return False
    characters = _HAN.findall(sample)
    if len(characters) < _LEAST_HAN:
        return False
    if any(map(_is_simplified, set(characters))):
        return True
    if len(characters) < _LEAST_TRADITIONAL:
        return False
    chinese = _signs("chinese_sign") | _old_kanji()
    signs = sum(character in chinese for character in characters)
    if not signs:
        return False
    likely = sum(share for language, share in likely_languages(sample) if language in _CHINESE)
    return likely >= (_SURE if signs == 1 else _LEAST_LIKELY)


@cache
def _is_simplified(character: str) -> bool:
    """Whether no Japanese character set has a character (东, 们)."""
    try:
        character.encode("euc_jisx0213")
    except UnicodeEncodeError:
        return True
    return False


@cache
def _signs(name: str) -> frozenset[str]:
    return lexicon("extraction.text", "languages").words(name)


@cache
def _old_kanji() -> frozenset[str]:
    """Forms that Japanese has given up and traditional Chinese has not (國, 會)."""
    old, modern = map("".join, zip(*table_rows("extraction.names", "old_kanji", "old modern"), strict=True))
    return frozenset(old).difference(modern)


def _sample(text: str) -> str:
    if len(text) <= _WHOLE:
        return text
    step = len(text) // _WINDOWS
    return "\n".join(text[start : start + _WINDOW] for start in range(0, len(text), step))


def _count(pattern: re.Pattern[str], text: str) -> int:
    return sum(1 for _ in pattern.finditer(text))
