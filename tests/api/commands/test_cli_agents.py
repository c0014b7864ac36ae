"""`enishi mcp --print-config` prints what a client needs, in the form in which it wants it."""

import json
import shutil
from typing import Any

import pytest

from api.agents.clients import CLIENTS
from api.commands.root import run
from tests.api.fake_knowledge import FakeKnowledge

FORMS = {
    "claude-desktop": ("mcpServers", None), "claude-code": ("mcpServers", "stdio"), "vscode": ("servers", "stdio"),
    "cursor": ("mcpServers", None),
}  # fmt: skip


@pytest.mark.parametrize("client", CLIENTS)
def test_the_settings_of_a_client_start_the_command(client: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["mcp", "--print-config", client, "--user", "太郎", "--project", "work/api", "--audience", "team"]
    words += ["--profile", "full"]
    assert run(words, build=lambda _: FakeKnowledge(), default_user=lambda: "me") == 0
    member, kind = FORMS[client]
    settings = json.loads(capsys.readouterr().out)[member]
    server: dict[str, Any] = settings["enishi"]
    assert server.get("type") == kind
    assert shutil.which(server["command"])
    options = ["--user", "太郎", "--project", "work/api", "--audience", "team", "--profile", "full"]
    assert server["args"][-9:] == ["mcp", *options]


def test_the_door_to_a_network_needs_keys(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["mcp", "--http", "--host", "0.0.0.0"]
    assert run(words, build=lambda _: FakeKnowledge(), default_user=lambda: "me") != 0
    assert "needs API keys" in capsys.readouterr().err
