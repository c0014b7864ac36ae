"""Normalises text for embedding and indexing; the stored text stays as given."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

_URL: Final = re.compile(r"(?:https?|ftp)://([^\s/?#<>\"'「」（）()]+)[^\s<>\"「」（）]*", re.IGNORECASE)
_EMOJI: Final = re.compile(
    "[\U0001f000-\U0001faff\U0001fb00-\U0001fbff\u2600-\u27bf\u2b00-\u2bff\ufe0e\ufe0f\u200d\u20e3"
    "\U000e0020-\U000e007f]+"
)
_REPEATED: Final = re.compile(r"([!?！？。、,.・…~〜ー=*_#+\-w])\1{2,}")
_ZERO_WIDTH: Final = re.compile(
    "[\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\x00-\x08\x0b-\x1f\x7f]"
)
_BLANKS: Final = re.compile(r"[^\S\n]+")
_LINES: Final = re.compile(r" ?\n\s*")
_CLUSTER: Final = regex.compile(r"\X")


def has_visible_text(text: str) -> bool:
    """Whether the text has a visible character."""
    return bool(_ZERO_WIDTH.sub("", text).strip())


def plain(text: str) -> str:
    """NFKC with addresses cut to their host, emoji and control characters gone, runs of marks and blanks made one."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _EMOJI.sub(" ", _ZERO_WIDTH.sub("", text)))
    elif _ZERO_WIDTH.search(text):
        text = _ZERO_WIDTH.sub("", text)
    if "://" in text:
        text = _URL.sub(r"\1", text)
    text = _REPEATED.sub(r"\1", text)
    return _LINES.sub("\n", _BLANKS.sub(" ", text)).strip()


def aligned_plain(text: str) -> "AlignedText":
    """`plain(text)` with the place in `text` of each of its characters."""
    clean = plain(text)
    if clean == text:
        return AlignedText(clean, None, None)
    alignment = TextAlignment(text)
    if not text.isascii():
        alignment.replace(_ZERO_WIDTH, "")
        alignment.replace(_EMOJI, " ")
        alignment.fold()
    elif _ZERO_WIDTH.search(text):
        alignment.replace(_ZERO_WIDTH, "")
    if "://" in alignment.text:
        alignment.keep_group(_URL)
    alignment.keep_group(_REPEATED)
    alignment.replace(_BLANKS, " ")
    alignment.replace(_LINES, "\n")
    alignment.strip()
    if alignment.text != clean:
        # Never seen; should two steps of `plain` ever part from these, offsets must not lie.
        return AlignedText(clean, [], [])
    return AlignedText(clean, alignment.starts, alignment.ends)


@dataclass(frozen=True, slots=True)
class AlignedText:
    """A normalised text; `starts` and `ends` give each character's origin, None where nothing was changed."""

    text: str
    starts: list[int] | None
    ends: list[int] | None

    def origin(self, start: int, end: int) -> tuple[int, int] | None:
        """The span in the original of a span of the normalised text; None when it is unknown."""
        if self.starts is None or self.ends is None:
            return start, end
        if not 0 <= start < end <= len(self.starts):
            return None
        return self.starts[start], self.ends[end - 1]

    def origins(self, spans: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The same for many spans, (spans, 2), and for which of them it is known; empty spans have none."""
        known = spans[:, 1] > spans[:, 0]
        if self.starts is None or self.ends is None:
            return spans, known
        known &= (spans[:, 0] >= 0) & (spans[:, 1] <= len(self.starts))
        clamped = np.where(known[:, None], spans, [0, 1])
        if not self.starts:
            return clamped, known
        return np.stack([np.take(self.starts, clamped[:, 0]), np.take(self.ends, clamped[:, 1] - 1)], 1).astype(
            np.int32
        ), known


class TextAlignment:
    """A text under normalisation with the origin of each character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = list(range(len(text)))
        self.ends = list(range(1, len(text) + 1))

    def replace(self, pattern: re.Pattern[str], put: str) -> None:
        """The same as `pattern.sub(put, text)`, for at most one character put."""
        self._splice([(match.start(), match.end(), put, None) for match in pattern.finditer(self.text)])

    def keep_group(self, pattern: re.Pattern[str]) -> None:
        """The same as `pattern.sub(r"\1", text)`."""
        self._splice([(*match.span(), match[1], match.span(1)) for match in pattern.finditer(self.text)])

    def keep(self, cuts: Sequence[tuple[int, int, int, int]]) -> None:
        """Leaves of each stretch a part: start, end, start of the part, end of the part, in the order of the text."""
        self._splice([(start, end, self.text[first:last], (first, last)) for start, end, first, last in cuts])

    def fold(self) -> None:
        """NFKC by grapheme cluster: a letter and its marks fold together."""
        if unicodedata.is_normalized("NFKC", self.text):
            return
        spliced: list[tuple[int, int, str, tuple[int, int] | None]] = []
        for match in _CLUSTER.finditer(self.text):
            cluster = match[0]
            folded = cluster if cluster.isascii() else unicodedata.normalize("NFKC", cluster)
            if folded != cluster:
                # What both end with is left where it is: a thousand marks on one letter are no one character.
                same = _common_end(cluster, folded)
                spliced.append((match.start(), match.end() - same, folded[: len(folded) - same], None))
        self._splice(spliced)

    def strip(self) -> None:
        """The same as `text.strip()`."""
        left = len(self.text) - len(self.text.lstrip())
        right = len(self.text.rstrip())
        self.text, self.starts, self.ends = self.text[left:right], self.starts[left:right], self.ends[left:right]

    def _splice(self, spliced: list[tuple[int, int, str, tuple[int, int] | None]]) -> None:
        """Replaces spans; the origin of a replacement is the whole span, or the part given with it."""
        if not spliced:
            return
        text: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for start, end, put, part in spliced:
            text += (self.text[at:start], put)
            starts += self.starts[at:start]
            ends += self.ends[at:start]
            if part is not None:
                starts += self.starts[part[0] : part[1]]
                ends += self.ends[part[0] : part[1]]
            elif len(put) == end - start:
                starts += self.starts[start:end]
                ends += self.ends[start:end]
            elif put:
                starts += [self.starts[start]] * len(put)
                ends += [self.ends[end - 1]] * len(put)
            at = end
        text.append(self.text[at:])
        starts += self.starts[at:]
        ends += self.ends[at:]
        self.text, self.starts, self.ends = "".join(text), starts, ends


def _common_end(left: str, right: str) -> int:
    """The length of the common suffix, at most one less than the shorter text."""
    most = min(len(left), len(right)) - 1
    return next((count for count in range(most) if left[-1 - count] != right[-1 - count]), most)
