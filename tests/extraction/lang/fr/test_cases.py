"""Every row of the tables beside this file is read as it says, but for those that are known to be misread."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from extraction.lang.fr import find
from extraction.lang.fr.dates import find_dates
from extraction.model.context import Context
from extraction.model.findings import Findings
from tests.extraction.lang.cases import Case, cases_in, facts_in, faults
from tests.extraction.models import french

WHEN = datetime(2026, 6, 1, 9, tzinfo=UTC)
TABLES = sorted(Path(__file__).parent.glob("french_*.jsonl"))
MISREAD = Path(__file__).with_name("misread.jsonl")
CONTROL = Path(__file__).with_name("control.jsonl")
"""Sentences by which no rule was made: 18 of their 27 facts are read."""
LEAST = {"known": 0.85, "control": 0.6}
"""The share of the facts that must be read: of all sentences that rules were made by, and of the others."""


def read(case: Case) -> Findings:
    return next(find(french().pipe([case.text]), [Context(when=WHEN, speaker=case.speaker)]))


@pytest.mark.models
@pytest.mark.parametrize("case", cases_in(*TABLES), ids=str)
def test_a_text_is_read_as_its_row_says(case: Case) -> None:
    assert faults(case, read(case)) == []


@pytest.mark.models
@pytest.mark.parametrize("kind", ["known", "control"])
def test_most_facts_are_read(kind: str) -> None:
    cases = cases_in(*([CONTROL] if kind == "control" else [*TABLES, MISREAD]))
    expected = [(case, fact) for case in cases for fact in case.facts or ()]
    right = sum(fact in facts_in(read(case)) for case, fact in expected)
    assert right >= LEAST[kind] * len(expected)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("le 3 mai 2025", "2025-05-03"),
        ("le 1er janvier", "2026-01-01"),
        ("12/05/2025", "2025-05-12"),
        ("hier", "2026-05-31"),
        ("avant-hier", "2026-05-30"),
        ("aujourd’hui", "2026-06-01"),
        ("la semaine dernière", "2026-W22"),
        ("l'année prochaine", "2027"),
        ("cette semaine", "2026-W23"),
        ("en septembre", "2026-09"),
        ("mars 2024", "2024-03"),
        ("depuis 2019", "2019"),
        ("il y a trois jours", "2026-05-29"),
        ("dans deux semaines", "2026-W25"),
        ("vendredi prochain", "2026-06-05"),
        ("l'été dernier", "2025-06/2025-08"),
    ],
)
def test_a_date_has_the_name_that_it_has_in_every_language(text: str, name: str) -> None:
    assert [period.name for _, _, period in find_dates(text, WHEN)] == [name]


@pytest.mark.parametrize("text", ["le lundi", "en 12", "trois jours", "le 31 février 2025", "la semaine"])
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert list(find_dates(text, WHEN)) == []
