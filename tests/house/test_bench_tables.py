"""The page of the benchmark says of how many questions each figure is, and shows whatever was measured."""

import json
from typing import Any

import pytest

from bench.openie import OpenTuple, figures
from bench.quality import counts
from bench.readme import ROOT, with_figures
from bench.sets import EvalQuestion
from bench.tables import RESULTS, page

ABOUT = {"date": "2026-01-02", "cores": 2, "machine": "x"}
SAMPLE: dict[str, Any] = {
    "ndcg10_same": 77.7, "ndcg10_other": 63.4, "questions": 110, "floors": {}, "about": ABOUT,
    "intervals": {"ndcg10_same": [64.9, 88.0]},
}  # fmt: skip


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_a_readme_tells_the_figures_that_were_measured(name: str) -> None:
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))
    text = (ROOT / name).read_text(encoding="utf-8")
    assert with_figures(text, kept, name) == text
    assert f"**F1 {kept['carb']['f1']}**" in text


def row(text: str, title: str) -> list[str]:
    (line,) = [line for line in text.splitlines() if line.startswith(f"| {title}")]
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_a_metric_of_a_part_shows_how_many_questions_that_part_has() -> None:
    told = page({"sample": {**SAMPLE, "counts": {"ndcg10_same": 39, "ndcg10_other": 71}}})
    assert row(told, "the sample, asked in its own")[2:5] == ["39", "77.7", "64.9–88.0"]
    assert row(told, "the sample, asked in the other")[2:5] == ["71", "63.4", ""]


def test_where_the_count_of_a_part_is_not_known_none_is_shown() -> None:
    assert row(page({"sample": SAMPLE}), "the sample, asked in its own")[2] == ""
    whole = {"R1": 88.4, "questions": 1088, "floors": {}, "about": ABOUT}
    talks = {"ndcg10_macro": 61.4, "questions": 692, "floors": {}, "about": ABOUT}
    assert row(page({"jaquad": whole}), "JaQuAD")[2] == "1088"
    assert row(page({"locomo": talks}), "LoCoMo")[2] == "692"


@pytest.mark.parametrize(
    ("name", "categories", "expected"),
    [
        ("sample", ["same", "other", "other", "none"],
         {"ndcg10": 3, "R10": 3, "ndcg10_same": 1, "R10_same": 1, "ndcg10_other": 2, "R10_other": 2}),
        ("jemhopqa_facts", ["compositional", "comparison", "compositional"], {"full5_compositional": 2}),
        ("jaquad", ["", ""], {}),
        ("locomo", ["adversarial", "temporal", "adversarial"], {"R10_nonadv": 1}),
    ],
)  # fmt: skip
def test_the_bench_counts_the_questions_of_each_part(
    name: str, categories: list[str], expected: dict[str, int]
) -> None:
    assert counts(name, [EvalQuestion("?", ("a",), category) for category in categories]) == expected


@pytest.mark.parametrize("metric", ["full5_compositional", "ndcg10_same", "ndcg10_other"])
def test_what_is_kept_of_the_last_run_counts_its_parts(metric: str) -> None:
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))
    (result,) = [each for each in kept.values() if metric in each]
    assert 0 < result["counts"][metric] < result["questions"]


@pytest.mark.parametrize(("sentences", "few"), [(20, True), (500, False)])
def test_a_set_of_few_sentences_has_an_interval_too(sentences: int, few: bool) -> None:
    gold = [{"gold": [{"pred": "met", "args": ["Ada", "Mia"]}]}] * sentences
    right, wrong = OpenTuple("met", ("Ada", "Mia")), OpenTuple("saw", ("Leo", "it"))
    found = figures("carb", gold, [[right if place % 2 else wrong] for place in range(sentences)])
    assert found["sentences"] == sentences
    assert ("intervals" in found) is few
    if few:
        told = row(page({"carb": {**found, "about": ABOUT}}), "facts kept of English news")
        low, high = (float(end) for end in told[3].split("–"))
        assert told[1] == "20"
        assert 0 <= low < 50 < high <= 100


def test_speed_and_peers_have_tables_once_they_are_measured() -> None:
    found = {"quality": {"R10": 50.0}, "search_p50_ms": 7.0, "search_p95_ms": 9.0, "ingest": {"messages_per_s": 12.5}}
    told = page(
        {"latency": {"p50_ms": 26, "about": ABOUT}, "Another memory": {"sets": {"locomo": found}, "about": ABOUT}}
    )
    assert row(told, "latency")[1:3] == ["one question, ms at the median", "26"]
    assert row(told, "Another memory")[1:3] == ["locomo", "R10 50.0"]
    assert "search 7.0 ms at the median, 9.0 at the 95th percentile; 12.5 messages a second" in told
    assert "## Peers" not in page({})
    assert "## Speed" not in page({})


def test_the_life_of_memories_has_a_table_of_what_was_measured() -> None:
    kept = {"kept": 24.0, "possible": 36.0, "floors": {"first sentences": {"kept": 6.5}}, "about": ABOUT}
    told = page({"retention": kept})
    assert "| 24.0 | first sentences 6.5 |" in told
    assert "| 36.0 |  |" in told
    assert "## The life of memories" not in page({})


@pytest.mark.parametrize(
    ("name", "metric", "least"),
    [
        ("channels", "R5", 80), ("channels", "pinned", 100), ("routing", "projects120", 90),
        ("routing", "clinc150_domain_k5", 85), ("routing", "clinc150_domain_k100", 93), ("routing", "xsid_en_ja", 75),
        ("retention", "decisions", 95), ("lifecycle", "archived", 10_000), ("lifecycle", "restored", 10_000),
    ],
)  # fmt: skip
def test_what_is_published_of_the_life_of_memories_reaches_what_was_asked(name: str, metric: str, least: float) -> None:
    assert json.loads(RESULTS.read_text(encoding="utf-8"))[name][metric] >= least


def test_what_is_published_of_rotation_and_of_many_projects_takes_no_longer_than_was_asked() -> None:
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert kept["routing"]["p95_ms"] < 150
    rotated = kept["lifecycle"]
    assert rotated["memories"] >= 100_000
    assert rotated["dry_run_s"] < 30
    assert rotated["rotation_s"] < 120
    assert rotated["during_over_quiet"] < 2


@pytest.mark.parametrize("metric", ["neighbours_2_p95_ms", "shortest_p95_ms", "strongest_p95_ms", "snapshot_p95_ms"])
def test_what_is_published_of_questions_about_a_large_graph_stays_below_a_quarter_of_a_second(metric: str) -> None:
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))["graph-queries"]
    assert kept["entities"] >= 100_000
    assert kept[metric] < 250


def test_what_is_published_of_a_large_graph_as_a_whole_takes_no_longer_than_was_asked() -> None:
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))["graph-queries"]
    assert kept["read_whole_s"] + kept["pagerank_s"] + kept["communities_s"] < 10


def test_what_is_published_of_saving_and_of_the_processor_stays_below_what_was_asked() -> None:
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))["latency"]
    assert kept["save_p95_ms"] < 500
    assert kept["processor_share"] < 80


def test_what_is_published_of_commands_and_agents_takes_no_longer_than_was_asked() -> None:
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert kept["commands"]["list_cpu_s"] < 0.5
    assert kept["commands"]["recall_cpu_s"] < 0.6
    assert kept["agents"]["tools_s"] < 1


def test_the_room_that_memories_take_stands_beside_what_they_take_lean() -> None:
    kinds = {
        f"{kind}_{metric}": 7 for kind in ("turns", "notes", "assistants") for metric in ("memories", "characters")
    }
    sizes = {"turns_kb": 14.2, "notes_kb": 38.8, "assistants_kb": 174.0, "empty_mb": 273}
    lean = {"turns_kb_lean": 13.5, "notes_kb_lean": 37.5, "assistants_kb_lean": 147.4, "empty_mb_lean": 4}
    told = page({"storage": {**kinds, **sizes, **lean, "about": ABOUT}})
    assert row(told, "a note of a team") == ["a note of a team", "7", "7", "38.8", "37.5"]
    assert "takes 273 MB; with the profile `lean` 4 MB" in told
