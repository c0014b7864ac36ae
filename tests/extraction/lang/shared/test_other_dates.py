from datetime import datetime
from pathlib import Path

import pytest

from extraction.lang.other import dates
from graph.tables import table_rows, values

ROWS = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("other_dates_table.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
WHEN = datetime.fromisoformat("2026-05-20T10:00+02:00")


@pytest.mark.parametrize(("language", "text", "names"), ROWS, ids=[row[1] for row in ROWS])
def test_dates_of_a_language_without_a_pack_are_read_and_no_versions(language: str, text: str, names: str) -> None:
    read = list(dates.find_dates(text, WHEN, language))
    assert [each.period.name + "?" * (not each.has_year) for each in read] == ([] if names == "-" else names.split())
    ends = [0, *(each.end for each in read)]
    assert all(before <= each.start < each.end for before, each in zip(ends, read, strict=False))


@pytest.mark.parametrize(
    ("language", "kind", "words", "example"),
    list(table_rows("extraction.lang.other", "years", "language list words example")),
)
def test_words_beside_a_date_tell_of_its_year(language: str, kind: str, words: str, example: str) -> None:
    word = max((each for each in values(words) if each.lower() in example.lower()), key=len)
    place = example.lower().rindex(word.lower())
    without = f"{example[:place]}x xxxxx xxxxx xxxxx{example[place + len(word) :]}"
    assert has_years(example, language) == [True] * (kind == "before_year")
    assert has_years(without, language) == [False] * (kind != "needs_year")


def has_years(text: str, language: str) -> list[bool]:
    return [each.has_year for each in dates.find_dates(text, WHEN, language)]


def test_the_end_of_a_chinese_date_belongs_to_it_though_a_time_follows() -> None:
    text = "会议在2026年6月3日10:00开始。"
    assert [text[each.start : each.end] for each in dates.find_dates(text, WHEN, "zh")] == ["2026年6月3日"]


def test_a_day_whose_year_is_supposed_is_less_sure() -> None:
    (with_year, _), (without, _) = dates.dated_names(
        "Wir fahren am 3. Juni 2026 gemeinsam weg, und am 7. Juni sind wir wieder zurück.", WHEN
    )
    assert without.confidence < with_year.confidence
