"""Learns how likely a project is for a message, and writes graph/projects/routing/routing.json.

Usage: python -m scripts.fit_routing collect DATA EXAMPLES.jsonl   (remembers and asks; needs the database)
       python -m scripts.fit_routing fit EXAMPLES.jsonl

`collect` keeps the memories of the dev parts of the routing sets and writes what speaks for each project of a message.
`fit` makes sessions and names for some messages and takes the right project of others away, so that it is to be told
that they belong to none; then it fits a conditional logit. Printed is how each set is told by the weights learnt from
the others, and of all sets by five folds.
"""

import json
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from bench.routing import (
    clinc_memories,
    clinc_messages,
    evenly,
    projects,
    remembered,
    xsid_across,
    xsid_within,
)
from bench.run import built
from bench.sets import rows
from graph.projects.routing.scoring import NONE, WEIGHTS_FILE, Evidence, traits

MESSAGES = 500
"""Of one set, evenly over all."""
OF_TOPIC, OF_SERVICE = 10, 10
"""Examples of a topic and talks about a service that are kept: few, for then the traits matter."""
KEPT = 12
"""Projects of a message that are weighed: the nearest, those that are named and the right one."""
PENALTY = 0.0003
STEPS, PACE = 1_000, 0.1
FOLDS = 5
STRANGE, TALKING, LEFT, CALLED = 0.04, 0.4, 0.2, 0.1
"""Shares of messages whose project is taken away, that stand in a session, whose session was about another project, and
that call their project by name."""

GIVEN = {"described": 2.0}
"""Weights that are set by hand: no set has descriptions of its projects."""

Row = dict[str, Any]


def main() -> None:
    """Collects examples or learns from them."""
    if sys.argv[1] == "collect":
        collect(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        fit(Path(sys.argv[2]))


def collect(data: Path, target: Path) -> None:
    """Writes one row a message: set, project, and the evidence of each project."""
    messages = clinc_messages(data, "dev")
    sets = [
        ("clinc k5", clinc_memories(data, 0, 5), messages),
        *(("xsid en ja", *fold) for fold in xsid_across(data, "dev")),
        *(("xsid ja ja", *fold) for fold in xsid_within(data, "dev")),
        ("projects", *projects(data, "dev", examples=OF_TOPIC, service_talks=OF_SERVICE)),
    ]
    knowledge = built()
    try:
        with target.open("w", encoding="utf-8") as file:
            for place, (name, memories, asked) in enumerate(sets):
                user = f"fit-routing-{place}"
                remembered(knowledge, user, memories)
                for message in evenly(asked, MESSAGES):
                    found = knowledge.routing(user).evidence(message.text)
                    shown = {path: asdict(each) for path, each in found.items()}
                    row = {"set": name, "project": message.project, "evidence": shown}
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
                print(name, len(memories), flush=True)
    finally:
        knowledge.close()


def fit(source: Path) -> None:
    """Prints how well messages are told, and writes the weights learnt from all."""
    chance = random.Random(1)
    examples = [made(row, chance) for row in rows(source)]
    kinds = [row["set"] for row in rows(source)]
    names = sorted({name for example, _ in examples for each in example.values() for name in each})
    for kind in sorted(set(kinds)):
        learnt = learned([e for e, k in zip(examples, kinds, strict=True) if k != kind], names)
        print(f"{kind:12} {right([e for e, k in zip(examples, kinds, strict=True) if k == kind], learnt):.3f}")
    folds = [place % FOLDS for place in range(len(examples))]
    rights = [
        right(
            [e for e, f in zip(examples, folds, strict=True) if f == fold],
            learned([e for e, f in zip(examples, folds, strict=True) if f != fold], names),
        )
        for fold in range(FOLDS)
    ]
    print("folds", [round(value, 3) for value in rights])
    weights = learned(examples, names)
    rounded = {name: round(float(value), 3) for name, value in weights.items()} | GIVEN
    WEIGHTS_FILE.write_text(json.dumps(rounded, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def made(row: Row, chance: random.Random) -> tuple[dict[str, dict[str, float]], str]:
    """The traits of an example after chance has made a session, a name, or taken its project away."""
    gold = row["project"]
    evidence = {path: evidence_of(held) for path, held in row["evidence"].items()}
    others = [path for path in evidence if path != gold]
    if gold and chance.random() < STRANGE:
        evidence.pop(gold, None)
        gold = NONE
    elif gold in evidence and chance.random() < CALLED:
        evidence[gold] = replace(evidence[gold], named=1.0)
    if gold in evidence and chance.random() < TALKING:
        about = chance.choice(others) if others and chance.random() < LEFT else gold
        evidence[about] = replace(evidence[about], session=1.0)
    elif gold == NONE and others and chance.random() < TALKING:
        about = chance.choice(others)
        evidence[about] = replace(evidence[about], session=1.0)
    weighed = traits(evidence)
    return weighed, gold if gold in weighed else NONE


def evidence_of(held: Mapping[str, Any]) -> Evidence:
    """The evidence of a row."""
    pairs = [(str(name), float(share)) for name, share in held["entities"]]
    return Evidence(
        **{**held, "cosines": tuple(held["cosines"]), "words": tuple(held["words"]), "entities": tuple(pairs)}
    )


def learned(examples: Sequence[tuple[dict[str, dict[str, float]], str]], names: Sequence[str]) -> dict[str, float]:
    """The weights of the conditional logit that explains the examples best, kept small."""
    tables: list[np.ndarray] = []
    golds: list[int] = []
    for weighed, gold in examples:
        paths = sorted(weighed, key=lambda path: (path != gold, weighed[path].get("behind", 0.0)))[: KEPT + 2]
        if NONE not in paths:
            paths.append(NONE)
        tables.append(np.array([[weighed[path].get(name, 0.0) for name in names] for path in paths]))
        golds.append(paths.index(gold))
    widest = max(len(table) for table in tables)
    stacked = np.zeros((len(tables), widest, len(names)))
    there = np.full((len(tables), widest), -np.inf)
    for place, table in enumerate(tables):
        stacked[place, : len(table)] = table
        there[place, : len(table)] = 0.0
    chosen = stacked[np.arange(len(tables)), golds]

    weights, first, second = np.zeros(len(names)), np.zeros(len(names)), np.zeros(len(names))
    for step in range(1, STEPS + 1):
        scores = stacked @ weights + there
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares = powers / powers.sum(axis=1, keepdims=True)
        slope = (np.einsum("np,npf->nf", shares, stacked) - chosen).mean(axis=0) + PENALTY * weights
        # Adam: the traits are of different sizes.
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights -= PACE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return dict(zip(names, weights, strict=True))


def right(examples: Sequence[tuple[dict[str, dict[str, float]], str]], weights: Mapping[str, float]) -> float:
    """The share of examples whose likeliest alternative is the right one."""

    def likeliest(weighed: Mapping[str, Mapping[str, float]]) -> str:
        return max(weighed, key=lambda path: sum(weights.get(n, 0.0) * v for n, v in weighed[path].items()))

    return sum(likeliest(weighed) == gold for weighed, gold in examples) / max(1, len(examples))


if __name__ == "__main__":
    main()
