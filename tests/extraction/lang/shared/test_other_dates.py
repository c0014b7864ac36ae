from datetime import datetime
from pathlib import Path

import pytest

from extraction.lang.other import dates

ROWS = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("other_dates_table.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
WHEN = datetime.fromisoformat("2026-05-20T10:00+02:00")


@pytest.mark.parametrize(("language", "text", "names"), ROWS, ids=[row[1] for row in ROWS])
def test_dates_of_a_language_without_a_pack_are_read_and_no_versions(language: str, text: str, names: str) -> None:
    read = list(dates.find_dates(text, WHEN, language))
    assert [period.name for *_, period in read] == ([] if names == "-" else names.split())
    ends = [0, *(end for _, end, _ in read)]
    assert all(before <= start < end for before, (start, end, _) in zip(ends, read, strict=False))
