"""A message as every reader of chats yields it, and small readings of JSON that they share."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, cast

from api.sources.item import Item, LeftOut, Origin, left_out
from api.sources.records import SHORT_MOST, SURROGATE, TITLE_MOST, item_of
from graph.model.draft import GivenFact

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message: its text, who wrote it, when (as written), and in which conversation.

    `speaker` is "user" for the owner of an export where the export knows who that is. `source_id` is unique among all
    messages of all exports. `title` is what a conversation is about, and is read as what each message describes; the
    name of a chat or channel belongs to `extra`. What is no turn of a conversation has no `session`. `position` counts
    from 1, 0 for the number of the message among those of the file.
    """

    text: str
    speaker: str | None = None
    at: object = None
    session: str | None = None
    source_id: str | None = None
    title: str | None = None
    channel: str | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    extra: Json = field(default_factory=dict[str, object])
    facts: tuple[GivenFact, ...] = ()
    fields: Json = field(default_factory=dict[str, object])
    """Further fields of a record, over those above."""
    position: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Omission:
    """Something in a conversation that is no memory."""

    kind: LeftOut
    position: int = 0


Part = Message | Omission
_APART: Final = ("audience", "area", "agent")
"""Fields of a draft that a record has no place for."""


class Maker(NamedTuple):
    """A maker of exports: how its documents are recognised, and the reader of one."""

    fits: Callable[[object], bool]
    parts: Callable[[object, Origin], Iterator[Part]]


def items_of(parts: Iterator[Part], origin: Origin, *, unit: str = "message") -> Iterator[Item]:
    """One item for each part of a conversation, those without a position of their own numbered."""
    for count, part in enumerate(parts, start=1):
        position = part.position or count
        if isinstance(part, Omission):
            yield left_out(origin, position, part.kind)
        elif not part.text.strip():
            yield left_out(origin, position, LeftOut.EMPTY)
        else:
            yield _completed(item_of(_record(part), origin, position, unit=unit), part)


def obj(value: object) -> Json:
    """The value where it is an object, else an empty one."""
    return cast(Json, value) if isinstance(value, Mapping) else {}


def listed(value: object) -> list[object]:
    """The value where it is a list, else an empty one."""
    return cast(list[object], value) if isinstance(value, list) else []


def word(value: object) -> str | None:
    """The value where it is a text with something in it, else None."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    return str(value).strip() or None


def text_of(value: object) -> str:
    """The value where it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def objects(value: object) -> list[Json]:
    """The objects of a list."""
    return [cast(Json, entry) for entry in listed(value) if isinstance(entry, Mapping)]


def extra_of(**values: object) -> Json:
    """The values that say something."""
    return {name: value for name, value in values.items() if value not in (None, "", (), [], {})}


def _record(message: Message) -> Json:
    return {
        # half a character, where an application cut a text, costs itself and not the message
        "text": SURROGATE.sub("\ufffd", message.text),
        "title": _short(message.title, TITLE_MOST),
        "speaker": _short(message.speaker),
        "occurred_at": message.at,
        "session_id": _short(message.session),
        "source_id": _identity(message.source_id),
        "channel": _short(message.channel),
        "category": _short(message.category),
        "tags": list(message.tags),
        "extra": message.extra,
        **{name: value for name, value in message.fields.items() if name not in _APART},
    }


def _short(value: str | None, most: int = SHORT_MOST) -> str | None:
    if value is None:
        return None
    return " ".join(SURROGATE.sub("\ufffd", value).split())[:most].strip() or None


def _identity(value: str | None) -> str | None:
    """An identity that fits: of a long one the beginning and the hash of the whole."""
    if value is None or (len(value) <= SHORT_MOST and _short(value) == value):
        return value
    whole = hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{_short(value, SHORT_MOST - len(whole) - 1)}:{whole}"


def _completed(item: Item, message: Message) -> Item:
    """The item with what no record of a file may say."""
    if item.draft is None:
        return item
    apart = {name: value for name in _APART if isinstance(value := message.fields.get(name), str)}
    facts = message.facts or item.draft.facts
    return replace(item, draft=replace(item.draft, facts=facts, **apart))
