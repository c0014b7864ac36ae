"""One feed for each user who is followed: it looks for new events once a second, and hands them to all who listen.

Whoever writes, this server, a command or another process, what was done stands in the graph; so the graph is asked, and
nobody has to tell. Users whom nobody follows cost nothing.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from graph.errors import EnishiError
from graph.journal.following import Following
from graph.model.life.journal import Event

WAITING_MOST: Final = 1_000
"""Events that may wait for a listener who reads slowly; beyond them it has to begin again where it stands."""
_THREADS: Final = 4
"""Threads in which feeds ask; requests have others, which a database that hangs does not take from them."""

Follow = Callable[[str, str | None], Following]
"""Begins to follow a user, from a cursor or from now on."""


@dataclass(frozen=True, slots=True)
class News:
    """An event, and the cursor after it."""

    event: Event
    cursor: str


@dataclass(slots=True)
class Listener:
    """The news that wait for one who listens; `behind` when there were more than may wait."""

    waiting: asyncio.Queue[News] = field(default_factory=lambda: asyncio.Queue(WAITING_MOST))
    behind: bool = False

    def hand(self, news: News) -> None:
        """Lets it wait for the listener."""
        try:
            self.waiting.put_nowait(news)
        except asyncio.QueueFull:
            self.behind = True


class Feeds:
    """All feeds of a server. Belongs to one event loop."""

    def __init__(self, follow: Follow, *, every_s: float) -> None:
        self._follow = follow
        self._every_s = every_s
        self._feeds: dict[str, _Feed] = {}
        self._limiter: CapacityLimiter | None = None

    @property
    def listeners(self) -> int:
        """How many listen in all."""
        return sum(len(feed.listeners) for feed in self._feeds.values())

    def listeners_of(self, user: str) -> int:
        """How many listen to what happens to one user's memories."""
        return len(self._feeds[user].listeners) if user in self._feeds else 0

    async def ask(self, asked: Callable[[], object]) -> object:
        """What a call to the graph answers, from a thread of the feeds."""
        self._limiter = self._limiter or CapacityLimiter(_THREADS)
        return await run_sync(asked, limiter=self._limiter)

    async def following(self, user: str, cursor: str | None) -> Following:
        """One who follows a user. Raises Invalid for a cursor that is none, Unavailable while the graph is away."""
        self._limiter = self._limiter or CapacityLimiter(_THREADS)
        return await run_sync(self._follow, user, cursor, limiter=self._limiter)

    @asynccontextmanager
    async def listening(self, user: str) -> AsyncGenerator[Listener]:
        """Listens to a user's feed; the last who leaves ends it. Raises Unavailable where it cannot begin."""
        feed = self._feeds.setdefault(user, _Feed(self, user, self._every_s))
        listener = Listener()
        feed.listeners.append(listener)
        try:
            await feed.begun()
            yield listener
        finally:
            feed.listeners.remove(listener)
            if not feed.listeners:
                self._feeds.pop(user, None)
                feed.end()

    def close(self) -> None:
        """Ends all feeds."""
        for feed in self._feeds.values():
            feed.end()


class _Feed:
    def __init__(self, feeds: Feeds, user: str, every_s: float) -> None:
        self._feeds = feeds
        self._user = user
        self._every_s = every_s
        self._lock = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None
        self.listeners: list[Listener] = []

    async def begun(self) -> None:
        """Returns when everything that happens from now on will be handed over."""
        async with self._lock:
            if self._looking is None:
                following = await self._feeds.following(self._user, None)
                self._looking = asyncio.create_task(self._look(following))

    def end(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    async def _look(self, following: Following) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            # The graph is away for a moment: what happens meanwhile is found when it is back.
            with suppress(EnishiError):
                for event in await run_next(self._feeds, following):
                    news = News(event, following.cursor)
                    for listener in self.listeners:
                        listener.hand(news)


async def run_next(feeds: Feeds, following: Following) -> tuple[Event, ...]:
    """What is new to one who follows, asked in a thread."""
    news: list[Event] = []

    def ask() -> None:
        news.extend(following.next())

    await feeds.ask(ask)
    return tuple(news)
