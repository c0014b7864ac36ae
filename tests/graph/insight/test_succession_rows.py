"""Which later fact ends an older one, a row each: what holds one at a time, and near misses that end nothing."""

import json
from pathlib import Path

import pytest

from graph.insight.inference.succession import clashes, may_end, standing
from graph.insight.link_features import Stated
from tests.graph.insight.made_link_features import fact

OF_ANY = "RELATES_TO"
ROWS = [
    json.loads(line) for line in Path(__file__).with_name("succession.jsonl").read_text(encoding="utf-8").splitlines()
]


def fact_of(identity: str, text: str, day: float, of: str = OF_ANY) -> Stated:
    """The fact of a row: "Max | live in | Oslo:Location"; a lemma after "not " is denied."""
    subject, lemma, thing = text.split(" | ")
    denied = lemma.startswith("not ")
    name, _, kind = thing.rpartition(":") if ":" in thing else (thing, "", "Person")
    made = fact(identity, subject, lemma.removeprefix("not "), f"{name.replace(':', '-')}:{kind}", day=day)
    return fact(
        identity, subject, made.lemma, f"{name.replace(':', '-')}:{kind}", day=day, of=of,
        polarity="negative" if denied else "positive",
    )  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['older']} / {row['later']}")
def test_a_later_fact_ends_what_cannot_hold_beside_it(row: dict[str, str]) -> None:
    """`of` is the type of the older fact."""
    older, later = fact_of("a.f0000", row["older"], 0, row.get("of", OF_ANY)), fact_of("b.f0000", row["later"], 1)
    ends = {clash.older.id: clash.later.id for clash in clashes([later, older]) if clash.ends}
    assert ends == ({"a.f0000": "b.f0000"} if row["ends"] else {}), row["why"]


@pytest.mark.parametrize("row", [row for row in ROWS if row["ends"]], ids=lambda row: row["later"])
def test_both_sides_of_an_ending_wait_to_be_looked_at(row: dict[str, str]) -> None:
    """Or it would be found only by inference, or never where the later was stored first."""
    for identity in ("older", "later"):
        each = fact_of("a.f0000", row[identity], 0, row.get("of", OF_ANY) if identity == "older" else OF_ANY)
        assert may_end(each.lemma, each.type, denied=each.polarity == "negative", past=each.past), each.lemma


def test_a_place_within_a_place_by_facts_ends_nothing() -> None:
    home, inner = fact_of("a.f0000", "Max | live in | Lower Ainsworth:Location", 0), "Lower Ainsworth:Location"
    within = fact("c.f0000", inner, "be in", "Brackley:Location", of="LOCATED_IN")
    moved = fact_of("b.f0000", "Max | move to | Brackley:Location", 1)
    assert [clash for clash in clashes([home, within, moved]) if clash.ends] == []
    assert [clash for clash in clashes([home, moved]) if clash.ends] != []


def test_what_is_over_does_not_stand() -> None:
    held = fact_of("a.f0000", "Ken | work for | Acme:Organization", 0)
    left = fact_of("b.f0000", "Ken | leave | Acme:Organization", 1)
    once = fact("c.f0000", "Ann", "use work for", "Acme:Organization", of="WORKS_FOR", past=True)
    here = fact_of("d.f0000", "Mia | work for | Acme:Organization", 0)
    assert standing([held, left, once, here]) == [here]
