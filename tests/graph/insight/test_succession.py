"""A later fact ends an older one only in relations of which a thing has one at a time, and only where both exclude."""

from dataclasses import replace
from datetime import timedelta

import pytest

from extraction.names.kinship import COUPLE_VERBS
from graph.insight.inference.succession import clashes, slots_of
from graph.insight.link_features import Stated
from tests.graph.insight.made_link_features import fact

OSAKA = fact("a.f0000", "Tanaka", "live in", "Osaka:Location")


def ended(*facts: Stated) -> dict[str, str]:
    return {clash.older.id: clash.later.id for clash in clashes(facts) if clash.ends}


@pytest.mark.parametrize(
    ("older", "later"),
    [
        (OSAKA, fact("b.f0000", "Tanaka", "move to", "Sapporo:Location", day=1)),
        (fact("a.f0000", "田中", "住む", "大阪:Location"), fact("b.f0000", "田中", "引っ越す", "札幌:Location", day=1)),
        (
            fact("a.f0000", "田中", "勤める", "北斗電機:Organization", of="WORKS_FOR"),
            fact("b.f0000", "田中", "転職する", "ミナト:Organization", day=1, of="WORKS_FOR"),
        ),
        (
            fact("a.f0000", "Ada", "work at", "Acme:Organization", of="WORKS_FOR"),
            fact("b.f0000", "Ada", "leave", "Acme:Organization", day=1),
        ),
        (
            fact("a.f0000", "Ada", "be ceo of", "Acme:Organization", of="LEADS"),
            fact("b.f0000", "Grace", "become ceo of", "Acme:Organization", day=1, of="LEADS"),
        ),
        (fact("a.f0000", "Tom", "marry", "Ann"), fact("b.f0000", "Ann", "be divorce from", "Tom", day=1)),
        (fact("a.f0000", "健太", "付き合う", "美咲"), fact("b.f0000", "美咲", "離別する", "健太", day=1)),
        (fact("a.f0000", "Tom", "date", "Ann"), fact("b.f0000", "Mia", "date", "Tom", day=1)),
        (fact("a.f0000", "Ann", "be girlfriend of", "Tom"), fact("b.f0000", "Tom", "break up with", "Ann", day=1)),
        (fact("a.f0000", "Ann", "date", "Tom"), fact("b.f0000", "Tom", "date", "Ann", day=1, polarity="negative")),
        (
            fact("a.f0000", "Ada", "work at", "Acme:Organization", of="WORKS_FOR"),
            fact("b.f0000", "Ada", "stop work at", "Acme:Organization", day=1, of="WORKS_FOR", past=True),
        ),
        (
            fact("a.f0000", "release:Event", "schedule for", "2026-07-15:TimeUnit"),
            fact("b.f0000", "release:Event", "postpone to", "2026-07-22:TimeUnit", day=1),
        ),
        (fact("a.f0000", "田中", "住む", "大阪:Location"), fact("b.f0000", "田中", "引っ越す", "東京:Location", day=1)),
        (fact("a.f0000", "田中", "住む", "東京:Location"), fact("b.f0000", "田中", "引っ越す", "大阪:Location", day=1)),
        (
            fact("a.f0000", "Ada", "work at", "Acme:Organization", of="WORKS_FOR"),
            fact("b.f0000", "Acme:Organization", "lay off", "Ada", day=1),
        ),
        (fact("a.f0000", "Tom", "be husband of", "Ann"), fact("b.f0000", "Tom", "separate from", "Ann", day=1)),
        (
            fact("a.f0000", "Ada", "reside in", "Rome:Location", of="LOCATED_IN"),
            fact("b.f0000", "Ada", "live in", "Rome:Location", of="LOCATED_IN", day=1, polarity="negative"),
        ),
        (
            fact("a.f0000", "Lucas", "like", "coffee:Concept"),
            fact("b.f0000", "Lucas", "like", "coffee:Concept", day=1, polarity="negative"),
        ),
    ],
)
def test_a_later_fact_ends_the_older(older: Stated, later: Stated) -> None:
    assert ended(older, later) == ended(later, older) == {older.id: later.id}


@pytest.mark.parametrize(
    "later",
    [
        fact("b.f0000", "Tanaka", "visit", "Sapporo:Location", day=1),
        fact("b.f0000", "Tanaka", "move to", "Osaka:Location", day=1),
        fact("b.f0000", "Tanaka", "live in", "Osaka City:Location", day=1),
        fact("b.f0000", "Tanaka", "live in", "Japan:Location", day=1),
        fact("b.f0000", "Suzuki", "live in", "Sapporo:Location", day=1),
        fact("b.f0000", "Tanaka", "live in", "Sapporo:Location", day=1, modality="possible"),
        fact("b.f0000", "Tanaka", "live in", "Sapporo:Location", day=1, modality="asked"),
        fact("b.f0000", "Tanaka", "live in", "Sapporo:Location", day=1, polarity="negative"),
        fact("b.f0000", "Tanaka", "live in", "Sapporo:Location", day=1, confidence=0.3),
        fact("b.f0000", "Tanaka", "live in", "Sapporo:Location", day=1, past=True),
        fact("b.f0000", "Tanaka", "live in", "Osaka:Location", day=1, past=True, polarity="negative"),
        fact("b.f0000", "Tanaka", "live in", "Acme:Organization", day=1),
        fact("a.f0001", "Tanaka", "live in", "Sapporo:Location", day=1),
    ],
)
def test_what_does_not_exclude_it_ends_nothing(later: Stated) -> None:
    assert clashes([OSAKA, later]) == []


@pytest.mark.parametrize(
    "later",
    [
        fact("b.f0000", "Tanaka", "be in", "Osaka:Location", of="LOCATED_IN", day=1, polarity="negative"),
        fact("b.f0000", "Tanaka", "move to", "Osaka:Location", of="LOCATED_IN", day=1, polarity="negative"),
        fact("b.f0000", "Tanaka", "stay in", "Osaka:Location", of="LOCATED_IN", day=1, polarity="negative"),
    ],
)
def test_who_is_elsewhere_or_never_moved_somewhere_may_live_there(later: Stated) -> None:
    home = replace(OSAKA, type="LOCATED_IN")
    assert clashes([home, later]) == []
    assert clashes([home, replace(later, lemma="live in")]) != []


def test_who_is_no_brother_may_be_a_cousin_and_who_was_not_called_may_be_known() -> None:
    for older, later, kind in (("be cousin of", "be brother of", "FAMILY_MEMBER"), ("meet", "call", "KNOWS")):
        told = fact("a.f0000", "Tom", older, "Ann", of=kind)
        assert clashes([told, fact("b.f0000", "Tom", later, "Ann", of=kind, day=1, polarity="negative")]) == []


def test_a_province_and_a_town_may_be_one_home_unless_somebody_moved() -> None:
    town = fact("a.f0000", "田中", "住む", "渋谷:Location")
    assert clashes([town, fact("b.f0000", "田中", "住む", "東京:Location", day=1)]) == []
    assert clashes([town, fact("b.f0000", "田中", "引っ越す", "日本:Location", day=1)]) == []


@pytest.mark.parametrize(
    ("told", "again", "differs"),
    [
        ("1990-03-03", "2027-03-03", False),
        ("1990", "2027-03-03", False),
        ("1990-03", "2027-03-03", False),
        ("1990-03-03", "2027-03-04", True),
    ],
)
def test_a_birthday_is_a_day_of_every_year(told: str, again: str, differs: bool) -> None:
    facts = [
        fact("a.f0000", "Ada", "bear on", f"{told}:TimeUnit"),
        fact("b.f0000", "Ada", "birthday", f"{again}:TimeUnit", day=1),
    ]
    assert bool(clashes(facts)) is differs


@pytest.mark.parametrize(
    ("older", "later"),
    [
        (
            fact("a.f0000", "Ada", "work at", "Acme:Organization", of="WORKS_FOR"),
            fact("b.f0000", "Ada", "lay off", "Acme:Organization", day=1),
        ),
        (fact("a.f0000", "Tom", "be friend of", "Ann"), fact("b.f0000", "Tom", "break up with", "Ann", day=1)),
        (fact("a.f0000", "Tom", "be friend of", "Ann"), fact("b.f0000", "Tom", "be friend of", "Mia", day=1)),
        (
            fact("a.f0000", "Tom", "be friend of", "Ann", of="FRIEND"),
            fact("b.f0000", "Tom", "date", "Ann", day=1, of="FRIEND", polarity="negative"),
        ),
        (fact("a.f0000", "Tom", "know", "Ann"), fact("b.f0000", "Ann", "know", "Tom", day=1, polarity="negative")),
        (
            fact("a.f0000", "Acme:Organization", "be ceo of", "Ann"),
            fact("b.f0000", "Ann", "leave", "Acme:Organization", day=1),
        ),
    ],
)
def test_only_what_is_mutual_ends_whichever_is_named_first(older: Stated, later: Stated) -> None:
    assert clashes([older, later]) == []


@pytest.mark.parametrize("verb", COUPLE_VERBS)
def test_what_makes_a_couple_of_two_is_one_for_each_of_them(verb: str) -> None:
    assert [slot.holder for slot in slots_of(fact("a.f0000", "健太", verb, "美咲"))] == ["健太", "美咲"]


def test_two_homes_at_one_moment_clash_and_neither_ends() -> None:
    found = clashes([OSAKA, fact("b.f0000", "Tanaka", "live in", "Sapporo:Location")])
    assert [clash.ends for clash in found] == [False]


def test_of_homes_of_one_year_the_first_told_clashes_and_what_came_after_ends_both_whatever_their_ids() -> None:
    told_first = replace(OSAKA, id="z.f0000", memory_id="z")
    told_later = replace(fact("b.f0000", "Tanaka", "move to", "Sapporo:Location"), said_at=OSAKA.said_at + timedelta(1))
    assert [clash.older for clash in clashes([told_later, told_first])] == [told_first]
    kobe = fact("c.f0000", "Tanaka", "move to", "Kobe:Location", day=30)
    assert ended(told_later, kobe, told_first) == {"z.f0000": "c.f0000", "b.f0000": "c.f0000"}


def test_a_birthday_that_differs_is_a_clash_and_no_change() -> None:
    facts = [fact(f"{n}.f0000", "Ada", "birthday", f"1815-12-{n}:TimeUnit", day=n) for n in (10, 11)]
    assert [(clash.slot, clash.ends) for clash in clashes(facts)] == [("birthday", False)]


def test_of_a_row_of_homes_each_is_ended_by_the_next_other_one() -> None:
    homes = ["Osaka", "Osaka", "Sapporo", "Osaka"]
    facts = [fact(f"m{n}.f0000", "Tanaka", "live in", f"{home}:Location", day=n) for n, home in enumerate(homes)]
    assert ended(*facts) == {"m0.f0000": "m2.f0000", "m1.f0000": "m2.f0000", "m2.f0000": "m3.f0000"}


def test_a_clash_is_less_sure_than_either_of_its_facts() -> None:
    found = clashes([OSAKA, fact("b.f0000", "Tanaka", "live in", "Sapporo:Location", day=1)])
    assert 0 < found[0].confidence < 0.8


def test_of_a_row_of_homes_the_next_one_ends_what_a_person_says_that_the_first_did_not() -> None:
    home = replace(OSAKA, outlasts=frozenset({"b.f0000"}))
    sapporo = fact("b.f0000", "Tanaka", "move to", "Sapporo:Location", day=1)
    kobe = fact("c.f0000", "Tanaka", "move to", "Kobe:Location", day=2)
    assert ended(home, sapporo) == {}
    assert ended(home, sapporo, kobe) == {"a.f0000": "c.f0000", "b.f0000": "c.f0000"}
    denied = fact("d.f0000", "Tanaka", "live in", "Osaka:Location", day=3, polarity="negative")
    assert ended(replace(OSAKA, outlasts=frozenset({"d.f0000"})), denied) == {}
