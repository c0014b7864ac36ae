"""Text exports of messengers (LINE, WhatsApp, `Name: text`): which one it is, and its turns."""

import re
from collections import Counter
from dataclasses import dataclass, field

from api.sources.times import day_comes_first

WEEKDAY = r"(?:[月火水木金土日](?:曜日)?|Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
LINE_DAY = re.compile(
    rf"(?P<day>\d{{4}}[/.]\d{{1,2}}[/.]\d{{1,2}})\s*\(?{WEEKDAY}\)?\s*|{WEEKDAY},?\s+(?P<other>\d{{1,2}}/\d{{1,2}}/\d{{4}})\s*"
)
LINE_TURN = re.compile(r"((?:午前|午後)?\d{1,2}:\d{2}(?: ?[AaPp][Mm])?)\t([^\t]*)\t(.*)")
LINE_NOTICE = re.compile(r"(?:午前|午後)?\d{1,2}:\d{2}(?: ?[AaPp][Mm])?\t[^\t]*")
STAMP = r"(\d{1,4}[/.\-]\d{1,2}[/.\-]\d{1,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?)"
STAMPED = re.compile(rf"[\u200e\u200f]*(?:\[{STAMP}\]|{STAMP} -) (.*)")
NAMED = re.compile(r"([^\s:\uff1a#>*|\-][^:\uff1a\t]{0,39}?)(?::(?:\s+|$|(?=[^\x00-\x7f]))|\uff1a\s*)(.*)")
FIGURES = re.compile(r"(\d{1,2})[/\-](\d{1,2})[/\-]\d{2,4}\b")

LINE = "line"
STAMPS = "whatsapp"


@dataclass(slots=True)
class Turn:
    """One message of a text export: the line it starts on, who speaks, when (as written), and its lines."""

    line: int
    speaker: str | None
    stamp: str | None
    lines: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """The message, its lines joined, without the quotes one messenger puts around several lines."""
        text = "\n".join(self.lines).strip()
        quoted = len(self.lines) > 1 and len(text) > 1 and text[0] == text[-1] == '"'
        return text[1:-1].strip() if quoted else text


def turns_of(lines: list[str]) -> tuple[str | None, list[Turn]]:
    """The channel a text export comes from, where it shows, and its turns; none when it is no transcript."""
    style = style_of(lines)
    if style == LINE:
        return LINE, _line_turns(lines)
    if style == STAMPS:
        return STAMPS, _stamped_turns(lines)
    return None, _named_turns(lines)


def style_of(lines: list[str]) -> str | None:
    """`line` for its export, `whatsapp` for stamped lines, None otherwise."""
    if any(LINE_TURN.fullmatch(line) for line in lines):
        return LINE
    return STAMPS if any(STAMPED.fullmatch(line) for line in lines) else None


def is_transcript(lines: list[str]) -> bool:
    """Whether a text, or the beginning of one, looks like a chat: stamps, or mostly `Name: text` with names again."""
    filled = [line for line in lines if line.strip()]
    if style_of(filled):
        return True
    names = Counter(match[1] for line in filled if (match := NAMED.fullmatch(line)))
    return len(filled) > 2 and names.total() >= 0.6 * len(filled) and len(names) <= names.total() / 2


def day_order(turns: list[Turn]) -> bool | None:
    """Whether the stamps of a file put the day before the month, told from all of them; None if none tells."""
    figures = (FIGURES.match(turn.stamp) for turn in turns if turn.stamp)
    return day_comes_first([(int(match[1]), int(match[2])) for match in figures if match])


def _line_turns(lines: list[str]) -> list[Turn]:
    turns: list[Turn] = []
    day, current = "", None
    for number, line in enumerate(lines, start=1):
        if header := LINE_DAY.fullmatch(line):
            day, current = header["day"] or header["other"], None
        elif match := LINE_TURN.fullmatch(line):
            current = Turn(number, match[2].strip() or None, f"{day} {match[1]}", [match[3]])
            turns.append(current)
        elif LINE_NOTICE.fullmatch(line):
            current = None
        elif current is not None:
            current.lines.append(line)
    return turns


def _stamped_turns(lines: list[str]) -> list[Turn]:
    turns: list[Turn] = []
    current: Turn | None = None
    for number, line in enumerate(lines, start=1):
        if match := STAMPED.fullmatch(line):
            name, mark, text = match[3].partition(": ")
            current = Turn(number, name.strip(), match[1] or match[2], [text]) if mark else None
            if current:
                turns.append(current)
        elif current is not None:
            current.lines.append(line)
    return turns


def _named_turns(lines: list[str]) -> list[Turn]:
    """Turns of `Name: text`. A name counts when it comes back, or when every line has one."""
    filled = [line for line in lines if line.strip()]
    names = Counter(match[1] for line in filled if (match := NAMED.fullmatch(line)))
    all_named = names.total() == len(filled)
    turns: list[Turn] = []
    for number, line in enumerate(lines, start=1):
        match = NAMED.fullmatch(line)
        if match and (all_named or names[match[1]] > 1):
            turns.append(Turn(number, match[1], None, [match[2]]))
        elif turns:
            turns[-1].lines.append(line)
        elif line.strip():
            turns.append(Turn(number, None, None, [line]))
    return turns if any(turn.speaker for turn in turns) else []
