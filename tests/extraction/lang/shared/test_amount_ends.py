import pytest

from extraction.lang.ja.amounts.amounts import find_amounts
from extraction.lang.shared.amount_ends import with_amount_ends
from extraction.model.findings import Findings
from graph.model.extraction import LiteralFact


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
