"""`/api/events/stream`: a WebSocket that tells the events of a user as they happen, as JSON, and listens to nothing.

    {"type": "hello", "cursor": "…"}       at once
    {"type": "event", "event": {…}, "cursor": "…"}     an event as `GET /api/events` has it
    {"type": "alive", "cursor": "…"}       when nothing happened for a while

`?cursor=` goes on where another connection ended: what happened meanwhile comes first, and at the seam an event may
come twice, by the same id. `?kind=` names the acts that matter. Who reads too slowly is closed with 1013 and goes on
with the last cursor.

A browser can send no headers here, so it offers subprotocols: `enishi.events`, `enishi.key.KEY` and `enishi.user.USER`,
both in base64url without padding (`api.rest.middleware.key_gate` reads the first).
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from api.json_form import encoded
from api.live.feeds import Feeds, Listener, News, run_next
from api.rest.callers import Caller, header_text
from api.rest.middleware.foreign_pages import is_foreign
from api.rest.middleware.key_gate import KEY, offered
from api.rest.problems import CROWDED, Problem, problem, refusal
from api.rest.replies import problem_response
from graph.errors import EnishiError
from graph.intake.checks import choice
from graph.journal.following import Following
from graph.model.life.journal import Act

_LOG = logging.getLogger(__name__)
PATH: Final = "/api/events/stream"
PROTOCOL: Final = "enishi.events"
USER_PROTOCOL: Final = "enishi.user."
_TOO_SLOW, _NOTHING_TAKEN, _BROKEN = 1013, 1003, 1011
_SEND_S: Final = 20.0
"""How long a message may wait until the other side takes it."""
_FOREIGN: Final = "Only the page of this server and those of ENISHI_API__CORS_ORIGINS may follow what happens here."


class EventStream:
    """The route, and the bounds of how many may listen."""

    def __init__(
        self,
        feeds: Feeds,
        *,
        default_user: str,
        origins: Collection[str],
        streams_most: int,
        streams_of_user_most: int,
        heartbeat_s: float,
    ) -> None:
        self._feeds = feeds
        self._default_user = default_user
        self._origins = frozenset(origins)
        self._most = streams_most
        self._most_of_user = streams_of_user_most
        self._heartbeat_s = heartbeat_s

    def routes(self) -> list[BaseRoute]:
        """The route of the stream."""
        return [WebSocketRoute(PATH, self.answer, name="event_stream")]

    async def answer(self, websocket: WebSocket) -> None:
        """Tells one connection what happens, until either side ends it."""
        try:
            user, kinds = self._asked(websocket)
            async with self._feeds.listening(user) as listener:
                await self._tell(websocket, user, kinds, listener)
        except (EnishiError, HTTPException) as error:
            await _refuse(websocket, _problem_of(error))
        except WebSocketDisconnect:
            pass
        except Exception as error:  # noqa: BLE001 -- its words may quote what a user had remembered
            _LOG.error("%s in the stream of events", type(error).__name__)
            await _close(websocket, _BROKEN)

    def _asked(self, websocket: WebSocket) -> tuple[str, frozenset[Act]]:
        headers = websocket.headers
        # Whom a browser lets connect is not asked of the server first, as it is of other requests.
        if is_foreign(headers, self._origins):
            raise HTTPException(HTTPStatus.FORBIDDEN, _FOREIGN)
        named = header_text("X-Enishi-User", headers.get("X-Enishi-User")) or offered(headers, USER_PROTOCOL)
        user = Caller(key=websocket.scope.get(KEY), named=named, default=self._default_user).user()
        if self._feeds.listeners >= self._most or self._feeds.listeners_of(user) >= self._most_of_user:
            raise HTTPException(HTTPStatus.SERVICE_UNAVAILABLE, "As many follow already as may. End another stream.")
        return user, frozenset(choice("kind", Act, kind) for kind in websocket.query_params.getlist("kind"))

    async def _tell(self, websocket: WebSocket, user: str, kinds: Collection[Act], listener: Listener) -> None:
        cursor = websocket.query_params.get("cursor") or None
        following = await self._feeds.following(user, cursor)
        await websocket.accept(subprotocol=PROTOCOL if PROTOCOL in _protocols(websocket.headers) else None)
        await _send(websocket, {"type": "hello", "cursor": following.cursor, "heartbeat_seconds": self._heartbeat_s})
        telling = asyncio.create_task(self._go_on(websocket, following, cursor is not None, kinds, listener))
        hearing = asyncio.create_task(websocket.receive())
        try:
            await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                await telling
            elif hearing.result()["type"] == "websocket.receive":
                await _close(websocket, _NOTHING_TAKEN, "Nothing is taken here, only told.")
        finally:
            for task in (telling, hearing):
                task.cancel()
            await asyncio.gather(telling, hearing, return_exceptions=True)

    async def _go_on(
        self, websocket: WebSocket, following: Following, missed: bool, kinds: Collection[Act], listener: Listener
    ) -> None:
        cursor, known = following.cursor, set[str]()
        # What was missed first. Meanwhile the feed hands over what happens now, some of which is among it.
        while missed and (events := await run_next(self._feeds, following)):
            known |= {event.id for event in events}
            cursor = following.cursor
            for event in events:
                await self._send_news(websocket, News(event, cursor), kinds)
        while not listener.behind:
            try:
                news = await asyncio.wait_for(listener.waiting.get(), self._heartbeat_s)
            except TimeoutError:
                await _send(websocket, {"type": "alive", "cursor": cursor})
                continue
            cursor = news.cursor
            if news.event.id not in known:
                await self._send_news(websocket, news, kinds)
        await _close(websocket, _TOO_SLOW, "You fell behind. Go on with the last cursor.")

    async def _send_news(self, websocket: WebSocket, news: News, kinds: Collection[Act]) -> None:
        if not kinds or news.event.kind in kinds:
            await _send(websocket, {"type": "event", "event": news.event, "cursor": news.cursor})


async def _send(websocket: WebSocket, message: object) -> None:
    try:
        await asyncio.wait_for(websocket.send_text(encoded(message).decode()), _SEND_S)
    except TimeoutError:
        await _close(websocket, _TOO_SLOW, "You read too slowly. Go on with the last cursor.")
        raise WebSocketDisconnect(_TOO_SLOW) from None


async def _refuse(websocket: WebSocket, refused: Problem) -> None:
    if websocket.application_state is WebSocketState.CONNECTED:
        await _close(websocket, _BROKEN, str(refused["detail"]))
    elif "websocket.http.response" in websocket.scope.get("extensions", {}):
        await websocket.send_denial_response(problem_response(refused))
    else:
        await _close(websocket, 1008, str(refused["detail"]))


async def _close(websocket: WebSocket, code: int, reason: str = "") -> None:
    if websocket.application_state is not WebSocketState.DISCONNECTED:
        # The reason has 123 bytes at most.
        await websocket.close(code, reason.encode()[:120].decode("utf-8", "ignore"))


def _problem_of(error: EnishiError | HTTPException) -> Problem:
    if isinstance(error, EnishiError):
        return problem(error)
    crowded = error.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    kind, wait = (CROWDED, 10.0) if crowded else (None, None)
    return refusal(error.status_code, error.detail, kind=kind, retry_after=wait)


def _protocols(headers: Headers) -> Sequence[str]:
    return [each.strip() for each in headers.get("sec-websocket-protocol", "").split(",")]
