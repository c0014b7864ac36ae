"""Questions for the newest, lists of what is about a question, and exact text in titles and tags."""

from datetime import UTC, datetime, timedelta

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.memory import Order
from graph.model.recalled import Mode

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def kept(knowledge: Knowledge, user_id: str, *texts: str) -> None:
    drafts = [Draft(text=text, occurred_at=START + timedelta(days=day)) for day, text in enumerate(texts)]
    assert all(outcome.error is None for outcome in knowledge.remember_many(user_id, drafts))


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        (
            "When did I last see Anna?",
            ("Saw Anna at the harbour.", "Saw Anna at the gym.", "Bought milk and bread.", "The heating was repaired."),
            "Saw Anna at the gym.",
        ),
        (
            "What is the latest price of the Kumo plan?",
            ("The Kumo plan costs 10 euros.", "The Kumo plan costs 12 euros.", "Ken likes sushi.", "It rained."),
            "The Kumo plan costs 12 euros.",
        ),
        (
            "最後に田中さんに会ったのはいつですか",
            ("田中さんに大阪で会った。", "田中さんに京都で会った。", "牛乳を買った。", "雨が降った。"),
            "田中さんに京都で会った。",
        ),
        (
            "最新の会議室はどこ？",
            ("定例の会議室は3階です。", "定例の会議室は5階です。", "佐藤さんは寿司が好き。", "雨が降った。"),
            "定例の会議室は5階です。",
        ),
    ],
)
def test_the_newest_of_those_that_answer_comes_first_where_the_last_is_asked_for(
    knowledge: Knowledge, user_id: str, question: str, texts: tuple[str, ...], answer: str
) -> None:
    for order in (texts, tuple(reversed(texts[:2])) + texts[2:]):
        user = f"{user_id}-{order[0][:3].strip()}-{order is texts}"
        kept(knowledge, user, *order)
        hits = knowledge.recall(user, question, limit=4).hits
        assert hits[0].memory.text == order[1]
        scores = [hit.score for hit in hits]
        assert scores == sorted(scores, reverse=True)
    assert answer == texts[1]


def test_a_list_by_time_or_importance_is_narrowed_by_a_question_and_paged(knowledge: Knowledge, user_id: str) -> None:
    kept(
        knowledge, user_id, "The migration to Kumo began.", "Ken likes sushi.", "The migration to Kumo failed.",
        "Bought milk.", "The migration to Kumo is done.",
    )  # fmt: skip
    recent = knowledge.recall(user_id, "migration to Kumo", mode=Mode.RECENT, limit=2)
    assert [hit.memory.text for hit in recent.hits] == [
        "The migration to Kumo is done.", "The migration to Kumo failed.",
    ]  # fmt: skip
    rest = knowledge.recall(user_id, "migration to Kumo", mode=Mode.RECENT, limit=2, cursor=recent.next_cursor)
    assert [hit.memory.text for hit in rest.hits] == ["The migration to Kumo began."]
    assert rest.next_cursor is None
    weights = [hit.score for hit in knowledge.recall(user_id, "migration to Kumo", mode=Mode.IMPORTANCE).hits]
    assert len(weights) == 3
    assert weights == sorted(weights, reverse=True)
    assert len(knowledge.recall(user_id, "", mode=Mode.RECENT).hits) == 5


@pytest.mark.parametrize("regex", [False, True])
def test_exact_text_is_found_in_titles_and_tags_and_ordered_by_importance(
    light: Knowledge, user_id: str, regex: bool
) -> None:
    drafts = [
        Draft(text="Ada Byron met Grace Hopper.", title="Kumo launch", rating=5),
        Draft(text="Nothing much.", tags=("kumo", "ops"), rating=1),
        Draft(text="We wait for KUMO.", rating=3),
        Draft(text="Something else.", title="Another", tags=("ops",)),
    ]
    assert all(outcome.error is None for outcome in light.remember_many(user_id, drafts))
    hits = light.content(user_id, "kumo", regex=regex).hits
    assert [hit.memory.text for hit in hits] == [draft.text for draft in reversed(drafts[:3])]
    assert [bool(hit.lines) for hit in hits] == [True, False, False]
    assert "tag" in hits[1].why
    assert "title" in hits[2].why
    first = light.content(user_id, "kumo", regex=regex, order=Order.IMPORTANCE, limit=2)
    rest = light.content(user_id, "kumo", regex=regex, order=Order.IMPORTANCE, limit=2, cursor=first.next_cursor)
    weights = [hit.memory.importance for hit in (*first.hits, *rest.hits)]
    assert weights == sorted(weights, reverse=True)
    assert len(weights) == 3


def test_a_context_of_what_comes_near_nothing_says_so_within_its_budget(knowledge: Knowledge, user_id: str) -> None:
    kept(knowledge, user_id, "The lab moved to the second floor.", "Ken likes sushi.", "The printer is broken.")
    context = knowledge.context(user_id, "Which whales of Patagonia sing in the database?", budget_tokens=200)
    assert context.note is not None
    assert context.text.startswith(f"({context.note})")
    assert context.tokens <= 200
    assert not knowledge.context(user_id, "Where did the lab move?", budget_tokens=200).text.startswith("(")
