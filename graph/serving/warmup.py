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
)
"""Questions that between them run what a recall asks of a user without memories; other recipes run nothing else."""
UNREACHED: Final = ("recall/of_entities", "recall/among", "recall/by_kept_words", "memory/list_by_occurred")
"""What is read only where something was found, or in a list alone: explained."""
_BUDGET: Final = 100
PLANNED: Final = (
    "memory/before",
    "memory/store",
    "memory/place",
    "memory/nearest",
    "entity/store",
    "entity/near",
    "entity/known",
    "entity/settle",
)
"""What a batch runs: explained, since to run them would write."""
_AGAIN_S: Final = 2.0
_GRACE_S: Final = 5.0


def acquaint(
    store: Store, recalling: Recaller, gathering: ContextBuilder, browsing: MemoryBrowser, nobody: str
) -> None:
    """Has the server plan what callers will wait for, and read the indexes once: as `nobody`, who has no memories.

    A statement costs one or two seconds when it is first met, and to explain it takes off only part of that: so what
    only reads is run, but for the few statements that nobody's questions do not come to.
    """
    for question, mode, recipe, filters in _ASKED:
        recalling.hits(nobody, question, mode, recipe, filters, 1, None)
    gathering.context(nobody, _QUESTION, _BUDGET, ContextOrder.RELEVANCE, Filters(), with_ids=False)
    for mode in (Mode.RECENT, Mode.IMPORTANCE):
        browsing.first(nobody, mode, _QUESTION, Filters(), 1, None)
    browsing.content(nobody, _QUESTION, Filters(), 1, None)
    store.read("memory/by_ids", user_id=nobody, ids=[])
    for name in (*UNREACHED, *PLANNED):
        store.explain(name, {})


class Preloader:
    """Steps done once in the background, and whether they are over. Safe to share between threads.

    `afterwards` is what nobody needs to wait for: done when the steps are, until the event it is given is set.
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
        """Begins in the background; once only. What is away for a while is waited for."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="enishi-warm", daemon=True)
                self._thread.start()

    def check(self) -> None:
        """Returns when nothing is being warmed. Raises Unavailable while it is, Misconfigured where it cannot be."""
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
        """Begins no further step, and waits a few seconds for what is under way."""
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
"""So much of a memory's text is asked: questions are hardly longer."""
_HITS: Final = 10
_ROUNDS: Final = 20
_STEADY: Final = 3
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
        recalled = recalling.hits(user_id, question, Mode.HYBRID, Recipe.JOINED, Filters(), _HITS, None)
        return recalled.milliseconds["search"]

    return heated(ask, [text for text in begun if text], unasked_s, ending)


def heated(ask: Callable[[str], float], questions: Sequence[str], unasked_s: Callable[[], float], ending: Event) -> int:
    """Asks all questions again and again until three rounds bring no quicker answers, twenty rounds at most.

    `ask` tells the milliseconds it took. What counts is the quickest answer to each question so far, all together:
    beside other work most are slower than they need be. Returns how many questions were asked.
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
