"""Recalled memories as text for people and prompts: pure functions that every door shares."""

import re
from collections.abc import Sequence

from graph.answers import Hit, Line, Memory, Recalled

Matched = tuple[Memory, tuple[Line, ...]]
"""A memory and those of its lines that hold what was looked for."""

_NOTHING = "Nothing was found."


def as_markdown(recalled: Recalled) -> str:
    """Hits as a numbered Markdown list: title, the text that matched as a quotation, why, and the id to cite."""
    if not recalled.hits:
        return _noted(recalled, _NOTHING + "\n")
    items = [_item(place, hit) for place, hit in enumerate(recalled.hits, start=1)]
    return _noted(recalled, "\n\n".join(items) + "\n" + _more(recalled))


def as_summary(recalled: Recalled) -> str:
    """Hits as one line each: day, short form of the memory, id."""
    if not recalled.hits:
        return _noted(recalled, _NOTHING + "\n")
    lines = "".join(f"{_line(place, hit)}\n" for place, hit in enumerate(recalled.hits, start=1))
    return _noted(recalled, lines + _more(recalled))


def lines_as_markdown(found: Sequence[Matched]) -> str:
    """Memories with the lines that matched as a numbered Markdown list: title, lines with their numbers, id."""
    items = [
        "\n".join(
            [
                f"{place}. **{_plain(memory.title)}** ({_day(memory)})",
                "",
                *(f"   > {line.number}: {line.text}".rstrip() for line in lines),
                "",
                f"   - id: `{memory.id}`",
            ]
        )
        for place, (memory, lines) in enumerate(found, start=1)
    ]
    return ("\n\n".join(items) if items else _NOTHING) + "\n"


def lines_as_summary(found: Sequence[Matched]) -> str:
    """The same as one line each: day, short form of the memory, numbers of the lines, id."""
    if not found:
        return _NOTHING + "\n"
    return "".join(
        f"{place}. {_short(memory)} (line {', '.join(str(line.number) for line in lines)}) [{memory.id}]\n"
        for place, (memory, lines) in enumerate(found, start=1)
    )


def _noted(recalled: Recalled, text: str) -> str:
    """The text below the note of the answer, where there is one."""
    return f"{recalled.note}\n\n{text}" if recalled.note else text


def _item(place: int, hit: Hit) -> str:
    quoted = [f"   > {line}".rstrip() for line in hit.text.splitlines()]
    head = f"{place}. **{_plain(hit.memory.title)}** ({_day(hit.memory)}, score {hit.score:.3f})"
    about = [f"   - why: {hit.why}", f"   - id: `{hit.memory.id}`"]
    if hit.entities:
        about.insert(1, f"   - entities: {', '.join(_plain(name) for name in hit.entities)}")
    return "\n".join([head, "", *quoted, "", *about])


def _line(place: int, hit: Hit) -> str:
    return f"{place}. {_short(hit.memory)} [{hit.memory.id}]"


def _short(memory: Memory) -> str:
    return f"{_day(memory)} {' '.join((memory.micro_summary or memory.title).split())}"


def _day(memory: Memory) -> str:
    return (memory.occurred_at or memory.created_at).date().isoformat()


def _plain(text: str) -> str:
    """Text on one line with the characters escaped that Markdown would take for markup."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))


def _more(recalled: Recalled) -> str:
    return f"\nMore: cursor {recalled.next_cursor}\n" if recalled.next_cursor else ""
