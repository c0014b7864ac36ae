"""Text exports of WhatsApp in all languages: a day, a time, a name and words on a line, in the order of the country."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import cache
from itertools import pairwise

from api.sources.chats.notices import notice_of, phrases_of
from api.sources.chats.texts.named_lines import is_label
from api.sources.chats.texts.turns import Turn
from api.sources.item import LeftOut
from api.sources.times import day_comes_first

MARKS = "[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]*"
BUDDHIST, BUDDHIST_YEARS = 2400, 543
"""From this year on a calendar counts from Buddha's death, so many years earlier."""

FILE = re.compile(rf"{MARKS}(?P<name>[^\n<>]*\.\w{{2,5}}) ?[(（](?P<mark>[^()（）\n]+)[)）]")
NUMBERED_FILE = re.compile(r"[A-Z]{3}-\d{8}-WA\d+\.\w+")
BRACKETED = re.compile(rf"{MARKS}<[^<>\n]{{3,80}}>")
TRAILING = re.compile(rf"\s*{MARKS}<({MARKS}[^<>\n]+)>$")
QUOTES = re.compile('["“”„«»「『]')
LRM = "\u200e"
Figures = tuple[int, int, int]


@cache
def _stamped() -> re.Pattern[str]:
    """A line that begins with a stamp, in brackets or with a dash behind it."""
    halves = sorted(
        (re.escape(half).replace(r"\ ", r"\s?") for kind in phrases_of("half").values() for half in kind),
        key=len,
        reverse=True,
    )
    half = rf"(?:{'|'.join(halves)})"
    stamp = (
        rf"(?P<a>\d{{1,4}})\.?\s?{MARKS}(?P<mark>[/.\-年])\s?{MARKS}(?P<b>\d{{1,2}})\.?\s?{MARKS}[/.\-月]\s?{MARKS}"
        r"(?P<c>\d{1,4})日?\.?(?:\s?г\.)?"
        r"\s?[,،]?\s(?:(?:à|às|klo|kl\.|at|um|lúc|пр?и|o|las|alle|om)\s)?\s?"
        rf"(?P<early>{half}\s?)?(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})(?:[:.](?P<second>\d{{2}}))?(?P<late>\s?{half})?"
    )
    bracketed = re.sub(r"\(\?P<(\w+)>", r"(?P<\g<1>_>", stamp)
    return re.compile(rf"{MARKS}(?:\[{bracketed}\]\s?|{stamp}\s[-–—:]\s)(?P<rest>.*)", re.IGNORECASE | re.DOTALL)


def is_stamped(lines: Iterable[str]) -> bool:
    """Whether lines begin with stamps and names, so that they are an export and no log (`… - ERROR: …`)."""
    pattern = _stamped()
    rests = [match["rest"] for line in lines if (match := pattern.match(line[:200]))]
    names = {name for rest in rests if (name := rest.partition(":")[0]) != rest}
    return bool(rests) and not (names and all(is_label(name) for name in names))


def stamped_turns(lines: Sequence[str], day_first: bool | None) -> list[Turn]:
    """The turns of an export, notices among them. A stamp whose day cannot be told stays as it is written."""
    pattern = _stamped()
    matches = [pattern.fullmatch(line) for line in lines]
    order = day_first if day_first is not None else day_order([match for match in matches if match])
    turns: list[Turn] = []
    current: Turn | None = None
    for number, (line, match) in enumerate(zip(lines, matches, strict=True), start=1):
        if match:
            current = _turn(number, match, _stamp(match, order) or _written(match))
            turns.append(current)
        elif current is not None:
            current.lines.append(line)
    for turn in turns:
        _clean(turn)
    return turns


def day_order(matches: Sequence[re.Match[str]]) -> bool | None:
    """Whether the days of a file put the day before the month, told from all of them; None where nothing tells.

    A figure above 12 tells; so does the form that only one country writes (2/3/26, 9:05 PM); so does the order of the
    messages, which go forward in time, and in steps as short as may be.
    """
    slashed = [match for match in matches if _part(match, "mark") == "/" and len(_part(match, "a")) < 4]
    figures = list(dict.fromkeys(_figures(match) for match in slashed))
    if not figures:
        return None
    order = day_comes_first([(first, second) for first, second, _ in figures])
    if order is not None:
        return order
    if all(_american(match) for match in slashed) and any(not _padded(match) for match in slashed):
        return False
    return _by_time(figures)


def _american(match: re.Match[str]) -> bool:
    """Month first in the one country that writes two figures of the year and AM or PM in capitals."""
    return (_part(match, "late") or "").strip() in ("AM", "PM") and len(_part(match, "c")) == 2


def _padded(match: re.Match[str]) -> bool:
    return _part(match, "a").startswith("0") or (len(_part(match, "a")) == 2 and len(_part(match, "b")) == 2)


def _by_time(figures: Sequence[Figures]) -> bool | None:
    """The order in which the days of a file go forward, and in the shorter time."""
    spans: dict[bool, tuple[int, int]] = {}
    for order in (True, False):
        try:
            days = [_date(figure, order) for figure in figures]
        except ValueError:
            continue
        steps = [(later - earlier).days for earlier, later in pairwise(days)]
        spans[order] = (sum(step < 0 for step in steps), sum(abs(step) for step in steps))
    if len(spans) < 2 or spans[True] == spans[False]:
        return next(iter(spans)) if len(spans) == 1 else None
    return spans[True] < spans[False]


def _turn(number: int, match: re.Match[str], stamp: str) -> Turn:
    name, mark, text = match["rest"].partition(": ")
    if not mark and name.endswith(":"):
        name, mark = name[:-1], ":"
    name = re.sub(MARKS, "", name).strip().removeprefix("~").strip("\u202f\xa0 ")
    if not mark or not name or QUOTES.search(name) or len(name) > 80:
        return Turn(number, None, stamp, [match["rest"]], LeftOut.NOTICE)
    return Turn(number, name, stamp, [text])


def _clean(turn: Turn) -> None:
    """Finds out whether a turn is a notice, and takes the application's marks from its text."""
    if turn.left_out:
        return
    first, *more = turn.lines
    if _is_file(first.strip()):
        turn.lines, first = more, ""
        turn.left_out = None if "\n".join(more).strip() else LeftOut.MEDIA
    elif BRACKETED.fullmatch(first.strip()) and not "".join(more).strip():
        turn.left_out = LeftOut.MEDIA
    if turn.left_out or not turn.lines:
        return
    text = turn.text
    while edited := TRAILING.search(text):
        if LRM not in edited[0] and not notice_of(edited[1], "edited"):
            break
        text = text[: edited.start()]
    turn.left_out = notice_of(text, "whatsapp")
    if turn.left_out is None and (first.startswith(LRM) or f" {LRM}" in text):
        marked = notice_of(text, "whatsapp_marked")
        turn.left_out = marked or (LeftOut.NOTICE if first.startswith(LRM) else None)
    elif turn.left_out is None and not text.strip():
        turn.left_out = LeftOut.EMPTY
    turn.lines = re.sub(MARKS, "", text).split("\n")


def _is_file(line: str) -> bool:
    """Whether a line names a file that was sent: "IMG-20260203-WA0001.jpg (file attached)", in any language."""
    match = FILE.fullmatch(line)
    if match is None:
        return False
    return NUMBERED_FILE.fullmatch(match["name"]) is not None or notice_of(match["mark"], "attached") is not None


def _stamp(match: re.Match[str], order: bool | None) -> str | None:
    """The time in ISO 8601, or None where day and month cannot be told apart or there is no such time."""
    first, second, third = (int(_part(match, name)) for name in "abc")
    day_first = order if _part(match, "mark") == "/" else True
    if len(_part(match, "a")) < 4 and day_first is None:
        if first == second:
            day_first = True
        else:
            return None
    try:
        day = _date((first, second, third), bool(day_first))
        at = datetime(day.year, day.month, day.day, _hour(match), int(_part(match, "minute")))
        return at.replace(second=int(_part(match, "second") or 0)).isoformat()
    except ValueError:
        return None


def _date(figures: Figures, day_first: bool) -> date:
    first, second, third = figures
    if first > 31:
        year, month, day = first, second, third
    else:
        day, month, year = (first, second, third) if day_first else (second, first, third)
    year = year + 2000 if year < 100 else year - BUDDHIST_YEARS if year > BUDDHIST else year
    return date(year, month, day)


def _hour(match: re.Match[str]) -> int:
    hour = int(_part(match, "hour"))
    half = re.sub(r"\s", "", (_part(match, "early") or _part(match, "late") or "")).casefold()
    kind = {re.sub(r"\s", "", word): kind for kind, words in phrases_of("half").items() for word in words}.get(half)
    return hour if kind is None or hour > 12 else hour % 12 + (12 if kind == "PM" else 0)


def _figures(match: re.Match[str]) -> Figures:
    return int(_part(match, "a")), int(_part(match, "b")), int(_part(match, "c"))


def _part(match: re.Match[str], name: str) -> str:
    return match[name] or match[f"{name}_"] or ""


def _written(match: re.Match[str]) -> str:
    """The stamp with its figures as they are, for the error that says why it could not be read."""
    parts = {name: _part(match, name) for name in ("a", "mark", "b", "c", "hour", "minute")}
    return "{a}{mark}{b}{mark}{c} {hour}:{minute}".format(**parts)
