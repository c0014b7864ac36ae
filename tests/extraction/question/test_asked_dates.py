"""A day is found in the texts that write it in another way."""

import pytest

from extraction.question.asked_dates import days_otherwise


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ("Why was the release moved to April 1?", ["4 1", "apr 1"]),
        ("the outage of the 31st of March", ["3 31", "mar 31"]),
        ("the outage of 31 March", ["3 31", "mar 31"]),
        ("the invoice of Sept. 9th", ["9 9", "septemb 9", "sep 9"]),
        ("3/31 の障害", ["march 31", "mar 31"]),
        ("納期が11月14日から延びた", ["novemb 14", "nov 14"]),
        ("May 5 and 12/24", ["5 5", "decemb 24", "dec 24"]),
        ("the path /v1/2/3, version 4/5/6 and 2026/03/31", []),
        ("It may be 40", []),
    ],
)
def test_a_day_is_asked_in_the_other_ways_of_writing_it(question: str, phrases: list[str]) -> None:
    assert list(days_otherwise(question)) == phrases
