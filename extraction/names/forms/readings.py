"""The readings of the parts of a Japanese name: the dictionary's, then those composed of its kanji."""

import json
import re
import threading
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Final, Literal

from extraction.names.forms.sounds import is_kana, kana_sound, katakana, romaji_sound
from extraction.text.words import dictionary
from graph.model.reading.name_forms import Sound

Part = Literal["姓", "名"]
"""Surname or given name, as the dictionary tags them."""

_KANJI: Final = Path(__file__).parent / "kanji.json"
_SOUNDS: Final = Path(__file__).parent / "name_sounds.json"
MOST: Final = 12
"""Readings kept for one part."""
_MOST_COMPOSED: Final = 16
_LONGEST: Final = 4
_MOST_LETTERS: Final = 12
_UNITS: Final = re.compile(r"[ぁ-ゖァ-ヺー]+|[㐀-䶿一-鿿豈-﫿々]")
_COMPOSED_TRUST: Final = 0.45
"""The trust in the best composed reading; the dictionary's have 0.7 to 1."""
_LEAST_SHARE: Final = 0.002
_PARTIAL_TRUST: Final = 0.1
"""The trust in a reading of which only the first or the last kanji is known."""
_MANY: Final = 3
_dictionary_lock = threading.Lock()


@lru_cache(maxsize=32768)
def part_sounds(spelled: str, part: Part) -> tuple[Sound, ...]:
    """The sounds of a surname (姓) or given name (名) in Japanese letters, most trusted first.

    Trust is 1 for kana and for readings in the dictionary, less the later they stand there, and below 0.5 for readings
    composed of what each kanji may be in given names.
    """
    if is_kana(spelled):
        return (kana_sound(spelled),)
    known = dictionary_readings(spelled, part)
    sounds = {kana_sound(reading).text: max(0.7, 1 - 0.1 * place) for place, reading in enumerate(known)}
    if part == "名" or not known:
        for reading, trust in _composed(spelled):
            sounds.setdefault(kana_sound(reading).text, trust)
    best = sorted(sounds.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST]
    if part == "名" and len(spelled) > 1 and not 0 < len(known) < _MANY:
        best += [(end, _PARTIAL_TRUST) for end in _ends(spelled)]
    return tuple(Sound(text, round(trust, 3)) for text, trust in best if text)


@lru_cache(maxsize=65536)
def dictionary_readings(spelled: str, part: Part) -> tuple[str, ...]:
    """The dictionary's katakana readings of a word as a surname or given name."""
    readings = (reading for tag, reading in _entries(spelled) if tag == part)
    return tuple(dict.fromkeys(readings))


@lru_cache(maxsize=65536)
def may_be(spelled: str, part: Part) -> bool:
    """Whether the dictionary knows the word as a surname or given name."""
    return bool(dictionary_readings(spelled, part))


def letter_readings(spelled: str) -> tuple[str, ...]:
    """The folded readings of each kanji and kana run of a short name, separated by "|"; none for other names.

    One unit of three or more may have no known reading: "*".
    """
    if not 2 <= len(spelled) <= _MOST_LETTERS or is_kana(spelled):
        return ()
    units = _UNITS.findall(spelled)
    unit_readings = [_letter(units[place - 1] if unit == "々" and place else unit) for place, unit in enumerate(units)]
    unknown = unit_readings.count("")
    if (
        len(unit_readings) < 2
        or unknown > (len(unit_readings) > 2)
        or "".join(units) != spelled
        or unit_readings[0] == ""
    ):
        return ()
    return tuple(unit or "*" for unit in unit_readings)


@lru_cache(maxsize=16384)
def _letter(letter: str) -> str:
    if is_kana(letter):
        return kana_sound(letter).folded
    readings = [reading for _, reading in _entries(letter)] + [reading for reading, _ in _pieces(letter, "")]
    sounds = dict.fromkeys(kana_sound(reading).folded for reading in readings if is_kana(reading))
    return "|".join(list(sounds)[:_MOST_COMPOSED])


def first_sounds(letters: tuple[str, ...], kana: str = "") -> tuple[str, ...]:
    """Blocks shared by a kana name and kanji names that may be read so: the first two letters of the reading."""
    if kana:
        return (f"i:{kana_sound(kana).folded[:2]}",)
    return tuple(
        dict.fromkeys(f"i:{sound[:2]}" for sound in (letters[0].split("|") if letters else ()) if len(sound) > 1)
    )


@lru_cache(maxsize=65536)
def is_common_noun(spelled: str) -> bool:
    """Whether the dictionary knows the word as an ordinary noun."""
    return any(tag == "普通" for tag, _ in _entries(spelled))


@lru_cache(maxsize=32768)
def spelling_count(word: str, part: Literal["surname", "given"]) -> int:
    """How many spellings the dictionary has for a surname or given name of this sound, at most nine; 0 for none.

    `word` is kana or one word in Latin letters.
    """
    sound = kana_sound(word) if is_kana(word) else romaji_sound(word)
    return _spelling_counts()[part].get(sound.folded, 0) if sound else 0


def _entries(spelled: str) -> tuple[tuple[str, str], ...]:
    with _dictionary_lock:
        return tuple(
            (_tag(morpheme.part_of_speech()), morpheme.reading_form()) for morpheme in dictionary().lookup(spelled)
        )


def _tag(parts: tuple[str, ...]) -> str:
    if parts[1] == "普通名詞":
        return "普通"
    return parts[3] if parts[2] == "人名" else ""


def _composed(spelled: str) -> list[tuple[str, float]]:
    if not 1 <= len(spelled) <= _LONGEST:
        return []
    pieces = [_pieces(letter, spelled[place - 1 : place]) for place, letter in enumerate(spelled)]
    shares: dict[str, float] = {}
    for combined in product(*pieces):
        share = 1.0
        for _, piece_share in combined:
            share *= piece_share
        reading = "".join(piece for piece, _ in combined)
        shares[reading] = shares.get(reading, 0.0) + share
    ranked = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST_COMPOSED]
    top = ranked[0][1] if ranked else 1.0
    return [(reading, _COMPOSED_TRUST * (share / top) ** 0.5) for reading, share in ranked if share >= _LEAST_SHARE]


def _ends(spelled: str) -> Iterator[str]:
    for reading, share in _pieces(spelled[0], "")[:3]:
        if share >= 0.1 and len(reading) > 1:
            yield f"{kana_sound(reading).text}*"
    for reading, share in _pieces(spelled[-1], spelled[-2])[:3]:
        if share >= 0.1:
            yield f"*{kana_sound(reading).text}"


def _pieces(letter: str, before: str) -> list[tuple[str, float]]:
    if letter == "々" and before:
        letter = before
    if is_kana(letter):
        return [(katakana(letter), 1.0)]
    return list(_table().get(letter, {}).items())[:_MOST_COMPOSED]


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, float]]:
    return json.loads(_KANJI.read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _spelling_counts() -> dict[str, dict[str, int]]:
    return json.loads(_SOUNDS.read_text(encoding="utf-8"))
