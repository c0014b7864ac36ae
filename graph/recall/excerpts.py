"""Cuts long texts down to the sentences that matter, at sentence ends wherever that can be."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

Span = tuple[int, int]
Weights = Mapping[str, float]
"""What it counts that a sentence holds a word of the question, in lower case."""

CUT = "…"
"""Stands where something was left out."""

_LEAST = 16
"""Tokens below which a part of a text tells nothing."""
LONGEST_TOKEN = 32
"""Characters; what is longer than this many for each token there is room for is not even counted."""
_SENTENCE = re.compile(r"(?:[^。！？!?.\n]|\.(?!\s))*(?:[。！？!?.]+[」』）)\"”’\]]*|\n|\Z)\s*")
_JOINED = frozenset("\u200d\ufe0e\ufe0f")


def sentences(text: str) -> list[Span]:
    """Where the sentences of a text begin and end, without blanks at their rims; a line break ends one too."""
    spans: list[Span] = []
    for match in _SENTENCE.finditer(text):
        bare = match.group().strip()
        if bare:
            start = match.start() + match.group().index(bare[0])
            spans.append((start, start + len(bare)))
    return spans


def fits(text: str, room: int, tokens: Callable[[str], int]) -> bool:
    """Whether a text takes at most `room` tokens."""
    return len(text) <= room * LONGEST_TOKEN and tokens(text) <= room


def excerpt(text: str, weights: Weights, room: int, tokens: Callable[[str], int]) -> Span | None:
    """The stretch of at most `room` tokens, marks of its cuts among them, that holds what the question asks for.

    Whole sentences around the one that holds most of the question's words; the beginning of that one where it is too
    long itself. None where there is no room for anything that would tell something.
    """
    room -= tokens(CUT) * 2
    if room < _LEAST:
        return None
    spans = sentences(text)
    if not spans:
        return None
    scores = [_score(text[start:end], weights) for start, end in spans]
    best = _best(scores)
    start, end = spans[best]
    if not fits(text[start:end], room, tokens):
        return _beginning(text, start, end, room, tokens)
    first, last = _grown(text, spans, scores, best, room, tokens)
    return (spans[first][0], spans[last][1])


def telling(text: str, weights: Weights) -> Span | None:
    """The sentence that holds most of what the question asks for, the first of equals; None where there is none."""
    spans = sentences(text)
    return spans[_best([_score(text[start:end], weights) for start, end in spans])] if spans else None


def _best(scores: Sequence[float]) -> int:
    return max(range(len(scores)), key=lambda place: (scores[place], -place))


def _score(sentence: str, weights: Weights) -> float:
    lower = sentence.casefold()
    return sum(weight for word, weight in weights.items() if word in lower)


def _grown(
    text: str, spans: Sequence[Span], scores: Sequence[float], best: int, room: int, tokens: Callable[[str], int]
) -> tuple[int, int]:
    """The first and the last sentence around the best one: the better neighbour first, as long as there is room."""
    first = last = best
    while True:
        # What follows explains more often than what stands before.
        steps = [(scores[place], place > last, place) for place in (first - 1, last + 1) if 0 <= place < len(spans)]
        for _, after, place in sorted(steps, reverse=True):
            wider = (first, place) if after else (place, last)
            if fits(text[spans[wider[0]][0] : spans[wider[1]][1]], room, tokens):
                first, last = wider
                break
        else:
            return first, last


def _beginning(text: str, start: int, end: int, room: int, tokens: Callable[[str], int]) -> Span | None:
    """As much of a sentence as there is room for, whole words where it has spaces."""
    low, high = start, min(end, start + room * LONGEST_TOKEN)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(text[start:middle], room, tokens):
            low = middle
        else:
            high = middle - 1
    if low < end:
        space = text.rfind(" ", start, low + 1)
        low = space if space > start + (low - start) // 2 else _whole(text, start, low)
    return (start, low) if low > start else None


def _whole(text: str, start: int, cut: int) -> int:
    """The cut moved back to where no character is parted from its marks."""
    while start < cut < len(text) and (
        text[cut] in _JOINED or unicodedata.combining(text[cut]) or text[cut - 1] == "\u200d"
    ):
        cut -= 1
    return cut
