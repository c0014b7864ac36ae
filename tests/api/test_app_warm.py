"""A server warms up in the background; nobody else loads or asks anything before it is needed."""

from threading import Event

import pytest

from api.app import build
from api.settings import Settings
from extraction.pipeline import Pipeline
from graph.errors import Misconfigured, Unavailable
from graph.settings import Neo4jSettings

NOWHERE = Settings(neo4j=Neo4jSettings(uri="bolt://127.0.0.1:1", retry_s=0))
"""No Neo4j of this machine is started for these tests."""


def test_a_server_loads_its_models_at_once_and_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = Event()

    def warm(_: Pipeline) -> None:
        loaded.set()

    monkeypatch.setattr(Pipeline, "warm", warm)
    build(NOWHERE, warm=True).close()
    assert loaded.wait(10)


def test_models_that_cannot_load_do_not_end_the_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried = Event()

    def broken(_: Pipeline) -> None:
        tried.set()
        raise Misconfigured("the secret")

    monkeypatch.setattr(Pipeline, "warm", broken)
    build(NOWHERE, warm=True).close()
    assert tried.wait(10)
    assert "secret" not in caplog.text


def test_whoever_serves_nobody_loads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = Event()

    def warm(_: Pipeline) -> None:
        loaded.set()

    monkeypatch.setattr(Pipeline, "warm", warm)
    build(NOWHERE).close()
    assert not loaded.is_set()


def test_a_server_is_not_ready_before_it_is_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = Event()

    def slow(_: Pipeline) -> None:
        let_go.wait(10)

    monkeypatch.setattr(Pipeline, "warm", slow)
    knowledge = build(NOWHERE, warm=True)
    with pytest.raises(Unavailable, match="starting"):
        knowledge.ready()
    let_go.set()
    knowledge.close()
