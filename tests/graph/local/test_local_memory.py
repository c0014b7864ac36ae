"""How the server's memory is sized."""

import pytest

from graph.local.memory import MemoryLimits, available_mb, limit_mb, sized


@pytest.mark.parametrize(
    ("free", "heap", "cache"),
    [(500, 512, 256), (10_300, 1024, 512), (23_000, 2240, 1120), (500_000, 4096, 2048)],
)
def test_memory_grows_with_the_machine_within_bounds(free: int, heap: int, cache: int) -> None:
    assert sized(free) == MemoryLimits(heap_mb=heap, page_cache_mb=cache)


@pytest.mark.parametrize(
    ("written", "limit"),
    [("max\n", None), ("2147483648\n", 2048), ("9223372036854771712\n", None), ("", None)],
)
def test_a_container_limit_is_read_and_no_limit_is_none(written: str, limit: int | None) -> None:
    assert limit_mb(written) == limit


def test_this_machine_has_some_memory_free() -> None:
    assert available_mb() > 0
