"""ASGI middleware: what every answer tells a browser, and answers to HEAD."""

from collections.abc import Mapping
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HARDENED: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
"""No answer is a page: nothing in it runs, nobody frames or embeds it, and its type is the one it says."""


class ResponseHeaders:
    """Adds `HARDENED` where an answer does not say otherwise, and answers HEAD as GET without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on and looks at its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_head = scope["method"] == "HEAD"

        async def hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HARDENED.items():
                    headers.setdefault(name, value)
            elif is_head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        # The routes know GET alone; what is further out sees HEAD again.
        scope["method"] = "GET" if is_head else scope["method"]
        try:
            await self._app(scope, receive, hardened)
        finally:
            scope["method"] = "HEAD" if is_head else scope["method"]
