"""What one does while another is at it: neither undoes the other, and nothing that was taken out comes back."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.extractor import ExtractionInput
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import Extraction, Vector
from graph.model.filters import Filters
from graph.model.memory import Enrich
from graph.model.recalled import Mode
from graph.model.types import Status
from tests.live.conftest import START, Clock
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_changing import same_graph
from tests.live.test_forgetting import TALK, remembered
from tests.live.watched_store import WatchedStore

NEW = "Does Margaret live here?\n\nMargaret met Alan Kay."


class Interrupted(PlainExtractor):
    """Does something else once, before it extracts."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: Callable[[], object] | None = None

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        self._interrupted()
        return super().extract(works)

    def chunk_vectors(self, works: Sequence[ExtractionInput]) -> Sequence[Sequence[Vector]]:
        self._interrupted()
        return super().chunk_vectors(works)

    def _interrupted(self) -> None:
        then, self.meanwhile = self.meanwhile, None
        if then is not None:
            then()


class Late:
    """A store that does something else before it deletes the node of a user."""

    def __init__(self, store: Store, then: Callable[[], object]) -> None:
        self._store = store
        self._then: Callable[[], object] | None = then

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def batch(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        if name == "memory/forget_user" and self._then is not None:
            then, self._then = self._then, None
            then()
        return self._store.batch(name, **params)


@pytest.fixture
def interrupted() -> Interrupted:
    return Interrupted()


@pytest.fixture
def busy(store: Store, clock: Clock, interrupted: Interrupted) -> Knowledge:
    return Knowledge(lambda: store, interrupted, clock=clock)


def told_while(knowledge: Knowledge, user_id: str, then: Callable[[list[str]], object]) -> None:
    """Tells a talk in batches of two, and does something when four turns of it are stored."""
    ids: list[str] = []
    for outcome in knowledge.remember_many(user_id, TALK, batch_size=2):
        assert outcome.remembered
        ids.append(outcome.remembered.id)
        if len(ids) == 4:
            then(ids)


@pytest.mark.parametrize("place", [0, 2, 3])
def test_a_talk_goes_on_without_the_turn_that_is_forgotten_meanwhile(
    place: int, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    told_while(light, user_id, lambda ids: light.forget(user_id, ids[place]))
    remembered(light, other_user, [*TALK[:place], *TALK[place + 1 :]])
    same_graph(driver, user_id, other_user)


@pytest.mark.parametrize("place", [2, 3])
def test_a_talk_goes_on_with_the_turn_as_it_is_edited_meanwhile(
    place: int, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    told_while(light, user_id, lambda ids: light.edit(user_id, ids[place], {"text": NEW}))
    turn = Draft(text=NEW, speaker=TALK[place].speaker, session_id="talk", channel="chat")
    remembered(light, other_user, [*TALK[:place], turn, *TALK[place + 1 :]])
    same_graph(driver, user_id, other_user)


@pytest.mark.parametrize("place", [4, 7])
def test_a_turn_is_forgotten_wholly_though_the_talk_goes_on_meanwhile(
    place: int,
    busy: Knowledge,
    interrupted: Interrupted,
    light: Knowledge,
    user_id: str,
    other_user: str,
    driver: Driver,
) -> None:
    ids = remembered(busy, user_id, TALK[:8])
    interrupted.meanwhile = lambda: remembered(light, user_id, TALK[8:])
    busy.forget(user_id, ids[place])
    remembered(light, other_user, [*TALK[:place], *TALK[place + 1 :]])
    same_graph(driver, user_id, other_user)


def test_the_last_turn_is_edited_though_the_talk_goes_on_meanwhile(
    busy: Knowledge, interrupted: Interrupted, light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(busy, user_id, TALK[:8])
    interrupted.meanwhile = lambda: remembered(light, user_id, TALK[8:])
    busy.edit(user_id, ids[7], {"text": NEW})
    turn = Draft(text=NEW, speaker=TALK[7].speaker, session_id="talk", channel="chat")
    remembered(light, other_user, [*TALK[:7], turn, *TALK[8:]])
    same_graph(driver, user_id, other_user)


def test_what_is_archived_while_it_is_edited_stays_archived(
    busy: Knowledge, interrupted: Interrupted, light: Knowledge, user_id: str
) -> None:
    one = remembered(busy, user_id, [Draft(text="Ada Byron joined Acme Corp.")])[0]
    interrupted.meanwhile = lambda: light.archive(user_id, one)
    busy.edit(user_id, one, {"text": "Grace Hopper leads Zeta Corp."})
    assert light.show(user_id, one).memory.status is Status.ARCHIVED
    assert light.recall(user_id, "Grace Hopper").hits == ()
    light.restore(user_id, one)
    assert [hit.memory.id for hit in light.recall(user_id, "Grace Hopper", mode=Mode.KEYWORD).hits] == [one]


def test_two_edits_of_different_fields_at_once_are_both_kept(
    busy: Knowledge, interrupted: Interrupted, light: Knowledge, user_id: str
) -> None:
    one = remembered(busy, user_id, [Draft(text="Ada Byron joined Acme Corp.")])[0]
    interrupted.meanwhile = lambda: light.edit(user_id, one, {"project": "new", "rating": 4})
    busy.edit(user_id, one, {"text": "Grace Hopper leads Zeta Corp."})
    memory = light.show(user_id, one).memory
    assert (memory.text, memory.project, memory.rating) == ("Grace Hopper leads Zeta Corp.", "new", 4)
    found = light.recall(user_id, "Grace Hopper", filters=Filters(project="new")).hits
    assert [hit.memory.id for hit in found] == [one]


def test_everything_of_a_user_goes_though_something_is_saved_meanwhile(
    light: Knowledge, store: Store, clock: Clock, user_id: str, driver: Driver
) -> None:
    remembered(light, user_id, TALK)
    late = Late(store, lambda: remembered(light, user_id, [Draft(text="Ada Byron joined Acme Corp.")]))
    Knowledge(lambda: cast(Store, late), PlainExtractor(), clock=clock).forget_user(user_id)
    with driver.session() as session:
        left = session.run("MATCH (node) WHERE node.user_id = $u OR node:User AND node.id = $u RETURN node", u=user_id)
        assert left.data() == []


def test_a_stream_goes_on_though_all_of_its_user_is_forgotten_meanwhile(light: Knowledge, user_id: str) -> None:
    for one in remembered(light, user_id, [Draft(text="Else."), Draft(text="More.")]):
        light.forget(user_id, one)
    told_while(light, user_id, lambda _: light.forget_user(user_id))
    # What was stored by then is gone, what came after is there.
    assert 6 <= light.stats(user_id).memories <= len(TALK) - 4


@pytest.mark.parametrize("change", ["edit", "forget"])
def test_what_is_understood_later_does_not_bring_back_a_turn_that_was_changed_meanwhile(
    change: str,
    busy: Knowledge,
    interrupted: Interrupted,
    light: Knowledge,
    user_id: str,
    other_user: str,
    driver: Driver,
) -> None:
    ids = remembered(busy, user_id, TALK[:4])
    remembered(busy, user_id, TALK[4:], enrich=Enrich.LATER)
    told = list(TALK)
    if change == "edit":
        interrupted.meanwhile = lambda: light.edit(user_id, ids[3], {"text": NEW})
        told[3] = Draft(text=NEW, speaker=TALK[3].speaker, session_id="talk", channel="chat")
    else:
        interrupted.meanwhile = lambda: light.forget(user_id, ids[3])
        del told[3]
    for _ in range(3):
        busy.enrich_pending(limit=100)
    assert busy.backlog(user_id) == 0
    remembered(light, other_user, told)
    same_graph(driver, user_id, other_user)


WORKED_OFF: dict[str, Callable[[Knowledge, str], object]] = {
    "link/store": lambda knowledge, user_id: knowledge.link(user_id).memories,
    "inference/store": lambda knowledge, user_id: knowledge.infer(user_id).entities,
    "link/store of all": lambda knowledge, _: knowledge.link_pending(),
    "inference/store of all": lambda knowledge, _: knowledge.infer_pending(),
    "entity/embed of all": lambda knowledge, _: knowledge.embed_pending(),
}


@pytest.mark.parametrize("run", WORKED_OFF)
def test_work_that_another_always_comes_before_ends_and_counts_nothing(
    run: str, light: Knowledge, user_id: str, store: Store
) -> None:
    for work in (light.link_pending, light.infer_pending, light.embed_pending):
        while work():  # what other tests left waiting counts for nothing here
            pass
    ids = remembered(light, user_id, [Draft(text=f"Ada Byron met Person{n:02d} Smith.") for n in range(40)])
    writes: list[str] = []

    def forget(name: str) -> None:
        if name == run.partition(" ")[0]:
            writes.append(name)
            light.forget(user_id, ids.pop())

    busy = Knowledge(lambda: WatchedStore(store, forget), PlainExtractor(), clock=lambda: START)
    assert WORKED_OFF[run](busy, user_id) == 0
    assert 0 < len(writes) <= 3


def test_an_entity_that_is_described_otherwise_meanwhile_is_not_counted(
    light: Knowledge, user_id: str, store: Store
) -> None:
    remembered(light, user_id, [Draft(text="Ada Byron met Mia Abe.")])
    while light.embed_pending():
        pass
    ada = light.entity_called(user_id, "Ada Byron")
    light.edit_entity(user_id, ada, {"description": "She wrote the first program."})
    texts = iter(["the first programmer", "a countess"])

    def describe(name: str) -> None:
        if name == "entity/embed" and (text := next(texts, None)):
            light.edit_entity(user_id, ada, {"description": text})

    busy = Knowledge(lambda: WatchedStore(store, describe), PlainExtractor(), clock=lambda: START)
    assert busy.embed_pending() == 0
    assert busy.embed_pending() == 0
    assert busy.embed_pending() == 1
