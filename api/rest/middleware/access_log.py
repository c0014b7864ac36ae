"""ASGI middleware: a line a request for the operator: when, who, which route, what became of it.

Neither queries, bodies nor keys are in it, and a path only as its pattern: `/api/memories/{memory_id}`.
"""

import json
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.api_settings import AccessLogFormat

_UNKNOWN: Final = "-"


class AccessLog:
    """Writes the line when an answer is complete, or was given up."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        form: AccessLogFormat,
        stream: TextIO | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._app = app
        self._form = form
        self._stream = stream
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on and notes its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method, status, size = scope["method"], 0, 0
        started = time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            line: dict[str, object] = {
                "time": self._clock().isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                "client": scope["client"][0] if scope.get("client") else _UNKNOWN,
                "method": method,
                "route": getattr(scope.get("route"), "path", _UNKNOWN),
                "status": status,
                "ms": round(1000 * (time.perf_counter() - started), 1),
                "bytes": size,
            }
            # Looked up late: a process may put another stream in the place of this one.
            print(self._written(line), file=self._stream or sys.stderr, flush=True)

    def _written(self, line: dict[str, object]) -> str:
        if self._form is AccessLogFormat.JSON:
            return json.dumps(line)
        return " ".join(str(value) for value in line.values())
