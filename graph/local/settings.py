"""What a person may choose about the local Neo4j; everything has a default that works."""

from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_cache_dir, user_data_dir
from pydantic import BaseModel, ConfigDict, Field

NEO4J_VERSION = "2026.09.0"
"""The server version that the lock file pins."""

Profile = Literal["everyday", "lean", "test"]


def default_home() -> Path:
    """Where this user's database lives unless told otherwise."""
    return Path(user_data_dir("enishi")) / "neo4j"


def default_jars() -> Path:
    """Where the server's jar files are kept unless told otherwise; safe to delete, they are fetched again."""
    return Path(user_cache_dir("enishi")) / f"neo4j-{NEO4J_VERSION}"


class LocalSettings(BaseModel):
    """How the Neo4j of this machine is found, fetched, sized and started."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    java_home: Path | None = None
    """Folder of a Java 21 to 25; unset: the first that fits."""

    home: Path = Field(default_factory=default_home)
    """Folder of the database, its logs and its password."""

    jars: Path = Field(default_factory=default_jars)
    """Folder of the server's jar files; filled when empty."""

    repository: Annotated[str | None, Field(pattern="^https?://")] = None
    """Address of a Maven repository or mirror; unset: Maven Central."""

    heap_mb: Annotated[int | None, Field(ge=256, le=65536)] = None
    """Java heap in MiB; unset: from free memory."""

    page_cache_mb: Annotated[int | None, Field(ge=32, le=262144)] = None
    """Page cache in MiB; unset: half of the heap."""

    start_timeout_s: Annotated[float, Field(gt=0, le=3600)] = 180.0
    """Seconds a start may take."""

    stop_timeout_s: Annotated[float, Field(gt=0, le=3600)] = 60.0
    """Seconds a clean stop may take."""

    bolt_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """Port for drivers; 0: any free one, then the same."""

    http_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """Port for Browser; 0: any free one, then the same."""

    connections: Annotated[int, Field(ge=1, le=32)] = 8
    """Files fetched at once when the jars are missing."""

    profile: Profile = "everyday"
    """'everyday'; 'lean': logs of 16 MiB in place of 256, kept no longer than a crash needs them; 'test': small and
    quick to start, slower at its peak."""
