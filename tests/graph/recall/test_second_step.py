"""A second step from what the best hits say, for what stands two memories away from a question."""

from dataclasses import replace

import pytest

from graph.model.recalled import Hit
from graph.recall.ranking import joined
from graph.recall.second_step import FURTHER, SEEDS, Step, deepened, follow_ups
from tests.graph.recall.test_ranking import EVEN, NOW, candidate, order

SPREAD = 10.0


def found(*bases: float) -> list[Hit]:
    given = [candidate(f"m{place}", base=base) for place, base in enumerate(bases)]
    return joined(given, "q", EVEN, NOW)


def gained(hits: list[Hit], *near: tuple[str, float], seed: str = "m0") -> list[Hit]:
    step = Step(seed, [candidate(name, cosine=cosine) for name, cosine in near])
    return deepened(hits, [step], EVEN, spread=SPREAD, language="en")


def test_what_is_near_to_what_a_hit_says_is_lifted() -> None:
    hits = gained(found(1.0, 0.9, 0.5, 0.4), ("m3", 0.9), ("m2", 0.85))
    assert order(hits) == ["m0", "m1", "m3", "m2"]
    assert hits[2].parts.further == pytest.approx(FURTHER)
    assert hits[3].parts.further == pytest.approx(FURTHER * 0.5)
    assert "follows from what another hit says" in hits[2].why


def test_what_only_a_further_step_reaches_is_found() -> None:
    hits = gained(found(1.0, 0.9), ("new", 0.9), ("far", 0.5))
    assert order(hits) == ["m0", "m1", "new"]
    assert hits[2].score == pytest.approx(FURTHER)


def test_the_best_direct_hits_stay_on_top_and_every_score_is_the_sum_of_its_parts() -> None:
    hits = gained(found(1.0, 0.9, 0.89), ("m2", 0.9))
    assert order(hits) == ["m0", "m1", "m2"]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    for hit in hits:
        assert hit.score == pytest.approx(hit.parts.base + hit.parts.kept + hit.parts.further, abs=1e-5)


def test_a_hit_gains_nothing_from_itself() -> None:
    assert all(hit.parts.further == 0 for hit in gained(found(1.0, 0.9, 0.8), ("m2", 0.9), seed="m2"))


def test_what_a_hit_leads_to_is_not_measured_by_the_hit_itself() -> None:
    hits = gained(found(1.0, 0.9, 0.8), ("m0", 0.99), ("m2", 0.6), seed="m0")
    assert hits[2].parts.further == pytest.approx(FURTHER)


def test_ties_are_broken_by_id_whatever_the_order_of_what_was_found() -> None:
    one = gained(found(1.0, 0.9), ("b", 0.9), ("a", 0.9))
    other = gained(found(1.0, 0.9), ("a", 0.9), ("b", 0.9))
    assert order(one) == order(other) == ["m0", "m1", "a", "b"]


def test_the_question_goes_on_with_the_sentence_that_holds_most_of_its_words() -> None:
    hit = found(1.0)[0]
    told = replace(hit, text="It rained. The bridge was built by Ada. She left.")
    assert follow_ups("Who built the bridge?", ["built", "bridge"], [told]) == [
        ("m0", "Who built the bridge? The bridge was built by Ada.")
    ]
    assert follow_ups("q", [], [replace(hit, text="")]) == []
    assert len(follow_ups("q", [], [told] * 9)) == SEEDS
