"""Counters of a process, ratios of counts, and what makes an answer a success."""

import pytest

from graph.care.feedback import checked_question, checked_score, succeeded
from graph.care.observed import Observed
from graph.errors import Invalid
from graph.model.care.metrics import BOUNDS_S, GraphCounts


class Watch:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def searched(observed: Observed, watch: Watch, seconds: float, mode: str = "hybrid") -> None:
    with observed.search(mode):
        watch.now += seconds


def test_searches_are_counted_by_mode_and_in_a_rising_histogram() -> None:
    watch = Watch()
    observed = Observed(clock=watch)
    for seconds in (0.005, 0.3, 9.0):
        searched(observed, watch, seconds)
    searched(observed, watch, 0.06, "keyword")
    hybrid = observed.searches["hybrid"]
    assert (hybrid.count, round(hybrid.seconds, 3)) == (3, 9.305)
    assert dict(zip(BOUNDS_S, hybrid.within, strict=True))[0.2] == 1
    assert hybrid.within[-1] == 2
    assert observed.searches["keyword"].count == 1


def test_a_search_that_fails_counts_for_nothing() -> None:
    observed = Observed()
    with pytest.raises(Invalid), observed.search("hybrid"):
        raise Invalid("question", "it is empty.")
    assert observed.searches == {}


def test_the_mean_is_of_late_and_of_enough_searches() -> None:
    watch = Watch()
    observed = Observed(clock=watch)
    searched(observed, watch, 9.0)
    watch.now += 1_000
    searched(observed, watch, 1.0)
    assert observed.mean_s(600, 2) is None
    searched(observed, watch, 2.0)
    assert observed.mean_s(600, 2) == pytest.approx(1.5)


def test_failures_in_a_row_end_with_a_success() -> None:
    observed = Observed()
    for failed in (True, True, False, True):
        observed.indexed(failed=failed)
    assert observed.failures == (3, 1)


def test_counts_of_users_add_up_before_they_become_ratios() -> None:
    first = GraphCounts(memories=4, with_entity=4, buckets=(4, 1, 0, 0, 0))
    second = GraphCounts(
        memories=6, with_entity=1, buckets=(6, 6, 2, 0, 0), confirmed_relations=3, rejected_relations=1
    )
    both = first + second
    assert both.buckets == (10, 7, 2, 0, 0)
    ratios = both.ratios()
    assert (ratios["entity_coverage"], ratios["relation_precision"]) == (0.5, 0.75)
    assert ratios["search_success_rate"] is None


@pytest.mark.parametrize(
    ("helped", "unhelpful", "score", "success"),
    [(True, True, 1, True), (False, True, None, False), (False, False, 4, True), (False, True, 5, True),
     (False, False, 3, False), (False, False, None, None)],
)  # fmt: skip
def test_what_is_a_success(helped: bool, unhelpful: bool, score: int | None, success: bool | None) -> None:
    assert succeeded(helped=helped, unhelpful=unhelpful, score=score, least=4) is success


@pytest.mark.parametrize("score", [0, 6, True, 2.5, "4"])
def test_a_score_is_one_to_five(score: int) -> None:
    with pytest.raises(Invalid, match="1 to 5"):
        checked_score(score)


@pytest.mark.parametrize("question", ["x" * 4_001, "\ud800"])
def test_a_question_that_cannot_be_kept_is_refused(question: str) -> None:
    with pytest.raises(Invalid):
        checked_question(question)


def test_an_empty_question_is_none() -> None:
    assert checked_question("  ") is None
