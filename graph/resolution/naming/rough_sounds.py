"""A phonetic key of foreign names in both scripts, by which Forfar and フォーファー are compared."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from graph.resolution.naming.similarity import letters_shared
from graph.resolution.naming.sounds import unvoiced

_SPELLED: Final = (
    ("tch", "t"), ("sch", "s"), ("sh", "s"), ("ch", "t"), ("ph", "h"), ("th", "s"), ("ck", "k"), ("qu", "k"),
    ("ge", "ze"), ("gi", "zi"), ("ce", "se"), ("ci", "si"), ("c", "k"), ("q", "k"), ("x", "ks"), ("f", "h"),
    ("v", "b"), ("j", "z"), ("l", "r"), ("wh", "u"), ("w", "u"), ("y", "i"),
)  # fmt: skip
"""Latin spellings and the sound that katakana writes for them, longest first."""
_FILLING: Final = re.compile(r"(?<=[td])[ou](?=[^aiueo]|$)|(?<=[^aiueon])u(?=[^aiueo]|$)")
"""Vowels that katakana puts in where the foreign name has none."""
_FAINT_R: Final = re.compile(r"(?<=[aiueo])r(?=[^aiueo]|$)")

_VOICING: Final = 0.05


@lru_cache(maxsize=16384)
def rough_latin(word: str) -> str:
    """The rough sound of a name in Latin letters; "" when nothing of it is Latin."""
    plain = unicodedata.normalize("NFD", word.casefold())
    rough = "".join(letter for letter in plain if letter.isascii() and letter.isalnum())
    for spelled, sound in _SPELLED:
        rough = rough.replace(spelled, sound)
    return _even(rough)


@lru_cache(maxsize=16384)
def rough_kana(sound: str) -> str:
    """The rough sound of a reading in katakana, given as Kunrei-like romaji with "-" for long vowels."""
    return _even(_FILLING.sub("", sound.replace("-", "")))


def rough_ratio(first: str, second: str) -> float:
    """How much two rough sounds share, 0–1; a little less where only voicing tells them apart."""
    if not first or not second:
        return 0.0
    plain = letters_shared(first, second)
    hushed = letters_shared(unvoiced(first), unvoiced(second))
    return max(plain, hushed - _VOICING)


def same_consonants(first: str, second: str) -> bool:
    """Whether two rough sounds have the same consonants, two at least, but for an r that nobody hears."""
    first_consonants, second_consonants = (
        re.sub("[aiueo]", "", _FAINT_R.sub("", unvoiced(rough))) for rough in (first, second)
    )
    return len(first_consonants) > 1 and first_consonants == second_consonants


def rough_blocks(rough: str) -> tuple[str, ...]:
    """The wide blocks where names of such a rough sound meet: first letter, vowels being one, and next consonant."""
    hushed = unvoiced(rough)
    first = "a" if hushed[0] in "aiueo" else hushed[0]
    rests = (re.sub("[aiueo]", "", sound[1:]) for sound in (hushed, _FAINT_R.sub("", hushed)))
    return tuple(dict.fromkeys(f"i:~{first}{rest[:1]}" for rest in rests))


def _even(rough: str) -> str:
    return re.sub(r"(.)\1+", r"\1", rough.replace("m", "n"))
