"""The nodes around one: how many hops away, and how strongly tied; pure."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from graph.network.paths import Ties


@dataclass(frozen=True, slots=True)
class Reached:
    """A node within reach: hops from the centre, and the product of the confidences of the best way of so many hops."""

    id: str
    hops: int
    strength: float


def reached_from(ties: Ties, centre: str, depth: int, weights: Mapping[str, float] | None = None) -> list[Reached]:
    """All nodes within `depth` hops but the centre, in no order. A tie counts as its kind weighs, 1.0 if none."""
    best = {centre: 1.0}
    front = {centre: 1.0}
    reached: list[Reached] = []
    for hops in range(1, depth + 1):
        following: dict[str, float] = {}
        for node, strength in front.items():
            for tie in ties.get(node, ()):
                if tie.other not in best:
                    along = strength * tie.confidence * (weights or {}).get(tie.kind, 1.0)
                    following[tie.other] = max(following.get(tie.other, 0.0), along)
        best |= following
        front = following
        reached += [Reached(node, hops, strength) for node, strength in following.items()]
    return reached


def weight(reached: Reached, degrees: Mapping[str, int]) -> float:
    """What a neighbour counts: strength / (1 + ln ties). Who is tied to everything says little of anyone."""
    return reached.strength / (1 + math.log(max(1, degrees.get(reached.id, 1))))
