"""A real Chromium on the page over a real Neo4j that holds the sample; what a page may never do is seen everywhere.

Run by `make test-web`: Playwright and a Chromium are of the group `web`, not of what everybody installs.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from neo4j import Driver

from api.api_settings import ApiSettings
from api.rest.app import create_app
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.api.rest.served import served
from tests.extraction.models import extractor
from tests.live.conftest import driver, neo4j_settings, store, wiped_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

if find_spec("playwright") is None:
    collect_ignore_glob = ["test_*.py"]

__all__ = ["driver", "neo4j_settings", "store"]
HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "samples" / "memories.jsonl"
CHROMIUM = os.environ.get("ENISHI_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
_TIMES = ("created_at", "occurred_at")

Opened = Callable[..., "Page"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A process has one Neo4j: beside the live tests those of the page are left out."""
    here = [item for item in items if HERE in item.path.parents]
    if any("live" in item.path.parts for item in items if item not in here):
        for item in here:
            item.add_marker(pytest.mark.skip(reason="they have a process of their own: make test-web"))


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=15_000)
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def knowledge(store: Store) -> Knowledge:
    """The real graph behind the real extractor; it is closed with its store and not by a server."""
    made = Knowledge(lambda: store, extractor())
    made.close = lambda: None  # type: ignore[method-assign]
    return made


@pytest.fixture(scope="session")
def sample_user(knowledge: Knowledge, driver: Driver) -> Iterator[str]:
    """Somebody whose memories are the sample, linked and inferred from; read by all tests, changed by none."""
    for user_id in wiped_user(driver):
        lines = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
        outcomes = knowledge.remember_many(user_id, [draft_of(line) for line in lines])
        assert not [outcome.error for outcome in outcomes if outcome.error]
        knowledge.link(user_id)
        knowledge.infer(user_id)
        knowledge.warm()
        yield user_id


def draft_of(line: dict[str, object]) -> Draft:
    times = {name: datetime.fromisoformat(str(line.pop(name))) for name in _TIMES if line.get(name)}
    kept = {name: value for name, value in line.items() if name not in ("id", "extra", *_TIMES)}
    return Draft(**{**kept, **times, "tags": tuple(kept.get("tags", ()))})  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def door(knowledge: Knowledge, sample_user: str) -> Iterator[int]:
    """The port of a server whose default user is that of the sample."""
    with served(create_app(knowledge, ApiSettings(default_user=sample_user, requests_per_minute=100_000))) as port:
        yield port


@pytest.fixture
def opened(browser: "Browser", door: int) -> Iterator[Opened]:
    """Opens the page at an address behind the `#`; afterwards no error may stand in the console of any, and no page
    may have asked another machine."""
    contexts, wrong = [], []

    def at(
        address: str = "",
        *,
        port: int = door,
        search: str = "",
        language: str = "en-GB",
        dark: bool = False,
        size: tuple[int, int] = (1280, 860),
        expected: str = "",
    ) -> "Page":
        context = browser.new_context(
            locale=language, color_scheme="dark" if dark else "light", timezone_id="Asia/Tokyo",
            viewport={"width": size[0], "height": size[1]},
        )  # fmt: skip
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: _noted(message, wrong, expected))
        page.on("pageerror", lambda error: wrong.append(f"thrown: {error}"))
        page.on("request", lambda request: _own(request.url, port, wrong))
        page.goto(f"http://127.0.0.1:{port}/{search}#{address}")
        return page

    yield at
    for context in contexts:
        context.close()
    assert wrong == []


def _noted(message: "ConsoleMessage", wrong: list[str], expected: str) -> None:
    if message.type in ("error", "warning") and not (expected and expected in message.text):
        wrong.append(f"{message.type}: {message.text}")


def _own(url: str, port: int, wrong: list[str]) -> None:
    address = urlsplit(url)
    if (address.scheme, address.netloc) != ("http", f"127.0.0.1:{port}"):
        wrong.append(f"asked {url}")
