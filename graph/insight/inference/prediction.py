"""Link prediction: which two entities are probably related, by the rare neighbours they have in common."""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

from graph.insight.inference.conclusion import Conclusion
from graph.insight.inference.relations import sums
from graph.insight.link_features import Stated, either
from graph.model.reading.amount_names import is_amount
from graph.model.types import EntityType, InferenceKind, RelationType

LEAST = 0.5
MOST = 20
"""Predictions an entity may have."""
_COMMON_LEAST = 2
_ACTORS = frozenset({EntityType.PERSON, EntityType.ORGANIZATION})
_NAMED = _ACTORS | {EntityType.EVENT, EntityType.TECHNOLOGY, EntityType.DOCUMENT}
"""Types between which a relation is worth predicting, one of them somebody who acts: any two places or things of daily
use have neighbours in common."""
_SHARE = 0.45


def predictions(facts: Collection[Stated], about: Collection[str], whole: Collection[str]) -> list[Conclusion]:
    """The likeliest relations of the entities of `about` to others that share at least two neighbours with them.

    Score: Adamic-Adar, `Σ 1 / ln(degree of the common neighbour)` over neighbours of which all facts are given
    (`whole`); confidence `1 − e^(−0.45 · score)`. Times and amounts tie nothing.
    What is related already is not predicted.
    """
    near: dict[str, dict[str, Stated]] = defaultdict(dict)
    types: dict[str, EntityType] = {}
    for (subject, _, object_), some in sums(facts).items():
        kinds = (some[0].subject_type, some[0].object_type)
        amount = is_amount(some[0].subject_name) or is_amount(some[0].object_name)
        if EntityType.TIME_UNIT not in kinds and not amount:
            near[subject].setdefault(object_, some[0])
            near[object_].setdefault(subject, some[0])
            types[subject], types[object_] = kinds
    best: dict[str, Conclusion] = {}
    for entity in sorted(set(about) & near.keys()):
        candidates = (
            {far for middle in near[entity] if middle in whole for far in near[middle]} - near[entity].keys() - {entity}
        )
        worth = [candidate for candidate in sorted(candidates) if {types[entity], types[candidate]} <= _NAMED]
        worth = [candidate for candidate in worth if {types[entity], types[candidate]} & _ACTORS]
        ranked = [_prediction(entity, candidate, near, whole) for candidate in worth]
        likely = [each for each in ranked if each is not None and each.confidence >= LEAST]
        for each in sorted(likely, key=lambda each: (-each.confidence, each.id))[:MOST]:
            best[each.id] = each
    return sorted(best.values(), key=lambda each: (-each.confidence, each.id))


def _prediction(
    first: str, second: str, near: Mapping[str, Mapping[str, Stated]], whole: Collection[str]
) -> Conclusion | None:
    common = sorted(middle for middle in near[first].keys() & near[second].keys() if middle in whole)
    if len(common) < _COMMON_LEAST:
        return None
    score = sum(1 / math.log(max(2, len(near[middle]))) for middle in common)
    sure = min(near[first][m].confidence * near[second][m].confidence for m in common)
    source, target = sorted((first, second))
    evidence = dict.fromkeys(fact.id for m in common for fact in (near[first][m], near[second][m]))
    return Conclusion(
        kind=InferenceKind.PREDICTION, type=RelationType.RELATES_TO.value, source=source, target=target,
        confidence=round((1 - math.exp(-_SHARE * score)) * math.sqrt(sure), 4),
        reasons=(f"{len(common)} neighbours in common", f"Adamic-Adar {score:.2f}"), evidence=tuple(evidence),
    )  # fmt: skip


def with_likeness(prediction: Conclusion, alike: float) -> Conclusion:
    """The prediction, surer when the vectors of the two are `alike` (1 when the same) as well."""
    if alike <= 0.3:
        return prediction
    confidence = round(either((prediction.confidence, 0.4 * alike)), 4)
    return replace(prediction, confidence=confidence, reasons=(*prediction.reasons, f"similarity {alike:.2f}"))
