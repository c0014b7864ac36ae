"""A sentence says by its wording that something was learnt, in either language; questions and bare headings do not."""

import re

import pytest

from graph.lifecycle.word_tables import WordRow, word_rows
from graph.projects.learnings import learnings_in


def sentences(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"[^。.!?！？]+[。.!?！？]?", text)]


def learnt(text: str) -> list[str]:
    return [text[start:end] for start, end in learnings_in(text, sentences)]


@pytest.mark.parametrize("row", list(word_rows("learnings", "graph.projects")), ids=lambda row: row.word)
def test_each_wording_is_found_in_its_example(row: WordRow) -> None:
    assert learnt(f"It rained. {row.example}\nThe next line.") == [row.example]
    assert learnt(row.example.upper() if row.kind == "learning" else row.example.casefold()) == (
        [row.example.upper()] if row.kind == "learning" else []
    )


@pytest.mark.parametrize(
    "text",
    ["What was the root cause? Nobody knows.", "Lessons learned:", "学び：", "原因は何だったのか。", "Until Monday.",
     "He learned piano.", "The root cause was", "学校で学んだ友人に会った。", "Til Monday we are closed for repairs.",
     f"The root cause was {'very ' * 200}old."],
)  # fmt: skip
def test_what_teaches_nothing_is_none(text: str) -> None:
    assert learnt(text) == []


def test_items_below_a_heading_are_learnings_without_their_marks() -> None:
    text = (
        "## Done\n- Moved the host\n\n## Lessons learned\n\n- Pin the versions 🔒\n* Is that so?\n2. Test it\n"
        "\nElse.\n- No\n"
        "**学び：**\n・水は朝にやる\n"
    )
    assert learnt(text) == ["Pin the versions 🔒", "Test it", "水は朝にやる"]
