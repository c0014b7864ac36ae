"""Sketches, names and facts made by hand for tests of links and inference."""

from datetime import UTC, datetime, timedelta
from typing import Any

from graph.insight.link_features import MemoryFeatures, Named, Pair, Stated
from graph.model.types import EntityType

DAY = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
NEVER = datetime(9999, 12, 31, tzinfo=UTC)


def named(name: str, kind: EntityType = EntityType.PERSON, **more: Any) -> Named:
    given: dict[str, Any] = {"id": name.lower(), "name": name, "type": kind, "count": 2}
    return Named(**{**given, **more})


def sketch(
    identity: str, text: str = "Something.", *names: Named, day: float | None = 0, **more: Any
) -> MemoryFeatures:
    when = None if day is None else DAY + timedelta(days=day)
    given: dict[str, Any] = {
        "title": text[:50], "titled": False, "created_at": when or DAY, "occurred_at": when, "session_id": "",
        "project": "", "tags": (), "speaker": None, "asks": False, "facts": (), "id": identity, "text": text,
        "names": names,
    }  # fmt: skip
    return MemoryFeatures(**{**given, **more})


def pair(later: MemoryFeatures, earlier: MemoryFeatures, *, alike: float | None = None, **more: Any) -> Pair:
    given: dict[str, Any] = {
        "later": later, "earlier": earlier, "alike": alike, "steps": None, "follows": False, "chunks": 200,
    }  # fmt: skip
    return Pair(**{**given, **more})


def fact(
    identity: str, subject: str, lemma: str, object_: str, *, day: float = 0, of: str = "RELATES_TO", **more: Any
) -> Stated:
    """A fact of the memory before the dot; `Tanaka:Person` names a thing and its type."""
    one, other = (part.partition(":") for part in (subject, object_))
    given: dict[str, Any] = {
        "id": identity, "memory_id": identity.partition(".")[0], "type": of, "lemma": lemma,
        "subject": one[0].lower(), "subject_name": one[0], "subject_type": EntityType(one[2] or "Person"),
        "object": other[0].lower(), "object_name": other[0], "object_type": EntityType(other[2] or "Person"),
        "polarity": "positive", "modality": "stated", "confidence": 0.8, "valid_from": DAY + timedelta(days=day),
        "said_at": DAY + timedelta(days=day), "valid_to": NEVER,
    }  # fmt: skip
    return Stated(**{**given, **more})
