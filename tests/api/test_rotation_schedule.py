"""The scheduler of a server looks by itself, and no fault of a rotation ends it."""

import time

import pytest

from api.rotation_schedule import RotationSchedule
from graph.errors import Unavailable
from graph.rotation_settings import RotationSettings
from tests.api.fake_knowledge import FakeKnowledge


def test_it_looks_again_and_again_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = FakeKnowledge()
    faults = [Unavailable("away"), ValueError("a text of somebody")]

    def due() -> int:
        knowledge.due += 1
        if faults:
            raise faults.pop()
        return 1

    monkeypatch.setattr(knowledge, "rotate_due", due)
    schedule = RotationSchedule(knowledge, RotationSettings(check_minutes=0.05 / 60))
    schedule.start()
    deadline = time.monotonic() + 20
    while knowledge.due < 4 and time.monotonic() < deadline:
        pass
    schedule.stop()
    asked = knowledge.due
    assert asked >= 4
    assert not faults
    schedule.stop()
    assert knowledge.due == asked
