"""A passage in which the words of a question stand together comes before one that has them here and there."""

from dataclasses import replace

import pytest

from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode, Recipe
from graph.recall.recalling import Recaller
from graph.recall.searches import Search, Searches
from graph.settings import GraphSettings
from tests.live.conftest import Clock
from tests.live.plain_extractor import MODEL, PlainExtractor
from tests.live.test_forgetting import remembered

QUESTION = "apples pears plums cherries figs"
STREWN = "apples apples snow. pears pears ice. plums rain hail. cherries fog ice. figs snow rain."
# In another order, so that no two stand side by side as in the question.
TOGETHER = "figs cherries plums pears apples. snow ice rain. hail fog snow. ice rain hail. fog snow ice."
WAYS = pytest.mark.parametrize("filters", [Filters(), Filters(tags=("t",))], ids=["hybrid", "filtered"])


@WAYS
def test_words_that_stand_together_answer_better_than_as_many_more_strewn_about(
    light: Knowledge, store: Store, user_id: str, filters: Filters
) -> None:
    strewn, together = remembered(
        light, user_id, [Draft(text=text, title="Market", tags=("t",)) for text in (STREWN, TOGETHER)]
    )
    # Without a factor all mean the same, and words alone decide.
    extractor = PlainExtractor(replace(MODEL, spread=0.0))
    recalling = Recaller(store, extractor, GraphSettings(), Clock())
    asking = Searches(store, extractor, GraphSettings())
    by_words = asking.by_words(searched(extractor, user_id, filters))
    assert [one.memory.id for one in by_words] == [strewn, together]
    found = recalling.hits(user_id, QUESTION, Mode.HYBRID, Recipe.JOINED, filters, 2, None)
    assert [hit.memory.id for hit in found.hits] == [together, strewn]


@WAYS
def test_what_travels_lean_still_brings_the_texts_that_are_read_closely(
    light: Knowledge, store: Store, user_id: str, filters: Filters
) -> None:
    remembered(light, user_id, [Draft(text=text, title="Market", tags=("t",)) for text in (STREWN, TOGETHER)])
    asking = Searches(store, PlainExtractor(), GraphSettings())
    found = asking.hybrid(replace(searched(PlainExtractor(), user_id, filters), lean=True))
    assert sorted(one.text for one in found) == sorted((STREWN, TOGETHER))


def searched(extractor: PlainExtractor, user_id: str, filters: Filters) -> Search:
    return Search(user_id=user_id, asked=extractor.question(QUESTION), filters=filters, wanted=2)
