"""Opens the REST door over a fake knowledge for the length of a test."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache

from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.api_settings import ApiSettings
from api.rest.app import create_app
from tests.api.fake_knowledge import FakeKnowledge

HERE = "http://127.0.0.1:8472"
TARO_KEY = "taro-key-0123456789abcdef"
ADMIN_KEY = "admin-key-0123456789abcdef"
JSON = {"content-type": "application/json"}
LINES = {"content-type": "application/x-ndjson"}


@contextmanager
def opened(knowledge: FakeKnowledge | None = None, **settings: object) -> Generator[TestClient]:
    """A client of an application with these settings, from its start to its end."""
    app = create_app(knowledge or FakeKnowledge(), ApiSettings.model_validate(settings))
    with TestClient(app, base_url=HERE) as client:
        yield client


@cache
def _application() -> FastAPI:
    return create_app(FakeKnowledge(), ApiSettings())


def asking(knowledge: FakeKnowledge) -> TestClient:
    """A client of one application for many tests, without its start, its background work and its end.

    The routes of an application take a third of a second to make.
    """
    app = _application()
    app.state.enishi = replace(app.state.enishi, knowledge=knowledge)
    return TestClient(app, base_url=HERE)


def as_user(user_id: str) -> dict[str, str]:
    """The header that names a user."""
    return {"X-Enishi-User": user_id}


def bearer(key: str) -> dict[str, str]:
    """The header that presents a key."""
    return {"Authorization": f"Bearer {key}"}
