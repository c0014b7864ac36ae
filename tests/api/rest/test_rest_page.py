"""The page as files: what is served, under which policy, how large it is, and that it names no other machine."""

import hashlib
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from graph.db.type_catalogue import ENTITY_TYPES, RELATION_TYPES
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import ADMIN_KEY, asking, opened

WEB = Path(str(files("api") / "web"))
SOURCES = sorted(path for path in WEB.rglob("*") if path.suffix in {".js", ".css", ".html", ".svg"})
LARGEST = 500_000


@pytest.fixture(scope="module")
def client() -> TestClient:
    return asking(FakeKnowledge())


def policy_of(header: str) -> dict[str, list[str]]:
    return {part.split()[0]: part.split()[1:] for part in header.split(";")}


def test_the_address_alone_shows_the_page(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert 'src="page/main.js"' in page.text


def test_the_page_may_run_only_what_lies_here_and_nobody_frames_it(client: TestClient) -> None:
    for address in ("/", "/page/main.js", "/page/page.css"):
        policy = policy_of(client.get(address).headers["content-security-policy"])
        assert policy["default-src"] == ["'none'"]
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == ["'self'"]
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == ["'none'"]
        assert policy["require-trusted-types-for"] == ["'script'"]


def test_everything_a_file_imports_or_links_is_served_by_its_type(client: TestClient) -> None:
    types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    linked = {
        f"/{name}" for name in re.findall(r'(?:src|href)="(page/[^"]+)"', (WEB / "index.html").read_text("utf-8"))
    }
    linked |= {f"/page/{source.relative_to(WEB).as_posix()}" for source in SOURCES if source.suffix == ".js"}
    for address in sorted(linked):
        served = client.get(address)
        assert served.status_code == 200, address
        assert served.headers["content-type"].startswith(types[Path(address).suffix]), address
    for source, target in imports():
        assert (source.parent / target).is_file(), f"{source.name} imports {target}"


def imports() -> Iterator[tuple[Path, str]]:
    for source in SOURCES:
        for target in re.findall(r"""(?:from|import\(?|:)\s*["'](\.{1,2}/[^"']+\.js)["']""", source.read_text("utf-8")):
            yield source, target


def test_only_files_of_the_page_are_served(client: TestClient) -> None:
    for name in ("__init__.py", "../rest/page.py", "%2e%2e/app.py", "..%2fapp.py", "nowhere.js", ""):
        assert client.get(f"/page/{name}").status_code == 404, name


def test_the_page_is_small_and_names_no_other_machine() -> None:
    assert sum(source.stat().st_size for source in SOURCES) < LARGEST
    for source in SOURCES:
        text = source.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"""https?://|["'`(]//""", text), source.name


def test_no_markup_is_made_of_texts() -> None:
    """The policy has the browser refuse it; nothing here tries to."""
    for source in SOURCES:
        if source.suffix == ".js":
            text = source.read_text("utf-8")
            assert not re.search(
                r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
            ), source
        assert not re.search(
            r"\sstyle=|\son\w+=[\"']|<style|<script(?! type=\"module\" src)", source.read_text("utf-8")
        ), source


def test_what_has_not_changed_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/page/page.css")
    again = client.get("/page/page.css", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]
    assert first.headers["etag"] == f'"{hashlib.sha256(first.content).hexdigest()[:32]}"'
    assert client.get("/page/page.css", headers={"If-None-Match": '"another"'}).status_code == 200


def test_types_are_called_and_drawn_as_the_catalogue_has_it(client: TestClient) -> None:
    types = client.get("/page/types.json").json()
    assert [row["name"] for row in types["entities"]] == [row.name for row in ENTITY_TYPES]
    assert {row["name"]: row["name_ja"] for row in types["relations"]} == {
        row.name: row.name_ja for row in RELATION_TYPES
    }


def test_the_page_itself_needs_no_key_but_what_it_asks_does() -> None:
    with opened(keys={ADMIN_KEY: "*"}) as client:
        assert [client.get(path).status_code for path in ("/", "/page/main.js", "/api/projects")] == [200, 200, 401]


def test_every_word_of_the_page_has_both_languages_and_is_there_when_it_is_asked_for() -> None:
    words = (WEB / "words.js").read_text("utf-8")
    table = words[words.index("const ROWS") : words.index("/** The text of a key in")]
    rows = re.findall(
        r'^ {2}"?([\w./?-]+)"?: \[\s*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*"),?\s*\],$', table, re.MULTILINE
    )
    keys = [key for key, _, _ in rows]
    assert len(keys) == len(set(keys)) == len(re.findall(r"^ {2}\S+: \[", table, re.MULTILINE))
    for key, english, japanese in rows:
        assert json.loads(english), key
        assert json.loads(japanese), key
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", japanese)), key
    asked = {key for source in SOURCES for key in re.findall(r"""\bt\(["']([^"']+)["']""", source.read_text("utf-8"))}
    assert asked - {*keys} == set()
