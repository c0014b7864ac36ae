import asyncio
import json
import threading
from collections.abc import Iterator

import mcp
import pytest
from mcp import types
from mcp.client.session import SamplingFnT
from mcp.server.mcpserver import Context, MCPServer

from extraction.llm.assisted import Assisted
from extraction.llm.sampled import SampledModel, Samples
from extraction.settings.llm import LlmSettings
from graph.errors import Unavailable
from graph.model.types import EntityType
from tests.extraction.llm.stub_model import PlainRules, work

TEXT = "Mari moved to Sendai."
SAID = {"pieces": [{"number": 1, "entities": [{"text": "Mari", "type": "Person"}], "facts": []}]}


def sampling_of(context: Context) -> Samples:
    """What a door wraps around its session."""

    async def sample(instructions: str, question: str, tokens: int) -> str:
        asked = types.SamplingMessage(role="user", content=types.TextContent(type="text", text=question))
        params = types.CreateMessageRequestParams(messages=[asked], max_tokens=tokens, system_prompt=instructions)
        request = types.CreateMessageRequest(params=params)
        answer = await context.session.send_request(request, types.CreateMessageResult)
        return answer.content.text if isinstance(answer.content, types.TextContent) else ""

    return sample


def found_through_a_session(client: SamplingFnT) -> tuple[list[str], str | None]:
    """Names and fallback of a memory that a tool of an MCP server reads with the model of its client."""
    server = MCPServer("enishi-test")
    results: list[tuple[list[str], str | None]] = []

    @server.tool()
    async def remember(context: Context) -> str:
        loop = asyncio.get_running_loop()
        rules = PlainRules([("Sendai", EntityType.LOCATION)])
        extractor = Assisted(rules, SampledModel(sampling_of(context), loop, timeout_s=10), LlmSettings())
        found = (await asyncio.to_thread(extractor.extract, [work(rules, TEXT)]))[0]
        extractor.close()
        results.append(([one.surface for one in found.mentions], found.fallback))
        return "remembered"

    async def session() -> None:
        async with mcp.Client(server, sampling_callback=client, mode="legacy") as caller:
            await caller.call_tool("remember", {})

    asyncio.run(session())
    return results[0]


def test_the_model_of_an_mcp_client_adds_to_what_the_rules_find() -> None:
    async def client(context: object, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        assert params.system_prompt is not None
        return types.CreateMessageResult(
            role="assistant", model="tiny", content=types.TextContent(type="text", text=json.dumps(SAID))
        )

    assert found_through_a_session(client) == (["Sendai", "Mari"], None)


def test_a_client_that_declines_leaves_what_the_rules_found_and_says_why() -> None:
    async def client(context: object, params: types.CreateMessageRequestParams) -> types.ErrorData:
        return types.ErrorData(code=-1, message="the person said no to: Mari moved to Sendai.")

    names, fallback = found_through_a_session(client)
    assert names == ["Sendai"]
    assert fallback is not None
    assert "refused" in fallback
    assert "Mari" not in fallback


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    running = asyncio.new_event_loop()
    thread = threading.Thread(target=running.run_forever)
    thread.start()
    yield running
    running.call_soon_threadsafe(running.stop)
    thread.join()
    running.close()


def test_a_client_that_never_answers_is_given_up(loop: asyncio.AbstractEventLoop) -> None:
    async def sample(_instructions: str, _question: str, _tokens: int) -> str:
        await asyncio.Event().wait()
        return ""

    with pytest.raises(Unavailable, match="did not answer"):
        SampledModel(sample, loop, timeout_s=0.05).ask("", "", {})


def test_a_session_that_has_ended_is_unavailable() -> None:
    ended = asyncio.new_event_loop()
    ended.close()

    async def sample(_instructions: str, _question: str, _tokens: int) -> str:
        return ""

    with pytest.raises(Unavailable, match="has ended"):
        SampledModel(sample, ended).ask("", "", {})
