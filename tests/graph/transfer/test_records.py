"""The lines of an export hold every value, are the same for the same graph, and tell when they were changed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from neo4j.time import DateTime

from graph.db.fulltext_fields import facet
from graph.db.properties import from_json
from graph.errors import Invalid
from graph.model.extraction import EmbeddingModel
from graph.transfer.records import LineWriter, checked, head, node_record, parsed, ref
from graph.transfer.renaming import Renaming

MODEL = EmbeddingModel(
    name="small", dimensions=2, version="1", query_prefix="", passage_prefix="", spread=2.0
)  # fmt: skip
MEMORY = "01M8CG0WJ5TNRB32HWENR9SJA8"
ROW: dict[str, Any] = {
    "labels": ["Chunk"],
    "properties": {
        "id": f"{MEMORY}.0000", "user_id": "taro", "text": "七時の🌸", "start": 0, "asks": False, "weight": 0.1,
        "created_at": DateTime(2026, 11, 27, 10, 30, 0, 123456000), "sentences": b"\x00\xff", "tags": ["a", "b"],
        "embedding": [0.5, -0.25], "own_embedding": [0.1, 0.2],
    },
    "ties": [
        {"type": "PART_OF", "properties": {}, "labels": ["Memory"], "other": {"id": MEMORY}},
        {"type": "MENTIONS", "properties": {"starts": [0]}, "labels": ["Entity", "Person"], "other": {"id": "e1"}},
    ],
}  # fmt: skip


def written(user_id: str = "taro") -> list[bytes]:
    return list(LineWriter(user_id).lines([head("m030", MODEL, user_id), node_record(ROW)]))


def test_every_value_comes_back_as_it_was() -> None:
    record = parsed(written()[1], "the file", 1)
    back = from_json(record["properties"])
    expected = {name: value for name, value in ROW["properties"].items() if name != "user_id"}
    time = expected.pop("created_at")
    assert back.pop("created_at").isoformat() == str(time.to_native().isoformat())
    assert back == expected
    assert record["ref"] == f"Chunk/{MEMORY}.0000"
    assert [tie[:2] for tie in record["ties"]] == [["MENTIONS", "Entity/e1"], ["PART_OF", f"Memory/{MEMORY}"]]


def test_a_vector_of_single_precision_takes_four_bytes_a_value_and_another_stays_exact() -> None:
    held = parsed(written()[1], "the file", 1)["properties"]
    assert held["embedding"] == {"floats": "AAAAPwAAgL4="}
    assert held["own_embedding"] == [0.1, 0.2]


def test_the_same_graph_gives_the_same_bytes_in_whatever_order_its_ties_come() -> None:
    turned = {**ROW, "ties": ROW["ties"][::-1]}
    assert list(LineWriter("taro").lines([node_record(turned)])) == list(LineWriter("taro").lines([node_record(ROW)]))


def test_names_with_slashes_are_told_apart() -> None:
    one = ref(["Name"], {"key": "a/b", "type": "c"})
    assert one != ref(["Name"], {"key": "a", "type": "b/c"})


def test_a_whole_file_tells_what_it_holds() -> None:
    told = checked(written(), "the file")
    assert (told.user_id, told.nodes, told.ties) == ("taro", {"Chunk": 1}, 2)


Lines = list[bytes]
Damage = Callable[[Lines], Lines]
DAMAGES: tuple[tuple[Damage, str], ...] = (
    (lambda lines: lines[:-1], "breaks off"),
    (lambda lines: [lines[0], lines[1].replace(b"0000", b"0001"), lines[2]], "checksum"),
    (lambda lines: [lines[0], lines[2]], "checksum"),
    (lambda lines: [*lines, lines[1]], "behind its end"),
    (lambda lines: [lines[0], b"{...\n", *lines[1:]], "line 2 is no JSON"),
    (lambda lines: [lines[0], b"7\n", *lines[1:]], "line 2 is no record"),
    (lambda lines: lines[1:], "no export of Enishi"),
    (lambda lines: [json.dumps({**json.loads(lines[0]), "format": 2}).encode(), *lines[1:]], "format 2"),
    (lambda lines: lines[:0], "breaks off"),
)


@pytest.mark.parametrize(("damage", "why"), DAMAGES)
def test_a_file_that_was_cut_or_changed_is_refused(damage: Damage, why: str) -> None:
    with pytest.raises(Invalid, match=why):
        checked(damage(written()), "the file")


def test_for_another_user_ids_change_the_same_way_everywhere_and_keep_their_time() -> None:
    renaming = Renaming("taro", "hanako")
    memory, chunk = renaming.ref(f"Memory/{MEMORY}"), renaming.ref(f"Chunk/{MEMORY}.0000")
    assert memory.startswith(f"Memory/{MEMORY[:10]}")
    assert memory != f"Memory/{MEMORY}"
    assert chunk == f"Chunk/{memory.removeprefix('Memory/')}.0000"
    held = renaming.properties(
        {"id": MEMORY, "text": f"See {MEMORY}.", "facets": f"{facet('u', 'taro')} x1", "after": [f"{MEMORY}.0000"]}
    )
    other = memory.removeprefix("Memory/")
    assert held == {
        "id": other, "text": f"See {MEMORY}.", "facets": f"{facet('u', 'hanako')} x1", "after": [f"{other}.0000"]
    }  # fmt: skip


def test_for_the_same_user_nothing_changes() -> None:
    renaming = Renaming("taro", "taro")
    assert renaming.ref(f"Memory/{MEMORY}") == f"Memory/{MEMORY}"
    assert renaming.properties({"id": MEMORY}) == {"id": MEMORY}
