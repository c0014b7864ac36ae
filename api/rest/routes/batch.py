"""Bursts of memories: an array, or JSON lines of any number, stored at once and understood in the background."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from api.rest.callers import AppState, StateDep, UserDep
from api.rest.examples import BATCH, json_example
from api.rest.json_bodies import parsed
from api.rest.middleware.limits import BATCH_PATH, is_lines, too_large
from api.rest.problems import field_of, problem, sentence_of
from api.rest.replies import answer
from api.rest.wire import Batch, ItemProblem, NewMemory, draft_of
from graph.errors import Invalid, Unavailable
from graph.model.draft import Draft
from graph.model.memory import Enrich, Outcome

router = APIRouter(tags=["memories"])

_NEW = TypeAdapter(NewMemory)
_AT_A_TIME = 500
_TOLD = 1000
"""Items of which it is told what was wrong; of more it is told where and how many."""
_HALTED = "The body came to a halt. Send the batch again: what was taken is not stored twice."
_ITEM = {"$ref": "#/components/schemas/NewMemory"}
_EXAMPLE = [
    {"text": "Tanaka presents the auth service in Osaka."},
    {"text": "締切は金曜日。", "tags": ["決定"]},
]
_BODY = {
    "required": True,
    "content": {
        "application/json": {"schema": {"type": "array", "items": _ITEM}, "example": _EXAMPLE},
        "application/x-ndjson": {
            "schema": {"type": "string", "description": "One memory a line"},
            "example": "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in _EXAMPLE),
        },
    },
}


class BatchTally:
    """What has become of a batch so far, in the order of its items."""

    def __init__(self) -> None:
        self.ids: list[str | None] = []
        self.stored = 0
        self.failed = 0
        self.errors: list[ItemProblem] = []

    def add(self, outcome: Outcome) -> None:
        """Counts one item that the graph took or refused."""
        if outcome.remembered is not None:
            self.ids.append(outcome.remembered.id)
            self.stored += outcome.remembered.created
        elif outcome.error is not None:
            if self.failed < _TOLD:
                self.errors.append(ItemProblem(position=len(self.ids), problem=problem(outcome.error)))
            self.failed += 1
            self.ids.append(None)

    def batch(self, backlog: int) -> Batch:
        """The whole, when it is over."""
        return Batch(
            received=len(self.ids),
            stored=self.stored,
            existing=len(self.ids) - self.stored - self.failed,
            failed=self.failed,
            backlog=backlog,
            ids=tuple(self.ids),
            errors=tuple(self.errors),
        )


@router.post(
    BATCH_PATH,
    status_code=HTTPStatus.ACCEPTED,
    response_model=Batch,
    responses={
        200: {"description": "Stored and understood, with enrich=now", "model": Batch},
        202: {"description": "Stored; what is new waits in the backlog to be understood", **json_example(BATCH)},
    },
    openapi_extra={"requestBody": _BODY},
)
async def remember_batch(
    request: Request,
    user: UserDep,
    state: StateDep,
    enrich: Annotated[Enrich, Query(description="now: all is understood before the answer.")] = Enrich.LATER,
) -> Response:
    """Keeps many memories. Items that are wrong are told by position and the others stored.

    Everything stored can be found by its words at once; vectors and knowledge follow. Sending a batch again stores
    nothing twice. When too much waits to be understood the answer is 503 with Retry-After.
    """
    tally = BatchTally()
    async for items in _groups(request, state.settings.max_body_bytes, state.settings.request_seconds):
        await run_in_threadpool(_store, state, user, items, enrich, tally)
    if not tally.ids:
        raise Invalid("body", "holds no memories.", allowed="a JSON array, or one JSON object a line")
    backlog = await run_in_threadpool(state.knowledge.backlog, user)
    # Written out beside the loop too: it may have millions of places.
    status = HTTPStatus.ACCEPTED if enrich is Enrich.LATER else HTTPStatus.OK
    return await run_in_threadpool(lambda: answer(tally.batch(backlog), status))


def _store(state: AppState, user: str, items: Sequence[object], enrich: Enrich, tally: BatchTally) -> None:
    """Stores a group of items; those that cannot be read keep their places as errors."""
    try:
        for outcome in state.knowledge.remember_many(user, [_read(item) for item in items], enrich=enrich):
            tally.add(outcome)
    except Unavailable as error:
        taken = f"{len(tally.ids):,} items of this batch were taken; send it again later, nothing is stored twice."
        raise Unavailable(f"{error} {taken}", retry_after=error.retry_after) from error
    if enrich is Enrich.LATER:
        state.jobs.wake()


def _read(item: object) -> Draft | Invalid:
    """An item as a draft, or what is wrong with it. Bytes are a line that still has to be parsed."""
    try:
        return draft_of(_NEW.validate_python(parsed(item) if isinstance(item, bytes) else item))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return Invalid(field_of({**first}), sentence_of({**first}))
    except HTTPException as refused:
        return Invalid("line", refused.detail)
    except (ValueError, RecursionError):
        return Invalid("line", "is not JSON in UTF-8.", allowed="one JSON object a line")


async def _groups(request: Request, most: int, patience_s: float) -> AsyncIterator[Sequence[object]]:
    """The items of a body in groups small enough to be stored in one go."""
    content_type = request.headers.get("content-type", "")
    if is_lines(content_type):
        group: list[object] = []
        size = 0
        async for line in _lines(request, most, patience_s):
            group.append(line)
            size += len(line)
            if len(group) == _AT_A_TIME or size > most:
                yield group
                group, size = [], 0
        if group:
            yield group
        return
    if content_type.partition(";")[0].strip().casefold() != "application/json":
        detail = "Send application/json with an array, or application/x-ndjson with one memory a line."
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail)
    try:
        async with asyncio.timeout(patience_s):
            body = await request.body()
    except TimeoutError as error:
        raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, _HALTED) from error
    items = await run_in_threadpool(_array, body)
    for start in range(0, len(items), _AT_A_TIME):
        yield items[start : start + _AT_A_TIME]


def _array(body: bytes) -> Sequence[object]:
    try:
        items: object = parsed(body)
    except (ValueError, RecursionError) as error:
        detail = "The body is not JSON that can be read. Send one JSON array encoded as UTF-8."
        raise HTTPException(HTTPStatus.BAD_REQUEST, detail) from error
    if not isinstance(items, list):
        raise Invalid("body", "is not a list of memories.", allowed="a JSON array of objects")
    return items


async def _lines(request: Request, most: int, patience_s: float) -> AsyncIterator[bytes]:
    """The lines of a body that are not empty, as they arrive; 413 when one is longer than allowed.

    408 when no line ends for so long: who is all but silent must not keep a place that others wait for.
    """
    blocks = aiter(request.stream())
    # Joined only when a line ends: a long one may come in very small pieces.
    begun: list[bytes] = []
    begun_bytes = 0
    loop = asyncio.get_running_loop()
    until = loop.time() + patience_s
    while True:
        try:
            async with asyncio.timeout_at(until):
                block = await anext(blocks)
        except StopAsyncIteration:
            break
        except TimeoutError as error:
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, _HALTED) from error
        *whole, rest = block.split(b"\n")
        if whole:
            whole[0] = b"".join([*begun, whole[0]])
            begun, begun_bytes = [], 0
        for line in whole:
            if line.strip():
                yield line
                until = loop.time() + patience_s
        begun.append(rest)
        begun_bytes += len(rest)
        if begun_bytes > most:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, too_large(most))
    if last := b"".join(begun).strip():
        yield last
