"""The everyday commands, driven over the fake knowledge: what they answer, in which form, and with which exit code."""

import json
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import UTC, datetime
from io import BytesIO, TextIOWrapper
from typing import get_args

import pytest

from api.commands import options, recall
from api.commands.terminal.screen import out
from api.commands.terminal.tables import PARTS, part_blocks
from api.rest.examples import RECALLED
from graph.errors import Unavailable
from graph.model.draft import Draft
from graph.model.memory import Enrich, Order
from graph.model.recalled import Mode, Parts, Recipe
from tests.api.fake_knowledge import FakeKnowledge

Command = Callable[..., int]


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


def typed(monkeypatch: pytest.MonkeyPatch, written: bytes) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(written), encoding="utf-8"))


def keep(knowledge: FakeKnowledge, text: str, user: str = "me", **fields: str) -> str:
    return knowledge.remember(user, Draft(text=text, **fields)).id  # pyright: ignore[reportArgumentType]


def test_what_was_remembered_is_recalled_with_its_reason(enishi: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("remember", "田中さんは大阪に引っ越した。") == 0
    assert "田中 (Person)" in capsys.readouterr().out
    assert enishi("recall", "田中さんはどこ？") == 0
    shown = capsys.readouterr().out
    assert "田中さんは大阪に引っ越した。" in shown
    assert "shares words with the question" in shown


def test_facts_are_given_in_one_line_each(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--fact", "田中 | works-for | Acme", "--fact", "Acme|LOCATED_IN|大阪")
    assert enishi("remember", "He started today.", *given, "--json") == 0
    facts = knowledge.show("me", json.loads(capsys.readouterr().out)["id"]).memory.facts
    assert [(fact.subject, fact.type, fact.object) for fact in facts] == [
        ("田中", "WORKS_FOR", "Acme"),
        ("Acme", "LOCATED_IN", "大阪"),
    ]
    for wrong in ("田中 WORKS_FOR Acme", "田中 | | Acme", "田中 | ADORES | Acme"):
        assert enishi("remember", "He started today.", "--fact", wrong) == 2
    assert "WORKS_FOR" in capsys.readouterr().err


def test_a_text_that_begins_as_a_list_does_is_no_option(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "- Likes sushi\n- Works for Acme"
    assert enishi("remember", text, "--title", "- About me", "--json") == 0
    memory = knowledge.show("me", json.loads(capsys.readouterr().out)["id"]).memory
    assert (memory.text, memory.title) == (text, "- About me")
    assert enishi("remember", "-x") == 2


@pytest.mark.parametrize("status", ["archived", "invalid"])
def test_remembering_again_what_is_put_away_says_so_and_how_it_comes_back(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], status: str
) -> None:
    identity = keep(knowledge, "Tanaka moved to Osaka.")
    (knowledge.archive if status == "archived" else knowledge.invalidate)("me", identity)
    assert enishi("remember", "Tanaka moved to Osaka.") == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"{status}: it stays so" in shown
    assert f"enishi restore {identity}" in shown
    assert enishi("remember", "Tanaka moved to Osaka.", "--json") == 0
    assert json.loads(capsys.readouterr().out)["status"] == status
    knowledge.restore("me", identity)
    assert enishi("remember", "Tanaka moved to Osaka.") == 0
    assert "restore" not in capsys.readouterr().out


def test_every_option_of_remember_reaches_the_memory(enishi: Command, capsys: pytest.CaptureFixture[str]) -> None:
    given = {
        "title": "Move",
        "category": "work",
        "project": "a/b",
        "session": "s1",
        "speaker": "Aki",
        "source": "note",
        "channel": "slack",
        "occurred-at": "2026-11-02T15:30+09:00",
        "created-at": "2026-11-03T00:00Z",
        "latitude": "35.5",
        "longitude": "139.7",
        "rating": "4",
        "extra": '{"rank": 1}',
    }
    flags = [part for name, value in given.items() for part in (f"--{name}", value)]
    assert enishi("remember", "Tanaka moved", *flags, "--tag", "x", "--tag", "y", "--pin", "--json") == 0
    identity = json.loads(capsys.readouterr().out)["id"]
    assert enishi("--json", "show", identity) == 0
    memory = json.loads(capsys.readouterr().out)["memory"]
    assert memory["title"] == "Move"
    assert memory["tags"] == ["x", "y"]
    assert memory["session_id"] == "s1"
    assert memory["extra"] == {"rank": 1}
    assert memory["pinned"] is True
    assert datetime.fromisoformat(memory["occurred_at"]) == datetime(2026, 11, 2, 6, 30, tzinfo=UTC)
    assert (memory["latitude"], memory["longitude"], memory["rating"]) == (35.5, 139.7, 4)


def test_text_comes_from_standard_input_with_a_dash_or_with_nothing(
    enishi: Command, monkeypatch: pytest.MonkeyPatch, knowledge: FakeKnowledge
) -> None:
    typed(monkeypatch, "\ufeff一行目\n二行目\n".encode())
    assert enishi("remember", "-") == 0
    typed(monkeypatch, b"piped")
    assert enishi("remember") == 0
    assert [memory.text for memory in knowledge.memories("me").memories] == ["piped", "一行目\n二行目"]


@pytest.mark.parametrize(
    ("written", "remedy"),
    [("日本語".encode("cp932"), "UTF-8"), (b"", "1 character or more"), (b"a\0b", "NUL")],
)
def test_bad_text_is_refused_with_a_remedy_and_no_traceback(
    enishi: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], written: bytes, remedy: str
) -> None:
    typed(monkeypatch, written)
    assert enishi("remember") == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert remedy in output.err
    assert output.err.count("\n") == 1


def test_an_argument_that_is_no_text_is_refused(enishi: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("remember", "lone \udce3 byte") == 2
    assert "surrogate" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("remember", "x", "--occurred-at", "once upon a time"),
        ("remember", "x", "--extra", "{"),
        ("remember", "x", "--extra", "[1]"),
        ("remember", "x", "--rating", "9"),
        ("recall",),
        ("recall", "x", "--mode", "magic"),
        ("recall", "x", "--limit", "0"),
        ("recall", "x", "--regex"),
        ("recall", "(", "--mode", "content", "--regex"),
        ("list", "--since", "2026-99-99"),
        ("list", "--cursor", "nonsense"),
        ("list", "--user", "two words"),
        ("forget",),
        ("nonsense",),
        ("recall", "x", "--nonsense"),
        ("context",),
        ("context", "x", "--budget", "-1"),
        ("context", "x", "--order", "random"),
    ],
)
def test_a_wrong_request_is_one_line_on_standard_error_and_exit_2(
    enishi: Command, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert enishi(*arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("enishi: ")
    assert output.err.count("\n") == 1


def test_without_a_command_the_help_is_shown_and_nothing_else(
    enishi: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enishi() == 0
    assert enishi("db") == 2
    output = capsys.readouterr()
    assert output.out.count("Usage:") == 2
    assert output.err == ""


def test_what_is_not_there_is_exit_3(enishi: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("show", "01KNOTHERE") == 3
    assert "01KNOTHERE" in capsys.readouterr().err


def test_a_database_that_does_not_answer_is_exit_5_and_the_knowledge_is_closed(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    knowledge.trouble = Unavailable("Neo4j does not answer. Start it with `enishi db start`.")
    assert enishi("stats") == 5
    assert capsys.readouterr().err == "enishi: Neo4j does not answer. Start it with `enishi db start`.\n"
    assert knowledge.closed


def test_a_traceback_is_shown_only_when_debugging(
    enishi: Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENISHI_DEBUG", "1")
    assert enishi("show", "01KNOTHERE") == 3
    assert "Traceback" in capsys.readouterr().err


def test_recall_answers_in_every_format(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = keep(knowledge, "Tanaka works for Acme in Osaka")
    for shape, expected in {
        "table": "score",
        "markdown": "1. **",
        "summary": f"[{identity}]",
        "json": '"hits"',
    }.items():
        assert enishi("recall", "Where does Tanaka work?", "--format", shape) == 0
        shown = capsys.readouterr().out
        assert expected in shown
        assert identity in shown
    assert enishi("recall", "Tanaka", "--json") == 0
    assert json.loads(capsys.readouterr().out)["hits"][0]["memory"]["id"] == identity


def test_explain_shows_every_part_of_the_score(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(knowledge, "Tanaka works for Acme in Osaka")
    assert enishi("recall", "Tanaka", "--explain") == 0
    output = capsys.readouterr()
    assert "words" in output.out
    assert "score = (base + linked + cues + join) × recency × importance + kept" in output.err
    assert "1 round trips" in output.err
    assert "dictionaries  1.5 ms  1 rows" in output.out
    assert enishi("recall", "Tanaka", "--json") == 0
    assert json.loads(capsys.readouterr().out)["trace"] is None


def test_every_part_that_makes_a_score_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    parts = Parts(
        cosine=0.9, sentence=0.8, words=2.0, base=0.5, linked=0.1, cues=0.05, join=0.2, kept=0.03, recency=0.99,
        time=0.6, about=0.5, further=0.1, succession=0.2, relevance=0.7,
    )  # fmt: skip
    (hit,) = RECALLED.hits
    out().print(part_blocks(replace(RECALLED, hits=(replace(hit, parts=parts),))))
    shown = " ".join(capsys.readouterr().out.split())
    assert {field.name for field in fields(Parts)} == set(PARTS)
    assert {name for name in PARTS if f" {name} " in shown} == set(PARTS) - {"importance"}
    assert "led here by" in shown


def test_a_context_is_printed_as_it_goes_into_a_prompt(
    enishi: Command, capsys: pytest.CaptureFixture[str], knowledge: FakeKnowledge
) -> None:
    identity = keep(knowledge, "Tanaka works for Acme in Osaka.")
    assert enishi("context", "Where does Tanaka work?", "--budget", "50", "--ids") == 0
    shown = capsys.readouterr()
    assert shown.out == f"[1] 2026-10-01: Tanaka works for Acme in Osaka.\n[1] {identity}\n"
    assert "memories: 1; tokens: 20 of 50" in shown.err
    assert enishi("context", "Where does Tanaka work?", "--json") == 0
    assert json.loads(capsys.readouterr().out)["citations"][0]["memory_id"] == identity
    assert enishi("context", "Zebras", "--quiet") == 0
    assert capsys.readouterr() == ("", "")


def test_recall_by_content_shows_line_numbers(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(knowledge, "first\nsecond 42\nthird")
    assert enishi("recall", r"\d+", "--mode", "content", "--regex") == 0
    assert "2  second 42" in capsys.readouterr().out
    assert enishi("recall", "second", "--mode", "content", "--json") == 0
    assert json.loads(capsys.readouterr().out)["hits"][0]["lines"] == [{"number": 2, "text": "second 42"}]


@pytest.mark.parametrize("asked", [("memory",), ("memory .", "--regex")])
def test_recall_by_content_goes_on_at_the_cursor_it_printed_and_is_explained(
    asked: tuple[str, ...], enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(3):
        keep(knowledge, f"memory {number}")
    line = ("recall", *asked, "--mode", "content", "--limit", "2")
    assert enishi(*line) == 0
    first = capsys.readouterr()
    assert enishi(*line, "--explain", "--cursor", first.err.split()[-1]) == 0
    second = capsys.readouterr()
    assert sorted(n for n in "012" for output in (first, second) if f"memory {n}" in output.out) == list("012")
    assert "round trips" in second.err


def test_nothing_found_is_no_error(enishi: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("recall", "anything") == 0
    output = capsys.readouterr()
    assert (output.out, "Nothing was found" in output.err) == ("", True)


def test_filters_narrow_a_list(enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = keep(knowledge, "one", project="a")
    keep(knowledge, "two", project="b")
    assert enishi("list", "--project", "a", "--quiet") == 0
    assert capsys.readouterr().out == f"{wanted}\n"


def test_a_list_that_shows_nothing_says_where_the_memories_are(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enishi("list") == 0
    assert "There are no memories here yet" in capsys.readouterr().err
    assert enishi("archive", keep(knowledge, "a note")) == 0
    assert enishi("list") == 0
    assert "None is active. 1 archived: enishi list --status archived" in capsys.readouterr().err
    for filters in (("--project", "a"), ("--project", "a", "--status", "archived"), ("--status", "invalid")):
        assert enishi("list", *filters) == 0
        assert "No memory passes the filters. Kept here: 1 memory." in capsys.readouterr().err


def test_a_list_goes_on_at_the_cursor_it_printed(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(3):
        keep(knowledge, f"memory {number}")
    assert enishi("list", "--limit", "2") == 0
    cursor = capsys.readouterr().err.split()[-1]
    assert enishi("list", "--limit", "2", "--cursor", cursor) == 0
    assert "memory 0" in capsys.readouterr().out


def test_a_user_sees_nothing_of_another(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = keep(knowledge, "Tanaka moved", user="taro")
    assert enishi("show", identity) == 3
    assert enishi("show", identity, "--user", "taro") == 0
    assert enishi("--user", "taro", "show", identity) == 0
    assert capsys.readouterr().out.count("Tanaka moved") == 2


def test_forgetting_asks_and_refuses_when_nobody_can_answer(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = keep(knowledge, "Tanaka moved")
    typed(monkeypatch, b"y\n")
    assert enishi("forget", identity) == 2
    assert "--yes" in capsys.readouterr().err
    assert enishi("forget", identity, "--yes") == 0
    assert "1 memory," in capsys.readouterr().out
    assert enishi("show", identity) == 3


def test_forgetting_a_user_takes_everything_of_that_user_alone(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(knowledge, "one", user="taro")
    mine = keep(knowledge, "two")
    assert enishi("forget", "--user", "taro", "--yes", "--json") == 0
    assert json.loads(capsys.readouterr().out)["memories"] == 1
    assert enishi("show", mine) == 0


def test_a_memory_is_pinned_and_unpinned(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = keep(knowledge, "Tanaka moved")
    assert enishi("pin", identity) == 0
    assert knowledge.show("me", identity).memory.pinned
    assert enishi("unpin", identity, "--json") == 0
    assert '"pinned": false' in capsys.readouterr().out


def test_a_memory_is_archived_taken_for_untrue_and_restored(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = keep(knowledge, "Tanaka moved")
    for act, status in (
        ("archive", "archived"),
        ("restore", "active"),
        ("invalidate", "invalid"),
        ("restore", "active"),
    ):
        assert enishi(act, identity, "--json") == 0
        assert json.loads(capsys.readouterr().out)["status"] == status
        assert knowledge.show("me", identity).memory.status == status
    assert enishi("archive", "nothing") == 3


def test_a_memory_is_changed_by_what_is_given_and_by_nothing_else(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = keep(knowledge, "Tanaka moved")
    assert enishi("edit", identity, "--title", "The move", "--tag", "x", "--tag", "y") == 0
    assert capsys.readouterr().out.startswith(f"Changed {identity}")
    memory = knowledge.show("me", identity).memory
    assert (memory.title, memory.tags, memory.text) == ("The move", ("x", "y"), "Tanaka moved")
    assert enishi("edit", identity, "--text", "Tanaka stayed", "--quiet") == 0
    assert knowledge.show("me", identity).memory.text == "Tanaka stayed"
    assert enishi("edit", identity, "--fact", "Tanaka | friend | Ken", "--quiet") == 0
    assert [(fact.subject, fact.type) for fact in knowledge.show("me", identity).memory.facts] == [("Tanaka", "FRIEND")]
    assert enishi("edit", identity) == 2
    assert "nothing is to be changed" in capsys.readouterr().err


def test_stats_are_for_people_and_for_programs(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(knowledge, "Tanaka moved")
    assert enishi("stats") == 0
    assert "memories" in capsys.readouterr().out
    assert enishi("stats", "--json") == 0
    assert json.loads(capsys.readouterr().out)["memories"] == 1


def test_a_memory_cannot_steer_the_terminal(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = keep(knowledge, "before \x1b[2J [bold]after[/bold]")
    assert enishi("show", identity) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "[bold]after[/bold]" in shown


def test_the_choices_offered_are_those_of_the_graph() -> None:
    assert get_args(recall.ModeName) == tuple(Mode)
    assert get_args(recall.RecipeName) == tuple(Recipe)
    assert get_args(recall.OrderName) == tuple(Order)
    assert get_args(get_args(options.EnrichWhen)[0]) == tuple(Enrich)


def test_a_time_without_a_zone_is_local() -> None:
    local = options.moment("since", "2026-11-02T15:30")
    assert local is not None
    assert local == datetime(2026, 11, 2, 15, 30).astimezone(UTC)


@pytest.mark.parametrize("day", ["2026-11-18", "2026/11/18", "2026年11月18日", "18 November 2026", "20261118"])
def test_a_range_holds_the_whole_of_its_last_day(day: str) -> None:
    first, last = options.moment("since", day), options.moment("until", day, end=True)
    assert first == datetime(2026, 11, 18).astimezone(UTC)
    assert last == datetime(2026, 11, 18, 23, 59, 59, 999_999).astimezone(UTC)


@pytest.mark.parametrize("moment", ["2026-11-18T00:00", "2026-11-18 00:00", "20261118T0000", "2026年11月18日 0時"])
def test_a_range_ends_at_the_minute_that_is_told(moment: str) -> None:
    assert options.moment("until", moment, end=True) == datetime(2026, 11, 18).astimezone(UTC)


def test_exact_text_is_written_in_every_format(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(knowledge, "first\nsecond 42\nthird")
    assert enishi("recall", "second", "--mode", "content", "--format", "markdown") == 0
    assert "> 2: second 42" in capsys.readouterr().out
    assert enishi("recall", "second", "--mode", "content", "--format", "summary") == 0
    assert "(line 2)" in capsys.readouterr().out


def test_the_most_important_need_no_question(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(knowledge, "Tanaka works for Acme in Osaka")
    assert enishi("recall", "--mode", "importance") == 0
    assert "Tanaka" in capsys.readouterr().out


def test_all_of_a_source_or_a_project_is_forgotten_after_its_count_was_shown(
    enishi: Command, knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("notes/a.md", "notes/b.md", "notes-old.md"):
        knowledge.remember("me", Draft(text=name, source=name, project=f"{name[:5]}/x"))
    assert enishi("forget", "--source", "notes") == 2
    assert "--yes" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    asked: list[str] = []

    def confirm(text: str, **_: object) -> None:
        asked.append(text)

    monkeypatch.setattr("typer.confirm", confirm)
    assert enishi("forget", "--source", "notes", "--json") == 0
    assert "2 memories" in asked[0]
    assert json.loads(capsys.readouterr().out)["memories"] == 2
    assert enishi("forget", "--project", "notes", "--yes") == 0
    assert knowledge.stats("me").memories == 0
    assert enishi("forget", "id", "--project", "notes", "--yes") == 2
