"""The mode `temporal`: hybrid candidates and the memories of the asked time, ranked by how well their times fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from graph.calendar.intervals import Stretch, fit, moment_stretch, reach, stretch
from graph.db.filters import filter_row, outside_words, plain_question
from graph.db.row import Row
from graph.db.rows import lucene, moment
from graph.extractor import Extractor
from graph.model.filters import Filters
from graph.model.reading.question import Happening, Period, Question
from graph.model.recalled import Hit
from graph.recall.reasons import joined_phrases, phrase
from graph.recall.searches import TEXTS, Search, Searches

OUTSIDE = 0.2
"""The factor of a memory that has nothing to do with the asked time."""
TELLS = 0.9
"""Weight of a date that a memory mentions, beside 1 for the time it happened."""
WRITTEN = 0.8
"""Weight of the time a memory was written, where it happened at another."""
_DATED = 500
"""Memories of the period that are ranked whatever they say: the newest inside, then the nearest around."""
_DATED_TELLING = 5_000
"""Memories inside the period that are ranked where what they say counts, too."""
_PLACES = 20
"""Chunks that are read to date an event of the question ("before the wedding")."""
_OWN_DAY = 0.5
"""Weight of a memory's own day as the date of an event, beside 1 for a date that it mentions."""
_YEARS_BACK = 10
_DAYS_BY_MONTH = 800
"""Mentioned dates are looked up month by month for periods up to this length, year by year for longer ones."""


@dataclass(frozen=True, slots=True)
class TemporalSignal:
    """The period a question asks about, None where it has none, and a note on how it was read."""

    period: Period | None
    note: str | None = None


def temporal_signal(
    searches: Searches, extractor: Extractor, search: Search, zone: tzinfo, language: str
) -> TemporalSignal:
    """The period of a question; the date of an event in it ("before the release") comes from the user's memories.

    Memories that pass the filters are asked first: a release of another project counts only where no other is known.
    """
    period = search.asked.period
    if period is None:
        return TemporalSignal(None, phrase("no-time", language))
    if period.happening is None:
        return TemporalSignal(period)
    event, where = _when(searches, extractor, search, period.happening, zone), "happening"
    if event is None and not plain_question(search.filters):
        beyond = replace(search, filters=Filters())
        event, where = _when(searches, extractor, beyond, period.happening, zone), "happening-beyond"
    if event is None:
        return TemporalSignal(None, phrase("no-happening", language, said=period.words))
    memory_id, (start, end) = event
    side = period.happening.side
    bounds = {-1: (None, start), 0: (start, end), 1: (end, None)}[side]
    note = phrase(where, language, said=period.words, bound=days_of((start, end)), memory=memory_id)
    return TemporalSignal(replace(period, since=bounds[0], until=bounds[1]), note)


def days_of(frame: Stretch) -> str:
    """The days of a stretch for people: "2026-05-01" or "2026-05-01 – 2026-05-07"."""
    first, last = frame[0].date(), (frame[1] - timedelta(microseconds=1)).date()
    return first.isoformat() if first == last else f"{first} – {last}"


def dated(searches: Searches, search: Search, period: Period, now: datetime) -> dict[str, list[str]]:
    """The memories of a period and of the time around it, each with the dates it mentions (TimeUnit names).

    Those inside the period come first, however many there are.
    """
    near = reach(period)
    since = period.since or _moved(period.until or now, -timedelta(days=366 * _YEARS_BACK))
    until = period.until or _moved(max(now, since), timedelta(days=366))
    prefixes, keys = names_of(since, until)
    rows = searches.store.read(
        "recall/dated",
        user_id=search.user_id,
        filters=filter_row(search.filters),
        since=_moved(since, timedelta()),
        until=_moved(until, timedelta()),
        earliest=_moved(since, -near),
        latest=_moved(until, near),
        prefixes=prefixes,
        keys=keys,
        first=_key(since),
        next=_key(until),
        inside=_lying_inside([*prefixes, *keys], (since, until)),
        scan=max(2 * search.wanted, _DATED if period.only else _DATED_TELLING),
        around=max(2 * search.wanted, _DATED),
    )
    return {row["id"]: row["told"] for row in rows}


def ranked(count: int, search: Search) -> int:
    """How many of `count` memories of a period are ranked at least."""
    return min(count, max(2 * search.wanted, _DATED))


def names_of(since: datetime, until: datetime) -> tuple[list[str], list[str]]:
    """The prefixes of keys of dates within a period, and the keys of longer dates around it.

    A key is the date's name with spaces for hyphens. A run of days may begin in the month before; a week belongs to no
    month.
    """
    years = [f"{year:04d}" for year in range(max(1, since.year - 1), min(9999, until.year) + 1)]
    decades = list(dict.fromkeys(f"{year[:3]}0s" for year in years))
    if until - since > timedelta(days=_DAYS_BY_MONTH):
        return [f"{year} " for year in years], [*years, *decades]
    months: list[str] = []
    year, month = (since.year, since.month - 1) if since.month > 1 else (since.year - 1, 12)
    while (year, month) <= (until.year, until.month):
        months.append(f"{year:04d} {month:02d}")
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    weeks: dict[str, None] = {}
    at = since
    while at < until + timedelta(days=7):
        iso = at.isocalendar()
        weeks[f"{iso.year:04d} w{iso.week:02d}"] = None
        at += timedelta(days=7)
    quarters = [f"{year} q{number}" for year in years for number in range(1, 5)]
    return months, [*weeks, *quarters, *years, *decades]


def _key(at: datetime) -> str:
    """The key of a moment's day; such keys are in the order of their days."""
    return f"{at.year:04d} {at:%m %d}"


def _lying_inside(keys: Sequence[str], frame: Stretch) -> list[str]:
    """The keys of dates longer than a day that lie wholly within a stretch; their order as texts does not tell."""
    stretches = {key: stretch(key.strip().replace(" ", "-"), frame[0].tzinfo or UTC) for key in keys}
    return [key.strip() for key, span in stretches.items() if span and frame[0] <= span[0] and span[1] <= frame[1]]


def fitted(
    hits: Sequence[Hit], dates: Mapping[str, Sequence[str]], period: Period, zone: tzinfo, language: str
) -> tuple[list[Hit], bool]:
    """Hits ranked anew by their times, and whether any lies inside: `score · (0.2 + 0.8 · fit)`.

    A score below nothing is divided by that: lying outside makes nothing better.
    Where only the time was asked for, the fit is the score, and of those that fit as well the newest comes first.
    """
    judged = [(_best(hit, dates.get(hit.memory.id, ()), period, zone), hit) for hit in hits]
    ranked: list[tuple[tuple[float, ...], Hit]] = []
    for (fitness, at), hit in judged:
        lies_inside = fitness >= WRITTEN
        factor = OUTSIDE + (1 - OUTSIDE) * fitness
        factor = factor if hit.score >= 0 or period.only else 1 / factor
        score = round(fitness if period.only else hit.score * factor, 6)
        where = "inside" if lies_inside else "near" if fitness > 0.1 else "outside"
        why = joined_phrases([phrase(where, language, said=period.words), hit.why], language)
        shown = replace(hit, score=score, why=why, parts=replace(hit.parts, time=round(factor, 6)))
        # What lies inside fits by 0.8 or more, before all that does not: by tenths, so that its age can decide.
        place = (-round(score, 1), -at.timestamp()) if period.only and lies_inside else (-score,)
        ranked.append((place, shown))
    ranked.sort(key=lambda entry: (entry[0], entry[1].memory.id))
    return [hit for _, hit in ranked], any(fitness >= WRITTEN for (fitness, _), _ in judged)


def _best(hit: Hit, dates: Sequence[str], period: Period, zone: tzinfo) -> tuple[float, datetime]:
    """How well the best of a memory's times fits the period, and that time."""
    memory = hit.memory
    times: list[tuple[float, datetime]] = []
    written = fit(moment_stretch(memory.created_at), period)
    if memory.occurred_at is not None:
        times.append((fit(moment_stretch(memory.occurred_at), period), memory.occurred_at))
        written *= WRITTEN
    times.append((written, memory.created_at))
    for name in dates:
        date = stretch(name, zone)
        if date is not None:
            times.append((TELLS * fit(date, period), date[0]))
    return max(times, key=lambda time: (time[0], time[1]))


def _when(
    searches: Searches, extractor: Extractor, search: Search, happening: Happening, zone: tzinfo
) -> tuple[str, Stretch] | None:
    """The memory that dates an event best, and the date: one mentioned beside it, else the memory's own day."""
    asked: Question = extractor.question(happening.words, vector=False)
    if not asked.words:
        return None
    rows = searches.store.read(
        "recall/happening",
        user_id=search.user_id,
        filters=filter_row(search.filters),
        query=lucene(asked.words, search.user_id, search.filters, every=True),
        keys=list(asked.keys),
        texts=TEXTS if outside_words(search.filters) else _PLACES,
        limit=_PLACES,
    )
    return _likeliest(rows, zone)


def _likeliest(rows: Sequence[Row], zone: tzinfo) -> tuple[str, Stretch] | None:
    """The date with most votes among the memories of an event, and the best memory for it.

    A memory votes for the dates it mentions, or with half the weight for its own day.
    """
    best = max((row["score"] for row in rows), default=0.0) or 1.0
    votes: dict[Stretch, float] = {}
    tellers: dict[Stretch, str] = {}
    for row in rows:
        dates = [told_date for name in row["told"] if (told_date := stretch(name, zone)) is not None]
        for date in dates or [_day(moment(row["at"]).astimezone(zone))]:
            weight = (1.0 if dates else _OWN_DAY) * max(row["score"] / best, _OWN_DAY)
            votes[date] = votes.get(date, 0.0) + weight
            tellers.setdefault(date, row["memory_id"])
    if not votes:
        return None
    # Of several told as often the shorter and then the earlier: "on the 7th and 8th" begins on the 7th.
    chosen = max(votes, key=lambda date: (round(votes[date], 6), date[0] - date[1], -date[0].timestamp()))
    return tellers[chosen], chosen


def _day(at: datetime) -> Stretch:
    start = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return start, start + timedelta(days=1)


def _moved(at: datetime, by: timedelta) -> datetime:
    """A moment so much away, in UTC as all that is stored; the moment itself at either end of the calendar."""
    try:
        return (at + by).astimezone(UTC)
    except OverflowError:
        return at
