"""MEMORY.md: what a project is, what its folder holds, its sessions and what happened last, kept up to date.

Only what stands between its marks is written; the block quote above them is the project's description, and people may
change it there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from api.markdown.layouts import DECISION, DECISIONS, MEMORIES, PINNED, file_name
from graph.model.memory import Memory
from graph.model.projects import ProjectDetail, SessionSummary

RECENT: Final = 10
SHOWN: Final = 120
_QUOTE: Final = re.compile(r"(?:^>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_HEADINGS: Final = {
    "en": ("Contents", "Sessions", "Recent activity"),
    "ja": ("目次", "セッション", "最近の活動"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A part of a file that is written anew: what stands between `<!-- enishi:NAME -->` and `<!-- /enishi:NAME -->`."""

    name: str

    @property
    def begin(self) -> str:
        """The mark before it."""
        return f"<!-- enishi:{self.name} -->"

    @property
    def end(self) -> str:
        """The mark behind it."""
        return f"<!-- /enishi:{self.name} -->"

    def written(self, text: str, body: str) -> str:
        """A text with this body in the region, which is put at the end where it is not there."""
        whole = f"{self.begin}\n{body}\n{self.end}"
        start, end = text.find(self.begin), text.find(self.end)
        if 0 <= start < end:
            return text[:start] + whole + text[end + len(self.end) :]
        gap = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
        return f"{text}{gap}{whole}\n"


OVERVIEW_REGION: Final = Region(name="overview")
SESSION_REGION: Final = Region(name="session")


def quoted(text: str) -> str:
    """The description in an overview: its first block quote, on one line; empty where there is none."""
    match = _QUOTE.search(text.partition(OVERVIEW_REGION.begin)[0])
    return " ".join(line.lstrip("> \t") for line in match[0].splitlines()).strip() if match else ""


def with_quote(text: str, name: str, description: str) -> str:
    """An overview with a description as its block quote, below the heading."""
    text = text or f"# {name}\n\n"
    head, mark, rest = text.partition(OVERVIEW_REGION.begin)
    line = f"> {description}\n" if description else ""
    if match := _QUOTE.search(head):
        return head[: match.start()] + line + head[match.end() :] + mark + rest
    if not line:
        return text
    lines = head.split("\n")
    at = next((number + 1 for number, each in enumerate(lines) if each.startswith("# ")), 0)
    lines[at:at] = ["", line.rstrip("\n")] if at else [line.rstrip("\n"), ""]
    return "\n".join(lines) + mark + rest


def overview_body(project: ProjectDetail, recent: Sequence[Memory], files: Sequence[str]) -> str:
    """What stands between the marks of an overview: contents, sessions to go on with, and the newest memories."""
    languages = [memory.language for memory in recent]
    contents, sessions, activity = _HEADINGS["ja" if languages.count("ja") * 2 > len(languages) else "en"]
    parts: list[str] = []
    known = [name for name in (PINNED, DECISIONS, MEMORIES) if name in files]
    other = [file for file in files if file not in known and not file.startswith("MEMORY")]
    if known or other:
        parts += [f"## {contents}", "", *(f"- [{file}]({_address(file)})" for file in (*known, *other)), ""]
    if project.sessions:
        parts += [f"## {sessions}", "", *(_session_line(session, files) for session in project.sessions), ""]
    if recent:
        parts += [f"## {activity}", "", *map(_recent_line, recent[:RECENT]), ""]
    return "\n".join(parts).rstrip("\n")


def session_body(session: SessionSummary) -> str:
    """What a session's file says of it: its id and those of its source, by which it goes on, its channel and time."""
    known = [("Session", f"`{session.id}`"), ("Channel", session.channel), ("Projects", ", ".join(session.projects))]
    if session.source is not None:
        known += [(f"{session.source.kind} {name}", f"`{held}`") for name, held in session.source.ids.items()]
    times = [("Since", _minute(session.created_at)), ("Last", _minute(session.last_updated_at))]
    return "  \n".join(f"{name}: {value}" for name, value in (*known, *times) if value)


def _session_line(session: SessionSummary, files: Sequence[str]) -> str:
    file = f"MEMORY_{file_name(session.id)}.md"
    name = f"[{session.id}]({_address(file)})" if file in files else f"`{session.id}`"
    return f"- {name} {', '.join(part for part in (session.channel, _minute(session.last_updated_at)) if part)}"


def _recent_line(memory: Memory) -> str:
    line = " ".join(memory.text.split())
    shown = line if len(line) <= SHOWN else line[:SHOWN] + "…"
    mark = f" ({DECISION})" if memory.category == DECISION else ""
    return f"- {_minute(memory.created_at)} {shown}{mark}"


def _minute(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M}"


def _address(file: str) -> str:
    return file.replace("%", "%25").replace(" ", "%20").replace("(", "%28").replace(")", "%29")
