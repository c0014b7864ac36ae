"""What people read at a terminal of 80 and of 120 columns: every text whole, in both languages."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.cells import cell_len

from api.commands.terminal import tables
from api.commands.terminal.blocks import folded, short_ids
from api.commands.terminal.screen import out
from api.rest.examples import DETAIL, ENTITY_DETAIL, ENTITY_PAGE, INFERENCES, LINKS, MEMORY, PROPOSALS, RECALLED
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge

JAPANESE = (
    "社員旅行の行き先を箱根から下田に変更した。宿は白浜の海辺の民宿「なぎさ」。水温は 17.2 度です。"
    "日程は8月7日と8日のままで、渡辺さんが特急の席を12人分予約済み。集合は東京駅の銀の鈴、朝八時。"
)
ENGLISH = (
    "We moved the company trip from Hakone to Shimoda. The inn is a guest house at the beach of Shirahama; Watanabe "
    "has booked twelve seats in the express, "
    "https://example.org/a/very/long/address/that/no/line/of/eighty/columns/holds/1 "
)
TEXTS = pytest.mark.parametrize("text", [JAPANESE, ENGLISH], ids=["Japanese", "English"])
COLUMNS = pytest.mark.parametrize("columns", [40, 80, 120])


def bare(text: str) -> str:
    """A text without the white space that folding may change."""
    return "".join(text.split())


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


@pytest.fixture
def screen(
    enishi: Callable[..., int],
    knowledge: FakeKnowledge,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., str]:
    """What a command shows at so many columns; "ID" in its line is the memory that is named."""

    def shown(columns: int, line: tuple[str, ...], draft: Draft, *, again: str | None = None) -> str:
        monkeypatch.setenv("COLUMNS", str(columns))
        identity = knowledge.remember("me", draft).id
        if again is not None:
            knowledge.edit("me", identity, {"text": again})
        assert enishi(*(identity if part == "ID" else part for part in line)) == 0
        return capsys.readouterr().out

    return shown


def fits(shown: str, columns: int) -> bool:
    lines = shown.splitlines()
    return all(cell_len(line) <= columns and line == line.rstrip() for line in lines)


@TEXTS
@COLUMNS
@pytest.mark.parametrize(
    "line", [("recall", "Tanaka 社員旅行 trip"), ("list",), ("show", "ID")], ids=lambda line: line[0]
)
def test_a_text_is_on_the_screen_whole(
    screen: Callable[..., str], text: str, columns: int, line: tuple[str, ...]
) -> None:
    shown = screen(columns, line, Draft(text=text))
    assert bare(text) in bare(shown)
    assert fits(shown, columns)
    assert bare(shown).count(bare(text)[:20]) == 1, "the title is its beginning"


@TEXTS
@COLUMNS
def test_every_block_shows_its_texts_whole(
    text: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    (hit,) = RECALLED.hits
    (entity,), (pair,) = ENTITY_PAGE.entities[:1], PROPOSALS.proposals[:1]
    memory = replace(MEMORY, title=text)
    whole = (
        tables.link_blocks([replace(LINKS[0], memory=memory, reasons=(text[::-1],))]),
        tables.inference_blocks([replace(INFERENCES[0], source=text, target=text[::-1])]),
        tables.entity_blocks([replace(entity, name=text, aliases=(text[::-1],))]),
        tables.proposal_blocks([replace(pair, one=replace(pair.one, name=text), reasons=(text[::-1],))]),
        tables.part_blocks(replace(RECALLED, hits=(replace(hit, ties=(replace(hit.ties[0], start=text),)),))),
        tables.mention_blocks([replace(DETAIL.entities[0], name=text, surfaces=(text[::-1],))]),
        tables.fields_table([("title", text), ("source", text[::-1])]),
        tables.entity_parts(
            replace(
                ENTITY_DETAIL,
                facts=tuple(replace(fact, sentence=text) for fact in ENTITY_DETAIL.facts),
                memories=tuple(replace(each, title=text[::-1]) for each in ENTITY_DETAIL.memories),
                relations=tuple(replace(each, source_name=text) for each in ENTITY_DETAIL.relations),
            )
        ),
    )
    shown = ""
    for block in whole:
        out().print(block)
        shown = capsys.readouterr().out
        assert fits(shown, columns)
        assert bare(text) in bare(shown)
        assert "…" not in shown
    assert bare(text[::-1]) in bare(shown)


@TEXTS
@COLUMNS
@pytest.mark.parametrize(
    "line",
    [
        ("recall", "Tanaka 社員旅行 trip", "--explain"),
        ("history", "ID"),
        ("projects", "list"),
        ("projects", "show", "work/trip"),
        ("stats",),
        ("lifecycle", "explain", "ID"),
    ],
    ids=" ".join,
)
def test_no_line_of_a_screen_is_longer_than_it(
    screen: Callable[..., str], text: str, columns: int, line: tuple[str, ...]
) -> None:
    shown = screen(columns, line, Draft(text=text, project="work/trip"), again=text + "!")
    assert fits(shown, columns), [each for each in shown.splitlines() if cell_len(each) > columns]


def test_what_a_list_leaves_out_is_counted_and_where_it_stands_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    out().print(tables.memory_blocks([replace(MEMORY, text="一" * 5_000)]))
    shown = capsys.readouterr().out
    assert shown.count("一") == tables.LIST_MOST
    assert f"{5_000 - tables.LIST_MOST:,} characters more: enishi show {MEMORY.id}" in shown


@pytest.mark.parametrize(
    ("text", "cells", "lines"),
    [
        ("行き先を下田に変更した。", 20, ["行き先を下田に変更し", "た。"]),
        ("Emily moved to Osaka yesterday", 20, ["Emily moved to Osaka", "yesterday"]),
        ("日程は8月7日と12日のまま「なぎさ」で", 20, ["日程は8月7日と12日の", "まま「なぎさ」で"]),
        ("cosine 0.537 join 0.561 base", 22, ["cosine 0.537 join", "0.561 base"]),
        ("a" * 45, 20, ["a" * 20, "a" * 20, "a" * 5]),
        ("one\n\ntwo", 20, ["one", "", "two"]),
    ],
)
def test_lines_break_between_words_and_never_before_a_full_stop(text: str, cells: int, lines: list[str]) -> None:
    assert list(folded(text, cells)) == lines


def test_an_id_is_shown_as_far_as_it_tells_it_from_the_others() -> None:
    assert short_ids(["abcdefgh", "abcxefgh", "xyz"], 2) == {"abcdefgh": "abcd", "abcxefgh": "abcx", "xyz": "xy"}
