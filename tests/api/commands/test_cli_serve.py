"""The REST server in the background: started once, found again, stopped; and what `enishi demo` says of its answers."""

import json
import socket
import sys
from pathlib import Path

import psutil
import pytest

from api.commands import demo
from api.commands.serve import free_port, running_server, start_server, stop_server
from graph.errors import Misconfigured, Unavailable
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge

ANSWERING = """
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

class Healthy(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/health" else 404)
        self.end_headers()

HTTPServer((sys.argv[2], int(sys.argv[4])), Healthy).serve_forever()
"""
FAILING = "import sys; sys.exit('enishi: the settings are wrong')"
SILENT = "import time; time.sleep(600)"


def program(code: str) -> tuple[str, ...]:
    return (sys.executable, "-S", "-c", code)


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_server_is_started_once_found_again_and_stopped(tmp_path: Path, port: int) -> None:
    first = start_server(tmp_path, host="127.0.0.1", port=port, program=program(ANSWERING))
    try:
        assert running_server(tmp_path) == first
        assert start_server(tmp_path, host="127.0.0.1", port=port, program=program(FAILING)) == first
        assert first.url == f"http://127.0.0.1:{port}"
    finally:
        assert stop_server(tmp_path)
    assert running_server(tmp_path) is None
    assert not stop_server(tmp_path)


def test_a_server_that_ends_at_once_is_told_with_its_last_words(tmp_path: Path, port: int) -> None:
    with pytest.raises(Misconfigured, match="the settings are wrong"):
        start_server(tmp_path, host="127.0.0.1", port=port, program=program(FAILING))
    assert running_server(tmp_path) is None


def test_a_server_that_never_answers_is_ended(tmp_path: Path, port: int) -> None:
    before = set(psutil.Process().children())
    with pytest.raises(Unavailable, match="did not answer"):
        start_server(tmp_path, host="127.0.0.1", port=port, program=program(SILENT), patience_s=0.3)
    assert running_server(tmp_path) is None
    assert set(psutil.Process().children()) <= before


def test_a_taken_port_is_told_and_another_is_found(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = int(taken.getsockname()[1])
        with pytest.raises(Misconfigured, match="used by another program"):
            start_server(tmp_path, host="127.0.0.1", port=port, program=program(ANSWERING))
        assert free_port("127.0.0.1", port) != port


def test_a_record_of_another_process_with_the_same_id_is_not_believed(tmp_path: Path) -> None:
    record = {"pid": psutil.Process().pid, "born": 1.0, "host": "127.0.0.1", "port": 1}
    (tmp_path / "state.json").write_text(json.dumps(record), encoding="utf-8")
    assert running_server(tmp_path) is None
    assert not stop_server(tmp_path)


def test_every_question_the_demo_asks_is_in_the_sample_with_memories_that_answer_it() -> None:
    folder = demo.sample_folder()
    asked = demo.chosen(demo.questions(folder / "questions.jsonl"), demo.QUESTION_IDS)
    assert len(asked) == len(demo.QUESTION_IDS)
    assert {question.language for question in asked} == {"ja", "en"}
    assert {"multi_hop", "cross_language"} <= {question.kind for question in asked} <= set(demo.KINDS)
    lines = (folder / "memories.jsonl").read_text(encoding="utf-8").splitlines()
    kept = {json.loads(line)["extra"]["sample_id"] for line in lines}
    assert {answer for question in asked for answer in question.answers} <= kept


@pytest.mark.parametrize(
    ("answers", "hits_in_order", "words"),
    [
        (("a",), ("a", "b"), "expected memory on top"),
        (("b",), ("a", "b"), "expected memory at 2"),
        (("c",), ("a", "b"), "not among the first"),
        (("a", "b"), ("a", "b"), "all at 1 and 2"),
        (("a", "c"), ("a", "b"), "1 of 2 expected memories, at 1"),
    ],
)
def test_the_demo_says_where_the_expected_memories_stand(
    answers: tuple[str, ...], hits_in_order: tuple[str, ...], words: str
) -> None:
    knowledge = FakeKnowledge()
    for name in hits_in_order:
        knowledge.remember("me", Draft(text=f"Tanaka {name}", extra={"sample_id": name}))
    question = demo.Question(id="q", text="Tanaka", language="en", kind="direct", answers=answers)
    hits = sorted(knowledge.recall("me", "Tanaka").hits, key=lambda hit: hit.memory.text)
    assert words in demo.verdict(question, demo.ranks(question, hits))
