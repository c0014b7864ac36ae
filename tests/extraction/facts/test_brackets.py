from datetime import UTC, datetime

import pytest

from extraction.facts.brackets import with_bracket_dates
from extraction.lang.en.dates.dates import find_dates
from extraction.lang.ja.dates.dates import moments
from extraction.model.findings import Findings, FoundName
from graph.model.types import EntityType

WHEN = datetime(2024, 5, 16, tzinfo=UTC)


def name(text: str, surface: str, kind: EntityType) -> FoundName:
    start = text.index(surface)
    return placed(text, start, start + len(surface), surface, kind)


def placed(text: str, start: int, end: int, shown: str, kind: EntityType) -> FoundName:
    return FoundName(
        start=start,
        end=end,
        surface=text[start:end],
        name=shown,
        type=kind,
        confidence=0.9,
        reasons=(),
        method="rule",
    )


def facts_of(
    text: str, language: str, surface: str, kind: EntityType = EntityType.PERSON
) -> list[tuple[str, str, str]]:
    dated = (
        [(moment.start, moment.end, moment.period) for moment in moments(text, WHEN)]
        if language == "ja"
        else list(find_dates(text, WHEN))
    )
    times = [placed(text, start, end, period.name, EntityType.TIME_UNIT) for start, end, period in dated]
    result = with_bracket_dates(text, language, Findings(names=(name(text, surface, kind), *times)))
    return [
        (result.names[statement.subject].name, statement.lemma, result.names[statement.object].name)
        for statement in result.statements
        if text[statement.start : statement.end] == text
    ]


@pytest.mark.parametrize(
    ("text", "language", "person", "days"),
    [
        ("Ada Vale (born 1 February 1955) is an actress.", "en", "Ada Vale", [("be born", "1955-02-01")]),
        (
            "Ada Vale (5 April 1815 in Paris – 21 March 1851, Paris) sang.",
            "en",
            "Ada Vale",
            [("be born", "1815-04-05"), ("die", "1851-03-21")],
        ),
        ("Ada Vale (1751–1834) was a judge.", "en", "Ada Vale", [("be born", "1751"), ("die", "1834")]),
        ("Ada Vale (1966– ) is a judge.", "en", "Ada Vale", [("be born", "1966")]),
        ("Ada Vale (died May 2, 1983) was a judge.", "en", "Ada Vale", [("die", "1983-05-02")]),
        ("木村千歌(きむらちか、1964年5月12日-)は漫画家。", "ja", "木村千歌", [("生まれる", "1964-05-12")]),
        (
            "木村千歌（1925年5月14日-2006年4月26日）は学者。",
            "ja",
            "木村千歌",
            [("生まれる", "1925-05-14"), ("没する", "2006-04-26")],
        ),
        ("木村千歌（2006年没）は学者。", "ja", "木村千歌", [("没する", "2006")]),
    ],
)
def test_a_bracket_behind_a_person_tells_birth_and_death(
    text: str, language: str, person: str, days: list[tuple[str, str]]
) -> None:
    assert facts_of(text, language, person) == [(person, lemma, day) for lemma, day in days]


@pytest.mark.parametrize(
    "text",
    [
        "Ada Vale (1990–1994) was the dean.",
        "Ada Vale (2004) wrote about it.",
        "Ada Vale was here (born 1955).",
        "Ada Vale (born in Rome) sang.",
        "Ada Vale (born 1955",
    ],
)
def test_a_bracket_that_tells_no_life_tells_nothing(text: str) -> None:
    assert facts_of(text, "en", "Ada Vale") == []


def test_a_year_behind_a_work_is_its_date() -> None:
    work = EntityType.DOCUMENT
    assert facts_of("She starred in Night Tide (1961).", "en", "Night Tide", work) == [
        ("Night Tide", "date from", "1961")
    ]
    assert facts_of("『春の海』(1993年)で知られる。", "ja", "春の海", work) == [("春の海", "年", "1993")]


def test_a_place_has_no_year() -> None:
    assert facts_of("They met in Rome (1961).", "en", "Rome", EntityType.LOCATION) == []
