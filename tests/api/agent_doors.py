"""Agents at every door of the Model Context Protocol: the real endpoint on a port, and `enishi mcp` as a process."""

import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ElicitResult, TextContent

from graph.local.launch import module_command

ROOT = Path(__file__).parents[2]
ERAS = ("legacy", "2026-07-28")
"""Clients that begin with `initialize`, and those that do not."""
DOORS = ("stdio", "http")


def text_of(result: CallToolResult) -> str:
    """The text of a reply."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def command_of(*options: str, environment: Mapping[str, str] | None = None) -> StdioServerParameters:
    """`enishi mcp` as a client starts it, in the environment of this process."""
    program, *words = module_command("api.commands")
    inherited = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
    return StdioServerParameters(command=program, args=[*words, "mcp", *options], env=inherited, cwd=ROOT)


@asynccontextmanager
async def over_http(
    port: int, user: str, era: str, *, key: str = "", path: str = "/mcp", audience: str = "", **options: Any
) -> AsyncGenerator[Client]:
    """A client at a port; `key` where the server has keys, `audience` where others read along."""
    headers = {"X-Enishi-User": user, **({"Authorization": f"Bearer {key}"} if key else {})}
    headers |= {"X-Enishi-Audience": audience} if audience else {}
    async with httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as asking:
        transport = streamable_http_client(f"http://127.0.0.1:{port}{path}", http_client=asking)
        async with Client(transport, mode=era, **options) as client:
            yield client


@asynccontextmanager
async def over_stdio(
    user: str, era: str, *words: str, environment: Mapping[str, str] | None = None, **options: Any
) -> AsyncGenerator[Client]:
    """A client of a process of `enishi mcp`."""
    async with Client(command_of("--user", user, *words, environment=environment), mode=era, **options) as client:
        yield client


def talked(talk: Callable[[], Awaitable[None]]) -> None:
    """Runs a talk to its end; one that hangs fails."""

    async def bounded() -> None:
        with anyio.fail_after(300):  # the first talk waits for the models, on a busy machine for minutes
            await talk()

    anyio.run(bounded)


async def agreed(_: Any, question: Any) -> ElicitResult:
    """A person who agrees to what is asked."""
    print(question.message, file=sys.stderr)
    return ElicitResult(action="accept", content={"forget": True})
