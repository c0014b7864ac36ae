"""Passages tied to an answer by an entity in common come with it, by names more than by common nouns."""

import pytest

from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.recall.ranking import COMMON_SHARE
from graph.recall.searches import Search, Searches
from graph.settings import GraphSettings
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_forgetting import remembered

TEXTS = (
    "apples pears plums by Quartz Corp and Quiet Idea",
    "snow and ice for Quartz Corp in winter",
    "rain and hail for Quiet Idea in autumn",
)


@pytest.mark.parametrize("filters", [Filters(), Filters(tags=("t",))], ids=["hybrid", "filtered"])
def test_a_common_noun_ties_less_than_a_name(light: Knowledge, store: Store, user_id: str, filters: Filters) -> None:
    _, named, common = remembered(light, user_id, [Draft(text=text, tags=("t",)) for text in TEXTS])
    extractor = PlainExtractor()
    asking = Searches(store, extractor, GraphSettings(seeds=1))
    search = Search(user_id=user_id, asked=extractor.question("apples pears plums"), filters=filters, wanted=3)
    ties = {one.memory.id: [(tie.entity, tie.weight) for tie in one.ties] for one in asking.hybrid(search)}
    [(by_name, of_name)], [(by_noun, of_noun)] = ties[named], ties[common]
    assert (by_name, by_noun) == ("Quartz Corp", "Quiet Idea")
    assert of_noun == pytest.approx(COMMON_SHARE * of_name)
