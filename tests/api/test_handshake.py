"""What is answered before the protocol's library is loaded is what the library answers, and it is answered once."""

import json
import os
import subprocess
import sys
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from api.agents.asker import Asker
from api.agents.handshake import VERSIONS, answer_to
from api.agents.server import create_server
from api.agents.tools import Memories
from tests.api.agent_doors import ROOT, command_of
from tests.api.fake_knowledge import FakeKnowledge

CLIENT = {"name": "test", "version": "1"}
CAPABLE = {"elicitation": {}, "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html"]}}}


def line_of(version: object, identity: object = 1, **others: object) -> bytes:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT, **others}
    return json.dumps({"jsonrpc": "2.0", "id": identity, "method": "initialize", "params": params}).encode() + b"\n"


def by_the_library(line: bytes) -> dict[str, Any]:
    server = create_server(Memories(FakeKnowledge, lambda: Asker("me"))).protocol  # pyright: ignore[reportArgumentType]
    answers: list[dict[str, Any]] = []

    async def talk() -> None:
        to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](1)
        outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](1)
        async with anyio.create_task_group() as group:
            group.start_soon(server.run, incoming, outgoing, server.create_initialization_options())
            await to_server.send(SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False)))
            answer = await from_server.receive()
            answers.append(json.loads(answer.message.model_dump_json(by_alias=True, exclude_unset=True)))
            await to_server.aclose()
        await from_server.aclose()

    anyio.run(talk)
    return answers[0]


@pytest.mark.parametrize("version", [*HANDSHAKE_PROTOCOL_VERSIONS, "2026-07-28", "never heard of"])
@pytest.mark.parametrize("capabilities", [{}, CAPABLE], ids=["plain", "capable"])
def test_the_early_answer_is_that_of_the_library(version: str, capabilities: dict[str, Any]) -> None:
    line = line_of(version, capabilities=capabilities)
    assert answer_to(line) == by_the_library(line)


def test_every_version_that_begins_so_is_known() -> None:
    assert VERSIONS == HANDSHAKE_PROTOCOL_VERSIONS


@pytest.mark.parametrize(
    "line",
    [
        b"", b"\n", b"no JSON\n", b"[1]\n", b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n',
        line_of("2025-06-18", identity=None), line_of("2025-06-18", identity=True), line_of(1),
        line_of("2025-06-18", capabilities=[]), line_of("2025-06-18", capabilities={"roots": True}),
        line_of("2025-06-18", clientInfo={"name": "nameless"}), line_of("2025-06-18").replace(b'"2.0"', b'"1.0"'),
    ],
)  # fmt: skip
def test_all_else_is_left_to_the_library(line: bytes) -> None:
    assert answer_to(line) is None


@pytest.mark.slow
@pytest.mark.parametrize("before", [b"", b"no JSON\n"], ids=["at once", "after a line that is none"])
def test_a_client_that_waits_for_nothing_is_answered_once_each(before: bytes) -> None:
    away = {"ENISHI_NEO4J__URI": "bolt://127.0.0.1:9", "ENISHI_NEO4J__CONNECT_TIMEOUT_S": "1"}
    started = command_of("--direct", environment=away)
    sent = before + line_of("2025-06-18", "a") + b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    sent += b'{"jsonrpc":"2.0","id":"b","method":"tools/list"}\n{"jsonrpc":"2.0","id":"a","method":"ping"}\n'
    with subprocess.Popen(
        [started.command, *started.args], env=started.env, cwd=started.cwd,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(sent)
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(3)]
        process.stdin.close()
        assert process.stdout.read() == b""
    assert [each["id"] for each in answers if "tools" in each["result"]] == ["b"]
    assert [each["result"].get("protocolVersion") for each in answers if each["id"] == "a"] == ["2025-06-18", None]


def test_answering_loads_neither_the_library_nor_pydantic() -> None:
    code = (
        "import sys, api.agents.handshake as it; assert it.answer_to(sys.stdin.buffer.read()); "
        "print([name for name in ('mcp', 'mcp_types', 'pydantic', 'anyio') if name in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], input=line_of("2025-06-18"), stdout=subprocess.PIPE, check=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert answer.stdout.decode().strip() == "[]"
