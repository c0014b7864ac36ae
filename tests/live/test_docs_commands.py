"""Every command that the README and the guide show works as printed: shell lines, HTTP calls and Python."""

import io
import json
import re
import shlex
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from neo4j import Driver

import enishi
from api.api_settings import ApiSettings
from api.commands.root import run
from api.rest.app import create_app
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.api.rest.rest_door import HERE
from tests.live.conftest import wiped

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "README.ja.md", *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED_USER = re.compile(r"--user (\S+)")
ELSEWHERE = {
    "make": "the tests themselves and the newcomer's run",
    "export": "names another server or model",
    "docker": "needs an engine",
    "enishi db": "tests/live/test_local_server.py and tests/api/commands/test_cli_db.py",
    "enishi serve": "tests/api/commands/test_cli_serve.py",
}
"""Commands that are run elsewhere or cannot be run here, by how they begin."""
FILES = {
    "notes/idea.md": "# Idea\n\nEmily Carter likes tea.\n",
    "team.jsonl": json.dumps({"text": "Ken works for Acme."}) + "\n",
    "chat.txt": "Ken: Hello Emily.\nEmily: Hello Ken.\n",
    "export.csv": "text,tags\nThe release is on Friday.,work\n",
    "burst.jsonl": json.dumps({"text": "Anna moved to Rome."}) + "\n",
}


def commands(page: Path) -> Iterator[str]:
    for language, block in FENCE.findall(page.read_text(encoding="utf-8")):
        if language == "sh":
            lines = block.replace("\\\n", " ").splitlines()
            yield from (line for line in lines if line.strip() and not line.lstrip().startswith("#"))


def programs(page: Path) -> list[str]:
    return [block for language, block in FENCE.findall(page.read_text(encoding="utf-8")) if language == "python"]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, light: Knowledge, driver: Driver) -> Iterator[Knowledge]:
    """A folder with the files that the pages name, and a knowledge that no command closes."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(light, "close", lambda: None)
    yield light
    for user in {name for page in PAGES for command in commands(page) for name in NAMED_USER.findall(command)}:
        wiped(driver, user)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_command_of_the_page_runs(
    page: Path, world: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = world.remember(user_id, Draft(text="Emily Carter met Misaki Sato in Osaka.")).id
    with TestClient(create_app(world, ApiSettings(default_user=user_id)), base_url=HERE) as client:
        for command in commands(page):
            if not any(command.startswith(start) for start in ELSEWHERE):
                executed(command.replace("ID", identity), world, user_id, client, monkeypatch)


def executed(
    command: str, knowledge: Knowledge, user: str, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    piped = re.match(r"cat (\S+) \| (.*)", command)
    if piped:
        content = Path(piped[1]).read_text(encoding="utf-8")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode()), encoding="utf-8"))
        command = piped[2]
    words = shlex.split(command, comments=True)
    if words[0] == "curl":
        called(words[1:], client)
    else:
        assert words[0] == "enishi", command
        assert run(words[1:], build=lambda _: knowledge, default_user=lambda: user) == 0, command


def called(words: list[str], client: TestClient) -> None:
    """One HTTP call with the options of curl that the pages use."""
    address = next(word for word in words if word.startswith("http"))
    pairs = list(pairwise(words))
    fields = [value for option, value in pairs if option in ("-d", "--data-urlencode")]
    path = re.sub(r"^http://[^/]+", "", address)
    if "-G" in words:
        response = client.get(path, params=dict(field.split("=", 1) for field in fields))
    else:
        response = client.post(path, content=fields[0].encode(), headers={"Content-Type": "application/json"})
    assert response.status_code in (200, 201), response.text


@pytest.mark.parametrize("page", [page for page in PAGES if programs(page)], ids=lambda page: page.name)
def test_a_program_of_the_page_runs(
    page: Path, world: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    connect: Callable[..., enishi.UserMemory] = lambda *_: enishi.UserMemory(world, user_id)  # noqa: E731
    monkeypatch.setattr(enishi, "connect", connect)
    for program in programs(page):
        exec(compile(program, page.name, "exec"), {})
    assert capsys.readouterr().out
