"""Exports of ChatGPT: conversations as trees of messages under `mapping`, of which one branch is shown."""

import re
from collections.abc import Iterator

from api.sources.chats.branches import shown_branch
from api.sources.chats.message import Json, Message, Omission, Part, extra_of, listed, obj, objects, word
from api.sources.item import LeftOut, Origin

MARKS = re.compile("\ue200[^\ue201]*\ue201|【\\d+†[^】]*】|[\ue200-\ue206]")
"""Citations as private characters and brackets, which the application shows as small links."""

UNTITLED = frozenset(("New chat", "新しいチャット", "新しい会話"))
REASONING = frozenset(("thoughts", "reasoning_recap"))
SPOKEN = frozenset(("text", "multimodal_text", "code"))
CONTEXT = frozenset(("user_editable_context", "model_editable_context"))


def fits(document: object) -> bool:
    """Whether a document is a conversation, or a list of them, with trees of messages."""
    entries = objects(document) if isinstance(document, list) else [obj(document)]
    trees = any(isinstance(entry.get("mapping"), dict) for entry in entries)
    return trees and not any(isinstance(entry.get("messages"), list) for entry in entries)


def parts(document: object, origin: Origin) -> Iterator[Part]:
    """The messages of each conversation's shown branch, and what was left out."""
    entries = objects(document) if isinstance(document, list) else [obj(document)]
    for number, conversation in enumerate(entries, start=1):
        session = origin.session if len(entries) == 1 else f"{origin.session}/{number}"
        if not isinstance(conversation.get("mapping"), dict):
            yield Omission(kind=LeftOut.SUMMARY)
        yield from _conversation(conversation, session)


def _conversation(conversation: Json, session: str) -> Iterator[Part]:
    identity = word(conversation.get("conversation_id")) or word(conversation.get("id"))
    nodes = {str(name): obj(node) for name, node in obj(conversation.get("mapping")).items()}
    messages = {name: obj(node.get("message")) for name, node in nodes.items()}
    times = {name: _time(message) for name, message in messages.items()}
    parents = {name: word(node.get("parent")) for name, node in nodes.items()}
    branch = shown_branch(parents, times, word(conversation.get("current_node")))
    title = word(conversation.get("title"))
    for name in branch:
        part = _part(messages[name])
        if isinstance(part, LeftOut):
            yield Omission(kind=part)
        elif part is not None:
            yield Message(
                text=part,
                speaker=word(obj(messages[name].get("author")).get("role")) or "assistant",
                at=messages[name].get("create_time") or conversation.get("create_time"),
                session=identity or session,
                source_id=f"chatgpt:{identity}:{name}" if identity else None,
                title=None if title in UNTITLED else title,
                channel="chatgpt",
                extra=extra_of(model=obj(messages[name].get("metadata")).get("model_slug")),
            )
    for name in nodes.keys() - set(branch):
        if isinstance(_part(messages[name]), str):
            yield Omission(kind=LeftOut.BRANCH)


def _part(message: Json) -> str | LeftOut | None:
    """The text of a message, why it has none, or None for a node that holds no message."""
    content = obj(message.get("content"))
    role = obj(message.get("author")).get("role")
    kind = word(content.get("content_type")) or "text"
    if not message:
        return None
    text = _text(content)
    if role == "system" or kind in CONTEXT or obj(message.get("metadata")).get("is_visually_hidden_from_conversation"):
        return LeftOut.HIDDEN if text else None
    if kind in REASONING:
        return LeftOut.REASONING
    if role == "tool" or word(message.get("recipient")) not in ("all", None) or kind not in SPOKEN:
        return LeftOut.TOOL
    if not text:
        return LeftOut.MEDIA if kind == "multimodal_text" else LeftOut.EMPTY
    return text


def _text(content: Json) -> str:
    written = listed(content.get("parts")) or [content.get("text")]
    spoken = (part if isinstance(part, str) else obj(part).get("text") for part in written)
    return MARKS.sub("", "\n".join(part for part in spoken if isinstance(part, str) and part)).strip()


def _time(message: Json) -> float:
    made = message.get("create_time")
    return float(made) if isinstance(made, int | float) else 0.0
