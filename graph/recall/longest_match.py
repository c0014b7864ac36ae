"""Of names inside names only the longest counts: where a name of a question stands only inside longer ones."""

from collections.abc import Mapping, Sequence, Set

from graph.model.extraction import NameCandidate

Longer = Mapping[str, Sequence[Sequence[str]]]
"""For a key, place by place, the longer keys that it stands in. A key that has a place of its own is left out."""


def longer_keys(candidates: Sequence[NameCandidate]) -> dict[str, list[list[str]]]:
    """What stands around each key of a question, everywhere it stands: "Tokyo" in "Tokyo Tower", not in "Tokyo and".

    A key is another's name where at each of its places one of the longer keys is known; so `longest` decides, and the
    statements of `recall/`, which alone know which are.
    """
    places = sorted(candidates, key=lambda one: (one.start, -one.end))
    widest = max((one.end - one.start for one in places), default=0)
    around: dict[str, set[frozenset[str]]] = {}
    for place, one in enumerate(places):
        keys: set[str] = set()
        for before in range(place - 1, -1, -1):
            other = places[before]
            if other.start < one.end - widest:
                break
            if other.end >= one.end and other.key != one.key:
                keys.add(other.key)
        around.setdefault(one.key, set()).add(frozenset(keys))
    return {key: sorted(map(sorted, sets)) for key, sets in around.items() if frozenset() not in sets}


def longest(known: Set[str], longer: Longer) -> set[str]:
    """The known keys of a question that stand somewhere outside of all longer known ones."""
    return {key for key in known if key not in longer or any(known.isdisjoint(place) for place in longer[key])}
