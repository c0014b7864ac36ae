"""How much memories matter rests on what the graph holds of them: uses, edits, ties, likeness, age."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.store import Store
from graph.errors import Invalid, NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.importance import Bucket, ImportanceDetail, Trend, UseKind
from graph.model.memory import Order
from graph.model.recalled import Mode
from graph.model.types import MemoryKind
from graph.settings import AccessSettings, ContentSettings, GraphSettings, ImportanceSettings, StrengthSettings
from tests.live.conftest import Clock
from tests.live.dump import assert_same, graph_of
from tests.live.plain_extractor import MODEL, PlainExtractor

PLAN = "# Plan\n- TODO call Ada Byron\n- see https://example.org\n" + "The old harbour office is moved this week. " * 8
DRAFTS = (
    Draft(text=PLAN, rating=5),
    Draft(text="Ada Byron joined Acme Corp.", tags=("arrival",)),
    Draft(text="Grace Hopper met Ada Byron at Acme Corp."),
    Draft(text="It rained."),
)


@pytest.fixture
def ids(light: Knowledge, user_id: str) -> list[str]:
    return remembered(light, user_id, DRAFTS)


def remembered(knowledge: Knowledge, user_id: str, drafts: Sequence[Draft]) -> list[str]:
    return [o.remembered.id for o in knowledge.remember_many(user_id, drafts) if o.remembered]


def made_of(detail: ImportanceDetail, name: str) -> dict[str, float]:
    return dict(next(part.made_of for part in detail.parts if part.name == name))


def score(knowledge: Knowledge, user_id: str, memory_id: str) -> float:
    return knowledge.importance(user_id, memory_id).score


def test_a_score_is_the_sum_of_its_points_and_says_why(light: Knowledge, user_id: str, ids: list[str]) -> None:
    light.link(user_id)
    plan, arrival, _, rain = (light.importance(user_id, identity) for identity in ids)
    for detail in (plan, arrival, rain):
        assert detail.score == pytest.approx(sum(part.points for part in detail.parts), abs=0.002)
    assert plan.score > arrival.score > rain.score
    assert {"marked_words", "structured", "rated_high", "recently_kept"} <= set(plan.reasons)
    assert made_of(plan, "relation")["addresses"] == 1
    assert made_of(arrival, "relation")["entities"] == 2
    # A later memory leads to the earlier one that it is linked to.
    assert made_of(arrival, "relation")["led_from"] >= 1
    assert made_of(rain, "user") == {}
    assert plan.stored.version == plan.version, "a score is kept with the version of what computed it"


def test_uses_of_thirty_days_are_counted_by_kind_and_raise_it(
    light: Knowledge, user_id: str, ids: list[str], clock: Clock
) -> None:
    one = ids[1]
    before = score(light, user_id, one)
    light.recall(user_id, "Ada Byron")
    light.show(user_id, one)
    assert made_of(light.importance(user_id, one), "access") == {"views": 0, "edits": 0, "shares": 0}
    clock.advance(days=20)
    aged = score(light, user_id, one)
    for _ in range(3):
        light.recall(user_id, "Ada Byron", touch=True)
    light.use(user_id, [one], kind=UseKind.SHARE)
    light.edit(user_id, one, {"tags": ["new"]})
    used = light.importance(user_id, one)
    assert made_of(used, "access") == {"views": 3, "edits": 1, "shares": 1}
    assert before > aged < used.score
    assert used.trend is Trend.RISING
    assert light.show(user_id, one).memory.use_count == 4
    clock.advance(days=25)
    light.use(user_id, [one])
    assert made_of(light.importance(user_id, one), "access") == {"views": 4, "edits": 1, "shares": 1}
    clock.advance(days=6)
    # What is older than the window is counted no more, and kept no more.
    assert made_of(light.importance(user_id, one), "access") == {"views": 1, "edits": 0, "shares": 0}


def test_two_processes_that_count_at_once_lose_nothing(
    light: Knowledge, store: Store, user_id: str, ids: list[str], clock: Clock
) -> None:
    counting = [light, Knowledge(lambda: store, PlainExtractor(), clock=clock)]

    def count(knowledge: Knowledge) -> None:
        for _ in range(5):
            knowledge.use(user_id, ids)
            knowledge.lifecycle_stats(user_id)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(count, counting))
    assert all(made_of(light.importance(user_id, one), "access")["views"] == 10 for one in ids)


def test_recomputing_brings_what_lists_and_filters_go_by_up_to_date_and_twice_is_the_same(
    light: Knowledge, user_id: str, ids: list[str], clock: Clock, driver: Driver
) -> None:
    light.link(user_id)
    clock.advance(days=14)
    light.use(user_id, [ids[2]], kind=UseKind.SHARE)
    for _ in range(12):
        light.use(user_id, [ids[3]], kind=UseKind.SHARE)
    assert light.importance(user_id, ids[3]).waits
    first = light.recompute_importance(user_id)
    assert (first.memories, first.changed) == (4, 4)
    before = graph_of(driver, user_id)
    assert light.recompute_importance(user_id).changed == 0
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(light.recompute_importance, [user_id] * 2))
    assert_same(graph_of(driver, user_id), before)
    details = [light.importance(user_id, identity) for identity in ids]
    assert all(detail.stored.score == detail.score and not detail.waits for detail in details)
    ranked = [memory.id for memory in light.memories(user_id, order=Order.IMPORTANCE).memories]
    assert ranked == [d.memory_id for d in sorted(details, key=lambda d: (d.score, d.memory_id), reverse=True)]
    most = max(detail.score for detail in details)
    assert [m.id for m in light.memories(user_id, filters=Filters(min_importance=most)).memories] == ranked[:1]
    assert [hit.memory.id for hit in light.recall(user_id, "", mode=Mode.IMPORTANCE).hits] == ranked


def test_some_can_be_recomputed_and_what_is_not_there_is_refused(
    light: Knowledge, user_id: str, other_user: str, ids: list[str], clock: Clock
) -> None:
    clock.advance(days=30)
    assert light.recompute_importance(user_id, ids[:1]).memories == 1
    stored = [light.show(user_id, identity).memory.importance for identity in ids]
    assert stored[0] == score(light, user_id, ids[0])
    assert stored[1] > score(light, user_id, ids[1])
    for wrong in (
        lambda: light.recompute_importance(user_id, ["nothing"]),
        lambda: light.recompute_importance(other_user, ids),
        lambda: light.importance(other_user, ids[0]),
        lambda: light.use(other_user, ids),
    ):
        with pytest.raises(NotFound):
            wrong()
    with pytest.raises(Invalid):
        light.recompute_importance(user_id, "abc")


def test_what_says_nearly_the_same_as_an_earlier_memory_is_less_unique_also_from_a_batch(
    light: Knowledge, store: Store, user_id: str, clock: Clock
) -> None:
    key = (
        "the spare key of the old harbour office by the river behind the market hall, where boats are kept in winter "
        "under green sails and red ropes hang from every wall"
    )
    texts = (f"Ada lent Grace {key}.", f"Ada lent Grace {key} today.", f"Grace lent Ada {key}.")
    one, again, _ = ids = remembered(light, user_id, [Draft(text=text) for text in texts])
    light.recompute_importance(user_id)
    unique, repeated, different = (light.importance(user_id, identity) for identity in ids)
    assert (unique.repeats, repeated.repeats, different.repeats) == (None, one, None)
    assert made_of(repeated, "content")["uniqueness"] == 0.5
    assert light.show(user_id, again).memory.importance == repeated.score
    # Where meaning does not count, only what was flagged by its letters repeats another.
    settings = GraphSettings(importance=ImportanceSettings(content=ContentSettings(semantic=False)))
    by_letters = Knowledge(lambda: store, PlainExtractor(), settings, clock=clock)
    assert made_of(by_letters.importance(user_id, again), "content")["uniqueness"] == 1


def test_the_background_weighs_what_is_linked_and_what_an_earlier_release_left(
    light: Knowledge, store: Store, user_id: str, ids: list[str], driver: Driver
) -> None:
    def waiting() -> int:
        return light.lifecycle_stats(user_id).waiting

    assert waiting() == 4
    light.link(user_id)
    while light.link_pending() or light.weigh_pending():
        pass
    assert waiting() == 0
    with driver.session() as session:
        session.run(
            "MATCH (m:Memory {id: $id}) REMOVE m.importance_parts, m.importance_at, m.importance_version, m.to_weigh "
            "SET m.importance = 3.0",
            id=ids[0],
        ).consume()
    figures = light.lifecycle_stats(user_id)
    assert (figures.memories, figures.waiting) == (4, 0)
    schema.migrate(store, "m020_importance", MODEL)
    assert waiting() == 1
    while light.weigh_pending():
        pass
    assert light.importance(user_id, ids[0]).stored.score > 3.0


def test_the_figures_of_all_memories_fall_with_time_when_read(
    light: Knowledge, user_id: str, ids: list[str], clock: Clock
) -> None:
    fresh = light.lifecycle_stats(user_id)
    assert sum(bucket.count for bucket in fresh.buckets) == len(ids) == sum(fresh.trends.values())
    assert fresh.trends[Trend.STABLE] == 4
    first = next(bucket for bucket in fresh.buckets if bucket.count)
    assert first.first[0].memory_id == ids[0]
    assert "structured" in first.first[0].reasons
    clock.advance(days=7)
    later = light.lifecycle_stats(user_id)
    assert later.trends[Trend.DECLINING] == 4
    assert later.mean == pytest.approx(fresh.mean - 0.8, abs=0.01)
    light.archive(user_id, ids[0])
    assert light.lifecycle_stats(user_id).memories == 3


def test_between_the_least_and_the_most_important_memory_scores_fill_the_scale(
    store: Store, user_id: str, clock: Clock
) -> None:
    settings = GraphSettings(importance=ImportanceSettings(normalisation="min_max"))
    knowledge = Knowledge(lambda: store, PlainExtractor(), settings, clock=clock)
    ids = remembered(knowledge, user_id, DRAFTS)
    assert knowledge.recompute_importance(user_id).memories == 4
    scores = [knowledge.show(user_id, identity).memory.importance for identity in ids]
    assert (max(scores), min(scores)) == (10, 0)
    assert knowledge.recompute_importance(user_id).changed == 0
    counts = {bucket.bucket: bucket.count for bucket in knowledge.lifecycle_stats(user_id).buckets}
    assert counts[Bucket.CRITICAL] == counts[Bucket.MINIMAL] == 1


def test_topics_are_the_entities_of_most_memories_and_none_where_they_are_too_few(
    store: Store, user_id: str, clock: Clock
) -> None:
    texts = (*(f"Ada Byron met the {who}." for who in ("smith", "miller", "baker")), "Acme Corp is old.",
             "Acme Corp is big.", "Lake Town is cold.")  # fmt: skip

    def boosts(least: int, most: int) -> list[float]:
        content = ContentSettings(topics=True, topics_least=least, topics_most=most)
        settings = GraphSettings(importance=ImportanceSettings(content=content))
        knowledge = Knowledge(lambda: store, PlainExtractor(), settings, clock=clock)
        return [made_of(knowledge.importance(user_id, memory_id), "content")["topic"] for memory_id in ids]

    ids = remembered(Knowledge(lambda: store, PlainExtractor(), clock=clock), user_id, [Draft(text=t) for t in texts])
    assert boosts(1, 1) == [1.1, 1.1, 1.1, 1, 1, 1]
    assert boosts(2, 10) == [1.1, 1.1, 1.1, 1.1, 1.1, 1], "what stands in one memory alone is no topic"
    assert boosts(3, 10) == [1] * 6


def test_where_every_reading_counts_what_is_shown_recalled_and_cited_is_viewed(
    store: Store, user_id: str, clock: Clock
) -> None:
    counting = GraphSettings(importance=ImportanceSettings(access=AccessSettings(count_reads=True)))
    knowledge = Knowledge(lambda: store, PlainExtractor(), counting, clock=clock)
    one = remembered(knowledge, user_id, DRAFTS[1:2])[0]
    knowledge.show(user_id, one)
    knowledge.recall(user_id, "Ada Byron")
    assert [c.memory_id for c in knowledge.context(user_id, "Ada Byron", budget_tokens=100).citations] == [one]
    assert made_of(knowledge.importance(user_id, one), "access")["views"] == 3


def test_the_kind_of_a_memory_is_kept_follows_its_edits_and_slows_its_fading(
    store: Store, user_id: str, clock: Clock
) -> None:
    by_kind = GraphSettings(strength=StrengthSettings(fading="by_kind"))
    by_uses = GraphSettings(strength=StrengthSettings(fading="fsrs"))
    knowledge = Knowledge(lambda: store, PlainExtractor(), by_kind, clock=clock)
    texts = ("Rule: Ada checks the harbour.", "- [ ] Ada paints the harbour", "Ada likes the harbour.")
    rule, task, rain = remembered(knowledge, user_id, [Draft(text=text) for text in texts])
    remembered(knowledge, user_id, [Draft(text=f"Ada{n} saw the harbour.") for n in range(60)])
    clock.advance(days=365)
    knowledge.use(user_id, [rain])

    def kinds() -> list[MemoryKind | None]:
        return [knowledge.show(user_id, identity).memory.kind for identity in (rule, task, rain)]

    def strengths(settings: GraphSettings) -> dict[str, float]:
        """The recency of all that answers, be it far down or read whole."""
        asking = Knowledge(lambda: store, PlainExtractor(), settings, clock=clock)
        return {hit.memory.id: hit.parts.recency for hit in asking.recall(user_id, "Ada harbour", limit=63).hits}

    assert kinds() == [MemoryKind.RULE, MemoryKind.TASK, None]
    knowledge.lifecycle_stats(user_id)  # The use is written now.
    slow = strengths(by_kind)
    assert (slow[rule], slow[task]) == pytest.approx((1.0, 1.05))
    assert {round(recency, 3) for identity, recency in slow.items() if identity not in {rule, task}} == {0.95}
    used = strengths(by_uses)
    assert used[rain] > max(recency for identity, recency in used.items() if identity not in {rule, task, rain})

    knowledge.edit(user_id, task, {"text": "- [x] Ada paints the harbour"})
    knowledge.edit(user_id, rain, {"tags": ["preference"]})
    assert kinds() == [MemoryKind.RULE, None, MemoryKind.PREFERENCE]
    assert strengths(by_kind)[task] == pytest.approx(0.95, abs=0.001)
