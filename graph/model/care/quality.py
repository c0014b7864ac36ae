"""The values of the care of a graph: which rules it breaks, and what cleaning did."""

from dataclasses import dataclass
from enum import StrEnum


class Rule(StrEnum):
    """A rule that every graph should keep."""

    SELF_LOOP = "self_loop"
    """an entity is tied to itself"""
    OUT_OF_RANGE = "out_of_range"
    """a weight or a confidence is not from 0 to 1"""
    UNSURE = "unsure"
    """a relation is less sure than its type asks for, and nobody judged it"""
    ENDS = "ends"
    """a relation ties entities that its type may not tie, and nobody judged it"""
    PRUNED = "pruned"
    """a relation was pruned that its type would let lead somewhere now"""
    ORPHAN = "orphan"
    """no memory and no fact speaks of an entity, nor did a person"""
    ATTRIBUTES = "attributes"
    """an entity lacks an attribute that its type requires, or has one of another kind"""


class Severity(StrEnum):
    """How bad it is that a rule is broken."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """A rule that is broken: how often, up to five examples, and whether cleaning mends it.

    An example is the id of an entity, or "id TYPE id" of a relation.
    """

    rule: Rule
    severity: Severity
    count: int
    examples: tuple[str, ...]
    mended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """What cleaning did, or with `dry_run` would do: breaches before and after."""

    dry_run: bool
    before: tuple[Breach, ...]
    after: tuple[Breach, ...]
