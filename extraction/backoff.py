"""HTTP clients and retry delays for embedding and language model endpoints."""

import email.utils
import ssl
from typing import Final

import httpx
import truststore

AGAIN: Final = frozenset({408, 409, 425, 429})
"""Status codes below 500 after which the same request may succeed later."""
LONGEST_WAIT_S: Final = 60.0


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


def connected(timeout_s: float) -> httpx.Client:
    """A client that uses the system's trust store and keeps its connections open between requests."""
    return httpx.Client(timeout=timeout_s, verify=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
