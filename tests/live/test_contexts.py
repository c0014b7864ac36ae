"""Contexts over a real database: pinned first, only the own, only what is active, in two round trips."""

import re
from datetime import timedelta

import pytest
from neo4j import Driver

from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.context import Context, ContextOrder
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.types import Status
from tests.live.conftest import START

QUESTION = "Where does Ada Byron work?"
TALK = (
    Draft(text="Good morning!", speaker="Grace", session_id="talk", occurred_at=START),
    Draft(text="Where is the new office of Ada?", speaker="Grace", session_id="talk", occurred_at=START),
    Draft(text="In Paris Town, by the river.", speaker="Linus", session_id="talk", occurred_at=START),
    Draft(text="Lovely place!", speaker="Grace", session_id="talk", occurred_at=START),
)


def ids_of(context: Context) -> list[str]:
    return [citation.memory_id for citation in context.citations]


def kept(light: Knowledge, user_id: str, *drafts: Draft) -> list[str]:
    return [o.remembered.id for o in light.remember_many(user_id, drafts) if o.remembered]


def test_an_empty_graph_gives_an_empty_context(light: Knowledge, user_id: str) -> None:
    for budget in (0, 1, 1000):
        context = light.context(user_id, QUESTION, budget_tokens=budget)
        assert (context.text, context.citations, context.tokens, context.left_out) == ("", (), 0, 0)


def test_pinned_memories_come_first_and_the_rest_by_relevance(light: Knowledge, user_id: str) -> None:
    hit, other, pin = kept(
        light,
        user_id,
        Draft(text="Ada Byron joined Acme Corp. She does her work there."),
        Draft(text="Grace Hopper leads Initech Corp."),
        Draft(text="Answer in short sentences.", pinned=True),
    )
    context = light.context(user_id, QUESTION, budget_tokens=300)
    assert ids_of(context)[:2] == [pin, hit]
    assert set(ids_of(context)) <= {pin, hit, other}
    assert [citation.pinned for citation in context.citations[:2]] == [True, False]
    assert context.citations[1].score is not None


def test_of_more_pinned_memories_than_are_offered_those_nearest_to_the_question_are(
    light: Knowledge, user_id: str
) -> None:
    rules = [
        Draft(text=f"Rule{n} of this house speaks of brooms and of nobody at all.", pinned=True) for n in range(55)
    ]
    hits = [Draft(text=f"Ada Byron does work in Harbour{n}.") for n in range(12)]
    *_, pin = kept(light, user_id, *rules, *hits, Draft(text="Ada sings.", pinned=True))
    assert ids_of(light.context(user_id, QUESTION, budget_tokens=119))[0] == pin


def test_a_context_costs_two_round_trips_also_for_long_memories(light: Knowledge, user_id: str) -> None:
    text = "\n\n".join(f"Paragraph {n} of Longwood Town. " + "filler " * 40 for n in range(50))
    (long,) = kept(light, user_id, Draft(text=text, pinned=True))
    kept(light, user_id, *(Draft(text=f"Ada{n} Byron met Grace Hopper in Longwood Town.") for n in range(60)))
    context = light.context(user_id, "Paragraph 23 of Longwood Town", budget_tokens=900)
    assert context.round_trips == 2
    assert context.tokens <= 900
    assert ids_of(context)[0] == long
    for start, end in context.citations[0].spans:
        assert "Paragraph 23" in text[start:end] or text[start:end].strip()
    assert any("Paragraph 23 " in text[start:end] for start, end in context.citations[0].spans)


def test_the_smallest_context_tells_what_the_best_hit_says_of_the_question(light: Knowledge, user_id: str) -> None:
    filler = "Nobody says anything of note. " * 9
    (long,) = kept(light, user_id, Draft(text=f"{filler}Ada Byron does not work in Longwood Town. {filler}"))
    kept(light, user_id, *(Draft(text=f"Paris{n} Town does work.") for n in range(3)))
    context = light.context(user_id, "Does Ada Byron work in Longwood Town?", budget_tokens=64)
    assert ids_of(context)[0] == long
    assert "Ada Byron does not work in Longwood Town." in context.text
    assert context.tokens <= 64


def test_nothing_of_another_user_is_in_a_context(light: Knowledge, user_id: str, other_user: str) -> None:
    kept(light, other_user, Draft(text="Ada Byron works for Acme Corp.", pinned=True), *TALK)
    assert light.context(user_id, QUESTION, budget_tokens=500).text == ""
    assert light.context(f"{other_user}#work", QUESTION, budget_tokens=500).text == ""
    (own,) = kept(light, user_id, Draft(text="Ada Byron works for Initech Corp.", pinned=True))
    assert ids_of(light.context(user_id, QUESTION, budget_tokens=500)) == [own]


def test_archived_invalid_and_forgotten_memories_are_left_out(light: Knowledge, user_id: str) -> None:
    ids = kept(light, user_id, *(Draft(text=f"Ada Byron joined Acme{n} Corp.", pinned=n < 2) for n in range(5)))
    light.archive(user_id, ids[0])
    light.invalidate(user_id, ids[2])
    light.forget(user_id, ids[3])
    assert set(ids_of(light.context(user_id, QUESTION, budget_tokens=500))) == {ids[1], ids[4]}
    archived = light.context(user_id, QUESTION, budget_tokens=500, filters=Filters(status=Status.ARCHIVED))
    assert ids_of(archived) == [ids[0]]


def test_filters_narrow_what_is_pinned_and_what_stands_beside_a_hit(light: Knowledge, user_id: str) -> None:
    ids = kept(
        light,
        user_id,
        Draft(text="Ada Byron joined Acme Corp.", project="p", pinned=True),
        Draft(text="Ada Byron joined Initech Corp.", project="q", pinned=True),
        Draft(text="Where does Ada work?", speaker="Grace", session_id="s", tags=("no",)),
        Draft(text="Ada Byron does her work at Acme Corp.", speaker="Linus", session_id="s", tags=("yes",)),
    )
    assert ids_of(light.context(user_id, QUESTION, budget_tokens=500, filters=Filters(project="p"))) == [ids[0]]
    assert ids_of(light.context(user_id, QUESTION, budget_tokens=500, filters=Filters(tags=("yes",)))) == [ids[3]]
    with pytest.raises(Invalid):
        light.context(user_id, QUESTION, budget_tokens=500, filters=Filters(project="  "))


def test_a_turn_is_told_with_the_question_it_answers_in_the_order_of_the_talk(light: Knowledge, user_id: str) -> None:
    ids = kept(light, user_id, *TALK)
    context = light.context(user_id, "by the river", budget_tokens=200)
    told = ids_of(context)
    assert told.index(ids[1]) + 1 == told.index(ids[2])
    assert "Linus: In Paris Town, by the river." in context.text


def test_near_duplicates_are_told_once(light: Knowledge, user_id: str) -> None:
    ids = kept(light, user_id, Draft(text="Ada Byron joined Acme Corp."), Draft(text="ADA BYRON joined acme corp!"))
    (citation,) = light.context(user_id, QUESTION, budget_tokens=300).citations
    assert {citation.memory_id, *citation.repeats} == set(ids)


def test_the_same_words_of_two_people_and_other_numbers_are_all_told(light: Knowledge, user_id: str) -> None:
    ids = kept(
        light,
        user_id,
        Draft(text="Ada Byron works from home.", speaker="Grace"),
        Draft(text="Ada Byron works from home.", speaker="Linus"),
        Draft(text="Ada Byron works from home?", speaker="Linus"),
        Draft(text="Ada Byron works at -5 degrees.", occurred_at=START),
        Draft(text="Ada Byron works at 5 degrees.", occurred_at=START + timedelta(days=3)),
    )
    ids.append(light.remember(user_id, Draft(text="Ada Byron works from home.", speaker="Barbara")).id)
    assert [light.show(user_id, one).memory.duplicate_of for one in ids] == [None] * 6
    assert sorted(ids_of(light.context(user_id, QUESTION, budget_tokens=500))) == sorted(ids)


def test_memories_whose_near_hashes_were_made_otherwise_are_told_once(
    light: Knowledge, user_id: str, driver: Driver
) -> None:
    kept(light, user_id, Draft(text="Ada Byron joined Acme Corp."))
    driver.execute_query("MATCH (m:Memory {user_id: $u}) SET m.near_hash = 'old'", u=user_id)
    kept(light, user_id, Draft(text="ADA BYRON joined acme corp!"))
    (citation,) = light.context(user_id, QUESTION, budget_tokens=300).citations
    assert len(citation.repeats) == 1


def test_a_budget_holds_in_both_orders_and_is_the_same_each_time(light: Knowledge, user_id: str) -> None:
    drafts = [
        Draft(text=f"Ada{n} Byron met Grace{n} Hopper.\n\nThey spoke of topic{n}.", pinned=n % 7 == 0,
              occurred_at=START - timedelta(days=n))
        for n in range(40)
    ]  # fmt: skip
    kept(light, user_id, *drafts)
    for order in ContextOrder:
        for budget in (1, 10, 40, 160, 640):
            context = light.context(user_id, "Whom did Ada3 meet?", budget_tokens=budget, order=order)
            assert context.tokens <= budget
            again = light.context(user_id, "Whom did Ada3 meet?", budget_tokens=budget, order=order)
            assert (context.text, context.citations) == (again.text, again.citations)
    days = [
        citation.told_at
        for citation in light.context(user_id, "Ada3", budget_tokens=640, order=ContextOrder.TIME).citations
        if not citation.pinned
    ]
    assert days == sorted(days)
    assert len(days) > 5


@pytest.mark.parametrize(
    "question", ["Summarise how the sauna in the garden got built.", "The sauna in the garden: 経緯は？"]
)
def test_what_answers_a_question_that_looks_back_is_told_in_the_order_of_time(
    light: Knowledge, user_id: str, question: str
) -> None:
    steps = ["The sauna in the garden got built.", "The sauna got a roof.", "The sauna in the garden got tiles."]
    kept(light, user_id, *(Draft(text=text, occurred_at=START - timedelta(days=n)) for n, text in enumerate(steps)))
    back = light.context(user_id, question, budget_tokens=400)
    assert [citation.told_at for citation in back.citations] == [START - timedelta(days=n) for n in (2, 1, 0)]
    assert back.order is ContextOrder.TIME
    chosen = light.context(user_id, question, budget_tokens=400, order=ContextOrder.RELEVANCE)
    assert chosen.order is ContextOrder.RELEVANCE
    once = light.context(user_id, "Who built the sauna in the garden?", budget_tokens=400)
    assert once.order is ContextOrder.RELEVANCE


def test_every_citation_leads_to_its_memory_and_its_words(light: Knowledge, user_id: str) -> None:
    kept(light, user_id, *TALK, Draft(text="Ada Byron joined Acme Corp.\n\nShe leads it.", title="Arrival"))
    context = light.context(user_id, QUESTION, budget_tokens=400, with_ids=True)
    assert context.citations
    for citation in context.citations:
        memory = light.show(user_id, citation.memory_id).memory
        line = re.search(rf"(?m)^\[{citation.number}\] (?!{citation.memory_id})(.*(?:\n  .*)*)", context.text)
        assert line
        for start, end in citation.spans:
            assert " ".join(memory.text[start:end].split()) in " ".join(line[1].split())
        assert f"[{citation.number}] {citation.memory_id}" in context.text


@pytest.mark.parametrize("budget", [-1, 1_000_001, True, 1.5])
def test_a_budget_that_is_none_is_refused(budget: int, light: Knowledge, user_id: str) -> None:
    with pytest.raises(Invalid, match="budget_tokens"):
        light.context(user_id, QUESTION, budget_tokens=budget)


@pytest.mark.parametrize("question", ["", "  ", "a\x00b", "\ud800"])
def test_a_context_for_nothing_is_refused(question: str, light: Knowledge, user_id: str) -> None:
    with pytest.raises(Invalid):
        light.context(user_id, question, budget_tokens=100)
