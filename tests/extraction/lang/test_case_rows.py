"""A row of a language case fails where anything else is read than it says, and proves something."""

import pytest

from extraction.model.findings import Findings, FoundName, FoundStatement
from graph.model.types import EntityType, RelationType
from tests.extraction.lang.cases import case_of, faults

READ = Findings(
    names=tuple(
        FoundName(
            start=start, end=start + 3, surface=name, name=name, type=EntityType.PERSON, confidence=1, reasons=(),
            method="rule",
        )
        for start, name in ((0, "Ken"), (9, "Ann"))
    ),
    statements=(
        FoundStatement(
            subject=0, object=1, type=RelationType.KNOWS, predicate="met", lemma="meet", start=0, end=12, confidence=1,
            reasons=(), method="rule",
        ),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    "expected", ['"facts": ["Ken | met | Ann"]', '"has": ["Ken | met | Ann"]', '"lacks": ["Ann | met | Ken"]']
)
def test_a_row_that_says_what_is_read_holds(expected: str) -> None:
    assert faults(case_of(f'{{"says": "a", "text": "Ken met Ann.", {expected}}}'), READ) == []


@pytest.mark.parametrize(
    "expected",
    [
        '"facts": []',
        '"facts": ["Ken | met | Bob"]',
        '"facts": ["Ken | met | Ann", "Ann | met | Ken"]',
        '"has": ["Ann | met | Ken"]',
        '"lacks": ["Ken | met | Ann"]',
    ],
)
def test_a_row_that_says_anything_else_fails(expected: str) -> None:
    assert faults(case_of(f'{{"says": "a", "text": "Ken met Ann.", {expected}}}'), READ) != []


@pytest.mark.parametrize("row", ['"text": "Ken met Ann."', '"text": "Ken met Ann.", "fact": []'])
def test_a_row_that_proves_nothing_is_refused(row: str) -> None:
    with pytest.raises(ValueError, match="a row of keys"):
        case_of(f'{{"says": "a", {row}}}')
