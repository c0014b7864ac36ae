from datetime import UTC, datetime

import pytest

from extraction.lang.shared.ahead import with_plans
from extraction.model.findings import Findings, FoundName
from extraction.names.identifiers import identifiers, with_identifiers
from graph.model.arguments import Argument
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality

TODAY = datetime(2026, 3, 2, tzinfo=UTC)


def read(day: str, lemma: str, role: str) -> Modality:
    words = f"The rental {lemma} {role} 1 May"
    start = words.index("1 May")
    name = FoundName(
        start=start, end=len(words), surface="1 May", name=day, type=EntityType.TIME_UNIT, confidence=0.9,
        reasons=(), method="date",
    )  # fmt: skip
    fact = LiteralFact(
        subject=None, subject_text="The rental", predicate=lemma, lemma=lemma, object=None, object_text="the office",
        start=0, end=len(words), confidence=0.9, reasons=(), method="dependency", arguments=(Argument(role, "1 May"),),
    )  # fmt: skip
    (found,) = with_plans(Findings(names=(name,), literals=(fact,)), TODAY).literals
    return found.modality


def test_what_belongs_to_a_day_that_lies_ahead_is_planned() -> None:
    assert read("2026-05-01", "end", "on") is Modality.INTENDED


def test_what_belongs_to_a_day_that_is_over_is_stated() -> None:
    assert read("2025-05-01", "end", "on") is Modality.STATED


def test_a_day_since_when_it_is_so_plans_nothing() -> None:
    assert read("2026-05-01", "move", "from") is Modality.STATED


@pytest.mark.parametrize("day", ["2026-13-01", "2026-02-31", "0000-01-01", "2024-2025"])
def test_a_name_that_is_no_day_stops_nothing(day: str) -> None:
    assert read(day, "want", "on") is Modality.STATED
    assert read(day, "end", "on") in (Modality.STATED, Modality.INTENDED)


def test_what_was_so_is_over_whatever_its_date() -> None:
    assert read("2026-05-01", "was late", "on") is Modality.STATED


@pytest.mark.parametrize(("predicate", "lemma"), [("signed", "sign"), ("met", "meet"), ("went to", "go to")])
def test_what_was_done_is_over_whatever_its_date(predicate: str, lemma: str) -> None:
    name = FoundName(
        start=9, end=15, surface="Friday", name="2026-03-06", type=EntityType.TIME_UNIT, confidence=0.9, reasons=(),
        method="date",
    )  # fmt: skip
    fact = LiteralFact(
        subject=None, subject_text="Ann", predicate=predicate, lemma=lemma, object=None, object_text="Friday",
        start=0, end=40, confidence=0.9, reasons=(), method="dependency",
    )  # fmt: skip
    (found,) = with_plans(Findings(names=(name,), literals=(fact,)), TODAY).literals
    assert found.modality is Modality.STATED


def test_what_somebody_wants_by_a_day_they_want_today() -> None:
    assert read("2026-05-01", "want", "by") is Modality.STATED


@pytest.mark.parametrize(
    ("lemma", "thing", "modality"),
    [
        ("take", "stock-sync", Modality.INTENDED),
        ("cost", "stock-sync", Modality.STATED),
        ("take", "the dog", Modality.STATED),
    ],
)
def test_a_deed_in_the_present_is_planned_in_a_note_of_work_of_a_day_ahead(
    lemma: str, thing: str, modality: Modality
) -> None:
    words = f"Ann leaves on 1 May, Ken {lemma}s {thing}"
    name = FoundName(
        start=14, end=19, surface="1 May", name="2026-05-01", type=EntityType.TIME_UNIT, confidence=0.9, reasons=(),
        method="date",
    )  # fmt: skip
    fact = LiteralFact(
        subject=None, subject_text="Ken", predicate=f"{lemma}s", lemma=lemma, object=None, object_text=thing, start=0,
        end=len(words), confidence=0.9, reasons=(), method="dependency",
    )  # fmt: skip
    named = with_identifiers(Findings(names=(name,), literals=(fact,)), words, identifiers(words))
    (found,) = with_plans(named, TODAY).literals
    assert found.modality is modality
