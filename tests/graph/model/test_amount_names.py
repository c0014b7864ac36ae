"""Amounts in the graph: one takes the place of another, equal ones tie nothing, none is found by its form."""

from datetime import UTC, datetime
from typing import Any

import pytest

from graph.db.rows import fact_properties, facts_of
from graph.insight.inference.prediction import predictions
from graph.insight.inference.succession import clashes
from graph.insight.link_features import Stated, shared
from graph.model.extraction import Statement
from graph.model.types import EntityType, RelationType
from tests.graph.insight.made_link_features import fact, named, pair, sketch

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


def ended(*facts: Stated) -> dict[str, str]:
    return {clash.older.id: clash.later.id for clash in clashes(facts) if clash.ends}


def amount(identity: str, subject: str, lemma: str, name: str, **more: Any) -> Stated:
    return fact(identity, subject, lemma, f"{name}:Concept", **more)


@pytest.mark.parametrize(
    ("subject", "older", "later"),
    [
        ("Ken", ("rent", "JPY 80000"), ("rent", "JPY 90000")),
        ("Ken", ("家賃", "JPY 80000/month"), ("家賃", "JPY 85000/month")),
        ("Ken", ("rent", "JPY 3000"), ("家賃", "JPY 30000")),
        ("Emily", ("salary", "USD 90000"), ("salary", "USD 95000")),
        ("田中", ("年収", "JPY 5000000"), ("年収", "JPY 6000000")),
        ("Ken", ("weigh", "65 kg"), ("体重", "63 kg")),
        ("Ken", ("be tall", "170 cm"), ("height", "171 cm")),
        ("ticket:Object", ("price", "USD 30"), ("price", "USD 40")),
        ("チケット:Concept", ("価格", "JPY 3000"), ("値段", "JPY 3500")),
        ("rent:Concept", ("become", "USD 1200"), ("rise to", "USD 1300")),
        ("家賃:Concept", ("なる", "JPY 80000"), ("なる", "JPY 90000")),
        ("予算:Concept", ("なる", "JPY 3000000"), ("なる", "JPY 5000000")),
        ("Kestrel:Task", ("budget", "USD 2000000"), ("予算", "USD 3000000")),
        ("Osaka:Location", ("気温", "30 °C"), ("temperature", "minus 5 °C")),
    ],
)
def test_a_later_amount_takes_the_place_of_an_earlier_one(
    subject: str, older: tuple[str, str], later: tuple[str, str]
) -> None:
    one, other = amount("a.f0000", subject, *older), amount("b.f0000", subject, *later, day=1)
    assert ended(one, other) == {one.id: other.id}


@pytest.mark.parametrize(
    ("lemma", "name", "more"),
    [
        ("rent", "JPY 80000", {}),
        ("rent", "about JPY 90000", {}),
        ("rent", "at least JPY 90000", {}),
        ("rent", "JPY 70000–90000", {}),
        ("rent", "USD 900", {}),
        ("rent", "JPY 90000/month", {}),
        ("rent", "high", {}),
        ("salary", "JPY 90000", {}),
        ("rent", "JPY 90000", {"past": True}),
        ("rent", "JPY 90000", {"modality": "possible"}),
        ("rent", "JPY 90000", {"polarity": "negative"}),
    ],
)
def test_what_does_not_exclude_an_amount_ends_nothing(lemma: str, name: str, more: dict[str, Any]) -> None:
    one = amount("a.f0000", "Ken", "rent", "JPY 80000")
    assert ended(one, amount("b.f0000", "Ken", lemma, name, day=1, **more)) == {}


@pytest.mark.parametrize("lemma", ["cost", "be", "だ", "かかる"])
def test_what_something_costs_each_time_ends_nothing(lemma: str) -> None:
    facts = [
        amount(f"{memory}.f0000", "taxi:Object", lemma, f"USD {much}", day=much)
        for memory, much in (("a", 2), ("b", 3))
    ]
    assert ended(*facts) == {}


def test_what_else_somebody_is_takes_the_place_of_no_amount() -> None:
    facts = [amount("a.f0000", "bag:Object", "be", "5 kg"), amount("b.f0000", "bag:Object", "be", "gift", day=1)]
    assert clashes(facts) == []


def test_two_memories_that_tell_of_as_much_money_have_nothing_in_common() -> None:
    dear, name = named("USD 10", EntityType.CONCEPT), named("Ada")
    assert [item.later.name for item in shared(pair(sketch("b", "b", dear, name), sketch("a", "a", dear, name)))] == [
        "Ada"
    ]


def test_two_who_paid_as_much_are_not_predicted_to_be_related() -> None:
    facts = [
        fact(f"{who}{n}.f0000", who, "pay", f"{much}:Concept")
        for n, much in enumerate(("USD 10", "USD 20", "5 kg"))
        for who in ("Ada", "Grace")
    ]
    assert predictions(facts, {"ada"}, {one.object for one in facts}) == []


def test_a_fact_keeps_the_amount_that_belongs_to_it() -> None:
    stated = Statement(
        chunk=0, subject=0, object=1, predicate="paid", lemma="pay", type=RelationType.RELATES_TO, start=0, end=9,
        confidence=0.9, reasons=("object",), method="rule", amount="USD 50",
    )  # fmt: skip
    row = fact_properties("m.f0000", "u", stated, NOW)
    assert row["amount"] == "USD 50"
    assert facts_of([{**row, "subject": "Ken", "object": "Anna"}])[0].amount == "USD 50"
