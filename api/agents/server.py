"""The MCP server over the memories of a user: which tools it offers, and how refusals are told."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from importlib.resources import files
from typing import Annotated, Any, Final, get_args

from mcp.server.apps import Apps
from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, MCPServer, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from mcp_types import Tool as ListedTool
from pydantic import BaseModel, Field, ValidationError
from pydantic_core import from_json

from api.agents import replies
from api.agents.asker import ALL, LEAN
from api.agents.fitting import as_text
from api.agents.handshake import NAME, TITLE, instructions
from api.agents.prompts import add_prompts, add_resources
from api.agents.schemas import reply_schema, trimmed
from api.agents.tools import Id, Memories, Tools
from api.release import release
from graph.errors import Conflict, EnishiError, Invalid, Misconfigured, NotFound, Unavailable
from graph.intake.spelling import written_like
from graph.journal.actor import acting, unattended

CORE: Final = (
    "save_memory", "search_memories", "build_context", "entity_neighbors", "find_path", "graph_snapshot",
    "update_memory", "forget_memory",
)  # fmt: skip
FULL: Final = (
    *CORE, "list_memories", "show_memory", "entity_timeline", "list_facts", "list_projects", "pin_memory",
    "graph_insights", "memory_stats",
)  # fmt: skip
OF_ALL: Final = frozenset(
    {"entity_neighbors", "find_path", "graph_snapshot", "entity_timeline", "list_facts", "graph_insights",
     "memory_stats"}
)  # fmt: skip
"""Tools over entities and their ties, which are sums of all that was said: no others are told them."""
GRAPH_PAGE: Final = "ui://enishi/graph"
PROFILES: Final[Mapping[str, Sequence[str]]] = {LEAN: CORE, ALL: FULL}
_WRITES: Final = frozenset({"save_memory", "update_memory", "forget_memory", "pin_memory"})
_DESTROYS: Final = frozenset({"update_memory", "forget_memory"})
ALIASES: Final = {
    "question": "query", "query": "question", "q": "query", "content": "text", "memory": "text", "memory_id": "id",
    "name": "entity", "from": "source", "to": "target", "top_k": "limit", "max_tokens": "budget_tokens",
}  # fmt: skip
"""What agents call an argument, and what it is called: used where a tool has the one and not the other."""
_WHAT_NOW: Final = (
    (Invalid, "Correct it and call again."),
    (NotFound, "Look it up first, with search_memories or by another name."),
    (Conflict, "Read again, then name exactly the one that is meant."),
    (Misconfigured, "A person has to mend this; `enishi status` tells more."),
)
_OURS: Final = "This is an error of Enishi itself, not of the call. Go on without it, and tell the user."


class Confirmation(BaseModel):
    """What a person says to forgetting."""

    forget: bool = Field(description="Forget it for good?")


@dataclass(frozen=True, slots=True)
class _Offered:
    tool: Tool
    names: Sequence[str]


class MemoryServer(MCPServer):
    """The server; a call with arguments that are wrong, or that is refused, is told what to do instead."""

    def __init__(
        self, tools: Sequence[Tool], audience: Callable[[], str | None], on_listed: Callable[[], None]
    ) -> None:
        super().__init__(
            NAME, title=TITLE, instructions=instructions(), version=release(), tools=list(tools),
            log_level="WARNING", extensions=[_graph_app()],
        )  # fmt: skip
        self.protocol = self._lowlevel_server
        self._audience = audience
        self._on_listed = on_listed
        self._offered = {tool.name: _Offered(tool, tuple(tool.parameters.get("properties", {}))) for tool in tools}

    async def list_tools(self) -> list[ListedTool]:
        """The tools as agents read them; who waits for that is told."""
        listed = await super().list_tools()
        self._on_listed()
        return [tool for tool in listed if self._is_offered(tool.name)]

    def _is_offered(self, name: str) -> bool:
        return name in self._offered and not (name in OF_ALL and self._audience() is not None)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """The reply of a tool. Raises ToolError with what was wrong and what to do."""
        if not self._is_offered(name):
            there = ", ".join(filter(self._is_offered, self._offered))
            raise ToolError(f"There is no tool {name!r}. There are: {there}.")
        try:
            return await super().call_tool(name, renamed(arguments, self._offered[name].names), context)
        except MCPError:
            raise
        except ToolError as error:
            raise ToolError(refusal(error, name)) from None


def renamed(arguments: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Arguments under the names of a tool. Raises ToolError for what it does not take."""
    meant: dict[str, Any] = {}
    for given, value in arguments.items():
        name = given if given in names else ALIASES.get(given, given)
        if name not in names or (name != given and name in arguments):
            like = written_like(given, names, 1)
            hint = f" Did you mean {like[0]}?" if like else ""
            raise ToolError(f"There is no argument {given!r}.{hint} Arguments: {', '.join(names)}.")
        meant[name] = value
    return meant


def refusal(error: ToolError, name: str) -> str:
    """What was wrong with a call and what to do, without anything of how the server is built."""
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in cause.errors(include_input=False)]
        return f"{'; '.join(faults)}. Correct it and call again."
    if isinstance(cause, Unavailable):
        return f"{cause} Call again in {cause.retry_after:.0f} s."
    if isinstance(cause, EnishiError):
        return " ".join((str(cause), next((what for kind, what in _WHAT_NOW if isinstance(cause, kind)), _OURS)))
    if isinstance(cause, ToolError):
        return str(cause)
    if cause is None:
        return str(error)
    return f"{name} failed ({type(cause).__name__}). {_OURS}"


def create_server(
    memories: Memories, profile: str = LEAN, *, on_listed: Callable[[], None] = lambda: None
) -> MemoryServer:
    """The server with the tools of a profile over the memories of whoever asks."""
    server = MemoryServer(offered(memories, profile), lambda: memories.audience, on_listed)
    add_resources(server, memories)
    add_prompts(server)
    return server


def offered(memories: Memories, profile: str) -> list[Tool]:
    """The tools of a profile, in their order."""
    tools = Tools(memories)
    acts: dict[str, Callable[..., Any]] = {
        name: getattr(tools, name) for name in PROFILES[profile] if name != "forget_memory"
    }
    acts["forget_memory"] = _forget_memory(memories)
    return [_tool(acts[name]) for name in PROFILES[profile]]


def _tool(act: Callable[..., Any]) -> Tool:
    name = act.__name__
    signature = inspect.signature(act, eval_str=True)

    @wraps(act)
    def replied(**arguments: Any) -> CallToolResult:
        with acting("mcp"), unattended():
            text = as_text(act(**arguments))
        return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=from_json(text))

    hints = {each.name: each.annotation for each in signature.parameters.values()} | {"return": CallToolResult}
    replied.__signature__ = signature.replace(return_annotation=CallToolResult)  # pyright: ignore[reportAttributeAccessIssue]
    replied.__annotations__ = hints
    description = " ".join((act.__doc__ or "").split())
    writes, destroys = name in _WRITES, name in _DESTROYS
    page = {"ui": {"resourceUri": GRAPH_PAGE}} if name == "graph_snapshot" else None
    annotations = ToolAnnotations(read_only_hint=not writes, destructive_hint=destroys, idempotent_hint=True)
    tool = Tool.from_function(replied, name=name, description=description, annotations=annotations, meta=page)
    tool.parameters = trimmed(tool.parameters, described=True)
    kinds = get_args(signature.return_annotation) or (signature.return_annotation,)
    tool.fn_metadata.output_schema = _united([reply_schema(kind) for kind in kinds])
    return tool


def _graph_app() -> Apps:
    """The page that draws what `graph_snapshot` replies, within the chat of clients that show pages. It asks nobody."""
    html = (files("api.agents") / "graph_app.html").read_text(encoding="utf-8")
    apps = Apps()
    apps.add_html_resource(GRAPH_PAGE, html, name="graph", description="A drawing of the graph", prefers_border=True)
    return apps


def _united(schemas: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One schema with the members of several: clients refuse choices at the top."""
    members = {name: of for schema in schemas for name, of in schema["properties"].items()}
    return {"type": "object", "properties": members}


def _forget_memory(memories: Memories) -> Callable[..., replies.ForgottenReply]:
    def asked(id: str, confirm: bool, context: Context[Any, Any]) -> Elicit[Confirmation] | Confirmation:  # noqa: A002
        title = memories.knowledge.show(memories.user, memories.id_of(id)).memory.title
        if _can_ask(context):
            return Elicit(f"Forget this memory for good? “{title}”", Confirmation)
        return Confirmation(forget=confirm)

    def forget_memory(
        id: Id,  # noqa: A002 -- what agents call it
        answer: Annotated[ElicitationResult[Confirmation], Resolve(asked)],
        confirm: Annotated[bool, Field(description="true once the user agreed")] = False,  # noqa: ARG001 -- read before, by `asked`
    ) -> replies.ForgottenReply:
        """Delete a memory and all that only it knew; only when the user asks. No longer true: update_memory."""
        if not isinstance(answer, AcceptedElicitation) or not answer.data.forget:
            raise ToolError(
                "Nothing was forgotten: the user has to agree. Ask the user, then call again with confirm: true."
            )
        identity = memories.id_of(id)
        with unattended(agreed=True):
            gone = memories.knowledge.forget(memories.user, identity)
        return replies.ForgottenReply(id=identity, memories=gone.memories, entities=gone.entities, facts=gone.facts)

    return forget_memory


def _can_ask(context: Context[Any, Any]) -> bool:
    """Whether the client can show a person a question; a bare capability means that it can."""
    able = context.client_capabilities
    asking = able.elicitation if able is not None else None
    return asking is not None and (asking.form is not None or asking.url is None)
