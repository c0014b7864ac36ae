"""Regular expressions against lines: letters of every script, and none whose time explodes."""

import pytest

from graph.browse.line_patterns import line_pattern
from graph.errors import Invalid


@pytest.mark.parametrize(
    ("expression", "line", "found"),
    [
        (r"第\d+回", "これは第３回です", "第３回"),
        (r"\w+", "。田中さん、", "田中さん"),
        (r"\s\S+", "予算\u3000３億円", "\u3000３億円"),
        (r"^\W+$", "。、", "。、"),
        (r"[\w.]+@[\w.]+", "to a.b@例え.jp now", "a.b@例え.jp"),
        (r"[^\d\s]+", "12 kg", "kg"),
        (r"[]x]", "a]", "]"),
        (r"[[:digit:]x[]+\d", "a[x1", "[x1"),
        (r"\Qa.\w\E", r"xa.\w", r"a.\w"),
        (r"\u7530.", "田中", "田中"),
        (r"[ぁ-ん]+", "漢字かな", "かな"),
        (r"\p{Han}{2}", "a田中", "田中"),
        (r"straße|ÉCOLE", "une école", "école"),
        (r"end\Z", "the end", "end"),
        (r"\bTanaka\b", "Mr Tanaka!", "Tanaka"),
    ],
)
def test_an_expression_finds_what_it_says_in_any_script(expression: str, line: str, found: str) -> None:
    span = line_pattern(expression).span(line)
    assert span is not None
    assert line[slice(*span)] == found


@pytest.mark.parametrize("expression", [r"(?=a)", r"(?<!a)b", r"(a)\1", "a++", "(?>a)", "(", r"[\W]", r"[^\D]"])
def test_what_needs_backtracking_is_refused_with_the_syntax_there_is(expression: str) -> None:
    with pytest.raises(Invalid, match="Allowed"):
        line_pattern(expression)


@pytest.mark.parametrize(
    "expression", ["a{1001}", "(?:.{1,100}){1,9}x", r"(?:\p{Han}{1,99}){1,9}", r"(\w{1,99} ){1,9}"]
)
def test_an_expression_of_too_many_states_is_refused(expression: str) -> None:
    with pytest.raises(Invalid, match="pattern"):
        line_pattern(expression)


def test_a_line_too_long_for_the_states_of_an_expression_is_refused_before_it_costs_anything() -> None:
    pattern = line_pattern("a.{1,250}b")
    assert pattern.span("a" * 10_000) is None
    with pytest.raises(Invalid, match="too long"):
        pattern.span("a" * 900_000)
