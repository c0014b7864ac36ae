"""The mode `temporal`: hybrid candidates and the memories of the asked time, ranked by how well their times fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from graph.calendar.intervals import Stretch, fit, moment_stretch, reach, stretch
from graph.db.filters import filter_row, outside_words, plain_question
from graph.db.row import Row
from graph.db.rows import facets, lucene, moment
from graph.extractor import Extractor
from graph.model.filters import Filters
from graph.model.question import Happening, Period, Question
from graph.model.recalled import Hit
from graph.recall.reasons import joined_phrases, phrase
from graph.recall.searches import TEXTS, Search, Searches

OUTSIDE = 0.2
"""What a memory's score is worth that has nothing to do with the time that was asked about."""
TELLS = 0.9
"""What it counts that a memory tells a date, beside being of that time itself."""
WRITTEN = 0.8
"""What it counts that a memory was written at a time, where it is of another."""
_DATED = 500
"""Memories of the time that are ranked, the newest inside, then the nearest around; that come, whatever they say."""
_DATED_TELLING = 5_000
"""Memories inside the time that are ranked where what they say counts, too."""
_PLACES = 20
"""Chunks that are looked at for when something happened."""
_OWN_DAY = 0.5
"""What a memory's own day counts for when something happened, beside a date that a memory tells."""
_YEARS_BACK = 10
_DAYS_BY_MONTH = 800
"""Periods up to this length are looked up month by month among told dates, longer ones year by year."""


@dataclass(frozen=True, slots=True)
class TemporalSignal:
    """A period, and what the asker should know of how it was found; no period when it could not be."""

    period: Period | None
    note: str | None = None


def temporal_signal(
    searches: Searches, extractor: Extractor, search: Search, zone: tzinfo, language: str
) -> TemporalSignal:
    """The time that a question asks about, a happening in it looked up in the user's memories.

    Those that pass the filters come first: a release of another project is none of this one's, unless it is the only
    one that is told of.
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
    """The days of a time as people write them: its day, or the first and the last that lie in it."""
    first, last = frame[0].date(), (frame[1] - timedelta(microseconds=1)).date()
    return first.isoformat() if first == last else f"{first} – {last}"


def dated(searches: Searches, search: Search, period: Period, now: datetime) -> dict[str, list[str]]:
    """The memories of a period and of the time around it, each with the dates it tells (names of TimeUnit entities).

    Those inside come before those around, however many there are.
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
    """How many of the memories of a time come at least, of so many that were found."""
    return min(count, max(2 * search.wanted, _DATED))


def names_of(since: datetime, until: datetime) -> tuple[list[str], list[str]]:
    """How the keys of dates within a time begin, and the keys of longer dates that it lies in.

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
    """Those keys of dates longer than a day that lie wholly within a time; the order of keys does not tell of them."""
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
    """How well the best of a memory's times fits, and that time."""
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
    """The memory that tells best when something happened, and when: a date beside it, else the memory's own time."""
    asked: Question = extractor.question(happening.words, vector=False)
    if not asked.words:
        return None
    rows = searches.store.read(
        "recall/happening",
        user_id=search.user_id,
        filters=filter_row(search.filters),
        query=lucene(asked.words, facets(search.user_id, search.filters), every=True),
        keys=list(asked.keys),
        texts=TEXTS if outside_words(search.filters) else _PLACES,
        limit=_PLACES,
    )
    return _likeliest(rows, zone)


def _likeliest(rows: Sequence[Row], zone: tzinfo) -> tuple[str, Stretch] | None:
    """Of the dates that memories tell beside a happening, that which most of them tell, and who tells it best.

    A memory without a date speaks for the day it is of itself, which weighs less.
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
