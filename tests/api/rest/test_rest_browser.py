"""A page of another origin in a real browser learns nothing from the door without keys, also not by the clock."""

import json
import os
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp

from api.api_settings import ApiSettings
from api.rest.app import create_app
from graph.model.draft import Draft
from graph.model.recalled import Recalled
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.served import served

CHROMIUM = os.environ.get("ENISHI_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
PAGE = Path(__file__).with_name("attack.html")
SECRET = "My bank PIN is 4711"
LONGER_S = 1.5
"""How much longer an answer takes that holds something: as if what is looked for were slow to match."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]


class Telling(FakeKnowledge):
    """A memory whose answers take longer where they hold something."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.remember("me", Draft(text=SECRET))

    def content(self, user_id: str, pattern: str, **options: Any) -> Recalled:
        self.asked += 1
        found = super().content(user_id, pattern, **options)
        time.sleep(LONGER_S if found.hits else 0)
        return found


@contextmanager
def foreign_site(seen: "queue.Queue[dict[str, Any]]") -> Generator[int]:
    """The port of a server with the attacking page, which notes what the page saw."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE.read_bytes())

        def do_POST(self) -> None:
            seen.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def browser(folder: Path, address: str, *options: str) -> subprocess.Popen[bytes]:
    assert CHROMIUM is not None
    return subprocess.Popen(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
         "--disable-background-networking", f"--user-data-dir={folder / 'profile'}", *options, address],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def seen_by_page(knowledge: FakeKnowledge, folder: Path, site: str) -> dict[str, Any]:
    """What a page at a name of this machine sees of a door at its address."""
    seen: queue.Queue[dict[str, Any]] = queue.Queue()
    with served(create_app(knowledge, ApiSettings())) as door, foreign_site(seen) as port:
        running = browser(folder, f"http://{site}:{port}/#127.0.0.1:{door}", "--remote-debugging-port=0")
        try:
            return seen.get(timeout=120)
        finally:
            running.kill()
            running.communicate()


@pytest.mark.parametrize("site", ["localhost", "127.0.0.1"], ids=["another site", "the same site, another port"])
def test_a_page_of_another_origin_learns_nothing_and_changes_nothing(site: str, tmp_path: Path) -> None:
    knowledge = Telling()
    seen = seen_by_page(knowledge, tmp_path, site)
    assert knowledge.asked == 0
    assert knowledge.stats("me").memories == 1
    assert {way: what["read"] for way, what in seen.items() if what["read"]} == {}
    assert [way for way, what in seen.items() if what["right"] - what["wrong"] > 1000 * LONGER_S / 2] == []


def test_without_the_guard_the_clock_of_the_same_page_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unguarded(app: ASGIApp, **_: object) -> ASGIApp:
        return app

    monkeypatch.setattr("api.rest.app.ForeignPages", unguarded)
    knowledge = Telling()
    seen = seen_by_page(knowledge, tmp_path, "localhost")
    assert knowledge.asked > 0
    assert any(what["right"] - what["wrong"] > 1000 * LONGER_S / 2 for what in seen.values())


def test_the_documentation_shows_its_paths_under_its_own_content_policy(tmp_path: Path) -> None:
    # Of a hundred paths only those in sight are drawn: the window is tall enough for all of them.
    options = ("--dump-dom", "--window-size=1200,30000", "--virtual-time-budget=20000")
    with served(create_app(FakeKnowledge(), ApiSettings())) as door:
        shown, _ = browser(tmp_path, f"http://127.0.0.1:{door}/docs", *options).communicate(timeout=120)
    assert b"opblock-summary" in shown
    assert b"/api/recall" in shown
