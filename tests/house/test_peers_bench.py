"""The side-by-side bench: what it tells of a run and makes of an adapter's replies. No peer is installed here."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from bench.peers.environments import ADAPTERS
from bench.peers.exchange import Adapter, PeerFailed, parsed
from bench.peers.material import asked_rows, material, written
from bench.peers.peers import PEERS
from bench.peers.report import Ingested, Measured, Row, record, table
from bench.peers.trial import summed
from bench.sets import Corpus, EvalQuestion
from extraction.encoder import Embeds, Vectors
from graph.model.draft import Draft
from graph.model.extraction import EmbeddingModel

SPEAKING = """
import json, sys
for line in sys.stdin:
    order = json.loads(line)
    if order["do"] == "break":
        print(json.dumps({"error": "ValueError: no"}), flush=True)
    elif order["do"] == "ingest":
        print(json.dumps({"embed": ["Kyoto", "Nara"]}), flush=True)
        print(json.dumps({"given": json.loads(sys.stdin.readline())["vectors"]}), flush=True)
    else:
        print(json.dumps({}), flush=True)
"""


class Lengths:
    """An embedder whose vectors tell how long the texts are, and whether they are questions."""

    model = EmbeddingModel(name="m", dimensions=2, version="1", query_prefix="", passage_prefix="", spread=1.0)

    def queries(self, texts: Sequence[str]) -> Vectors:
        return np.array([[len(text), 1] for text in texts], np.float32).reshape(-1, 2)

    def passages(self, texts: Sequence[str], languages: Sequence[str] | None = None) -> Vectors:  # noqa: ARG002
        return np.array([[len(text), 0] for text in texts], np.float32).reshape(-1, 2)

    def tokens(self, text: str) -> list[tuple[int, int]]:
        return [(0, len(text))]

    def count(self, text: str) -> int:
        return len(text)


def told(tmp_path: Path, code: str = SPEAKING) -> Adapter:
    embedder: Embeds = Lengths()
    return Adapter([sys.executable, "-c", code], {}, tmp_path, tmp_path / "log", embedder)


def measured(quality: dict[str, float], ingested: Ingested) -> Measured:
    return Measured(quality, [4.0, 2.0, 9.0], 1.0, 3.0, ingested)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_rate_of_a_peer_counts_the_vectors_it_was_given() -> None:
    went = Ingested(messages=100, seconds=5.0, vector_seconds=15.0, statements=0, trips=0)
    assert went.rate == 5.0
    assert went.rate_alone == 20.0


def test_a_peer_that_embeds_for_itself_has_one_rate_only() -> None:
    went = Ingested(messages=100, seconds=5.0, vector_seconds=None, statements=0, trips=0)
    assert went.rate == 20.0
    assert went.rate_alone is None


def test_corpora_add_up_to_one_ingest() -> None:
    parts = [Ingested(10, 1.0, 2.0, 30, 40), Ingested(30, 3.0, 4.0, 50, 60)]
    assert summed(parts) == Ingested(40, 4.0, 6.0, 80, 100)
    assert summed([Ingested(10, 1.0, None, 30, 40)]).vector_seconds is None


def test_the_table_shows_each_set_and_the_speed_of_the_first() -> None:
    talk = measured({"ndcg10_macro": 58.84, "R10_nonadv": 80.0}, Ingested(200, 2.0, 2.0, 100, 300))
    passages = measured({"R5": 93.3}, Ingested(1, 1.0, 1.0, 1, 1))
    rows = [Row("Ours", "its own", 4_200.0, {"locomo": talk, "hotpot100": passages})]
    head, _, line = table(rows, ["locomo", "hotpot100"]).splitlines()
    shown = dict(zip(cells(head), cells(line), strict=True))
    assert shown["memory"] == "Ours"
    assert shown["locomo nDCG@10"] == "58.8"
    assert shown["hotpot100 R@5"] == "93.3"
    assert (shown["search p50 ms"], shown["p95 ms"]) == ("4.0", "9.0")
    assert (shown["messages/s"], shown["without vectors"]) == ("50.0", "100.0")
    assert shown["statements a message"] == "0.50"
    assert shown["KB a message"] == "4.2"


def test_a_peer_that_failed_keeps_its_line_and_says_why() -> None:
    lines = table([Row("Theirs", "none", failed={"locomo": "it could not be installed"})], ["locomo"]).splitlines()
    assert "failed" in cells(lines[2])
    assert len(cells(lines[0])) == len(cells(lines[2]))
    assert lines[-1] == "- Theirs, locomo: it could not be installed"


def test_programs_get_what_the_table_leaves_out() -> None:
    talk = measured({"ndcg10_macro": 58.8, "R10_nonadv": 80.0}, Ingested(200, 2.0, None, 100, 300))
    told = json.loads(json.dumps(record([Row("Ours", "its own", None, {"locomo": talk})])))
    found = told["Ours"]["sets"]["locomo"]
    assert found["trips_a_search"] == 3.0
    assert found["ingest"]["trips_a_message"] == 1.5
    assert found["ingest"]["messages_per_s_without_vectors"] is None


def test_what_a_peer_embeds_on_its_own_comes_from_our_encoder(tmp_path: Path) -> None:
    with told(tmp_path) as adapter:
        assert adapter.told("ingest") == {"given": [[5.0, 0.0], [4.0, 0.0]]}


def test_what_a_peer_tells_of_its_failure_is_told_on(tmp_path: Path) -> None:
    with pytest.raises(PeerFailed, match="told to break: ValueError: no"), told(tmp_path) as adapter:
        adapter.told("break")


def test_a_peer_that_ends_too_early_is_no_answer(tmp_path: Path) -> None:
    with pytest.raises(PeerFailed, match="ended"), told(tmp_path, "") as adapter:
        adapter.told("ingest")


@pytest.mark.parametrize("line", ["hello\n", "[1]\n", ""])
def test_what_is_no_reply_is_refused(line: str) -> None:
    with pytest.raises(PeerFailed):
        parsed(line, "ask", "log")


def test_questions_that_the_kept_turns_cannot_answer_are_left_out() -> None:
    drafts = [(f"t{number}", Draft(text=f"turn {number}", speaker="Ann")) for number in range(3)]
    questions = [EvalQuestion("first?", ("t0",), "a"), EvalQuestion("both?", ("t0", "t2"), "a")]
    one = material("locomo", Corpus("talk", drafts, questions), Lengths(), most=2)
    assert [turn["id"] for turn in one.turns] == ["t0", "t1"]
    assert [asked.text for asked in one.questions] == ["first?"]
    assert one.kind == "talks"


def test_every_peer_is_given_the_text_that_is_embedded() -> None:
    drafts = [("t0", Draft(text="Hello there", speaker="Ann")), ("p0", Draft(text="A city.", title="Nara"))]
    one = material("locomo", Corpus("talk", drafts), Lengths())
    assert [turn["text"] for turn in one.turns] == ["Ann: Hello there", "Nara\nA city."]
    assert one.turn_vectors.tolist() == [[16.0, 0.0], [12.0, 0.0]]


def test_rows_and_vectors_lie_in_files_that_need_no_library(tmp_path: Path) -> None:
    order = written(tmp_path, "asked", asked_rows([EvalQuestion("誰?", ("t0",), "a")]), Lengths().queries(["誰?"]))
    assert Path(str(order["rows"])).read_text(encoding="utf-8") == '{"text": "誰?"}\n'
    assert np.fromfile(str(order["vectors"]), np.float32).tolist() == [2.0, 1.0]
    assert order["dimensions"] == 2


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_each_peer_states_its_handicaps_and_pins_what_it_runs_on(peer: object) -> None:
    found = next(one for one in PEERS if one is peer)
    assert found.notes
    assert (ADAPTERS / f"{found.adapter}.py").exists()
    if found.installed:
        pinned = (ADAPTERS / f"{found.adapter}.requirements.txt").read_text(encoding="utf-8").splitlines()
        assert all("==" in line and "/" not in line for line in pinned)
