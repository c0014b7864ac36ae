"""What was computed of a graph and kept is never answered once background work changed it, or its user began anew."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

from neo4j import Driver

from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.memory import Enrich
from graph.model.network import Centrality, CommunityMethod, PathKind, Paths
from tests.live.conftest import START, Clock
from tests.live.plain_extractor import PlainExtractor


def remembered(knowledge: Knowledge, user_id: str, texts: Sequence[str]) -> list[str]:
    drafts = [
        Draft(text=text, created_at=START + timedelta(days=day), occurred_at=START + timedelta(days=day))
        for day, text in enumerate(texts)
    ]
    return [one.remembered.id for one in knowledge.remember_many(user_id, drafts) if one.remembered]


def kinds(paths: Paths) -> list[list[str]]:
    return [[hop.type for hop in path.hops] for path in paths.paths]


def test_a_path_over_a_link_is_there_once_the_link_was_made(light: Knowledge, user_id: str) -> None:
    first, second = remembered(light, user_id, ["Ada Byron joined Acme Corp.", "Ada Byron met Acme Corp again."])
    before = kinds(light.graph(user_id).paths(first, second))
    assert all(len(path) > 1 for path in before)
    assert light.link(user_id).links > 0
    after = kinds(light.graph(user_id).paths(first, second))
    assert any(len(path) == 1 for path in after)


def test_statistics_of_a_day_hold_an_ended_fact_no_more(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, ["Ada Byron joined Acme Corp.", "Ada Byron joined Blue Corp."])
    light.withdraw(user_id)
    later = START + timedelta(days=9)
    graph, figures = light.graph(user_id), light.network(user_id)
    was = figures.statistics(at=later).relations
    assert kinds(graph.paths("Ada Byron", "Acme Corp", at=later))
    light.infer(user_id)
    assert figures.statistics(at=later).relations == was - 1
    assert not kinds(graph.paths("Ada Byron", "Acme Corp", at=later))
    light.withdraw(user_id)
    assert figures.statistics(at=later).relations == was
    assert kinds(graph.paths("Ada Byron", "Acme Corp", at=later))


def test_a_user_who_begins_anew_is_answered_nothing_of_before(
    light: Knowledge, driver: Driver, clock: Clock, user_id: str
) -> None:
    def version() -> int:
        rows, _, _ = driver.execute_query("MATCH (u:User {id: $id}) RETURN u.writes AS writes", id=user_id)
        return rows[0]["writes"]

    remembered(light, user_id, ["Ada Byron met Bob Hope.", "Bob Hope met Cleo Smith.", "Cleo Smith met Dan Brown."])
    was, graph = version(), light.network(user_id)
    assert graph.statistics().entities == 4
    light.forget_user(user_id)
    clock.advance(hours=1)
    remembered(light, user_id, ["Eve Stone met Finn West."])
    # As many writes as before, of another life.
    driver.execute_query("MATCH (u:User {id: $id}) SET u.writes = $writes", id=user_id, writes=was)
    assert version() == was
    assert graph.statistics().entities == 2


CHANGED = (
    "Ada Byron joined Acme Corp.", "Ada Byron met Acme Corp again.", "Ada Byron joined Blue Corp.",
    "Cleo Smith met Bob Hope.", "Ada Byron met Cleo Smith.",
)  # fmt: skip


def answers(knowledge: Knowledge, user_id: str, first: str, last: str) -> list[object]:
    """Whatever of the graph is kept for who asks again."""
    graph, figures = knowledge.graph(user_id), knowledge.network(user_id)
    later = START + timedelta(days=9)
    return [
        *(graph.paths(first, last, kind=kind, at=at).paths for kind in PathKind for at in (None, later)),
        *(figures.statistics(at=at) for at in (None, later)),
        figures.snapshot(), figures.snapshot(at=later),
        *(figures.central(measure) for measure in Centrality),
        *(figures.communities(method) for method in CommunityMethod),
    ]  # fmt: skip


def test_every_round_of_background_work_is_in_what_was_asked_before_it(
    light: Knowledge, store: Store, clock: Clock, user_id: str
) -> None:
    ids = remembered(light, user_id, CHANGED[:2])
    fresh_texts = [
        Draft(text=text, created_at=START + timedelta(days=day + 2), occurred_at=START + timedelta(days=day + 2))
        for day, text in enumerate(CHANGED[2:])
    ]
    before = answers(light, user_id, *ids)
    rounds: list[list[object]] = []
    works = (
        lambda: [*light.remember_many(user_id, fresh_texts, enrich=Enrich.LATER)], light.enrich_pending,
        light.link_pending, light.infer_pending, light.weigh_pending,
    )  # fmt: skip
    for work in works:
        work()
        rounds.append(answers(light, user_id, *ids))
        fresh = Knowledge(lambda: store, PlainExtractor(), clock=clock)
        assert rounds[-1] == answers(fresh, user_id, *ids)
        assert rounds[-1] == answers(light, user_id, *ids)
    # What was understood and the links made of it changed what is answered, so kept answers would be seen.
    assert sum(was != now for was, now in pairwise([before, *rounds])) >= 2
