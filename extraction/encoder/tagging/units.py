"""Splits a text into the units that are labelled: one begins with each encoder token and each spaCy word.

The encoder's tokens alone cross a tenth of the borders of Japanese names (「日本の」 is one token); with the words'
borders too, nearly every name of the training sets begins and ends with a unit.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from extraction.encoder.tagging.states import Places, TokenStates

_OPEN, _CLOSE = "「『“（([【〈《", "」』”）)]】〉》"
_ENDS = ".!?。！？\n"
_LETTER, _CAPITAL = re.compile("[A-Za-z]"), re.compile("[A-Z]")
_SEPARATOR = "\n\n"
"""Stands around concatenated texts, so that two characters before and one behind each exist."""
_BLANK, _OPENS, _CLOSES, _END, _CALLS = (1 << place for place in range(5))
FLAGS = 36
"""The number of binary features of a unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """The units of one text or of several, concatenated."""

    offsets: Places
    """Start and end of each in characters of its own text."""
    tokens: Places
    """The index of the token that contains each unit, over all texts."""
    words: Places
    """The index of the word that contains each unit, over all texts, or -1."""
    flags: NDArray[np.float32]
    """Binary features of a unit's characters and context, (units, FLAGS)."""
    sizes: NDArray[np.int64]
    """How many units each text has."""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Concatenated texts, for vectorised features."""

    whole: str
    codes: NDArray[np.uint32]
    """The code point of every character."""
    marks: NDArray[np.uint8]
    """The mark classes of every character, bits of `_BLANK` and so on."""
    begins: NDArray[np.int64]
    """Where each text begins."""
    sizes: NDArray[np.int64]
    """How many characters each text has."""


def units_of(texts: Sequence[TokenStates]) -> Units:
    """The units of texts: the longest spans within one token and one word, without white space."""
    sheet = _sheet(texts)
    words = _spans(sheet, [text.words.offsets for text in texts])
    token_of = _covering(_spans(sheet, [text.offsets for text in texts]), len(sheet.whole))
    word_of = _covering(words, len(sheet.whole))
    token_of[(sheet.marks & _BLANK) > 0] = -1
    borders = np.flatnonzero((token_of[1:] != token_of[:-1]) | (word_of[1:] != word_of[:-1])) + 1
    starts = borders[:-1]
    covered = token_of[starts] >= 0
    starts, ends = starts[covered], borders[1:][covered]
    text_of = np.searchsorted(sheet.begins, starts, side="right") - 1
    offsets = (np.stack([starts, ends], 1) - sheet.begins[text_of, None]).astype(np.int32)
    tokens, word = token_of[starts], word_of[starts]
    sizes = np.bincount(text_of, minlength=len(texts)).astype(np.int64)
    flags = _flags(sheet, starts, ends, tokens, np.where(word[:, None] >= 0, words[word], np.stack([starts, ends], 1)))
    flags[:, 30:32] = _rims(sizes)
    flags[:, 32:36] = np.repeat([_text_flags(text.text) for text in texts], sizes, axis=0)
    return Units(offsets=offsets, tokens=tokens, words=word, flags=flags, sizes=sizes)


def _sheet(texts: Sequence[TokenStates]) -> _Sheet:
    whole = _SEPARATOR + "".join(text.text + _SEPARATOR for text in texts)
    codes = np.frombuffer(whole.encode("utf-32-le", "surrogatepass"), np.uint32)
    marks = _marks()
    sizes = np.array([len(text.text) for text in texts], np.int64)
    begins = np.cumsum(sizes + len(_SEPARATOR)) - sizes
    return _Sheet(whole, codes, marks[np.minimum(codes, len(marks) - 1)], begins, sizes)


@cache
def _marks() -> NDArray[np.uint8]:
    """The mark classes of code points; those beyond the table have none."""
    table = np.zeros(0x10000, np.uint8)
    table[[code for code in range(len(table)) if chr(code).isspace()]] = _BLANK
    for bit, members in ((_OPENS, _OPEN), (_CLOSES, _CLOSE), (_END, _ENDS), (_CALLS, "#@")):
        table[[ord(member) for member in members]] |= bit
    return table


def _spans(sheet: _Sheet, spans: Sequence[Places]) -> NDArray[np.int64]:
    """The spans of all texts on the sheet, clipped to their texts, and a last empty row."""
    counts = [len(text_spans) for text_spans in spans]
    laid = np.concatenate([*spans, np.zeros((1, 2), np.int32)]).astype(np.int64)
    laid[:-1] = np.minimum(laid[:-1], np.repeat(sheet.sizes, counts)[:, None])
    laid[:-1] += np.repeat(sheet.begins, counts)[:, None]
    return laid


def _covering(spans: NDArray[np.int64], size: int) -> Places:
    """The index of the last of rising spans that covers each character, or -1."""
    last = np.full(size, -1, np.int32)
    filled = np.flatnonzero(spans[:, 1] > spans[:, 0])
    last[spans[filled, 0]] = filled
    np.maximum.accumulate(last, out=last)
    ends = np.maximum.accumulate(spans[:, 1])
    ends[-1] = 0
    last[np.arange(size) >= ends[last]] = -1
    return last


def _flags(
    sheet: _Sheet, starts: NDArray[np.int64], ends: NDArray[np.int64], tokens: Places, framed: NDArray[np.int64]
) -> NDArray[np.float32]:
    """The features of each unit from its characters, its word (`framed`) and its context."""
    flags = np.zeros((len(starts), FLAGS), np.float32)
    whole = sheet.whole
    shapes = map(_shape, [whole[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)])
    words = map(_word_shape, [whole[start:end] for start, end in framed.tolist()])
    flags[:, :12] = _unpacked(shapes, len(starts), 12)
    flags[:, 12:20] = _unpacked(words, len(starts), 8)
    left, right = framed.T
    marks = sheet.marks
    before = marks[starts - 1]
    flags[:, 20] = before & _BLANK
    flags[:, 21] = (marks[left - 1] & _CALLS) > 0
    flags[:, 22] = starts == left
    flags[:, 23] = ends == right
    flags[:, 24] = _depths(sheet)[starts - 1] > 0
    flags[:, 25] = (before & _OPENS) > 0
    flags[:, 26] = (marks[ends] & _CLOSES) > 0
    # Behind one blank a sentence may begin, but not behind the blank that a text begins with.
    firsts = np.zeros(len(marks), np.bool_)
    firsts[sheet.begins] = True
    spaced = (sheet.codes[starts - 1] == ord(" ")) & ~firsts[starts - 1]
    flags[:, 27] = ((before & _END) > 0) | (spaced & ((marks[starts - 2] & _END) > 0))
    flags[:, 28] = np.diff(tokens, prepend=-1) != 0
    flags[:, 29] = np.diff(tokens, append=-1) != 0
    return flags


def _unpacked(codes: Iterable[int], count: int, bits: int) -> NDArray[np.uint32]:
    """The lowest bits of numbers, (numbers, bits)."""
    bit = np.uint32(1)
    return (np.fromiter(codes, np.uint32, count)[:, None] // (bit << np.arange(bits, dtype=np.uint32))) & bit


def _packed(answers: Iterable[bool]) -> int:
    return sum(answer << place for place, answer in enumerate(answers))


def _depths(sheet: _Sheet) -> NDArray[np.int64]:
    """The number of open brackets after each character, counted within each text."""
    steps = ((sheet.marks & _OPENS) > 0).astype(np.int64) - ((sheet.marks & _CLOSES) > 0)
    steps[sheet.begins - 1] = -len(sheet.whole)
    sums = np.cumsum(steps)
    return sums - np.minimum(np.minimum.accumulate(sums), 0)


def _rims(sizes: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each unit is the first and whether it is the last of its text."""
    rims = np.zeros((int(sizes.sum()), 2), np.bool_)
    after = np.cumsum(sizes)
    filled = sizes > 0
    rims[(after - sizes)[filled], 0] = True
    rims[after[filled] - 1, 1] = True
    return rims


@lru_cache(maxsize=50_000)
def _shape(form: str) -> int:
    kinds = {_kind(character) for character in form}
    return _packed(
        (
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
    )


@lru_cache(maxsize=50_000)
def _word_shape(form: str) -> int:
    inner = form[1:]
    return _packed(
        (
            form.istitle(),
            len(form) > 1 and form.isupper(),
            form.islower(),
            any(character.isupper() for character in inner) and not form.isupper(),
            any(character.isdigit() for character in form),
            len(form) <= 2,
            len(form) >= 8,
            "." in inner or "-" in inner or "_" in inner,
        )
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
