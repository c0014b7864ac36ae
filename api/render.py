"""Recalled memories as text for people and prompts: pure functions that every door shares."""

import re

from graph.answers import Hit, Recalled

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


def _noted(recalled: Recalled, text: str) -> str:
    """The text below the note of the answer, where there is one."""
    return f"{recalled.note}\n\n{text}" if recalled.note else text


def _item(place: int, hit: Hit) -> str:
    quoted = [f"   > {line}".rstrip() for line in hit.text.splitlines()]
    head = f"{place}. **{_plain(hit.memory.title)}** ({_day(hit)}, score {hit.score:.3f})"
    about = [f"   - why: {hit.why}", f"   - id: `{hit.memory.id}`"]
    if hit.entities:
        about.insert(1, f"   - entities: {', '.join(_plain(name) for name in hit.entities)}")
    return "\n".join([head, "", *quoted, "", *about])


def _line(place: int, hit: Hit) -> str:
    short = " ".join((hit.memory.micro_summary or hit.memory.title).split())
    return f"{place}. {_day(hit)} {short} [{hit.memory.id}]"


def _day(hit: Hit) -> str:
    return (hit.memory.occurred_at or hit.memory.created_at).date().isoformat()


def _plain(text: str) -> str:
    """Text on one line with the characters escaped that Markdown would take for markup."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))


def _more(recalled: Recalled) -> str:
    return f"\nMore: cursor {recalled.next_cursor}\n" if recalled.next_cursor else ""
