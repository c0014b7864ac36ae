"""ASGI middleware that looks at the key and the rate of a request before a byte of its body is read.

Who may not come in neither takes a place that others wait for nor has anything parsed.
"""

import base64
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.rest.keys import CYPHER_PATH, Key, matching_key
from api.rest.middleware.limits import RateLimit
from api.rest.problems import refusal
from api.rest.replies import problem_response

_LOG = logging.getLogger(__name__)
KEY: Final = "enishi.key"
"""Where the scope of a request that came in holds its key; None where the deployment has none."""
_GUARDED: Final = ("/api/", "/tools/", "/mcp", "/graphql")
"""What the paths begin with that are about somebody's memories."""
KEY_PROTOCOL: Final = "enishi.key."
METRICS: Final = "/metrics"
"""Where figures of all users are told: for everybody only where the settings say so."""
REFUSALS_PER_MINUTE: Final = 60
_LOGGED_EVERY_S: Final = 60.0
_ADDRESSES: Final = 10_000
_WRONG_SCOPE: Final = {
    True: "This API key may ask in Cypher, and do nothing else.",
    False: "This API key may not ask in Cypher. Another may, where ENISHI_API__CYPHER_KEYS names one.",
}
"""What a key is told at a path that is not for it, by whether it is one for Cypher."""


@dataclass(slots=True)
class _Refused:
    """Refusals of one address since the last line about them."""

    since: float
    count: int


class RefusedKeys:
    """Counts requests that were refused for their key, and logs them: at most a line a minute and address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._by_address: OrderedDict[str, _Refused] = OrderedDict()

    def add(self, address: str, *, missing: bool) -> None:
        """Counts one refusal; the first of an address is logged at once."""
        with self._lock:
            now = self._clock()
            refused = self._by_address.pop(address, None)
            is_new = refused is None
            refused = refused or _Refused(now, 0)
            refused.count += 1
            due = is_new or now - refused.since >= _LOGGED_EVERY_S
            count = refused.count
            if due:
                refused.since, refused.count = now, 0
            self._by_address[address] = refused
            if len(self._by_address) > _ADDRESSES:
                self._by_address.popitem(last=False)
        if due:
            what = "no API key" if missing else "an unknown API key"
            _LOG.warning("refused: %s from %s, %d times since the last line about it", what, address, count)


class KeyGate:
    """Lets in who has a known key, where there are keys, and has not asked too often."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        keys: Sequence[Key],
        requests_per_minute: int,
        open_metrics: bool = False,
        cypher_keys: Sequence[Key] = (),
    ) -> None:
        self._app = app
        self._guarded = _GUARDED if open_metrics else (*_GUARDED, METRICS)
        self._keys = keys
        self._cypher_keys = cypher_keys
        self._per_minute = requests_per_minute
        self._rate = RateLimit(requests_per_minute)
        self._refusals_rate = RateLimit(min(REFUSALS_PER_MINUTE, requests_per_minute))
        self._refusals = RefusedKeys()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on with its key in the scope, or answers 401 or 429."""
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith(self._guarded):
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else "nobody"
        headers = Headers(scope=scope)
        presented = _bearer(headers.get("authorization", ""))
        if presented is None and scope["type"] == "websocket":
            presented = offered(headers, KEY_PROTOCOL)
        key = matching_key((*self._keys, *self._cypher_keys), presented) if presented is not None else None
        if key is None and (self._keys or (self._cypher_keys and scope["path"] == CYPHER_PATH)):
            await self._refuse(address, presented, scope, receive, send)
            return
        if key is not None and key.cypher != (scope["path"] == CYPHER_PATH):
            await _answer(refusal(HTTPStatus.FORBIDDEN, _WRONG_SCOPE[key.cypher]), scope, receive, send)
            return
        wait = self._rate.wait(key.digest.hex() if key else address)
        if wait > 0:
            detail = f"At most {self._per_minute} requests a minute are answered."
            await _answer(_too_often(detail, wait), scope, receive, send)
            return
        scope[KEY] = key
        await self._app(scope, receive, send)

    async def _refuse(self, address: str, presented: str | None, scope: Scope, receive: Receive, send: Send) -> None:
        self._refusals.add(address, missing=presented is None)
        wait = self._refusals_rate.wait(address)
        if wait > 0:
            detail = f"At most {min(REFUSALS_PER_MINUTE, self._per_minute)} requests a minute without a known key."
            await _answer(_too_often(detail, wait), scope, receive, send)
            return
        detail = "An API key is needed, sent as: Authorization: Bearer KEY"
        await problem_response(refusal(HTTPStatus.UNAUTHORIZED, detail), {"WWW-Authenticate": "Bearer"})(
            scope, receive, send
        )


def offered(headers: Headers, prefix: str) -> str | None:
    """What a WebSocket offers as a subprotocol that begins so, in base64url: browsers let a page send nothing else."""
    for protocol in headers.get("sec-websocket-protocol", "").split(","):
        if protocol.strip().startswith(prefix):
            text = protocol.strip().removeprefix(prefix)
            try:
                return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
            except ValueError:
                return None
    return None


def _bearer(authorization: str) -> str | None:
    scheme, _, presented = authorization.partition(" ")
    return presented.strip() if scheme.casefold() == "bearer" else None


def _too_often(detail: str, wait: float) -> dict[str, object]:
    return refusal(HTTPStatus.TOO_MANY_REQUESTS, detail, retry_after=int(wait) + 1)


async def _answer(problem: dict[str, object], scope: Scope, receive: Receive, send: Send) -> None:
    await problem_response(problem)(scope, receive, send)
