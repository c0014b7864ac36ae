"""Exports of Google Chat: a folder a conversation, with messages.json and who takes part beside it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from api.sources.chats.message import Json, Message, Omission, Part, extra_of, listed, obj, objects, text_of, word
from api.sources.item import LeftOut, Origin


def fits(document: object) -> bool:
    """Whether a document holds messages with creators and the days on which they were created."""
    return any("creator" in message and "created_date" in message for message in objects(obj(document).get("messages")))


def parts(document: object, origin: Origin) -> Iterator[Part]:
    """The messages of a conversation, in one session; the account's owner speaks as the user."""
    folder = Path(origin.file).parent if origin.file else None
    title = word(_neighbour(folder and folder / "group_info.json").get("name"))
    owner = _owner(folder)
    session = f"google-chat:{folder.name}" if folder and folder.name.startswith(("DM ", "Space ")) else origin.session
    for message in objects(obj(document).get("messages")):
        yield _part(message, session, title, owner)


def _part(message: Json, session: str, title: str | None, owner: str | None) -> Part:
    if message.get("message_state") == "DELETED" or "deletion_metadata" in message:
        return Omission(kind=LeftOut.DELETED)
    text = text_of(message.get("text"))
    if not text.strip():
        attached = listed(message.get("attached_files")) or listed(message.get("annotations"))
        return Omission(kind=LeftOut.MEDIA if attached else LeftOut.EMPTY)
    creator = obj(message.get("creator"))
    identity = word(message.get("message_id"))
    mine = owner is not None and creator.get("email") == owner
    return Message(
        text=text,
        speaker="user" if mine else word(creator.get("name")) or word(creator.get("email")),
        at=message.get("created_date"),
        session=session,
        source_id=f"google-chat:{identity}" if identity else None,
        channel="google-chat",
        extra=extra_of(chat=title, topic=message.get("topic_id"), edited=message.get("updated_date")),
    )


def _owner(folder: Path | None) -> str | None:
    """The address of the account's owner: the folder Users holds nobody else."""
    users = folder.parent.parent / "Users" if folder else None
    if users is None or not users.is_dir():
        return None
    files = sorted(users.glob("*/user_info.json"))
    return word(obj(_neighbour(files[0]).get("user")).get("email")) if len(files) == 1 else None


def _neighbour(path: Path | None) -> Json:
    try:
        return obj(cast(object, json.loads(path.read_text(encoding="utf-8-sig")))) if path else {}
    except (OSError, ValueError, RecursionError):
        return {}
