"""The recipe `reranked` over a real database; the tests' extractor judges texts by the words they share."""

from itertools import pairwise

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Hit, Recipe
from graph.model.types import Status
from tests.live.test_forgetting import remembered

TOLD = (
    "The Kestrel bridge was designed by Hana Mori and painted in a dark green that few people in the town like.",
    "The Kestrel bridge opened",
    "The Kestrel bridge opened with fireworks over the river, and the mayor spoke for an hour about its long history.",
    "The canteen serves soup on Mondays.",
)


def test_the_hits_stand_as_they_were_judged_and_pages_go_on_where_the_last_one_ended(
    light: Knowledge, user_id: str
) -> None:
    ids = remembered(light, user_id, [Draft(text=text) for text in TOLD])

    whole = light.recall(user_id, "The Kestrel bridge", recipe=Recipe.RERANKED, limit=4)

    assert whole.recipe is Recipe.RERANKED
    assert whole.hits[0].memory.id == ids[1]
    assert whole.hits[0].parts.relevance == pytest.approx(0.75)
    assert whole.hits[0].score == whole.hits[0].parts.relevance
    ranked = [hit.memory.id for hit in whole.hits]
    assert sorted(ranked) == sorted(set(ranked))
    paged: list[str] = []
    cursor = None
    for _ in ranked:
        page = light.recall(user_id, "The Kestrel bridge", recipe=Recipe.RERANKED, limit=1, cursor=cursor)
        paged += [hit.memory.id for hit in page.hits]
        cursor = page.next_cursor
    assert paged == ranked


def test_scores_never_rise_over_pages_that_go_deeper_than_what_was_read_again(light: Knowledge, user_id: str) -> None:
    told = [Draft(text=f"The Kestrel bridge opened on day {number} of the fair") for number in range(80)]
    long = Draft(text="The Kestrel bridge opened. " + "Nobody counted the boats that day. " * 400)
    ids = remembered(light, user_id, [*told, long])

    hits: list[Hit] = []
    cursor = None
    while cursor or not hits:
        page = light.recall(user_id, "The Kestrel bridge", recipe=Recipe.RERANKED, limit=9, cursor=cursor)
        hits += page.hits
        cursor = page.next_cursor

    assert sorted(hit.memory.id for hit in hits) == sorted(ids)
    assert all(above.score >= below.score for above, below in pairwise(hits))
    assert sum(hit.parts.relevance > 0 for hit in hits) >= 30


def test_what_is_archived_is_read_again_too(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id, [Draft(text=text) for text in TOLD])
    light.archive(user_id, ids[1])

    filters = Filters(status=Status.ARCHIVED)
    (hit,) = light.recall(user_id, "The Kestrel bridge", recipe=Recipe.RERANKED, filters=filters).hits

    assert (hit.memory.id, hit.parts.relevance) == (ids[1], pytest.approx(0.75))
