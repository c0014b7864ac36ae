"""Sets of names that are one entity, as they grow."""

from collections.abc import Collection, Iterable

from graph.resolution.naming.members import Pair, pair_of


class Union:
    """Sets of names that grow together, except where some must stay apart."""

    def __init__(self, ids: Iterable[str], apart: Collection[Pair]) -> None:
        self.members: dict[str, set[str]] = {identity: {identity} for identity in ids}
        self._apart = apart

    def join(self, one: str, other: str) -> None:
        """Makes one set of those that two names are in, unless two of them were kept apart."""
        left, right = self.members[one], self.members[other]
        if left is right or (self._apart and any(pair_of(a, b) in self._apart for a in left for b in right)):
            return
        left |= right
        for identity in right:
            self.members[identity] = left

    def groups(self) -> list[tuple[str, ...]]:
        """The sets, each sorted, in order."""
        return sorted({tuple(sorted(group)) for group in self.members.values()})
