"""Cuts a text into the units that carry labels: where a token of the encoder or a word of spaCy begins, a unit does.

The encoder's tokens alone cross a tenth of the borders of Japanese names (「日本の」 is one token); with the words'
borders as well, every name of the training sets but a few begins and ends with a unit.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from extraction.tagging.states import Places, TokenStates

_OPEN, _CLOSE = "「『“（([【〈《", "」』”）)]】〉》"
_ENDS = ".!?。！？\n"
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
    text = given.text
    flags = np.zeros((len(offsets), FLAGS), np.float32)
    if not len(offsets):
        return flags
    spans = given.words.offsets.tolist()
    whole = _text_flags(text)
    depth = _depths(text)
    for row, ((start, end), word) in enumerate(zip(offsets.tolist(), words.tolist(), strict=True)):
        left, right = spans[word] if word >= 0 else (start, end)
        before = text[start - 1] if start else "\n"
        flags[row, :12] = _shape(text[start:end])
        flags[row, 12:20] = _word_shape(text[left:right])
        flags[row, 20] = before.isspace()
        flags[row, 21] = left > 0 and text[left - 1] in "#@"
        flags[row, 22] = start == left
        flags[row, 23] = end == right
        flags[row, 24] = depth[start] > 0
        flags[row, 25] = before in _OPEN
        flags[row, 26] = end < len(text) and text[end] in _CLOSE
        flags[row, 27] = before in _ENDS or (start > 1 and before == " " and text[start - 2] in _ENDS)
    flags[:, 28] = np.diff(tokens, prepend=-1) != 0
    flags[:, 29] = np.diff(tokens, append=-1) != 0
    flags[0, 30] = 1
    flags[-1, 31] = 1
    flags[:, 32:36] = whole
    return flags


@lru_cache(maxsize=50_000)
def _shape(form: str) -> NDArray[np.float32]:
    kinds = {_kind(character) for character in form}
    return np.array(
        [
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
        ],
        np.float32,
    )


@lru_cache(maxsize=50_000)
def _word_shape(form: str) -> NDArray[np.float32]:
    inner = form[1:]
    return np.array(
        [
            form.istitle(),
            len(form) > 1 and form.isupper(),
            form.islower(),
            any(character.isupper() for character in inner) and not form.isupper(),
            any(character.isdigit() for character in form),
            len(form) <= 2,
            len(form) >= 8,
            "." in inner or "-" in inner or "_" in inner,
        ],
        np.float32,
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
    letters = [character for character in text if character.isascii() and character.isalpha()]
    capitals = sum(character.isupper() for character in letters)
    starts = sum(word[:1].isupper() for word in text.split())
    count = len(text.split())
    return [
        float(bool(letters) and capitals == 0),
        float(len(letters) > 3 and capitals > 0.7 * len(letters)),
        float(count > 3 and starts > 0.6 * count and capitals < 0.7 * len(letters)),
        float(len(text) < 20),
    ]


def _depths(text: str) -> list[int]:
    """How many brackets or quotation marks stand open before each character."""
    depth = 0
    depths: list[int] = []
    for character in text:
        depths.append(depth)
        if character in _OPEN:
            depth += 1
        elif character in _CLOSE and depth:
            depth -= 1
    return depths
