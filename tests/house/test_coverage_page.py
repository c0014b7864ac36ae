"""The page of what was asked has every row once, counts them rightly, and names tests that are there."""

import ast
import re
from collections import Counter
from functools import cache

from scripts.write_docs import ROOT

ASKED = {"CARD": 18, "000": 106, "001": 41, "002": 33, "003": 216, "004": 52}
"""How many rows each document has."""
STATES = ("works", "partly", "absent", "not ours")
TEXT = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ((?:CARD|\d{3})-\d+) \| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)
TOTAL = re.compile(r"^\| (\w+)(?:: .+?)? \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
ROWS: list[tuple[str, str, str, str]] = ROW.findall(TEXT)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
SHOWN = re.compile(r"`(?:enishi|make|python) .+?`|\]\([\w-]+\.md\)")
"""A command to type, or a page of the docs."""


@cache
def functions_of(file: str) -> frozenset[str]:
    """The names of the functions of a file; none where there is no such file."""
    path = ROOT / file
    tree = ast.parse(path.read_text(encoding="utf-8") if path.is_file() else "")
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_every_row_of_every_document_is_there_once_and_in_its_order() -> None:
    expected = [f"{document}-{number}" for document, rows in ASKED.items() for number in range(1, rows + 1)]
    assert [row for row, *_ in ROWS] == expected
    assert len(re.findall(r"(?m)^\| (?:CARD|\d{3})-", TEXT)) == len(expected), "a row that has not four cells"


def test_the_counts_at_the_top_are_those_of_the_rows() -> None:
    counts = Counter((row.partition("-")[0], state) for row, _, state, _ in ROWS)
    expected: dict[str, tuple[int, ...]] = {
        document: (rows, *(counts[document, state] for state in STATES)) for document, rows in ASKED.items()
    }
    expected["all"] = tuple(map(sum, zip(*expected.values(), strict=True)))
    assert {name: tuple(map(int, numbers)) for name, *numbers in TOTAL.findall(TEXT)} == expected


def test_every_row_has_a_state() -> None:
    assert [row for row, _, state, _ in ROWS if state not in STATES] == []


def test_every_test_that_is_named_is_there() -> None:
    assert [each for each in TEST.findall(TEXT) if each[1] not in functions_of(each[0])] == []
    assert len(TEST.findall(TEXT)) == TEXT.count("::") > len(ROWS) / 2


def test_what_works_is_shown_by_a_test_a_command_or_a_page() -> None:
    unshown = [
        row for row, _, state, shown in ROWS if state == "works" and not (TEST.search(shown) or SHOWN.search(shown))
    ]
    assert unshown == []
