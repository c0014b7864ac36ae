"""Makes what may be asked of a user's graph, and keeps what was computed for all of a process."""

from collections.abc import Callable
from typing import Any

from graph.catalogue.catalogue import Catalogue
from graph.db.store import Store
from graph.network.cache import VersionedCache, bytes_of
from graph.network.entity_graph import EntityGraph
from graph.network.figures import GraphFigures
from graph.network.measures import Network, component_count
from graph.network.reading import GraphReader
from graph.settings import NetworkSettings


class Networks:
    """The graphs of all users of one process. Safe to share between threads."""

    def __init__(
        self, store: Store, called: Callable[[str, str], str], catalogue: Catalogue, settings: NetworkSettings
    ) -> None:
        """`called` finds the id of the entity that a name means, for a user."""
        self._store = store
        self._called = called
        self._catalogue = catalogue
        self._hub = settings.hub
        self._networks = VersionedCache[Network](
            seconds=settings.graphs_kept_s,
            entries=settings.graphs_kept,
            size_most=settings.graphs_kept_mb * 1_000_000,
            size=lambda network: network.size,
        )
        self._answers = VersionedCache[Any](
            seconds=settings.answers_kept_s,
            entries=settings.answers_kept,
            size_most=settings.answers_kept_mb * 1_000_000,
            size=bytes_of,
        )

    def graph(self, user_id: str) -> EntityGraph:
        """Facts, neighbours, paths and timelines of one user."""
        return EntityGraph(self._reader(user_id))

    def figures(self, user_id: str) -> GraphFigures:
        """Figures of one user's graph as a whole."""
        return GraphFigures(self._reader(user_id))

    def components(self, user_id: str) -> int:
        """How many parts of a user's graph no relation connects."""
        return component_count(self._reader(user_id).network())

    def cache_counts(self) -> tuple[int, int]:
        """How often what was asked had been computed already, and how often not."""
        caches = self._networks, self._answers
        return sum(cache.hits for cache in caches), sum(cache.misses for cache in caches)

    def _reader(self, user_id: str) -> GraphReader:
        return GraphReader(
            self._store, user_id, self._called, self._catalogue, hub=self._hub, networks=self._networks,
            answers=self._answers,
        )  # fmt: skip
