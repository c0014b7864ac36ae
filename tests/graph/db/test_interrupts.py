"""Ctrl-C in the middle of an answer is an interrupt, whatever the driver makes of the rest of the answer."""

from typing import Any, cast

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.settings import Neo4jSettings


class Interrupted:
    """A driver and a session of it: a signal comes while an answer is read, and closing finds it half read."""

    def session(self, **_: Any) -> "Interrupted":
        return self

    def __enter__(self) -> "Interrupted":
        return self

    def __exit__(self, *_: object) -> None:
        raise BufferError("Existing exports of data: object cannot be re-sized")

    def run(self, *_: object) -> None:
        raise KeyboardInterrupt


@pytest.mark.parametrize("does", ["read", "stream"])
def test_an_interrupt_in_the_middle_of_an_answer_stays_one(does: str) -> None:
    store = Store(cast("Driver", Interrupted()), Neo4jSettings(uri="bolt://x", retry_s=0.01))
    with pytest.raises(KeyboardInterrupt):
        list(getattr(store, does)("memory/fullest"))
