"""An edit holds to the same settings and the same checks as what is remembered."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from graph.db.store import Store
from graph.errors import Invalid
from graph.model.memory import Remembered
from graph.resolution.name_cache import NameCache
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

    def _with_new_text(self, user_id: str, row: Any, read: ReadDraft, marks: Any) -> Remembered:
        del user_id, row, marks
        self.read = read
        return cast(Remembered, None)


def editor(settings: GraphSettings) -> Read:
    return Read(
        cast(Store, Holding()), PlainExtractor(), cast(NameCache, None), cast(FactWriter, None),
        cast(MemoryEraser, None), cast(EntityResolver, None), settings, lambda: START,
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
    assert created == START
    assert created.utcoffset() == timedelta(hours=hours)
