"""What a person may choose about the local Neo4j; everything has a default that works."""

from pathlib import Path
from typing import Literal

from platformdirs import user_cache_dir, user_data_dir
from pydantic import BaseModel, ConfigDict, Field

NEO4J_VERSION = "2026.09.0"
"""The server version that the lock file pins."""

Profile = Literal["everyday", "test"]


def default_home() -> Path:
    """Where this user's database lives unless told otherwise."""
    return Path(user_data_dir("enishi")) / "neo4j"


def default_jars() -> Path:
    """Where the server's jar files are kept unless told otherwise; safe to delete, they are fetched again."""
    return Path(user_cache_dir("enishi")) / f"neo4j-{NEO4J_VERSION}"


class LocalSettings(BaseModel):
    """How the Neo4j of this machine is found, fetched, sized and started."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    java_home: Path | None = Field(default=None, description="Folder of a Java 21 to 25; unset: the first that fits.")
    home: Path = Field(default_factory=default_home, description="Folder of the database, its logs and its password.")
    jars: Path = Field(default_factory=default_jars, description="Folder of the server's jar files; filled when empty.")
    repository: str | None = Field(
        default=None, pattern="^https?://", description="Address of a Maven repository or mirror; unset: Maven Central."
    )
    heap_mb: int | None = Field(
        default=None, ge=256, le=65536, description="Java heap in MiB; unset: from free memory."
    )
    page_cache_mb: int | None = Field(
        default=None, ge=32, le=262144, description="Page cache in MiB; unset: half of the heap."
    )
    start_timeout_s: float = Field(default=180.0, gt=0, le=3600, description="Seconds a start may take.")
    stop_timeout_s: float = Field(default=60.0, gt=0, le=3600, description="Seconds a clean stop may take.")
    bolt_port: int = Field(default=0, ge=0, le=65535, description="Port for drivers; 0: any free one, then the same.")
    http_port: int = Field(default=0, ge=0, le=65535, description="Port for Browser; 0: any free one, then the same.")
    connections: int = Field(default=8, ge=1, le=32, description="Files fetched at once when the jars are missing.")
    profile: Profile = Field(
        default="everyday", description="'everyday', or 'test': small and quick to start, slower at its peak."
    )
