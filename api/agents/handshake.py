"""The answer to `initialize` before the protocol's library is there, whose import takes most of a second.

What is answered stands fixed: it hangs on nothing but the version that the client asks for. The library is given the
same request when it is loaded, so that it knows the client, and its answer, which is the same, goes nowhere.
"""

import json
import os
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from api.release import release

NAME, TITLE = "enishi", "Enishi"
VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""The versions of the protocol that begin with `initialize`, the newest last."""
_CAPABILITIES: Final = {
    "prompts": {"listChanged": False},
    "resources": {"listChanged": False, "subscribe": False},
    "tools": {"listChanged": False},
}


@dataclass(frozen=True, slots=True)
class Opening:
    """The first bytes of a client, and the id of the request in them that was answered."""

    line: bytes
    answered: int | str | None = None


def instructions() -> str:
    """What an agent is told of the server as a whole."""
    return (files("api.agents") / "instructions.txt").read_text(encoding="utf-8").strip()


def opened(incoming: int, outgoing: int) -> Opening:
    """Reads the first line of a client and answers it where it is a plain `initialize`. Both are file descriptors.

    Byte by byte: what follows belongs to whoever reads on.
    """
    line = bytearray()
    while not line.endswith(b"\n") and (byte := os.read(incoming, 1)):
        line += byte
    answer = answer_to(bytes(line))
    if answer is None:
        return Opening(bytes(line))
    left = memoryview(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    while left:
        left = left[os.write(outgoing, left) :]
    return Opening(bytes(line), answer["id"])


def answer_to(line: bytes) -> dict[str, Any] | None:
    """The answer to a line that is an `initialize` as clients write it; None for all else, which the library judges."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("method") != "initialize" or message.get("jsonrpc") != "2.0":
        return None
    identity, params = message.get("id"), message.get("params")
    if not isinstance(identity, int | str) or isinstance(identity, bool) or not isinstance(params, dict):
        return None
    if not _is_plain(params):
        return None
    asked = params["protocolVersion"]
    result = {
        "capabilities": _CAPABILITIES,
        "instructions": instructions(),
        "protocolVersion": asked if asked in VERSIONS else VERSIONS[-1],
        "serverInfo": {"name": NAME, "title": TITLE, "version": release()},
    }
    return {"jsonrpc": "2.0", "id": identity, "result": result}


def _is_plain(params: dict[str, Any]) -> bool:
    """Whether these parameters have what the library asks of all; beyond that clients write what the protocol says."""
    client, capabilities = params.get("clientInfo"), params.get("capabilities")
    return (
        isinstance(client, dict)
        and isinstance(client.get("name"), str)
        and isinstance(client.get("version"), str)
        and isinstance(params.get("protocolVersion"), str)
        and isinstance(capabilities, dict)
        and all(isinstance(each, dict) for each in capabilities.values())
    )
