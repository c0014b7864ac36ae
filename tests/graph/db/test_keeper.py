"""Who looks after a server is called where the server is in trouble, and the statement is then repeated."""

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from neo4j import Driver
from neo4j.exceptions import ClientError, DatabaseError, ServiceUnavailable, TransientError

from graph.db.store import Store
from graph.errors import EnishiError, Unavailable
from graph.settings import Neo4jSettings


class Answering:
    """A session in which every statement gives no rows."""

    def __enter__(self) -> "Answering":
        return self

    def __exit__(self, *_: object) -> None:
        return

    def run(self, *_: object) -> "Answering":
        return self

    def keys(self) -> list[str]:
        return []

    def __iter__(self) -> Iterator[object]:
        return iter(())


class Ailing:
    """A driver of a server in trouble until it is mended, who mends it, or cannot."""

    def __init__(self, fault: Exception, mends: Callable[[], bool] = lambda: True) -> None:
        self._fault: Exception | None = fault
        self._mends = mends
        self.calls = 0

    def session(self, **_: Any) -> Answering:
        if self._fault is not None:
            raise self._fault
        return Answering()

    def mend(self) -> bool:
        self.calls += 1
        if self._mends():
            self._fault = None
            return True
        return False


def read(ailing: Ailing, *, kept: bool = True) -> list[dict[str, Any]]:
    settings = Neo4jSettings(uri="bolt://x", retry_s=0.01)
    return Store(cast("Driver", ailing), settings, ailing if kept else None).read("memory/fullest")


@pytest.mark.parametrize("fault", [ServiceUnavailable("gone"), DatabaseError("critical")])
def test_a_server_in_trouble_is_mended_and_the_statement_repeated(fault: Exception) -> None:
    ailing = Ailing(fault)
    assert read(ailing) == []
    assert ailing.calls == 1


@pytest.mark.parametrize("fault", [ClientError("wrong"), TransientError("deadlock")])
def test_other_faults_are_none_of_the_keepers(fault: Exception) -> None:
    ailing = Ailing(fault)
    with pytest.raises(EnishiError):
        read(ailing)
    assert ailing.calls == 0


def test_without_a_keeper_or_where_it_cannot_help_the_fault_is_told() -> None:
    helpless = Ailing(ServiceUnavailable("gone"), lambda: False)
    with pytest.raises(Unavailable, match="does not answer"):
        read(helpless)
    assert helpless.calls >= 1
    with pytest.raises(Unavailable, match="does not answer"):
        read(Ailing(ServiceUnavailable("gone")), kept=False)


def test_what_a_person_has_to_do_is_told_in_place_of_the_fault() -> None:
    def full() -> bool:
        raise Unavailable("The disk is full.")

    with pytest.raises(Unavailable, match="The disk is full"):
        read(Ailing(DatabaseError("no space"), full))
