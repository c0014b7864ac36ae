"""Every error that leaves the REST API is answered as an RFC 9457 problem."""

import logging
import traceback
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.rest.problems import NO_PATH, problem, refusal, unreadable
from api.rest.replies import problem_response
from graph.errors import EnishiError

_LOG = logging.getLogger(__name__)
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_WORDS = {
    HTTPStatus.NOT_FOUND: "There is nothing at this path. The paths that exist are listed at /docs.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This path does not take this method. See the header Allow, or /docs.",
    HTTPStatus.BAD_REQUEST: "The body is not JSON that can be read. Send one JSON value encoded as UTF-8.",
}


def answer_with_problems(app: FastAPI) -> None:
    """Makes an application answer every error as a problem."""
    app.add_exception_handler(EnishiError, _ours)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _refused)


class UnexpectedErrors:
    """ASGI middleware: an exception nobody foresaw becomes a plain 500; the log has its place but not its words.

    The words of a foreign error may quote what a user asked us to remember.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on and answers for it when it fails."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:  # noqa: BLE001  the last door before the client: whatever it is, it is told as a 500
            _LOG.error("%s at %s", type(error).__name__, _place(error))
            if not started:
                await problem_response(_unforeseen())(scope, receive, send)


def _ours(_: Request, error: Exception) -> Response:
    return problem_response(problem(cast("EnishiError", error)))


def _unreadable(request: Request, error: Exception) -> Response:
    faults = cast("Sequence[Mapping[str, object]]", cast("RequestValidationError", error).errors())
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    unread = any(fault.get("loc") == ("body",) and fault.get("type") != "missing" for fault in faults)
    if unread and kind != "application/json" and not kind.endswith("+json"):
        detail = "The body was not read as JSON. Send the header Content-Type: application/json with it."
        return problem_response(refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail))
    return problem_response(unreadable(faults))


def _refused(request: Request, error: Exception) -> Response:
    refused = cast("HTTPException", error)
    headers = dict(refused.headers or {})
    if refused.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_methods(request))
    standard = refused.detail == HTTPStatus(refused.status_code).phrase or refused.status_code == HTTPStatus.BAD_REQUEST
    detail = _WORDS.get(HTTPStatus(refused.status_code), refused.detail) if standard else refused.detail
    kind = NO_PATH if refused.status_code == HTTPStatus.NOT_FOUND else None
    return problem_response(refusal(refused.status_code, detail, kind=kind), headers)


def _methods(request: Request) -> list[str]:
    """The methods that a path takes: each route knows only its own."""
    app = cast("FastAPI", request.app)
    taken = [
        method
        for method in _METHODS
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in app.routes)
    ]
    return ["HEAD", *taken] if "GET" in taken else taken


def _unforeseen() -> dict[str, object]:
    return refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "Something broke here that nobody foresaw. The log says where.")


def _place(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames[-6:]))
