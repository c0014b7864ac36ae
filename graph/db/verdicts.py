"""Verdicts of people on relations, links and inferences: checked, and stored in one form."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict

from graph.db.row import Row
from graph.db.values import moment
from graph.errors import Invalid
from graph.intake.checks import plain
from graph.model.types import Validation

NOTE_MOST = 128


def note_of(note: str | None) -> str | None:
    """The note of a verdict, if it can be stored. Raises Invalid."""
    if note is None:
        return None
    if len(plain("note", note)) > NOTE_MOST:
        raise Invalid("note", f"it has {len(note)} characters.", allowed=f"at most {NOTE_MOST}")
    return note


def verdict_row(status: Validation, by: str, note: str | None, now: datetime) -> Row:
    """The parameters of a verdict; all None for one that is taken back. Raises Invalid."""
    checked_note = note_of(note)
    try:
        status = Validation(status)
    except ValueError:
        raise Invalid("status", "there is no such verdict.", allowed=", ".join(Validation)) from None
    if status is Validation.UNVALIDATED:
        return {"status": status.value, "by": None, "note": None, "now": None}
    return {"status": status.value, "by": plain("by", by), "note": checked_note, "now": now}


class Verdict(TypedDict):
    """The verdict on one relation, link or inference: by whom, when and why."""

    validation_status: Validation
    validated_by: str | None
    validated_at: datetime | None
    note: str | None


def verdict_of(row: Mapping[str, Any]) -> Verdict:
    """The verdict among the properties of a relation, a link or an inference."""
    at = row.get("validated_at")
    return {
        "validation_status": Validation(row.get("validation_status") or Validation.UNVALIDATED),
        "validated_by": row.get("validated_by"),
        "validated_at": moment(at) if at else None,
        "note": row.get("note"),
    }
