"""Markdown, plain text, encodings and folders, each with the kinds of damage they come with."""

import errno
import io
import os
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.sources.item import Item, LeftOut
from api.sources.reading import read_source
from graph.errors import Invalid
from graph.model.draft import Draft
from graph.tables import table_rows

JAPANESE = "田中部長はパスキーのリリースを延期すると決めた。\n\n引っ越しは八月です。"


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def drafts(path: Path, form: str | None = None, encoding: str | None = None) -> list[Draft]:
    read = list(read_source(path, form, encoding=encoding, zone=UTC))
    assert [item.error for item in read] == [None] * len(read)
    return [item.draft for item in read if item.draft]


def test_each_section_of_a_markdown_file_is_a_memory_under_its_path_of_headings(tmp_path: Path) -> None:
    text = (
        "Before all.\n\n# Minato\n\nAbout us.\n\n## Team\n\n- Taro\n- Emily\n\n### Sales\n\nKenichi\n\n## Office\n"
        "馬車道\n\nOther\n=====\n\n## Last\nend\n"
    )
    read = list(read_source(write(tmp_path, "a.md", text)))
    got = [item.draft for item in read if item.draft]
    assert [(each.title, each.text) for each in got] == [
        (None, "Before all."),
        ("Minato", "About us."),
        ("Minato / Team", "- Taro\n- Emily\n\n### Sales\n\nKenichi"),
        ("Minato / Office", "馬車道"),
        ("Other / Last", "end"),
    ]
    assert [item.position for item in read] == [1, 3, 7, 16, 22]
    assert {each.source for each in got} == {"a.md"}


def test_a_heading_inside_code_is_code(tmp_path: Path) -> None:
    text = "## Setup\n\n```sh\n## not a heading\nmake\n```\n\n    # nor this\n"
    (got,) = drafts(write(tmp_path, "a.md", text))
    assert got.text == "```sh\n## not a heading\nmake\n```\n\n    # nor this"


def test_a_markdown_file_without_headings_is_one_memory(tmp_path: Path) -> None:
    (got,) = drafts(write(tmp_path, "a.md", "One.\r\n\r\nTwo.\r\n"))
    assert (got.text, got.title) == ("One.\n\nTwo.", None)


def test_a_heading_without_text_is_kept_as_text(tmp_path: Path) -> None:
    (got,) = drafts(write(tmp_path, "a.md", "# List\n## Buy a new mug\n"))
    assert (got.title, got.text) == ("List / Buy a new mug", "Buy a new mug")


@pytest.mark.parametrize(
    ("text", "kept", "left_out"),
    [
        ("The party is on May 3.\n\n%% ask Ken first %%\n", "The party is on May 3.", 1),
        ("社員旅行は下田。%%まだ秘密%%宿は民宿。\n", "社員旅行は下田。宿は民宿。", 1),
        ("Above.\n%%\nThis was\n\nan earlier plan.\n%%\nBelow.\n", "Above.\nBelow.", 1),
        ("<!-- write the goal here -->\nThe goal is speed. <!-- or size? -->\n", "The goal is speed. ", 2),
        ("An open %% sign and 50%% of it.\n", "An open %% sign and 50%% of it.", 0),
        ("An <!-- open one.\n", "An <!-- open one.", 0),
        ("<!-- a --> b <!-- c -->d\n", " b d", 2),
        ("%%one%% and printf('%d%%, %s%%')\n", " and printf('%d%%, %s%%')", 1),
        ("Write `%% so %%` there.\n", "Write `%% so %%` there.", 0),
        ("```\n<!-- kept %% as %% code -->\n```\n", "```\n<!-- kept %% as %% code -->\n```", 0),
    ],
)
def test_a_comment_is_no_part_of_a_note_and_is_counted(tmp_path: Path, text: str, kept: str, left_out: int) -> None:
    items = list(read_source(write(tmp_path, "note.md", text)))
    assert [item.draft.text for item in items if item.draft] == [kept]
    assert [item.left_out for item in items if not item.draft] == [LeftOut.COMMENT] * left_out


def test_front_matter_and_field_lines_are_understood(tmp_path: Path) -> None:
    text = (
        "---\ntitle: Notes\ntags: [a, 'b']\nproject: x/y\n---\n## One\n- Tags: decision, move\n"
        "- Date: 2026-08-05\n- Content: The date is\n  the 29th.\n\n## 二\n- 日付: 2026/08/06\n本文です。\n"
    )
    first, second = drafts(write(tmp_path, "memories.md", text))
    assert (first.title, first.tags, first.project) == ("Notes / One", ("decision", "move"), "x/y")
    assert first.text == "The date is\n  the 29th."
    assert first.occurred_at == datetime(2026, 8, 5, tzinfo=UTC)
    assert (second.text, second.tags) == ("本文です。", ("a", "b"))
    assert second.occurred_at == datetime(2026, 8, 6, tzinfo=UTC)


def test_a_section_with_a_date_that_is_none_is_named_by_its_line(tmp_path: Path) -> None:
    bad, good = list(read_source(write(tmp_path, "a.md", "## A\n- Date: soon\ntext\n## B\ntext\n")))
    assert bad.error is not None
    assert str(bad.error).startswith("line 1, occurred_at:")
    assert good.draft is not None


def test_paragraphs_of_a_text_are_memories_with_their_lines_as_they_stand(tmp_path: Path) -> None:
    read = list(read_source(write(tmp_path, "a.txt", "\n  one\ntwo  \n\n \n三\r\n\r\n")))
    assert [(item.position, item.draft.text) for item in read if item.draft] == [(2, "  one\ntwo  "), (6, "三")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp932", "euc_jp", "iso2022_jp"])
@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.csv"])
def test_an_encoding_is_told_from_the_bytes(tmp_path: Path, encoding: str, name: str) -> None:
    first, second = JAPANESE.split("\n\n")
    texts = {
        "a.txt": JAPANESE,
        "a.jsonl": f'{{"text": "{first}"}}\n{{"text": "{second}"}}\n',
        "a.csv": f"text,tags\n{first},x\n{second},y\n",
    }
    assert [each.text for each in drafts(write(tmp_path, name, texts[name].encode(encoding)))] == [first, second]


def test_a_japanese_encoding_is_told_however_late_the_japanese_begins(tmp_path: Path) -> None:
    text = ("ascii only " * 1000 + "\n\n") * 200 + "ここからは日本語です。"
    assert drafts(write(tmp_path, "a.txt", text.encode("cp932")))[-1].text == "ここからは日本語です。"


def test_a_western_encoding_is_told_too(tmp_path: Path) -> None:
    text = "Der Müller fährt übermorgen nach Köln, weil die Straße für größere Wägen gesperrt wäre. " * 5
    assert "Müller" in drafts(write(tmp_path, "a.txt", text.encode("latin-1")))[0].text


def test_one_broken_byte_costs_its_record_and_not_the_file(tmp_path: Path) -> None:
    good = '{"text": "これは正しい行です。"}\n'.encode()
    read = list(read_source(write(tmp_path, "a.jsonl", good * 3 + '{"text": "あ'.encode() + b'\xff"}\n' + good)))
    assert [item.error is None for item in read] == [True, True, True, False, True]
    assert "line 4, text: holds broken characters" in str(read[3].error)


@pytest.mark.parametrize(
    ("codec", "example"),
    [
        (codec, example)
        for codec, _, _, _, example in table_rows("api.sources", "codepages", "codec languages script never example")
    ],
)
def test_a_code_page_is_told_by_the_language_that_is_read_under_it(tmp_path: Path, codec: str, example: str) -> None:
    found = drafts(write(tmp_path, "a.txt", example.encode(codec)))
    assert [each.text for each in found] == [example]


def test_an_encoding_may_be_named(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "a 短い".encode("utf-16-le"))
    with pytest.raises(Invalid, match="--encoding utf-16-le"):
        list(read_source(path))
    assert drafts(path, encoding="utf-16-le")[0].text == "a 短い"


@pytest.mark.parametrize("encoding", ["klingon", "base64", "cp932"])
def test_an_encoding_that_does_not_exist_or_fit_is_refused(tmp_path: Path, encoding: str) -> None:
    path = write(tmp_path, "a.txt", "これはUTF-8です。".encode() + b"\xff\xff")
    with pytest.raises(Invalid) as caught:
        list(read_source(path, encoding=encoding))
    assert caught.value.field == "encoding"


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="NUL"):
        list(read_source(write(tmp_path, "a.txt", b"\x89PNG\r\n\x00\x00\x00\rIHDR")))


def _packed(*members: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for member in members:
            packed.writestr(member, "x")
    return made.getvalue()


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\n", "a PDF: save its text"),
        (_packed("[Content_Types].xml", "word/document.xml"), "Word .*: save its text"),
        (_packed("[Content_Types].xml", "xl/workbook.xml"), "Excel .*CSV"),
        (_packed("ppt/presentation.xml"), "presentation"),
        (_packed("mimetype", "META-INF/manifest.xml"), "ODT"),
        (_packed("a.txt"), "a zip"),
        (b"PK\x03\x04 cut", "a zip"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "earlier Office"),
        (b"{\\rtf1\\ansi Hello}", "RTF"),
    ],
)
@pytest.mark.parametrize("encoding", [None, "latin-1"])
def test_a_document_that_is_no_text_is_named(tmp_path: Path, content: bytes, named: str, encoding: str | None) -> None:
    with pytest.raises(Invalid, match=f"the file is .*{named}"):
        list(read_source(write(tmp_path, "a.txt", content), encoding=encoding))


def test_what_is_out_of_reach_is_an_error_and_a_picture_out_of_reach_no_loss(tmp_path: Path) -> None:
    write(tmp_path, "a.txt", "one")
    for name in ("drive", "log.txt", "photo.png"):
        (tmp_path / name).symlink_to(tmp_path / "unmounted" / name)
    (tmp_path / "loop.md").symlink_to(tmp_path / "loop.md")
    read = list(read_source(tmp_path))
    assert [Path(item.path).name for item in read if item.error] == ["drive", "log.txt", "loop.md"]
    assert all("cannot be read" in str(item.error) for item in read if item.error)
    assert [item.draft.text for item in read if item.draft] == ["one"]
    with pytest.raises(Invalid, match="cannot be read"):
        read_source(tmp_path / "loop.md")


def test_a_file_that_may_not_be_looked_at_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.txt", "one")
    shut = write(tmp_path, "shut/b.txt", "two")
    look = Path.stat

    def denied(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path == shut:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return look(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", denied)
    read = list(read_source(tmp_path))
    assert [(Path(item.path).name, item.error is None) for item in read] == [("b.txt", False), ("a.txt", True)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "One.\n\nTwo.\n"),
        ("a.csv", "text,tags\nOne,x\n"),
        ("a.jsonl", '{"text": "One"}\n{"text": "Two", "id": "x1"}\n'),
        ("a.md", "# A\n\nOne.\n"),
        ("a.json", '[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]'),
        ("a.eml", "From: Anna <a@b.c>\nSubject: Hi\nDate: Mon, 1 Jun 2026 10:00:00 +0000\n\nHi.\n"),
        ("deep" * 40 + ".txt", "One.\n"),
    ],
)
@pytest.mark.parametrize("numbered", [False, True])
def test_whatever_comes_from_a_file_has_a_place_below_its_folder_however_that_is_spelt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, *, numbered: bool
) -> None:
    write(tmp_path, f"notes/{name}", text)
    write(tmp_path, "other/x.txt", "x")
    monkeypatch.chdir(tmp_path / "other")
    for spelt in (tmp_path / "notes", Path("../notes"), tmp_path / "other/../notes", Path("../notes") / name):
        read = [item.draft for item in read_source(spelt, numbered=numbered) if item.draft]
        assert read
        for draft in read:
            assert (draft.place or "").startswith(f"{tmp_path}/notes/{name}"[:100])
            assert "#" in (draft.place or "")
            assert len(draft.place or "") <= 180
    assert [item.draft.place for item in read_source("-", stdin=io.BytesIO(b"One.\n")) if item.draft] == [None]


def test_a_path_that_is_not_there_is_invalid_at_once(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="no such file"):
        read_source(tmp_path / "absent.jsonl")


def test_an_unknown_format_is_invalid_at_once(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="jsonl, csv, markdown, text, chat, mail"):
        read_source(write(tmp_path, "a.txt", "x"), "yaml")


def test_a_folder_is_read_in_order_and_a_broken_file_in_it_is_one_item(tmp_path: Path) -> None:
    write(tmp_path, "b/two.txt", "two")
    write(tmp_path, "a.jsonl", '{"text": "one"}')
    write(tmp_path, "c.csv", "name\nx\n")
    write(tmp_path, "d.md", "four")
    write(tmp_path, "photo.png", b"\x00\x01")
    write(tmp_path, ".git/config.txt", "hidden")
    write(tmp_path, "a.jsonl.failed.jsonl", '{"text": "not again"}')
    read = list(read_source(tmp_path))
    assert [item.draft.text if item.draft else item.position for item in read] == ["one", "two", 0, "four", 0]
    assert "columns" in str(read[2].error)
    assert read[2].path.endswith("c.csv")
    assert (read[4].left_out, read[4].path) == (LeftOut.FILE, str(tmp_path / "photo.png"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"text": "a"}\n{"text": "b"}\n', ["a", "b"]),
        ("text,tags\na,x\nb,y\n", ["a", "b"]),
        ("# T\n\na\n\n## U\n\nb\n", ["a", "b"]),
        ("a\n\nb\n", ["a", "b"]),
        ('[{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]', ["a", "b"]),
    ],
)
def test_standard_input_is_told_from_its_beginning(text: str, expected: list[str]) -> None:
    read: list[Item] = list(read_source("-", stdin=io.BytesIO(text.encode())))
    assert [item.draft.text for item in read if item.draft] == expected
    assert {item.path for item in read} == {"stdin"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("name", ["a", "a.csv"])
def test_lines_may_end_as_on_any_machine(tmp_path: Path, name: str, end: str) -> None:
    text = end.join(["text,tags", "a,x", '"b",y', ""])
    assert [(each.text, each.tags) for each in drafts(write(tmp_path, name, text))] == [("a", ("x",)), ("b", ("y",))]


def test_a_format_may_be_named_against_the_suffix(tmp_path: Path) -> None:
    assert [each.text for each in drafts(write(tmp_path, "a.md", "# a\n\n# b"), "text")] == ["# a", "# b"]
