"""Exports of Telegram: one chat, or the whole account with all of them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

from api.sources.chats.message import Json, Message, Omission, Part, extra_of, listed, obj, objects, word
from api.sources.item import LeftOut, Origin

ZONE_MOST = timedelta(hours=14)
QUARTER = timedelta(minutes=15)
FILES = frozenset(("photo", "file", "media_type", "location_information", "contact_information", "poll"))


def fits(document: object) -> bool:
    """Whether a document is a chat whose messages name their kind and day, or an account of such chats."""
    return any(
        "type" in message and ("date_unixtime" in message or "from_id" in message or "actor_id" in message)
        for chat in _chats(document)
        for message in objects(chat.get("messages"))[:50]
    )


def parts(document: object, origin: Origin) -> Iterator[Part]:
    """The messages of each chat, a chat a session; the owner of a whole account speaks as the user."""
    chats = _chats(document)
    person = obj(obj(document).get("personal_information"))
    owner = " ".join(name for key in ("first_name", "last_name") if (name := word(person.get(key)))) or None
    for number, chat in enumerate(chats, start=1):
        session = origin.session if len(chats) == 1 else f"{origin.session}/{number}"
        for message in objects(chat.get("messages")):
            yield _part(message, chat, session, owner)


def _chats(document: object) -> list[Json]:
    whole = obj(document)
    if isinstance(whole.get("messages"), list):
        return [whole]
    return [chat for name in ("chats", "left_chats") for chat in objects(obj(whole.get(name)).get("list"))]


def _part(message: Json, chat: Json, session: str, owner: str | None) -> Part:
    if message.get("type") != "message":
        return Omission(kind=LeftOut.CALL if "call" in str(message.get("action")) else LeftOut.NOTICE)
    text = _text(message.get("text")) or _question(message)
    if not text.strip():
        if message.get("media_type") == "sticker":
            return Omission(kind=LeftOut.STICKER)
        return Omission(kind=LeftOut.MEDIA if FILES & message.keys() else LeftOut.EMPTY)
    chat_id, number = word(chat.get("id")), word(message.get("id"))
    return Message(
        text=text,
        speaker=_speaker(message, chat, owner),
        at=_time(message),
        session=f"telegram:{chat_id}" if chat_id else session,
        source_id=f"telegram:{chat_id}:{number}" if chat_id and number else None,
        channel="telegram",
        extra=extra_of(
            chat=word(chat.get("name")),
            edited=message.get("edited"),
            reply_to=message.get("reply_to_message_id"),
            forwarded_from=message.get("forwarded_from"),
        ),
    )


def _speaker(message: Json, chat: Json, owner: str | None) -> str | None:
    """Who wrote the words: of a forwarded message its first author, as far as that is known."""
    if "forwarded_from" in message:
        name = word(message.get("forwarded_from"))
    else:
        name = word(message.get("from"))
        if chat.get("type") == "saved_messages":
            return "user"
    return "user" if name is not None and name == owner else name


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    pieces = (piece if isinstance(piece, str) else obj(piece).get("text") for piece in listed(value))
    return "".join(piece for piece in pieces if isinstance(piece, str))


def _question(message: Json) -> str:
    question = obj(message.get("poll")).get("question")
    return _text(question) if isinstance(question, str | list) else ""


def _time(message: Json) -> object:
    """The time with the offset of the clock that exported it: what `date` shows less what `date_unixtime` counts."""
    shown, counted = word(message.get("date")), word(message.get("date_unixtime"))
    if counted is None or not counted.isdecimal():
        return shown
    try:
        moment = datetime.fromtimestamp(int(counted), tz=UTC)
        offset = datetime.fromisoformat(shown or "").replace(tzinfo=UTC) - moment
    except (ValueError, OverflowError, OSError):
        return int(counted)
    if abs(offset) > ZONE_MOST or offset % QUARTER:
        return moment
    return moment.astimezone(timezone(offset))
