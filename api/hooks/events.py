"""What Claude Code hands a hook on standard input, as far as memory needs it; anything odd in it is left out."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, cast

PAYLOAD_MOST: Final = 10 * 2**20
"""Bytes of a payload that is read."""
_PRIVATE: Final = re.compile(r"<private>.*?(?:</private>|\Z)", re.DOTALL | re.IGNORECASE)
_INJECTED: Final = re.compile(r"<(enishi-memory|system-reminder)>.*?</\1>", re.DOTALL)


class HookEvent(StrEnum):
    """The events that memory takes part in."""

    SESSION_START = "SessionStart"
    USER_PROMPT_SUBMIT = "UserPromptSubmit"
    POST_TOOL_USE = "PostToolUse"
    STOP = "Stop"
    SESSION_END = "SessionEnd"


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """One event of a session. `prompt` and `answer` are without what was marked private."""

    event: HookEvent
    session_id: str = ""
    cwd: str = ""
    prompt: str = ""
    answer: str = ""
    transcript_path: str = ""
    tool: str = ""
    tool_input: Mapping[str, object] = field(default_factory=dict[str, object])
    reason: str = ""


def payload_of(content: bytes, event: HookEvent) -> Payload:
    """The payload that somebody sent for an event. Raises ValueError where it is no JSON object."""
    members = json.loads(content.decode("utf-8", "replace") or "{}")
    if not isinstance(members, dict):
        raise ValueError("the payload is no JSON object")  # noqa: TRY004 -- as of any other payload that is none
    given = cast("dict[str, object]", members)
    tool_input = given.get("tool_input")
    return Payload(
        event=event,
        session_id=_text(given, "session_id"),
        cwd=_text(given, "cwd"),
        prompt=public(_text(given, "prompt")),
        answer=public(_text(given, "last_assistant_message")),
        transcript_path=_text(given, "transcript_path"),
        tool=_text(given, "tool_name"),
        tool_input=cast("dict[str, object]", tool_input) if isinstance(tool_input, dict) else {},
        reason=_text(given, "reason"),
    )


def public(text: str) -> str:
    """A text without what stands between `<private>` and `</private>`, nor what was put before it from memory.

    An opening mark without an end takes all that follows it: what was meant to be private is never kept.
    """
    return _INJECTED.sub("", _PRIVATE.sub("", text)).strip()


def _text(members: Mapping[str, object], name: str) -> str:
    value = members.get(name)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""
