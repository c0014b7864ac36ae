"""Takes names of organisations, places and other things apart: their words, reading, acronym and country."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.names import name_key
from extraction.naming.countries import country_of
from extraction.naming.readings import first_sounds, letter_readings
from extraction.naming.sounds import is_kana, kana_sound, katakana, romaji_sound, skeleton
from extraction.words import sudachi
from graph.naming.forms import Completeness, NameForms, NameKind, Sound

MOST_BLOCKS: Final = 24
_MOST_WORDS: Final = 24
_LONGEST: Final = 120
_JAPANESE: Final = re.compile(r"[぀-ヿ㐀-䶿一-鿿々豈-﫿ｦ-ﾟ]")
_ACRONYM: Final = re.compile(r"(?:[A-Z]\.?){2,6}|[A-Z][A-Z0-9&.]{1,6}")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LESS_WORDS: Final = """
the of and for in a an de la le der die das du des di da do y e et und at on to
"""
_LESS: Final = frozenset(_LESS_WORDS.split())
_SCRIPT_RUN: Final = re.compile(r"[ァ-ヺー]+|[ぁ-ん]+|[㐀-䶿一-鿿々]+|[a-z0-9]+")


def group_forms(name: str, kind: NameKind, marks: Sequence[str]) -> NameForms:
    """The name of anything but a person taken apart."""
    text = unicodedata.normalize("NFKC", name).strip()[:_LONGEST]
    key = name_key(text)
    japanese = bool(_JAPANESE.search(key))
    if not japanese and " " not in text and len(text) > 6:
        key = name_key(_CAMEL.sub(" ", text))
    words = tuple(_japanese_words(key) if japanese else key.split())[:_MOST_WORDS]
    short = bool(_ACRONYM.fullmatch(text))
    country = country_of(name_key(text)) if kind in (NameKind.PLACE, NameKind.ORGANIZATION) else None
    sounds = _sounds(key, words, japanese=japanese)
    letters = letter_readings(key) if japanese else ()
    met = _blocks(key, words, sounds, country, short=short, japanese=japanese)
    first = first_sounds(letters, key if is_kana(key) else "")
    return NameForms(
        kind=kind,
        completeness=Completeness.SHORT if short else Completeness.FULL,
        spelled=name_key(text),
        sounds=sounds,
        words=words,
        letters=letters,
        marks=tuple(marks),
        same=(country,) if country else (),
        blocks=tuple(dict.fromkeys((*met, *first)))[:MOST_BLOCKS],
    )


def _japanese_words(key: str) -> Iterator[str]:
    for run in key.split():
        for found in _SCRIPT_RUN.findall(run) if not _JAPANESE.search(run) else [run]:
            yield from (word for token in sudachi("A")(found) if (word := token.surface().strip()))


def _sounds(key: str, words: Sequence[str], *, japanese: bool) -> tuple[Sound, ...]:
    if is_kana(key.replace(" ", "")):
        return (kana_sound(key.replace(" ", "")),)
    if japanese:
        reading = "".join(token.reading_form() for word in key.split() for token in sudachi("C")(word))
        return (kana_sound(reading, 0.9),) if is_kana(reading) else ()
    heard = [romaji_sound(word) for word in words]
    if not heard or any(one is None for one in heard):
        return ()
    return (Sound("".join(one.text for one in heard if one), 0.9, open=True),)


def _blocks(
    key: str, words: Sequence[str], sounds: Sequence[Sound], country: str | None, *, short: bool, japanese: bool
) -> Iterator[str]:
    yield f"n:{key}"
    if country:
        yield f"c:{country.partition(':')[2]}"
    yield from (f"r:{sound.folded}" for sound in sounds if len(sound.folded) > 3)
    if short:
        yield f"a:{key.replace(' ', '')}"
    if not japanese and len(words) > 1:
        yield f"a:{''.join(word[0] for word in words)}"
        yield f"a:{''.join(word[0] for word in words if word not in _LESS)}"
    bones = skeleton("".join(words)) if not japanese or is_kana(katakana(key.replace(" ", ""))) else ""
    if len(bones) > 2:
        yield f"k:{bones}"
    for word in words:
        if word not in _LESS and (len(word) > 1 or not word.isascii()):
            yield f"w:{_stem(word)}"
    if japanese and len(key) > 2:
        yield f"w:{key[:2]}"


def _stem(word: str) -> str:
    return word[:5] if word.isascii() and len(word) > 5 else word
