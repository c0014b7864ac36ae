"""Amounts in the real graph, as the real extractor reads them: equal ones are one entity, others are strangers."""

from datetime import timedelta

import pytest
from neo4j import Driver

from graph.db.rows import NEVER, moment
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.recalled import Mode
from graph.model.types import InferenceKind
from tests.live.conftest import START
from tests.live.test_forgetting import Dump, assert_no_trace, remembered

pytestmark = pytest.mark.models


def amounts(knowledge: Knowledge, user_id: str) -> dict[str, tuple[str | None, int]]:
    """The amounts of a user with their subtype and in how many chunks each stands."""
    found = knowledge.entities(user_id).entities
    return {one.name: (one.subtype, one.mention_count) for one in found if one.subtype}


def told(*texts: str) -> list[Draft]:
    return [Draft(text=text, occurred_at=START + timedelta(days=day)) for day, text in enumerate(texts)]


def test_an_amount_told_in_two_languages_is_one_entity(knowledge: Knowledge, user_id: str) -> None:
    remembered(
        knowledge,
        user_id,
        told("決済システムの開発に300万円かかった。", "Emily Carter paid 3 million yen for the boat."),
    )
    assert amounts(knowledge, user_id) == {"JPY 3000000": ("money", 2)}


def test_two_amounts_that_look_alike_are_two_and_nobody_is_asked(knowledge: Knowledge, user_id: str) -> None:
    remembered(
        knowledge,
        user_id,
        told(
            *("チケットは3000円だ。", "カメラは30000円だ。", "The ferry costs $3.", "The boat costs $30."),
            *("The bag weighs 5 kg.", "The parcel weighs 5.5 kg.", "The bag costs about 3000 yen."),
        ),
    )
    assert amounts(knowledge, user_id) == {
        "JPY 3000": ("money", 1), "JPY 30000": ("money", 1), "USD 3": ("money", 1), "USD 30": ("money", 1),
        "5 kg": ("quantity", 1), "5.5 kg": ("quantity", 1), "about JPY 3000": ("money", 1),
    }  # fmt: skip
    assert knowledge.proposals(user_id).proposals == ()
    assert all(one.aliases == () for one in knowledge.entities(user_id).entities if one.subtype)


def test_a_forgotten_memory_takes_its_amount_along(knowledge: Knowledge, user_id: str, dump: Dump) -> None:
    gone, _ = remembered(
        knowledge, user_id, told("Emily Carter paid Tom Baker 43219876 dollars.", "The rent of the flat is $1,200.")
    )
    assert "USD 43219876" in amounts(knowledge, user_id)
    knowledge.forget(user_id, gone)
    assert "USD 43219876" not in amounts(knowledge, user_id)
    assert_no_trace(dump(), ["43219876"])


def test_an_amount_is_looked_for_in_no_other_text(knowledge: Knowledge, user_id: str) -> None:
    remembered(knowledge, user_id, told("What of 16 GB, JPY 3000, 5 kg?", "The bag weighs 5 kg."))
    remembered(knowledge, user_id, told("And what of 16 GB, JPY 3000, 5 kg?"))
    assert amounts(knowledge, user_id) == {"5 kg": ("quantity", 1)}


def test_a_fact_shows_the_amount_that_belongs_to_it(knowledge: Knowledge, user_id: str) -> None:
    (one,) = remembered(knowledge, user_id, told("Emily Carter paid Tom Baker 50 dollars for lunch."))
    facts = knowledge.show(user_id, one).facts
    assert [(fact.subject, fact.object, fact.amount) for fact in facts] == [("Emily Carter", "Tom Baker", "USD 50")]
    (emily,) = knowledge.entities(user_id, text="Emily Carter").entities
    assert [fact.amount for fact in knowledge.entity(user_id, emily.id).facts] == ["USD 50"]


@pytest.mark.parametrize("question", ["300万円かかったのは何？", "What cost 3 million yen?"])
def test_a_question_finds_what_an_amount_was_paid_for(question: str, knowledge: Knowledge, user_id: str) -> None:
    costly, _ = remembered(
        knowledge, user_id, told("決済システムの開発に300万円かかった。", "会場の予約に30000円かかった。")
    )
    hits = knowledge.recall(user_id, question, mode=Mode.ENTITY).hits
    assert [hit.memory.id for hit in hits] == [costly]


def test_passages_that_tell_of_as_much_money_are_not_tied_by_it(knowledge: Knowledge, user_id: str) -> None:
    drafts = told("The ferry to Naoshima costs $10.", "Emily Carter paid Tom Baker 10 dollars.")
    remembered(knowledge, user_id, drafts)
    assert amounts(knowledge, user_id) == {"USD 10": ("money", 2)}
    hits = knowledge.recall(user_id, "How do I get to Naoshima by ferry?").hits
    assert {tie.entity for hit in hits for tie in hit.ties} == set()
    knowledge.link(user_id)
    assert all("USD 10" not in link.keywords for hit in hits for link in knowledge.links(user_id, hit.memory.id))


@pytest.mark.parametrize(
    ("older", "later"),
    [
        ("Emily Carter's salary is $90,000.", "Emily Carter's salary is $95,000."),
        ("田中健一さんの年収は500万円です。", "田中健一さんの年収は600万円です。"),
    ],
)
def test_a_later_salary_takes_the_place_of_an_earlier_one(
    older: str, later: str, knowledge: Knowledge, user_id: str, driver: Driver
) -> None:
    first, second = remembered(knowledge, user_id, told(older, later))
    knowledge.infer(user_id)
    assert [one.kind for one in knowledge.inferred(user_id)] == [InferenceKind.SUPERSEDED]
    ends = {}
    with driver.session() as session:
        for memory in (first, second):
            row = session.run("MATCH (f:Fact {id: $id}) RETURN f.valid_to AS at", id=f"{memory}.f0000")
            ends[memory] = moment(row.single(strict=True)["at"])
    assert (ends[first], ends[second]) == (START + timedelta(days=1), NEVER)
