"""Exports of Claude: conversations with `chat_messages`, documents of projects, and what it remembers."""

import re
from collections.abc import Iterator

from api.sources.chats.branches import shown_branch
from api.sources.chats.message import Json, Message, Omission, Part, extra_of, obj, objects, text_of, word
from api.sources.item import LeftOut, Origin

UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
SPEAKERS = {"human": "user", "assistant": "assistant"}
BLOCKS = {"tool_use": LeftOut.TOOL, "tool_result": LeftOut.TOOL, "thinking": LeftOut.REASONING}


def fits(document: object) -> bool:
    """Whether a document holds conversations, projects, memories or the account of this export."""
    entries = _entries(document)
    return any(
        isinstance(entry.get("chat_messages"), list)
        or (isinstance(entry.get("docs"), list) and "prompt_template" in entry)
        or isinstance(entry.get("conversations_memory"), str)
        for entry in entries
    )


def parts(document: object, origin: Origin) -> Iterator[Part]:
    """The messages of each conversation, the documents of each project, and each memory."""
    entries = _entries(document)
    for number, entry in enumerate(entries, start=1):
        session = origin.session if len(entries) == 1 else f"{origin.session}/{number}"
        yield from _conversation(entry, session)
        for page in objects(entry.get("docs")):
            yield Message(
                text=text_of(page.get("content")),
                title=word(page.get("filename")),
                source_id=_identity(None, word(page.get("uuid"))),
                at=page.get("created_at"),
                channel="claude",
                extra=extra_of(project=entry.get("name")),
            )
        memories = [entry.get("conversations_memory"), *obj(entry.get("project_memories")).values()]
        for memory in memories:
            if isinstance(memory, str) and memory.strip():
                yield Message(text=memory, title="Claude’s memory", channel="claude")


def _entries(document: object) -> list[Json]:
    return objects(document) if isinstance(document, list) else [obj(document)]


def _conversation(conversation: Json, session: str) -> Iterator[Part]:
    messages = objects(conversation.get("chat_messages"))
    identity = word(conversation.get("uuid"))
    names = [word(message.get("uuid")) or str(place) for place, message in enumerate(messages)]
    parents = {name: word(message.get("parent_message_uuid")) for name, message in zip(names, messages, strict=True)}
    shown = set(shown_branch(parents, {}, word(conversation.get("current_leaf_message_uuid")) or names[-1])) if (
        names and any(parent in parents for parent in parents.values())
    ) else set(names)  # fmt: skip
    for name, message in zip(names, messages, strict=True):
        if name not in shown:
            yield Omission(kind=LeftOut.BRANCH)
            continue
        yield from (Omission(kind=kind) for kind in _omitted(message))
        text, attached = _text(message)
        if not text:
            yield Omission(kind=LeftOut.MEDIA if message.get("files") or attached else LeftOut.EMPTY)
            continue
        sender = word(message.get("sender"))
        yield Message(
            text=text,
            speaker=SPEAKERS.get(sender or "", sender),
            at=message.get("created_at") or conversation.get("created_at"),
            session=identity or session,
            source_id=_identity(identity, word(message.get("uuid"))),
            title=word(conversation.get("name")),
            channel="claude",
            extra=extra_of(attachments=attached),
        )


def _omitted(message: Json) -> list[LeftOut]:
    kinds = (BLOCKS.get(str(block.get("type"))) for block in objects(message.get("content")))
    return [kind for kind in kinds if kind is not None]


def _text(message: Json) -> tuple[str, list[str]]:
    """The words of a message with those of its attachments, and the names of these."""
    blocks = [block.get("text") for block in objects(message.get("content")) if block.get("type") == "text"]
    written = [text for text in blocks if isinstance(text, str)] or [message.get("text")]
    attachments = objects(message.get("attachments"))
    written += [attachment.get("extracted_content") for attachment in attachments]
    names = [name for attachment in attachments if (name := word(attachment.get("file_name")))]
    return "\n\n".join(text.strip() for text in written if isinstance(text, str) and text.strip()), names


def _identity(conversation: str | None, message: str | None) -> str | None:
    if message is None:
        return None
    if UUID.fullmatch(message):
        return f"claude:{message}"
    return f"claude:{conversation}:{message}" if conversation else None
