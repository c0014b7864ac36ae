"""JSON chat exports of several makers as lists of messages, and a message as a record."""

from collections.abc import Iterable, Mapping
from typing import cast

from api.sources.records import TEXT_NAMES

SPEAKER_NAMES = ("speaker", "name", "author", "from", "user_profile", "user", "sender", "username", "role")
MOMENT_NAMES = (
    "occurred_at",
    "time",
    "timestamp",
    "ts",
    "date",
    "datetime",
    "created_at",
    "create_time",
    "sent_at",
)
PERSON_NAMES = ("real_name", "display_name", "name", "username", "role", "id")
KEPT = ("session_id", "channel", "id", "source_id", "title", "tags", "project", "category")
HOLDERS = ("conversations", "chats")

Json = Mapping[str, object]


def conversations_of(document: object) -> list[list[object]]:
    """The conversations of a document, each the list of its messages.

    Knows an array of messages, an object with `messages`, arrays or `conversations` of such objects, trees of messages
    under `mapping`, and a message alone.
    """
    if isinstance(document, Mapping):
        fields = cast(Json, document)
        for name in HOLDERS:
            if isinstance(fields.get(name), list) and _messages(fields) is None:
                return conversations_of(fields[name])
        messages: list[object] | None = [fields] if any(name in fields for name in TEXT_NAMES) else _messages(fields)
        return [messages] if messages else []
    if not isinstance(document, list):
        return []
    entries = cast(list[object], document)
    nested = [_messages(cast(Json, entry)) if isinstance(entry, Mapping) else None for entry in entries]
    if any(messages is not None for messages in nested):
        return [messages for messages in nested if messages]
    records = [cast(Json, entry) for entry in entries if isinstance(entry, Mapping)]
    # a list of people, of channels, of settings holds no texts at all
    return [entries] if any(name in record for record in records for name in TEXT_NAMES) else []


def is_conversation(value: object) -> bool:
    """Whether a value holds messages and is none itself."""
    if not isinstance(value, Mapping):
        return False
    fields = cast(Json, value)
    holds = _messages(fields) is not None or any(isinstance(fields.get(name), list) for name in HOLDERS)
    return holds and not any(name in fields for name in TEXT_NAMES)


def message_of(message: object) -> dict[str, object] | None:
    """The record of a message: its text ("" where that is left empty, as with attachments), speaker, time, identity."""
    if not isinstance(message, Mapping):
        return None
    fields = cast(Json, message)
    record: dict[str, object] = {name: fields[name] for name in KEPT if name in fields}
    names = (*TEXT_NAMES, "value") if "from" in fields else TEXT_NAMES
    if texts := [fields[name] for name in names if name in fields]:
        record["text"] = _text(next((text for text in texts if text is not None), ""))
    for name in SPEAKER_NAMES:
        if speaker := _person(fields.get(name)):
            record["speaker"] = speaker
            break
    for name in MOMENT_NAMES:
        if fields.get(name) is not None:
            record["occurred_at"] = fields[name]
            break
    return record


def _messages(holder: Json) -> list[object] | None:
    for name in ("messages", "conversations", "conversation"):
        turns = holder.get(name)
        if isinstance(turns, list) and (name == "messages" or _are_turns(cast(list[object], turns))):
            return cast(list[object], turns)
    tree = holder.get("mapping")
    if not isinstance(tree, Mapping):
        return None
    nodes = (cast(Json, node).get("message") for node in cast(Json, tree).values() if isinstance(node, Mapping))
    messages = [cast(Json, message) for message in nodes if isinstance(message, Mapping)]
    return list[object](sorted(messages, key=_created))


def _are_turns(entries: list[object]) -> bool:
    """Whether a list holds messages as training sets write them: who it is `from`, and its `value`."""
    return any(isinstance(entry, Mapping) and "from" in entry and "value" in entry for entry in entries)


def _created(message: Json) -> float:
    made = message.get("create_time")
    return float(made) if isinstance(made, int | float) else 0.0


def _text(value: object) -> object:
    """The text of a message whose content may be a string, a list of parts or an object with parts."""
    if isinstance(value, Mapping):
        fields = cast(Json, value)
        return _text(fields.get("parts", fields.get("text", "")))
    if isinstance(value, list):
        parts = (_text(part) for part in cast(Iterable[object], value))
        # parts of one styled message follow each other directly, parts of their own stand on lines
        glue = "" if any(isinstance(part, str) for part in cast(list[object], value)) else "\n"
        return glue.join(part for part in parts if isinstance(part, str) and part)
    return value.strip() if isinstance(value, str) and not value.strip() else value


def _person(value: object) -> str | None:
    if isinstance(value, Mapping):
        fields = cast(Json, value)
        return next((person for name in PERSON_NAMES if (person := _person(fields.get(name)))), None)
    return value.strip() or None if isinstance(value, str) else None
