"""The stream of events over a real server: what happens is told once, only to whom it concerns, and nothing is lost."""

import base64
import json
import socket
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from api.api_settings import ApiSettings
from api.live import feeds
from api.rest.app import create_app
from graph.errors import Unavailable
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import ADMIN_KEY, TARO_KEY, as_user, bearer
from tests.api.rest.served import served

KEYS = {TARO_KEY: ["taro"], ADMIN_KEY: "*"}
QUICK = {"event_poll_seconds": 0.02}
PATIENCE_S = 10


@contextmanager
def server(knowledge: FakeKnowledge, **settings: object) -> Generator[str]:
    app = create_app(knowledge, ApiSettings.model_validate({**QUICK, **settings}))
    with served(app) as port:
        yield f"ws://127.0.0.1:{port}/api/events/stream"


def heard(stream: ClientConnection) -> dict[str, Any]:
    return json.loads(stream.recv(timeout=PATIENCE_S))


def followed(address: str, user: str = "taro", **more: Any) -> ClientConnection:
    headers = {**as_user(user), **more.pop("headers", {})}
    return connect(address, additional_headers=headers, proxy=None, **more)


def until(done: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE_S
    while not done():
        assert monotonic() < end
        sleep(0.01)


def test_what_happens_is_told_once_and_to_its_user_alone() -> None:
    knowledge = FakeKnowledge()
    knowledge.remember("taro", Draft(text="Before."))
    with (
        server(knowledge) as address,
        followed(address) as taro,
        followed(address) as again,
        followed(address, "hana") as hana,
    ):
        assert [heard(each)["type"] for each in (taro, again, hana)] == ["hello"] * 3
        mine = knowledge.remember("taro", Draft(text="A secret of Tanaka")).id
        hers = knowledge.remember("hana", Draft(text="Hana's own")).id
        knowledge.pin("taro", mine)
        for stream in (taro, again):
            events = [heard(stream)["event"] for _ in range(2)]
            assert [each["kind"] for each in events] == ["remembered", "pinned"]
            assert [each["memory_ids"] for each in events] == [[mine], [mine]]
        assert heard(hana)["event"]["memory_ids"] == [hers]
        for stream in (taro, again, hana):
            with pytest.raises(TimeoutError):
                stream.recv(timeout=0.2)


def test_an_event_says_nothing_of_a_text() -> None:
    knowledge = FakeKnowledge()
    with server(knowledge) as address, followed(address) as stream:
        heard(stream)
        knowledge.remember("taro", Draft(text="A secret of Tanaka", title="Secret"))
        assert "ecret" not in str(stream.recv(timeout=PATIENCE_S))


def test_who_comes_back_is_told_what_was_missed() -> None:
    knowledge = FakeKnowledge()
    with server(knowledge) as address:
        with followed(address) as stream:
            heard(stream)
            first = knowledge.remember("taro", Draft(text="One.")).id
            cursor = heard(stream)["cursor"]
        missed = [knowledge.remember("taro", Draft(text=f"Number {n}.")).id for n in range(450)]
        with followed(f"{address}?cursor={cursor}") as stream:
            heard(stream)
            told = [heard(stream)["event"]["memory_ids"][0] for _ in range(451)]
            later = knowledge.remember("taro", Draft(text="Later.")).id
            assert heard(stream)["event"]["memory_ids"] == [later]
    assert told == [first, *missed]


def test_only_the_acts_that_were_asked_for_are_told() -> None:
    knowledge = FakeKnowledge()
    kept = knowledge.remember("taro", Draft(text="One.")).id
    with server(knowledge) as address, followed(f"{address}?kind=pinned&kind=forgotten") as stream:
        heard(stream)
        knowledge.remember("taro", Draft(text="Two."))
        knowledge.pin("taro", kept)
        assert heard(stream)["event"]["kind"] == "pinned"


def test_a_quiet_stream_says_that_it_is_alive_and_where_it_stands() -> None:
    knowledge = FakeKnowledge()
    with server(knowledge, event_heartbeat_seconds=0.05) as address, followed(f"{address}?kind=forgotten") as stream:
        hello = heard(stream)
        assert hello["heartbeat_seconds"] == 0.05
        assert heard(stream) == {"type": "alive", "cursor": hello["cursor"]}
        knowledge.remember("taro", Draft(text="Of no matter to this one."))
        until(lambda: heard(stream)["cursor"] != hello["cursor"])


def test_while_the_database_is_away_the_stream_waits_and_then_tells_all() -> None:
    knowledge = FakeKnowledge()
    with server(knowledge) as address, followed(address) as stream:
        heard(stream)
        knowledge.away = Unavailable("Neo4j does not answer.")
        kept = knowledge.remember("taro", Draft(text="Meanwhile.")).id
        with pytest.raises(TimeoutError):
            stream.recv(timeout=0.3)
        knowledge.away = None
        assert heard(stream)["event"]["memory_ids"] == [kept]


def test_who_reads_too_slowly_is_sent_back_to_the_last_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "WAITING_MOST", 5)
    knowledge = FakeKnowledge()
    with server(knowledge, event_poll_seconds=0.5) as address, followed(address) as stream:
        cursor = heard(stream)["cursor"]
        kept = [knowledge.remember("taro", Draft(text=f"Number {n}.")).id for n in range(50)]
        told: list[str] = []

        def listen() -> None:
            while True:
                told.append(heard(stream)["event"]["memory_ids"][0])

        with pytest.raises(ConnectionClosed) as closed:
            listen()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        assert told == kept[: len(told)]
        with followed(f"{address}?cursor={cursor}") as again:
            heard(again)
            assert [heard(again)["event"]["memory_ids"][0] for _ in kept] == kept


def offered(**named: str) -> list[Subprotocol]:
    written = {name: base64.urlsafe_b64encode(text.encode()).decode().rstrip("=") for name, text in named.items()}
    return [Subprotocol("enishi.events"), *(Subprotocol(f"enishi.{name}.{text}") for name, text in written.items())]


def test_a_browser_sends_its_key_and_user_as_subprotocols() -> None:
    knowledge = FakeKnowledge()
    with server(knowledge, keys=KEYS) as address:
        protocols = offered(key=ADMIN_KEY, user="花子")
        with connect(address, subprotocols=protocols, proxy=None) as stream:
            assert stream.subprotocol == "enishi.events"
            heard(stream)
            kept = knowledge.remember("花子", Draft(text="花子の秘密")).id
            assert heard(stream)["event"]["memory_ids"] == [kept]


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        (401, {}),
        (401, {"headers": bearer("wrong-key-0123456789abcd")}),
        (401, {"subprotocols": offered(key="wrong-key-0123456789abcd")}),
        (401, {"subprotocols": [Subprotocol("enishi.key.a")]}),
        (403, {"headers": bearer(TARO_KEY) | as_user("hana")}),
        (403, {"headers": bearer(TARO_KEY), "origin": "https://evil.example"}),
        (422, {"headers": bearer(TARO_KEY), "query": "?kind=nothing"}),
        (422, {"headers": bearer(TARO_KEY), "query": "?cursor=bm90aGluZw"}),
    ],
)
def test_who_may_not_listen_is_told_why_before_anything_is_said(status: int, asked: dict[str, Any]) -> None:
    given = dict(asked)
    with server(FakeKnowledge(), keys=KEYS) as address, pytest.raises(InvalidStatus) as refused:
        followed(address + given.pop("query", ""), **given)
    response = refused.value.response
    assert response.status_code == status
    assert json.loads(response.body or b"{}")["status"] == status


def test_a_cursor_of_another_user_opens_nothing() -> None:
    knowledge = FakeKnowledge()
    with server(knowledge) as address:
        with followed(address, "hana") as stream:
            cursor = heard(stream)["cursor"]
        with pytest.raises(InvalidStatus) as refused:
            followed(f"{address}?cursor={cursor}")
    assert refused.value.response.status_code == 422


@pytest.mark.parametrize(
    ("headers", "origin", "status"),
    [
        ({}, "https://evil.example", 403),
        ({}, "null", 403),
        ({"Sec-Fetch-Site": "cross-site"}, None, 403),
        ({"Host": "rebound.example"}, None, 421),
    ],
)
def test_without_keys_no_foreign_page_listens(headers: dict[str, str], origin: Any, status: int) -> None:
    given = dict(headers)
    with server(FakeKnowledge()) as address:
        port = int(address.split(":")[2].split("/")[0])
        called = address.replace("127.0.0.1", given.pop("Host", "127.0.0.1"))
        with pytest.raises(InvalidStatus) as refused:
            followed(called, headers=given, origin=origin, sock=socket.create_connection(("127.0.0.1", port)))
    assert refused.value.response.status_code == status


def test_the_own_page_and_those_that_are_named_may_listen() -> None:
    with server(FakeKnowledge(), cors_origins=["https://friend.example"]) as address:
        own = address.replace("ws://", "http://").partition("/api")[0]
        for origin in (own, "https://friend.example"):
            with followed(address, origin=origin) as stream:
                assert heard(stream)["type"] == "hello"


def test_nothing_is_taken_and_no_more_listen_than_may() -> None:
    with server(FakeKnowledge(), event_streams=3, event_streams_of_user=2) as address:
        with followed(address) as first, followed(address) as second:
            assert [heard(each)["type"] for each in (first, second)] == ["hello"] * 2
            with pytest.raises(InvalidStatus) as crowded:
                followed(address)
            assert crowded.value.response.status_code == 503
            with followed(address, "hana") as third:
                heard(third)
                with pytest.raises(InvalidStatus):
                    followed(address, "mina")
            first.send("do something")
            with pytest.raises(ConnectionClosed) as closed:
                first.recv(timeout=PATIENCE_S)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1003
        with followed(address) as stream:
            assert heard(stream)["type"] == "hello"


def test_a_server_that_ends_lets_its_listeners_go() -> None:
    with ExitStack() as both:
        address = both.enter_context(server(FakeKnowledge()))
        with followed(address) as stream:
            heard(stream)
            started = monotonic()
            both.close()
            with pytest.raises(ConnectionClosed):
                stream.recv(timeout=PATIENCE_S)
            assert monotonic() - started < PATIENCE_S
