"""Which memory each text of a file is: by place and words, by words alone, by place alone, by its neighbours."""

import pytest

from graph.model.synced import SourceText, numbered_part
from graph.model.types import Status
from graph.write.sync import Placed, change_of, planned

A, B = "/v/a.md", "/v/b.txt"


def placed(where: str, words: str, **more: object) -> Placed:
    return Placed(id=f"{where}={words}", place=where, near_hash=words, status=Status.ACTIVE, **more)  # type: ignore[arg-type]


def numbered(words: str, file: str = B) -> list[tuple[str, str]]:
    """Paragraphs of a file, each a letter, at their numbers."""
    return [(f"{file}#{numbered_part(number)}", letter) for number, letter in enumerate(words, start=1)]


@pytest.mark.parametrize(
    ("stored", "texts", "changes"),
    [
        ([], [(f"{A}#Work", "x")], ["added"]),
        ([(f"{A}#Work", "x")], [(f"{A}#Work", "x")], ["unchanged"]),
        ([(f"{A}#Work", "x")], [(f"{A}#Work", "y")], ["changed"]),
        ([(f"{A}#Work", "x")], [(f"{A}#Job", "x")], ["unchanged"]),
        ([(f"{A}#Work", "x")], [("/v/c.md#Work", "x")], ["moved"]),
        ([(f"{A}#Work", "x")], [(f"{A}#Home", "y")], ["added"]),
        (numbered("xyz"), numbered("nxyz"), ["added", "unchanged", "unchanged", "unchanged"]),
        (numbered("xyz"), numbered("nxqz"), ["added", "unchanged", "changed", "unchanged"]),
        (numbered("xyz"), numbered("zx"), ["unchanged", "unchanged"]),
        (numbered("xyz"), numbered("x"), ["unchanged"]),
    ],
)
def test_a_text_is_the_memory_that_it_was(
    stored: list[tuple[str, str]], texts: list[tuple[str, str]], changes: list[str]
) -> None:
    given = [SourceText(place=place, near_hash=words) for place, words in texts]
    plan = planned([placed(*each) for each in stored], given)
    assert [change_of(text, plan).value for text in given] == changes
    places = {placed.id: place for place, placed in plan.matched.items()}
    assert len(places) == len(plan.matched)
    assert {memory.id for memory in plan.left}.isdisjoint(places)


def test_a_place_that_another_takes_is_given_up() -> None:
    given = [SourceText(place=place, near_hash=words) for place, words in numbered("z")]
    plan = planned([placed(*each) for each in numbered("xz")], given)
    moves = {str(row["id"]).rpartition("=")[2]: row["place"] for row in plan.moves(given)}
    assert moves == {"z": f"{B}#{numbered_part(1)}", "x": f"gone:{B}#{numbered_part(1)}"}


def test_what_was_gone_comes_back_as_the_same_memory() -> None:
    (text,) = [SourceText(place=f"{A}#Work", near_hash="x")]
    plan = planned([placed(f"{A}#Work", "x", gone=True)], [text])
    assert change_of(text, plan).value == "added"
    assert [row["place"] for row in plan.moves([text])] == [f"{A}#Work"]
