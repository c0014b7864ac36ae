"""A project and a source are paths: what lies below them belongs to them, in every way to ask, on a real Neo4j."""

from collections.abc import Callable

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode
from tests.live.plain_extractor import MODEL

PROJECTS = ("shop", "shop/backend", "shop/backend/api", "shopping", "shop-old", "work/shop")
INSIDE = {"shop", "shop/backend", "shop/backend/api"}
SHOP = Filters(project="shop")


def _by_source(light: Knowledge, user: str) -> set[str | None]:
    page = light.memories(user, filters=Filters(source="shop/"))
    return {memory.source for memory in page.memories}


def _recalled(mode: Mode) -> Callable[[Knowledge, str], set[str | None]]:
    return lambda light, user: {
        hit.memory.project for hit in light.recall(user, "Ada Byron meeting", mode=mode, filters=SHOP).hits
    }


WAYS: dict[str, Callable[[Knowledge, str], set[str | None]]] = {
    **{mode.value: _recalled(mode) for mode in (Mode.HYBRID, Mode.SEMANTIC, Mode.KEYWORD, Mode.RECENT)},
    "content": lambda light, user: {hit.memory.project for hit in light.content(user, "Ada", filters=SHOP).hits},
    "list": lambda light, user: {memory.project for memory in light.memories(user, filters=SHOP).memories},
    "source": _by_source,
    "context": lambda light, user: {
        light.show(user, cited.memory_id).memory.project
        for cited in light.context(user, "Ada Byron meeting", budget_tokens=500, filters=SHOP).citations
    },
}


def _kept(light: Knowledge, user: str) -> None:
    list(
        light.remember_many(
            user,
            [Draft(text=f"Ada Byron meeting number {n}", project=p, source=p) for n, p in enumerate(PROJECTS)],
        )
    )


def test_a_path_finds_what_lies_below_it_in_every_way_and_nothing_beside_it(light: Knowledge, user_id: str) -> None:
    _kept(light, user_id)
    assert {name: way(light, user_id) for name, way in WAYS.items()} == dict.fromkeys(WAYS, INSIDE)


def test_an_earlier_database_learns_which_projects_lie_below_others(
    light: Knowledge, store: Store, driver: Driver, user_id: str
) -> None:
    _kept(light, user_id)
    # An earlier Enishi gave a chunk the token of its own project alone.
    driver.execute_query(
        "MATCH (c:Chunk {user_id: $user}) SET c.facets = "
        "reduce(s = '', t IN [t IN split(c.facets, ' ') WHERE NOT t STARTS WITH 'p'] | s + ' ' + t) + ' ' "
        "+ last([t IN split(c.facets, ' ') WHERE t STARTS WITH 'p'])",
        user=user_id,
    )
    assert WAYS["keyword"](light, user_id) == {"shop"}
    for _ in range(2):
        schema.migrate(store, "m016_sources", MODEL)
        assert WAYS["keyword"](light, user_id) == INSIDE


@pytest.mark.parametrize("path", ["shop/back", "hop", "backend"])
def test_a_path_is_whole_from_its_beginning_to_its_end(light: Knowledge, user_id: str, path: str) -> None:
    _kept(light, user_id)
    assert light.memories(user_id, filters=Filters(project=path)).memories == ()
