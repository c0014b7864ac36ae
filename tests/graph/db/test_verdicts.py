"""What a person says of a relation, a link or an inference is checked and read in one way."""

import pytest

from graph.db.rows import NEVER
from graph.db.verdicts import NOTE_MOST, note_of, verdict_of, verdict_row
from graph.errors import Invalid
from graph.model.types import Validation


def test_a_note_has_at_most_as_many_characters_as_are_promised() -> None:
    assert note_of(None) is None
    assert note_of("記" * NOTE_MOST) == "記" * NOTE_MOST
    with pytest.raises(Invalid, match="129"):
        note_of("記" * (NOTE_MOST + 1))
    with pytest.raises(Invalid, match="NUL"):
        note_of("a\x00")


def test_of_a_verdict_that_is_taken_back_nothing_is_left() -> None:
    row = {"status": "rejected", "by": "taro", "note": "No.", "now": NEVER}
    assert verdict_row(Validation.REJECTED, "taro", "No.", NEVER) == row
    taken = {"status": "unvalidated", "by": None, "note": None, "now": None}
    assert verdict_row(Validation.UNVALIDATED, "taro", "No.", NEVER) == taken
    with pytest.raises(Invalid, match="note"):
        verdict_row(Validation.UNVALIDATED, "taro", "n" * 129, NEVER)


def test_what_is_no_verdict_is_refused() -> None:
    with pytest.raises(Invalid, match="confirmed"):
        verdict_row("perhaps", "taro", None, NEVER)  # pyright: ignore[reportArgumentType]


def test_nothing_said_is_read_as_unvalidated() -> None:
    nothing = {"validation_status": Validation.UNVALIDATED, "validated_by": None, "validated_at": None, "note": None}
    assert verdict_of({}) == nothing
    row = {"validation_status": "confirmed", "validated_by": "taro", "validated_at": NEVER, "note": "So."}
    assert verdict_of(row) == {**row, "validation_status": Validation.CONFIRMED}
