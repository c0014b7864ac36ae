"""A server is sent keys and texts only once it has shown that it runs for the same user."""

import json
from dataclasses import replace
from pathlib import Path
from typing import cast

import httpx
import pytest
from fastapi import FastAPI

from api import environment
from api.api_settings import ApiSettings
from api.commands.call import Call, Wiring
from api.commands.connection import running_server, server_folder
from api.proof import made_secret, proof, secret_in
from api.rest.app import create_app
from api.running import Server
from graph.knowledge import Knowledge
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import TARO_KEY
from tests.api.rest.served import served


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data and one to run in, of a user who has one key."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
    monkeypatch.setenv("ENISHI_API__KEYS", json.dumps({TARO_KEY: "*"}))
    monkeypatch.delenv("ENISHI_API__HOST", raising=False)
    monkeypatch.chdir(tmp_path_factory.mktemp("here"))
    return server_folder()


def a_call() -> Call:
    def never(_: Call) -> Knowledge:
        raise AssertionError("nothing is opened to find a server")

    wiring = Wiring(build=never, default_user=lambda: "taro")
    return Call(wiring=wiring, named_user="taro", as_json=False, quiet=False)


class Watched:
    """An application that keeps the headers of every request."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.headers: list[bytes] = []

    async def __call__(self, scope: dict[str, object], receive: object, send: object) -> None:
        self.headers += [name for name, _ in cast("list[tuple[bytes, bytes]]", scope.get("headers", []))]
        await self.app(scope, receive, send)  # pyright: ignore[reportArgumentType]


def an_app(secret: bytes | None) -> FastAPI:
    return create_app(FakeKnowledge(), ApiSettings.model_validate({"keys": {TARO_KEY: "*"}}), secret=secret)


def at(app: FastAPI, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets an application know at which port it listens, and the settings name it."""
    state = app.state.enishi
    app.state.enishi = replace(state, settings=state.settings.model_copy(update={"port": port}))
    monkeypatch.setenv("ENISHI_API__PORT", str(port))


def test_a_server_that_shows_whose_it_is_is_shown_the_key(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = an_app(made_secret(data_folder))
    with served(app) as port:
        at(app, port, monkeypatch)
        assert running_server(a_call()) == Server("127.0.0.1", port, TARO_KEY)


def test_each_home_has_a_server_and_a_secret_of_its_own(
    data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENISHI_LOCAL__HOME", str(tmp_path / "work"))
    work = server_folder()
    monkeypatch.setenv("ENISHI_LOCAL__HOME", str(tmp_path / "here" / ".." / "work"))
    assert server_folder() == work, "another spelling of the same folder"
    monkeypatch.setenv("ENISHI_LOCAL", json.dumps({"home": str(tmp_path / "home")}))
    monkeypatch.delenv("ENISHI_LOCAL__HOME")
    home = server_folder()
    monkeypatch.setenv("ENISHI_NEO4J__URI", "bolt://db.example.org:7687")
    elsewhere = server_folder()
    monkeypatch.setenv("ENISHI_NEO4J__DATABASE", "other")
    assert len({data_folder, work, home, elsewhere, server_folder()}) == 5
    for name in ("ENISHI_LOCAL", "ENISHI_NEO4J__URI"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("ENISHI_LOCAL__HOME", str(data_folder.parent / "neo4j"))
    assert server_folder() == data_folder, "the home of who sets none"


@pytest.mark.parametrize("secret", [None, b"", b"another"])
def test_a_server_that_does_not_is_shown_nothing(
    secret: bytes | None, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_secret(data_folder)
    app = an_app(secret)
    watched = Watched(app)
    with served(cast("FastAPI", watched)) as port:
        at(app, port, monkeypatch)
        assert running_server(a_call()) is None
    assert b"host" in watched.headers
    assert b"authorization" not in watched.headers


def test_a_proof_cannot_be_passed_on_at_another_address(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = an_app(made_secret(data_folder))
    with served(app) as true_port:
        at(app, true_port, monkeypatch)

        async def relay(scope: dict[str, object], _: object, send: object) -> None:
            if scope["type"] != "http":
                return
            query = cast("bytes", scope["query_string"]).decode()
            async with httpx.AsyncClient(trust_env=False) as client:
                told = await client.get(f"http://127.0.0.1:{true_port}/health?{query}")
            assert "proof" in told.json()
            await send({"type": "http.response.start", "status": 200, "headers": []})  # pyright: ignore
            await send({"type": "http.response.body", "body": told.content})  # pyright: ignore

        with served(cast("FastAPI", relay)) as port:
            monkeypatch.setenv("ENISHI_API__PORT", str(port))
            assert running_server(a_call()) is None


def test_where_no_server_ever_ran_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    app = an_app(b"")
    watched = Watched(app)
    with served(cast("FastAPI", watched)) as port:
        at(app, port, monkeypatch)
        assert running_server(a_call()) is None
    assert watched.headers == []


def test_a_folder_whose_file_sets_what_it_may_not_asks_no_server(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = an_app(made_secret(data_folder))
    with served(app) as port:
        at(app, port, monkeypatch)
        Path(".env").write_text("ENISHI_EXTRACTION__RERANKER__MODEL=theirs\n", encoding="utf-8")
        assert environment.is_refused()
        assert running_server(a_call()) is None


def test_the_secret_is_made_once_and_only_its_owner_may_read_it(data_folder: Path) -> None:
    assert secret_in(data_folder) is None
    secret = made_secret(data_folder)
    assert made_secret(data_folder) == secret_in(data_folder) == secret
    assert len(secret) == 32
    assert [(file.name, file.stat().st_mode & 0o777) for file in data_folder.iterdir()] == [("secret", 0o600)]


def test_a_proof_is_of_a_challenge_an_address_and_a_secret() -> None:
    made = proof(b"s", "c", "127.0.0.1", 1)
    others = {proof(b"t", "c", "127.0.0.1", 1), proof(b"s", "d", "127.0.0.1", 1), proof(b"s", "c", "127.0.0.1", 2)}
    assert made == proof(b"s", "c", "0.0.0.0", 1) != proof(b"s", "c", "::1", 1)
    assert made not in others
