"""What happens while somebody looks at the page is said, and drawn where nothing is in the way, in a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from api.api_settings import ApiSettings
from api.rest.app import create_app
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import TARO_KEY
from tests.api.rest.served import served

QUICK = {"event_poll_seconds": 0.05}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in whose console no error may stand."""
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(15_000)
    page, wrong = context.new_page(), list[str]()
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    # A key is asked for when the server says 401, which the browser notes.
    assert [each for each in wrong if "401" not in each] == []


def news(page: Page) -> str:
    return page.locator("#news").inner_text()


def opened(page: Page, port: int, address: str) -> None:
    """Goes to an address, and on once the page has heard of the server what happened before it came."""
    with following(page):
        page.goto(f"http://127.0.0.1:{port}/#{address}")


@contextmanager
def following(page: Page) -> Iterator[None]:
    heard: list[object] = []
    page.once("websocket", lambda stream: stream.once("framereceived", lambda frame: heard.append(frame)))
    yield
    end = monotonic() + 15
    while not heard:
        assert monotonic() < end
        page.wait_for_timeout(20)


def test_what_is_new_is_counted_and_shown_when_one_asks(page: Page) -> None:
    knowledge = FakeKnowledge()
    settings = ApiSettings.model_validate({**QUICK, "default_user": "taro"})
    with served(create_app(knowledge, settings)) as port:
        opened(page, port, "/search?q=Tanaka")
        expect(page.locator(".hits article")).to_have_count(0)
        assert news(page) == ""
        for number in range(3):
            knowledge.remember("taro", Draft(text=f"Tanaka sings, number {number}."))
        knowledge.remember("hana", Draft(text="Of no matter here."))
        expect(page.locator("#news")).to_contain_text("3 new since you looked")
        expect(page.locator(".hits article")).to_have_count(0)  # nothing moves under the eyes
        page.get_by_role("button", name="3 new").click()
        expect(page.locator(".hits article")).to_have_count(3)
        expect(page.locator("#news")).to_be_empty()
        page.goto("about:blank")  # before the server goes, which the console would note


def test_who_comes_back_is_told_what_happened_meanwhile(page: Page) -> None:
    knowledge = FakeKnowledge()
    settings = ApiSettings.model_validate({**QUICK, "default_user": "taro"})
    with served(create_app(knowledge, settings)) as port:
        opened(page, port, "/search")
        page.goto("about:blank")
        knowledge.remember("taro", Draft(text="Meanwhile."))
        opened(page, port, "/search")
        expect(page.locator("#news")).to_contain_text("1 new since you looked")
        page.get_by_role("button", name="1 new").click()
        page.reload()
        expect(page.locator("h1").first).to_be_visible()
        expect(page.locator("#news")).to_be_empty()
        page.goto("about:blank")


def test_a_list_that_nobody_types_in_is_drawn_anew_by_itself(page: Page) -> None:
    knowledge = FakeKnowledge()
    settings = ApiSettings.model_validate({**QUICK, "default_user": "taro"})
    with served(create_app(knowledge, settings)) as port:
        opened(page, port, "/projects")
        knowledge.remember("taro", Draft(text="Begun.", project="garden/roof"))
        expect(page.locator("#view")).to_contain_text("roof")
        assert news(page) == ""
        page.goto("about:blank")


def test_a_key_and_a_user_are_sent_as_the_browser_can(page: Page) -> None:
    knowledge = FakeKnowledge()
    settings = ApiSettings.model_validate({**QUICK, "keys": {TARO_KEY: ["taro", "花子"]}, "default_user": "taro"})
    with served(create_app(knowledge, settings)) as port:
        page.goto(f"http://127.0.0.1:{port}/?user=花子#/projects")
        page.get_by_role("textbox", name="API key").fill(TARO_KEY)
        with following(page):
            page.get_by_role("button", name="Use it").click()
        knowledge.remember("花子", Draft(text="始まり。", project="garden/roof"))
        expect(page.locator("#view")).to_contain_text("roof")
        page.goto("about:blank")
