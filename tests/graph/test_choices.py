"""What is chosen from a few values may be written as text, and what there is not is refused before anything opens."""

from collections.abc import Callable
from typing import Any, NoReturn, cast

import pytest

from graph.errors import Invalid, Unavailable
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from tests.live.plain_extractor import PlainExtractor

CALLS: dict[str, tuple[str, str, Callable[[Any, Any], object]]] = {
    "remember": ("enrich", "later", lambda k, v: k.remember("u", Draft(text="x"), enrich=v)),
    "remember_many": ("enrich", "now", lambda k, v: k.remember_many("u", [], enrich=v)),
    "recall in a mode": ("mode", "temporal", lambda k, v: k.recall("u", "q", mode=v)),
    "recall by a recipe": ("recipe", "joined", lambda k, v: k.recall("u", "q", recipe=v)),
    "recall of a status": ("status", "archived", lambda k, v: k.recall("u", "q", filters=Filters(status=v))),
    "context": ("order", "relevance", lambda k, v: k.context("u", "q", budget_tokens=100, order=v)),
    "context of a status": (
        "status", "invalid", lambda k, v: k.context("u", "q", budget_tokens=100, filters=Filters(status=v)),
    ),
    "content": ("order", "created", lambda k, v: k.content("u", "q", order=v)),
    "memories": ("order", "created", lambda k, v: k.memories("u", order=v)),
    "memories of a status": ("status", "active", lambda k, v: k.memories("u", filters=Filters(status=v))),
    "use": ("kind", "share", lambda k, v: k.use("u", ["m"], kind=v)),
    "links": ("verdict", "rejected", lambda k, v: k.links("u", "m", verdict=v)),
    "judge_link of a kind": ("kind", "CONTRADICTION", lambda k, v: k.judge_link("u", "m", "n", v, "confirmed")),
    "judge_link": ("status", "confirmed", lambda k, v: k.judge_link("u", "m", "n", "CONTRADICTION", v)),
    "inferred of a kind": ("kind", "duplicate", lambda k, v: k.inferred("u", kind=v)),
    "inferred": ("verdict", "confirmed", lambda k, v: k.inferred("u", verdict=v)),
    "judge_inference": ("status", "rejected", lambda k, v: k.judge_inference("u", "i", v)),
    "judge_relation of a kind": ("kind", "KNOWS", lambda k, v: k.judge_relation("u", "a", v, "b", "confirmed")),
    "judge_relation": ("status", "confirmed", lambda k, v: k.judge_relation("u", "a", "KNOWS", "b", v)),
}  # fmt: skip


def closed() -> Knowledge:
    """A knowledge whose database is away: what gets as far as that was taken."""

    def away() -> NoReturn:
        raise Unavailable("away")

    return Knowledge(away, PlainExtractor())


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("bad", ["nonsense", "", 5, ["a"]])
def test_what_there_is_not_is_refused_and_what_there_is_named(name: str, bad: object) -> None:
    field, good, call = CALLS[name]
    with pytest.raises(Invalid) as refused:
        call(closed(), bad)
    assert refused.value.field == field
    assert good in (refused.value.allowed or "")


@pytest.mark.parametrize("name", CALLS)
def test_the_text_of_a_choice_is_that_choice(name: str) -> None:
    _, good, call = CALLS[name]
    with pytest.raises(Unavailable):
        call(closed(), good)


@pytest.mark.parametrize(
    "filters",
    [5, {"status": "active"}, Filters(tags=cast(Any, "abc")), Filters(entities=cast(Any, "Ada")),
     Filters(created_from=cast(Any, "2026-06-01")), Filters(min_importance=cast(Any, "high"))],
)  # fmt: skip
def test_filters_of_another_type_are_refused(filters: Any) -> None:
    with pytest.raises(Invalid):
        closed().memories("u", filters=filters)
