"""What English sentences say is so much, and which facts an amount belongs to, as Ken says it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from extraction.lang.en import find
from extraction.model.context import Context
from extraction.model.findings import Findings
from graph.model.types import EntityType, Modality, Polarity, RelationType

if TYPE_CHECKING:
    from spacy.language import Language

pytestmark = pytest.mark.models

WHEN = datetime(2022, 1, 21, 19, 31, tzinfo=UTC)

Say = Callable[[str], Findings]


@pytest.fixture
def say(pipeline: "Language") -> Say:
    def findings(text: str) -> Findings:
        return next(find(pipeline.pipe([text]), [Context(when=WHEN, speaker="Ken")]))

    return findings


def facts(findings: Findings) -> set[str]:
    """Facts written "subject | predicate | object", and the amount behind it where one belongs to them."""
    return {
        " | ".join((findings.names[statement.subject].name, statement.predicate, findings.names[statement.object].name))
        + (f" ({statement.amount})" if statement.amount else "")
        for statement in findings.statements
    }


def amounts(findings: Findings) -> set[str]:
    return {name.name for name in findings.names if name.subtype}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The rent is $1,200.", "rent | is | USD 1200"),
        ("The bridge is 2.3 km long.", "bridge | is long | 2.3 km"),
        ("Tokyo Tower is 333 meters tall.", "Tokyo Tower | is tall | 333 m"),
        ("The ticket costs $30.", "ticket | costs | USD 30"),
        ("The house sold for $500,000.", "house | sold for | USD 500000"),
        ("Tom weighs 65 kg.", "Tom | weighs | 65 kg"),
        ("The meeting lasted three hours.", "meeting | lasted | 3 h"),
        ("I ran 5 km.", "Ken | ran | 5 km"),
        ("The project budget is about 3 million yen.", "project budget | is | about JPY 3000000"),
        ("Tickets cost between $20 and $40.", "ticket | cost | USD 20–40"),
        ("The hotel charges $150 a night.", "hotel | charges | USD 150/night"),
        ("The room temperature should be 20 °C.", "room temperature | should be | 20 °C"),
    ],
)
def test_what_is_so_much_is_stated_of_it(text: str, fact: str, say: Say) -> None:
    assert facts(say(text)) == {fact}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My rent is 80,000 yen.", "Ken | rent | JPY 80000"),
        ("Emily's salary is $90,000.", "Emily | salary | USD 90000"),
        ("The price of the ticket is $30.", "ticket | price | USD 30"),
        ("The price of the ticket rose to $40.", "ticket | price | USD 40"),
        ("My salary is $5,000 a month.", "Ken | salary | USD 5000/month"),
    ],
)
def test_a_price_or_a_salary_is_that_of_whoever_has_it(text: str, fact: str, say: Say) -> None:
    assert facts(say(text)) == {fact}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The laptop costs about 1,200 euros and the bag at least £85.50.",
            {"laptop | costs | about EUR 1200", "bag | costs | at least GBP 85.5"},
        ),
        (
            "The rent is $1,200, the deposit $2,400 and the fee $90.",
            {"rent | is | USD 1200", "deposit | is | USD 2400", "fee | is | USD 90"},
        ),
        ("Tom weighs 80 kg and Anna 60 kg.", {"Tom | weighs | 80 kg", "Anna | weighs | 60 kg"}),
        ("The rent is 900 euros and the deposit 1800 euros.", {"rent | is | EUR 900", "deposit | is | EUR 1800"}),
        ("Tom takes 5 mg and Anna 10 mg.", {"Tom | takes | 5 mg", "Anna | takes | 10 mg"}),
        ("The house cost $500,000 and Tom $20,000.", {"house | cost | USD 500000"}),
        ("Emily's salary is $90,000 and her bonus $5,000.", {"Emily | salary | USD 90000", "Emily | bonus | USD 5000"}),
    ],
)
def test_a_verb_that_is_said_once_tells_of_each_what_it_costs_or_weighs(
    text: str, expected: set[str], say: Say
) -> None:
    assert facts(say(text)) == expected


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Ken paid Anna 50 dollars for lunch.", "Ken | paid | Anna (USD 50)"),
        ("Tom owes me $20.", "Tom | owes | Ken (USD 20)"),
        ("We raised $5 million from Acme.", "Ken | raised from | Acme (USD 5000000)"),
        ("I bought a MacBook for $2,000.", "Ken | bought | MacBook (USD 2000)"),
        ("Emily donated $100 to Unicef.", "Emily | donated to | Unicef (USD 100)"),
    ],
)
def test_a_fact_keeps_the_amount_that_belongs_to_it_and_is_told_once(text: str, fact: str, say: Say) -> None:
    findings = say(text)
    assert facts(findings) == {fact}
    assert len(amounts(findings)) == 1


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I bought a 5 kg bag.", "Ken | bought | bag (5 kg)"),
        ("I bought 2 kg of rice.", "Ken | bought | rice (2 kg)"),
    ],
)
def test_an_amount_that_only_measures_a_thing_is_no_name(text: str, fact: str, say: Say) -> None:
    findings = say(text)
    assert facts(findings) == {fact}
    assert amounts(findings) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Rent: $1,200",
        "$500 is a lot.",
        "We use version 2.0 of the library.",
        "Call me at 555-1234.",
        "They won 3-2.",
        "I have 3 cats.",
        "He is 42 years old.",
        "I paid with a $100 bill.",
        "The ticket is 20% off.",
        "Gas is $4 per gallon.",
        "It happened 5 minutes ago.",
        "The company has twenty employees.",
        "I am 5 miles away.",
    ],
)
def test_what_no_statement_has_is_no_name(text: str, say: Say) -> None:
    assert amounts(say(text)) == set()


def test_another_things_price_is_not_the_first_ones(say: Say) -> None:
    assert facts(say("The book was sold for $5 and the pen for $2.")) == {"book | was sold for | USD 5"}


def test_a_denied_amount_is_denied_and_an_asked_one_asked(say: Say) -> None:
    (denied,), (asked,) = say("The rent isn't $1,200.").statements, say("Is the rent $1,200?").statements
    assert (denied.polarity, asked.modality) == (Polarity.NEGATIVE, Modality.ASKED)


def test_what_is_no_exact_amount_is_less_sure_and_says_why(say: Say) -> None:
    exact, about = (say(text).statements[0] for text in ("The rent is $1,200.", "The rent is about $1,200."))
    assert about.confidence < exact.confidence
    (name,) = [name for name in say("The rent is about $1,200.").names if name.subtype]
    assert name.reasons == ("amount", "about")
    assert name.surface == "about $1,200"


def test_an_amount_is_a_concept_of_money_or_a_quantity_without_another_name(say: Say) -> None:
    findings = say("The rent is $1,200. Tom weighs 65 kg.")
    amount_names = {name.name: (name.type, name.subtype, name.aliases) for name in findings.names if name.subtype}
    assert amount_names == {
        "USD 1200": (EntityType.CONCEPT, "money", ()),
        "65 kg": (EntityType.CONCEPT, "quantity", ()),
    }
    assert {statement.type for statement in findings.statements} == {RelationType.RELATES_TO}
