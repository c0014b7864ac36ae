"""Exports of Instagram and Messenger: threads of messages, with the text of one of their forms decoded twice."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from api.sources.chats.message import Json, Message, Omission, Part, extra_of, obj, objects, text_of, word
from api.sources.chats.notices import notice_of
from api.sources.item import LeftOut, Origin

OWNERS = (
    "personal_information/personal_information/personal_information.json",
    "personal_information/personal_information.json",
    "personal_information/profile_information/profile_information.json",
    "profile_information/profile_information.json",
)
"""Where an account's export names its owner, below its folder."""

YOU = "You "
DEPTH = 6
FILES = ("photos", "videos", "audio_files", "gifs", "files", "share", "media")
DOUBLE = re.compile("[\u0080-\u00ff]")


def fits(document: object) -> bool:
    """Whether a document is a thread: messages with the names and millisecond times of their senders."""
    messages = objects(obj(document).get("messages"))[:50]
    return any(
        ("sender_name" in message and "timestamp_ms" in message) or ("senderName" in message and "timestamp" in message)
        for message in messages
    )


def parts(document: object, origin: Origin) -> Iterator[Part]:
    """The messages of a thread in the order of their times, a thread a session."""
    thread = obj(document)
    path = word(thread.get("thread_path")) or word(thread.get("threadName"))
    owner = _owner(origin.file)
    messages = objects(thread.get("messages"))
    for message in sorted(messages, key=_milliseconds):
        yield _part(message, thread, path or origin.session, owner)


def mended(text: str) -> str:
    """A text whose UTF-8 was read as Latin-1, as these exports write it, put right; any other as it is."""
    if not DOUBLE.search(text):
        return text
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text


def _part(message: Json, thread: Json, session: str, owner: str | None) -> Part:
    if message.get("is_unsent") or message.get("isUnsent"):
        return Omission(kind=LeftOut.DELETED)
    if "call_duration" in message or message.get("type") == "Call":
        return Omission(kind=LeftOut.CALL)
    if word(message.get("type")) in ("Subscribe", "Unsubscribe"):
        return Omission(kind=LeftOut.NOTICE)
    text = mended(text_of(message.get("content")) or text_of(message.get("text")))
    if not text.strip():
        if message.get("sticker"):
            return Omission(kind=LeftOut.STICKER)
        return Omission(kind=LeftOut.MEDIA if any(message.get(name) for name in FILES) else LeftOut.EMPTY)
    written = word(message.get("sender_name")) or word(message.get("senderName"))
    speaker = mended(written) if written else None
    generated = text.startswith((speaker or YOU, YOU))
    if kind := notice_of(text, "meta") or (notice_of(text, "meta_named") if generated else None):
        return Omission(kind=kind)
    return Message(
        text=text,
        speaker="user" if speaker is not None and speaker == owner else speaker,
        at=_milliseconds(message) or None,
        session=session,
        channel="instagram" if "is_geoblocked_for_viewer" in message else "messenger",
        extra=extra_of(
            chat=mended(text_of(thread.get("title"))) or word(thread.get("threadName")),
            link=obj(message.get("share")).get("link"),
        ),
    )


def _milliseconds(message: Json) -> int:
    made = message.get("timestamp_ms", message.get("timestamp"))
    return made if isinstance(made, int) else 0


def _owner(file: str | None) -> str | None:
    """The name of the account's owner, from the file of the whole export that holds it."""
    for folder in list(Path(file).parents)[:DEPTH] if file else []:
        for name in OWNERS:
            if (folder / name).is_file():
                return _named(folder / name)
    return None


def _named(path: Path) -> str | None:
    try:
        account = obj(cast(object, json.loads(path.read_text(encoding="utf-8-sig"))))
    except (OSError, ValueError, RecursionError):
        return None
    for profile in objects(account.get("profile_user")):
        if name := word(obj(obj(profile.get("string_map_data")).get("Name")).get("value")):
            return mended(name)
    for version in ("profile_v2", "profile"):
        name = obj(account.get(version)).get("name")
        if shown := word(obj(name).get("full_name")) or word(name):
            return mended(shown)
    return None
