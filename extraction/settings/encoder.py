"""Settings of the embedding engine."""

from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path
from pydantic import BaseModel, ConfigDict, Field, SecretStr


def _cache_folder() -> Path:
    return user_cache_path("enishi")


class VectorSettings(BaseModel):
    """The choice of embedding engine. Changing engine or model needs a re-embedding of what is stored."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    engine: Literal["e5", "sentence-transformers", "openai"] = Field(
        default="e5",
        description="e5: the built-in multilingual-e5-small; sentence-transformers: any local or hub model "
        "(extra package); openai: an OpenAI-compatible HTTP endpoint.",
    )
    model: str | None = Field(
        default=None,
        min_length=1,
        description="Model name or folder for sentence-transformers and openai; the built-in engine has only one.",
    )
    url: str = Field(
        default="https://api.openai.com/v1",
        pattern=r"^https?://",
        description="Address of the OpenAI-compatible endpoint, without /embeddings.",
    )
    api_key: SecretStr | None = Field(default=None, description="Sent as a bearer token to the HTTP endpoint.")
    dimensions: int | None = Field(
        default=None,
        ge=2,
        le=4096,
        description="Length of a vector. Asked of the HTTP endpoint and checked for every engine; "
        "unset: what the model gives.",
    )
    query_prefix: str | None = Field(
        default=None, description="Put before a question; unset: what the model's family expects."
    )
    passage_prefix: str | None = Field(
        default=None, description="Put before a passage; unset: what the model's family expects."
    )
    spread: float | None = Field(
        default=None,
        ge=0.1,
        le=100,
        description="The factor A of the fusion of scores; unset: 5 for the built-in engine, 3.5 for questions in "
        "Japanese, for others measured on sentences of our own.",
    )
    threads: int = Field(
        default=1,
        ge=1,
        le=64,
        description="Threads of one encoder. Ingestion scales by processes: one thread each is fastest.",
    )
    batch: int = Field(default=64, ge=1, le=2048, description="Texts in one HTTP request or one local batch.")
    timeout: float = Field(default=30.0, gt=0, le=600, description="Seconds to wait for one HTTP answer.")
    retries: int = Field(default=4, ge=0, le=10, description="How often an HTTP request is repeated on 429 and 5xx.")
    questions_kept: int = Field(
        default=4096,
        ge=0,
        le=1_000_000,
        description="Vectors of questions kept in memory, without the questions; 0: none.",
    )
    questions_kept_mb: int = Field(default=16, ge=0, le=4096, description="MiB that those vectors may take.")
    question_runs: int = Field(
        default=2,
        ge=1,
        le=64,
        description="Questions embedded at once; those that come meanwhile wait together and share the next run.",
    )
    cache: Path = Field(default_factory=_cache_folder, description="Folder in which the built-in model is built once.")
