"""What was computed of a graph is used again, and never once the graph has changed."""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

import numpy as np
import pytest

from graph.network.cache import VersionedCache, bytes_of


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def cache(clock: Clock, **bounds: int) -> VersionedCache[str]:
    return VersionedCache(seconds=60, size=len, clock=clock, **{"entries": 10, **bounds})  # pyright: ignore[reportArgumentType]


def test_a_value_is_made_once_for_a_version_of_the_graph() -> None:
    kept, made = cache(Clock()), list[int]()
    for version in (1, 1, 2, 2, 1):
        assert (
            kept.get("key", version, lambda version=version: made.append(version) or f"of {version}") == f"of {version}"
        )
    assert made == [1, 2, 1]


def test_a_value_grows_old() -> None:
    clock = Clock()
    kept = cache(clock)
    kept.get("key", 1, lambda: "old")
    clock.now = 59
    assert kept.get("key", 1, lambda: "new") == "old"
    clock.now = 61
    assert kept.get("key", 1, lambda: "new") == "new"


def test_the_value_used_longest_ago_goes_where_there_are_too_many_or_they_are_too_large() -> None:
    kept = cache(Clock(), entries=2)
    for key in ("a", "b", "a", "c"):
        kept.get(key, 1, lambda key=key: key)
    assert kept.get("a", 1, lambda: "anew") == "a"
    assert kept.get("b", 1, lambda: "anew") == "anew"
    sized = cache(Clock(), size_most=10)
    for key, text in (("a", "12345"), ("b", "12345"), ("c", "123")):
        sized.get(key, 1, lambda text=text: text)
    assert len(sized) == 2
    assert sized.get("a", 1, lambda: "anew") == "anew"
    assert sized.get("large", 1, lambda: "x" * 11) == "x" * 11
    assert sized.get("large", 1, lambda: "again") == "again"


def asked_at_once(
    kept: VersionedCache[str], first: BaseException | None = None
) -> tuple[list[str | BaseException], int]:
    """What four are answered who ask while the first of them makes the value, and how often it was made.

    `first` is raised where it is made for the first time.
    """
    begun, go_on, made = Event(), Event(), list[int]()

    def make() -> str:
        made.append(1)
        begun.set()
        assert go_on.wait(10)
        if first is not None and len(made) == 1:
            raise first
        return "value"

    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(kept.get, "key", 1, make)]
        assert begun.wait(10)
        answers += [pool.submit(kept.get, "key", 1, make) for _ in range(3)]
        while kept.hits < 3 and len(made) < 2:
            pass
        go_on.set()
        return [each.exception() or each.result() for each in answers], len(made)


def test_who_asks_while_a_value_is_made_waits_for_it() -> None:
    kept = cache(Clock())
    assert asked_at_once(kept) == (["value"] * 4, 1)
    assert (kept.hits, kept.misses) == (3, 1)
    assert kept.get("key", 1, lambda: "anew") == "value"


def test_who_asks_while_a_value_is_made_shares_its_failure_which_is_not_kept() -> None:
    kept = cache(Clock())
    answers, made = asked_at_once(kept, ValueError("gone"))
    assert [str(each) for each in answers] == ["gone"] * 4
    assert made == 1
    assert kept.get("key", 1, lambda: "anew") == "anew"
    with pytest.raises(ValueError, match="again"):
        kept.get("key", 2, lambda: (_ for _ in ()).throw(ValueError("again")))


@pytest.mark.parametrize("end", [KeyboardInterrupt("stop"), SystemExit(1)])
def test_the_end_of_the_thread_that_makes_a_value_is_nobody_elses(end: BaseException) -> None:
    kept = cache(Clock())
    answers, made = asked_at_once(kept, end)
    assert answers == [end, "value", "value", "value"]
    assert made == 2
    assert kept.get("key", 1, lambda: "anew") == "value"


@dataclass(frozen=True, slots=True)
class Pair:
    first: object
    second: object


def test_a_value_takes_what_all_it_holds_takes() -> None:
    numbers = np.zeros(1_000)
    assert bytes_of(numbers) == 8_000
    held = Pair((numbers, 0.5), {"text": ["x" * 500, None]})
    shell = sum(sys.getsizeof(each) for each in (held, held.first, 0.5, held.second, "text", ["x", None], None))
    assert bytes_of(held) == 8_000 + sys.getsizeof("x" * 500) + shell
