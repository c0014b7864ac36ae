"""A question that looks back is answered from all sessions of its matter, not from the one that tells most of it."""

from datetime import timedelta

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Recalled
from tests.live.conftest import START

LATER = {
    "summer": "Varnish for the Kestrel Boat arrived.",
    "autumn": "A storm tore ropes off the Kestrel Boat.",
    "winter": "Ice lies around the Kestrel Boat, under covers.",
}
"""What each further session says: it shares no word with the questions, but tells of the same boat."""
ONCE = "Who did the repair of the sail?"


@pytest.fixture
def sailor(light: Knowledge, user_id: str) -> str:
    """A user who spoke of a boat in spring at length, later now and then, and of many other repairs."""
    spring = [f"The repair of the sail of the Kestrel Boat took patch number {n}." for n in range(16)]
    others = [f"The repair of roof {n} and the sail bag took a day." for n in range(150)]
    drafts = [Draft(text=text, speaker="Bo", session_id="spring", occurred_at=START) for text in spring]
    drafts += [
        Draft(text=text, speaker="Bo", session_id=session, occurred_at=START + timedelta(days=90 * place))
        for place, (session, text) in enumerate(LATER.items(), 1)
    ]
    drafts += [Draft(text=text, occurred_at=START) for text in others]
    drafts += [Draft(text="The Kestrel Boat has a secret.", session_id="night", agent="spy", occurred_at=START)]
    assert all(outcome.error is None for outcome in light.remember_many(user_id, drafts))
    return user_id


def sessions(answer: Recalled) -> set[str | None]:
    return {hit.memory.session_id for hit in answer.hits}


@pytest.mark.parametrize("question", ["Summarise how the repair of the sail went.", "The repair of the sail: 経緯は？"])
def test_the_first_ten_hits_tell_of_every_session_of_the_matter(light: Knowledge, sailor: str, question: str) -> None:
    assert sessions(light.recall(sailor, ONCE, limit=10)).isdisjoint(LATER)
    answer = light.recall(sailor, question, limit=10)
    assert sessions(answer) > LATER.keys()
    assert all("Kestrel Boat" in hit.why for hit in answer.hits if hit.memory.session_id in LATER)
    assert "Kestrel Boat" in answer.hits[0].text
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)


def test_what_does_not_pass_the_filters_carries_nothing_on(light: Knowledge, sailor: str) -> None:
    question = "Summarise how the repair of the sail went."
    early = Filters(occurred_to=START + timedelta(days=100))
    assert sessions(light.recall(sailor, question, limit=10, filters=early)) & LATER.keys() == {"summer"}


def test_pages_give_every_memory_once(light: Knowledge, sailor: str) -> None:
    ids: list[str] = []
    cursor = None
    while len(ids) < 100:
        page = light.recall(sailor, "Summarise how the repair of the sail went.", limit=20, cursor=cursor)
        ids += [hit.memory.id for hit in page.hits]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert len(ids) >= 100
    assert len(ids) == len(set(ids))


def test_a_context_tells_all_sessions_in_the_order_of_time(light: Knowledge, sailor: str) -> None:
    context = light.context(sailor, "Summarise how the repair of the sail went.", budget_tokens=400)
    told = [text for line in context.text.splitlines() for text in LATER.values() if text in line]
    assert told == list(LATER.values())
