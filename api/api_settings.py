"""Settings of the REST API, with their bounds."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator

from graph.model.trace import CYPHER_SECONDS_MOST

MEBIBYTE = 1024 * 1024
_KEYS_SHAPE = 'must map each key to a list of user ids or to "*", as JSON: {"KEY": ["taro"]}'

Bound = tuple[str, ...] | Literal["*"]
"""The ids of the users a key speaks for, or "*" for every user."""


class AccessLogFormat(StrEnum):
    """How requests are logged."""

    OFF = "off"
    TEXT = "text"
    JSON = "json"


def _is_names(users: object) -> bool:
    return isinstance(users, list | tuple) and all(isinstance(user, str) for user in users)


class ApiSettings(BaseModel):
    """Settings of the REST API."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    host: str = "127.0.0.1"
    """Address to listen at. Anything but loopback needs keys."""

    port: Annotated[int, Field(ge=1, le=65535)] = 8472
    """Port to listen at."""

    keys: Mapping[SecretStr, Bound] = Field(default_factory=dict[SecretStr, Bound])
    """API keys and the users each speaks for: a list of user ids, or "*" for all.
    A key is given as it is (at least 20 characters) or as "sha256:" and the 64 hexadecimal digits of its hash."""

    @field_validator("keys", mode="before")
    @classmethod
    def _shaped(cls, keys: object) -> object:
        # checked here as a whole: pydantic would name the key itself as the place of the fault
        if not isinstance(keys, Mapping) or not all(isinstance(key, str | SecretStr) for key in keys):
            raise ValueError(_KEYS_SHAPE)
        if not all(users == "*" or _is_names(users) for users in keys.values()):
            raise ValueError(_KEYS_SHAPE)
        return keys

    cypher_keys: tuple[SecretStr, ...] = ()
    """API keys, given as the others are, that may ask in Cypher what only reads, of all users, and do nothing else.
    Without one nobody may."""

    cypher_seconds: Annotated[float, Field(gt=0, le=CYPHER_SECONDS_MOST)] = 10.0
    """Longest time that a statement in Cypher may take."""

    default_user: str = "me"
    """The user meant when a request names none."""

    direct: bool = False
    """Whether commands open the database themselves, also where a REST server of the same settings runs."""

    max_body_bytes: Annotated[int, Field(ge=1024, le=1024 * MEBIBYTE)] = 8 * MEBIBYTE
    """Largest request body in bytes; in a stream of JSON lines the largest line."""

    max_upload_bytes: Annotated[int, Field(ge=1024, le=1024 * 1024 * MEBIBYTE)] = 1024 * MEBIBYTE
    """Largest file in bytes that is taken to be ingested as a job."""

    requests_per_minute: Annotated[int, Field(ge=1, le=10_000_000)] = 12_000
    """How many requests one key, or one address without keys, may make in a minute; a sixth of them at once."""

    request_seconds: Annotated[float, Field(gt=0, le=3600)] = 60.0
    """Longest wait for the start of an answer before a request is answered with 503."""

    threads: Annotated[int, Field(ge=1, le=1000)] = 24
    """How many requests are worked on at once, first come first served; more at once only get into each other's way."""

    waiting: Annotated[int, Field(ge=0, le=100_000)] = 232
    """How many requests may wait for one of these threads; who comes beyond is told 503 at once, with Retry-After."""

    enrich_batch: Annotated[int, Field(ge=1, le=10_000)] = 100
    """How many memories of the backlog the background thread understands at a time."""

    enrich_idle_seconds: Annotated[float, Field(gt=0, le=3600)] = 10.0
    """How long the background thread rests when the backlog is empty and nobody wakes it."""

    event_streams: Annotated[int, Field(ge=0, le=100_000)] = 200
    """How many may follow what happens at once, by WebSocket; 0 lets nobody."""

    event_streams_of_user: Annotated[int, Field(ge=1, le=100_000)] = 20
    """How many of them may follow the same user."""

    event_poll_seconds: Annotated[float, Field(gt=0, le=60)] = 1.0
    """How often new events are looked for, for each user who is followed."""

    event_heartbeat_seconds: Annotated[float, Field(gt=0, le=3600)] = 20.0
    """After how long a stream in which nothing happens says that it is alive."""

    open_metrics: bool = False
    """Whether /metrics is told without a key where there are keys."""

    access_log: AccessLogFormat = AccessLogFormat.OFF
    """Whether a line a request is written to the log, as text or as JSON; it holds no texts and no keys."""

    cors_origins: tuple[str, ...] = ()
    """Origins of web pages that may call this API from a browser, such as "https://example.org"."""
