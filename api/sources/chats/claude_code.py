"""Transcripts of Claude Code: JSON Lines of a session, of which people's and the assistant's words are kept."""

import re
from collections.abc import Iterator

from api.sources.chats.message import Json, Message, Omission, Part, extra_of, obj, objects, word
from api.sources.item import LeftOut, Origin

TURNS = frozenset(("user", "assistant"))
NOISE = re.compile(
    r"<(system-reminder|local-command-\w+|bash-(?:stdout|stderr|input)|ide_\w+|task-notification)>.*?</\1>", re.DOTALL
)
COMMAND = re.compile(r"<command-(?:name|message|args)>.*?</command-(?:name|message|args)>\s*", re.DOTALL)
INTERRUPTED = re.compile(r"\[Request interrupted by user[^\]]*\]|Caveat: The messages below were generated[^\n]*")
BLOCKS = {"tool_use": LeftOut.TOOL, "tool_result": LeftOut.TOOL, "thinking": LeftOut.REASONING,
          "redacted_thinking": LeftOut.REASONING, "image": LeftOut.MEDIA, "document": LeftOut.MEDIA}  # fmt: skip


def fits(document: object) -> bool:
    """Whether lines of JSON are such a transcript."""
    return any(
        "sessionId" in line and "uuid" in line and line.get("type") in TURNS and isinstance(line.get("message"), dict)
        for line in objects(document)
    )


def parts(document: object, origin: Origin) -> Iterator[Part]:
    """The turns of the session that somebody wrote or read."""
    for number, line in enumerate(objects(document), start=1):
        yield from _line(line, origin.session, number)


def _line(line: Json, session: str, number: int) -> Iterator[Part]:
    if word(line.get("type")) not in TURNS:
        yield Omission(kind=LeftOut.SUMMARY, position=number)
    elif line.get("isMeta") or line.get("isSidechain") or line.get("isCompactSummary"):
        yield Omission(kind=LeftOut.HIDDEN, position=number)
    else:
        yield from _turn(line, session, number)


def _turn(line: Json, session: str, number: int) -> Iterator[Part]:
    message = obj(line.get("message"))
    content = message.get("content")
    blocks = objects(content)
    kinds = [kind for block in blocks if (kind := BLOCKS.get(str(block.get("type"))))]
    for kind in kinds:
        yield Omission(kind=kind, position=number)
    written = [content] if isinstance(content, str) else [block.get("text") for block in blocks]
    text = "\n\n".join(text for text in written if isinstance(text, str))
    text = INTERRUPTED.sub("", COMMAND.sub("", NOISE.sub("", text))).strip()
    if not text:
        if not kinds:
            yield Omission(kind=LeftOut.SUMMARY, position=number)
        return
    identity = word(line.get("uuid"))
    yield Message(
        text=text,
        speaker=str(line["type"]),
        at=line.get("timestamp"),
        session=word(line.get("sessionId")) or session,
        source_id=f"claude-code:{identity}" if identity else None,
        channel="claude-code",
        extra=extra_of(cwd=line.get("cwd"), branch=line.get("gitBranch")),
        position=number,
    )
