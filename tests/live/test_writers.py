"""Several writers at once, and writers or servers that are killed: nothing is lost and nothing is there twice."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from neo4j import Driver, GraphDatabase
from pydantic import SecretStr

from graph.db.store import Store, opened
from graph.db.type_catalogue import SYMMETRIC
from graph.errors import Unavailable
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.local.server import Address, LocalServer
from graph.local.settings import LocalSettings
from graph.model.draft import Draft
from graph.model.extraction import Extraction
from graph.model.memory import Enrich, Outcome
from graph.settings import Neo4jSettings
from tests.live.conftest import START
from tests.live.dump import assert_same, graph_of, with_sorted_words
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_forgetting import TALK, remembered

ROOT = Path(__file__).parents[2]
RUNS = frozenset({"writes", "forgot_at", "aliases", "first_seen", "last_seen", "created_at"})


def drafts(count: int = 120) -> list[Draft]:
    plain = [
        Draft(text=f"Ada{n % 9} Byron joined Acme{n % 4} Corp. Number {n}.", project=f"p{n % 3}", created_at=START)
        for n in range(count)
    ]
    talk = [
        Draft(text=f"Turn {n} tells of Mount{n % 7} Town.", speaker=("Ada", "Bee")[n % 2], session_id=f"t{n // 30}",
              created_at=START)
        for n in range(count)
    ]  # fmt: skip
    return [draft for pair in zip(plain, talk, strict=True) for draft in pair]


def told(
    knowledge: Knowledge, user_id: str, given: Sequence[Draft], batch_size: int, enrich: Enrich = Enrich.NOW
) -> list[Outcome]:
    return list(knowledge.remember_many(user_id, given, enrich=enrich, batch_size=batch_size))


def same_graph(one: Driver, user: str, other: Driver, expected: str) -> None:
    assert_same(
        with_sorted_words(graph_of(one, user, leave_out=RUNS)),
        with_sorted_words(graph_of(other, expected, leave_out=RUNS)),
    )


def assert_counts_are_right(driver: Driver, user_id: str) -> None:
    """What is kept as a count is what can be counted."""
    with driver.session() as session:
        wrong = session.run(
            "MATCH (e:Entity {user_id: $u}) WITH e, "
            "COUNT { MATCH (e)<-[:MENTIONS|DESCRIBES]-(c:Chunk) RETURN DISTINCT c } AS n "
            "WHERE e.mention_count <> n RETURN count(e) AS wrong",
            u=user_id,
        ).single(strict=True)["wrong"]
        user = session.run(
            "MATCH (u:User {id: $u}) RETURN u.chunk_count AS kept, COUNT { MATCH (c:Chunk {user_id: $u}) } AS found",
            u=user_id,
        ).single(strict=True)
        evidence = session.run(
            "MATCH (s:Entity {user_id: $u})-[r]->(o:Entity) "
            "WITH r, COUNT { (s)<-[:SUBJECT|OBJECT]-(f:Fact {holds: true})-[:SUBJECT|OBJECT]->(o) "
            "WHERE f.type = type(r) AND (f.type IN $symmetric OR EXISTS { (f)-[:SUBJECT]->(s) }) } AS n "
            "WHERE r.evidence_count <> n RETURN count(r) AS wrong",
            u=user_id,
            symmetric=SYMMETRIC,
        ).single(strict=True)["wrong"]
    assert (wrong, evidence) == (0, 0)
    assert user["kept"] == user["found"]


def test_two_writers_of_different_memories_lose_nothing(light: Knowledge, user_id: str, driver: Driver) -> None:
    mine = drafts(40)
    halves = [mine[0::4] + mine[2::4], [Draft(text=d.text + " Told by another.", project=d.project) for d in mine]]
    with ThreadPoolExecutor(2) as pool:
        under_way = [pool.submit(told, light, user_id, half, 7) for half in halves]
    results = [future.result() for future in under_way]
    assert all(outcome.error is None for result in results for outcome in result)
    ids = {outcome.remembered.id for result in results for outcome in result if outcome.remembered}
    assert len(ids) == sum(map(len, halves)) == light.stats(user_id).memories
    graph_of(driver, user_id)  # fails where anything stands twice
    assert_counts_are_right(driver, user_id)


@pytest.mark.parametrize("enrich", list(Enrich))
def test_two_writers_of_the_same_memories_keep_each_once(
    enrich: Enrich, light: Knowledge, store: Store, user_id: str, other_user: str, driver: Driver
) -> None:
    given = drafts(30)
    writers = [light, Knowledge(lambda: store, PlainExtractor(), clock=lambda: START)]
    with ThreadPoolExecutor(2) as pool:
        under_way = [pool.submit(told, writer, user_id, given, 10, enrich) for writer in writers]
    results = [future.result() for future in under_way]
    told_ids = [[outcome.remembered.id for outcome in result if outcome.remembered] for result in results]
    assert told_ids[0] == told_ids[1]
    assert {memory.id for memory in light.memories(user_id, limit=200).memories} == set(told_ids[0])
    while light.enrich_pending():
        pass
    remembered(light, other_user, given)
    # Which of two writers continues a talk is theirs to settle; what stands in it is not.
    one, other = (graph_of(driver, user, leave_out=RUNS) for user in (user_id, other_user))
    assert one.nodes.keys() == other.nodes.keys()
    assert_counts_are_right(driver, user_id)


@pytest.fixture
def impatient(neo4j_settings: Neo4jSettings, store: Store) -> Generator[Knowledge]:
    """A Knowledge whose store repeats nothing: transactions that deadlock fail before everybody's eyes."""
    hasty = opened(neo4j_settings.model_copy(update={"retry_s": 0}))
    yield Knowledge(lambda: hasty, PlainExtractor(), clock=lambda: START)
    hasty.close()


def test_writers_and_forgetters_at_once_leave_a_sound_graph(impatient: Knowledge, user_id: str, driver: Driver) -> None:
    ids = remembered(impatient, user_id, drafts(20))

    def forget() -> None:
        for identity in ids[::2]:
            impatient.forget(user_id, identity)

    def write() -> None:
        for _ in range(2):
            remembered(impatient, user_id, [Draft(text=f"Ada{n % 9} Byron met Ada{n} Byron.") for n in range(20)])

    def read(question: str) -> None:
        for _ in range(20):
            impatient.recall(user_id, question, touch=True)

    # Answers are counted as used, in the order of the answer.
    with ThreadPoolExecutor(4) as pool:
        jobs = [forget, write, lambda: read("Ada3 Byron"), lambda: read("Acme1 Ada5")]
        for future in [pool.submit(job) for job in jobs]:
            future.result()
    assert impatient.stats(user_id).memories == len(ids[1::2]) + 20
    graph_of(driver, user_id)
    assert_counts_are_right(driver, user_id)


def test_two_threads_that_understand_the_backlog_do_it_once(
    light: Knowledge, store: Store, user_id: str, other_user: str, driver: Driver
) -> None:
    list(light.remember_many(user_id, TALK, enrich=Enrich.LATER))
    workers = [light, Knowledge(lambda: store, PlainExtractor(), clock=lambda: START)]

    def empty(knowledge: Knowledge) -> None:
        while knowledge.enrich_pending(limit=5):
            pass

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(empty, workers))
    remembered(light, other_user, TALK)
    same_graph(driver, user_id, driver, other_user)
    assert_counts_are_right(driver, user_id)


SCRIPT = """
import sys
from graph.knowledge import Knowledge
from graph.settings import Neo4jSettings
from graph.db.store import opened
from tests.live.conftest import START
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_writers import drafts
from pydantic import SecretStr
uri, user, password, user_id = sys.argv[1:]
place = Neo4jSettings(uri=uri, user=user, password=SecretStr(password) if password else None)
knowledge = Knowledge(lambda: opened(place), PlainExtractor(), clock=lambda: START)
for outcome in knowledge.remember_many(user_id, drafts(), batch_size=12):
    print(outcome.position, flush=True)
"""


def ingesting(settings: Neo4jSettings, user_id: str) -> "subprocess.Popen[str]":
    password = settings.password.get_secret_value() if settings.password else ""
    words = [sys.executable, "-c", SCRIPT, settings.uri or "", settings.user, password, user_id]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ})


def killed_after(lines: int, process: "subprocess.Popen[str]") -> None:
    """Kills a process without warning once it has told of so many memories."""
    assert process.stdout is not None
    for _ in range(lines):
        assert process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL


def test_an_ingest_that_is_killed_and_resumed_equals_one_undisturbed(
    neo4j_settings: Neo4jSettings, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    for lines in (13, 100):
        killed_after(lines, ingesting(neo4j_settings, user_id))
        assert lines <= light.stats(user_id).memories < len(drafts())
    outcomes = list(light.remember_many(user_id, drafts(), batch_size=12))
    assert all(outcome.error is None for outcome in outcomes)
    list(light.remember_many(other_user, drafts(), batch_size=12))
    same_graph(driver, user_id, driver, other_user)
    assert_counts_are_right(driver, user_id)


@pytest.fixture
def own_server(tmp_path: Path) -> Generator[LocalServer]:
    """A server of the test's own, to be killed."""
    server = LocalServer(LocalSettings(home=tmp_path / "neo4j", profile="test"))
    yield server
    server.stop()


def settings_of(address: Address) -> Neo4jSettings:
    return Neo4jSettings(
        uri=address.uri, user=address.user, password=SecretStr(address.password), retry_s=2, connect_timeout_s=5
    )


def test_a_server_that_is_killed_in_mid_batch_loses_nothing_that_was_told(
    own_server: LocalServer, light: Knowledge, driver: Driver, user_id: str
) -> None:
    settings = settings_of(own_server.ensure())
    knowledge = Knowledge(lambda: opened(settings), PlainExtractor(), clock=lambda: START)
    kept: list[str] = []
    pid = own_server.status().pid
    assert pid is not None

    def until_it_is_killed() -> None:
        for outcome in knowledge.remember_many(user_id, drafts(), batch_size=12):
            assert outcome.remembered
            kept.append(outcome.remembered.id)
            if len(kept) == 60:
                psutil.Process(pid).kill()
                wait_until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == "zombie")

    with pytest.raises(Unavailable):
        until_it_is_killed()
    knowledge.close()
    settings = settings_of(own_server.ensure())
    again = Knowledge(lambda: opened(settings), PlainExtractor(), clock=lambda: START)
    assert {memory.id for memory in again.memories(user_id, limit=200).memories} >= set(kept)
    outcomes = list(again.remember_many(user_id, drafts(), batch_size=12))
    assert [o.remembered.id for o in outcomes if o.remembered][: len(kept)] == kept
    list(light.remember_many(user_id, drafts(), batch_size=12))
    with GraphDatabase.driver(settings.uri or "", auth=(settings.user, _secret(settings))) as theirs:
        same_graph(theirs, user_id, driver, user_id)
        assert_counts_are_right(theirs, user_id)
    again.close()


def _secret(settings: Neo4jSettings) -> str:
    assert settings.password is not None
    return settings.password.get_secret_value()


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline


class Waiting(PlainExtractor):
    """Understands nothing until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.let_go = threading.Event(), threading.Event()

    def extract_stream(self, batches: Iterable[Sequence[ExtractionInput]]) -> Iterator[Sequence[Extraction]]:
        for extractions in super().extract_stream(batches):
            self.reached.set()
            assert self.let_go.wait(30)
            yield extractions


def test_a_talk_that_another_writer_went_on_with_meanwhile_goes_on_from_there(
    store: Store, driver: Driver, user_id: str, other_user: str
) -> None:
    mine, theirs = TALK[:4], TALK[4:]
    slow = Waiting()
    late, quick = (Knowledge(lambda: store, one, clock=lambda: START) for one in (slow, PlainExtractor()))
    with ThreadPoolExecutor(1) as pool:
        # Read, and with ids, before the others are: the order of ids is not that of the talk.
        told_late = pool.submit(told, late, user_id, mine, 10)
        assert slow.reached.wait(30)
        told(quick, user_id, [*theirs, mine[1]], 10)
        slow.let_go.set()
        outcomes = told_late.result()
    assert [bool(one.remembered and one.remembered.created) for one in outcomes] == [True, False, True, True]
    expected = told(quick, other_user, [*theirs, mine[1], mine[0], *mine[2:]], 10)
    same_graph(driver, user_id, driver, other_user)
    # And what is forgotten later is taken out of its place in the talk, not out of that of its id.
    for user, outcome in ((user_id, outcomes[0]), (other_user, expected[len(theirs) + 1])):
        assert outcome.remembered is not None
        quick.forget(user, outcome.remembered.id)
    same_graph(driver, user_id, driver, other_user)
