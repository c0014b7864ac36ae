"""Search, memories, entities and projects as a person sees them in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from api.api_settings import ApiSettings
from api.rest.app import create_app
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import TARO_KEY
from tests.api.rest.served import served
from tests.web.conftest import Opened

ROLE_ALERT = "[role=alert]"


def ask(page: Page, question: str) -> None:
    page.get_by_role("searchbox").fill(question)
    page.get_by_role("searchbox").press("Enter")


def titles(page: Page) -> list[str]:
    page.locator(".hits li").first.wait_for()
    return page.locator(".hits h2").all_inner_texts()


def test_a_question_finds_memories_and_says_why_each_is_there(opened: Opened) -> None:
    page = opened("/search")
    ask(page, "いつパスキーをリリースする？")
    first = page.locator(".hits article").first
    expect(first.locator(".why")).to_contain_text("Why it is here")
    assert len(first.locator(".why").inner_text()) > len("Why it is here: ")
    first.locator("details.parts summary").click()
    expect(first.locator(".parts .meter").first).to_be_visible()
    expect(first.locator("summary")).to_contain_text("% sure")
    assert "q=" in page.url  # the answer has an address
    before = page.locator(".hits li").count()
    page.get_by_role("button", name="More").click()
    expect(page.locator(".hits li")).not_to_have_count(before)


def test_filters_and_modes_narrow_the_answer_and_stay_in_the_address(opened: Opened) -> None:
    page = opened("/search?q=release&mode=keyword")
    everything = titles(page)
    page.locator("summary", has_text="Filters").click()
    page.get_by_label("Project", exact=True).fill("development/backend/auth-service")
    page.get_by_label("Happened from").fill("2026-07-01")
    page.get_by_label("Happened until").fill("2026-07-31")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("summary", has_text="Filters (3)")).to_be_visible()
    narrowed = titles(page)
    assert narrowed
    assert narrowed != everything
    days = page.locator(".hits time").all_inner_texts()
    assert all("2026-07-01" <= day <= "2026-07-31" for day in days)
    assert all("auth-service" in text for text in page.locator(".hits .marks").all_inner_texts())
    page.reload()
    assert titles(page) == narrowed
    page.get_by_label("How").select_option("recent")
    page.get_by_role("link", name="Clear filters").click()
    expect(page.locator("summary", has_text=re.compile("^Filters$"))).to_be_visible()


def test_a_memory_shows_its_entities_in_its_text_also_behind_letters_of_two_units(
    opened: Opened, knowledge: Knowledge, sample_user: str
) -> None:
    text = "🎂🎉 Emily Carter moved to Osaka. <img src=x onerror=alert(1)> Lucas Meyer lives in Berlin."
    identity = knowledge.remember(sample_user, Draft(text=text)).id
    try:
        page = opened(f"/memory/{identity}")
        page.locator(".memory-text .mention").first.wait_for()
        marked = page.locator(".memory-text .mention").all_inner_texts()
        assert {"Emily Carter", "Osaka", "Lucas Meyer", "Berlin"} <= {*marked}
        assert page.locator(".memory-text").inner_text() == text
        expect(page.locator("table")).to_contain_text("Emily Carter moved to Osaka.")
        assert page.locator(".memory-text img").count() == 0
        knowledge.edit(sample_user, identity, {"text": "Emily Carter moved to Kobe."})
        page.reload()
        expect(page.locator(".versions")).to_contain_text(text)
        page.locator(".memory-text .mention", has_text="Emily Carter").first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Emily Carter")
    finally:
        knowledge.forget(sample_user, identity)


def test_a_memory_is_bookmarked_and_rated_where_it_is_read(
    opened: Opened, knowledge: Knowledge, sample_user: str
) -> None:
    title = "Plum jam"
    identity = knowledge.remember(sample_user, Draft(text="Emily Carter keeps plum jam.", title=title)).id

    def kept() -> tuple[bool, int | None]:
        memory = knowledge.show(sample_user, identity).memory
        return memory.bookmarked, memory.rating

    try:
        page = opened(f"/memory/{identity}")
        page.get_by_role("button", name="Bookmark", exact=True).press("Enter", timeout=60_000)
        expect(page.get_by_role("button", name="Remove bookmark")).to_be_enabled()
        page.get_by_label("Rating").select_option("4")
        expect(page.get_by_label("Rating")).to_be_enabled()
        assert kept() == (True, 4)
        page.reload()
        expect(page.locator(".marks").first).to_contain_text("bookmarked")
        expect(page.locator(".marks").first).to_contain_text("Rating 4 / 5")
        expect(page.get_by_label("Rating")).to_have_value("4")
        page.goto(page.url.split("#", 1)[0] + "#/search?q=plum%20jam")
        everything = titles(page)
        assert title in everything
        page.locator("summary", has_text="Filters").click()
        page.get_by_label("Bookmarks").select_option(label="bookmarked")
        page.get_by_role("button", name="Search").click()
        expect(page.locator("summary", has_text="Filters (1)")).to_be_visible()
        marked = titles(page)
        assert title in marked
        assert len(marked) < len(everything)
        assert all("bookmarked" in marks for marks in page.locator(".hits .marks").all_inner_texts())
        page.goto(page.url.split("#", 1)[0] + f"#/memory/{identity}")
        page.get_by_role("button", name="Remove bookmark").click()
        expect(page.get_by_role("button", name="Bookmark", exact=True)).to_be_enabled()
        page.get_by_label("Rating").select_option("")
        expect(page.get_by_label("Rating")).to_be_enabled()
        assert kept() == (False, None)
    finally:
        knowledge.forget(sample_user, identity)


def test_an_entity_shows_its_relations_facts_and_timeline_in_either_order(opened: Opened) -> None:
    page = opened("/entity/Emily%20Carter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Person")
    expect(page.locator(".relations li").first).to_contain_text("→")
    days = page.locator(".timeline time").all_inner_texts()
    assert len(days) > 3
    assert days == sorted(days)
    page.get_by_role("link", name="By importance").click()
    expect(page.get_by_role("link", name="By importance")).to_have_attribute("aria-current", "true")
    weights = [float(text.split()[0]) for text in page.locator(".timeline small").all_inner_texts()]
    assert weights == sorted(weights, reverse=True)


def test_projects_lead_to_what_belongs_to_them(opened: Opened) -> None:
    page = opened("/projects")
    page.get_by_role("link", name="auth-service").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("development/backend/auth-service")
    page.get_by_role("button", name="More").click()
    expect(page.locator(".list > li")).not_to_have_count(20)
    page.get_by_role("link", name="Search within it").click()
    expect(page.locator(".hits li")).to_have_count(10)
    assert all("auth-service" in text for text in page.locator(".hits .marks").all_inner_texts())


def test_the_page_speaks_both_languages_and_keeps_the_one_that_was_chosen(opened: Opened) -> None:
    page = opened("/search", language="ja-JP")
    expect(page.get_by_role("link", name="検索", exact=True)).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "ja"
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("link", name="Projects")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="Projects")).to_be_visible()


def test_it_is_dark_where_the_system_is_and_as_a_person_says(opened: Opened) -> None:
    page = opened("/search", dark=True)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_label("Theme").select_option("light")
    light = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == light


def test_it_is_used_by_keys_alone(opened: Opened) -> None:
    page = opened("/search")
    page.get_by_role("link", name="Projects").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Projects")).to_be_focused()
    page.keyboard.press("g")
    page.keyboard.press("s")
    expect(page.get_by_role("searchbox")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("Emily")
    page.keyboard.press("Enter")
    hits = titles(page)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(hits[1])
    page.keyboard.press("?")
    page.get_by_label("Single keys do something").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_have_count(0)


def test_where_nothing_is_it_says_what_to_do(opened: Opened) -> None:
    page = opened("/search", search="?user=nobody-yet", expected="404")
    expect(page.locator(".nothing")).to_contain_text("no memories here yet")
    ask(page, "anything")
    expect(page.locator(".nothing")).to_contain_text("Nothing was found")
    page.goto(page.url.split("#", 1)[0] + "#/memory/01ARZ3NDEKTSV4RRFFQ69G5FAV")
    expect(page.locator(ROLE_ALERT)).to_contain_text("That is not here")


@pytest.mark.parametrize(("language", "says"), [("en-GB", "does not answer"), ("ja-JP", "サーバーが応答しません")])
def test_a_server_that_is_away_is_told_of_in_plain_words(opened: Opened, language: str, says: str) -> None:
    with served(create_app(FakeKnowledge(), ApiSettings())) as port:
        page = opened("/projects", port=port, language=language, expected="ERR_CONNECTION_REFUSED")
        page.locator(".nothing").wait_for()
        page.get_by_role("searchbox").wait_for(state="detached")
        page.evaluate("import('/page/search.js')")  # as it would be once the view was looked at
    page.evaluate("location.hash = '#/search'")
    expect(page.locator(ROLE_ALERT)).to_contain_text(says)


def test_a_key_is_asked_for_once_and_kept_until_the_tab_closes(opened: Opened) -> None:
    knowledge = FakeKnowledge()
    knowledge.remember("太郎", Draft(text="Taro keeps a secret."))
    settings = ApiSettings.model_validate({"keys": {TARO_KEY: ["太郎"]}})
    with served(create_app(knowledge, settings)) as port:
        page = opened("/search", port=port, expected="401")
        page.get_by_role("textbox", name="API key").fill("not-the-right-key-at-all")
        page.get_by_role("button", name="Use it").click()
        expect(page.locator(ROLE_ALERT)).to_contain_text("not open to you")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", level=2)).to_contain_text("does not know that key")
        page.get_by_role("textbox", name="API key").fill(TARO_KEY)
        page.get_by_role("button", name="Use it").click()
        expect(page.locator(".hits")).to_contain_text("Taro keeps a secret.")
        page.reload()
        expect(page.locator(".hits")).to_contain_text("Taro keeps a secret.")
        # The key goes with the tab; what is kept for good, such as what was seen, holds nothing of it.
        kept = page.evaluate("[sessionStorage['enishi.key'], JSON.stringify(localStorage)]")
        assert kept[0] == TARO_KEY
        assert TARO_KEY not in kept[1]
        # The name of a user travels as the bytes of its UTF-8.
        page.get_by_label("Whose memories").fill("太郎")
        page.get_by_label("Whose memories").press("Enter")
        expect(page.locator(".hits")).to_contain_text("Taro keeps a secret.")
