"""How JSON bodies are parsed: large ones in a thread, and only with so many values that they do not stop all others.

The parser of Python holds every thread while it runs: 8 MB of text take it 20 ms, 8 MB of small values a second and
more.
"""

import json
import re
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any, Final

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

_SMALL: Final = 64 * 1024
"""Bytes that are parsed in less time than a thread takes to begin."""
VALUES_MOST: Final = 200_000
_STRINGS: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""Strings, also one that never ends. Possessive: what was read is not tried again, or a body of quotes took minutes."""


def _answering(self: APIRoute) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    answer = APIRoute.get_route_handler(self)

    async def answer_parsed(request: Request) -> Response:
        return await answer(_JsonRequest(request.scope, request.receive))

    return answer_parsed


class JsonRoute(APIRoute):
    """A route whose bodies are read by `parsed`."""

    get_route_handler = _answering


class _JsonRequest(Request):
    async def json(self) -> Any:
        body = await self.body()
        return parsed(body) if len(body) <= _SMALL else await run_in_threadpool(parsed, body)


def parsed(body: bytes) -> Any:
    """The value that JSON in UTF-8 holds: a body, or a line of one.

    Raises ValueError for what is none, and 413 where it holds too many values to be parsed.
    """
    # Fewer bytes hold fewer values.
    if len(body) > VALUES_MOST and marks_in(body) > VALUES_MOST:
        raise HTTPException(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"The body holds more than {VALUES_MOST:,} values. Send less at a time.",
        )
    # Not json.loads of bytes, which takes UTF-16 too: there the marks cannot be counted.
    return json.loads(body.decode("utf-8-sig", "surrogatepass"))


def marks_in(body: bytes) -> int:
    """The commas, colons and opening brackets outside of strings: about one for each value."""
    marks = _STRINGS.sub(b"", body)
    return sum(marks.count(mark) for mark in (b",", b":", b"[", b"{"))
