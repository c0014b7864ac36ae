"""How the graph led to a hit: from a memory or a name in the question, over relations, to an entity in the hit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """One relation on a tie's way and the entity behind it; `outgoing` where it leads there and not from there."""

    relation: str
    outgoing: bool
    entity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalPath:
    """How the graph led to a hit: the entity that it shares with a strong hit, or that the question's names lead to."""

    entity: str
    """The entity that the hit mentions or is about, by name."""
    weight: float
    seed: str | None = None
    """Id of the memory from which it was reached; None where the question names where it begins."""
    start: str = ""
    """Where the way begins: an entity that the seed mentions or the question names; without a way `entity` itself."""
    crossings: tuple[Crossing, ...] = ()
    """The relations between the two, in order."""

    @property
    def way(self) -> str:
        """The entities on the way and the relations between them: "Ada —WORKS_FOR→ Acme Corp ←LEADS— Grace"."""
        told = self.start or self.entity
        for one in self.crossings:
            told += f" —{one.relation}→ {one.entity}" if one.outgoing else f" ←{one.relation}— {one.entity}"
        return told
