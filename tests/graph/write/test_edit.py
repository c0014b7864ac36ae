"""An edit holds to the same settings and the same checks as what is remembered."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from graph.db.store import Store
from graph.errors import Invalid
from graph.journal.journal import Journal
from graph.model.memory import Remembered
from graph.resolution.resolution_writer import EntityResolver
from graph.settings import GraphSettings
from graph.write.edit import MemoryEditor
from graph.write.fact_writer import FactWriter
from graph.write.forget import MemoryEraser
from graph.write.stages import ReadDraft
from tests.live.plain_extractor import PlainExtractor

START = datetime(2026, 6, 1, 20, 0, tzinfo=UTC)
STORED = {
    "id": "m", "user_id": "u", "text": "Ada Byron joined Acme Corp.", "title": "T", "language": "en",
    "status": "active", "pinned": False, "bookmarked": False, "importance": 1.0, "created_at": START,
    "content_hash": "0", "project": "", "tags": [], "category": "", "session_id": "",
}  # fmt: skip


class Holding:
    """A store that holds one memory and refuses writes."""

    def read(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        assert name == "memory/by_ids", params
        return [{"memory": STORED}]


class Read(MemoryEditor):
    """An editor that keeps what it read instead of writing it."""

    read: ReadDraft

    def _with_new_text(self, user_id: str, row: Any, read: ReadDraft, marks: Any, act: Any) -> Remembered:
        del user_id, row, marks, act
        self.read = read
        return cast(Remembered, None)


def editor(settings: GraphSettings) -> Read:
    return Read(
        cast(Store, Holding()), PlainExtractor(), cast(FactWriter, None),
        cast(MemoryEraser, None), cast(EntityResolver, None), settings, lambda: START,
        cast(Journal, None),
    )  # fmt: skip


def test_a_text_that_is_too_long_to_be_remembered_is_too_long_for_an_edit() -> None:
    editing = editor(GraphSettings(text_most=1_000))
    editing.edit("u", "m", {"text": "Ada. " * 200})
    with pytest.raises(Invalid) as refused:
        editing.edit("u", "m", {"text": "Ada. " * 200 + "x"})
    assert (refused.value.field, refused.value.allowed) == ("text", "up to 1,000 characters")


@pytest.mark.parametrize(("zone", "hours"), [("Asia/Tokyo", 9), ("America/New_York", -4)])
def test_a_new_text_is_read_by_the_clock_of_the_settings(zone: str, hours: int) -> None:
    editing = editor(GraphSettings(time_zone=zone))
    editing.edit("u", "m", {"text": "Yesterday Ada met Mia."})
    created = editing.read.draft.created_at
    assert created
    assert created == START
    assert created.utcoffset() == timedelta(hours=hours)


@pytest.mark.parametrize(
    ("field", "bad"),
    [("pinned", "yes"), ("pinned", "no"), ("pinned", 1), ("pinned", None), ("bookmarked", "true"), ("bookmarked", 0),
     ("tags", "abc"), ("tags", 5), ("tags", {"a": 1}), ("tags", (5,)), ("facts", "abc"), ("facts", 5),
     ("rating", "5"), ("rating", 6), ("rating", True), ("text", 5), ("text", None), ("title", 5), ("project", 5),
     ("extra", "abc"), ("extra", None), ("status", "archived"), ("id", "n")],
)  # fmt: skip
def test_a_value_of_another_type_is_refused_and_named(field: str, bad: object) -> None:
    with pytest.raises(Invalid) as refused:
        editor(GraphSettings()).edit("u", "m", {"text": "Else.", field: bad})
    assert refused.value.field.partition("[")[0] == field


@pytest.mark.parametrize("changes", [5, "pinned", ["pinned"], None])
def test_changes_that_are_no_mapping_are_refused(changes: Any) -> None:
    with pytest.raises(Invalid):
        editor(GraphSettings()).edit("u", "m", changes)


@pytest.mark.parametrize(
    ("field", "good"),
    [("pinned", True), ("bookmarked", False), ("tags", ["a"]), ("tags", ("a", "b")), ("tags", ()), ("tags", None),
     ("facts", None), ("rating", 5), ("rating", None), ("title", None), ("project", "p"), ("extra", {"a": 1})],
)  # fmt: skip
def test_a_value_of_the_right_type_is_taken(field: str, good: object) -> None:
    editing = editor(GraphSettings())
    editing.edit("u", "m", {"text": "Else.", field: good})
    assert editing.read.draft.text == "Else."
