"""Learns how sure a hit is to hold what is asked, and writes graph/recall/confidence.json.

Usage: python -m scripts.fit_confidence collect DATA HITS.jsonl   (asks the questions; needs the database)
       python -m scripts.fit_confidence fit HITS.jsonl

`collect` asks the questions of evaluation sets of their own memories, and half as many of memories of another set,
where nothing can be right: each of the ten best hits is an example, true where the set names it as evidence. `fit`
prints how well each set is told by the weights learnt from the others: the area under the ROC curve, the mean of
confidence and of truth, and the expected calibration error over ten bins.
"""

import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.quality import stored
from bench.run import built
from bench.sets import Corpus, EvalQuestion, corpora, rows
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.recall.confidence import WEIGHTS_FILE, traits
from scripts.logistic import fitted

SETS = ("sample", "lives", "locomo", "jaquad", "jemhopqa_facts", "hotpot100")
QUESTIONS_MOST = 300
"""Of one set, evenly over all."""
PENALTY = 1.0
BINS = 10

Row = dict[str, Any]


def main() -> None:
    """Collects examples or learns from them."""
    if sys.argv[1] == "collect":
        collect(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        fit(Path(sys.argv[2]))


def collect(data: Path, target: Path) -> None:
    """Writes one row a hit: set, whether the question was asked of its own memories, truth and traits."""
    pairs = [(name, corpus) for name in SETS for corpus in corpora(data, name, "dev")]
    pairs += [("worknotes", corpus) for corpus in work_notes(data / "worknotes")]
    kinds, made = [name for name, _ in pairs], [corpus for _, corpus in pairs]
    questions: dict[int, Sequence[EvalQuestion]] = {}
    for place, corpus in enumerate(made):
        share = max(1, len(corpus.questions) * kinds.count(kinds[place]) // QUESTIONS_MOST)
        questions[place] = corpus.questions[::share]
    chance = random.Random(1)
    knowledge, extractor = built(), Pipeline(ExtractionSettings(workers=1))
    try:
        with target.open("w", encoding="utf-8") as file:
            for place, corpus in enumerate(made):
                ids = stored(knowledge, f"confidence-{place}", corpus)
                own = questions[place]
                others = [asked for other in questions if kinds[other] != kinds[place] for asked in questions[other]]
                strange = chance.sample(others, len(own) // 2)
                for asked, at_home in [(asked, True) for asked in own] + [(asked, False) for asked in strange]:
                    for row in examples(knowledge, extractor, f"confidence-{place}", asked, ids if at_home else {}):
                        row |= {"set": kinds[place], "own": at_home, "question": asked.text}
                        file.write(json.dumps(row, ensure_ascii=False) + "\n")
                print(kinds[place], len(own), flush=True)
    finally:
        knowledge.close()


def examples(
    knowledge: Knowledge, extractor: Pipeline, user: str, asked: EvalQuestion, ids: dict[str, list[str]]
) -> Iterator[Row]:
    """The ten best hits of a question, with their traits and whether they are evidence."""
    hits = knowledge.recall(user, asked.text, limit=10).hits
    best = max((hit.score for hit in hits), default=0.0)
    for hit, found in zip(hits, traits(hits, best, extractor.question(asked.text), extractor), strict=True):
        gold = bool(set(ids.get(hit.memory.id, ())) & set(asked.gold))
        yield {"gold": gold, "score": hit.score, "cosine": hit.parts.cosine, "traits": found}


def work_notes(folder: Path) -> Iterator[Corpus]:
    """The stories of notes that teams keep, in both languages."""
    for path in sorted(folder.glob("*/*.memories.jsonl")):
        corpus = Corpus(path.name, drafts=[(row["id"], Draft(text=row["text"])) for row in rows(path)])
        for row in rows(path.with_name(path.name.replace("memories", "questions"))):
            corpus.questions.append(EvalQuestion(row["question"], tuple(row["evidence"]), row["kind"]))
        yield corpus


def fit(source: Path) -> None:
    """Prints how each set is told by the weights learnt from the others, and writes those learnt from all."""
    examples = [row for row in rows(source) if row["traits"] is not None]
    names = sorted({name for row in examples for name in row["traits"]})
    table = np.array([[row["traits"][name] for name in names] for row in examples])
    truth = np.array([row["gold"] for row in examples], dtype=float)
    kinds = np.array([row["set"] for row in examples])
    guessed = np.zeros(len(truth))
    # Each set weighs the same: a set of many questions is not surer of what confidence means.
    weight = np.array([1 / np.sum(kinds == kind) for kind in kinds])
    weight *= len(truth) / weight.sum()
    for kind in sorted(set(kinds)):
        learnt = weighted_fit(table[kinds != kind], truth[kinds != kind], weight[kinds != kind])
        inside = kinds == kind
        guessed[inside] = 1 / (1 + np.exp(-table[inside] @ learnt))
        print(f"{kind:16} {report(truth[inside], guessed[inside])} {answered(examples, guessed, kind)}")
    print(f"{'all':16} {report(truth, guessed)}")
    weights = weighted_fit(table, truth, weight)
    learnt = {name: round(float(value), 3) for name, value in zip(names, weights, strict=True)}
    WEIGHTS_FILE.write_text(json.dumps(learnt, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def weighted_fit(table: np.ndarray, truth: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Logistic weights of examples that do not count alike: each is drawn as often as it weighs."""
    chance = np.random.default_rng(1)
    drawn = chance.choice(len(truth), size=len(truth), p=weight / weight.sum())
    return fitted(table[drawn], truth[drawn], PENALTY)


def report(truth: np.ndarray, guessed: np.ndarray) -> str:
    """AUC, mean confidence, mean truth and calibration error of some examples."""
    edges = np.clip((guessed * BINS).astype(int), 0, BINS - 1)
    error = sum(
        abs(truth[edges == place].mean() - guessed[edges == place].mean()) * np.mean(edges == place)
        for place in set(edges.tolist())
    )
    return f"AUC {auc(truth, guessed):.3f}  mean {guessed.mean():.3f} of {truth.mean():.3f}  ECE {error:.3f}"


def answered(examples: Sequence[Row], guessed: np.ndarray, kind: str) -> str:
    """How well the best of an answer tells own questions from strange ones: by confidence, cosine and rank score."""
    best: defaultdict[tuple[str, bool], list[tuple[float, float, float]]] = defaultdict(list)
    for row, sure in zip(examples, guessed, strict=True):
        if row["set"] == kind:
            best[row["question"], row["own"]].append((float(sure), row["cosine"], row["score"]))
    own = np.array([float(key[1]) for key in best])
    tops = np.array([[max(column) for column in zip(*values, strict=True)] for values in best.values()])
    areas = ", ".join(f"{auc(own, tops[:, place]):.3f}" for place in range(3))
    return f"own questions against strange ones by confidence, cosine, score: {areas}"


def auc(truth: np.ndarray, guessed: np.ndarray) -> float:
    """The chance that a true example stands above a false one, ties counting half."""
    order = np.argsort(np.argsort(guessed, kind="stable"), kind="stable") + 1.0
    for value in np.unique(guessed):
        order[guessed == value] = order[guessed == value].mean()
    positive = truth.sum()
    return float((order[truth == 1].sum() - positive * (positive + 1) / 2) / (positive * (len(truth) - positive)))


if __name__ == "__main__":
    main()
