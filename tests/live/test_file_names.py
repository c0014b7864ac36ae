"""A file's name alone is the one path that ends in it, whatever comes first, and no path is ever another."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from extraction.names.forms.name_forms import name_forms
from extraction.names.identifiers import identifiers
from extraction.names.keys import name_key
from graph.db.store import Store
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import Extraction, Mention
from graph.model.types import LinkType
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_entities import names_of
from tests.live.test_forgetting import remembered

NAME, PATH, OTHER = "store.ts", "src/memory/store.ts", "web/store.ts"
TEXTS = (
    "ask ken about store.ts",
    "src/memory/store.ts is long",
    "a call of getMemoryStore()",
    "getMemoryStore is slow",
)


class FileExtractor(PlainExtractor):
    """Finds identifiers, and takes their names apart as the product does."""

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        return [
            replace(one, mentions=tuple(_mentions(work)))
            for one, work in zip(super().extract(works), works, strict=True)
        ]


def _mentions(work: ExtractionInput) -> list[Mention]:
    return [
        Mention(
            chunk=chunk.ordinal, start=chunk.start + start, end=chunk.start + end, surface=chunk.text[start:end],
            name=chunk.text[start:end], key=name_key(chunk.text[start:end]), type=kind.type,
            link_type=LinkType.MENTIONS, confidence=0.9, reasons=("identifier",), method="identifier",
            forms=name_forms(chunk.text[start:end], kind.type, chunk.text[start:end]),
        )
        for chunk in work.reading.chunks
        for start, end, kind in identifiers(chunk.text)
    ]  # fmt: skip


@pytest.fixture
def files(store: Store, clock: Clock) -> Knowledge:
    return Knowledge(lambda: store, FileExtractor(), clock=clock)


def entities(knowledge: Knowledge, user_id: str) -> set[frozenset[str]]:
    """The names of each entity of a user."""
    every = names_of(knowledge, user_id)
    return {frozenset(name for name in every if every[name].id == one.id) for one in every.values()}


@pytest.mark.parametrize("size", [1, 4])
def test_the_order_of_memories_and_the_size_of_batches_decide_nothing(
    size: int, files: Knowledge, user_id: str
) -> None:
    for order in list(permutations(TEXTS))[::5]:
        list(files.remember_many(user_id, [Draft(text=text) for text in order], batch_size=size))
        every = names_of(files, user_id)
        assert every[NAME].name == every[PATH].name == PATH
        assert (every[PATH].mention_count, len({entity.id for entity in every.values()})) == (2, 2)
        files.forget_user(user_id)


def test_of_two_paths_the_name_is_neither_until_one_is_forgotten(files: Knowledge, user_id: str) -> None:
    _, _, other = remembered(files, user_id, [Draft(text=text) for text in (*TEXTS[:2], f"{OTHER} is new")])
    assert entities(files, user_id) == {frozenset((NAME,)), frozenset((PATH,)), frozenset((OTHER,))}
    files.forget(user_id, other)
    assert entities(files, user_id) == {frozenset((NAME, PATH))}
    files.remember(user_id, Draft(text=f"{OTHER} is back", project="web"))
    assert entities(files, user_id) == {frozenset((NAME,)), frozenset((PATH,)), frozenset((OTHER,))}


def test_the_path_of_another_user_is_none_of_ones_own(files: Knowledge, user_id: str, other_user: str) -> None:
    files.remember(user_id, Draft(text=TEXTS[0]))
    files.remember(other_user, Draft(text=TEXTS[1]))
    assert entities(files, user_id) == {frozenset((NAME,))}
    assert entities(files, other_user) == {frozenset((PATH,))}


def test_a_name_goes_back_to_being_alone_once_its_path_is_forgotten(files: Knowledge, user_id: str) -> None:
    _, path = remembered(files, user_id, [Draft(text=text) for text in TEXTS[:2]])
    assert entities(files, user_id) == {frozenset((NAME, PATH))}
    files.forget(user_id, path)
    assert entities(files, user_id) == {frozenset((NAME,))}
