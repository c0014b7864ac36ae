"""What stands out in a network: its communities with names, the bridges between them, and ties one would not expect."""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from graph.model.network import Bridge, Community, NetworkNode
from graph.network.measures import Floats, Ints, Network

NAMED_BY = 3
"""Members that give a community its name."""
_FEW = 2
"""So many ties between two communities are few."""
_LEAST_MEMBERS = 3
"""Of smaller communities nothing is unexpected."""
Drawn = Callable[[int], NetworkNode]
"""A node as a value, by its place."""


def named_communities(network: Network, part: Ints, node: Drawn, *, limit: int, members: int) -> list[Community]:
    """The largest communities, each with its best tied members first, by whom it is called."""
    low, high, _ = network.ties
    within = part[low] == part[high]
    inner = np.bincount(np.concatenate([low[within], high[within]]), minlength=len(network.ids))
    counted = np.bincount(part[low[within]], minlength=limit + 1) if within.any() else np.zeros(limit + 1, dtype=int)
    crossing = np.concatenate([part[low[~within]], part[high[~within]]])
    outer = np.bincount(crossing, minlength=limit + 1) if len(crossing) else np.zeros(limit + 1, dtype=int)
    made: list[Community] = []
    for number in range(min(limit, int(part.max(initial=-1)) + 1)):
        places = [int(place) for place in np.flatnonzero(part == number)]
        ranked = sorted(places, key=lambda place: (-inner[place], -network.mentions[place], network.ids[place]))
        made.append(
            Community(
                number=number, name=name_of(network, ranked), size=len(places),
                members=tuple(node(place) for place in ranked[:members]),
                ties_within=int(counted[number]), ties_without=int(outer[number]),
            )
        )  # fmt: skip
    return made


def name_of(network: Network, ranked: Sequence[int]) -> str:
    """A community's name: its best tied members, "Acme, Aki, Osaka"."""
    return ", ".join(network.names[place] for place in ranked[:NAMED_BY])


def bridges(
    network: Network, part: Ints, between: Floats, names: Sequence[str], node: Drawn, limit: int
) -> list[Bridge]:
    """The nodes by which communities hang together: tied to several, and many shortest paths lead over them."""
    reached: dict[int, set[int]] = {}
    for low, high in zip(*network.ties[:2], strict=True):
        if part[low] != part[high]:
            reached.setdefault(int(low), set()).add(int(part[high]))
            reached.setdefault(int(high), set()).add(int(part[low]))
    ranked = sorted(reached, key=lambda place: (-between[place], network.ids[place]))
    return [
        Bridge(
            node=node(place), share=round(float(between[place]), 4),
            communities=tuple(names[each] for each in sorted({int(part[place]), *reached[place]}) if each < len(names)),
        )
        for place in ranked[:limit]
        if between[place] > 0
    ]  # fmt: skip


def unexpected(network: Network, part: Ints, limit: int) -> list[tuple[int, int]]:
    """Ties between two communities that have few others, those of the largest first: (place of the relation, how few).

    Of relations between the same two nodes the surest stands for all.
    """
    sizes = Counter(int(number) for number in part if number >= 0)
    pairs: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
    for place, ends in enumerate(zip(network.sources, network.targets, strict=True)):
        source, target = (int(end) for end in ends)
        two = part[source], part[target]
        if two[0] == two[1] or min(sizes[int(number)] for number in two) < _LEAST_MEMBERS:
            continue
        ties = pairs.setdefault((int(min(two)), int(max(two))), {})
        tie = min(source, target), max(source, target)
        if tie not in ties or network.confidences[place] > network.confidences[ties[tie]]:
            ties[tie] = place
    few = [
        (place, len(ties), min(sizes[number] for number in two))
        for two, ties in pairs.items()
        if len(ties) <= _FEW
        for place in ties.values()
    ]
    few.sort(key=lambda each: (each[1], -each[2], -network.confidences[each[0]], each[0]))
    return [(place, ties) for place, ties, _ in few[:limit]]
