"""What lies in a time, a range or a filter is found by its words and meaning, however much else there is."""

from datetime import datetime, timedelta

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode, Recipe
from graph.recall.recalling import Recaller
from graph.settings import GraphSettings
from tests.live.conftest import START, Clock
from tests.live.plain_extractor import PlainExtractor, vector_of
from tests.live.test_forgetting import remembered

MARCH = START.replace(month=3)
BUDGET = sorted((f"w{n}" for n in range(500)), key=lambda word: float(vector_of(word) @ vector_of("budget")))
"""Words by how near they are to "budget": by chance, which the vectors of the tests are made of."""


def much(text: str, count: int, at: datetime, **more: object) -> list[Draft]:
    """So many memories of nearly one text, a minute apart."""
    return [
        Draft(text=f"{text}, number {n}", created_at=at + timedelta(minutes=n), **more)  # pyright: ignore[reportArgumentType]
        for n in range(count)
    ]


@pytest.mark.parametrize(
    "filters", [Filters(created_from=MARCH, created_to=MARCH.replace(month=4)), Filters(tags=("harbour",))]
)
def test_a_word_counts_in_what_filters_leave_however_many_others_hold_it(
    filters: Filters, store: Store, light: Knowledge, user_id: str
) -> None:
    outside = much(f"budget {' '.join(BUDGET[:8])}", 150, START.replace(month=1))
    near = [one for word in BUDGET[-20:] for one in much(f"{word} {BUDGET[-1]}", 3, MARCH, tags=("harbour",))]
    exact = Draft(text=f"budget {' '.join(BUDGET[190:250])}", created_at=MARCH, tags=("harbour",))
    *_, wanted = remembered(light, user_id, [*outside, *near, exact])
    recalling = Recaller(store, PlainExtractor(), GraphSettings(candidates=10), Clock())
    recalled = recalling.hits(user_id, "budget", Mode.HYBRID, Recipe.JOINED, filters, 10, None)
    assert {hit.memory.id: hit for hit in recalled.hits}[wanted].parts.words
    assert recalled.round_trips == 1


def test_a_word_counts_in_the_asked_time_however_many_hold_it_outside(
    store: Store, light: Knowledge, user_id: str
) -> None:
    outside = much(f"budget {' '.join(BUDGET[:8])}", 250, START.replace(year=2020))
    exact = Draft(text=f"budget {' '.join(BUDGET[190:202])}", created_at=MARCH)
    *_, wanted = remembered(light, user_id, [*outside, *much("Frost", 5, MARCH), exact])
    recalling = Recaller(store, PlainExtractor(), GraphSettings(candidates=10), Clock())
    question = "The budget in March"
    first = recalling.hits(user_id, question, Mode.TEMPORAL, Recipe.JOINED, Filters(), 10, None).hits[0]
    assert first.memory.id == wanted
    assert first.parts.words


def test_a_word_counts_among_what_tells_of_an_entity_however_many_others_hold_it(
    light: Knowledge, user_id: str
) -> None:
    said = f"Grace heard of a budget while {' '.join(BUDGET[:60])}"
    *_, wanted = remembered(light, user_id, [*much("budget plan report", 100, MARCH), Draft(text=said)])
    hits = light.recall(user_id, "Grace: budget plan report", mode=Mode.ENTITY).hits
    assert [hit.memory.id for hit in hits] == [wanted]
    assert hits[0].parts.words


@pytest.mark.parametrize("happened", [True, False])
def test_what_is_active_in_a_time_comes_however_much_of_it_is_archived(
    happened: bool, light: Knowledge, user_id: str, driver: Driver
) -> None:
    times = [MARCH + timedelta(minutes=n) for n in range(603)]
    field = "occurred_at" if happened else "created_at"
    drafts = [Draft(text=f"Frost {n}", **{field: at}) for n, at in enumerate(times)]  # pyright: ignore[reportArgumentType]
    # After the time so much is nearer to the question that the indexes give nothing else.
    loud = much("What happened", 100, START)
    ids = remembered(light, user_id, [*drafts, *loud])[: len(drafts)]
    active = ids[:3]
    with driver.session() as session:
        # At once: to archive them one by one would take half a minute.
        session.run(
            "UNWIND $ids AS id MATCH (memory:Memory {id: id})<-[:PART_OF]-(chunk:Chunk) "
            "SET memory.status = 'archived', chunk.status = 'archived'",
            ids=ids[3:],
        ).consume()
    recalled = light.recall(user_id, "What happened in March?", mode=Mode.TEMPORAL, limit=5)
    assert [hit.memory.id for hit in recalled.hits][:3] == active[::-1]
    assert recalled.note is None


@pytest.mark.parametrize("happened", [True, False])
def test_the_oldest_of_many_in_a_time_comes_first_where_it_is_the_answer(
    happened: bool, light: Knowledge, user_id: str
) -> None:
    # Before the time so much is nearer to the question that the indexes give nothing else.
    at = START.replace(year=2020)
    loud = [Draft(text=f"Ada sold the harp to Grace in {n}", created_at=at, occurred_at=at) for n in range(200)]
    times = [MARCH + timedelta(minutes=n) for n in range(1_500)]
    field = "occurred_at" if happened else "created_at"
    said = ["Ada sold the harp to Grace in tears, sadly", *[f"Frost {n}" for n in range(1, len(times))]]
    drafts = [Draft(text=text, **{field: at}) for text, at in zip(said, times, strict=True)]  # pyright: ignore[reportArgumentType]
    answer = remembered(light, user_id, [*loud, *drafts])[len(loud)]
    recalled = light.recall(user_id, "Ada sold the harp to Grace in March", mode=Mode.TEMPORAL, limit=5)
    assert recalled.hits[0].memory.id == answer
