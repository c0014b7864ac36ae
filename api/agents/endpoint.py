"""The endpoint of streamable HTTP, `/mcp` and `/mcp/full`: an ASGI application behind the gates of the REST server.

Who asks is told by the key and by headers, as for REST, and a session belongs to the user who began it and for whom
it was begun: to another its id names nothing. The protocol's library takes a second to load; only who is asked pays for
it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from api.agents.asker import ALL, ASKING, AUDIENCE_HEADER, LEAN, PROJECT_HEADER, USER_HEADER, Asker, path_of
from api.rest.callers import Caller, header_text
from api.rest.middleware.key_gate import KEY
from graph.db.filters import asked_audience
from graph.errors import Invalid

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from graph.knowledge import Knowledge

_SESSIONS_MOST: Final = 1_000
"""Sessions of `initialize` clients at once; one that nobody used for half an hour is ended."""


class AgentEndpoint:
    """The servers of all profiles, each of which starts when it is first asked."""

    def __init__(
        self,
        open_knowledge: "Callable[[], Knowledge]",
        *,
        default_user: str,
        max_body_bytes: int,
        on_saved: Callable[[], None] = lambda: None,
        audience: str | None = None,
    ) -> None:
        """`audience` is who reads the answers of the whole endpoint beside the user; no request says another."""
        self._open = open_knowledge
        self._audience = audience
        self._default_user = default_user
        self._max_body_bytes = max_body_bytes
        self._on_saved = on_saved
        self._lock = asyncio.Lock()
        self._running: dict[str, _Running] = {}

    def routes(self) -> list[BaseRoute]:
        """The route of each profile. GET would wait for what the server tells unasked, and there is no such thing."""
        return [
            Route(path_of(profile), _ProfileEndpoint(self, profile), methods=["POST", "DELETE"], name=f"mcp_{profile}")
            for profile in (LEAN, ALL)
        ]

    async def close(self) -> None:
        """Ends all sessions."""
        for running in self._running.values():
            await running.stop()
        self._running.clear()

    async def answer(self, profile: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request by the server of a profile. Raises HTTPException, and Invalid."""
        asker = self._asker(Request(scope))
        async with self._lock:
            running = self._running.get(profile)
            if running is None:
                running = self._running[profile] = _Running(await run_in_threadpool(self._sessions, profile))
                await running.start()
        entered = ASKING.set(asker)
        try:
            await running.manager.handle_request(_owned(scope, asker), receive, send)
        finally:
            ASKING.reset(entered)

    def _asker(self, request: Request) -> Asker:
        named = header_text(USER_HEADER, request.headers.get(USER_HEADER))
        project = header_text(PROJECT_HEADER, request.headers.get(PROJECT_HEADER))
        user = Caller(key=request.scope.get(KEY), named=named, default=self._default_user).user()
        audience = asked_audience(header_text(AUDIENCE_HEADER, request.headers.get(AUDIENCE_HEADER)))
        if self._audience is not None and audience not in (None, self._audience):
            raise Invalid(AUDIENCE_HEADER, "is not whom this endpoint is for.", allowed="leave it out")
        return Asker(user, project or None, audience or self._audience)

    def _sessions(self, profile: str) -> "StreamableHTTPSessionManager":
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager  # noqa: PLC0415 -- heavy

        from api.agents.server import create_server  # noqa: PLC0415
        from api.agents.tools import Memories  # noqa: PLC0415

        server = create_server(Memories(self._open, ASKING.get, on_saved=self._on_saved), profile)
        return StreamableHTTPSessionManager(
            server.protocol, max_request_body_size=self._max_body_bytes, max_sessions=_SESSIONS_MOST
        )


class _ProfileEndpoint:
    """One profile as the ASGI application that a route wants: an object, for a function would be handed a request."""

    def __init__(self, endpoint: AgentEndpoint, profile: str) -> None:
        self._endpoint = endpoint
        self._profile = profile

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._endpoint.answer(self._profile, scope, receive, send)


class _Running:
    """A session manager and the task it lives in: it has to be left by the task that entered it."""

    def __init__(self, manager: "StreamableHTTPSessionManager") -> None:
        self.manager = manager
        self._entered, self._leaving = asyncio.Event(), asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._live())
        await self._entered.wait()

    async def stop(self) -> None:
        self._leaving.set()
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await self._task

    async def _live(self) -> None:
        async with self.manager.run():
            self._entered.set()
            await self._leaving.wait()


def _owned(scope: Scope, asker: Asker) -> Scope:
    """The request in the name of its user and of who reads along, to whom the library binds sessions and questions."""
    from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser  # noqa: PLC0415 -- loaded with the server
    from mcp.server.auth.provider import AccessToken  # noqa: PLC0415

    # A session for others is another's than one of the user alone, whoever leaves the header out later.
    subject = asker.user if asker.audience is None else f"{asker.user}\n{asker.audience}"
    token = AccessToken(token="", client_id="enishi", scopes=[], subject=subject)
    return {**scope, "user": AuthenticatedUser(token)}
