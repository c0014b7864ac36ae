"""What the clients of the Model Context Protocol want in their settings to start `enishi mcp`.

settings_of("vscode", command, arguments) = {"servers": {"enishi": {"type": "stdio", "command": …, "args": […]}}}
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Client:
    """A client: the member of its settings that holds servers, whether each says its kind, and where they lie."""

    member: str
    says_kind: bool
    place: str


CLIENTS: Final[Mapping[str, Client]] = {
    "claude-desktop": Client("mcpServers", says_kind=False, place="claude_desktop_config.json (Settings > Developer)"),
    "claude-code": Client("mcpServers", says_kind=True, place=".mcp.json in the project"),
    "vscode": Client("servers", says_kind=True, place=".vscode/mcp.json in the project"),
    "cursor": Client("mcpServers", says_kind=False, place="~/.cursor/mcp.json"),
}


def settings_of(client: str, command: str, arguments: Sequence[str]) -> dict[str, object]:
    """The settings by which a client starts a command as the server "enishi"."""
    form = CLIENTS[client]
    kind: dict[str, object] = {"type": "stdio"} if form.says_kind else {}
    return {form.member: {"enishi": {**kind, "command": command, "args": [*arguments]}}}
