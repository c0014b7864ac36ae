"""What tests of the doors share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from api.commands.root import run
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture(autouse=True)
def state_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what a test leaves behind as a user would, such as files of failures."""
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture
def enishi(knowledge: FakeKnowledge, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """The command line over the test's own `knowledge`: gives the exit code."""
    monkeypatch.delenv("ENISHI_DEBUG", raising=False)

    def command(*arguments: str) -> int:
        return run(arguments, build=lambda _: knowledge, default_user=lambda: "me")

    return command
