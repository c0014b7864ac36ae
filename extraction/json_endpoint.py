"""The HTTP client of OpenAI-compatible servers: posts JSON to one address, with retries for what may pass."""

import email.utils
import ssl
import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final

import httpx
import truststore
from pydantic import SecretStr

from graph.errors import Unavailable

AGAIN: Final = frozenset({408, 409, 425, 429})
"""Status codes below 500 after which the same request may succeed later."""
LONGEST_WAIT_S: Final = 60.0


class JsonEndpoint:
    """One address that answers posted JSON. Safe to share between threads; connects when first asked.

    `name` begins its messages: "The language model". `sleep` and `clock` are arguments for tests.
    """

    def __init__(
        self,
        url: str,
        key: SecretStr | None,
        *,
        name: str,
        timeout_s: float,
        retries: int,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._url = url
        self._headers = {"Authorization": f"Bearer {key.get_secret_value()}"} if key else {}
        self._name = name
        self._timeout_s = timeout_s
        self._retries = retries
        self._sleep = sleep
        self._clock = clock
        self._lock = Lock()
        self._client: httpx.Client | None = None

    def post(self, body: Mapping[str, object]) -> httpx.Response:
        """The first answer that is not worth repeating the request for. Raises Unavailable when none comes."""
        attempt = 0
        while True:
            answer = self._posted(body)
            if answer.status_code not in AGAIN and answer.status_code < 500:
                return answer
            wait = wait_s(answer, attempt, self._clock())
            if attempt == self._retries or wait > LONGEST_WAIT_S:
                raise Unavailable(
                    f"{self._name} cannot take the request now (HTTP {answer.status_code}).", retry_after=wait
                )
            self._sleep(wait)
            attempt += 1

    def close(self) -> None:
        """Closes open connections."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _posted(self, body: Mapping[str, object]) -> httpx.Response:
        try:
            return self._connected().post(self._url, json=body, headers=self._headers)
        except httpx.TimeoutException as error:
            raise Unavailable(f"{self._name} did not answer within {self._timeout_s:g} seconds.") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unavailable(f"{self._name} cannot be reached ({type(error).__name__}).") from error

    def _connected(self) -> httpx.Client:
        """A client that uses the system's trust store and keeps its connections open between requests."""
        with self._lock:
            if self._client is None:
                trusted = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                self._client = httpx.Client(timeout=self._timeout_s, verify=trusted)
            return self._client


def wait_s(answer: httpx.Response, attempt: int, now: float) -> float:
    """Seconds until the next attempt: the `Retry-After` header, else 0.5 · 2^attempt."""
    retry_after = answer.headers.get("retry-after")
    if retry_after is None:
        return 0.5 * 2.0**attempt
    try:
        return max(float(retry_after), 0.0)
    except ValueError:
        moment = email.utils.parsedate_to_datetime(retry_after) if email.utils.parsedate(retry_after) else None
        return 0.5 * 2.0**attempt if moment is None else max(moment.timestamp() - now, 0.0)
