"""Time zones: whose clock decides on which day a moment lies.

A moment has its own offset, else the zone of the settings or of the machine. The graph stores moments in UTC and, with
a memory, the offset of its author's clock: "yesterday" in a text is a day of its author.
"""

import time
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from graph.errors import Invalid


class _Machine(tzinfo):
    """The clocks of this machine at any time of the year; `astimezone` alone would keep the offset of one moment."""

    def utcoffset(self, at: datetime | None) -> timedelta:
        """How far the machine's clocks are before UTC when they show this."""
        if at is None:
            return timedelta(seconds=-time.timezone)
        shown = at.replace(tzinfo=None)
        try:
            return timedelta(seconds=round(shown.replace(tzinfo=UTC).timestamp() - shown.timestamp()))
        except (OverflowError, ValueError, OSError):
            return timedelta(seconds=-time.timezone)

    def dst(self, at: datetime | None) -> None:
        """Not known: a machine tells its offset alone."""

    def tzname(self, at: datetime | None) -> str:
        """Its offset, as of a zone without a name: "UTC+02:00"."""
        return str(timezone(self.utcoffset(at)))

    def fromutc(self, at: datetime) -> datetime:
        """What the machine's clocks show at a moment; the later of two that look alike is told by its `fold`."""
        there = at.replace(tzinfo=UTC).astimezone()
        shown = there.replace(tzinfo=self)
        return shown if shown.utcoffset() == there.utcoffset() else shown.replace(fold=1)


MACHINE: Final = _Machine()
"""The zone of this machine."""


def local(moment: datetime, zone: str | None) -> datetime:
    """The moment by the clocks of `zone`, of this machine without one; as it is at the ends of the calendar."""
    try:
        return moment.astimezone(ZoneInfo(zone) if zone else MACHINE)
    except (OverflowError, ValueError, OSError):
        return moment


def author_time(field: str, moment: datetime | None, zone: str | None) -> datetime | None:
    """The moment by its author's clock: its own offset, or `zone` where it is given in UTC, as programs do.

    What names no zone at all is what the clocks of `zone` show, of this machine without one.
    """
    if moment is None:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(zone) if zone else MACHINE)
    checked = in_utc(field, moment)
    assert checked is not None
    local_moment = moment if moment.utcoffset() else local(checked, zone)
    # An offset and no rule: what is read again from the graph, which keeps the offset, is then read alike.
    return local_moment.replace(tzinfo=timezone(local_moment.utcoffset() or timedelta()))


def in_utc(field: str, moment: datetime | None) -> datetime | None:
    """The moment in UTC. Raises Invalid when it names no zone."""
    if moment is None:
        return None
    if moment.tzinfo is None:
        raise Invalid(field, "the time names no zone.", allowed="a time with a zone, such as 2026-06-01T09:00:00+09:00")
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise Invalid(field, "the time lies outside the calendar.", allowed="years 1 to 9999") from None


def universal(moment: datetime) -> datetime:
    """The moment in UTC; as it is at the ends of the calendar."""
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return moment


def offset_of(moment: datetime) -> int | None:
    """How many seconds a moment's clock is before UTC, as a memory keeps it; None for UTC itself."""
    return round((moment.utcoffset() or timedelta()).total_seconds()) or None


def at_offset(moment: datetime, seconds: int | None) -> datetime:
    """A moment by a clock that is so many seconds before UTC; `offset_of` backwards."""
    return moment.astimezone(timezone(timedelta(seconds=seconds))) if seconds else moment
