"""Maps a memory's node to what its importance rests on, and its importance to properties of the node."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from graph.db.row import Row
from graph.db.values import moment
from graph.lifecycle.importance import ANY_MEMORY, PARTS, VERSION, Bounds, Importance, Life, aged, of_text
from graph.lifecycle.uses import uses_of
from graph.settings import ImportanceSettings

IMPORTANCE_FIELDS: Final = frozenset({"importance", "importance_parts", "importance_at", "importance_version"})
"""What a memory keeps of its importance."""
USE_FIELDS: Final = frozenset({"use_count", "last_used_at", "uses", "to_weigh"})
"""What counting uses changes of a memory."""
_ORDER: Final = (*PARTS, "adjustment")
_DIGITS: Final = 6


def importance_properties(
    weight: Importance, now: datetime, settings: ImportanceSettings, bounds: Bounds = ANY_MEMORY
) -> Row:
    """What a memory keeps of its importance: the score, its parts in one order, when and by which algorithm."""
    return {
        "importance": weight.score(settings, bounds),
        "importance_parts": [round(getattr(weight, name), _DIGITS) for name in _ORDER],
        "importance_at": now,
        "importance_version": VERSION,
    }


def first_importance(
    text: str, kept_at: datetime, rating: int | None, now: datetime, settings: ImportanceSettings, *, repeats: bool
) -> Row:
    """What a memory that is being stored keeps of its importance."""
    weight = of_text(text, kept_at, rating, now, settings, repeats=repeats)
    return {**importance_properties(weight, now, settings), "to_weigh": True}


def importance_when_edited(
    row: Mapping[str, Any],
    text: str,
    rating: int | None,
    now: datetime,
    settings: ImportanceSettings,
    *,
    repeats: bool,
) -> Row:
    """What a memory keeps of its importance after an edit; its ties are those it had, until it is weighed anew."""
    reworded = text != row.get("text")
    life = life_of(row)
    life = replace(life, rating=rating, edits=life.edits + 1, edited_at=now if reworded else life.edited_at)
    fresh = of_text(text, life.kept_at, rating, now, settings, repeats=repeats)
    before = parts_of(row)
    weight = aged(fresh.content, max(fresh.relation, before.relation if before else 0.0), life, now, settings)
    return {**importance_properties(weight, now, settings), "to_weigh": True}


def life_of(row: Mapping[str, Any]) -> Life:
    """What a memory went through, from its properties."""
    worded = row.get("worded_at")
    return Life(
        kept_at=moment(row["created_at"]),
        edited_at=None if worded is None else moment(worded),
        edits=row.get("edit_count") or 0,
        rating=row.get("rating"),
        uses=uses_of(row.get("uses") or ()),
    )


def parts_of(row: Mapping[str, Any]) -> Importance | None:
    """The parts that a memory keeps; None in one of an earlier database that was not weighed since."""
    stored = row.get("importance_parts")
    return None if stored is None else Importance(**dict(zip(_ORDER, stored, strict=True)))
