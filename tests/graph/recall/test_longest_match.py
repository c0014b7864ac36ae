"""A name that stands in a question only inside longer known names is none of its names; any other is."""

import time

import pytest

from extraction.names.known_names import asked_names
from graph.recall.searches import longer_keys, longest

KNOWN = {"ann", "joanna", "tokyo", "tokyo tower", "tower", "京都", "東京都", "東京", "york", "new york"}


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What did Ann tell Joanna?", {"ann", "joanna"}),
        ("京都と東京都の違い", {"京都", "東京都"}),
        ("Compare Tokyo and Tokyo Tower", {"tokyo", "tokyo tower"}),
        ("Compare Tokyo Tower and Tokyo", {"tokyo", "tokyo tower"}),
        ("How high is Tokyo Tower?", {"tokyo tower"}),
        ("Is Tokyo Tower taller than Tokyo Tower?", {"tokyo tower"}),
        ("Where in New York is it?", {"new york"}),
        ("Is the York of New York the York of old?", {"york", "new york"}),
        ("Did “Tokyo Tower” win?", {"tokyo tower"}),
        ("東京都の人口は？", {"東京都"}),
    ],
)
def test_of_names_only_inside_names_the_longest_count(question: str, named: set[str]) -> None:
    candidates = asked_names(question)
    known = KNOWN & {candidate.key for candidate in candidates}
    assert longest(known, longer_keys(candidates)) == named


def test_inside_a_name_that_nobody_knows_a_known_one_counts() -> None:
    longer = longer_keys(asked_names("How high is Tokyo Tower?"))
    assert longest({"tokyo", "tower"}, longer) == {"tokyo", "tower"}
    assert longest(set(), longer) == set()


def test_a_very_long_question_is_looked_through_quickly() -> None:
    candidates = asked_names(" ".join(f"Word{n % 700} Salad{n % 13}" for n in range(2_000)))
    started = time.process_time()
    longer_keys(candidates)
    assert time.process_time() - started < 3
