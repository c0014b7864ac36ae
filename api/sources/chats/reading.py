"""Chat exports (JSON of several makers, text files of messengers) as turns of sessions."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import TextIO, cast

from api.sources.chats.conversations import conversations_of, is_conversation, message_of
from api.sources.chats.makers import lines_maker, maker_of
from api.sources.chats.message import Maker, items_of, objects
from api.sources.chats.texts import captions, line, named_lines, whatsapp
from api.sources.chats.texts.turns import Turn
from api.sources.item import Item, LeftOut, Origin, broken, left_out
from api.sources.jsonl import parsed
from api.sources.records import item_of
from api.sources.times import day_comes_first, moment
from graph.errors import Invalid

JSON_START = re.compile(r"\s*(?:\{|\[\s*[\[{\]])")
FIGURES = re.compile(r"(\d{1,2})[/\-](\d{1,2})[/\-]\d{2,4}\b")
NO_MESSAGES = "the JSON holds no messages."
SAMPLE = 20
"""Lines of JSON from which a maker is told."""


def read_chat(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each message, the messages of a conversation in their order and in one session.

    The session is the conversation as its maker names it; else it is called after the file, with a part where the file
    holds several: a number for JSON, the day for messengers' text files. Raises Invalid when the file is neither.
    """
    whole = stream.read().replace("\r\n", "\n").replace("\r", "\n")
    if not whole.strip():
        return iter(())
    if not JSON_START.match(whole):
        return _transcript(whole.split("\n"), origin)
    if isinstance(parsed(whole.lstrip().split("\n", 1)[0]), dict) and whole.strip().count("\n"):
        return _lines(whole, origin)
    return _document(_whole_document(whole), origin)


def is_transcript(lines: list[str]) -> bool:
    """Whether a text, or the beginning of one, looks like a chat of any of the known forms."""
    if captions.is_captions(lines):
        return True
    return line.is_phone(lines) or line.is_pc(lines) or whatsapp.is_stamped(lines) or named_lines.is_transcript(lines)


def holds_conversations(lines: list[str]) -> bool:
    """Whether lines of JSON, or the first of them, are conversations or records of a known maker."""
    values = [parsed(text) for text in lines[:SAMPLE] if text.strip()]
    return bool(values) and (is_conversation(values[0]) or lines_maker(values) is not None)


def _whole_document(whole: str) -> object:
    try:
        return cast(object, json.loads(whole))
    except json.JSONDecodeError as error:
        raise Invalid("path", f"the JSON breaks off being valid at line {error.lineno}: {error.msg}.") from error
    except (ValueError, RecursionError) as error:
        raise Invalid("path", "the JSON cannot be read.") from error


def _document(document: object, origin: Origin) -> Iterator[Item]:
    if maker := maker_of(document):
        return items_of(maker.parts(document, origin), origin)
    conversations = conversations_of(document)
    if not conversations:
        raise Invalid(
            "path",
            NO_MESSAGES,
            allowed='an array of {"role": …, "content": …} or an object with "messages"',
        )
    return _conversations(conversations, origin)


def _conversations(conversations: list[list[object]], origin: Origin) -> Iterator[Item]:
    names = [str(message["id"]) for messages in conversations for message in objects(messages) if "id" in message]
    origin = replace(origin, ids=len(set(names)) == len(names))
    position = 0
    for part, messages in enumerate(conversations, start=1):
        session = origin.session if len(conversations) == 1 else f"{origin.session}/{part}"
        for message in messages:
            position += 1
            yield from _message(message, session, origin, position, "message")


def _lines(whole: str, origin: Origin) -> Iterator[Item]:
    """The records of JSON Lines: those of a known maker, or messages and conversations, each a session of its own."""
    texts = [(number, text) for number, text in enumerate(whole.split("\n"), start=1) if text.strip()]
    if maker := lines_maker([parsed(text) for _, text in texts[:SAMPLE]]):
        yield from _records(maker, texts, origin)
        return
    for number, text in texts:
        value = parsed(text)
        if value is None:
            yield broken(origin, number, "is not valid JSON.", text)
        elif is_conversation(value):
            for messages in conversations_of(value):
                for message in messages:
                    yield from _message(message, f"{origin.session}/{number}", origin, number, "line")
        else:
            yield from _message(value, origin.session, origin, number, "line")


def _records(maker: Maker, texts: list[tuple[int, str]], origin: Origin) -> Iterator[Item]:
    """The records of one maker, each at the number of its line."""
    numbers: list[int] = []
    values: list[object] = []
    for number, text in texts:
        value = parsed(text)
        if isinstance(value, Mapping):
            numbers.append(number)
            values.append(cast(object, value))
        else:
            yield broken(origin, number, "is not a JSON object.", text)
    parts = (replace(part, position=numbers[part.position - 1]) for part in maker.parts(values, origin))
    yield from items_of(parts, origin, unit="line")


def _message(message: object, session: str, origin: Origin, position: int, unit: str) -> Iterator[Item]:
    record = message_of(message)
    if record is None:
        yield broken(origin, position, "is not a message object.", {"record": message}, unit=unit)
    elif record.get("text") == "":
        yield left_out(origin, position, LeftOut.EMPTY)
    else:
        # without a speaker it is no turn: a record like those of JSON Lines
        turn = {"session_id": session, **record} if "speaker" in record else cast(Mapping[str, object], message)
        # the number of a turn is its place in the conversation, which grows and is exported anew
        origin = replace(origin, place=None) if "speaker" in record else origin
        yield item_of(turn, origin, position, unit=unit)


def _transcript(lines: list[str], origin: Origin) -> Iterator[Item]:
    channel, turns = _turns(lines, origin)
    if not turns:
        raise Invalid(
            "path",
            "no chat message was recognised.",
            allowed="JSON messages, a LINE or WhatsApp text export, or lines of `Name: text`; "
            "for other texts say --format text",
        )
    origin = replace(origin, day_first=_day_order(turns) if origin.day_first is None else origin.day_first)
    for turn in turns:
        if turn.left_out or not turn.text:
            yield left_out(origin, turn.line, turn.left_out or LeftOut.EMPTY)
            continue
        record = {
            "text": turn.text,
            "speaker": turn.speaker,
            "occurred_at": turn.stamp,
            "session_id": _session(turn, origin),
            "channel": channel,
        }
        yield item_of(record, origin, turn.line)


def _turns(lines: list[str], origin: Origin) -> tuple[str | None, list[Turn]]:
    """The channel a text export comes from, where it shows, and its turns; none when it is no transcript."""
    if captions.is_captions(lines):
        return None, captions.caption_turns(lines)
    if line.is_phone(lines):
        return "line", line.phone_turns(lines)
    if line.is_pc(lines):
        return "line", line.pc_turns(lines, PurePath(origin.path).stem)
    if whatsapp.is_stamped(lines):
        return "whatsapp", whatsapp.stamped_turns(lines, origin.day_first)
    return None, named_lines.named_turns(lines)


def _day_order(turns: list[Turn]) -> bool | None:
    figures = (FIGURES.match(turn.stamp) for turn in turns if turn.stamp)
    return day_comes_first([(int(match[1]), int(match[2])) for match in figures if match])


def _session(turn: Turn, origin: Origin) -> str:
    if turn.stamp is None:
        return origin.session
    try:
        day = moment(turn.stamp, zone=origin.zone, day_first=origin.day_first).date().isoformat()
    except Invalid:
        return origin.session
    return f"{origin.session}/{day}"
