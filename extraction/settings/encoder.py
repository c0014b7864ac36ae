"""Settings of the embedding engine."""

from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_cache_path
from pydantic import BaseModel, ConfigDict, Field, SecretStr


def _cache_folder() -> Path:
    return user_cache_path("enishi")


class VectorSettings(BaseModel):
    """The choice of embedding engine. Changing engine or model needs a re-embedding of what is stored."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    engine: Literal["e5", "sentence-transformers", "openai"] = "e5"
    """e5: the built-in multilingual-e5-small; sentence-transformers: any local or hub model (extra package); openai: an
    OpenAI-compatible HTTP endpoint."""

    model: Annotated[str | None, Field(min_length=1)] = None
    """Model name or folder for sentence-transformers and openai; the built-in engine has only one."""

    url: Annotated[str, Field(pattern=r"^https?://")] = "https://api.openai.com/v1"
    """Address of the OpenAI-compatible endpoint, without /embeddings."""

    api_key: SecretStr | None = None
    """Sent as a bearer token to the HTTP endpoint."""

    dimensions: Annotated[int | None, Field(ge=2, le=4096)] = None
    """Length of a vector. Asked of the HTTP endpoint and checked for every engine; unset: what the model gives."""

    query_prefix: str | None = None
    """Put before a question; unset: what the model's family expects."""

    passage_prefix: str | None = None
    """Put before a passage; unset: what the model's family expects."""

    spread: Annotated[float | None, Field(ge=0.1, le=100)] = None
    """The factor A of the fusion of scores; unset: 5 for the built-in engine, 3.5 for questions in Japanese, for others
    measured on sentences of our own."""

    sentences: bool = True
    """Whether the vectors of sentences are kept beside those of passages. Without them a long memory takes a seventh
    less room and a short one a twentieth, and both are found worse. To be chosen before the first memory."""

    threads: Annotated[int, Field(ge=1, le=64)] = 1
    """Threads of one encoder. Ingestion scales by processes: one thread each is fastest."""

    batch: Annotated[int, Field(ge=1, le=2048)] = 64
    """Texts in one HTTP request or one local batch."""

    timeout: Annotated[float, Field(gt=0, le=600)] = 30.0
    """Seconds to wait for one HTTP answer."""

    retries: Annotated[int, Field(ge=0, le=10)] = 4
    """How often an HTTP request is repeated on 429 and 5xx."""

    questions_kept: Annotated[int, Field(ge=0, le=1_000_000)] = 4096
    """Vectors of questions kept in memory, without the questions; 0: none."""

    questions_kept_mb: Annotated[int, Field(ge=0, le=4096)] = 16
    """MiB that those vectors may take."""

    question_runs: Annotated[int, Field(ge=1, le=64)] = 2
    """Questions embedded at once; those that come meanwhile wait together and share the next run."""

    cache: Path = Field(default_factory=_cache_folder)
    """Folder in which the built-in model is built once."""
