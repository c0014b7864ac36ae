"""Every view by axe-core, in both themes: nothing serious; the library itself is the one that was looked at."""

import hashlib
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Opened

AXE = Path(__file__).with_name("axe.min.js")
VERSION, DIGEST = "4.14.1", "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
VIEWS = {
    "/search": ".hits li",
    "/search?q=%E7%94%B0%E4%B8%AD&project=development%2Fbackend%2Fauth-service": ".hits li",
    "/entity/Emily%20Carter": ".timeline li",
    "/map": "canvas",
    "/figures": ".plot",
    "/review": ".pair",
    "/projects": ".cards li",
    "/projects/development/backend/auth-service": ".list li",
    "/memory/nowhere": "[role=alert]",
}
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .filter((each) => ["serious", "critical"].includes(each.impact))
    .map((each) => each.id + ": " + each.nodes.slice(0, 3).map((node) => node.html + node.failureSummary).join("; "))"""


def faults(page: Page) -> list[str]:
    # By evaluation, not as a script of the page: the policy lets no script of ours in either.
    page.evaluate(AXE.read_text("utf-8"))
    return page.evaluate(RUN)


def test_the_library_is_the_one_that_was_looked_at() -> None:
    text = AXE.read_bytes()
    assert hashlib.sha256(text).hexdigest() == DIGEST
    assert f"axe v{VERSION}".encode() in text
    assert "Mozilla Public License" in AXE.with_name("axe.LICENSE.txt").read_text("utf-8")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_view_has_a_serious_fault(opened: Opened, dark: bool) -> None:
    page = opened("/search", dark=dark, expected="404")
    found: dict[str, list[str]] = {}
    for address, shown in VIEWS.items():
        page.evaluate("(hash) => { location.hash = hash }", address)
        page.locator(shown).first.wait_for()
        for closed in page.locator("details:not([open]) > summary").all()[:3]:
            closed.click()
        if wrong := faults(page):
            found[address] = wrong
    assert found == {}


def test_a_fault_is_seen(opened: Opened) -> None:
    page = opened("/projects")
    page.locator(".cards li").first.wait_for()
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert [fault.split(":")[0] for fault in faults(page)] == ["label"]
