"""What is wrong with one memory in the indexes, by comparison alone; and a sample of many at even distances."""

from itertools import pairwise
from typing import Any

import pytest

from graph.care.checking import EvenSample
from graph.care.faults import REMEDIES, faults_of
from graph.db.fulltext_fields import INDEX_VERSION
from graph.db.rows import chunk_facets
from graph.model.care.index import FaultKind

MEMORY = {
    "id": "m", "text": "Hello 🎉 world", "status": "active", "project": "a/b", "category": "", "session_id": "s",
    "index_version": INDEX_VERSION,
}  # fmt: skip
CHUNK = {
    "id": "m.0000", "ordinal": 0, "start": 6, "end": 13, "text": "🎉 world", "status": "active", "project": "a/b",
    "category": "", "session_id": "s", "facets": chunk_facets("taro", "active", "a/b", "", "s"), "dimensions": 8,
    "words": "world", "language": "en",
}  # fmt: skip


def faults(memory: dict[str, Any] | None = None, **chunk: Any) -> set[FaultKind]:
    return set(faults_of("taro", {**MEMORY, **(memory or {})}, [{**CHUNK, **chunk}], 8))


def test_a_memory_that_is_indexed_as_it_should_be_has_no_fault() -> None:
    assert faults() == set()
    turned = " ".join(reversed(str(CHUNK["facets"]).split()))
    assert faults(facets=turned) == set()


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"text": "world"}, FaultKind.CHUNK_TEXT),
        ({"dimensions": None}, FaultKind.VECTORS),
        ({"dimensions": 9}, FaultKind.VECTORS),
        ({"words": None}, FaultKind.WORDS),
        ({"facets": None}, FaultKind.FACETS),
        ({"facets": chunk_facets("hana", "active", "a/b", "", "s")}, FaultKind.FACETS),
        ({"status": "invalid"}, FaultKind.COPIES),
        ({"session_id": ""}, FaultKind.COPIES),
    ],
)
def test_each_fault_is_named(change: dict[str, Any], kind: FaultKind) -> None:
    assert faults(**change) == {kind}


def test_a_memory_without_chunks_or_of_an_earlier_version_is_noticed() -> None:
    assert faults_of("taro", MEMORY, [], 8) == {FaultKind.NO_CHUNKS}
    assert faults({"index_version": None}) == {FaultKind.KEYWORDS}


def test_what_waits_to_be_understood_needs_no_vector_yet() -> None:
    assert faults({"pending": True}, dimensions=None) == set()
    assert faults({"pending": True}, words=None) == {FaultKind.WORDS}


def test_what_is_archived_is_in_no_index() -> None:
    away = {"words": None, "facets": None, "dimensions": None, "text": None, "status": "archived"}
    assert faults({"status": "archived"}, **away) == set()
    assert faults({"status": "archived"}, **{**away, "words": "world"}) == {FaultKind.ARCHIVED_IN_INDEX}


def test_every_kind_of_fault_says_what_is_to_be_done() -> None:
    assert set(REMEDIES) == set(FaultKind)


@pytest.mark.parametrize("number", [0, 3, 50, 51, 1_000, 12_345])
def test_a_sample_is_spread_over_all(number: int) -> None:
    sample = EvenSample(50)
    for place in range(number):
        sample.offer([{"place": place}])
    places = [item["place"] for item in sample.chosen]
    assert len(places) == min(50, number)
    assert places == sorted(set(places))
    if number > 50:
        assert max(after - before for before, after in pairwise(places)) <= 4 * number / 50
        assert places[-1] >= number * 0.9
    assert EvenSample(0).chosen == []
