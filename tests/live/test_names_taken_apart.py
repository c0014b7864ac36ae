"""Names as the product takes them apart: what makes two of them one, and what only asks somebody."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.live.conftest import START, Clock
from tests.live.naming_extractor import NamingExtractor, taken_apart
from tests.live.test_forgetting import remembered

APART = (
    Draft(text="Bob Miller joined Acme Corp.", created_at=START),
    Draft(text="Robert Miller met Mia Abe.", created_at=START),
)
BOTH = Draft(text="Robert Miller met Mia Abe. Mia Abe met Bob Miller.", created_at=START)


@pytest.fixture
def taking(store: Store, clock: Clock) -> Knowledge:
    return Knowledge(lambda: store, NamingExtractor(taken_apart), clock=clock)


LONG = "National Association Bakers Corp"


def millers(knowledge: Knowledge, user_id: str) -> list[str]:
    """The entities called Miller, each by all its names."""
    every = knowledge.entities(user_id, limit=200).entities
    names = (sorted({name.key for name in knowledge.entity(user_id, one.id).names}) for one in every)
    return sorted(" = ".join(keys) for keys in names if "miller" in keys[0])


def test_a_nickname_far_from_the_name_is_asked_about(taking: Knowledge, user_id: str) -> None:
    remembered(taking, user_id, APART)
    assert millers(taking, user_id) == ["bob miller", "robert miller"]
    asked = taking.proposals(user_id).proposals
    assert [{one.one.name, one.other.name} for one in asked] == [{"Bob Miller", "Robert Miller"}]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (0, 2, 1)])
def test_one_memory_that_names_both_makes_them_one_whenever_it_comes(
    order: Sequence[int], taking: Knowledge, user_id: str
) -> None:
    for place in order:
        taking.remember(user_id, (*APART, BOTH)[place])
    assert millers(taking, user_id) == ["bob miller = robert miller"]


def test_one_talk_that_names_both_makes_them_one(taking: Knowledge, user_id: str) -> None:
    turns = [replace(draft, speaker="Mia", session_id="s1") for draft in APART]
    list(taking.remember_many(user_id, turns, batch_size=1))
    assert millers(taking, user_id) == ["bob miller = robert miller"]


def test_forgetting_the_place_parts_them_again(taking: Knowledge, user_id: str) -> None:
    ids = remembered(taking, user_id, (*APART, BOTH))
    assert millers(taking, user_id) == ["bob miller = robert miller"]
    taking.forget(user_id, ids[2])
    assert millers(taking, user_id) == ["bob miller", "robert miller"]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_an_acronym_is_the_long_name_once_a_talk_has_both_whoever_came_last(
    order: Sequence[int], taking: Knowledge, user_id: str
) -> None:
    said = (("Leo Mori leads Nab Corp.", "s1"), (f"Yui Ito joined {LONG}.", "s2"), (f"Mia Abe leads {LONG}.", "s1"))
    for place in order:
        text, session = said[place]
        taking.remember(user_id, Draft(text=text, speaker="Mia", session_id=session, created_at=START))
    names = [sorted(one.key for one in taking.entity(user_id, e.id).names) for e in taking.entities(user_id).entities]
    assert ["nab corp", LONG.lower()] in names


def test_a_question_stays_open_when_another_name_of_one_side_is_mentioned(taking: Knowledge, user_id: str) -> None:
    texts = ("Rachel Perry met Mia Abe.", "Rachel Ann Perry joined Acme Corp.", "Rachel Perry Welty joined Acme Corp.")
    remembered(taking, user_id, [Draft(text=text, created_at=START) for text in texts])
    asked = taking.proposals(user_id).proposals
    assert [(one.one.name, one.other.name) for one in asked]
    remembered(taking, user_id, [Draft(text="Mia Abe met Rachel Ann Perry.", created_at=START)])
    assert taking.proposals(user_id).proposals[0].score == asked[0].score
