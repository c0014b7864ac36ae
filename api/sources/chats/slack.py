"""Exports of Slack: a folder a channel, a file a day, and the names of people and channels beside them."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import NamedTuple, cast

from api.sources.chats.message import Json, Message, Omission, Part, extra_of, listed, obj, objects, word
from api.sources.item import LeftOut, Origin

DIRECTORIES = ("channels.json", "groups.json", "dms.json", "mpims.json")
KEPT = frozenset((None, "thread_broadcast", "me_message", "file_share", "file_comment", "bot_message",
                  "reply_broadcast", "slackbot_response", "assistant_app_thread"))  # fmt: skip
CALLS = frozenset(("huddle_thread", "sh_room_created", "sh_room_shared"))
DELETED = frozenset(("tombstone", "message_deleted"))
MARKUP = re.compile(r"<([^<>\n]+)>")
NAMES = ("real_name", "display_name", "name")


class Workspace(NamedTuple):
    """Names of people by their ids, names of channels by their ids and the ids by names."""

    people: Mapping[str, str]
    channels: Mapping[str, str]
    ids: Mapping[str, str]


def fits(document: object) -> bool:
    """Whether a document is a list of messages with Slack's times."""
    messages = objects(document)
    stamped = [message for message in messages if isinstance(message.get("ts"), str)]
    return bool(stamped) and any("user" in message or message.get("type") == "message" for message in stamped)


def parts(document: object, origin: Origin) -> Iterator[Part]:
    """The messages of a channel's day; replies go to the conversation of their thread."""
    folder = Path(origin.file).parent if origin.file else None
    workspace = _workspace(folder) if folder else Workspace({}, {}, {})
    channel = folder.name if folder and (workspace.channels or workspace.people) else None
    for event in objects(document):
        yield _part(_inner(event), origin.session, channel, workspace)


def _inner(event: Json) -> Json:
    """The message that an event changes, where it is such an event."""
    return obj(event.get("message")) if event.get("subtype") == "message_changed" else event


def _part(event: Json, session: str, channel: str | None, workspace: Workspace) -> Part:
    subtype = word(event.get("subtype"))
    if subtype in DELETED:
        return Omission(kind=LeftOut.DELETED)
    if subtype in CALLS:
        return Omission(kind=LeftOut.CALL)
    if subtype not in KEPT:
        return Omission(kind=LeftOut.NOTICE)
    text = plain(_text(event), workspace)
    files = [
        name for file in objects(event.get("files")) if (name := word(file.get("title")) or word(file.get("name")))
    ]
    if not text.strip():
        return Omission(kind=LeftOut.MEDIA if listed(event.get("files")) else LeftOut.EMPTY)
    stamp = word(event.get("ts"))
    thread = word(event.get("thread_ts"))
    place = workspace.ids.get(channel or "", channel)
    return Message(
        text=text,
        speaker=_speaker(event, workspace),
        at=stamp,
        session=f"{channel or session.rpartition('/')[0] or session}/{thread}" if thread else session,
        source_id=f"slack:{place}:{stamp}" if place and stamp else None,
        channel="slack",
        extra=extra_of(
            channel=channel, ts=stamp, thread_ts=thread, files=files, edited=obj(event.get("edited")).get("ts")
        ),
    )


def _text(event: Json) -> str:
    written = event.get("text")
    if isinstance(written, str) and written.strip():
        return written
    pieces: list[object] = []
    for attachment in objects(event.get("attachments")):
        shown = [attachment.get(name) for name in ("pretext", "title", "text")]
        pieces += [piece for piece in shown if piece] or [attachment.get("fallback")]
    return "\n".join(piece for piece in pieces if isinstance(piece, str) and piece)


def plain(text: str, workspace: Workspace) -> str:
    """A text as Slack shows it: names for ids, labels for links, `&` for `&amp;`."""
    return unescape(MARKUP.sub(lambda match: _shown(match[1], workspace), text))


def _shown(mark: str, workspace: Workspace) -> str:
    target, _, label = mark.partition("|")
    if target.startswith("@"):
        return workspace.people.get(target[1:], label or target[1:])
    if target.startswith("#"):
        return "#" + workspace.channels.get(target[1:], label or target[1:]).removeprefix("#")
    if target.startswith("!"):
        return label or "@" + target[1:].partition("^")[0]
    if ":" in target:
        return label or target.removeprefix("mailto:")
    return f"<{mark}>"


def _speaker(event: Json, workspace: Workspace) -> str | None:
    user = word(event.get("user"))
    profile = obj(event.get("user_profile"))
    name = workspace.people.get(user or "") or next((word(profile.get(key)) for key in NAMES if profile.get(key)), None)
    bot = word(event.get("username")) or word(obj(event.get("bot_profile")).get("name"))
    return name or bot or user or word(event.get("bot_id"))


def _workspace(folder: Path) -> Workspace:
    """The directories that lie beside the channels' folders, empty where there are none."""
    root = next((place for place in (folder.parent, folder) if (place / "users.json").is_file()), None)
    return _directories(root, (root / "users.json").stat().st_mtime_ns) if root else Workspace({}, {}, {})


@lru_cache(maxsize=4)
def _directories(root: Path, _changed: int) -> Workspace:
    """The directories of an export: read once for its thousands of days."""
    people = {str(person.get("id")): name for person in _entries(root / "users.json") if (name := _name(person))}
    channels = {
        str(channel["id"]): name
        for file in DIRECTORIES
        for channel in _entries(root / file)
        if "id" in channel and (name := word(channel.get("name")) or str(channel["id"]))
    }
    return Workspace(people, channels, {name: identity for identity, name in channels.items()})


def _name(person: Json) -> str | None:
    profile = obj(person.get("profile"))
    shown = (profile.get("real_name"), person.get("real_name"), profile.get("display_name"), person.get("name"))
    return next((name for value in shown if (name := word(value))), None)


def _entries(path: Path) -> list[Json]:
    try:
        return objects(cast(object, json.loads(path.read_text(encoding="utf-8-sig"))))
    except (OSError, ValueError, RecursionError):
        return []
