from datetime import datetime
from pathlib import Path

import pytest

from extraction.lang.en.dates.dates import find_dates
from extraction.lang.ja.dates.dates import moments

ROWS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "dates_table.tsv").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("language", "when", "text", "names"), ROWS, ids=[row[2] for row in ROWS])
def test_a_text_is_read_as_the_dates_a_person_reads_in_it(language: str, when: str, text: str, names: str) -> None:
    reference = datetime.fromisoformat(when)
    english, japanese = (period.name for _, _, period in find_dates(text, reference)), moments(text, reference)
    read = list(english) if language == "en" else [moment.period.name for moment in japanese]
    assert read == ([] if names == "-" else names.split())


@pytest.mark.parametrize(("language", "when", "text", "names"), ROWS, ids=[row[2] for row in ROWS])
def test_dates_stand_in_the_order_of_the_text_without_overlap(language: str, when: str, text: str, names: str) -> None:
    reference = datetime.fromisoformat(when)
    places = [(start, end) for start, end, _ in find_dates(text, reference)]
    if language == "ja":
        places = [(moment.start, moment.end) for moment in moments(text, reference)]
    ends = [0, *(end for _, end in places)]
    assert all(before <= start < end <= len(text) for before, (start, end) in zip(ends, places, strict=False))
