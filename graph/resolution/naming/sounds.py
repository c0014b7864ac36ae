"""Whether two readings may be one: long vowels count where both sides tell them."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from graph.model.reading.name_forms import Sound


def same_sound(first: Sound, second: Sound) -> bool:
    """Whether two readings may be one.

    Where one side is open, the other may have more long vowels, never fewer: "ono" may be オオノ, "ohno" never オノ.
    """
    if "*" in first.text or "*" in second.text:
        return _fits(first, second) or _fits(second, first)
    if first.text == second.text:
        return True
    if not (first.open or second.open) or first.folded != second.folded:
        return False
    first_lengths, second_lengths = _lengths(first.text), _lengths(second.text)
    return (first.open or second_lengths <= first_lengths) and (second.open or first_lengths <= second_lengths)


def best_sound(firsts: Sequence[Sound], seconds: Sequence[Sound]) -> float:
    """The trust in the best reading that both sides may have, 0 when there is none."""
    return max(
        (first.trust * second.trust for first in firsts for second in seconds if same_sound(first, second)), default=0.0
    )


def spelt_by(sound: Sound, letters: Sequence[str]) -> bool:
    """Whether a whole reading can be made of one reading for each letter, voiced or not where letters meet."""
    if len(letters) < 2 or sound.open or "*" in sound.text:
        return False
    return _reading(tuple(letters)).fullmatch(unvoiced(sound.folded)) is not None


def unvoiced(text: str) -> str:
    """A folded reading with voiced consonants as their plain ones: ワールがわ and かわ meet."""
    return text.replace("zi", "si").replace("d", "t").translate(_PLAIN)


_PLAIN: Final = str.maketrans("gzbp", "kshh")


@lru_cache(maxsize=4096)
def _reading(letters: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("(?:no)?".join(f"(?:{_either(letter)})" for letter in letters))


def _either(letter: str) -> str:
    return "[a-z]{2,6}" if letter == "*" else "|".join(unvoiced(reading) for reading in letter.split("|"))


def together(surname: Sound, given: Sound) -> Sound:
    """The reading of both parts in a row; vowels that meet at the seam are one long vowel there, as in a kana name."""
    text = surname.text + given.text
    for pair, long in (("ou", "o-"), ("oo", "o-"), ("uu", "u-"), ("aa", "a-"), ("ii", "i-"), ("ee", "e-")):
        if text[len(surname.text) - 1 : len(surname.text) + 1] == pair:
            text = surname.text[:-1] + long + given.text[1:]
            break
    return Sound(text, surname.trust * given.trust, surname.open or given.open)


def _lengths(text: str) -> frozenset[int]:
    places: list[int] = []
    letters = 0
    for letter in text:
        if letter == "-":
            places.append(letters)
        else:
            letters += 1
    return frozenset(places)


def _fits(pattern: Sound, other: Sound) -> bool:
    if "*" not in pattern.text or "*" in other.text:
        return False
    known = pattern.folded.strip("*")
    if len(other.folded) <= len(known):
        return False
    return other.folded.endswith(known) if pattern.text[0] == "*" else other.folded.startswith(known)
