"""A server's models load in the background; nobody else's load before they are needed."""

from threading import Event

import pytest

from api.app import build
from api.settings import Settings
from extraction.pipeline import Pipeline
from graph.errors import Misconfigured


def test_a_server_loads_its_models_at_once_and_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = Event()

    def warm(_: Pipeline) -> None:
        loaded.set()

    monkeypatch.setattr(Pipeline, "warm", warm)
    build(Settings(), warm=True).close()
    assert loaded.wait(10)


def test_models_that_cannot_load_do_not_end_the_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried = Event()

    def broken(_: Pipeline) -> None:
        tried.set()
        raise Misconfigured("the secret")

    monkeypatch.setattr(Pipeline, "warm", broken)
    build(Settings(), warm=True).close()
    assert tried.wait(10)
    assert "secret" not in caplog.text


def test_whoever_serves_nobody_loads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = Event()

    def warm(_: Pipeline) -> None:
        loaded.set()

    monkeypatch.setattr(Pipeline, "warm", warm)
    build(Settings()).close()
    assert not loaded.is_set()
