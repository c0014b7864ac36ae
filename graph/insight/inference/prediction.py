"""Predicts which two things are related though nobody said so: by the rare neighbours they have in common."""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

from graph.insight.inference.conclusion import Conclusion
from graph.insight.inference.relations import sums
from graph.insight.link_features import Stated, either
from graph.model.amount_names import is_amount
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
    found: dict[str, Conclusion] = {}
    for one in sorted(set(about) & near.keys()):
        others = {far for middle in near[one] if middle in whole for far in near[middle]} - near[one].keys() - {one}
        worth = [other for other in sorted(others) if {types[one], types[other]} <= _NAMED]
        worth = [other for other in worth if {types[one], types[other]} & _ACTORS]
        ranked = [_prediction(one, other, near, whole) for other in worth]
        likely = [each for each in ranked if each is not None and each.confidence >= LEAST]
        for each in sorted(likely, key=lambda each: (-each.confidence, each.id))[:MOST]:
            found[each.id] = each
    return sorted(found.values(), key=lambda each: (-each.confidence, each.id))


def _prediction(
    one: str, other: str, near: Mapping[str, Mapping[str, Stated]], whole: Collection[str]
) -> Conclusion | None:
    common = sorted(middle for middle in near[one].keys() & near[other].keys() if middle in whole)
    if len(common) < _COMMON_LEAST:
        return None
    score = sum(1 / math.log(max(2, len(near[middle]))) for middle in common)
    sure = min(near[one][m].confidence * near[other][m].confidence for m in common)
    source, target = sorted((one, other))
    evidence = dict.fromkeys(fact.id for m in common for fact in (near[one][m], near[other][m]))
    return Conclusion(
        kind=InferenceKind.PREDICTION, type=RelationType.RELATES_TO.value, source=source, target=target,
        confidence=round((1 - math.exp(-_SHARE * score)) * math.sqrt(sure), 4),
        reasons=(f"{len(common)} neighbours in common", f"Adamic-Adar {score:.2f}"), evidence=tuple(evidence),
    )  # fmt: skip


def with_likeness(found: Conclusion, alike: float) -> Conclusion:
    """The prediction, surer when the vectors of the two are `alike` (1 when the same) as well."""
    if alike <= 0.3:
        return found
    confidence = round(either((found.confidence, 0.4 * alike)), 4)
    return replace(found, confidence=confidence, reasons=(*found.reasons, f"similarity {alike:.2f}"))
