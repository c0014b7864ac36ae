"""Cuts a text into the units that carry labels: where a token of the encoder or a word of spaCy begins, a unit does.

The encoder's tokens alone cross a tenth of the borders of Japanese names (「日本の」 is one token); with the words'
borders as well, every name of the training sets but a few begins and ends with a unit.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from extraction.tagging.states import Places, TokenStates

_OPEN, _CLOSE = "「『“（([【〈《", "」』”）)]】〉》"
_ENDS = ".!?。！？\n"
_LETTER, _CAPITAL = re.compile("[A-Za-z]"), re.compile("[A-Z]")
FLAGS = 36
"""How many yes-or-no features a unit has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """The units of a text in order."""

    offsets: Places
    tokens: Places
    """The token each unit lies in."""
    words: Places
    """The word each unit lies in, or -1."""
    flags: NDArray[np.float32]
    """What its characters and its place show, (units, FLAGS), each 0 or 1."""


def units_of(given: TokenStates) -> Units:
    """The units of a text: the longest stretches within one token and one word, white space left out."""
    text = given.text
    size = len(text)
    token_of = np.full(size + 1, -1, np.int32)
    word_of = np.full(size + 1, -1, np.int32)
    for place, (start, end) in enumerate(given.offsets.tolist()):
        token_of[start:end] = place
    for place, (start, end) in enumerate(given.words.offsets.tolist()):
        word_of[start:end] = place
    blanks = [place for place, character in enumerate(text) if character.isspace()]
    token_of[blanks] = -1
    changes = (np.diff(token_of) != 0) | (np.diff(word_of) != 0)
    borders = np.concatenate([[0], np.flatnonzero(changes) + 1])
    starts, ends = borders[:-1], borders[1:]
    if size and (not len(ends) or ends[-1] < size):
        starts, ends = borders, np.concatenate([borders[1:], [size]])
    covered = token_of[starts] >= 0
    starts, ends = starts[covered], ends[covered]
    tokens, words = token_of[starts], word_of[starts]
    offsets = np.stack([starts, ends], 1).astype(np.int32)
    return Units(offsets=offsets, tokens=tokens, words=words, flags=_flags(given, offsets, tokens, words))


def _flags(given: TokenStates, offsets: Places, tokens: Places, words: Places) -> NDArray[np.float32]:
    flags = np.zeros((len(offsets), FLAGS), np.float32)
    if not len(offsets):
        return flags
    text, places = given.text, offsets.tolist()
    spans = [*given.words.offsets.tolist(), (0, 0)]
    framed = [spans[word] if word >= 0 else place for place, word in zip(places, words.tolist(), strict=True)]
    flags[:, :12] = [_shape(text[start:end]) for start, end in places]
    flags[:, 12:20] = [_word_shape(text[left:right]) for left, right in framed]
    flags[:, 20:28] = _around(text, places, framed)
    flags[:, 28] = np.diff(tokens, prepend=-1) != 0
    flags[:, 29] = np.diff(tokens, append=-1) != 0
    flags[0, 30] = 1
    flags[-1, 31] = 1
    flags[:, 32:36] = _text_flags(text)
    return flags


def _around(text: str, places: list[list[int]], framed: Sequence[Sequence[int]]) -> list[tuple[bool, ...]]:
    """What stands around each unit, and whether it begins or ends its word."""
    rows: list[tuple[bool, ...]] = []
    depth = read = 0
    padded = f"\n\n{text}\n"  # so that two characters before and one behind can be asked for everywhere
    for (start, end), (left, right) in zip(places, framed, strict=True):
        for character in text[read:start]:
            depth = max(0, depth + (character in _OPEN) - (character in _CLOSE))
        read = start
        before = padded[start + 1]
        rows.append(
            (
                before.isspace(),
                left > 0 and text[left - 1] in "#@",
                start == left,
                end == right,
                depth > 0,
                before in _OPEN,
                end < len(text) and text[end] in _CLOSE,
                before in _ENDS or (start > 1 and before == " " and padded[start] in _ENDS),
            )
        )
    return rows


@lru_cache(maxsize=50_000)
def _shape(form: str) -> tuple[bool, ...]:
    kinds = {_kind(character) for character in form}
    return (
        form[0].isupper(),
        len(form) > 1 and form.isupper(),
        form.islower(),
        form.isdigit(),
        "d" in kinds,
        kinds == {"kanji"},
        kinds == {"hiragana"},
        kinds == {"katakana"},
        kinds == {"latin"},
        kinds <= {"mark"},
        len(form) == 1,
        len(form) >= 4,
    )


@lru_cache(maxsize=50_000)
def _word_shape(form: str) -> tuple[bool, ...]:
    inner = form[1:]
    return (
        form.istitle(),
        len(form) > 1 and form.isupper(),
        form.islower(),
        any(character.isupper() for character in inner) and not form.isupper(),
        any(character.isdigit() for character in form),
        len(form) <= 2,
        len(form) >= 8,
        "." in inner or "-" in inner or "_" in inner,
    )


def _kind(character: str) -> str:
    code = ord(character)
    if 0x3041 <= code <= 0x309F:
        return "hiragana"
    if 0x30A1 <= code <= 0x30FF:
        return "katakana"
    if 0x3400 <= code <= 0x9FFF or character in "々〆〇":
        return "kanji"
    if character.isdigit():
        return "d"
    if character.isalpha():
        return "latin"
    return "mark" if unicodedata.category(character)[0] in "PSZC" else "other"


def _text_flags(text: str) -> list[float]:
    capitals, letters = len(_CAPITAL.findall(text)), len(_LETTER.findall(text))
    parts = text.split()
    starts, count = sum(word[0].isupper() for word in parts), len(parts)
    return [
        float(letters > 0 and capitals == 0),
        float(letters > 3 and capitals > 0.7 * letters),
        float(count > 3 and starts > 0.6 * count and capitals < 0.7 * letters),
        float(len(text) < 20),
    ]
