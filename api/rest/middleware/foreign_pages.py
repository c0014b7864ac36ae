"""ASGI middleware for a door without keys: web pages of other sites get nothing out of it and nothing into it.

A browser on this machine reaches the loopback address, whatever page it shows. Reading an answer is forbidden to a
foreign page, but not sending the question: what is asked of memories takes longer where they hold it, so that the time
of an answer tells what they say.
"""

from collections.abc import Collection
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.rest.documentation import DOCUMENTATION
from api.rest.page import PAGE
from api.rest.problems import refusal
from api.rest.replies import problem_response

_FOREIGN: Final = frozenset({"cross-site", "same-site"})
"""Values of `Sec-Fetch-Site` where another page asks; another port of this machine is "same-site"."""
_PAGES: Final = frozenset({PAGE, DOCUMENTATION})
_NOT_BY_THIS_NAME: Final = (
    "Without API keys this service answers to localhost and to addresses only, not to host names."
)
_FOREIGN_PAGE: Final = (
    "Without API keys only pages of ENISHI_API__CORS_ORIGINS may ask or change anything here. "
    "Open the address yourself, or name the page there."
)


class ForeignPages:
    """Refuses a request that came by a foreign name or from a foreign page.

    A page can point a name of its own at this machine and would then be no stranger here, so names are refused that
    somebody else may own: all but addresses and localhost.
    """

    def __init__(self, app: ASGIApp, *, host: str, origins: Collection[str] = ()) -> None:
        """`host` is where the service listens; `origins` are the pages that may ask."""
        self._app = app
        self._host = host
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers 421 or 403 before anything is read or asked."""
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            if not is_local_name(headers.get("host", ""), self._host):
                await problem_response(refusal(HTTPStatus.MISDIRECTED_REQUEST, _NOT_BY_THIS_NAME))(scope, receive, send)
                return
            if is_foreign(headers, self._origins) and not _opens_page(scope, headers):
                await problem_response(refusal(HTTPStatus.FORBIDDEN, _FOREIGN_PAGE))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def is_foreign(headers: Headers, origins: Collection[str]) -> bool:
    """Whether the page of another site asks that is not among `origins`; a program sends no origin."""
    origin = headers.get("origin")
    if origin is not None:
        if origin in origins or "*" in origins:
            return False
        if origin.partition("://")[2] != headers.get("host"):
            return True
    return headers.get("sec-fetch-site", "none").casefold() in _FOREIGN


def is_local_name(host: str, listening: str = "") -> bool:
    """Whether a Host header names an address, localhost, or the very name at which the service listens."""
    name = host[1 : host.find("]")] if host.startswith("[") else host.partition(":")[0]
    name = name.casefold()
    try:
        ip_address(name)
    except ValueError:
        return bool(name) and (name in ("localhost", listening.casefold()) or name.endswith(".localhost"))
    return True


def _opens_page(scope: Scope, headers: Headers) -> bool:
    """Whether a person follows a link to the documentation, as a page of its own and not within another."""
    return (
        scope["type"] == "http"
        and scope["method"] in ("GET", "HEAD")
        and scope["path"] in _PAGES
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    )
