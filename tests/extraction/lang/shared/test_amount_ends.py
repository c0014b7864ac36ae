import re

import pytest

from extraction.lang.ja.amounts.amounts import find_amounts
from extraction.lang.shared.amount_ends import with_amount_ends
from extraction.model.findings import Findings, FoundName
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType
from graph.tables import table_rows


def named(words: str, text: str) -> list[tuple[str, str]]:
    fact = LiteralFact(
        subject=None, subject_text="the disk", predicate="is at", lemma="be at", object=None, object_text=words,
        start=0, end=len(text), confidence=0.9, reasons=(), method="dependency",
    )  # fmt: skip
    return [
        (name.surface, name.name) for name in with_amount_ends(Findings(literals=(fact,)), text, find_amounts).names
    ]


@pytest.mark.parametrize(
    ("words", "text", "names"),
    [
        ("81 %", "the disk is at 81 % again", [("81 %", "81 %")]),
        ("38件", "失敗は38件。", [("38件", "38件")]),
        ("90分の見込み", "停止は90分の見込み。", [("90分", "90分")]),
        ("180万円", "見積は180万円。", [("180万円", "JPY 1800000")]),
        ("5432", "ポートは 5432。", []),
        ("4月1日", "公開は4月1日。", []),
        ("room 14", "they meet in room 14", []),
        ("6 of them", "she asked 6 of them", []),
        ("774 to 684", "gains beat losses 774 to 684", []),
        ("6.5 mm/s", "the pump shakes at 6.5 mm/s", [("6.5 mm/s", "6.5 mm/s")]),
        ("40 ms", "a read takes 40 ms", [("40 ms", "40 ms")]),
        ("2位", "結果は2位。", []),
    ],
)
def test_an_amount_at_the_end_of_a_fact_is_a_name(words: str, text: str, names: list[tuple[str, str]]) -> None:
    assert named(words, text) == names


def test_an_amount_that_no_fact_tells_stays_words() -> None:
    assert named("full", "the disk is full, and 81 % of it is new") == []


TICKET = FoundName(
    start=0, end=7, surface="OPS-142", name="OPS-142", type=EntityType.TASK, confidence=0.9, reasons=(),
    method="identifier", subtype="ticket",
)  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "example"),
    [(unit, example) for _, unit, example in table_rows("extraction.lang.shared", "note_units", "kind unit example")],
)
def test_the_example_of_a_unit_has_an_amount_of_it_in_a_note_of_work(unit: str, example: str) -> None:
    (name,) = with_amount_ends(Findings(names=(TICKET,)), f"OPS-142: {example}", find_amounts).names[1:]
    assert re.search(rf"\d{unit}", name.surface)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the fee is 1.4 % + €0.12, retries come after 2, 4 and 8 hours", ["1.4 % + €0.12", "2, 4 and 8 hours"]),
        ("it eats 9 GB a week and costs £6,900 a year.", ["9 GB a week", "£6,900 a year"]),
        ("問い合わせは14社で計61件、復旧まで3時間40分", ["14社", "61件", "3時間40分"]),
        ("release 16 on 4 May, port 5432, 2 upgrades", []),
        ("第2回は第3工場、5分おきに送る", ["5分"]),
        ("予算は1億140万円", []),
        ("欠陥は三つ、手順書は十二ページ", ["三つ", "十二ページ"]),
    ],
)
def test_amounts_of_a_note_of_work_are_names(text: str, names: list[str]) -> None:
    read = with_amount_ends(Findings(names=(TICKET,)), f"OPS-142: {text}", find_amounts)
    assert [name.surface for name in read.names[1:]] == names
    assert with_amount_ends(Findings(), text, find_amounts).names == ()
