"""As many hits as are wanted come whenever as many memories pass the filters, in every mode; each of them once."""

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from neo4j import Driver

from graph.db.filters import Cursor, asked_hash, filter_row
from graph.db.store import Store
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode, Recipe
from graph.settings import GraphSettings
from tests.live.conftest import START, wiped_user
from tests.live.plain_extractor import PlainExtractor

CROWD, FEW = 5_000, 10
QUESTION = "Ada apples pears plums in June"
SETTINGS = GraphSettings(similarity_floor=-1, candidates=20)
"""Few candidates, which a crowd fills at once; no floor, since what passes the filters is far from the question."""


def drafts() -> Iterator[Draft]:
    """A crowd that is all that is asked for, and a few that are little of it and carry what the filters ask for."""
    for n in range(CROWD - FEW):
        yield Draft(text=f"Ada apples pears plums, number {n}", created_at=START)
    for n in range(FEW):
        yield Draft(
            text=f"Bricks, slates, gutters and Ada, number {n}, then mortar, putty, planks, nails and screws",
            created_at=START.replace(year=2019),
            occurred_at=START.replace(year=2018),
            tags=("rare",),
            channel="rare",
            source="rare",
            project="rare",
            category="rare",
            session_id="rare",
            rating=5,
            bookmarked=True,
        )


@pytest.fixture(scope="module")
def crowd(driver: Driver, store: Store) -> Generator[tuple[Knowledge, str]]:
    """One user with all of them, for the tests of this module."""
    for user in wiped_user(driver):
        knowledge = Knowledge(lambda: store, PlainExtractor(), SETTINGS)
        assert all(outcome.error is None for outcome in knowledge.remember_many(user, drafts(), batch_size=1000))
        yield knowledge, user


NARROW = {
    "tags": Filters(tags=("rare",)),
    "channel": Filters(channel="rare"),
    "source": Filters(source="rare"),
    "occurred": Filters(occurred_to=START.replace(year=2020)),
    "project": Filters(project="rare"),
    "created": Filters(created_to=START.replace(year=2020)),
    "bookmarked": Filters(bookmarked=True),
    "two": Filters(category="rare", tags=("rare",)),
}
RANKING = [
    Mode.HYBRID, Mode.SEMANTIC, Mode.KEYWORD, Mode.TEMPORAL, Mode.ENTITY, Mode.GRAPH, Mode.RECENT, Mode.IMPORTANCE,
]  # fmt: skip


@pytest.mark.parametrize("name", NARROW)
@pytest.mark.parametrize("mode", RANKING)
def test_no_filter_loses_results(mode: Mode, name: str, crowd: tuple[Knowledge, str]) -> None:
    knowledge, user = crowd
    hits = knowledge.recall(user, QUESTION, mode=mode, filters=NARROW[name], limit=FEW).hits
    assert len({hit.memory.id for hit in hits}) == FEW
    assert {hit.memory.source for hit in hits} == {"rare"}


@pytest.mark.parametrize("recipe", list(Recipe))
def test_no_recipe_loses_results(recipe: Recipe, crowd: tuple[Knowledge, str]) -> None:
    knowledge, user = crowd
    hits = knowledge.recall(user, QUESTION, recipe=recipe, filters=NARROW["tags"], limit=FEW).hits
    assert len({hit.memory.id for hit in hits}) == FEW


@pytest.mark.parametrize("mode", RANKING)
def test_pages_with_a_filter_give_everything_exactly_once(mode: Mode, crowd: tuple[Knowledge, str]) -> None:
    knowledge, user = crowd
    seen = list(pages(knowledge, user, mode=mode, filters=NARROW["tags"], limit=3))
    assert len(seen) == len(set(seen)) == FEW


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.TEMPORAL, Mode.ENTITY, Mode.GRAPH, Mode.KEYWORD, Mode.SEMANTIC])
def test_deep_pages_neither_repeat_nor_miss(mode: Mode, crowd: tuple[Knowledge, str]) -> None:
    knowledge, user = crowd
    seen: list[str] = []
    for identity in pages(knowledge, user, mode=mode, filters=Filters(), limit=100):
        seen.append(identity)
        if len(seen) == 900:
            break
    assert len(set(seen)) == len(seen) == 900


def test_a_long_memory_leaves_room_for_others(light: Knowledge, user_id: str) -> None:
    long = "\n\n".join(f"Ada apples pears plums {n}" for n in range(300))
    told = [light.remember(user_id, Draft(text=text)).id for text in (long, "Ada, bricks", "Ada, mortar", "Ada, nails")]
    for mode in (Mode.HYBRID, Mode.KEYWORD, Mode.GRAPH):
        for filters in (Filters(), Filters(language="en")):
            hits = light.recall(user_id, "Ada apples pears plums", mode=mode, filters=filters, limit=4).hits
            assert {hit.memory.id for hit in hits} == set(told), (mode, filters)


def test_a_cursor_far_beyond_the_end_ends(light: Knowledge, user_id: str) -> None:
    light.remember(user_id, Draft(text="Ada"))
    asked = asked_hash(user_id, Mode.HYBRID, Recipe.JOINED, "Ada", filter_row(Filters()))
    assert light.recall(user_id, "Ada", cursor=Cursor(10**9, 0.0, "x", 200, asked).text()).hits == ()
    with pytest.raises(Invalid, match="not a cursor of ours"):
        light.recall(user_id, "Ada", cursor=Cursor(1, 0.0, "x", 10**9, asked).text())


def pages(knowledge: Knowledge, user: str, *, limit: int, **asked: Any) -> Iterator[str]:
    """The ids of all hits, page after page."""
    cursor = None
    while True:
        recalled = knowledge.recall(user, QUESTION, limit=limit, cursor=cursor, **asked)
        yield from (hit.memory.id for hit in recalled.hits)
        cursor = recalled.next_cursor
        if cursor is None:
            return
