"""The commands about what was done and about channels, driven over the fake knowledge."""

import json
import re
import time
from datetime import datetime, timedelta

import pytest

from api.commands.root import run
from graph.errors import Unavailable
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


def ran(knowledge: FakeKnowledge, *line: str, code: int = 0) -> None:
    assert run(line, build=lambda _: knowledge, default_user=lambda: "me") == code


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_what_a_memory_was_is_shown_with_its_number_its_act_and_every_value_that_changed(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    memory = knowledge.remember("me", Draft(text="Tanaka moved to Osaka in a very long sentence about it", tags=("t",)))
    ran(knowledge, "edit", memory.id, "--text", "Tanaka stays", "--bookmark")
    capsys.readouterr()
    ran(knowledge, "history", memory.id)
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.startswith("1 2026-10-01")
    assert "edited by python" in shown
    assert "text: Tanaka moved to Osaka in a very long sentence about it" in shown
    ran(knowledge, "events", "--kind", "edited")
    assert "edited" in capsys.readouterr().out


def test_times_are_those_of_the_clocks_of_the_settings(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = knowledge.remember("me", Draft(text="Tanaka left", project="work", session_id="s"))
    ran(knowledge, "edit", memory.id, "--bookmark")
    shown: dict[str, list[str]] = {}
    for zone in ("UTC", "Pacific/Kiritimati"):
        monkeypatch.setenv("ENISHI_GRAPH__TIME_ZONE", zone)
        for line in (("history", memory.id), ("events",), ("projects", "list"), ("sessions",)):
            capsys.readouterr()
            ran(knowledge, *line)
            times = re.findall(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d)?", capsys.readouterr().out)
            shown.setdefault(line[0], []).append(times[0])
    for utc, there in shown.values():
        form = "%Y-%m-%d %H:%M" if ":" in utc else "%Y-%m-%d"
        ahead = datetime.strptime(there, form) - datetime.strptime(utc, form)
        assert ahead == timedelta(hours=14) if ":" in utc else ahead in (timedelta(), timedelta(days=1))
    assert shown["history"][0] != shown["history"][1]


def test_undoing_twice_is_undoing_nothing_and_merging_tells_how_to_part(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    memory, other = (knowledge.remember("me", Draft(text=text)) for text in ("Tanaka left", "Tanaka has left"))
    ran(knowledge, "undo", memory.id, code=4)
    assert "Nothing was done" in capsys.readouterr().err
    ran(knowledge, "pin", memory.id)
    for pinned in (False, True):
        ran(knowledge, "undo", memory.id)
        assert knowledge.show("me", memory.id).memory.pinned is pinned
    ran(knowledge, "undo", memory.id, "--to", "9", code=2)
    capsys.readouterr()
    ran(knowledge, "merge", memory.id, other.id)
    assert f"enishi undo {other.id}" in capsys.readouterr().out


def test_events_go_on_where_a_page_ended(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(3):
        knowledge.remember("me", Draft(text=f"Tanaka {number}"))
    ran(knowledge, "events", "--limit", "2", "--json")
    first = json.loads(capsys.readouterr().out)
    ran(knowledge, "events", "--limit", "2", "--cursor", first["next_cursor"], "--json")
    rest = json.loads(capsys.readouterr().out)
    assert [len(first["events"]), len(rest["events"])] == [2, 1]
    ran(knowledge, "events", "--kind", "eaten", code=2)
    ran(knowledge, "events", "--user", "nobody")
    assert "Nothing was done yet" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["--json", "--quiet", ""])
def test_who_follows_is_shown_each_event_once_as_it_happens_until_he_ends_it(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    memory = knowledge.remember("me", Draft(text="Tanaka left"))
    knowledge.pin("me", memory.id)
    rounds = iter(range(5))

    def turn(seconds: float) -> None:
        match next(rounds):
            case 0:
                knowledge.unpin("me", memory.id)
            case 1:
                knowledge.away = Unavailable("The database is away.", retry_after=7)
            case 2:
                assert seconds == 7
                knowledge.away = None
                knowledge.pin("me", memory.id)
            case 3:
                knowledge.remember("me", Draft(text="Of another kind"))
            case _:
                raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", turn)
    ran(knowledge, "events", "--follow", "--kind", "pinned", "--kind", "unpinned", *filter(None, [form]))
    shown, remarks = capsys.readouterr()
    ids = [event.id for _, event in knowledge.done if event.kind in ("pinned", "unpinned")]
    match form:
        case "--json":
            assert [json.loads(line)["id"] for line in shown.splitlines()] == ids
        case "--quiet":
            assert shown.splitlines() == ids
        case _:
            assert [line.split()[2] for line in shown.splitlines()] == ["pinned", "unpinned", "pinned"]
            assert "Asking again in 7 s." in remarks


def test_a_page_and_following_are_not_asked_for_at_once(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    ran(knowledge, "events", "--follow", "--cursor", "x", code=2)
    assert "--cursor" in capsys.readouterr().err


def test_a_session_is_resumed_by_ids_and_what_is_no_id_is_told(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = ("channel=C1", "thread_ts=1.2")
    ran(knowledge, "channels", "hold", "talk", "slack", *ids)
    capsys.readouterr()
    ran(knowledge, "channels", "resume", "slack", *ids)
    assert capsys.readouterr().out.strip() == "talk"
    ran(knowledge, "channels", "resume", "slack", "channel=C1", code=2)
    assert "channel and thread_ts" in capsys.readouterr().err
    ran(knowledge, "channels", "resume", "slack", "C1", code=2)
    assert "NAME=ID" in capsys.readouterr().err
    ran(knowledge, "channels", "list")
    assert "enishi channels add" in capsys.readouterr().err
    ran(knowledge, "channels", "add", "slack", "U1")
    ran(knowledge, "channels", "whose", "slack", "U1")
    assert capsys.readouterr().out.splitlines()[-1] == "me"
