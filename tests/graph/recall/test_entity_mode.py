"""What is about an entity stands before what mentions it, whatever either scores."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from graph.db.rows import memory_of
from graph.errors import Invalid
from graph.model.extraction import NameCandidate
from graph.model.filters import Filters
from graph.model.reading.question import Question
from graph.model.recalled import Hit, Named, Parts
from graph.model.types import EntityType
from graph.recall.entity_mode import ENTITIES_MOST, about_first, meant


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


class Namer:
    """Knows every run of words as a possible name, and the surname and the whole of a person's name by reading."""

    def question(self, text: str, *, vector: bool) -> Question:
        assert not vector
        words, spans, at = text.split(), list[tuple[int, int]](), 0
        for word in words:
            spans.append((at, at + len(word)))
            at += len(word) + 1
        runs = [(one, other) for one in range(len(words)) for other in range(one, len(words))]
        candidates = [
            NameCandidate(" ".join(words[one : other + 1]).lower().rstrip(".,"), spans[one][0], spans[other][1])
            for one, other in runs
        ]
        blocks = (f"f:{text.lower().replace(' ', '')}", f"s:{words[0].lower()}")
        return Question(
            text=text, language="en", vector=None, words=(), candidates=tuple(candidates), blocks=blocks, period=None
        )


class Knower:
    """A database that knows some entities by key and by block, and counts how often it is asked."""

    def __init__(self, keys: dict[str, str], blocks: dict[str, str]) -> None:
        self.keys, self.blocks, self.reads = keys, blocks, 0

    def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        assert name == "recall/named"
        self.reads += 1
        rows = [{"id": self.keys[key], "key": key, "how": "name"} for key in params["keys"] if key in self.keys]
        return rows + [
            {"id": self.blocks[key], "key": key, "how": "reading"} for key in params["blocks"] if key in self.blocks
        ]


def meant_by(names: Sequence[str], knower: Knower) -> tuple[str, ...]:
    return meant(cast("Any", knower), cast("Any", Namer()), "u", Filters(entities=tuple(names))).entities


def test_a_filter_means_the_whole_of_a_name_and_no_part_of_it() -> None:
    knower = Knower({"new york": "city", "emily": "girl", "the new york times": "paper"}, {"s:emily": "girl"})
    assert meant_by(["New York Post"], knower) == ("New York Post",)
    assert meant_by(["Emily Carter"], knower) == ("Emily Carter",)
    assert meant_by(["The New York Times"], knower) == ("The New York Times", "paper")


def test_a_filter_means_a_name_behind_its_article_and_by_its_reading_where_nothing_is_written_so() -> None:
    knower = Knower({"kumo": "project"}, {"f:satomisaki": "misaki", "s:sato": "misaki", "f:kumo": "other"})
    assert meant_by(["the Kumo"], knower) == ("the Kumo", "project")
    assert meant_by(["Kumo"], knower) == ("Kumo", "project")
    assert meant_by(["Sato Misaki", "Sato"], knower) == ("Sato Misaki", "Sato", "misaki")


def test_many_names_of_a_filter_are_looked_up_at_once() -> None:
    knower = Knower({"ada": "a", "bob": "b"}, {})
    assert meant_by(["Bob", "Ada", "🍣"], knower) == ("Bob", "Ada", "🍣", "a", "b")
    assert knower.reads == 1


@pytest.mark.parametrize("names", [[""], [" "], ["a\nb"], ["Ada"] * (ENTITIES_MOST + 1)])
def test_a_filter_without_a_name_or_with_too_many_is_refused(names: list[str]) -> None:
    with pytest.raises(Invalid, match="entities"):
        meant_by(names, Knower({}, {}))
