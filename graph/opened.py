"""What the front door stands on: it opens the database on the first call, and closes what it opened."""

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event, Lock
from uuid import uuid4

from ulid import ULID

from graph.db import schema
from graph.db.store import Store
from graph.extractor import Extractor
from graph.serving.warmup import Preloader, acquaint, heat
from graph.serving.wiring import Wiring
from graph.settings import GraphSettings


def utc_now() -> datetime:
    """This moment in UTC."""
    return datetime.now(UTC)


class KnowledgeLifecycle:
    """The parts of one graph, put together on the first call that needs them. Safe to share between threads."""

    def __init__(
        self,
        store: Callable[[], Store],
        extractor: Extractor,
        settings: GraphSettings | None = None,
        *,
        clock: Callable[[], datetime] = utc_now,
        new_id: Callable[[], str] = lambda: str(ULID()),
        new_entity_id: Callable[[], str] = lambda: str(uuid4()),
    ) -> None:
        self._open = store
        self._extractor = extractor
        self._settings = settings or GraphSettings()
        self._clock = clock
        self._new_id = new_id
        self._new_entity_id = new_entity_id
        self._lock = Lock()
        self._rooms: Wiring | None = None
        self._warming = Preloader((extractor.warm, self._acquainted), self._heated)

    def warm(self) -> None:
        """Begins to load the models and to have the statements planned, in the background, for who serves others.

        Once that is over, and nobody asks, it asks for memories until the server answers no quicker.
        """
        self._warming.start()

    def ready(self) -> None:
        """Returns when requests can be answered. Raises Unavailable or Misconfigured when they cannot.

        Where `warm` was called they can once it is over.
        """
        self._warming.check()
        schema.server(self._ready().store)

    def close(self) -> None:
        """Lets go of connections and worker processes."""
        self._warming.stop()
        with self._lock:
            rooms, self._rooms = self._rooms, None
        self._extractor.close()
        if rooms is not None:
            rooms.store.close()

    def _acquainted(self) -> None:
        rooms = self._ready()
        acquaint(rooms.store, rooms.recalling, rooms.gathering, rooms.browsing, self._new_id())

    def _heated(self, ending: Event) -> None:
        rooms = self._ready()
        heat(rooms.store, rooms.recalling, rooms.browsing, lambda: rooms.admission.idle_s, ending)

    def _ready(self) -> Wiring:
        rooms = self._rooms
        if rooms is None:
            with self._lock:
                rooms = self._rooms = self._rooms or self._furnished()
        return rooms

    def _furnished(self) -> Wiring:
        store = self._open()
        try:
            found = schema.applied(store, self._extractor.embedding, self._clock())
        except BaseException:
            store.close()
            raise
        return Wiring(
            store, self._extractor, self._settings, self._clock, self._new_id, self._new_entity_id, server=found
        )
