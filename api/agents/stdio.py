"""Stdio by the protocol's library, for a client whose first line was read, and maybe answered, before it was loaded."""

from types import TracebackType
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCResponse, jsonrpc_message_adapter

from api.agents.handshake import Opening


async def served(server: Server[Any], opening: Opening) -> None:
    """Serves until the client closes its side."""
    async with stdio_server() as (incoming, outgoing):
        await server.run(
            _Resumed(incoming, opening.line),
            _Spared(outgoing, opening.answered),
            server.create_initialization_options(),
        )


class _Stream:
    """A stream of the library behind something of ours."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(
        self, exc_type: type[BaseException] | None, exc_val: BaseException | None, exc_tb: TracebackType | None
    ) -> None:
        await self.aclose()


class _Resumed(_Stream):
    """What a client sends, from the line on that was read before."""

    def __init__(self, inner: Any, line: bytes) -> None:
        super().__init__(inner)
        self._first: SessionMessage | Exception | None = _message(line)

    @property
    def last_context(self) -> Any:
        """The context in which a message was sent."""
        return self._inner.last_context

    async def receive(self) -> SessionMessage | Exception:
        first, self._first = self._first, None
        return first if first is not None else await self._inner.receive()

    def __aiter__(self) -> "_Resumed":
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None


class _Spared(_Stream):
    """What a client is sent, without the answer that it has."""

    def __init__(self, inner: Any, answered: int | str | None) -> None:
        super().__init__(inner)
        self._answered = answered

    async def send(self, item: SessionMessage, /) -> None:
        message = item.message
        identity = message.id if isinstance(message, JSONRPCResponse | JSONRPCError) else None
        if identity is not None and identity == self._answered:
            self._answered = None
        else:
            await self._inner.send(item)


def _message(line: bytes) -> SessionMessage | Exception:
    """A line as the library reads it."""
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError as error:
        return error
