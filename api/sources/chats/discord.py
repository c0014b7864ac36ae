"""Exports of Discord: channels as DiscordChatExporter writes them, and the package that Discord itself sends."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from api.sources.chats.message import Json, Message, Omission, Part, extra_of, listed, obj, objects, text_of, word
from api.sources.item import LeftOut, Origin

KEPT = frozenset((None, "Default", "Reply", "ChatInputCommand", "ThreadStarterMessage", "ContextMenuCommand"))
EMOJI = re.compile(r"<a?(:\w+:)\d+>")
MENTION = re.compile(r"<@!?(\d+)>")


def fits(document: object) -> bool:
    """Whether a document is a channel with its guild, or the owner's messages of a channel."""
    whole = obj(document)
    if isinstance(whole.get("messages"), list) and isinstance(whole.get("channel"), Mapping):
        return "guild" in whole or "exportedAt" in whole
    return any({"ID", "Timestamp", "Contents"} <= message.keys() for message in objects(document)[:50])


def parts(document: object, origin: Origin) -> Iterator[Part]:
    """The messages of a channel, a channel a session."""
    if isinstance(document, list):
        yield from _package(document, origin)
        return
    whole = obj(document)
    channel, guild = obj(whole.get("channel")), obj(whole.get("guild"))
    identity = word(channel.get("id"))
    for message in objects(whole.get("messages")):
        yield _part(message, channel, guild, f"discord:{identity}" if identity else origin.session)


def _part(message: Json, channel: Json, guild: Json, session: str) -> Part:
    kind = word(message.get("type"))
    if kind not in KEPT:
        return Omission(kind=LeftOut.CALL if kind == "Call" else LeftOut.NOTICE)
    text = _plain(text_of(message.get("content")), message) or _embedded(message)
    if not text.strip():
        if listed(message.get("stickers")):
            return Omission(kind=LeftOut.STICKER)
        return Omission(kind=LeftOut.MEDIA if listed(message.get("attachments")) else LeftOut.EMPTY)
    author = obj(message.get("author"))
    identity = word(message.get("id"))
    name = word(channel.get("name"))
    return Message(
        text=text,
        speaker=word(author.get("nickname")) or word(author.get("name")),
        at=message.get("timestamp"),
        session=session,
        source_id=f"discord:{identity}" if identity else None,
        channel="discord",
        extra=extra_of(
            channel=name,
            guild=guild.get("name"),
            edited=message.get("timestampEdited"),
            reply_to=obj(message.get("reference")).get("messageId"),
        ),
    )


def _plain(text: str, message: Json) -> str:
    people = {str(person.get("id")): _shown(person) for person in objects(message.get("mentions"))}
    return MENTION.sub(lambda match: people.get(match[1]) or match[0], EMOJI.sub(r"\1", text))


def _shown(person: Json) -> str | None:
    return word(person.get("nickname")) or word(person.get("name"))


def _embedded(message: Json) -> str:
    pieces = [embed.get(name) for embed in objects(message.get("embeds")) for name in ("title", "description")]
    return "\n".join(piece for piece in pieces if isinstance(piece, str) and piece)


def _package(document: object, origin: Origin) -> Iterator[Part]:
    """The owner's own messages, as Discord sends them; what the channel is stands beside them."""
    channel = _channel(Path(origin.file).with_name("channel.json")) if origin.file else {}
    identity = word(channel.get("id"))
    guild = obj(channel.get("guild"))
    for message in objects(document):
        number, text = word(message.get("ID")), _plain(text_of(message.get("Contents")), message)
        if not text.strip():
            yield Omission(kind=LeftOut.MEDIA if message.get("Attachments") else LeftOut.EMPTY)
            continue
        stamp = word(message.get("Timestamp"))
        yield Message(
            text=text,
            speaker="user",
            at=f"{stamp}+00:00" if stamp and len(stamp) == len("2026-02-01 18:30:00") else stamp,
            session=f"discord:{identity}" if identity else origin.session,
            source_id=f"discord:{number}" if number else None,
            channel="discord",
            extra=extra_of(channel=channel.get("name"), guild=guild.get("name")),
        )


def _channel(path: Path) -> Json:
    try:
        return obj(cast(object, json.loads(path.read_text(encoding="utf-8-sig"))))
    except (OSError, ValueError, RecursionError):
        return {}
