"""The same call is answered alike by every door over a real database."""

from collections.abc import Sequence

import pytest
from pydantic import JsonValue

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.importance import UseKind, UsesCounted
from tests.api.doors import TEXT, command_line, python, rest, untimed

MOVING = {
    "undo",
    "history",
    "merge",
    "unmerge",
    "events",
    "keyword",
    "alerts",
    "context",
    "feedback",
    "feedback list",
    "overview",
    "pin",
    "list",
    "show",
    "recall",
    "importance",
    "stats",
}
"""What tells of acts, those of the doors before among them, of time, and of how much an answer helped."""


def comparable(answers: dict[str, JsonValue]) -> JsonValue:
    return untimed({name: answer for name, answer in answers.items() if name not in MOVING})


def uncounted(user_id: str, ids: Sequence[str], *, kind: UseKind) -> UsesCounted:
    del user_id, kind
    return UsesCounted(memories=len(ids))


def test_every_door_answers_the_same_over_a_real_database(
    light: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(light, "close", lambda: None)  # the store is the session's
    identity = light.remember(user_id, Draft(text="Ada Lovelace met Grace Hopper in Osaka.", project="a/b")).id
    light.remember(user_id, Draft(text=TEXT, project="a/b", tags=("t",)))
    for text in ("Ada Lovelace met Grace Hopper.", "Ada Lovelace joined Acme Corp.", "Grace Hopper joined Acme Corp."):
        light.remember(user_id, Draft(text=text))
    # A use that counted would make the memory matter more to the door that is asked next.
    monkeypatch.setattr(light, "use", uncounted)
    # So that the first door changes nothing for the next; what the first round linked is weighed in the second.
    python(light, user_id, identity)
    python(light, user_id, identity)
    expected = comparable(python(light, user_id, identity))
    assert comparable(command_line(light, user_id, identity)) == expected
    assert comparable(rest(light, user_id, identity)) == expected
