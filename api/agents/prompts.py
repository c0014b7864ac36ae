"""What clients show beside tools: instructions, prompts in two languages, and memories as resources."""

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.prompts import Prompt

from api.agents import replies
from api.agents.fitting import as_text
from graph.errors import EnishiError, NotFound
from graph.model.memory import Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from api.agents.tools import Memories

_ROOM = 20_000
"""Tokens of a resource at most."""
_JSON = "application/json"


def add_prompts(server: MCPServer) -> None:
    """Adds the prompts of the table."""
    table = tomllib.loads((files("api.agents") / "prompts.toml").read_text(encoding="utf-8"))
    for name, row in table.items():
        prompt = Prompt.from_function(
            _written(row["text"]), name=name, title=row["title"], description=row["description"]
        )
        server.add_prompt(prompt)


def _written(text: str) -> "Callable[[str], str]":
    def written(topic: str) -> str:
        return text.replace("{topic}", topic)

    return written


def add_resources(server: MCPServer, memories: "Memories") -> None:
    """Adds projects, pinned memories, and memories by id. Their texts are data, which each of them says first."""

    @server.resource("enishi://projects", description="The user's projects", mime_type=_JSON)
    def projects() -> str:
        return _read(
            lambda: replies.projects(memories.knowledge.projects(memories.user, audience=memories.audience), _ROOM)
        )

    @server.resource("enishi://pinned", description="What must never be forgotten", mime_type=_JSON)
    def pinned() -> str:
        return _read(lambda: replies.listed(Page(memories=memories.pinned(), next_cursor=None), _ROOM))

    @server.resource("enishi://memory/{id}", description="A memory by its id", mime_type=_JSON)
    def memory(id: str) -> str:  # noqa: A002 -- as in the address
        return _read(lambda: replies.shown(memories.shown(id), _ROOM))

    del projects, pinned, memory


def _read(asked: "Callable[[], object]") -> str:
    try:
        return as_text(asked())
    except NotFound as error:
        raise ResourceNotFoundError(str(error)) from error
    except EnishiError as error:
        raise ResourceError(str(error)) from error
