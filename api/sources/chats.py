"""Chat exports (JSON of several makers, text files of messengers) as turns of sessions."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import TextIO, cast

from api.sources.conversations import conversations_of, is_conversation, message_of
from api.sources.item import Item, Origin, broken
from api.sources.jsonl import parsed
from api.sources.records import item_of
from api.sources.times import moment
from api.sources.transcripts import Turn, day_order, turns_of
from graph.errors import Invalid

JSON_START = re.compile(r"\s*(?:\{|\[\s*[\[{\]])")


def read_chat(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each message, the messages of a conversation in their order and in one session.

    The session is called after the file, with a part where the file holds several: a number for JSON, the day for
    messengers' text files. Raises Invalid when the file is neither.
    """
    whole = stream.read().replace("\r\n", "\n").replace("\r", "\n")
    if not whole.strip():
        return iter(())
    if not JSON_START.match(whole):
        return _transcript(whole.split("\n"), origin)
    if isinstance(parsed(whole.lstrip().split("\n", 1)[0]), dict) and whole.strip().count("\n"):
        return _message_lines(whole, origin)
    return _document(_whole_document(whole), origin)


def _whole_document(whole: str) -> object:
    try:
        return cast(object, json.loads(whole))
    except json.JSONDecodeError as error:
        raise Invalid("path", f"the JSON breaks off being valid at line {error.lineno}: {error.msg}.") from error
    except (ValueError, RecursionError) as error:
        raise Invalid("path", "the JSON cannot be read.") from error


def _document(document: object, origin: Origin) -> Iterator[Item]:
    conversations = conversations_of(document)
    if not conversations:
        raise Invalid(
            "path",
            "the JSON holds no messages.",
            allowed='an array of {"role": …, "content": …} or an object with "messages"',
        )
    position = 0
    for part, messages in enumerate(conversations, start=1):
        session = origin.session if len(conversations) == 1 else f"{origin.session}/{part}"
        for message in messages:
            position += 1
            yield from _message(message, session, origin, position, "message")


def _message_lines(whole: str, origin: Origin) -> Iterator[Item]:
    """The messages of JSON Lines; a line that holds a conversation is a session of its own."""
    for number, line in enumerate(whole.split("\n"), start=1):
        if not line.strip():
            continue
        value = parsed(line)
        if value is None:
            yield broken(origin, number, "is not valid JSON.", line)
        elif is_conversation(value):
            for messages in conversations_of(value):
                for message in messages:
                    yield from _message(message, f"{origin.session}/{number}", origin, number, "line")
        else:
            yield from _message(value, origin.session, origin, number, "line")


def _message(message: object, session: str, origin: Origin, position: int, unit: str) -> Iterator[Item]:
    record = message_of(message)
    if record is None:
        yield broken(origin, position, "is not a message object.", {"record": message}, unit=unit)
    elif record.get("text") != "":
        # without a speaker it is no turn: a record like those of JSON Lines
        turn = {"session_id": session, **record} if "speaker" in record else cast(Mapping[str, object], message)
        filled = {"source": PurePath(origin.path).name, **turn}
        yield item_of(filled, origin, position, unit=unit)


def _transcript(lines: list[str], origin: Origin) -> Iterator[Item]:
    channel, turns = turns_of(lines)
    if not turns:
        raise Invalid(
            "path",
            "no chat message was recognised.",
            allowed="JSON messages, a LINE or WhatsApp text export, or lines of `Name: text`; "
            "for other texts say --format text",
        )
    origin = replace(origin, day_first=day_order(turns))
    for turn in turns:
        if turn.text:
            record = {
                "text": turn.text,
                "speaker": turn.speaker,
                "occurred_at": turn.stamp,
                "session_id": _session(turn, origin),
                "channel": channel,
                "source": PurePath(origin.path).name,
            }
            yield item_of(record, origin, turn.line)


def _session(turn: Turn, origin: Origin) -> str:
    if turn.stamp is None:
        return origin.session
    try:
        day = moment(turn.stamp, zone=origin.zone, day_first=origin.day_first).date().isoformat()
    except Invalid:
        return origin.session
    return f"{origin.session}/{day}"
