"""Many who ask at once while memories come in: everybody is answered, and with what is theirs."""

from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.api_settings import ApiSettings
from api.rest.app import create_app
from graph.browse.browsing import MemoryBrowser
from graph.context.gathering import ContextBuilder
from graph.db.store import Store, opened
from graph.errors import Unavailable
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.recall.recalling import Recaller
from graph.serving.warmup import acquaint, heat
from graph.settings import GraphSettings, Neo4jSettings
from tests.house.cypher_rules import statement_names
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor

CROWD = 50
PLACES = ("Oslo Town", "Lima Town", "Bern Town", "Kyiv Town", "Doha Town")


@pytest.fixture
def own(neo4j_settings: Neo4jSettings, clock: Clock) -> Generator[Knowledge]:
    """A knowledge with connections of its own, which a test may close."""
    knowledge = Knowledge(lambda: opened(neo4j_settings), PlainExtractor(), clock=clock)
    yield knowledge
    knowledge.close()


def said(number: int) -> str:
    """One memory of many, which names somebody whom no other names."""
    return f"Friend{number} moved to {PLACES[number % len(PLACES)]} with cat{number} and lamp{number}."


def test_fifty_who_ask_at_once_are_answered_rightly_while_memories_come_in(
    own: Knowledge, user_id: str, other_user: str
) -> None:
    assert all(one.error is None for one in own.remember_many(user_id, [Draft(text=said(n)) for n in range(CROWD)]))
    kept, enough = 0, Event()

    def keep_on() -> int:
        count = 0
        while not enough.is_set():
            count += own.remember(other_user, Draft(text=said(1000 + count))).created
            own.remember(user_id, Draft(text=f"Nobody{count} looked for shells at the shore."))
        return count

    app = create_app(own, ApiSettings(default_user=user_id, threads=CROWD))
    with TestClient(app, base_url="http://127.0.0.1:8472") as client, ThreadPoolExecutor(CROWD + 1) as pool:
        writing = pool.submit(keep_on)

        def ask(number: int) -> Any:
            return client.get(
                "/api/recall", params={"q": f"Where did Friend{number % CROWD} go with cat{number % CROWD}?"}
            )

        replies = list(pool.map(ask, range(4 * CROWD)))
        enough.set()
        kept = writing.result()
    assert [reply.status_code for reply in replies] == [200] * len(replies)
    for number, reply in enumerate(replies):
        hits = [hit["memory"] for hit in reply.json()["hits"]]
        assert hits[0]["text"] == said(number % CROWD)
        assert {hit["user_id"] for hit in hits} == {user_id}
    assert kept > 0


def test_warming_up_writes_nothing_and_ends_in_readiness(own: Knowledge, user_id: str, dump: Any) -> None:
    own.remember(user_id, Draft(text=said(1)))
    before = dump()
    own.warm()
    ticks = Event()
    for _ in range(3000):
        try:
            own.ready()
            break
        except Unavailable:
            ticks.wait(0.02)
    own.ready()
    assert dump() == before
    assert own.recall(user_id, "Who has cat1?").hits[0].memory.text == said(1)


def test_after_a_start_it_asks_for_what_the_fullest_user_has_and_writes_nothing(
    own: Knowledge, store: Store, clock: Clock, user_id: str, dump: Any
) -> None:
    assert all(one.error is None for one in own.remember_many(user_id, [Draft(text=said(n)) for n in range(CROWD)]))
    before = dump()
    heard, extractor = Listening(store), PlainExtractor()
    recalling = Recaller(heard, extractor, GraphSettings(), clock)
    asked = heat(heard, recalling, MemoryBrowser(heard), lambda: 60.0, Event())
    assert asked >= 4 * 25
    (fullest,) = heard.users["recall/hybrid"]
    chunks = {user: store.read("memory/chunk_count", user_id=user)[0]["chunks"] for user in (user_id, fullest)}
    assert chunks[fullest] >= chunks[user_id] == CROWD
    assert dump() == before


class Listening(Store):
    """Notes the name of every statement that is run or explained, and for whom it is run."""

    def __init__(self, inner: Store) -> None:
        self.inner = inner
        self.names: set[str] = set()
        self.users: defaultdict[str, set[object]] = defaultdict(set)

    def read(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        self.names.add(name)
        self.users[name].add(params.get("user_id"))
        return self.inner.read(name, **params)

    def explain(self, name: str, params: Mapping[str, object]) -> tuple[Any, Sequence[Any]]:
        self.names.add(name)
        return self.inner.explain(name, params)


def test_warming_up_meets_every_statement_of_a_recall(store: Store, clock: Clock) -> None:
    heard, extractor, settings = Listening(store), PlainExtractor(), GraphSettings()
    recalling = Recaller(heard, extractor, settings, clock)
    acquaint(
        heard, recalling, ContextBuilder(heard, extractor, recalling, settings), MemoryBrowser(heard), "nobody-is-here"
    )
    names = {name for name in statement_names() if name.startswith("recall/")}
    names |= {f"memory/list_by_{order}" for order in ("created", "occurred", "importance")} | {"memory/texts"}
    of_others = {"recall/bare"}  # the bench's
    assert names - of_others <= heard.names


def test_more_who_ask_than_there_are_connections_wait_for_one(
    neo4j_settings: Neo4jSettings, clock: Clock, user_id: str
) -> None:
    few = neo4j_settings.model_copy(update={"connections": 2})
    knowledge = Knowledge(lambda: opened(few), PlainExtractor(), clock=clock)
    knowledge.remember(user_id, Draft(text=said(3)))
    with ThreadPoolExecutor(CROWD) as pool:
        asked = [pool.submit(knowledge.recall, user_id, "Who has lamp3?") for _ in range(CROWD)]
        found = [one.result().hits[0].memory.text for one in asked]
    assert found == [said(3)] * CROWD
    knowledge.close()
