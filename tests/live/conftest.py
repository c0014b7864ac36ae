"""One real Neo4j for the tests of a session: the one that is named, else one in a container, else one of our own."""

import os
import subprocess
import sys
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from neo4j import Driver, GraphDatabase
from platformdirs import user_cache_path
from pydantic import SecretStr
from ulid import ULID

from extraction.pipeline import Pipeline
from graph.db import schema
from graph.db.fulltext_fields import words_fields
from graph.db.store import Store, opened
from graph.knowledge import Knowledge
from graph.local.server import Address, LocalServer
from graph.local.settings import LocalSettings
from graph.model.draft import Draft
from graph.settings import ConversationSettings, GraphSettings, JobSettings, Neo4jSettings
from tests.extraction.models import extractor
from tests.live.plain_extractor import MODEL, PlainExtractor

START = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
_IN_USE = 60
"""Memories of somebody whom no test asks about."""


class Clock:
    """A clock that a test turns by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> None:
        self.now += timedelta(**by)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.live)


@pytest.fixture(scope="session")
def neo4j_settings() -> Generator[Neo4jSettings]:
    """Where the server of this session is; it is ended with the session unless somebody else named it."""
    uri = os.environ.get("ENISHI_TEST_NEO4J_URI")
    if uri:
        password = os.environ.get("ENISHI_TEST_NEO4J_PASSWORD")
        user = os.environ.get("ENISHI_TEST_NEO4J_USER", "neo4j")
        yield Neo4jSettings(uri=uri, user=user, password=SecretStr(password) if password else None)
        return
    if _docker_answers():
        yield from _contained()
        return
    # Of several processes of one session each has a server of its own.
    process = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    home = user_cache_path("enishi", ensure_exists=True) / f"test-neo4j-{process}"
    server = LocalServer(LocalSettings(home=home, profile="test"))
    # One session at a time: each begins with an empty database and ends with a stopped server.
    with FileLock(home.with_suffix(".lock")):
        address = server.ensure()
        _emptied(address)
        yield Neo4jSettings(uri=address.uri, user=address.user, password=SecretStr(address.password))
        server.stop()


def _emptied(address: Address) -> None:
    """Takes away what an earlier session left, its schema included, which may have been another."""
    with (
        GraphDatabase.driver(address.uri, auth=(address.user, address.password)) as driver,
        driver.session() as session,
    ):
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS").consume()
        for row in list(session.run("SHOW CONSTRAINTS YIELD name")):
            session.run(f"DROP CONSTRAINT `{row['name']}`").consume()  # pyright: ignore[reportArgumentType]
        for row in list(session.run("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP'")):
            session.run(f"DROP INDEX `{row['name']}`").consume()  # pyright: ignore[reportArgumentType]


def _docker_answers() -> bool:
    # In a process of its own: the client of an engine that does not answer leaves its socket open.
    asked = "from docker.client import DockerClient; DockerClient.from_env(timeout=3).ping()"
    return subprocess.run([sys.executable, "-c", asked], capture_output=True, check=False).returncode == 0


def _contained() -> Generator[Neo4jSettings]:
    from testcontainers.community.neo4j import Neo4jContainer

    with Neo4jContainer("neo4j:2026.09.0", password="enishi-test") as container:
        yield Neo4jSettings(uri=container.get_connection_url(), password=SecretStr("enishi-test"))


@pytest.fixture(scope="session")
def driver(neo4j_settings: Neo4jSettings) -> Generator[Driver]:
    """For what only tests may ask: dumps of everything."""
    password = neo4j_settings.password
    auth = (neo4j_settings.user, password.get_secret_value()) if password else None
    with GraphDatabase.driver(neo4j_settings.uri or "", auth=auth, notifications_min_severity="OFF") as opened_driver:
        yield opened_driver


@pytest.fixture(scope="session")
def store(neo4j_settings: Neo4jSettings, driver: Driver) -> Generator[Store]:
    """A store on a database that has the schema and is in use."""
    ready = opened(neo4j_settings)
    schema.applied(ready, MODEL, START)
    _in_use(ready, driver)
    yield ready
    ready.close()


def _in_use(ready: Store, driver: Driver) -> None:
    """Makes it the database of somebody else too, who stays, and has the server count what is there.

    By the statistics of an empty one a scan costs nothing, and a server of the profile `test` keeps its plans for an
    hour: what the first tests had planned would scan, row by row, what the late ones remember.
    """
    somebody = Knowledge(lambda: ready, PlainExtractor(), clock=lambda: START)
    drafts = [
        Draft(text=f"Ada{n % 9} Byron met Grace{n} Hopper.", session_id=f"talk-{n // 9}", speaker="Ada Byron")
        for n in range(_IN_USE)
    ]
    assert all(outcome.error is None for outcome in somebody.remember_many("somebody", drafts))
    somebody.link("somebody")
    somebody.infer("somebody")
    while somebody.embed_pending():
        pass
    with driver.session() as session:
        session.run("CALL db.prepareForReplanning(60)").consume()


@pytest.fixture
def user_id(driver: Driver) -> Generator[str]:
    """A user that no other test has, wiped at the end."""
    yield from wiped_user(driver)


@pytest.fixture
def other_user(driver: Driver) -> Generator[str]:
    """Another such user."""
    yield from wiped_user(driver)


@pytest.fixture
def user_weighed_alike(driver: Driver, user_id: str) -> Generator[str]:
    """Another such user, whose words are weighed by the statistics of the same texts."""
    yield from wiped_user(driver, like=user_id)


def wiped_user(driver: Driver, *, like: str | None = None) -> Generator[str]:
    """A user that nobody else has, in the group of another for full text; all of theirs is wiped in the end."""
    drawn = (f"test-{ULID()}" for _ in count())
    name = next(name for name in drawn if like is None or words_fields(name) == words_fields(like))
    yield name
    wiped(driver, name)


def wiped(driver: Driver, name: str) -> None:
    """Deletes whatever a user has, and users whose names begin with theirs."""
    with driver.session() as session:
        session.run(
            "MATCH (n) WHERE n.user_id STARTS WITH $name OR (n:User AND n.id STARTS WITH $name) DETACH DELETE n",
            name=name,
        )


@pytest.fixture(scope="module")
def reader(store: Store) -> Knowledge:
    """The real graph behind the small extractor, for what the tests of a file read together and leave as it is."""
    return Knowledge(lambda: store, PlainExtractor(), clock=lambda: START)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def light(store: Store, clock: Clock, tmp_path: Path) -> Knowledge:
    """The real graph behind the small extractor. Each test has its own, so that nothing is remembered between them."""
    settings = GraphSettings(
        conversation=ConversationSettings(home=tmp_path / "journal"), jobs=JobSettings(home=tmp_path / "jobs")
    )
    return Knowledge(lambda: store, PlainExtractor(), settings, clock=clock)


@pytest.fixture
def pipeline() -> Pipeline:
    """The real extractor, in this process."""
    return extractor()


@pytest.fixture
def knowledge(store: Store, pipeline: Pipeline, clock: Clock, tmp_path: Path) -> Knowledge:
    """The real graph behind the real extractor; tests that use it are marked `models`."""
    settings = GraphSettings(
        conversation=ConversationSettings(home=tmp_path / "journal"), jobs=JobSettings(home=tmp_path / "jobs")
    )
    return Knowledge(lambda: store, pipeline, settings, clock=clock)


@pytest.fixture
def dump(driver: Driver) -> Any:
    """Everything in the database as one text, taken anew at each call."""
    from tests.live.dump import everything

    return partial(everything, driver)
