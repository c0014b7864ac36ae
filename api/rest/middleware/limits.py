"""Limits on what one client may take: body size, concurrency, time, rate."""

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.rest.problems import CROWDED, LATE, Problem, refusal
from api.rest.replies import problem_response

LINES = frozenset({"application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"})
"""Content types of a body that is one JSON value a line."""

BATCH_PATH = "/api/memories:batch"
"""The one path that takes bodies of any length, line by line, and therefore takes its time."""

EXPORT_PATH = "/api/database/export"
IMPORT_PATH = "/api/database/import"
"""The one path that takes a file of any length: it goes to the disk as it comes."""

JOBS_PATH = "/api/jobs"
"""The path that takes files to be ingested, up to a size of their own, and therefore takes its time."""

_MOST_DIGITS = 18
_ALWAYS = frozenset({"/health", "/ready"})


class RateLimit:
    """A rate limit by caller: a token bucket that fills at `per_minute` and holds a sixth of that."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic, *, callers: int = 10_000) -> None:
        self._per_second = per_minute / 60
        self._most = max(1.0, per_minute / 6)
        self._clock = clock
        self._callers = callers
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, caller: str) -> float:
        """Takes one request from a caller's bucket: 0.0, or the seconds to wait when the bucket is empty."""
        with self._lock:
            now = self._clock()
            left, then = self._left.pop(caller, (self._most, now))
            left = min(self._most, left + (now - then) * self._per_second)
            allowed = left >= 1.0
            self._left[caller] = (left - 1.0 if allowed else left, now)
            if len(self._left) > self._callers:
                self._left.popitem(last=False)
        return 0.0 if allowed else (1.0 - left) / self._per_second


class BodyLimit:
    """ASGI middleware: a body above the limit is refused with 413, whether or not it tells its length.

    Files that are sent to be ingested have a limit of their own.
    """

    def __init__(self, app: ASGIApp, most: int, upload_most: int) -> None:
        self._app = app
        self._most = most
        self._upload_most = upload_most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on with a count on its body."""
        if scope["type"] != "http" or _is_stream(scope):
            await self._app(scope, receive, send)
            return
        uploads = scope["path"] == JOBS_PATH
        most = self._upload_most if uploads else self._most
        words = _large_file(most) if uploads else too_large(most)
        length = Headers(scope=scope).get("content-length", "0")
        # A number of thousands of digits cannot even be read; what is no number, the count below holds in bounds.
        if length.isdecimal() and (len(length) > _MOST_DIGITS or int(length) > most):
            await problem_response(refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, words))(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, words)
            return message

        await self._app(scope, counted, send)


class ConcurrencyLimit:
    """ASGI middleware for admission control: at most `most` requests run or wait; the next is answered 503 at once.

    An endless queue would answer nobody in time. /health and /ready are always let in.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on while there is room."""
        if scope["type"] != "http" or scope["path"] in _ALWAYS:
            await self._app(scope, receive, send)
            return
        if self._inside >= self._most:
            await problem_response(_crowded(self._most))(scope, receive, send)
            return
        self._inside += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._inside -= 1


class TimeLimit:
    """ASGI middleware: 503 when no answer has begun in time; the work itself is carried to its end."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self._app = app
        self._seconds = seconds
        self._abandoned: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on and answers in its place when it takes too long."""
        if scope["type"] != "http" or scope["path"] in (BATCH_PATH, EXPORT_PATH, IMPORT_PATH, JOBS_PATH):
            await self._app(scope, receive, send)
            return
        started = timed_out = False

        async def watched(message: Message) -> None:
            nonlocal started
            if not timed_out:
                started = True
                await send(message)

        task = asyncio.ensure_future(self._app(scope, receive, watched))
        try:
            await asyncio.wait({task}, timeout=self._seconds)
            if task.done() or started:
                await task
                return
        except asyncio.CancelledError:
            task.cancel()
            raise
        timed_out = True
        self._abandoned.add(task)
        task.add_done_callback(self._finished)
        await problem_response(_late(self._seconds))(scope, receive, send)

    def _finished(self, task: asyncio.Future[None]) -> None:
        self._abandoned.discard(cast("asyncio.Task[None]", task))
        if not task.cancelled():
            task.exception()


def too_large(most: int) -> str:
    """The words of a 413."""
    return f"The body is larger than {most:,} bytes. Send less at a time, or stream JSON lines to {BATCH_PATH}."


def _large_file(most: int) -> str:
    return f"The file is larger than {most:,} bytes. Split it, or raise ENISHI_API__MAX_UPLOAD_BYTES."


def is_lines(content_type: str) -> bool:
    """Whether a body of this content type is one JSON value a line."""
    return content_type.partition(";")[0].strip().casefold() in LINES


def _is_stream(scope: Scope) -> bool:
    if scope["path"] == IMPORT_PATH:
        return True
    return scope["path"] == BATCH_PATH and is_lines(Headers(scope=scope).get("content-type", ""))


def _crowded(most: int) -> Problem:
    detail = f"{most:,} requests are under way or wait already. Try again in a moment."
    return refusal(HTTPStatus.SERVICE_UNAVAILABLE, detail, kind=CROWDED, retry_after=1.0)


def _late(seconds: float) -> Problem:
    detail = f"No answer within {seconds:g} seconds; the work may still finish. Look before you repeat it."
    return refusal(HTTPStatus.SERVICE_UNAVAILABLE, detail, kind=LATE, retry_after=5.0)
