"""The commands of index care, feedback and alerts, driven over the fake knowledge."""

import json

import pytest
from rich.cells import cell_len

from api.commands.root import run
from api.rest.bodies import feedback as feedback_examples
from api.rest.bodies import index as examples
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge

TEXTS = (
    "The parser of the harbour reads slips; the parser is slow.",
    "港の読取機は遅く、読取機を直す締切は金曜日です。",
)


@pytest.fixture
def knowledge() -> FakeKnowledge:
    made = FakeKnowledge()
    for text in TEXTS:
        made.remember("me", Draft(text=text))
    made.findings = (examples.FINDING,)
    made.raised = tuple(feedback_examples.ALERTS)
    return made


def printed(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(arguments, build=lambda _: knowledge, default_user=lambda: "me") == code
    ended = capsys.readouterr()
    return ended.out + (ended.err if code or not ended.out else "")


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("line", ["full", "check", "repair --dry-run", "show", "keywords", "keywords parser", "stats"])
def test_an_answer_is_whole_at_any_width(
    knowledge: FakeKnowledge,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    columns: int,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    identity = knowledge.all_of("me")[0].id
    arguments = [*line.split(), identity] if line == "show" else line.split()
    shown = printed(knowledge, capsys, "index", *arguments)
    assert all(cell_len(each) <= columns for each in shown.splitlines())
    wanted = {
        "check": examples.FINDING.remedy, "repair --dry-run": examples.FINDING.remedy, "show": TEXTS[0],
        "keywords parser": "The parser of the harbour reads", "keywords": "読取機",
    }  # fmt: skip
    assert squeezed(wanted.get(line, "")) in squeezed(shown)


def test_a_repair_says_what_it_met_and_a_check_after_it_that_all_agrees(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "1 kind of disagreement would be mended." in printed(knowledge, capsys, "index", "repair", "--dry-run")
    assert "vectors" in printed(knowledge, capsys, "index", "check")
    assert "1 kind of disagreement met, 0 left." in printed(knowledge, capsys, "index", "repair")
    assert "All agrees." in printed(knowledge, capsys, "index", "check")


def test_some_memories_are_indexed_anew_by_how_their_ids_begin(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = knowledge.all_of("me")[0].id
    done = json.loads(printed(knowledge, capsys, "index", "selective", identity, "--json"))
    assert (done["kind"], done["memories"]) == ("selective", 1)
    assert "NotFound" not in printed(knowledge, capsys, "index", "selective", "nothing", code=3)


def test_feedback_on_a_memory_a_question_and_how_it_goes(
    knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = knowledge.all_of("me")[0].id
    given = json.loads(printed(knowledge, capsys, "feedback", "Where is it?", "--helped", identity, "--json"))
    assert (given["question"], given["helped"], given["success"]) == ("Where is it?", [identity], True)
    assert "did not succeed" in printed(knowledge, capsys, "feedback", "Where?", "--unhelpful", identity)
    assert "92% (goal 90%), of 40" in printed(knowledge, capsys, "feedback")
    assert "Where?" in printed(knowledge, capsys, "feedback", "--latest")
    assert "1 to 5" in printed(knowledge, capsys, "feedback", "Where?", "--score", "9", code=2)


def test_alerts_are_told_or_that_there_are_none(knowledge: FakeKnowledge, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Searches took 1,240 ms" in printed(knowledge, capsys, "alerts")
    knowledge.raised = ()
    assert "Nothing to tell." in printed(knowledge, capsys, "alerts")
