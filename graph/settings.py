"""The numbers the graph room can be tuned by: default, bound and one line of help each."""

from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator


class Neo4jSettings(BaseModel):
    """Where the database is and how patient we are with it."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    uri: str | None = None
    """bolt://, bolt+s://, neo4j:// or neo4j+s:// address; unset: a Neo4j managed on this machine"""

    user: str = "neo4j"
    """database user of an external server"""

    password: SecretStr | None = None
    """password of an external server; unset: no authentication"""

    database: str = "neo4j"
    """name of the database on the server"""

    connect_timeout_s: Annotated[float, Field(gt=0, le=300)] = 10
    """seconds to wait for a connection"""

    statement_timeout_s: Annotated[float, Field(gt=0, le=3600)] = 60
    """seconds one statement may run on the server"""

    retry_s: Annotated[float, Field(ge=0, le=600)] = 15
    """seconds, from the first one on, during which a passing failure is retried"""

    connections: Annotated[int, Field(ge=1, le=1000)] = 64
    """most connections of this process to the server: one for each thread that asks, and some to spare"""


class CueSettings(BaseModel):
    """What small signs that a text answers count, as shares of the best base score; 0 switches one off."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    speaker: Annotated[float, Field(ge=-1, le=1)] = 0.05
    """the question names one speaker, and the turn is theirs (more ruins questions about the other)"""

    asks: Annotated[float, Field(ge=-1, le=1)] = -0.08
    """the turn asks, which is rarely the evidence"""

    time: Annotated[float, Field(ge=-1, le=1)] = 0.1
    """the question asks for a time, and the turn holds one"""

    first_person: Annotated[float, Field(ge=-1, le=1)] = 0.06
    """the turn speaks in the first person"""

    reply: Annotated[float, Field(ge=-1, le=1)] = 0.1
    """the turn before asks, and is another speaker's: this share of that turn's score"""

    names: Annotated[float, Field(ge=-1, le=1)] = 0.3
    """the question asks for a place, somebody, a firm or a work, and the text names one: this share, of which as many
    take away as name one too"""

    strangers: Annotated[float, Field(ge=-1, le=1)] = -0.3
    """somebody asks about themselves, and what is no turn tells of others alone"""


class GraphSettings(BaseModel):
    """How memories are written and found."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    batch_size: Annotated[int, Field(ge=1, le=1000)] = 200
    """memories written in one transaction"""

    candidates: Annotated[int, Field(ge=10, le=1000)] = 60
    """chunks taken from each index for one question"""

    kept: Annotated[int, Field(ge=10, le=500)] = 30
    """candidates ranked after the join"""

    seeds: Annotated[int, Field(ge=1, le=50)] = 5
    """best candidates from which the join starts"""

    hub: Annotated[int, Field(ge=2, le=10_000)] = 60
    """an entity in more chunks than this joins nothing"""

    rare: Annotated[int, Field(ge=1, le=1000)] = 10
    """an entity in at most this many chunks joins by mere mention"""

    about_most: Annotated[int, Field(ge=1, le=100)] = 3
    """a named entity leads straight to its own chunks up to here"""

    similarity_floor: Annotated[float, Field(ge=-1, le=1)] = 0
    """cosine below which a vector hit is dropped"""

    reranked: Annotated[int, Field(ge=1, le=200)] = 30
    """best hits that a cross-encoder reads again (recipe reranked)"""

    searches_at_once: Annotated[int, Field(ge=1, le=1000)] = 8
    """searches this process works on at a time; more wait in the order in which they came"""

    half_life_days: Annotated[float, Field(gt=0)] = 30
    """days after which the recency of a memory has halved"""

    recency_swing: Annotated[float, Field(ge=0, le=0.1)] = 0.05
    """most that recency moves a score, up or down"""

    importance_swing: Annotated[float, Field(ge=0, le=0.1)] = 0.05
    """most that importance moves a score, up or down"""

    cues: CueSettings = Field(default_factory=CueSettings)
    """what small signs that a text answers count"""

    time_zone: str | None = None
    """zone in which days begin (yesterday, 先週) where a time tells none, such as Asia/Tokyo; else that of this
    machine"""

    backlog_most: Annotated[int, Field(ge=1)] = 50_000
    """memories that may wait to be understood before we say stop"""

    names_cached: Annotated[int, Field(ge=1000)] = 500_000
    """entity names kept in memory, all users together"""

    context_hits: Annotated[int, Field(ge=10, le=200)] = 100
    """hits looked at to fill a context"""

    context_margin: Annotated[float, Field(ge=0, le=0.5)] = 0
    """share of a context's budget left free, for a model that cuts finer"""

    pinned_share: Annotated[float, Field(ge=0, le=1)] = 0.3
    """share of a context that pinned memories may take before hits"""

    pinned_most: Annotated[int, Field(ge=1, le=1000)] = 50
    """pinned memories a context may tell, nearest first"""

    text_most: Annotated[int, Field(ge=1000)] = 1_000_000
    """characters one memory may have"""

    @field_validator("time_zone")
    @classmethod
    def _known(cls, name: str | None) -> str | None:
        try:
            ZoneInfo(name or "UTC")
        except (ValueError, OSError, KeyError) as error:
            raise ValueError("is no time zone; give a name such as Asia/Tokyo or UTC") from error
        return name
