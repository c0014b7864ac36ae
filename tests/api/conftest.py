"""What tests of the doors share."""

from collections.abc import Callable

import pytest

from api.commands.root import run
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def enishi(knowledge: FakeKnowledge, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """The command line over the test's own `knowledge`: gives the exit code."""
    monkeypatch.delenv("ENISHI_DEBUG", raising=False)

    def command(*arguments: str) -> int:
        return run(arguments, build=lambda _: knowledge, default_user=lambda: "me")

    return command
