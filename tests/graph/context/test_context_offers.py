"""What each chunk gathered for a context is worth beside the hits it belongs to."""

from datetime import UTC, datetime
from typing import Any

import pytest

from graph.context.gathering import offered
from graph.context.packing import Offer
from graph.model.recalled import Hit, Parts
from tests.graph.recall.test_ranking import memory


def hit(chunk_id: str, score: float) -> Hit:
    return Hit(
        memory=memory(chunk_id.partition(".")[0]), chunk_id=chunk_id, text="", start=0, end=0, score=score,
        parts=Parts(), ties=(), entities=(), why="words",
    )  # fmt: skip


def row(chunk_id: str, role: str, **changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "role": role, "hit": None, "step": None, "chunk_id": chunk_id, "text": f"text of {chunk_id}", "start": 0,
        "asks": False, "cosine": None,
        "memory": {"id": chunk_id.partition(".")[0], "created_at": datetime(2026, 1, 1, tzinfo=UTC), "title": "a"},
    }  # fmt: skip
    return values | changes


def worth(offers: list[Offer]) -> dict[str, float]:
    return {offer.chunk_id: offer.value for offer in offers}


HITS = [hit("a.0", 2.0), hit("b.0", 1.0)]
ROWS = [row("a.0", "hit", hit="a.0"), row("b.0", "hit", hit="b.0")]


def test_a_hit_counts_by_its_share_of_the_best_and_its_neighbours_by_a_part_of_that() -> None:
    beside = [
        row("p.0", "before", hit="b.0", step=1),
        row("q.0", "after", hit="b.0", step=2),
        row("b.1", "part", hit="b.0"),
    ]
    values = worth(offered(HITS, [*ROWS, *beside]))
    assert values == pytest.approx({"a.0": 1.0, "b.0": 0.5, "p.0": 0.35, "q.0": 0.25, "b.1": 0.3})


def test_the_question_that_a_hit_answers_counts_more_than_other_neighbours_and_so_does_the_reply_to_one() -> None:
    asked = row("p.0", "before", hit="a.0", step=1, asks=True)
    asks = row("b.0", "hit", hit="b.0", asks=True)
    reply = row("r.0", "after", hit="b.0", step=1)
    values = worth(offered(HITS, [ROWS[0], asks, asked, reply]))
    assert (values["p.0"], values["r.0"]) == pytest.approx((0.8, 0.4))


def test_what_is_pinned_comes_after_every_hit_the_nearest_first() -> None:
    pinned = [row("x.0", "pinned", cosine=0.9), row("y.0", "pinned", cosine=0.7), row("z.0", "pinned")]
    values = worth(offered([hit("a.0", 2.0), hit("b.0", 0.0)], [*ROWS, *pinned]))
    assert values["b.0"] > values["x.0"] > values["y.0"] > values["z.0"]


def test_a_hit_that_stands_beside_another_keeps_its_score_and_is_worth_the_more_of_both() -> None:
    (_, second) = offered(HITS, [row("b.0", "after", hit="a.0", step=1), *ROWS])
    assert (second.chunk_id, second.score, second.beside) == ("b.0", 1.0, ("a.0",))
    assert second.value == pytest.approx(0.7)


def test_what_was_forgotten_while_it_was_read_is_no_offer() -> None:
    gone = row("g.0", "after", hit="a.0", step=1, memory={"id": None})
    assert "g.0" not in worth(offered(HITS, [*ROWS, gone]))
