"""Learns what traits of two names weigh from English name variants, and writes graph/resolution/naming/weights.json.

Usage: python -m scripts.weigh_names entity_variants/dev.jsonl. The English rows derive from Re-DocRED (MIT). Japanese
rows of that file have no stated licence: nothing is learnt from them. Prints the F1 of five folds over documents.
"""

import json
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from extraction.names.forms.name_forms import name_forms
from graph.model.reading.name_forms import ACRONYMS, KANA_INITIALS, SOUNDS, Completeness, NameForms
from graph.model.types import EntityType
from graph.resolution.naming.thing_similarity import sure_likeness, traits
from scripts.logistic import fitted

TARGET = Path(__file__).parent.parent / "graph" / "resolution" / "naming" / "weights.json"
TYPES = {"ORG": EntityType.ORGANIZATION, "LOC": EntityType.LOCATION, "MISC": EntityType.DOCUMENT}
PENALTY = 1.0
FOLDS = 5

Example = tuple[int, dict[str, float], bool]


def main() -> None:
    """Learns from all English documents, after telling how well four fifths of them judge the rest."""
    rows = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    examples = [one for place, row in enumerate(rows) if row["lang"] == "en" for one in examples_of(place, row)]
    names = sorted({name for _, values, _ in examples for name in values})
    table = np.array([[values.get(name, 0.0) for name in names] for _, values, _ in examples])
    truth = np.array([same for _, _, same in examples], dtype=float)
    folds = np.array([place % FOLDS for place, _, _ in examples])
    guessed = np.zeros(len(truth))
    for fold in range(FOLDS):
        weights = fitted(table[folds != fold], truth[folds != fold], PENALTY)
        guessed[folds == fold] = 1 / (1 + np.exp(-table[folds == fold] @ weights))
    for level in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        found = guessed >= level
        right = float((found & (truth > 0)).sum())
        print(
            f"from {level}: precision {right / max(1, found.sum()):.3f}",
            f"recall {right / truth.sum():.3f} of {int(truth.sum())}",
        )
    weights = fitted(table, truth, PENALTY)
    learnt = {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}
    TARGET.write_text(json.dumps(learnt, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(json.dumps(learnt))


def examples_of(place: int, row: dict[str, Any]) -> list[Example]:
    """The pairs of one document that share a block and that no rule decides, with the number of rivals."""
    made: list[tuple[dict[str, float], bool, str | None]] = []
    for kind, chosen in TYPES.items():
        clusters = [cluster["forms"] for cluster in row["clusters"] if cluster["type"] == kind]
        together = {frozenset(pair) for forms in clusters for pair in combinations(forms, 2)}
        strings = sorted({form for forms in clusters for form in forms})
        forms = {one: found for one in strings if (found := name_forms(one, chosen))}
        for one, other in combinations(forms, 2):
            left, right = forms[one], forms[other]
            # Also of those that do not ask for each other: they tell how names of different things are like.
            short = Completeness.SHORT in (left.completeness, right.completeness)
            sounding = (SOUNDS, KANA_INITIALS) if short else (SOUNDS, KANA_INITIALS, ACRONYMS)
            if all(block.startswith(sounding) for block in {*left.blocks} & {*right.blocks}):
                continue
            if sure_likeness(left, right) is None:
                found = traits(left, right)
                held = shorter(left, right) if found.within else None
                made.append((dict(found.values), frozenset((one, other)) in together, held))
    shorts = [short for _, _, short in made]
    return [
        (place, {**values, **rivals(shorts.count(short) - 1 if short else 0)}, same) for values, same, short in made
    ]


def shorter(one: NameForms, other: NameForms) -> str:
    """The spelling of the one with fewer words."""
    return min((len(forms.words), len(forms.spelled), forms.spelled) for forms in (one, other))[2]


def rivals(count: int) -> dict[str, float]:
    """The two traits that tell of rivals."""
    return {"one rival": float(count == 1), "rivals": float(count > 1)}


if __name__ == "__main__":
    main()
