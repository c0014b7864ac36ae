"""Brings a process to where its first caller waits for nothing: models loaded, statements planned, code compiled."""

import logging
import math
import threading
from collections.abc import Callable, Sequence
from threading import Event
from typing import Final

from graph.browse.browsing import MemoryBrowser
from graph.context.gathering import ContextBuilder
from graph.db.store import Store
from graph.errors import EnishiError, Misconfigured, Unavailable
from graph.model.context import ContextOrder
from graph.model.filters import Filters
from graph.model.recalled import Mode, Recipe
from graph.recall.recalling import Recaller

_LOG = logging.getLogger(__name__)

_QUESTION: Final = "Who is warming up?"
_SISTER: Final = "Is my sister warming up?"
_JUNE: Final = "What was warm in June 2020?"
_ASKED: Final[tuple[tuple[str, Mode, Recipe, Filters], ...]] = (
    (_QUESTION, Mode.HYBRID, Recipe.JOINED, Filters()),
    (_QUESTION, Mode.HYBRID, Recipe.JOINED, Filters(category="warm")),
    # A tag is known to no index: where too few come, what passes the filters is read.
    (_QUESTION, Mode.HYBRID, Recipe.JOINED, Filters(tags=("warm",))),
    (_QUESTION, Mode.SEMANTIC, Recipe.JOINED, Filters()),
    (_SISTER, Mode.KEYWORD, Recipe.JOINED, Filters()),
    (_QUESTION, Mode.GRAPH, Recipe.JOINED, Filters()),
    (_QUESTION, Mode.ENTITY, Recipe.JOINED, Filters()),
    (_JUNE, Mode.TEMPORAL, Recipe.JOINED, Filters()),
    ("What was warm before the wedding?", Mode.TEMPORAL, Recipe.JOINED, Filters()),
    (_QUESTION, Mode.HYBRID, Recipe.WEIGHTED, Filters()),
    ("Summarise what was warm.", Mode.HYBRID, Recipe.JOINED, Filters()),
)
"""Questions that together run every statement of a recall for a user without memories."""
UNREACHED: Final = ("recall/of_entities", "recall/among", "recall/archived_by_words", "memory/list_by_occurred")
"""Statements that run only where something was found, or in a list alone: explained instead."""
_BUDGET: Final = 100
PLANNED: Final = (
    "memory/before",
    "memory/store",
    "memory/place",
    "entity/store",
    "entity/near",
    "entity/known",
    "entity/settle",
)
"""Statements of a write batch: explained, since running them would write."""
_AGAIN_S: Final = 2.0
_GRACE_S: Final = 5.0


def acquaint(
    store: Store, recalling: Recaller, gathering: ContextBuilder, browsing: MemoryBrowser, nobody: str
) -> None:
    """Has the server plan the statements that callers wait for, and read its indexes once, as the user `nobody`.

    A statement takes one or two seconds the first time. EXPLAIN saves only part of that, so reads are run, for a user
    without memories, and only those that such a user does not reach are explained.
    """
    for question, mode, recipe, filters in _ASKED:
        recalling.hits(nobody, question, mode, recipe, filters, 1, None)
    gathering.context(
        nobody, _QUESTION, _BUDGET, ContextOrder.RELEVANCE, Filters(), with_ids=False, min_confidence=None
    )
    for mode in (Mode.RECENT, Mode.IMPORTANCE):
        browsing.first(nobody, mode, _QUESTION, Filters(), 1, None)
    browsing.content(nobody, _QUESTION, Filters(), 1, None)
    store.read("memory/by_ids", user_id=nobody, ids=[])
    for name in (*UNREACHED, *PLANNED):
        store.explain(name, {})


class Preloader:
    """Runs steps once in a background thread, and says when they are done. Safe to share between threads.

    `afterwards` runs when the steps are done, and nobody waits for it; it ends when the event it is given is set.
    """

    def __init__(
        self, steps: Sequence[Callable[[], None]], afterwards: Callable[[threading.Event], object] = lambda _: None
    ) -> None:
        self._steps = steps
        self._afterwards = afterwards
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._over = threading.Event()
        self._ending = threading.Event()
        self._away: Unavailable | None = None
        self._fault: EnishiError | None = None

    def start(self) -> None:
        """Starts the thread, once only. A step that is Unavailable is tried again later."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="enishi-warm", daemon=True)
                self._thread.start()

    def check(self) -> None:
        """Returns when the steps are done. Raises Unavailable before that, Misconfigured where a step failed."""
        if self._thread is None:
            return
        if not self._over.is_set():
            away = self._away
            raise Unavailable(
                "Enishi is starting: it loads its models and plans its statements." if away is None else str(away),
                retry_after=_AGAIN_S if away is None else away.retry_after,
            )
        if self._fault is not None:
            raise Misconfigured(str(self._fault)) from self._fault

    def stop(self) -> None:
        """Starts no further step, and waits a few seconds for the one that runs."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join(_GRACE_S)

    def _run(self) -> None:
        for step in self._steps:
            while not self._ending.is_set():
                try:
                    step()
                except Unavailable as error:
                    _LOG.warning("warming up has to wait: %s", type(error).__name__)
                    self._away = error
                    self._ending.wait(error.retry_after)
                    continue
                except EnishiError as error:
                    # The first call that needs it tells its caller; the log must not quote what the error quotes.
                    _LOG.warning("not warmed up: %s", type(error).__name__)
                    self._fault = error
                except Exception as error:  # noqa: BLE001  a thread that dies unseen would never be ready
                    _LOG.error("not warmed up: %s", type(error).__name__)
                self._away = None
                break
        self._over.set()
        if self._fault is not None or self._ending.is_set():
            return
        try:
            self._afterwards(self._ending)
        except Exception as error:  # noqa: BLE001  nobody waits for it, and who asks next is told what is wrong
            _LOG.warning("warmed up in part: %s", type(error).__name__)


_QUESTIONS: Final = 25
_CHARACTERS: Final = 200
"""Characters of a memory's text that are asked: questions are hardly longer."""
_HITS: Final = 10
_ROUNDS: Final = 20
_STEADY: Final = 3
"""Rounds in a row without faster answers after which the server is warm."""
_QUICKER: Final = 0.98
"""A round is faster when it takes at most this share of the best times before it."""
_REST_S: Final = 1.0
_RESTS: Final = 120
"""Rests after which users have warmed the server themselves."""


def heat(
    store: Store, recalling: Recaller, browsing: MemoryBrowser, unasked_s: Callable[[], float], ending: Event
) -> int:
    """Recalls the newest memories of the user with most of them, until the server has compiled what it runs.

    Returns how many questions were asked; writes nothing. It rests while users ask and a second longer, and ends when
    `ending` is set or users keep asking. Raises Unavailable when the database does not answer.
    """
    fullest = store.read("memory/fullest")
    if not fullest:
        return 0
    user_id = fullest[0]["user_id"]
    newest = browsing.first(user_id, Mode.RECENT, "", Filters(), _QUESTIONS, None)
    begun = (hit.memory.text[:_CHARACTERS].strip() for hit in newest.hits)

    def ask(question: str) -> float:
        recalled = recalling.hits(user_id, question, Mode.HYBRID, Recipe.JOINED, Filters(), _HITS, None)
        return recalled.milliseconds["search"]

    return heated(ask, [text for text in begun if text], unasked_s, ending)


def heated(ask: Callable[[str], float], questions: Sequence[str], unasked_s: Callable[[], float], ending: Event) -> int:
    """Asks all questions until three rounds in a row are no faster, at most twenty rounds; returns the questions asked.

    `ask` returns milliseconds. A round counts by the sum of the best time of each question so far, since other work
    slows most of them.
    """
    asked, steady, rests = 0, 0, 0
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
        steady = 0 if sum(quickest.values()) < _QUICKER * before else steady + 1
        if steady == _STEADY:
            break
    return asked
