"""JSON Lines and tables: one broken record may cost itself and nothing else."""

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.sources.decoding import LINE_LIMIT
from api.sources.item import Item, Origin
from api.sources.reading import read_source
from api.sources.records import draft_of, record_of
from graph.errors import Invalid
from graph.model.draft import Draft, GivenFact
from graph.model.synced import WHOLE_FILE
from graph.model.types import RelationType


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def items(path: Path, **options: str) -> list[Item]:
    return list(read_source(path, options.get("format"), encoding=options.get("encoding"), zone=UTC))


def draft(item: Item) -> Draft:
    assert item.error is None, item.error
    assert item.draft is not None
    return item.draft


def error(item: Item) -> str:
    assert item.draft is None
    assert isinstance(item.error, Invalid)
    return str(item.error)


def test_a_line_of_json_becomes_a_draft_with_all_its_fields(tmp_path: Path) -> None:
    record = {
        "text": "引っ越しは29日。",
        "title": "Move",
        "category": "work",
        "tags": ["office", "#moving", "office"],
        "source": "note",
        "channel": "slack",
        "device_id": 7,
        "session_id": "s1",
        "project": "operations/office",
        "speaker": "渡辺由紀",
        "created_at": "2026-08-05T11:00:00+09:00",
        "occurred_at": 1780000000,
        "latitude": "35.4",
        "longitude": 139.6,
        "pinned": True,
        "rating": 4,
        "extra": {"room": 7},
        "id": "m001",
        "mood": "good",
    }
    (item,) = items(write(tmp_path, "a.jsonl", json.dumps(record)))
    got = draft(item)
    assert (got.text, got.title, got.tags, got.device_id) == ("引っ越しは29日。", "Move", ("office", "moving"), "7")
    assert (got.latitude, got.longitude, got.rating, got.pinned) == (35.4, 139.6, 4, True)
    assert got.created_at == datetime(2026, 8, 5, 2, tzinfo=UTC)
    assert got.extra == {"room": 7, "source_id": "m001", "mood": "good"}
    assert (got.source_id, got.place) == (None, f"{tmp_path}/a.jsonl#m001")
    assert (item.position, item.path) == (1, str(tmp_path / "a.jsonl"))


@pytest.mark.parametrize(
    ("identity", "known"),
    [
        ("0b0c8f5e-3f0a-4d52-9d1e-6a1f7a4f2f10", True),
        ("01J9ZC1W8Q4T6V0KX3M5N7P9RB", True),
        ("7", False),
        ("m001", False),
        ("a note of a few words", False),
    ],
)
def test_an_id_of_the_whole_world_is_an_identity_and_any_other_a_place_in_its_file(
    tmp_path: Path, identity: str, known: bool
) -> None:
    (item,) = items(write(tmp_path, "a.jsonl", json.dumps({"text": "a", "id": identity})))
    place = f"{tmp_path}/a.jsonl" + (WHOLE_FILE if known else f"#{identity}")
    assert (draft(item).source_id, draft(item).place) == (identity if known else None, place)


@pytest.mark.parametrize(("rating", "kept"), [(4, 4), ("5", 5), (8, None), (4.5, None), ("4/5", None), ("★★★", None)])
def test_a_rating_of_another_scale_is_kept_beside_and_costs_nothing(
    tmp_path: Path, rating: object, kept: int | None
) -> None:
    (item,) = items(write(tmp_path, "a.jsonl", json.dumps({"text": "a", "rating": rating})))
    assert (draft(item).rating, draft(item).extra) == (kept, {} if kept else {"rating": rating})


def test_one_date_of_lines_of_json_tells_the_order_of_day_and_month_for_all(tmp_path: Path) -> None:
    text = '{"text": "a 1/30/2026", "date": "02/03/2026"}\n{"text": "b", "date": "14/03/2026"}\n'
    got = [draft(item).occurred_at for item in items(write(tmp_path, "a.jsonl", text))]
    assert [at.month if at else 0 for at in got] == [3, 3]


def test_other_names_for_text_and_time_are_known(tmp_path: Path) -> None:
    lines = (
        '{"content": "a", "date": "2026-06-01"}\n{"message": "b", "timestamp": 1780000000}\n'
        '{"本文": "c", "日付": "2026/6/1"}'
    )
    got = [draft(item) for item in items(write(tmp_path, "a.jsonl", lines))]
    assert [each.text for each in got] == ["a", "b", "c"]
    assert all(each.occurred_at for each in got)


def test_an_author_speaks_only_where_there_is_a_session(tmp_path: Path) -> None:
    lines = '{"text": "a", "author": "Emily", "session": "s"}\n{"text": "a", "author": "Emily"}'
    inside, outside = [draft(item) for item in items(write(tmp_path, "a.jsonl", lines))]
    assert (inside.speaker, inside.session_id, inside.extra) == ("Emily", "s", {})
    assert (outside.speaker, outside.extra) == (None, {"author": "Emily"})


def test_a_broken_line_is_named_and_the_file_goes_on(tmp_path: Path) -> None:
    text = (
        '\ufeff{"text": "one"}\r\n\r\n{"text": "secret\r\n[1]\r\n{"text": NaN}\r\n{"tags": []}\r\n{"text": "two"}\r\n'
    )
    got = items(write(tmp_path, "a.jsonl", text))
    assert [item.position for item in got] == [1, 3, 4, 5, 6, 7]
    assert (draft(got[0]).text, draft(got[-1]).text) == ("one", "two")
    assert error(got[1]).startswith("line 3: is not valid JSON")
    assert "secret" not in error(got[1])
    assert got[1].raw == '{"text": "secret'
    assert "not a JSON object" in error(got[2])
    assert "line 5" in error(got[3])
    assert "line 6, text: is missing" in error(got[4])


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({"text": 7}, "text"),
        ({"text": " \n"}, "text"),
        ({"text": "\ud800"}, "text"),
        ({"text": "a", "title": ["b"]}, "title"),
        ({"text": "a", "tags": 7}, "tags"),
        ({"text": "a", "tags": [7]}, "tags"),
        ({"text": "a", "date": "whenever"}, "occurred_at"),
        ({"text": "a", "created_at": "whenever"}, "created_at"),
        ({"text": "a", "latitude": "north"}, "latitude"),
        ({"text": "a", "latitude": True}, "latitude"),
        ({"text": "a", "pinned": "perhaps"}, "pinned"),
        ({"text": "a", "extra": "{"}, "extra"),
        ({"text": "a", "extra": [1]}, "extra"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(tmp_path: Path, record: dict[str, object], field: str) -> None:
    bad, good = items(write(tmp_path, "a.jsonl", json.dumps(record) + '\n{"text": "ok"}'))
    assert f"line 1, {field}: " in error(bad)
    assert bad.raw == record
    assert draft(good).text == "ok"


def test_nesting_without_end_and_huge_numbers_are_invalid_lines(tmp_path: Path) -> None:
    text = "[" * 100_000 + '\n{"text": ' + "9" * 5000 + '}\n{"text": "ok"}'
    first, second, last = items(write(tmp_path, "a.jsonl", text))
    assert "line 1" in error(first)
    assert "line 2" in error(second)
    assert draft(last).text == "ok"


def test_a_line_beyond_every_measure_costs_itself_only(tmp_path: Path) -> None:
    text = '{"text": "' + "a" * (LINE_LIMIT * 2) + '"}\n{"text": "ok"}'
    first, second = items(write(tmp_path, "a.jsonl", text))
    assert "longer than" in error(first)
    assert draft(second).text == "ok"
    assert second.position == 2


def test_json_lines_are_read_one_by_one(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", '{"text": "first"}\n' * 50_000)
    stream = read_source(path)
    assert draft(next(stream)).text == "first"
    assert next(stream).position == 2


def test_a_table_names_its_fields_in_the_header(tmp_path: Path) -> None:
    text = 'Text,Title,Tags,Date,id,pinned\n"one, two",A,"x; y",2026/06/01,7,yes\n三,,,,,\n'
    first, second = [draft(item) for item in items(write(tmp_path, "a.csv", text))]
    assert (first.text, first.tags, first.extra, first.pinned) == ("one, two", ("x", "y"), {"source_id": "7"}, True)
    assert first.occurred_at == datetime(2026, 6, 1, tzinfo=UTC)
    assert (second.text, second.title, second.extra) == ("三", None, {})


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    rows = f"text{delimiter}tags\r\nhello, world{delimiter}a\r\n".replace("hello, world", '"hello, world"')
    (item,) = items(write(tmp_path, "a.csv", rows))
    assert (draft(item).text, draft(item).tags) == ("hello, world", ("a",))


def test_a_row_with_cells_too_many_or_too_few_is_named(tmp_path: Path) -> None:
    text = 'text,tags\nfine,a\nalone\none,two,three\n\n"two\nlines",b\nlast,c\n'
    got = items(write(tmp_path, "a.csv", text))
    assert [item.position for item in got] == [2, 3, 4, 6, 8]
    assert "line 3: has 1 cells where the header has 2" in error(got[1])
    assert "line 4: has 3 cells" in error(got[2])
    assert got[2].raw == "one,two,three"
    assert draft(got[3]).text == "two\nlines"


def test_a_quote_never_closed_costs_its_line_and_not_the_rest(tmp_path: Path) -> None:
    text = 'text,tags\nfine,a\n"open,b\nnext,c\nlast,d\n'
    got = items(write(tmp_path, "a.csv", text))
    assert "line 3: has a quote" in error(got[1])
    assert [draft(item).text for item in (got[0], *got[2:])] == ["fine", "next", "last"]


def test_text_after_a_closing_quote_is_told(tmp_path: Path) -> None:
    got = items(write(tmp_path, "a.csv", 'text,tags\n"a" b,c\nd,e\n'))
    assert "quote" in error(got[0])
    assert draft(got[1]).text == "d"


def test_a_cell_may_be_as_long_as_a_memory(tmp_path: Path) -> None:
    (item,) = items(write(tmp_path, "a.csv", "text,tags\n" + "あ" * 400_000 + ",x\n"))
    assert len(draft(item).text) == 400_000


def test_a_table_without_a_column_of_texts_is_refused_with_the_columns_seen(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="seen: width, age") as caught:
        items(write(tmp_path, "a.csv", "Width,Age\n3,1\n"))
    assert "content" in str(caught.value)


def test_a_table_of_one_column_will_do(tmp_path: Path) -> None:
    assert [draft(item).text for item in items(write(tmp_path, "a.csv", "本文\n一\n二\n"))] == ["一", "二"]


def test_a_header_alone_and_an_empty_file_hold_nothing(tmp_path: Path) -> None:
    assert items(write(tmp_path, "a.csv", "text,tags\n")) == []
    for name in ("a.csv", "a.jsonl", "a.md", "a.txt", "a.json", "a"):
        assert items(write(tmp_path, name, "")) == []
        assert items(write(tmp_path, name, "\n \n\n")) == []


clean = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=30)
drafts = st.builds(
    Draft,
    text=clean.filter(lambda text: bool(text.strip())),
    title=st.none() | clean,
    tags=st.lists(st.sampled_from(["a", "b", "日付"]), unique=True).map(tuple),
    session_id=st.none() | clean,
    speaker=st.none() | clean,
    occurred_at=st.none()
    | st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1), timezones=st.just(UTC)),
    rating=st.none() | st.integers(1, 5),
    pinned=st.booleans(),
    latitude=st.none() | st.floats(-90, 90),
    extra=st.dictionaries(st.sampled_from(["x", "source_id"]), st.integers() | clean),
    facts=st.lists(st.builds(GivenFact, subject=clean, type=st.sampled_from(RelationType), object=clean)).map(tuple),
)


def test_facts_of_a_record_are_given_and_a_field_that_only_has_their_name_is_kept(tmp_path: Path) -> None:
    works = {"subject": "Ken", "type": "WORKS_FOR", "object": "Acme"}
    typed = works | {"type": "works for", "predicate": None}
    lines = [{"text": "a", "facts": [works]}, {"text": "b", "facts": ["bees fly"]}, {"text": "c", "facts": [typed]}]
    got = [draft(item) for item in items(write(tmp_path, "a.jsonl", "\n".join(map(json.dumps, lines))))]
    fact = GivenFact(**works)  # type: ignore[arg-type]
    assert [item.facts for item in got] == [(fact,), (), (fact,)]
    assert [item.extra for item in got] == [{}, {"facts": ["bees fly"]}, {}]


@pytest.mark.parametrize("wrong", [{"type": "ADORES"}, {"since": "2020"}, {"object": None}, {"object": 7}])
def test_a_fact_with_a_wrong_or_missing_field_is_told(wrong: dict[str, object], tmp_path: Path) -> None:
    fact = {"subject": "Ken", "type": "WORKS_FOR", "object": "Acme", **wrong}
    (item,) = items(write(tmp_path, "a.jsonl", json.dumps({"text": "a", "facts": [fact]})))
    assert "line 1, facts[0]" in error(item)


@given(drafts)
def test_a_draft_survives_the_way_through_a_record(draft: Draft) -> None:
    through = json.loads(json.dumps(record_of(draft)))
    assert draft_of(through, Origin(path="x", zone=UTC)) == draft


@given(
    st.dictionaries(
        st.text(max_size=12),
        st.none() | st.booleans() | st.floats() | st.text(max_size=20) | st.lists(st.text(max_size=3)),
    )
)
def test_any_record_is_a_draft_or_invalid_and_nothing_else(record: dict[str, object]) -> None:
    with suppress(Invalid):
        draft_of(record, Origin(path="x", zone=UTC))
