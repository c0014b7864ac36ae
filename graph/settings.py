"""The numbers the graph room can be tuned by: default, bound and one line of help each."""

from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator


class Neo4jSettings(BaseModel):
    """Where the database is and how patient we are with it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    uri: str | None = Field(
        default=None,
        description="bolt://, bolt+s://, neo4j:// or neo4j+s:// address; unset: a Neo4j managed on this machine",
    )
    user: str = Field(default="neo4j", description="database user of an external server")
    password: SecretStr | None = Field(
        default=None, description="password of an external server; unset: no authentication"
    )
    database: str = Field(default="neo4j", description="name of the database on the server")
    connect_timeout_s: float = Field(default=10, gt=0, le=300, description="seconds to wait for a connection")
    statement_timeout_s: float = Field(
        default=60, gt=0, le=3600, description="seconds one statement may run on the server"
    )
    retry_s: float = Field(
        default=15,
        ge=0,
        le=600,
        description="seconds, from the first one on, during which a passing failure is retried",
    )
    connections: int = Field(
        default=64,
        ge=1,
        le=1000,
        description="most connections of this process to the server: one for each thread that asks, and some to spare",
    )


class CueSettings(BaseModel):
    """What small signs that a text answers count, as shares of the best base score; 0 switches one off."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    speaker: float = Field(
        default=0.05,
        ge=-1,
        le=1,
        description="the question names one speaker, and the turn is theirs (more ruins questions about the other)",
    )
    asks: float = Field(default=-0.08, ge=-1, le=1, description="the turn asks, which is rarely the evidence")
    time: float = Field(default=0.1, ge=-1, le=1, description="the question asks for a time, and the turn holds one")
    first_person: float = Field(default=0.06, ge=-1, le=1, description="the turn speaks in the first person")
    reply: float = Field(
        default=0.1,
        ge=-1,
        le=1,
        description="the turn before asks, and is another speaker's: this share of that turn's score",
    )
    names: float = Field(
        default=0.3,
        ge=-1,
        le=1,
        description="the question asks for a place, somebody, a firm or a work, and the text names one: this share, "
        "of which as many take away as name one too",
    )
    strangers: float = Field(
        default=-0.3,
        ge=-1,
        le=1,
        description="somebody asks about themselves, and what is no turn tells of others alone",
    )


class GraphSettings(BaseModel):
    """How memories are written and found."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    batch_size: int = Field(default=200, ge=1, le=1000, description="memories written in one transaction")
    candidates: int = Field(default=60, ge=10, le=1000, description="chunks taken from each index for one question")
    kept: int = Field(default=30, ge=10, le=500, description="candidates ranked after the join")
    seeds: int = Field(default=5, ge=1, le=50, description="best candidates from which the join starts")
    hub: int = Field(default=60, ge=2, le=10_000, description="an entity in more chunks than this joins nothing")
    rare: int = Field(
        default=10, ge=1, le=1000, description="an entity in at most this many chunks joins by mere mention"
    )
    about_most: int = Field(
        default=3, ge=1, le=100, description="a named entity leads straight to its own chunks up to here"
    )
    similarity_floor: float = Field(default=0, ge=-1, le=1, description="cosine below which a vector hit is dropped")
    reranked: int = Field(
        default=30, ge=1, le=200, description="best hits that a cross-encoder reads again (recipe reranked)"
    )
    searches_at_once: int = Field(
        default=8,
        ge=1,
        le=1000,
        description="searches this process works on at a time; more wait in the order in which they came",
    )
    half_life_days: float = Field(default=30, gt=0, description="days after which the recency of a memory has halved")
    recency_swing: float = Field(default=0.05, ge=0, le=0.1, description="most that recency moves a score, up or down")
    importance_swing: float = Field(
        default=0.05, ge=0, le=0.1, description="most that importance moves a score, up or down"
    )
    cues: CueSettings = Field(default_factory=CueSettings, description="what small signs that a text answers count")
    time_zone: str | None = Field(
        default=None,
        description="zone in which days begin (yesterday, 先週) where a time tells none, such as Asia/Tokyo; "
        "else that of this machine",
    )
    duplicate_similarity: float = Field(
        default=0.8, gt=0, le=1, description="calibrated similarity of a near duplicate"
    )
    backlog_most: int = Field(
        default=50_000, ge=1, description="memories that may wait to be understood before we say stop"
    )
    context_hits: int = Field(default=100, ge=10, le=200, description="hits looked at to fill a context")
    context_margin: float = Field(
        default=0,
        ge=0,
        le=0.5,
        description="share of a context's budget left free, for a model that cuts finer",
    )
    pinned_share: float = Field(
        default=0.3,
        ge=0,
        le=1,
        description="share of a context that pinned memories may take before hits",
    )
    pinned_most: int = Field(default=50, ge=1, le=1000, description="pinned memories a context may tell, nearest first")
    text_most: int = Field(default=1_000_000, ge=1000, description="characters one memory may have")

    @field_validator("time_zone")
    @classmethod
    def _known(cls, name: str | None) -> str | None:
        try:
            ZoneInfo(name or "UTC")
        except (ValueError, OSError, KeyError) as error:
            raise ValueError("is no time zone; give a name such as Asia/Tokyo or UTC") from error
        return name
