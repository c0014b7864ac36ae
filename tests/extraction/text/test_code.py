import json
import time
from pathlib import Path

import pytest

from extraction.text.code import is_code, without_code

ROWS = [json.loads(line) for line in Path(__file__).with_name("lines.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["line"].strip()[:40])
def test_a_line_of_code_is_told_from_a_line_that_people_write(row: dict[str, str | bool]) -> None:
    text = f"We met Anna.\n{row['line']}\n"

    assert (without_code(text).strip() == "We met Anna.") is row["code"]
    assert len(without_code(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("Look:\n```\nHello World\n```\nDone.", "Look: Done."),
        ("Look:\n~~~ py\nHello World\n```\n~~~\nDone.", "Look: Done."),
        ("Look:\n```\nHello World", "Look:"),
        ("Look:\nx = draw()\n# all of them\ny = draw()\n", "Look:"),
        ("Look:\nx = draw()\nThen Anna went home early.\ny = draw()\n", "Look: Then Anna went home early."),
        ("x = draw()\nAnna fixed it.\ny = draw()\n", "Anna fixed it."),
        ("x = draw()\nlunch with Anna\ny = draw()\n", "lunch with Anna"),
        ("x = draw()\n佐藤さんが直した\ny = draw()\n", "佐藤さんが直した"),
        ("```make test``` fails.\nAnna leads it.", "```make test``` fails. Anna leads it."),
        ("~~~old~~~ is the queue.\nAnna leads it.", "~~~old~~~ is the queue. Anna leads it."),
        ("````\n```\nHello World\n```\n````\nDone.", "Done."),
        ("# Plan\nAnna leads it.", "# Plan Anna leads it."),
    ],
)
def test_what_is_fenced_and_what_stands_between_lines_of_code_is_code(text: str, prose: str) -> None:
    assert " ".join(without_code(text).split()) == prose


def test_a_text_that_begins_within_a_block_is_code_up_to_its_fence() -> None:
    text = "Hello World\n```\nDone.\n```\nBye World"

    assert without_code(text, fence="```").split() == ["Done."]
    assert without_code("Hello World", fence="```").split() == []
    assert without_code("Hello World\n```\nBye World\n~~~\nDone.", fence="~~~").split() == ["Done."]


def test_a_text_of_fences_alone_takes_no_longer_than_another() -> None:
    started = time.process_time()

    assert without_code("```\n" * 100_000).strip() == ""
    assert time.process_time() - started < 2


@pytest.mark.parametrize("part", ["a.", "a(", "((", "a().", "a = ", "'", "`a`", "\\a", "{", "a[]", "; ", "a: ", "<a>"])
@pytest.mark.parametrize("before", ["", "if ", "import ", "a = "])
def test_no_line_takes_long(before: str, part: str) -> None:
    started = time.process_time()
    for end in ("!", "x;", ":", ");", ",;"):
        is_code(before + part * 20_000 + end)

    assert time.process_time() - started < 1
