"""What `enishi demo` shows: every line within the terminal, the questions with their answers, and where to go on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from api.commands import demo
from api.commands.serve import RunningServer
from graph.errors import Misconfigured
from tests.api.fake_knowledge import FakeKnowledge


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


def started(_folder: Path, host: str, port: int) -> RunningServer:
    return RunningServer(pid=1, born=0.0, host=host, port=port)


def not_running(_folder: Path) -> None:
    return None


def next_port(_host: str, wanted: int) -> int:
    return wanted + 1


@pytest.mark.parametrize("columns", [80, 120])
def test_the_demo_fits_the_screen_and_answers_what_it_asks(
    enishi: Callable[..., int], columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("ENISHI_NEO4J__URI", "bolt://db.example.org:7687")
    monkeypatch.setattr(demo, "running_server", not_running)
    monkeypatch.setattr(demo, "start_server", started)
    monkeypatch.setattr(demo, "free_port", next_port)
    assert enishi("demo") == 0
    shown = capsys.readouterr().out
    lines, commands = shown.partition("Try next:")[::2]
    assert all(cell_len(line) <= columns for line in lines.splitlines())
    folder = demo.sample_folder()
    asked = demo.chosen(demo.questions(folder / "questions.jsonl"), demo.QUESTION_IDS)
    bare = "".join(shown.split())
    assert len(asked) == len(demo.QUESTION_IDS)
    assert all("".join(question.text.split()) in bare for question in asked)
    assert "is taken; using" in shown
    assert "bolt://db.example.org:7687" in shown
    assert commands.count(f"--user {demo.SAMPLE_USER}") == 2


def test_a_page_that_cannot_start_is_told_and_the_rest_is_shown(
    enishi: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(_folder: object, host: str, port: int) -> RunningServer:
        raise Misconfigured(f"The REST server did not start at {host}:{port}.")

    monkeypatch.setenv("ENISHI_NEO4J__URI", "bolt://db.example.org:7687")
    monkeypatch.setattr(demo, "start_server", failing)
    assert enishi("demo") == 0
    shown = capsys.readouterr().out
    assert "not started: The REST server did not start" in " ".join(shown.split())
    assert "Try next:" in shown


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ((), "expected memory not among the first 10"),
        ((1,), "1 of 2 expected memories, at 1"),
        ((1, 3), "all at 1 and 3"),
    ],
)
def test_where_the_expected_memories_stand_is_said_in_words(places: tuple[int, ...], said: str) -> None:
    question = demo.Question(id="q", text="Who?", language="en", kind="multi_hop", answers=("a", "b"))
    assert demo.verdict(question, places) == said
