"""Sounds of names: kana and every romanisation in one spelling, so that Satō, Satou, Satoh and サトウ match."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from graph.model.reading.name_forms import Sound
from graph.resolution.naming.rough_sounds import rough_kana, rough_latin

_ROWS: Final = (
    ("", "アイウエオ"), ("k", "カキクケコ"), ("s", "サシスセソ"), ("t", "タチツテト"), ("n", "ナニヌネノ"),
    ("h", "ハヒフヘホ"), ("m", "マミムメモ"), ("r", "ラリルレロ"), ("g", "ガギグゲゴ"), ("z", "ザジズゼゾ"),
    ("d", "ダ__デド"), ("b", "バビブベボ"), ("p", "パピプペポ"),
)  # fmt: skip
_MORAE: Final = {kana: row + vowel for row, line in _ROWS for kana, vowel in zip(line, "aiueo", strict=True)} | {
    "ヤ": "ya", "ユ": "yu", "ヨ": "yo", "ワ": "wa", "ヰ": "i", "ヱ": "e", "ヲ": "o", "ン": "n", "ヂ": "zi", "ヅ": "zu",
    "ヴ": "bu", "ャ": "ya", "ュ": "yu", "ョ": "yo", "ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o", "ヮ": "wa",
    "ヵ": "ka", "ヶ": "ke", "ー": "-",
}  # fmt: skip
_SMALL: Final = "ャュョァィゥェォ"
_TO_KATAKANA: Final = {code: code + 0x60 for code in range(0x3041, 0x3097)}

_HEPBURN: Final = (
    ("tch", "tty"), ("cch", "tty"), ("ssh", "ssy"), ("sh", "sy"), ("ch", "ty"), ("ts", "t"), ("j", "zy"), ("fu", "hu"),
    ("dzu", "zu"), ("du", "zu"), ("di", "zi"), ("v", "b"), ("l", "r"),
)  # fmt: skip
_ROMAJI: Final = re.compile(
    r"(?:(?:kk|ss|tt|pp|gg|zz|dd|bb)?(?:[kgsztdnhbpmr]y?|[yw])?[aiueo]-?|n(?![aiueoy]))+", re.ASCII
)
_KANA: Final = re.compile(r"[ァ-ヺー]+")
_LONG: Final = (("aa", "a-"), ("ii", "i-"), ("uu", "u-"), ("ee", "e-"), ("oo", "o-"), ("ou", "o-"))
_MACRON: Final = frozenset("\u0304\u0302")
_OH: Final = re.compile(r"(?<=o)h(?![aiueoy])")
_FAINT: Final = frozenset("aiueo-yhw")
_SKELETON: Final = (
    ("ck", "k"), ("qu", "k"), ("ph", "h"), ("th", "s"), ("sch", "s"), ("sh", "s"), ("tch", "t"), ("ch", "t"),
    ("dge", "z"), ("ge", "z"), ("gi", "z"), ("ce", "s"), ("ci", "s"), ("c", "k"), ("q", "k"), ("x", "ks"), ("f", "h"),
    ("v", "b"), ("j", "z"), ("l", "r"), ("ts", "t"), ("dz", "z"), ("er", "e"), ("ar", "a"), ("or", "o"), ("gh", ""),
    ("m", "n"),
)  # fmt: skip
_SPOKEN: Final = (
    "エー ビー シー ディー イー エフ ジー エイチ アイ ジェイ ケー エル エム "
    "エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット"
)
_LETTERS: Final = dict(zip("abcdefghijklmnopqrstuvwxyz", _SPOKEN.split(), strict=True))


def spelled_out(letters: str) -> str:
    """The Japanese names of Latin letters: dnb is ディーエヌビー."""
    return "".join(_LETTERS.get(letter, "") for letter in letters)


def katakana(text: str) -> str:
    """The text with hiragana as katakana."""
    return text.translate(_TO_KATAKANA)


def is_kana(text: str) -> bool:
    """Whether the text is all kana."""
    return _KANA.fullmatch(katakana(text)) is not None


@lru_cache(maxsize=16384)
def kana_sound(kana: str, trust: float = 1.0) -> Sound:
    """The sound of kana: ハシモト is "hasimoto", サトウ "sato-"."""
    return Sound(lengthened(_kunrei(katakana(kana))), trust)


@lru_cache(maxsize=16384)
def romaji_sound(word: str) -> Sound | None:
    """The sound of one Latin word, None when it cannot be Japanese.

    Hepburn and Kunrei become one; a long vowel may be written (ō, ô, ou, oo, oh) or omitted, so the sound is `open`.
    """
    text = "".join(
        "-" if character in _MACRON else character for character in unicodedata.normalize("NFD", word.casefold())
    )
    text = _OH.sub("-", text.replace("'", "").replace("’", ""))
    if not text.isascii():
        return None
    for hepburn, kunrei in _HEPBURN:
        text = text.replace(hepburn, kunrei)
    text = re.sub(r"(?<=[sztd])yi", "i", text.replace("yy", "y"))
    text = re.sub(r"m(?=[bpm])", "n", text)
    if not _ROMAJI.fullmatch(text):
        return None
    return Sound(lengthened(text), open=True)


def lengthened(text: str) -> str:
    """Kunrei romaji with every long vowel as a vowel and "-"."""
    for pair, long in _LONG:
        text = text.replace(pair, long)
    return re.sub("-{2,}", "-", text).strip("-") if text.startswith("-") else re.sub("-{2,}", "-", text)


@lru_cache(maxsize=16384)
def skeleton(word: str) -> str:
    """The consonants of a foreign word, the same in katakana and Latin letters: Smith and スミス are "sns".

    Vowels, h and w are dropped, l is r, v is b, doubled consonants count once. Weak evidence by itself.
    """
    kana = katakana(word)
    if is_kana(kana):
        text = _kunrei(kana)
    else:
        text = "".join(
            character
            for character in unicodedata.normalize("NFD", word.casefold())
            if character.isascii() and character.isalpha()
        )
        for spelled, sound in _SKELETON:
            text = text.replace(spelled, sound)
    consonants = "".join(character for character in text.replace("m", "n") if character not in _FAINT)
    first = "" if not text or text[0] not in "aiueo" else "a"
    return first + re.sub(r"(.)\1+", r"\1", consonants)


def rough_sound(text: str) -> str:
    """The approximate sound of a foreign name in katakana or Latin letters; "" for other scripts."""
    kana = katakana(text)
    return rough_kana(_kunrei(kana)) if is_kana(kana) else rough_latin(text)


def _kunrei(kana: str) -> str:
    parts: list[str] = []
    for place, letter in enumerate(kana):
        if letter == "ッ":
            following = _MORAE.get(kana[place + 1 : place + 2], "")
            parts.append(following[:1] if following[:1] not in "aiueon" else "")
        elif letter in _SMALL and parts and len(parts[-1]) > 1:
            parts[-1] = parts[-1][:-1] + _MORAE[letter]
        else:
            parts.append(_MORAE.get(letter, ""))
    return "".join(parts)
