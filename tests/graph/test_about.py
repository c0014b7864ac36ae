"""What is about an entity stands before what mentions it, whatever either scores."""

from datetime import UTC, datetime

from graph.about import about_first
from graph.answers import Hit, Named, Parts
from graph.model import EntityType
from graph.rows import memory_of


def hit(identity: str, score: float) -> Hit:
    at = datetime(2026, 5, 1, tzinfo=UTC)
    row = {
        "id": identity, "user_id": "u", "text": "Ada", "title": "Ada", "language": "en", "status": "active",
        "importance": 5.0, "created_at": at, "updated_at": at,
    }  # fmt: skip
    return Hit(
        memory=memory_of(row), chunk_id=f"{identity}.0000", text="Ada", start=0, end=3, score=score, parts=Parts(),
        ties=(), entities=(), why="",
    )  # fmt: skip


def test_what_is_about_an_entity_comes_first_where_nothing_scores() -> None:
    ada = Named(id="e", name="Ada", type=EntityType.PERSON, description="", mention_count=2, how="name", named="ada")
    ranked = about_first([hit("a", 0.0), hit("b", 0.0)], {"a": {"e": False}, "b": {"e": True}}, [ada], "en")
    assert [one.memory.id for one in ranked] == ["b", "a"]
