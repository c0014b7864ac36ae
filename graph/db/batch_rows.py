"""The rows that one write batch sends to the database, as lists of statement parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, cast

from graph.db.row import Row

_FACT_TIMES: Final = ("said_at", "valid_from", "valid_to")


@dataclass(slots=True)
class FactRows:
    """The rows of names, ties, facts and candidates of one batch, and its places: sessions, and memories of none."""

    names: list[Row] = field(default_factory=list[Row])
    mentions: list[Row] = field(default_factory=list[Row])
    descriptions: list[Row] = field(default_factory=list[Row])
    facts: list[Row] = field(default_factory=list[Row])
    literals: list[Row] = field(default_factory=list[Row])
    candidates: list[Row] = field(default_factory=list[Row])
    places: list[str] = field(default_factory=list[str])

    def numbered(self) -> dict[str, object]:
        """The parameters of `entity/store`: names, chunks and times once each, elsewhere by their numbers.

        200 passages have some 2,000 names in 2,500 ties and 2,700 ends of facts, and most of these say when: to pack a
        time costs the driver more than all else of its row.
        """
        names = _Numbers({(row["key"], row["type"]): at for at, row in enumerate(self.names)})
        chunks, times = _Numbers({}), _Numbers({})
        ties = [
            _tie(row, kind, names, chunks)
            for kind, rows in (("MENTIONS", self.mentions), ("DESCRIBES", self.descriptions))
            for row in rows
        ]
        facts = [_fact(row, names, chunks, times) for row in self.facts]
        named = [
            {**row, "at": at, "seen": times.of(row["seen"]), "seen_last": times.of(row["seen_last"])}
            for at, row in enumerate(self.names)
        ]
        return {
            "names": named, "ties": ties, "facts": facts, "places": self.places,
            "chunks": list(chunks.places), "times": cast(Sequence[datetime], list(times.places)),
        }  # fmt: skip

    def numbered_literals(self) -> dict[str, object]:
        """The parameters of `memory/store_literals`: times once each, elsewhere by their numbers."""
        times = _Numbers({})
        literals = [{**row, **_timed(row["properties"], times)} for row in self.literals]
        return {"literals": literals, "times": cast(Sequence[datetime], list(times.places))}


@dataclass(frozen=True, slots=True)
class _Numbers:
    """Values by their place in a list that grows as they come."""

    places: dict[Any, int]

    def of(self, value: object) -> int:
        """The place of a value."""
        return self.places.setdefault(value, len(self.places))


def _tie(row: Mapping[str, Any], kind: str, names: _Numbers, chunks: _Numbers) -> Row:
    identity = {"key": row["key"], "kind": row["type"]}
    name, chunk = names.of((row["key"], row["type"])), chunks.of(row["chunk_id"])
    return {"name": name, "chunk": chunk, "type": kind, "properties": {**row["properties"], **identity}}


def _fact(row: Mapping[str, Any], names: _Numbers, chunks: _Numbers, times: _Numbers) -> Row:
    return {
        "id": row["id"], "type": row["type"], "chunk": chunks.of(row["chunk_id"]),
        "subject": names.of((row["subject_key"], row["subject_type"])),
        "subject_key": row["subject_key"], "subject_type": row["subject_type"],
        "object": names.of((row["object_key"], row["object_type"])),
        "object_key": row["object_key"], "object_type": row["object_type"],
        **_timed(row["properties"], times),
    }  # fmt: skip


def _timed(properties: Mapping[str, Any], times: _Numbers) -> Row:
    """The properties of a fact without its times, and beside them the numbers of these."""
    rest = {key: value for key, value in properties.items() if key not in _FACT_TIMES}
    return {"properties": rest, **{key: times.of(properties[key]) for key in _FACT_TIMES}}
