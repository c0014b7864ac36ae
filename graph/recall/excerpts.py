"""Excerpts: the sentences of a long text that hold the words of a question, within a budget of tokens."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from graph.model.reading.sentence_ends import NO_ABBREVIATION

Span = tuple[int, int]
Weights = Mapping[str, float]
"""The weight of each word of the question, in lower case, for a sentence that holds it."""

CUT = "…"
"""Stands where something was left out."""

_LEAST = 16
"""Tokens below which an excerpt tells nothing."""
LONGEST_TOKEN = 32
"""Characters a token may have: a text longer than this for each token of room is not counted at all."""
_SENTENCE = re.compile(
    rf"(?:[^。！？!?.\n]|\.(?!\s)|(?!{NO_ABBREVIATION}\.)\.)*(?:[。！？!?.]+[」』）)\"”’\]]*|\n|\Z)\s*"
)
_JOINED = frozenset("\u200d\ufe0e\ufe0f")


def sentences(text: str) -> list[Span]:
    """The spans of a text's sentences without outer white space; a line break ends a sentence too."""
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
    """The span of at most `room` tokens, "…" at cuts included, around the sentence with most of the question's words.

    Whole sentences, or the beginning of that one where it is too long. None where the room is too small.
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
    """The span of the sentence with most of the question's words, the first of equals; None without sentences."""
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
