"""Recalled memories as Markdown or as one line each, for every door."""

import re

from graph.model.memory import Memory
from graph.model.recalled import Hit, Recalled
from graph.recall.reasons import read_as_note

_NOTHING = "Nothing was found."


def as_markdown(recalled: Recalled) -> str:
    """Hits as a numbered Markdown list: title, what matched as a quotation (text or lines), why, the id to cite."""
    if not recalled.hits:
        return _noted(recalled, _NOTHING + "\n")
    items = [_item(place, hit) for place, hit in enumerate(recalled.hits, start=1)]
    return _noted(recalled, "\n\n".join(items) + "\n" + _more(recalled))


def as_summary(recalled: Recalled) -> str:
    """Hits as one line each: day, short form of the memory, numbers of the lines that matched, id."""
    if not recalled.hits:
        return _noted(recalled, _NOTHING + "\n")
    lines = "".join(f"{_line(place, hit)}\n" for place, hit in enumerate(recalled.hits, start=1))
    return _noted(recalled, lines + _more(recalled))


def _noted(recalled: Recalled, text: str) -> str:
    """The text below how the question was read and the note of the answer, where there are such."""
    read = read_as_note(recalled.read_as) if recalled.read_as else None
    return "\n\n".join(filter(None, (read, recalled.note, text)))


def _item(place: int, hit: Hit) -> str:
    shown = [f"{line.number}: {line.text}" for line in hit.lines] or hit.text.splitlines()
    quoted = [f"   > {line}".rstrip() for line in shown]
    scored = "" if hit.lines else f", score {hit.score:.3f}"
    head = f"{place}. **{_plain(hit.memory.title)}** ({_day(hit.memory)}{scored})"
    about = [f"   - why: {hit.why}", f"   - id: `{hit.memory.id}`"]
    about[:0] = [f"   - {ending.mark}" for ending in hit.endings]
    if hit.entities:
        about.insert(1, f"   - entities: {', '.join(_plain(name) for name in hit.entities)}")
    return "\n".join([head, "", *quoted, "", *about])


def _line(place: int, hit: Hit) -> str:
    numbers = ", ".join(str(line.number) for line in hit.lines)
    over = "; ".join(ending.mark for ending in hit.endings)
    notes = "".join((f" (line {numbers})" if numbers else "", f" ({over})" if over else ""))
    return f"{place}. {_short(hit.memory)}{notes} [{hit.memory.id}]"


def _short(memory: Memory) -> str:
    return f"{_day(memory)} {' '.join((memory.micro_summary or memory.title).split())}"


def _day(memory: Memory) -> str:
    return (memory.occurred_at or memory.created_at).date().isoformat()


def _plain(text: str) -> str:
    """Text on one line with the characters escaped that Markdown would take for markup."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))


def _more(recalled: Recalled) -> str:
    return f"\nMore: cursor {recalled.next_cursor}\n" if recalled.next_cursor else ""
