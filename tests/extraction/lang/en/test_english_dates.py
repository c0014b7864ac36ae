from datetime import UTC, datetime

import pytest

from extraction.lang.en.dates.dates import find_dates

WHEN = datetime(2022, 1, 21, 19, 31, tzinfo=UTC)
"""A Friday."""


def dates(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], period.name) for start, end, period in find_dates(text, WHEN)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We met on 21 January 2022.", "2022-01-21"),
        ("She was born on March 5, 1999.", "1999-03-05"),
        ("Due 2022-02-03.", "2022-02-03"),
        ("It opened in June 2019.", "2019-06"),
        ("Founded in 1930.", "1930"),
        ("The 1990s were loud.", "1990s"),
        ("The war (1914-1918) ended.", "1914/1918"),
        ("See you on the 5th of July.", "2022-07-05"),
        ("next Friday", "2022-01-28"),
        ("last Friday", "2022-01-14"),
        ("on Sunday", "2022-01-23"),
        ("yesterday", "2022-01-20"),
        ("the day after tomorrow", "2022-01-23"),
        ("last week", "2022-W02"),
        ("this weekend", "2022-01-22/2022-01-23"),
        ("next month", "2022-02"),
        ("last year", "2021"),
        ("three weeks ago", "2021-W52"),
        ("in two months", "2022-03"),
        ("in March", "2022-03"),
        ("last December", "2021-12"),
        ("last summer", "2021-06/2021-08"),
    ],
)
def test_a_date_is_named_by_its_iso_period(text: str, name: str) -> None:
    assert [period for _, period in dates(text)] == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We moved to Bristol in March.", "2021-03"),
        ("She’s finally moved to the Netherlands in March.", "2021-03"),
        ("Maria moved in on Monday.", "2022-01-17"),
        ("They moved it to Monday.", "2022-01-24"),
        ("The exam was moved to March 3.", "2022-03-03"),
        ("The exam was moved back to March 3.", "2022-03-03"),
        ("They moved from Tuesdays to March 3.", "2022-03-03"),
        ("We moved to Q3 and meet in March.", "2022-03"),
        ("Zoë moved back to Århus in March.", "2021-03"),
        ("Dinner moved to Luigi's on Sunday.", "2022-01-23"),
        ("We moved to Room 4 for the talk in March.", "2022-03"),
        ("I moved to Bristol and the exam was moved to March 3.", "2022-03-03"),
        ("I moved to Bristol and booked a van for March 3.", "2022-03-03"),
    ],
)
def test_who_moved_to_a_place_is_there_but_what_was_moved_to_a_day_is_to_come(text: str, name: str) -> None:
    assert [period for _, period in dates(text)] == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Raj said the release is on 3 March.", "2022-03-03"),
        ("Ann told me the audit's on 2 May.", "2022-05-02"),
        ("We met the vendor, and the trial ends on 30 April.", "2022-04-30"),
        ("25 January collides with the fair, and Jonas has told the choir already.", "2022-01-25"),
        ("Raj said that he left on 3 March.", "2021-03-03"),
        ("She told me about the trip of 9 May.", "2021-05-09"),
        ("She told me about Tom's trip of 9 May.", "2021-05-09"),
        ("I was in Rome on 20 April, and it is lovely.", "2021-04-20"),
        ("He is sure that he met Ann on 2 March.", "2021-03-02"),
    ],
)
def test_the_tense_of_its_own_clause_tells_on_which_side_a_day_lies(text: str, name: str) -> None:
    assert [period for _, period in dates(text)] == [name]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Nov 1 - Nov 15, 2013: set up the project.", ["2013-11-01", "2013-11-15"]),
        ("Closed from Dec 20 to Jan 5, 2014.", ["2013-12-20", "2014-01-05"]),
        ("We talked over lunch on July 1, and I want to finish by July 6, 2014.", ["2014-07-01", "2014-07-06"]),
        ("We talked on July 1. I want to finish by July 6, 2014.", ["2021-07-01", "2014-07-06"]),
    ],
)
def test_a_day_without_a_year_is_nearest_to_a_whole_one_of_its_sentence(text: str, names: list[str]) -> None:
    assert [period for _, period in dates(text)] == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("It is certified, tested and goes on sale on June 15.", "2022-06-15"),
        ("It was certified, tested and went on sale on June 15.", "2021-06-15"),
        ("The line gets 24 wired sensors on June 5.", "2022-06-05"),
        ("The road is closed since June 5.", "2021-06-05"),
        ("Hamburg was lovely this weekend.", "2022-01-15/2022-01-16"),
        ("This weekend I visit Hamburg.", "2022-01-22/2022-01-23"),
        ("There is no new price list before July.", "2022-07"),
    ],
)
def test_participles_of_what_is_so_tell_no_past_and_a_past_weekend_is_the_last(text: str, name: str) -> None:
    assert [period for _, period in dates(text)] == [name]


def test_the_preposition_before_a_date_is_not_part_of_it() -> None:
    assert dates("Founded in 1930 by George.") == [("1930", "1930")]


@pytest.mark.parametrize(
    "text",
    [
        "You may go.",
        "May I ask?",
        "March on!",
        "It cost $1999.",
        "2,000 people came.",
        "30 February 2021",
        "Call 555-1999-2000.",
        "the 2nd floor",
        "",
        # letters that only a search without case takes for those of the calendar
        "last ſunday",
        "on Aprıl 3",
    ],
)
def test_what_is_no_date_stays_none(text: str) -> None:
    assert dates(text) == []


def test_a_period_starts_at_midnight_in_the_zone_of_the_memory() -> None:
    ((_, _, period),) = find_dates("next month", WHEN)
    assert period.start == datetime(2022, 2, 1, tzinfo=UTC)
