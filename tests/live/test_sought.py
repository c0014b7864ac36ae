"""Of what is near a question, that comes first which names the sort of thing it asks for, and tells of who is asked."""

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Recalled
from tests.live.test_forgetting import remembered

pytestmark = pytest.mark.models

TALK = (
    ("Bee", "How was the holiday with your parents?"),
    ("Ada", "The holiday was lovely, we swam every day of it."),
    ("Bee", "Lucky you, my last holiday was all rain."),
    ("Ada", "Ours was in Portugal, warm until October."),
    ("Bee", "I would love a holiday like that."),
)


def named_in(recalled: Recalled, memory_id: str) -> bool:
    return any(hit.memory.id == memory_id and "it names “Portugal”" in hit.why for hit in recalled.hits)


@pytest.mark.parametrize("filters", [Filters(), Filters(tags=("talk",)), Filters(session_id="t")])
def test_a_turn_that_names_a_place_answers_where(filters: Filters, knowledge: Knowledge, user_id: str) -> None:
    drafts = [Draft(text=text, speaker=speaker, session_id="t", tags=("talk",)) for speaker, text in TALK]
    ids = remembered(knowledge, user_id, drafts)
    where = knowledge.recall(user_id, "Where did Ada go on holiday?", filters=filters)
    assert where.hits[0].memory.id == ids[3]
    assert named_in(where, ids[3])
    assert not named_in(knowledge.recall(user_id, "When did Ada go on holiday?", filters=filters), ids[3])
    assert not named_in(knowledge.recall(user_id, "Where in Portugal was Ada's holiday?", filters=filters), ids[3])


def test_a_japanese_note_that_names_somebody_answers_who(knowledge: Knowledge, user_id: str) -> None:
    ids = remembered(
        knowledge,
        user_id,
        [
            Draft(text="屋根の修理は思ったより高くついた。"),
            Draft(text="屋根は山本さんが直してくれた。"),
            Draft(text="屋根を直すまで雨漏りがひどかった。"),
        ],
    )
    who = knowledge.recall(user_id, "屋根を直したのは誰？")
    assert who.hits[0].memory.id == ids[1]
    assert "出てくる" in who.hits[0].why


WORK = (
    "My sister Nora works at the harbour office in Oslo.",
    "Nora's friend Per works at a bank in Oslo.",
    "I work for a small publisher, since 2019.",
)


def test_a_question_about_myself_is_not_answered_by_what_is_told_of_others(knowledge: Knowledge, user_id: str) -> None:
    ids = remembered(knowledge, user_id, [Draft(text=text) for text in WORK])
    assert knowledge.recall(user_id, "Where do I work?").hits[0].memory.id == ids[2]
    others = knowledge.recall(user_id, "Who works where I do?")
    assert not any("ask about yourself" in hit.why for hit in others.hits)
    assert knowledge.recall(user_id, "Where does my sister work?").hits[0].memory.id == ids[0]
