"""Asks questions of a real graph after a start until they are answered no quicker: a server compiles what it runs."""

import math
from collections.abc import Callable, Sequence
from threading import Event
from typing import Final

from graph.browse.browsing import MemoryBrowser
from graph.db.store import Store
from graph.model.filters import Filters
from graph.model.recalled import Mode, Recipe
from graph.recall.recalling import Recaller

_QUESTIONS: Final = 25
_CHARACTERS: Final = 200
"""So much of a memory's text is asked: questions are hardly longer."""
_HITS: Final = 10
_ROUNDS: Final = 20
_SETTLED: Final = 3
"""Rounds in a row without quicker answers, after which it is warm."""
_QUICKER: Final = 0.98
"""What quicker answers take at most of the quickest before."""
_REST_S: Final = 1.0
_RESTS: Final = 120
"""After so many, those who ask have warmed the server themselves."""


def heat(
    store: Store, recalling: Recaller, browsing: MemoryBrowser, unasked_s: Callable[[], float], ending: Event
) -> int:
    """Asks for the newest memories of the user who has most, by their own words, and tells how many questions it asked.

    Writes nothing. While somebody asks, and for a second after, it rests; an ingest goes on beside it. It ends early
    when `ending` is set, and soon when people go on asking. Raises Unavailable when the database does not answer.
    """
    fullest = store.read("memory/fullest")
    if not fullest:
        return 0
    user_id = fullest[0]["user_id"]
    newest = browsing.first(user_id, Mode.RECENT, "", Filters(), _QUESTIONS, None)
    begun = (hit.memory.text[:_CHARACTERS].strip() for hit in newest.hits)

    def ask(question: str) -> float:
        found = recalling.hits(user_id, question, Mode.HYBRID, Recipe.JOINED, Filters(), _HITS, None)
        return found.milliseconds["search"]

    return heated(ask, [text for text in begun if text], unasked_s, ending)


def heated(ask: Callable[[str], float], questions: Sequence[str], unasked_s: Callable[[], float], ending: Event) -> int:
    """Asks all questions again and again until three rounds bring no quicker answers, twenty rounds at most.

    `ask` tells the milliseconds it took. What counts is the quickest answer to each question so far, all together:
    beside other work most are slower than they need be. Returns how many questions were asked.
    """
    asked, settled, rests = 0, 0, 0
    quickest = dict.fromkeys(questions, math.inf)
    for _ in range(_ROUNDS):
        before = sum(quickest.values())
        for question in questions:
            while unasked_s() < _REST_S:
                if rests == _RESTS or ending.wait(_REST_S):
                    return asked
                rests += 1
            if ending.is_set():
                return asked
            quickest[question] = min(quickest[question], ask(question))
            asked += 1
        settled = 0 if sum(quickest.values()) < _QUICKER * before else settled + 1
        if settled == _SETTLED:
            break
    return asked
