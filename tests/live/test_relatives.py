"""A question that calls somebody by what they are is asked with their name, where the graph knows who that is."""

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft, GivenFact
from graph.model.recalled import Mode
from graph.model.types import RelationType
from tests.live.conftest import Clock
from tests.live.test_forgetting import remembered

pytestmark = pytest.mark.models

LIFE = (
    "My sister Nora works at the harbour office.",
    "Nora got married last June, to Anders, a fisherman.",
    "Nora keeps hens, six of them.",
    "Anders broke his left arm on the boat.",
    "My brother Gareth runs a kitchen in Abergavenny.",
    "Gareth has two greyhounds.",
    "I keep bees behind the house.",
)
JAPANESE_LIFE = (
    "妹の由香は市役所に勤めている。",
    "由香は高校の同級生だった大輔くんと去年の秋に結婚した。",
    "大輔くんは釣りが好き。",
    "弟の陸は野球部のキャッチャー。",
)


def read_as(knowledge: Knowledge, user_id: str, question: str) -> str | None:
    return knowledge.recall(user_id, question).read_as


@pytest.mark.parametrize(
    ("question", "read", "answer"),
    [
        ("What animals does my sister keep?", "What animals does my sister Nora keep?", 2),
        ("What happened to my sister's husband?", "What happened to my sister Nora's husband Anders?", 3),
        ("What pets does my brother have?", "What pets does my brother Gareth have?", 5),
        ("妹は何を飼っている？", "妹のNoraは何を飼っている？", 2),
    ],
)
def test_what_is_told_of_somebody_is_found_by_what_they_are(
    question: str, read: str, answer: int, knowledge: Knowledge, user_id: str
) -> None:
    ids = remembered(knowledge, user_id, [Draft(text=text) for text in LIFE])
    recalled = knowledge.recall(user_id, question, limit=3)
    assert recalled.read_as == read
    assert ids[answer] in [hit.memory.id for hit in recalled.hits]
    assert knowledge.context(user_id, question, budget_tokens=300).read_as == read


def test_japanese_memories_know_who_is_who(knowledge: Knowledge, user_id: str) -> None:
    remembered(knowledge, user_id, [Draft(text=text) for text in JAPANESE_LIFE])
    assert read_as(knowledge, user_id, "妹の夫の趣味は？") == "妹の由香の夫の大輔の趣味は？"
    assert read_as(knowledge, user_id, "弟は大陸に行った？") == "弟の陸は大陸に行った？"
    assert read_as(knowledge, user_id, "弟の陸は何をした？") is None
    assert read_as(knowledge, user_id, "What does my brother play?") == "What does my brother 陸 play?"


def test_a_couple_is_one_until_they_part(knowledge: Knowledge, user_id: str) -> None:
    def tell(*texts: str) -> None:
        remembered(knowledge, user_id, [Draft(text=text) for text in texts])
        knowledge.infer(user_id)

    question = "What does my girlfriend play?"
    tell("I dated Ann in 2019.", "I started dating Priya in May 2024.", "Priya plays chess.")
    assert read_as(knowledge, user_id, question) == "What does my girlfriend Priya play?"
    assert read_as(knowledge, user_id, "私の彼女の趣味は？") == "私の彼女のPriyaの趣味は？"
    tell("Priya and I broke up in June 2025.")
    assert read_as(knowledge, user_id, question) is None
    tell("先月から美咲と付き合っている。")
    assert read_as(knowledge, user_id, question) == "What does my girlfriend 美咲 play?"


def test_every_mode_that_takes_a_question_knows_it(knowledge: Knowledge, user_id: str) -> None:
    ids = remembered(knowledge, user_id, [Draft(text=text) for text in LIFE])
    for mode in (Mode.GRAPH, Mode.ENTITY, Mode.KEYWORD):
        found = [hit.memory.id for hit in knowledge.recall(user_id, "my sister", mode=mode).hits]
        assert ids[2] in found, mode


@pytest.mark.parametrize(
    "question",
    [
        "Where does my sister Nora live?",  # named already
        "Who is my aunt?",  # nobody is known to be it
        "Who is my aunt's husband?",
        "Where are my bees?",  # nobody's word
    ],
)
def test_a_question_stays_as_it_is_where_nothing_is_to_be_added(
    question: str, knowledge: Knowledge, user_id: str
) -> None:
    remembered(knowledge, user_id, [Draft(text=text) for text in LIFE])
    assert read_as(knowledge, user_id, question) is None


def test_several_are_named_together_and_of_too_many_nobody(knowledge: Knowledge, user_id: str) -> None:
    def told(*names: str) -> None:
        facts = [
            GivenFact(subject=name, type=RelationType.FRIEND, object="me", predicate="friend of") for name in names
        ]
        remembered(knowledge, user_id, [Draft(text=f"{one.subject} came over.", facts=(one,)) for one in facts])

    told("Ada Moss", "Ben Rowe")
    assert read_as(knowledge, user_id, "What do my friends like?") == "What do my friends Ada Moss and Ben Rowe like?"
    told("Cleo Marsh", "Dov Stern", "Eve Lund")
    assert read_as(knowledge, user_id, "What do my friends like?") is None


def test_who_was_forgotten_taken_back_or_somebody_elses_is_not_named(
    knowledge: Knowledge, user_id: str, clock: Clock
) -> None:
    (memory, *_) = remembered(knowledge, user_id, [Draft(text=text) for text in LIFE])
    question = "What animals does my sister keep?"
    assert read_as(knowledge, f"{user_id}-other", question) is None
    knowledge.archive(user_id, memory)
    assert read_as(knowledge, user_id, question) is None
    knowledge.restore(user_id, memory)
    assert read_as(knowledge, user_id, question) is not None
    knowledge.forget(user_id, memory)
    assert read_as(knowledge, user_id, question) is None


def test_a_question_that_calls_nobody_costs_no_read_more(knowledge: Knowledge, user_id: str) -> None:
    remembered(knowledge, user_id, [Draft(text=text) for text in LIFE])
    assert knowledge.recall(user_id, "Who keeps bees?").round_trips == 1
    assert knowledge.recall(user_id, "Does my sister keep bees?").round_trips == 2
