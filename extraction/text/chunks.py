"""Splits a long text into chunks that fit the encoder, with exact offsets."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, Protocol

Span = tuple[int, int]

# Counts are bounded where something must follow: an endless row of marks would else be read once for each of them.
_SEPARATORS: Final = (
    r"\n\s*\n",
    r"\n",
    r"[。．！？]+[」』）”’]*|[.!?]{1,8}[\"')\]”’]{0,4}\s+",
    r"[、，；：,;:]+\s*|　",
    r"\s+",
)
_SENTENCE_END: Final = re.compile(rf"{_SEPARATORS[2]}|\n")
_BREAK: Final = re.compile(rf"{_SEPARATORS[3]}|{_SEPARATORS[4]}")
_LONGEST_TOKEN: Final = 8
"""Characters that one token may stand for: a run of blanks or unknown characters is one token."""
_UNBROKEN: Final = 4
"""Characters that one token may stand for in text without any separator."""
_JOINER: Final = "\u200d"
_JOINS: Final = frozenset({_JOINER, "\ufe0f", "\ufe0e", "\u20e3", *map(chr, range(0x1F3FB, 0x1F400))})


class Counts(Protocol):
    """The tokeniser of the embedding model."""

    def tokens(self, text: str) -> list[Span]:
        """Start and end of each token in characters."""
        ...

    def count(self, text: str) -> int:
        """The number of tokens."""
        ...


def spans_of(text: str, start: int, end: int, counts: Counts, *, size: int, overlap: int) -> list[Span]:
    """The spans of the chunks of `text[start:end]`, without outer white space; never empty for visible text.

    A chunk has at most `size` tokens (and 8 × `size` characters); consecutive ones share up to `overlap` tokens, from
    the start of a sentence where possible. Text that fits is not passed to the splitter.
    """
    start, end = trimmed(text, start, end)
    if start == end:
        return []
    if _fits(text[start:end], counts, size):
        return [(start, end)]
    spans: list[Span] = []
    # Two less: pieces joined may count a token more than their sum.
    for piece_start, piece_end in _pieces(text[start:end], counts, size - overlap - 2):
        begin, finish = trimmed(text, start + piece_start, start + piece_end)
        if begin == finish:
            continue
        if spans and overlap:
            begin = _earlier(text, spans[-1][0] + 1, begin, counts, overlap)
        spans.append((begin, finish))
    return spans


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without outer white space."""
    stretch = text[start:end]
    begin = start + len(stretch) - len(stretch.lstrip())
    return (begin, begin + len(stretch.strip()))


def _fits(text: str, counts: Counts, size: int) -> bool:
    # No token is shorter than a character once the text is composed, so most memories need no tokeniser.
    if len(text) < size and (text.isascii() or unicodedata.is_normalized("NFKC", text)):
        return True
    return len(text) <= size * _LONGEST_TOKEN and counts.count(text) <= size


def _pieces(text: str, counts: Counts, size: int) -> Iterator[Span]:
    """Consecutive spans that cover the text, each of at most `size` tokens."""
    at = 0
    for piece in _split(text, counts, size):
        yield from ((at + a, at + b) for a, b in _forced(piece, counts, size))
        at += len(piece)


def _split(text: str, counts: Counts, size: int) -> list[str]:
    """The splitter's pieces: they cover the text, but one without a separator stays too long."""
    # Imported here: it takes a second, and short memories never need it.
    from langchain_text_splitters import RecursiveCharacterTextSplitter  # noqa: PLC0415

    splitter = RecursiveCharacterTextSplitter(
        separators=list(_SEPARATORS),
        is_separator_regex=True,
        keep_separator="end",
        strip_whitespace=False,
        chunk_size=size,
        chunk_overlap=0,
        length_function=_measure(counts, size),
    )
    return splitter.split_text(text)


def _measure(counts: Counts, size: int) -> Callable[[str], int]:
    """A cached token count; a piece too long by its characters is not tokenised."""

    @lru_cache(maxsize=8192)
    def measure(stretch: str) -> int:
        least = -(-len(stretch) // _LONGEST_TOKEN)
        return least if least > size else max(least, counts.count(stretch))

    return measure


def _forced(piece: str, counts: Counts, size: int) -> Iterator[Span]:
    """Cuts a piece that is too long at token starts; a character and its combining marks stay together."""
    if len(piece) < size or (len(piece) <= size * _LONGEST_TOKEN and counts.count(piece) <= size):
        yield (0, len(piece))
        return
    at = 0
    while at < len(piece):
        window = piece[at : at + size * _UNBROKEN]
        starts = [begin for begin, _ in counts.tokens(window)]
        cut = starts[size] if len(starts) > size else len(window)
        cut = _whole_before(piece, at, at + (cut or len(window)))
        yield (at, cut)
        at = cut


def _whole_before(text: str, at: int, cut: int) -> int:
    """The cut moved back by less than 16 characters so that it splits no combining or emoji sequence.

    Back and not forward, so that the piece keeps to its tokens; a longer sequence is split.
    """
    places = range(cut, max(at, cut - 16), -1)
    return next((place for place in places if not _torn(text, place)), cut)


def _whole_after(text: str, cut: int) -> int:
    """The cut moved forward by at most 16 characters so that it splits no combining or emoji sequence."""
    furthest = min(cut + 16, len(text))
    return next((place for place in range(cut, furthest) if not _torn(text, place)), furthest)


def _torn(text: str, place: int) -> bool:
    """Whether a cut here separates a character from its marks or splits a joined emoji."""
    if place == len(text):
        return False
    return text[place] in _JOINS or unicodedata.combining(text[place]) > 0 or text[place - 1] == _JOINER


def _earlier(text: str, least: int, begin: int, counts: Counts, overlap: int) -> int:
    """The start of a chunk moved back by up to `overlap` tokens, but not before `least`."""
    floor = max(least, begin - overlap * _LONGEST_TOKEN)
    before = text[floor:begin]
    places = [start for start, _ in counts.tokens(before)]
    if not places:
        return begin
    furthest = places[-overlap] if len(places) >= overlap else places[0]
    for boundary in (_SENTENCE_END, _BREAK):
        match = boundary.search(before, furthest)
        if match and before[match.end() :].strip():
            return trimmed(text, floor + match.end(), begin)[0]
    return trimmed(text, min(_whole_after(text, floor + furthest), begin), begin)[0]
