"""Every grammar takes a file apart without losing a byte, and reads again what it writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.markdown.grammars.entries import Entries
from api.markdown.grammars.items import Items
from api.markdown.grammars.marked import BEGIN, END, Marked
from api.markdown.grammars.observations import Observations
from api.markdown.grammars.pieces import Block, Grammar, joined
from api.markdown.grammars.sections import Sections
from api.markdown.merge_model import Insert, Plan
from api.markdown.rewriting import empty, rewritten
from api.markdown.wording import Wording, marks_of

ID, OTHER = "01M8CG0WJ5TNRB32HWENR9SJA8", "01M8CG0WJ5TNRB32HWENR9SJA9"
GRAMMARS: dict[str, Grammar] = {
    "items": Items(),
    "pointers": Items(pointers=False),
    "entries": Entries(),
    "sections": Sections(),
    "observations": Observations(),
    "marked": Marked(),
}
PARTS = st.sampled_from(
    ["# A", "## B c", "- item", "* star", "1. one", "  - below", "    code", "```", "~~~py", "---", "- Tags: a, b",
     "- Content: x", "- Date: 2026-01-01", f"words ^en-{ID}", f"<!-- en-{ID} -->", "", "\r", "text  ", "会議 🌸",
     "\ufeff", "- [fact] text #tag (context)", "- [ ] task", BEGIN, END, "> quote", "| a | b |", "\ttab",
     "- [x](y.md) z",     "\x0b"]
)  # fmt: skip
FILES = st.lists(st.one_of(PARTS, st.text(max_size=20)), max_size=30).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n"]).map(lambda end: end.join(lines))
)
WORDS = st.lists(st.one_of(PARTS, st.text(max_size=30)), min_size=1, max_size=6).map("\n".join)


def blocks(grammar: Grammar, text: str) -> list[Block]:
    return [piece for piece in grammar.pieces(text) if isinstance(piece, Block)]


@pytest.mark.parametrize("name", GRAMMARS)
@given(text=FILES)
def test_the_pieces_of_a_file_are_the_file(name: str, text: str) -> None:
    assert joined(GRAMMARS[name].pieces(text)) == text


@pytest.mark.parametrize("name", GRAMMARS)
@given(text=FILES)
def test_an_identity_is_added_and_nothing_else_changes(name: str, text: str) -> None:
    grammar = GRAMMARS[name]
    before = blocks(grammar, text)
    keys = [("f", number) for number, block in enumerate(before) if block.id is None]
    ids = {key: f"01{number:024d}" for number, key in enumerate(keys)}
    after = rewritten("f", text, grammar.pieces(text), grammar, Plan(), {**ids}, ())
    marks = [mark for identity in ids.values() for mark in (f" ^en-{identity}", f"<!-- en-{identity} -->")]
    plain = after.text
    for mark in marks:
        plain = (
            plain.replace(f" {mark}", "") if mark.startswith("<") and f" {mark}" in plain else plain.replace(mark, "")
        )
    assert "".join(plain.split()) == "".join(text.split())
    again = blocks(grammar, after.text)
    assert [block.wording for block in again] == [block.wording for block in before]
    if grammar.identified:
        assert [block.id for block in again if block.id in ids.values()] == list(ids.values())


@pytest.mark.parametrize("name", GRAMMARS)
@given(words=WORDS, title=st.text(max_size=20))
def test_what_is_written_into_a_file_is_read_again_or_named_as_unfit(name: str, words: str, title: str) -> None:
    grammar = GRAMMARS[name]
    if not marks_of(Wording(text=words)).text or not words.strip():
        return
    text, pieces = empty(grammar, "notes")
    insert = Insert(file="f", wording=Wording(text=words, title=title, tags=("t",)), id=ID)
    after = rewritten("f", text, pieces, grammar, Plan(), {}, [(0, insert)])
    if after.unfit:
        assert after.text == text or not blocks(grammar, after.text)
        return
    (block,) = blocks(grammar, after.text)
    assert marks_of(block.wording).text == marks_of(Wording(text=words)).text
    assert block.id == (ID if grammar.identified else None)


def test_words_that_would_end_the_memories_of_a_foreign_file_are_named_as_unfit() -> None:
    grammar = GRAMMARS["marked"]
    text, pieces = empty(grammar, "notes")
    insert = Insert(file="f", wording=Wording(text="# A\n<!-- enishi:end -->"), id=ID)
    assert rewritten("f", text, pieces, grammar, Plan(), {}, [(0, insert)]).unfit == (ID,)


def test_a_list_keeps_its_own_marks_when_a_memory_changes() -> None:
    text = f"prose\n\n* one ^en-{ID}\n  * below\n\n  more\n1) two <!-- en-{OTHER} -->\n- [ ] task\n"
    plan = Plan(
        bound={("f", 0): ID, ("f", 1): OTHER},
        rewritten={("f", 0): Wording(text="new\nlines"), ("f", 1): Wording(text="2")},
    )
    after = rewritten("f", text, Items().pieces(text), Items(), plan, {}, ())
    assert after.text == f"prose\n\n* new ^en-{ID}\n  lines\n1) 2 <!-- en-{OTHER} -->\n- [ ] task\n"


def test_only_what_stands_between_the_marks_of_a_foreign_file_is_touched() -> None:
    mine = "# Rules\n\n- Never push.\n"
    wording = Wording(text="Ken likes tea.")
    first = rewritten(
        "f", mine, Marked().pieces(mine), Marked(), Plan(), {}, [(0, Insert(file="f", wording=wording, id=ID))]
    )
    assert first.text == f"{mine}\n{BEGIN}\n- Ken likes tea. ^en-{ID}\n{END}\n"
    more = first.text + "\n## More rules\n\n- Ask first.\n"
    assert [block.wording.text for block in blocks(Marked(), more)] == ["Ken likes tea."]
    second = Insert(file="f", wording=Wording(text="Bee likes milk."), id=OTHER)
    plan = Plan(bound={("f", 0): ID})
    after = rewritten("f", more, Marked().pieces(more), Marked(), plan, {}, [(0, second)])
    assert after.text == more.replace(f"{END}\n", f"- Bee likes milk. ^en-{OTHER}\n{END}\n")


def test_an_observation_keeps_its_category_and_context() -> None:
    text = (
        "---\ntitle: Ken\n---\n\n- [drink] likes tea #hot (since 2020)\n- works_at [[Acme]]\n- [ ] call\n- [x] done\n"
    )
    (block,) = blocks(Observations(), text)
    assert (block.wording.text, block.wording.tags) == ("likes tea", ("hot",))
    plan = Plan(bound={("f", 0): ID}, rewritten={("f", 0): Wording(text="likes coffee", tags=("cold", "every day"))})
    after = rewritten("f", text, Observations().pieces(text), Observations(), plan, {}, ())
    assert after.text == text.replace("likes tea #hot", "likes coffee #cold #every-day")


def test_the_fields_above_a_section_are_its_day_and_tags_and_only_tags_are_written_anew() -> None:
    text = (
        "# 卵なしホットケーキ\r\n\r\n* 日付：2026-11-07\r\n- Tags: 料理, #朝食\r\n\r\nバナナを使う。\r\n\r\n二枚。\r\n"
    )
    (block,) = blocks(Sections(), text)
    assert block.wording == Wording(
        text="バナナを使う。\n\n二枚。", title="卵なしホットケーキ", tags=("料理", "朝食"), date="2026-11-07"
    )
    plan = Plan(bound={("f", 0): ID}, rewritten={("f", 0): Wording(text="豆乳で。", tags=("料理", "夕食"))})
    after = rewritten("f", text, Sections().pieces(text), Sections(), plan, {}, ())
    assert after.text == text.replace("#朝食", "夕食").replace(
        "バナナを使う。\r\n\r\n二枚。", f"豆乳で。\r\n<!-- en-{ID} -->"
    )
    (content,) = blocks(Sections(), f"## A\n- Content: one\n- Date: no field <!-- en-{ID} -->")
    assert (content.wording.text, content.wording.date, content.id) == ("one\n- Date: no field", "", ID)
    (alone,) = blocks(Sections(), f"## A\n- Content: one <!-- en-{ID} -->")
    assert (alone.wording.text, alone.id) == ("one", ID)
    assert not blocks(Sections(), "## A\n- Date: 2026-11-07\n- Tags: a\n")
