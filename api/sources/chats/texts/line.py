"""Text exports of LINE: of the phone, with tabs, and of the PC, where blanks alone part time, name and words."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from api.sources.chats.notices import notice_of, phrases_of
from api.sources.chats.texts.turns import Turn
from api.sources.item import LeftOut

WEEKDAY = (
    r"(?:[月火水木金土日](?:曜日?)?|(?:星期|週|周)[一二三四五六日天]|"
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\.?)"
)
DAY = re.compile(
    rf"\ufeff?(?P<first>\d{{4}}[/.]\d{{1,2}}[/.]\d{{1,2}}|\d{{4}}年\d{{1,2}}月\d{{1,2}}日),?\s*[(（]?{WEEKDAY}[)）]?\s*|"
    rf"(?P<weekday>{WEEKDAY}),?\s+(?P<last>\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}}|"
    r"[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}|\d{1,2} [A-Z][a-z]{2,8}\.? \d{4})\s*"
)
CLOCK = r"(?:(?:午前|午後|上午|下午|[AP]M) ?)?\d{1,2}:\d{2}(?: ?[AaPp]\.?[Mm]\.?)?"
TABBED = re.compile(rf"({CLOCK})\t([^\t]*)\t(.*)")
TABBED_NOTICE = re.compile(rf"(?:{CLOCK})\t([^\t]*)")
SPACED = re.compile(rf"({CLOCK}) (\S.*)")
PC_DAY = re.compile(rf"\ufeff?\d{{4}}\.\d{{1,2}}\.\d{{1,2}} {WEEKDAY}\s*")
TITLE = re.compile(
    r"\ufeff?\[LINE\] ?"
    r"(?:Chat (?:history )?(?:with|in) (?P<en>.+)|(?P<ja>.+?)(?:との|の)?トーク(?:履歴)?|(?P<name>.+?))\s*"
)
SURNAME = re.compile(r"[\u4e00-\u9fff々]{2,3}")
GIVEN = re.compile(r"[\u4e00-\u9fff々]{1,3}|[\u3041-\u309f]{2,4}|[\u30a1-\u30ff]{2,5}")


def is_phone(lines: Sequence[str]) -> bool:
    """Whether lines are an export with tabs."""
    return any(TABBED.fullmatch(line) for line in lines)


def is_pc(lines: Sequence[str]) -> bool:
    """Whether lines are an export without tabs: days with dots, or the title, and lines that begin with a time."""
    filled = [line for line in lines if line.strip()]
    headed = any(PC_DAY.fullmatch(line) for line in filled) or (bool(filled) and filled[0].startswith("[LINE]"))
    return headed and any(map(DAY.fullmatch, filled)) and any(map(SPACED.fullmatch, filled))


def phone_turns(lines: Sequence[str]) -> list[Turn]:
    """The turns of an export with tabs, notices among them."""
    turns: list[Turn] = []
    day, current = "", None
    for number, line in enumerate(lines, start=1):
        if header := DAY.fullmatch(line):
            day, current = _day(header), None
        elif match := TABBED.fullmatch(line):
            name = match[2].strip() or None
            current = Turn(number, name, f"{day} {match[1]}", [match[3]])
            if name is None:
                current.left_out = notice_of(match[3], "line_group") or LeftOut.NOTICE
            turns.append(current)
        elif match := TABBED_NOTICE.fullmatch(line):
            turns.append(Turn(number, None, None, [], notice_of(match[1], "line_group") or LeftOut.NOTICE))
            current = None
        elif current is not None:
            current.lines.append(line)
    for turn in turns:
        turn.left_out = turn.left_out or notice_of(turn.text, "line")
    return turns


def pc_turns(lines: Sequence[str], file_name: str = "") -> list[Turn]:
    """The turns of an export without tabs, the names told from how lines begin again and again, and from its title."""
    matches = [SPACED.fullmatch(line) for line in lines]
    rests = [match[2] for match in matches if match and not _group_notice(match[2])]
    names = speakers_of(rests, _known_names([*lines[:3], file_name]))
    turns: list[Turn] = []
    day, current = "", None
    for number, (line, match) in enumerate(zip(lines, matches, strict=True), start=1):
        if header := DAY.fullmatch(line):
            day, current = _day(header), None
        elif match and (kind := _group_notice(match[2])):
            turns.append(Turn(number, None, None, [], kind))
            current = None
        elif match:
            name = next((name for name in names if match[2] == name or match[2].startswith(name + " ")), None)
            text = match[2][len(name) :].strip() if name else match[2]
            kind = notice_of(text, "line_plain") or notice_of(text, "line")
            current = Turn(number, name, f"{day} {match[1]}", [text], kind)
            turns.append(current)
        elif current is not None:
            current.lines.append(line)
    return turns


def _day(header: re.Match[str]) -> str:
    """The day of a header; the weekday beside it tells which of 2/3/2026 is the month."""
    if header["first"]:
        return header["first"]
    figures = re.fullmatch(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})", header["last"])
    if figures is None:
        return header["last"]
    first, second, year = (int(figure) for figure in figures.groups())
    days: list[date] = []
    for month, day in ((first, second), (second, first)):
        with suppress(ValueError):
            days.append(date(year, month, day))
    named = [day for day in days if day.strftime("%a") == header["weekday"][:3]]
    return named[0].isoformat() if named else header["last"]


def speakers_of(rests: Sequence[str], known: frozenset[str]) -> list[str]:
    """The names that lines of name and words begin with, the longest first.

    A name of two words is told by coming back whole, by standing before a notice ("田中 健 スタンプ"), or by its shape.
    """
    marks = sorted((mark for kind in phrases_of("line_plain").values() for mark in kind), key=len, reverse=True)
    names = {name for name in known if any(rest.startswith(name + " ") for rest in rests)}
    for rest in rests:
        mark = next((mark for mark in marks if rest.endswith(" " + mark)), None)
        if mark and len(name := rest[: -len(mark) - 1].strip()) <= 20 and name.count(" ") <= 2:
            names.add(name)
    groups: defaultdict[str, list[list[str]]] = defaultdict(list)
    for rest in rests:
        if not any(rest.startswith(name + " ") for name in names):
            words = rest.split(" ")
            groups[words[0]].append(words)
    for first, lines in groups.items():
        names.update(_names_in(first, lines))
    return sorted(names, key=len, reverse=True)


def _names_in(first: str, lines: list[list[str]]) -> set[str]:
    """The names among lines that begin with the same word."""
    seconds = Counter(words[1] for words in lines if len(words) > 2)
    if len(lines) == 1:
        words = lines[0]
        whole = len(words) > 2 and SURNAME.fullmatch(first) and GIVEN.fullmatch(words[1])
        return {f"{first} {words[1]}"} if whole else {first}
    names = {f"{first} {second}" for second, count in seconds.items() if count > 1 and count * 3 > len(lines)}
    return names if names and sum(seconds[name.split(" ")[1]] for name in names) == len(lines) else {first}


def _known_names(lines: Sequence[str]) -> frozenset[str]:
    title = next((match for line in lines if (match := TITLE.fullmatch(line))), None)
    name = title and (title["en"] or title["ja"] or title["name"])
    return frozenset((name.strip(),)) if name else frozenset()


def _group_notice(text: str) -> LeftOut | None:
    """What a line without a name says of the group: "花が写真を追加しました"."""
    return notice_of(text, "line_group") if not text.startswith("[") and " [" not in text and "☎" not in text else None
