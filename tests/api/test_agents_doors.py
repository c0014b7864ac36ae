"""The endpoint of agents stands behind the gates of the REST server, and `enishi mcp` is its other end."""

import json
import threading
from collections.abc import Callable, Generator
from queue import Queue
from typing import Any, BinaryIO, cast

import anyio
import httpx
import pytest

from api.agents.asker import Asker
from api.agents.bridge import Bridge
from api.api_settings import ApiSettings
from api.rest.app import create_agents_app, create_app
from api.running import Server
from enishi import Draft
from graph.errors import Unavailable
from tests.api.agent_doors import ERAS, agreed, over_http, talked, text_of
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.served import served

KEY, OTHERS_KEY = "k" * 24, "o" * 24
HEADERS = {"Accept": "application/json, text/event-stream"}
BEGIN = {
    "jsonrpc": "2.0", "id": "begin", "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}  # fmt: skip
BEGUN = {"jsonrpc": "2.0", "method": "notifications/initialized"}
LIST = {"jsonrpc": "2.0", "id": "list", "method": "tools/list"}
SEARCH = {
    "jsonrpc": "2.0", "id": "search", "method": "tools/call",
    "params": {"name": "search_memories", "arguments": {"query": "Tanaka"}},
}  # fmt: skip


@pytest.fixture
def knowledge() -> FakeKnowledge:
    knowledge = FakeKnowledge()
    knowledge.remember("taro", Draft(text="Tanaka sings."))
    knowledge.remember("hana", Draft(text="Tanaka dances."))
    return knowledge


@pytest.fixture
def guarded(knowledge: FakeKnowledge) -> Generator[int]:
    """The port of a server where every key speaks for one user."""
    settings = ApiSettings.model_validate({"keys": {KEY: ["taro"], OTHERS_KEY: ["hana"]}})
    with served(create_app(knowledge, settings)) as port:
        yield port


@pytest.fixture
def port(knowledge: FakeKnowledge) -> Generator[int]:
    """The port of a server without keys."""
    with served(create_app(knowledge, ApiSettings())) as port:
        yield port


def posted(port: int, message: object, **headers: str) -> httpx.Response:
    given = HEADERS | {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(f"http://127.0.0.1:{port}/mcp", json=message, headers=given, trust_env=False)


@pytest.mark.parametrize("era", ERAS)
def test_a_key_opens_the_memories_of_its_user_alone(guarded: int, era: str) -> None:
    async def talk() -> None:
        async with over_http(guarded, "taro", era, key=KEY) as client:
            reply = text_of(await client.call_tool("search_memories", {"query": "Tanaka"}))
            assert "sings" in reply
            assert "dances" not in reply

    talked(talk)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer " + "x" * 24}, 401),
        ({"Authorization": f"Bearer {KEY}", "X_Enishi_User": "hana"}, 403),
    ],
)
def test_who_may_not_ask_is_refused_before_anything_is_read(guarded: int, headers: dict[str, str], status: int) -> None:
    assert posted(guarded, BEGIN, **headers).status_code == status


def test_the_session_of_another_is_none(guarded: int) -> None:
    begun = posted(guarded, BEGIN, Authorization=f"Bearer {KEY}")
    session = {"Mcp_Session_Id": begun.headers["Mcp-Session-Id"]}
    assert posted(guarded, LIST, Authorization=f"Bearer {KEY}", **session).status_code == 200
    assert posted(guarded, LIST, Authorization=f"Bearer {OTHERS_KEY}", **session).status_code == 404


def test_a_session_for_others_is_none_of_the_user_alone(port: int) -> None:
    begun = posted(port, BEGIN, **{"X-Enishi-Audience": "team"})
    session = {"Mcp_Session_Id": begun.headers["Mcp-Session-Id"]}
    assert posted(port, LIST, **session, **{"X-Enishi-Audience": "team"}).status_code == 200
    assert posted(port, LIST, **session).status_code == 404
    assert posted(port, LIST, **session, **{"X-Enishi-Audience": "family"}).status_code == 404


def test_an_endpoint_for_others_is_for_nobody_else(knowledge: FakeKnowledge) -> None:
    with served(create_agents_app(knowledge, ApiSettings(), background=False, audience="team")) as port:

        async def talk() -> None:
            async with over_http(port, "taro", ERAS[1]) as client:
                assert not (await client.call_tool("save_memory", {"text": "Ada met Alan."})).is_error
                assert "find_path" not in [tool.name for tool in (await client.list_tools()).tools]

        talked(talk)
        assert [each.audience for each in knowledge.all_of("taro") if each.text == "Ada met Alan."] == ["team"]
        assert posted(port, BEGIN, **{"X-Enishi-Audience": "team"}).status_code == 200
        for wider in ("private", "shared"):
            refused = posted(port, BEGIN, **{"X-Enishi-Audience": wider}).status_code
            assert (wider, refused) == (wider, 200 if wider == "private" else 422)


@pytest.mark.parametrize(
    ("headers", "status"), [({"Origin": "https://evil.example"}, 403), ({"Host": "evil.example"}, 421)]
)
def test_pages_of_others_reach_nothing(port: int, headers: dict[str, str], status: int) -> None:
    assert posted(port, BEGIN, **headers).status_code == status


def test_too_many_questions_are_told_to_wait(knowledge: FakeKnowledge) -> None:
    with served(create_agents_app(knowledge, ApiSettings(requests_per_minute=12), background=False)) as port:
        answers = [posted(port, BEGIN).status_code for _ in range(4)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_the_server_keeps_no_streams_open(port: int) -> None:
    answer = httpx.get(f"http://127.0.0.1:{port}/mcp", headers=HEADERS, trust_env=False)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST, DELETE")


def test_many_agents_at_once_get_each_the_memories_of_their_own_user(knowledge: FakeKnowledge, port: int) -> None:
    users = [f"user-{number}" for number in range(10)]
    for user in users:
        knowledge.remember(user, Draft(text=f"Tanaka knows {user}."))
    wrong: list[str] = []

    async def ask(user: str, era: str) -> None:
        async with over_http(port, user, era) as client:
            for _ in range(5):
                reply = text_of(await client.call_tool("search_memories", {"query": "Tanaka"}))
                if [each for each in users if f"knows {each}." in reply] != [user]:
                    wrong.append(reply)

    async def talk() -> None:
        async with anyio.create_task_group() as together:
            for number, user in enumerate(users):
                together.start_soon(ask, user, ERAS[number % 2])

    talked(talk)
    assert wrong == []


def test_the_other_profile_has_its_own_path(port: int) -> None:
    async def talk() -> None:
        async with over_http(port, "taro", ERAS[1], path="/mcp/full") as client:
            assert len((await client.list_tools()).tools) == 16

    talked(talk)


class Agent:
    """The other end of a bridge: what it says, and what it is answered."""

    def __init__(self, find: Callable[[], Server | None], asker: Asker, path: str = "/mcp") -> None:
        self._lines: Queue[bytes] = Queue()
        self._answers: Queue[dict[str, Any]] = Queue()
        bridge = Bridge(find, asker, path, cast("BinaryIO", Written(self._answers)))
        self._thread = threading.Thread(target=bridge.run, args=(iter(self._lines.get, b""),))
        self._thread.start()

    def says(self, message: object) -> None:
        self._lines.put(json.dumps(message).encode() if not isinstance(message, bytes) else message)

    def hears(self) -> dict[str, Any]:
        return self._answers.get(timeout=20)

    def leaves(self) -> None:
        self._lines.put(b"")
        self._thread.join(timeout=20)
        assert not self._thread.is_alive()


class Written:
    """A stream of which each line is a message."""

    def __init__(self, messages: "Queue[dict[str, Any]]") -> None:
        self._messages = messages
        self._held = b""

    def write(self, data: Any, /) -> int:
        *lines, self._held = (self._held + bytes(data)).split(b"\n")
        for line in lines:
            self._messages.put(json.loads(line))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back but the beginning of a line."""


def test_a_bridge_finds_the_server_again_that_was_started_anew(knowledge: FakeKnowledge) -> None:
    places: list[Server | None] = []

    with served(create_app(knowledge, ApiSettings())) as port:
        places.append(Server("127.0.0.1", port))
        agent = Agent(lambda: places[-1], Asker("taro"))
        agent.says(BEGIN)
        assert agent.hears()["result"]["serverInfo"]["name"] == "enishi"
        agent.says(BEGUN)
        agent.says(SEARCH)
        assert "sings" in json.dumps(agent.hears())
    places.append(None)
    agent.says(SEARCH)
    away = agent.hears()["result"]
    assert away["isError"]
    assert "enishi serve --detach" in away["content"][0]["text"]
    with served(create_app(knowledge, ApiSettings())) as port:
        places.append(Server("127.0.0.1", port))
        agent.says(SEARCH)
        assert "sings" in json.dumps(agent.hears())
        agent.leaves()


def test_a_bridge_tells_nothing_to_whoever_took_the_address_of_a_server(knowledge: FakeKnowledge) -> None:
    with served(create_app(knowledge, ApiSettings())) as port:
        ours: list[Server | None] = [Server("127.0.0.1", port)]
        agent = Agent(lambda: ours[-1], Asker("taro"))
        agent.says(BEGIN)
        agent.hears()
        agent.says(BEGUN)
        before = len(knowledge.all_of("taro"))
        ours.append(None)  # somebody listens there still, and cannot show whose they are
        agent.says(SEARCH | {"params": {"name": "save_memory", "arguments": {"text": "A secret."}}})
        assert agent.hears()["result"]["isError"]
        agent.leaves()
    assert len(knowledge.all_of("taro")) == before


def test_a_bridge_says_why_a_door_refuses(guarded: int) -> None:
    agent = Agent(lambda: Server("127.0.0.1", guarded), Asker("taro"))
    agent.says(b"{")
    assert agent.hears()["error"]["code"] == -32700
    agent.says(BEGIN)
    assert "API key" in agent.hears()["error"]["message"]
    agent.leaves()


def test_what_a_bridge_saves_belongs_to_its_project_and_is_for_whom_it_asks(
    knowledge: FakeKnowledge, port: int
) -> None:
    agent = Agent(lambda: Server("127.0.0.1", port), Asker("花子", "仕事/api", "班"))
    agent.says(BEGIN)
    agent.hears()
    agent.says(BEGUN)
    arguments = {"text": "デプロイは金曜日を避ける。"}
    agent.says(SEARCH | {"params": {"name": "save_memory", "arguments": arguments}})
    assert not agent.hears()["result"]["isError"]
    agent.leaves()
    (memory,) = knowledge.all_of("花子")
    assert (memory.project, memory.audience) == ("仕事/api", "班")


@pytest.mark.parametrize("era", ERAS)
def test_a_person_is_asked_through_http_too(knowledge: FakeKnowledge, port: int, era: str) -> None:
    identity = knowledge.remember("taro", Draft(text="Old.")).id

    async def talk() -> None:
        async with over_http(port, "taro", era, elicitation_callback=agreed) as client:
            assert not (await client.call_tool("forget_memory", {"id": identity})).is_error

    talked(talk)
    assert identity not in [memory.id for memory in knowledge.all_of("taro")]


def test_a_database_that_is_away_is_a_reply_and_not_a_broken_connection(knowledge: FakeKnowledge, port: int) -> None:
    knowledge.trouble = Unavailable("Neo4j does not answer.", retry_after=7)

    async def talk() -> None:
        async with over_http(port, "taro", ERAS[1], path="/mcp/full") as client:
            result = await client.call_tool("list_memories", {})
            assert result.is_error
            assert text_of(result) == "Neo4j does not answer. Call again in 7 s."

    talked(talk)
