"""Which files of a folder hold memories, in which grammar, and where memories go that no file has: one row a tool."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from api.markdown.grammars.entries import Entries
from api.markdown.grammars.items import Items
from api.markdown.grammars.marked import Marked
from api.markdown.grammars.observations import Observations
from api.markdown.grammars.pieces import Grammar
from api.markdown.grammars.sections import Sections
from graph.errors import Invalid
from graph.model.memory import Memory

OVERVIEW, PINNED, DECISIONS, MEMORIES = "MEMORY.md", "pinned.md", "decisions.md", "memories.md"
DECISION: Final = "decision"
"""The category of what stands in decisions.md."""
_SESSION: Final = re.compile(r"MEMORY_(.+)\.md")
_INSTRUCTIONS: Final = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md")
_CLINE: Final = ("projectbrief.md", "productContext.md", "activeContext.md", "systemPatterns.md", "techContext.md",
                 "progress.md")  # fmt: skip
_LOOKED_AT: Final = 20
"""Notes whose front matter tells whose they are."""

Fields = Mapping[str, object]


def _no_fields(file: str) -> Fields:  # noqa: ARG001 -- as every layout's is called
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a tool lays its memories out. `fields` are what a draft from a file is besides its words."""

    name: str
    grammar_of: Callable[[str], Grammar | None]
    home_of: Callable[[Memory], str]
    fields_of: Callable[[str], Fields] = field(default=_no_fields)
    overview: bool = False
    """Whether the folder has a MEMORY.md that is kept up to date."""


def _name_of(file: str) -> str:
    """The last part of a file's path. Asked of every file of a folder, which may have tens of thousands."""
    return file.rpartition("/")[2]


def _of_project(file: str) -> Grammar | None:
    name = _name_of(file)
    if name == OVERVIEW:
        return None
    if name == MEMORIES:
        return Entries()
    return Items() if name in (PINNED, DECISIONS) or _SESSION.fullmatch(name) else Sections()


def _home_in_project(memory: Memory) -> str:
    if memory.pinned:
        return PINNED
    if memory.category == DECISION:
        return DECISIONS
    return f"MEMORY_{file_name(memory.session_id)}.md" if memory.session_id else MEMORIES


def _fields_in_project(file: str) -> Fields:
    name = _name_of(file)
    if match := _SESSION.fullmatch(name):
        return {"session_id": session_id(match[1])}
    return {PINNED: {"pinned": True}, DECISIONS: {"category": DECISION}}.get(name, {})


def file_name(session: str) -> str:
    """A session's id as part of a file's name: "C01/17" is "C01%2F17"."""
    return re.sub(r"[^\w.@+=-]", lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), session)


def session_id(name: str) -> str:
    """The session that a file's name means."""
    spelled = re.sub(r"%([0-9A-F]{2})", lambda match: chr(int(match[1], 16)), name)
    try:
        return spelled.encode("latin-1").decode()
    except UnicodeError:
        return name


def _of_claude(file: str) -> Grammar:
    return Items(pointers=False) if _name_of(file) in (OVERVIEW, "enishi.md") else Sections()


def _of_vault(file: str) -> Grammar:
    return Items() if file.startswith("Enishi/") else Sections()


def _home_in_bank(memory: Memory) -> str:
    return "systemPatterns.md" if memory.category == DECISION else "activeContext.md"


PROJECT: Final = Layout(
    name="project", grammar_of=_of_project, home_of=_home_in_project, fields_of=_fields_in_project, overview=True
)
LAYOUTS: Final = {
    layout.name: layout
    for layout in (
        PROJECT,
        Layout(name="obsidian", grammar_of=_of_vault, home_of=lambda _: "Enishi/memories.md"),
        Layout(name="claude", grammar_of=_of_claude, home_of=lambda _: "enishi.md"),
        Layout(
            name="cline",
            grammar_of=lambda file: Sections() if file in _CLINE else None,
            home_of=_home_in_bank,
        ),
        Layout(name="basic-memory", grammar_of=lambda _: Observations(), home_of=lambda _: "enishi.md"),
        Layout(name="instructions", grammar_of=lambda _: Marked(), home_of=lambda _: ""),
    )
}
"""All layouts by name."""


def layout_called(name: str | None, root: Path) -> Layout:
    """The layout of a name, or what a folder or file looks like. Raises Invalid for a name that is none."""
    if name is None:
        return LAYOUTS[_looks_like(root)]
    if name not in LAYOUTS:
        raise Invalid("--as", f"there is no layout {name!r}.", allowed=", ".join(LAYOUTS))
    return LAYOUTS[name]


def _looks_like(root: Path) -> str:
    if not root.is_dir():
        return "instructions" if root.name in _INSTRUCTIONS else "project"
    if (root / ".obsidian").is_dir():
        return "obsidian"
    if all((root / name).is_file() for name in ("projectbrief.md", "activeContext.md")):
        return "cline"
    if root.name == "memory" and ".claude" in root.parts:
        return "claude"
    return "basic-memory" if any(map(_has_permalink, _first_notes(root))) else "project"


def _first_notes(root: Path) -> Iterator[Path]:
    for number, path in enumerate(root.rglob("*.md")):
        if number == _LOOKED_AT:
            return
        yield path


def _has_permalink(note: Path) -> bool:
    try:
        with note.open(encoding="utf-8", errors="replace") as stream:
            head = stream.read(2_000)
    except OSError:
        return False
    return head.startswith("---\n") and "\npermalink:" in head.partition("\n---\n")[0]
