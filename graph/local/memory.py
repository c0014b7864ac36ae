"""How much memory the server may take, so that it neither starves the machine nor refuses to start."""

from dataclasses import dataclass
from pathlib import Path

import psutil

MIB = 1024 * 1024
CGROUP = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLimits:
    """Java heap and page cache, in MiB."""

    heap_mb: int
    page_cache_mb: int


def sized(available_mb: int) -> MemoryLimits:
    """A tenth of what is free for the heap, within 512 MiB and 4 GiB, and half of that for the page cache.

    The rest is left to the models, and to the system's file cache, which serves the vector indexes.
    """
    heap = min(max(available_mb // 10, 512), 4096) // 64 * 64
    return MemoryLimits(heap_mb=heap, page_cache_mb=max(heap // 2, 128))


def limit_mb(written: str) -> int | None:
    """The MiB that a cgroup's limit file allows; None when it sets none."""
    text = written.strip()
    if not text.isdigit():
        return None
    limit = int(text) // MIB
    return limit if limit < 16 * 1024 * 1024 else None  # version 1 writes nearly 2**63 for "no limit"


def available_mb() -> int:
    """MiB free for a new program: what the system reports, or less when this container is limited."""
    free = psutil.virtual_memory().available // MIB
    for limit_file, used_file in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        limit = _read_mb(CGROUP / limit_file)
        if limit is not None:
            return max(min(free, limit - (_read_mb(CGROUP / used_file) or 0)), 0)
    return free


def _read_mb(path: Path) -> int | None:
    try:
        return limit_mb(path.read_text(encoding="ascii"))
    except OSError:
        return None
