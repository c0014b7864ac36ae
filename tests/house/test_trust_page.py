"""The page of what may be trusted has twenty promises, each with a test that says what it does not prove."""

import ast
import re

from scripts.write_docs import ROOT
from tests.house.test_coverage_page import TEST, functions_of

TEXT = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (?!promise|---)(.+?) \| (.+?) \| (.+) \|$", TEXT, re.MULTILINE)


def docstring_of(file: str, test: str) -> str:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return next(ast.get_docstring(n) or "" for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == test)


def test_there_are_twenty_promises_each_with_a_test_of_its_own() -> None:
    named = [TEST.findall(test) for _, test, _ in ROWS]
    assert [len(tests) for tests in named] == [1] * 20
    assert len({tests[0] for tests in named}) == 20


def test_every_test_that_is_named_is_there_and_says_what_it_does_not_prove() -> None:
    assert [each for each in TEST.findall(TEXT) if each[1] not in functions_of(each[0])] == []
    assert [each for each in TEST.findall(TEXT) if "Not proved" not in docstring_of(*each)] == []
    assert all(unproved.strip() for _, _, unproved in ROWS)
