"""How sure a hit is: it tells what is known from what is not, across questions, and keeps noise out of contexts."""

from collections.abc import Generator

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.recalled import Mode
from tests.extraction.models import extractor
from tests.live.conftest import START, wiped_user
from tests.live.test_forgetting import remembered

pytestmark = pytest.mark.models

MEMOS = (
    "User prefers pytest over unittest.",
    "We moved the job queue from Redis to RabbitMQ in March.",
    "Errors of the API follow RFC 9457.",
    "The staging database runs PostgreSQL 16 in Frankfurt.",
    "Deployments happen on Tuesdays, never on Fridays.",
    "The mobile app is written in Kotlin and Swift.",
    "週次の定例は水曜の10時から会議室Bで行う。",
    "請求書の締め日は毎月25日に変わった。",
    "新しいロゴは高橋さんがデザインした。",
)
KNOWN = (
    "what test framework does the user like?",
    "Which message broker do we use for jobs?",
    "What time zone or city is staging in?",
    "On which day do we deploy?",
    "定例会議は何曜日？",
    "請求書の締め日はいつ？",
    "ロゴをデザインしたのは誰？",
)
UNKNOWN = (
    "favourite pizza topping",
    "when did we drop Kubernetes?",
    "kubernetes ingress configuration",
    "Who is allergic to peanuts?",
    "蕎麦アレルギー",
    "社員旅行の行き先はどこ？",
    "飼っている猫の名前は？",
)


@pytest.fixture(scope="module")
def mine(driver: Driver) -> Generator[str]:
    yield from wiped_user(driver)


@pytest.fixture(scope="module")
def memos(store: Store, mine: str) -> Knowledge:
    knowledge = Knowledge(lambda: store, extractor(), clock=lambda: START)
    remembered(knowledge, mine, [Draft(text=text) for text in MEMOS])
    return knowledge


def surest(knowledge: Knowledge, user: str, question: str) -> float:
    return max(hit.confidence or 0.0 for hit in knowledge.recall(user, question).hits)


def test_what_is_known_is_surer_than_what_is_not_in_both_languages(memos: Knowledge, mine: str) -> None:
    known = {question: surest(memos, mine, question) for question in KNOWN}
    unknown = {question: surest(memos, mine, question) for question in UNKNOWN}
    assert min(known.values()) > max(unknown.values()), (known, unknown)


def test_hits_below_the_confidence_asked_for_are_left_out_and_said_so(memos: Knowledge, mine: str) -> None:
    everything = memos.recall(mine, KNOWN[0])
    sure = memos.recall(mine, KNOWN[0], min_confidence=0.3)
    assert [hit.memory.text for hit in sure.hits] == [MEMOS[0]]
    assert len(everything.hits) == len(MEMOS)
    none = memos.recall(mine, UNKNOWN[0], min_confidence=0.3)
    assert none.hits == ()
    assert "sure" in (none.note or "")


def test_a_context_of_what_nobody_told_holds_no_noise(memos: Knowledge, mine: str) -> None:
    contexts = [memos.context(mine, question, budget_tokens=200) for question in UNKNOWN]
    silent = [context for context in contexts if not context.citations]
    assert all(context.text == f"({context.note})" for context in silent)
    assert len(silent) >= 5, [context.text for context in contexts]
    assert MEMOS[0] in memos.context(mine, UNKNOWN[2], budget_tokens=2000, min_confidence=0).text
    assert MEMOS[1] in memos.context(mine, KNOWN[1], budget_tokens=200).text


@pytest.mark.parametrize("mode", [Mode.RECENT, Mode.IMPORTANCE])
def test_a_list_that_a_question_narrows_is_as_sure_of_each_as_a_ranking(
    mode: Mode, memos: Knowledge, mine: str
) -> None:
    ranked = {hit.memory.id: hit.confidence for hit in memos.recall(mine, KNOWN[3]).hits}
    listed = {hit.memory.id: hit.confidence for hit in memos.recall(mine, KNOWN[3], mode=mode).hits}
    assert listed
    assert listed.items() <= ranked.items()


def test_semantic_recall_says_how_sure_it_is(memos: Knowledge, mine: str) -> None:
    assert all(hit.confidence is not None for hit in memos.recall(mine, KNOWN[3], mode=Mode.SEMANTIC).hits)


@pytest.mark.parametrize("least", [-0.1, 1.1, True, "high"])
def test_a_confidence_that_is_none_is_refused(least: object, memos: Knowledge, mine: str) -> None:
    for mode in (Mode.HYBRID, Mode.CONTENT, Mode.RECENT):
        with pytest.raises(Invalid, match="0 to 1"):
            memos.recall(mine, "x", mode=mode, min_confidence=least)  # type: ignore[arg-type]


HEADED = (
    ("Wi-Fi at the cabin", "Network: Pine, password on the fridge", "what is the wifi at the cabin"),
    ("Ring size", "54", "what is my ring size"),
    ("定例会議", "毎週月曜 10:00、会議室けやき", "定例はどの部屋"),
)


@pytest.mark.parametrize("speaker", [None, "Ann"])
@pytest.mark.parametrize(("title", "text", "question"), HEADED)
def test_a_title_or_heading_that_answers_is_given_and_a_foreign_question_is_not_answered(
    store: Store, mine: str, speaker: str | None, title: str, text: str, question: str
) -> None:
    knowledge = Knowledge(lambda: store, extractor(), clock=lambda: START)
    titled = Draft(text=text, title=title, speaker=speaker)
    for number, draft in enumerate((titled, Draft(text=f"# {title}\n{text}", speaker=speaker))):
        user = f"{mine}-{number}"
        remembered(knowledge, user, [draft, Draft(text="Lunch with Nora was nice; she likes the new place.")])
        assert text.rpartition("\n")[2] in knowledge.context(user, question, budget_tokens=200).text
        assert knowledge.context(user, "Who coached the handball team of Brno?", budget_tokens=200).note
        knowledge.forget_user(user)
