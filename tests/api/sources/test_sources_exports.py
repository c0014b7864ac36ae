"""Exports of many makers as people have them: rows of files, what is kept of them, and what is left out."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import NamedTuple, cast
from zipfile import ZipFile

import pytest

from api.sources.chats.notices import ANY, notice_of
from api.sources.chats.texts.named_lines import NAMED, is_label
from api.sources.item import Item, LeftOut
from api.sources.reading import read_source
from extraction.text.lexicon import LexiconRow, lexicon_rows
from graph.errors import Invalid
from graph.intake.checks import checked
from graph.intake.given_facts import given_fields
from graph.model.draft import Draft

Json = dict[str, object]
ROWS = Path(__file__).parent / "exports"


class Row(NamedTuple):
    name: str
    files: dict[str, object]
    options: dict[str, object]
    drafts: list[Json]
    left_out: dict[str, int]
    errors: list[str]
    remarks: list[str]


def rows() -> Iterator[Row]:
    for path in sorted(ROWS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            fields = cast(Json, json.loads(line))
            yield Row(
                name=f"{path.stem}: {fields['name']}",
                files=cast(dict[str, object], fields["files"]),
                options=cast(Json, fields.get("options", {})),
                drafts=cast(list[Json], fields.get("drafts", [])),
                left_out=cast(dict[str, int], fields.get("left_out", {})),
                errors=cast(list[str], fields.get("errors", [])),
                remarks=cast(list[str], fields.get("remarks", [])),
            )


def written(row: Row, folder: Path) -> Path:
    """The files of a row: a text as UTF-8, a list of texts as lines of JSON or as bytes of another encoding."""
    for name, content in row.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, dict) and "zip" in content:
            packed = cast(dict[str, str], content["zip"])
            with ZipFile(path, "w") as archive:
                for inner, text in packed.items():
                    archive.writestr(inner, text)
        elif isinstance(content, dict) and "encoding" in content:
            path.write_bytes(str(content["text"]).encode(str(content["encoding"])))
        elif isinstance(content, str):
            path.write_bytes(content.encode())
        elif isinstance(content, list) and name.endswith("jsonl"):
            path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in content), encoding="utf-8")
        else:
            path.write_text(json.dumps(content), encoding="utf-8")
    return folder if len(row.files) > 1 or "/" in next(iter(row.files)) else folder / next(iter(row.files))


def shown(draft: Draft, names: list[str], folder: Path) -> Json:
    """The named fields of a draft as a row writes them."""
    fields: Json = {}
    for name in names:
        value = getattr(draft, name)
        if isinstance(value, datetime):
            value = value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        if name == "tags":
            value = list(cast(tuple[str, ...], value))
        if name == "facts":
            value = [given_fields(fact) for fact in draft.facts]
        if name == "extra":
            value = dict(draft.extra)
        if name == "place" and value:
            value = str(value).removeprefix(f"{folder}/")
        fields[name] = value
    return fields


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: cast(Row, row).name)
def test_an_export_gives_what_people_wrote_and_counts_the_rest(row: Row, tmp_path: Path) -> None:
    options = cast(dict[str, str], row.options)
    read: list[Item] = list(read_source(written(row, tmp_path), zone=UTC, **options))  # type: ignore[arg-type]
    drafts = [item.draft for item in read if item.draft]
    assert [draft.text for draft in drafts] == [expected["text"] for expected in row.drafts]
    for draft, expected in zip(drafts, row.drafts, strict=True):
        assert shown(draft, list(expected), tmp_path) == expected
        checked(draft)
    assert Counter(item.left_out.value for item in read if item.left_out) == row.left_out
    for phrases, texts in (
        (row.errors, [str(item.error) for item in read if item.error]),
        (row.remarks, [item.remark for item in read if item.remark]),
    ):
        assert len(phrases) == len(texts), texts
        for phrase, text in zip(phrases, texts, strict=True):
            assert phrase in text


def test_identities_of_an_export_are_unique() -> None:
    known = [(row.name, draft["source_id"]) for row in rows() for draft in row.drafts if draft.get("source_id")]
    assert len(set(known)) == len(known) >= 20


def mutated(value: object, random: Random) -> object:
    """The value with a part of it here and there put in another's place, taken away or emptied."""
    if random.random() < 0.04:
        return random.choice(
            [None, "", "x", 0, -1, 10**30, 1.5, True, [], {}, [None], {"id": None}, "2026-13-45", [[]]]
        )
    if isinstance(value, dict):
        pairs = cast(Json, value).items()
        return {name: mutated(part, random) for name, part in pairs if random.random() > 0.02}
    if isinstance(value, list):
        return [mutated(part, random) for part in cast(list[object], value)]
    return value


@pytest.mark.parametrize(
    "row", [row for row in rows() if row.name.startswith(("assist", "messeng"))], ids=lambda row: row.name
)
def test_a_damaged_export_costs_no_more_than_what_is_damaged(row: Row, tmp_path: Path) -> None:
    for seed in range(40):
        random = Random(seed)
        damaged = {name: mutated(content, random) for name, content in row.files.items()}
        with suppress(Invalid):
            for item in read_source(written(row._replace(files=damaged), tmp_path / str(seed)), zone=UTC):
                assert item.draft or item.error or item.left_out


@pytest.mark.parametrize("row", list(lexicon_rows("api.sources.chats", "notices")), ids=lambda row: row.words[0])
def test_a_row_of_notices_is_told_by_its_example(row: LexiconRow) -> None:
    if row.value in LeftOut.__members__:
        assert notice_of(row.example, row.list) == LeftOut[row.value]
        assert {notice_of(phrase.replace(ANY, " x "), row.list) for phrase in row.words} == {LeftOut[row.value]}
    elif row.list == "label":
        assert is_label(NAMED.fullmatch(row.example)[1])  # type: ignore[index]
        assert not is_label("Anna")
    else:
        assert row.example in row.words


@pytest.mark.parametrize(
    "text",
    [
        "I deleted the message.",
        "写真を撮った",
        "Missed you today",
        "[重要] 鍵",
        "Liked it a lot",
        "He was absent",
        "Video call at ten?",
        "I sent a photo",
        "パスワードを変更しました",
    ],
)
def test_somebodys_words_are_no_notice(text: str) -> None:
    assert {notice_of(text, name) for name in ("meta", "line", "line_plain", "whatsapp", "line_group")} == {None}
