"""Asks questions of a real graph after a start until they are answered no quicker: a server compiles what it runs."""

import math
from collections.abc import Callable, Sequence
from threading import Event
from typing import Final

from graph.answers import Filters, Mode, Recipe
from graph.browse import Browsing
from graph.recall import Recalling
from graph.store import Store

_QUESTIONS: Final = 25
_CHARACTERS: Final = 200
"""So much of a memory's text is asked: questions are hardly longer."""
_HITS: Final = 10
_ROUNDS: Final = 20
_SETTLED: Final = 3
"""Rounds in a row without a quicker answer, after which it is warm."""
_QUICKER: Final = 0.98
"""What a quicker answer takes at most of the quickest before."""
_REST_S: Final = 1.0


def heat(store: Store, recalling: Recalling, browsing: Browsing, unasked_s: Callable[[], float], ending: Event) -> int:
    """Asks for the newest memories of the user who has most, by their own words, and tells how many questions it asked.

    Writes nothing. While somebody asks, and for a second after, it rests; it ends early when `ending` is set. Raises
    Unavailable when the database does not answer.
    """
    fullest = store.read("memory/fullest")
    if not fullest:
        return 0
    user_id = fullest[0]["user_id"]
    newest = browsing.first(user_id, Mode.RECENT, "", Filters(), _QUESTIONS, None)

    def ask(question: str) -> float:
        found = recalling.hits(user_id, question, Mode.HYBRID, Recipe.JOINED, Filters(), _HITS, None)
        return found.milliseconds["search"]

    return heated(ask, [hit.memory.text[:_CHARACTERS] for hit in newest.hits], unasked_s, ending)


def heated(ask: Callable[[str], float], questions: Sequence[str], unasked_s: Callable[[], float], ending: Event) -> int:
    """Asks all questions again and again until three rounds bring no quicker answer, twenty rounds at most.

    `ask` tells the milliseconds it took. Returns how many questions were asked.
    """
    asked, best, settled = 0, math.inf, 0
    for _ in range(_ROUNDS):
        # The quickest of a round: beside other work all of them but a few are slower than they need be.
        quickest = math.inf
        for question in questions:
            if not _rested(unasked_s, ending):
                return asked
            quickest = min(quickest, ask(question))
            asked += 1
        settled = 0 if quickest < _QUICKER * best else settled + 1
        best = min(best, quickest)
        if settled == _SETTLED:
            break
    return asked


def _rested(unasked_s: Callable[[], float], ending: Event) -> bool:
    """Whether it may go on, once nobody has asked for a second: whoever asks warms the server as well."""
    while not ending.is_set():
        if unasked_s() >= _REST_S:
            return True
        ending.wait(_REST_S)
    return False
