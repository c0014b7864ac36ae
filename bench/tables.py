"""Writes docs/benchmarks.md and the figures of the READMEs from what was measured.

Usage: `python -m bench.tables [RESULT.json…]`.

A result is the file that `bench.run --json` or `bench.peers.run --json` wrote; its sets take the place of older ones in
`bench/results/`, where each keeps its day and its machine; a memory of
`bench.peers.run` has rows of its own. Without a file the page is written anew from those.
"""

import argparse
import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bench import readme
from bench.readme import FLOORS

ROOT: Final = Path(__file__).resolve().parents[1]
RESULTS: Final = ROOT / "bench" / "results" / "dev.json"
PAGE: Final = ROOT / "docs" / "benchmarks.md"

RANKED: Final = {
    "locomo": ("LoCoMo, English talks", "ndcg10_macro", "nDCG@10"),
    "realtalk": ("REALTALK, English talks", "ndcg10_macro", "nDCG@10"),
    "twowiki101": ("2WikiMultihopQA", "R5", "R@5"),
    "twowiki101-untitled": ("2WikiMultihopQA without titles", "R5", "R@5"),
    "musique299": ("MuSiQue", "R5", "R@5"),
    "musique299-untitled": ("MuSiQue without titles", "R5", "R@5"),
    "hotpot100": ("HotpotQA", "R5", "R@5"),
    "hotpot100-untitled": ("HotpotQA without titles", "R5", "R@5"),
    "jemhopqa_facts": ("JEMHopQA, Japanese facts, compositional", "full5_compositional", "all in 5"),
    "jaquad": ("JaQuAD, Japanese passages", "R1", "R@1"),
    "jsquad": ("JSQuAD, Japanese passages", "R1", "R@1"),
    "lives": ("four made lives", "R1", "R@1"),
    "worknotes-en": ("notes of teams, English", "R5", "R@5"),
    "worknotes-ja": ("notes of teams, Japanese", "R5", "R@5"),
    "beam100k": ("BEAM, talks with an assistant", "any1", "any@1"),
    "beam100k#cov": ("BEAM, share of the evidence", "cov10", "cov@10"),
    "xquad-de": ("XQuAD, German passages", "R1", "R@1"),
    "xquad-es": ("XQuAD, Spanish passages", "R1", "R@1"),
    "xquad-zh": ("XQuAD, Chinese passages", "R1", "R@1"),
    "sample": ("the sample, asked in its own language", "ndcg10_same", "nDCG@10"),
    "sample#other": ("the sample, asked in the other language", "ndcg10_other", "nDCG@10"),
}
"""The sets through the graph: what a set is, the metric its row shows, and how that metric is called."""

READ: Final = {
    "carb": "facts kept of English news sentences (CaRB), F1",
    "wire57": "facts kept of English sentences (WiRe57), F1",
    "carb-clauses": "the clause layer alone (CaRB), F1",
    "wire57-clauses": "the clause layer alone (WiRe57), F1",
    "wac_ja": "predicates and their arguments in Japanese (WAC), F1",
    "ner_en_ewt": "names in English web texts (UD EWT), F1",
    "ner_en_wnut17": "names in English posts (WNUT-17), F1",
    "ner_ja_gsd": "names in Japanese (UD GSD), F1",
    "ner_ja_stockmark": "names in Japanese Wikipedia (Stockmark), F1 of 5 types",
    "ner_soft": "names of software and code in posts of programmers (StackOverflow NER), F1 of 5 groups",
    "ner_world": "names in German, Portuguese, Swedish, Chinese, Russian (UNER), mean F1",
    "names_ja_synth": "which entity a Japanese name means, accuracy",
    "entity_variants": "which names are one entity",
    "dates": "dates and times read as meant",
}
"""The sets of what is read off texts."""

NOTES: Final = {
    "entity_typed_f1": "names with their types, F1",
    "fact_recall": "facts kept, of those an annotator states",
    "fact_precision": "facts kept that the annotator states too",
    "polarity": "of these, stated or denied as meant",
    "decision_chosen": "decisions whose choice is kept",
    "decision_flipped": "rejected things told as chosen",
    "stale": "answers that show what is outdated first",
}
"""What is measured of the notes of teams and their agents, by metric."""

UNREAD: Final = NOTES | {"facts": "facts that the annotators state"}
"""The same of annotated notes that nobody looked at."""

LIFE: Final = {
    ("channels", "R5"): "what was told in one channel, asked for in another: an answer among the first five",
    ("channels", "pinned"): "pins word for word in the prompt of another channel, 30 days and a rotation later",
    ("routing", "clinc150_domain_k5"): "messages to ten projects of five examples a topic (CLINC150)",
    ("routing", "clinc150_domain_k20"): "the same of twenty",
    ("routing", "clinc150_domain_k100"): "the same of a hundred",
    ("routing", "xsid_en_ja"): "Japanese messages to fifteen projects of English commands (xSID)",
    ("routing", "xsid_ja_ja"): "the same in Japanese alone",
    ("routing", "projects120"): "messages to 120 projects",
    ("routing", "out_of_scope"): "messages of no project told so, or held for hardly sure",
    ("routing", "p95_ms"): "a message routed among 150 projects, ms at the 95th percentile",
    ("retention", "kept"): "events that people wrote down, in a summary of a tenth of the characters (LoCoMo)",
    ("retention", "possible"): "the same where every sentence is quoted: the most that quotations can keep",
    ("retention", "known"): "a summary of a tenth by somebody who knows the events",
    ("retention", "kept_together"): "events that all quotations of the summary hold together",
    ("retention", "known_together"): "the same by somebody who knows the events: the ceiling at a tenth",
    ("retention", "decisions"): "decisions of teams that stand word for word in the summary",
    ("retention", "decided"): "memories taken for decisions that are some",
    ("lifecycle", "memories"): "memories of which 10,000 are rotated, in 150 projects",
    ("lifecycle", "dry_run_s"): "the plan, seconds",
    ("lifecycle", "rotation_s"): "the rotation, seconds",
    ("lifecycle", "restore_s"): "all of them restored, seconds",
    ("lifecycle", "quiet_p95_ms"): "a search in quiet, ms at the 95th percentile",
    ("lifecycle", "during_p95_ms"): "a search meanwhile, ms at the 95th percentile",
    ("lifecycle", "during_over_quiet"): "the second over the first",
    ("lifecycle", "lag_p50_ms"): "from written to found, ms at the median",
    ("lifecycle", "lag_p95_ms"): "the same at the 95th percentile",
    ("lifecycle", "link_s"): "links of all of them, seconds",
}
"""What is measured of the life of memories, by set and metric."""

SPEED: Final = {
    ("latency", "memories"): "memories of twenty users in the store",
    ("latency", "save_p95_ms"): "one memory saved and understood, ms at the 95th percentile",
    ("latency", "p50_ms"): "one question, ms at the median",
    ("latency", "p95_ms"): "the same at the 95th percentile",
    ("latency", "bare_p95_ms"): "a hand-written query for it alone, at the 95th percentile",
    ("latency", "processor_share"): "processor under five questions and a memory a second, percent of all cores",
    ("graph-queries", "entities"): "entities of a made graph, five relations each",
    ("graph-queries", "neighbours_2_p95_ms"): "neighbours of two steps, ms at the 95th percentile",
    ("graph-queries", "shortest_p95_ms"): "the shortest ways between two, ms at the 95th percentile",
    ("graph-queries", "strongest_p95_ms"): "the strongest, ms at the 95th percentile",
    ("graph-queries", "snapshot_p95_ms"): "the 500 most important to be drawn, ms at the 95th percentile",
    ("graph-queries", "pagerank_s"): "PageRank, seconds",
    ("graph-queries", "communities_s"): "communities, seconds",
    ("load", "memories"): "memories of twenty users, asked by fifty clients at once",
    ("load", "ingested_per_s_during_searches"): "memories ingested a second beside them, in the same process",
    ("load", "rest_ingested_per_s_during_searches"): "the same through REST",
    ("ingest-en", "memories_per_s"): "English turns ingested a second",
    ("ingest-ja", "memories_per_s"): "Japanese turns ingested a second",
    ("passages", "passages"): "passages of an encyclopedia, into an empty database",
    ("passages", "extraction_s"): "their extraction alone, seconds",
    ("passages", "ingest_s"): "`enishi ingest` of them, from start to end, seconds",
    ("passages", "ingest_over_extraction"): "the second over the first",
    ("passages", "ingest_cpu_s"): "processor of the ingest and its workers, seconds",
    ("passages", "server_cpu_s"): "processor of the server meanwhile, seconds",
    ("passages", "link_s"): "links between all of them afterwards, seconds",
    ("passages", "infer_s"): "inference from all their facts, seconds",
    ("commands", "list_cpu_s"): "`enishi list` beside a server, seconds of processor as a whole process",
    ("commands", "show_cpu_s"): "`enishi show`, the same",
    ("commands", "stats_cpu_s"): "`enishi stats`, the same",
    ("commands", "recall_cpu_s"): "`enishi recall`, the same",
    ("agents", "initialize_s"): "`enishi mcp` from its start to the answer of `initialize`, seconds",
    ("agents", "tools_s"): "the same to the first list of tools",
    ("agents", "memories"): "memories of one user that an agent asks",
    ("agents", "search_p95_ms"): "`search_memories` through stdio, ms at the 95th percentile",
    ("agents", "added_mean_ms"): "of which the way through the agent's process, ms on average",
    ("sync", "notes"): "notes of a folder, a file each",
    ("sync", "first_s"): "`enishi sync` of them for the first time, seconds",
    ("sync", "first_change_s"): "after one note was changed, the first change since the database started, seconds",
    ("sync", "one_change_s"): "after another was changed, seconds",
    ("sync", "watched_s"): "from the writing of a note to its words in the graph, watched, seconds",
    ("long-turns", "tokens_per_core_s"): "tokens of long Markdown turns (BEAM) understood in a second of a core",
    ("transfer", "memories"): "memories of one user, exported and read in again: the same bytes",
    ("transfer", "export_s"): "`enishi export`, seconds",
    ("transfer", "import_s"): "`enishi import`, seconds",
    ("transfer", "peak_over_small"): "most memory of a process over that with a tenth of the memories",
}
"""What is measured of speed, by set and metric."""

ROOM: Final = {
    "turns": "a turn of a talk",
    "notes": "a note of a team",
    "assistants": "a turn of a talk with an assistant",
}
"""What is remembered where the room on the disk is measured."""


def main() -> None:
    """Takes in the results named, then writes the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="*", type=Path, help="files that the bench wrote")
    kept = _kept()
    about = {"date": datetime.now(UTC).date().isoformat(), "cores": os.cpu_count(), "machine": platform.machine()}
    for path in parser.parse_args().results:
        for name, metrics in json.loads(path.read_text(encoding="utf-8")).items():
            kept[name] = {**metrics, "about": about}
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    PAGE.write_text(page(kept), encoding="utf-8")
    readme.write(kept)


def _kept() -> dict[str, dict[str, Any]]:
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}


def page(kept: Mapping[str, Mapping[str, Any]]) -> str:
    """The page with its tables; a set that was not measured has no row."""
    parts = [
        "# Benchmarks",
        "This page is written by `python -m bench.tables` from what `python -m bench.run SET… --json OUT` measured "
        "through the product; nothing in it is typed by hand. Qualities are in percent, on the development parts of "
        "the sets, with recency and importance off. Sets of fewer than 500 questions or sentences have a 95 % "
        "bootstrap interval beside the figure where that was measured. The sets are not part of this project; their "
        "licences are their own.",
        "## Finding",
        _table(("set", "measure", "questions", "Enishi", "95 %", *FLOORS, "measured"), _ranked(kept)),
        "## Reading",
        _table(("what", "sentences", "Enishi", "95 %", "floors and others", "measured"), _read(kept)),
        "The facts that are kept are what `enishi show` tells of each sentence remembered as a memory of its own.",
    ]
    if notes := list(_by_language([kept.get(name, {}) for name in ("worknotes-en", "worknotes-ja")], NOTES)):
        unread = [kept.get(name, {}).get("unread", {}) for name in ("notes-en", "notes-ja")]
        parts += [
            "## Notes of teams and their agents",
            _table(("what", "English", "Japanese"), notes),
            "The rules for notes were written with these stories in view: others may score lower. So here is what is "
            "kept of the annotated notes of `bench/notes`, of two projects a language that nobody looked at.",
            _table(("what", "English", "Japanese"), list(_by_language(unread, UNREAD))),
        ]
    if life := list(_life(kept)):
        parts += ["## The life of memories", _table(("set", "what", "Enishi", "floors", "measured"), life)]
    if "probes" in kept:
        probes = kept["probes"]
        parts.append(
            f"Of {probes['relations']} plain sentences, one a relation type and language, {probes['right']} are read "
            f"as meant, and {probes['references']} of {probes['mentions']} that refer to something in their own way."
        )
    if "sentences" in kept:
        parts.append(_sentences(kept["sentences"]))
    if "decisions" in kept:
        parts.append(_decisions(kept["decisions"]))
    if speeds := list(_speeds(kept)):
        parts += ["## Speed", _table(("set", "what", "figure", "measured"), speeds)]
    if room := kept.get("storage"):
        rows = [
            (called, *(str(room[f"{kind}_{metric}"]) for metric in ("memories", "characters", "kb", "kb_lean")))
            for kind, called in ROOM.items()
        ]
        parts += [
            "## Room on the disk",
            _table(("a memory", "memories", "characters", "KB", "KB without vectors of sentences"), rows),
            f"An empty database with its logs takes {room['empty_mb']} MB; with the profile `lean` "
            f"{room['empty_mb_lean']} MB.",
        ]
    if peers := list(_peers(kept)):
        parts += ["## Peers", _table(("memory", "set", "quality", "speed", "measured"), peers)]
    return "\n\n".join(parts) + "\n"


def _sentences(kept: Mapping[str, Any]) -> str:
    shares = [
        f"{kept[f'unread_{code}']['right']} % in {language} ({kept[f'read_{code}']['right']} % of those that were read)"
        for code, language in (("en", "English"), ("ja", "Japanese"))
    ]
    return (
        f"Of {kept['unread_en']['sentences']} further sentences a language, in the first words that came to an "
        f"author's mind and read by nobody who mends the rules, {' and '.join(shares)} are told with their relation."
    )


def _decisions(kept: Mapping[str, Any]) -> str:
    shares = [
        f"{unread['chosen']} % of what is chosen in {unread['notes']} notes in {language} is kept as so, and "
        f"{unread['flipped']} % of what is rejected claimed"
        for unread, language in ((kept["unread_en"], "English"), (kept["unread_ja"], "Japanese"))
    ]
    return f"Of short notes that each tell of one decision, read by nobody who mends the rules: {'; '.join(shares)}."


def _ranked(kept: Mapping[str, Mapping[str, Any]]) -> Iterator[Sequence[str]]:
    for name, (title, metric, called) in RANKED.items():
        result = kept.get(name.partition("#")[0])
        if result and metric in result:
            floors = [str(result["floors"].get(floor, {}).get(metric, "")) for floor in FLOORS]
            # A result from before counts were kept does not say of how many questions the metric of a part is.
            whole = "" if "_" in metric.removesuffix("_macro") else result.get("questions", "")
            questions = str(result.get("counts", {}).get(metric, whole))
            yield (
                title,
                called,
                questions,
                str(result[metric]),
                _spread(result, metric),
                *floors,
                result["about"]["date"],
            )


def _read(kept: Mapping[str, Mapping[str, Any]]) -> Iterator[Sequence[str]]:
    for name, title in READ.items():
        if result := kept.get(name):
            others = {floor: _main(metrics) for floor, metrics in result.get("floors", {}).items()}
            beside = ", ".join(f"{floor} {figure}" for floor, figure in others.items())
            sentences, spread = str(result.get("sentences", "")), _spread(result, "f1")
            yield (title, sentences, _main(result), spread, beside, result["about"]["date"])


def _by_language(results: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> Iterator[Sequence[str]]:
    """A row for each metric that was measured in a language."""
    for metric, title in titles.items():
        if any(metric in result for result in results):
            yield (title, *(str(result.get(metric, "")) for result in results))


def _figures(
    kept: Mapping[str, Mapping[str, Any]], titles: Mapping[tuple[str, str], str]
) -> Iterator[tuple[str, str, str, Mapping[str, Any]]]:
    """Set, metric, title and result of each metric that was measured."""
    for (name, metric), title in titles.items():
        result = kept.get(name, {})
        if metric in result:
            yield name, metric, title, result


def _life(kept: Mapping[str, Mapping[str, Any]]) -> Iterator[Sequence[str]]:
    for name, metric, title, result in _figures(kept, LIFE):
        yield (name, title, str(result[metric]), _beside(result, metric), result["about"]["date"])


def _beside(result: Mapping[str, Any], metric: str) -> str:
    floors: Mapping[str, Mapping[str, Any]] = result.get("floors", {})
    return ", ".join(f"{floor} {figures[metric]}" for floor, figures in floors.items() if metric in figures)


def _peers(kept: Mapping[str, Mapping[str, Any]]) -> Iterator[Sequence[str]]:
    """A row for each memory and set of `bench.peers.run`, whose results hold sets of their own."""
    for label, result in kept.items():
        for name, found in result.get("sets", {}).items():
            quality = ", ".join(f"{metric} {value}" for metric, value in found["quality"].items())
            speed = (
                f"search {found['search_p50_ms']} ms at the median, {found['search_p95_ms']} at the 95th percentile; "
                f"{found['ingest']['messages_per_s']} messages a second"
            )
            yield (label, name, quality, speed, result["about"]["date"])


def _spread(result: Mapping[str, Any], metric: str) -> str:
    interval = result.get("intervals", {}).get(metric)
    return f"{interval[0]}–{interval[1]}" if interval else ""


def _main(result: Mapping[str, Any]) -> str:
    """The figure a set is known by: its F1 or accuracy, with precision and recall where it has them."""
    figure = next((result[name] for name in ("f1", "accuracy", "right") if name in result), None)
    if figure is None:
        return next((str(value) for value in result.values() if isinstance(value, int | float)), "")
    if "precision" in result and "recall" in result:
        return f"{figure} (precision {result['precision']}, recall {result['recall']})"
    return str(figure)


def _speeds(kept: Mapping[str, Mapping[str, Any]]) -> Iterator[Sequence[str]]:
    for name, metric, title, result in _figures(kept, SPEED):
        about = result["about"]
        yield (name, title, str(result[metric]), f"{about['date']}, {about['cores']} cores")


def _table(head: Sequence[str], body: Iterator[Sequence[str]] | Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in body)])


if __name__ == "__main__":
    main()
