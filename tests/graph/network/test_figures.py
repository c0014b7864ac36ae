"""Figures of a graph are those of what it was when it was read, also where somebody writes meanwhile."""

from typing import Any, cast

from graph.catalogue.catalogue import Catalogue
from graph.db.store import Store
from graph.model.network import Centrality
from graph.network.areas import Networks
from graph.settings import NetworkSettings


class Growing:
    """A store of entities in a row, tied to the first; it grows by one once its version was asked for `grows` times."""

    def __init__(self, grows: int) -> None:
        self.version, self.grows, self.read_names = 1, grows, list[str]()

    def read(self, name: str, /, **_: object) -> list[dict[str, Any]]:
        self.read_names.append(name)
        ids = [f"e{number}" for number in range(self.version + 1)]
        match name:
            case "network/version":
                self.grows -= 1
                version, self.version = self.version, self.version + (self.grows == 0)
                return [{"version": [version]}]
            case "network/nodes":
                return [{"ids": ids, "names": ids, "types": ["Person"] * len(ids), "mentions": [1] * len(ids)}]
            case "network/all_edges":
                ties = len(ids) - 1
                sure = [0.2, *[0.9] * (ties - 1)]
                return [{"sources": ["e0"] * ties, "targets": ids[1:], "kinds": ["KNOWS"] * ties, "confidences": sure}]
            case _:
                return []


def networks(store: object, **settings: int) -> Networks:
    known = cast(Store, store)
    return Networks(known, lambda _, called: called, Catalogue(known), NetworkSettings(**settings))  # pyright: ignore[reportArgumentType]


def test_what_was_computed_of_an_older_graph_is_not_answered_for_a_newer_one() -> None:
    for grows in (1, 2, 3):
        store = Growing(grows)
        network = networks(store).figures("u")
        for _ in range(3):
            network.central(Centrality.DEGREE)
            network.communities()
        assert store.version == 2
        assert len(network.central(Centrality.DEGREE).nodes) == 3
        assert network.communities().communities[0].size == 3


def test_a_graph_that_has_not_changed_is_read_once_and_its_version_once_a_question() -> None:
    store = Growing(0)
    network = networks(store).figures("u")
    for _ in range(3):
        network.statistics()
    assert store.read_names.count("network/nodes") == store.read_names.count("network/all_edges") == 1
    assert store.read_names.count("network/version") == 3


def test_however_sure_one_asks_for_the_graph_is_read_once() -> None:
    store = Growing(0)
    store.version = 4
    network = networks(store).figures("u")
    for _ in range(2):
        drawn = {least: network.snapshot(limit=9, min_confidence=least) for least in (0.0, 0.3, 0.95)}
        assert [(each.total_nodes, each.total_edges) for each in drawn.values()] == [(5, 4), (4, 3), (0, 0)]
        assert network.statistics().relations == 4
    assert store.read_names.count("network/nodes") == store.read_names.count("network/all_edges") == 1


def test_ranks_around_many_centres_take_no_more_memory_than_answers_may() -> None:
    centres = [f"e{place}" for place in range(6)]
    # Of each centre one number for each entity is kept: 2.4 MB in all.
    for most, kept_answers in ((1, 0), (10, len(centres))):
        store = Growing(0)
        store.version = 50_000
        kept = networks(store, answers_kept_mb=most)
        for centre in 2 * centres:
            assert kept.figures("u").snapshot(limit=1, around=centre).total_nodes == 50_000
        graphs_kept = 2 * len(centres) - 1
        assert kept.cache_counts() == (graphs_kept + kept_answers, 1 + 2 * len(centres) - kept_answers)
