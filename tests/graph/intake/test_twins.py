import json
from itertools import permutations
from pathlib import Path
from typing import TypedDict, cast

import pytest

from graph.insight.linking.parallel import adds_only, clashing
from graph.intake.checks import near_hash
from graph.model.draft import Draft


class Case(TypedDict):
    """Two texts of `twins.jsonl`, and whether they plainly say the same."""

    first: str
    second: str
    same: bool


CASES = [cast(Case, json.loads(line)) for line in Path(__file__).with_name("twins.jsonl").read_text("utf-8").split("\n")
         if line]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["first"])
def test_only_texts_that_plainly_say_the_same_are_near_duplicates(case: Case) -> None:
    first, second = (near_hash(Draft(text=case[side])) for side in ("first", "second"))
    assert (first == second) is case["same"]


@pytest.mark.parametrize("case", [case for case in CASES if not case["same"]], ids=lambda case: case["first"])
def test_no_likeness_of_vectors_makes_a_duplicate_of_what_says_otherwise(case: Case) -> None:
    for first, second in permutations((case["first"], case["second"])):
        assert clashing(first, second) or not adds_only(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Today 600 modules arrived.", "600 modules arrived."),
        ("Ken moved to Oslo.", "Ken has moved to Oslo."),
        ("会議は火曜にあります。", "会議は火曜にある。"),
    ],
)
def test_what_adds_a_word_or_changes_a_form_may_say_the_same(first: str, second: str) -> None:
    assert adds_only(first, second)
    assert adds_only(second, first)
