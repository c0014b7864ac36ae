"""What was measured, as one table for people and one JSON object for programs; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

from bench.measures import percentile
from bench.sets import TALKS

_TALK_COLUMNS = {"ndcg10_macro": "nDCG@10", "R10_nonadv": "R@10"}
_PASSAGE_COLUMNS = {"R5": "R@5"}
_SPEED: Final = (
    "search p50 ms",
    "p95 ms",
    "statements a search",
    "messages/s",
    "without vectors",
    "statements a message",
)


@dataclass(frozen=True, slots=True)
class Ingested:
    """How a set went in: seconds without any vectors, seconds spent on them, what crossed the wire.

    `vector_seconds` is None for a peer that makes its vectors itself: then they are in `seconds`.
    """

    messages: int
    seconds: float
    vector_seconds: float | None
    statements: int
    trips: int

    @property
    def rate(self) -> float:
        """Messages a second, everything included."""
        return self.messages / (self.seconds + (self.vector_seconds or 0.0))

    @property
    def rate_alone(self) -> float | None:
        """Messages a second when vectors cost nothing; None where that cannot be told."""
        return None if self.vector_seconds is None else self.messages / self.seconds


@dataclass(frozen=True, slots=True)
class Measured:
    """One way of asking one peer on one set. Qualities are in percent; milliseconds leave the encoder out."""

    quality: Mapping[str, float]
    milliseconds: Sequence[float]
    statements: float
    trips: float
    ingested: Ingested


@dataclass(slots=True)
class Row:
    """A line of the table: what was measured by set, or why nothing could be; what a message takes on the disk."""

    label: str
    entities: str
    bytes_each: float | None = None
    sets: dict[str, Measured] = field(default_factory=dict[str, Measured])
    failed: dict[str, str] = field(default_factory=dict[str, str])


def columns(name: str) -> dict[str, str]:
    """The measures of a set that the table shows, by their key."""
    if name == "jemhopqa_facts":
        return {"R5": "R@5", "full5_compositional": "compositional full@5"}
    return _TALK_COLUMNS if name in TALKS else _PASSAGE_COLUMNS


def table(rows: Sequence[Row], sets: Sequence[str]) -> str:
    """The rows in Markdown: qualities of every set, then speed on the first one."""
    head = [
        "memory",
        *(f"{name} {shown}" for name in sets for shown in columns(name).values()),
        *_SPEED,
        "KB a message",
        "entities",
    ]
    lines = [_line(head), _line(["---"] * len(head))]
    for row in rows:
        cells = [row.label]
        for name in sets:
            found = row.sets.get(name)
            cells += [f"{found.quality[key]:.1f}" if found else "failed" for key in columns(name)]
        cells += _speed(row.sets.get(sets[0]))
        cells.append("–" if row.bytes_each is None else f"{row.bytes_each / 1000:.1f}")
        lines.append(_line([*cells, row.entities]))
    failures = [f"- {row.label}, {name}: {why}" for row in rows for name, why in row.failed.items()]
    return "\n".join([*lines, "", *failures] if failures else lines)


def _speed(found: Measured | None) -> list[str]:
    if found is None:
        return ["–"] * len(_SPEED)
    went = found.ingested
    return [
        f"{percentile(found.milliseconds, 0.5):.1f}",
        f"{percentile(found.milliseconds, 0.95):.1f}",
        f"{found.statements:.1f}",
        f"{went.rate:.1f}",
        "–" if went.rate_alone is None else f"{went.rate_alone:.1f}",
        f"{went.statements / went.messages:.2f}",
    ]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def record(rows: Sequence[Row]) -> dict[str, object]:
    """The rows for programs: by label and set, with the figures the table leaves out."""
    return {
        row.label: {
            "entities": row.entities,
            "bytes_a_message": row.bytes_each,
            "sets": {name: _facts(found) for name, found in row.sets.items()},
            "failed": row.failed,
        }
        for row in rows
    }


def _facts(found: Measured) -> dict[str, object]:
    went = found.ingested
    return {
        "quality": dict(found.quality),
        "search_p50_ms": round(percentile(found.milliseconds, 0.5), 2),
        "search_p95_ms": round(percentile(found.milliseconds, 0.95), 2),
        "statements_a_search": round(found.statements, 2),
        "trips_a_search": round(found.trips, 2),
        "ingest": asdict(went)
        | {
            "messages_per_s": round(went.rate, 2),
            "messages_per_s_without_vectors": None if went.rate_alone is None else round(went.rate_alone, 2),
            "trips_a_message": round(went.trips / went.messages, 2),
        },
    }
