"""Where a word stands in a text, as short stretches of it: `…the system architecture overview shows…`."""

import re
import unicodedata
from collections.abc import Iterator

_BLANKS = re.compile(r"\s+")


def snippets(text: str, word: str, *, most: int, characters: int) -> tuple[str, ...]:
    """The first `most` stretches of a text around a word, apart from each other, in one line each.

    The word is found whatever its case and with any ending; words of scripts without spaces anywhere.
    """
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    shown: list[str] = []
    end = -1
    for place in _places(plain, word):
        if len(shown) == most:
            break
        if place < end:
            continue
        room = max(0, characters - len(word)) // 2
        start, end = max(0, place - room), min(len(plain), place + len(word) + room)
        shown.append(_cut(plain, start, end, place, place + len(word)))
    return tuple(shown)


def around(text: str, start: int, end: int, *, characters: int) -> str:
    """A stretch of a text about the place from `start` to `end`, in one line: `…met Ada Byron at the harbour…`."""
    room = max(0, characters - (end - start)) // 2
    return _cut(text, max(0, start - room), min(len(text), end + room), start, end)


def _places(text: str, word: str) -> Iterator[int]:
    before = r"(?<![^\W_])" if word.isascii() else ""
    for match in re.finditer(before + re.escape(word), text, re.IGNORECASE):
        yield match.start()


def _cut(text: str, start: int, end: int, first: int, after: int) -> str:
    """The stretch with whole words at its rims where the text has spaces, and an ellipsis where more follows."""
    if start and (space := text.find(" ", start, first)) >= 0:
        start = space + 1
    if end < len(text) and (space := text.rfind(" ", after, end)) >= 0:
        end = space
    line = _BLANKS.sub(" ", text[start:end]).strip()
    return f"{'…' if start else ''}{line}{'…' if end < len(text) else ''}"
