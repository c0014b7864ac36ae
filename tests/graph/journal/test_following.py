"""Who follows is told each event once, in whatever order transactions end, and goes on where another left off."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import Invalid, Unavailable
from graph.journal.following import LATE_S, Following
from graph.model.life.journal import Act, Event

START = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


class Written:
    """A journal in memory, into which events come in any order; `now` is the clock of who follows."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.now = 0.0
        self.reads = 0
        self.away = False

    def write(self, identity: str, seconds: float) -> None:
        at = START + timedelta(seconds=seconds)
        self.events.append(Event(id=identity, kind=Act.REMEMBERED, at=at, by="python", number=1))

    def read(self, at: datetime, event_id: str, limit: int) -> list[Event]:
        if self.away:
            raise Unavailable("Neo4j does not answer.")
        ordered = sorted(self.events, key=lambda event: (event.at, event.id))
        page = [event for event in ordered if (event.at, event.id) > (at, event_id)][:limit]
        self.reads += len(page)
        return page

    def follow(self, user: str = "taro", cursor: str | None = None) -> Following:
        newest = sorted(self.events, key=lambda event: (event.at, event.id))[-1:]
        return Following(user, self.read, newest=newest, cursor=cursor, clock=lambda: self.now)


def ids(events: tuple[Event, ...]) -> list[str]:
    return [event.id for event in events]


@given(st.lists(st.tuples(st.floats(0, LATE_S - 1), st.booleans()), max_size=600))
def test_every_event_is_told_once_however_late_it_is_written(written: list[tuple[float, bool]]) -> None:
    journal = Written()
    journal.write("before", 0)
    following, told = journal.follow(), list[str]()
    for number, (seconds, look) in enumerate(written):
        journal.write(f"{number:04}", seconds)
        if look:
            told += ids(following.next())
    told += ids(following.next())
    assert sorted(told) == [f"{number:04}" for number in range(len(written))]
    assert following.next() == ()


def test_what_was_there_before_is_not_told() -> None:
    journal = Written()
    for number in range(500):
        journal.write(f"{number:04}", number / 10)
    assert journal.follow().next() == ()


def test_a_cursor_goes_on_and_brings_what_was_written_late_meanwhile() -> None:
    journal = Written()
    following = journal.follow()
    journal.write("b", 100)
    assert ids(following.next()) == ["b"]
    cursor = following.cursor
    journal.write("a", 90)
    journal.write("c", 101)
    told = ids(journal.follow(cursor=cursor).next())
    assert set(told) == {"a", "b", "c"}, "at the seam one may come twice, none never"


def test_a_quiet_user_costs_no_rows() -> None:
    journal = Written()
    following = journal.follow()
    for number in range(300):
        journal.write(f"{number:04}", number / 100)
    following.next()
    journal.now = LATE_S + 1
    journal.reads = 0
    assert following.next() == ()
    assert journal.reads <= 1


def test_what_happens_while_the_graph_is_away_is_told_afterwards() -> None:
    journal = Written()
    following = journal.follow()
    journal.write("a", 1)
    journal.away = True
    with pytest.raises(Unavailable):
        following.next()
    journal.away = False
    assert ids(following.next()) == ["a"]


def test_a_cursor_of_somebody_else_is_refused() -> None:
    journal = Written()
    cursor = journal.follow("hana").cursor
    with pytest.raises(Invalid):
        journal.follow("taro", cursor)
