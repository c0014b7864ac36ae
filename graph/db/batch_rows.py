"""The rows that one write batch sends to the database, as lists of statement parameters."""

from dataclasses import dataclass, field

from graph.db.row import Row


@dataclass(slots=True)
class FactRows:
    """The rows of names, ties, facts and candidates of one batch, and its places: sessions, and memories of none."""

    names: list[Row] = field(default_factory=list[Row])
    mentions: list[Row] = field(default_factory=list[Row])
    descriptions: list[Row] = field(default_factory=list[Row])
    facts: list[Row] = field(default_factory=list[Row])
    candidates: list[Row] = field(default_factory=list[Row])
    places: list[str] = field(default_factory=list[str])
