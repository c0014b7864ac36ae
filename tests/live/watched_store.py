"""A store that lets a test step in before a write."""

from collections.abc import Callable, Sequence
from typing import Any

from graph.db.store import Step, Store


class WatchedStore(Store):
    """Calls `before` with the name of the first statement of every write, then does what `inner` does."""

    def __init__(self, inner: Store, before: Callable[[str], object]) -> None:
        self.inner = inner
        self.before = before

    def read(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        return self.inner.read(name, **params)

    def batch(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        return self.inner.batch(name, **params)

    def write_all(
        self, steps: Sequence[Step], *, check: Callable[[Sequence[dict[str, Any]]], None] | None = None
    ) -> list[list[dict[str, Any]]]:
        self.before(steps[0].name)
        return self.inner.write_all(steps, check=check)


def once(name: str, act: Callable[[], object]) -> Callable[[str], None]:
    """A step for `WatchedStore`: acts before the first write that begins with the statement of this name."""
    waiting = [act]

    def before(first: str) -> None:
        if first == name and waiting:
            waiting.pop()()

    return before
