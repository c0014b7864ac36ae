"""One user is never shown, told of, or able to touch what is another's, however it is asked."""

from collections.abc import Callable, Generator
from dataclasses import dataclass

import pytest
from neo4j import Driver

from graph.db.store import Store
from graph.errors import NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Enrich
from graph.model.recalled import Mode, Recipe
from graph.model.types import LinkKind, Status, Validation
from tests.house.cypher_rules import statement_names
from tests.live.conftest import START, wiped_user
from tests.live.dump import assert_same, graph_of
from tests.live.statements import parameters

DRAFTS = (
    Draft(text="Ada Byron (Ada) joined Acme Corp.", title="Arrival", project="p", category="c", session_id="s"),
    Draft(text="Grace Hopper met Ada Byron in Paris Town.\n\nShe leads Acme Corp.", tags=("t",)),
    Draft(text="Did Ada call?", speaker="Grace", session_id="talk", channel="chat"),
    Draft(text="Ada met Grace Hopper.", speaker="Ada", session_id="talk", channel="chat"),
)


@pytest.fixture
def theirs(light: Knowledge, user_id: str, other_user: str) -> list[str]:
    """The ids of the first user's memories; the second user has said the same."""
    ids = [o.remembered.id for o in light.remember_many(user_id, DRAFTS) if o.remembered]
    assert len(list(light.remember_many(other_user, DRAFTS))) == len(ids) == len(DRAFTS)
    return ids


@pytest.fixture
def secrets(theirs: list[str], driver: Driver, user_id: str) -> set[str]:
    """Every id that belongs to the first user, and the user's own."""
    return _secrets(driver, user_id, theirs)


def _secrets(driver: Driver, user_id: str, theirs: list[str]) -> set[str]:
    with driver.session() as session:
        rows = session.run(
            "MATCH (n {user_id: $u}) WHERE n.id IS NOT NULL AND NOT n:Session RETURN n.id AS id", u=user_id
        )
        ids = {row["id"] for row in rows}
    assert set(theirs) < ids
    return {*ids, user_id}


@dataclass(frozen=True)
class Neighbours:
    """Two users who said the same; what the second may never be shown of the first."""

    theirs: list[str]
    chunk_id: str
    secrets: set[str]
    other_user: str


@pytest.fixture(scope="module")
def neighbours(reader: Knowledge, driver: Driver) -> Generator[Neighbours]:
    """For the tests that only read."""
    for user in wiped_user(driver):
        for other in wiped_user(driver):
            ids = [o.remembered.id for o in reader.remember_many(user, DRAFTS) if o.remembered]
            assert len(list(reader.remember_many(other, DRAFTS))) == len(ids) == len(DRAFTS)
            with driver.session() as session:
                row = session.run("MATCH (c:Chunk {user_id: $u}) RETURN c.id AS id LIMIT 1", u=user)
                chunk_id = row.single(strict=True)["id"]
            yield Neighbours(ids, chunk_id, _secrets(driver, user, ids), other)


def _tells(answer: object, secrets: set[str]) -> list[str]:
    written = repr(answer)
    return [secret for secret in secrets if secret in written]


@pytest.mark.parametrize(
    "name", [name for name, mode in statement_names().items() if mode == "read" and "schema/" not in name]
)
def test_a_read_statement_tells_nothing_of_another_user(name: str, store: Store, neighbours: Neighbours) -> None:
    if name in {"memory/pending", "rotation/users"}:
        pytest.skip("an operator's statement: the background work of all users")
    # All that the second user could send: its own id, and everything that it might know of the first.
    user, memory, chunk = neighbours.other_user, neighbours.theirs[1], neighbours.chunk_id
    for params in parameters(name, user_id=user, memory_id=memory, chunk_id=chunk):
        assert _tells(store.read(name, **params), neighbours.secrets) == []


@pytest.mark.parametrize(
    "name", [name for name, mode in statement_names().items() if mode == "write" and "schema/" not in name]
)
def test_a_write_statement_changes_nothing_of_another_user(
    name: str, store: Store, user_id: str, other_user: str, theirs: list[str], driver: Driver
) -> None:
    before = graph_of(driver, user_id, events=True)
    for params in parameters(name, user_id=other_user, memory_id=theirs[1], chunk_id=f"{theirs[1]}.0000"):
        store.write(name, **params)
    assert_same(graph_of(driver, user_id, events=True), before)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_recall_in_every_mode_finds_only_the_own(mode: Mode, reader: Knowledge, neighbours: Neighbours) -> None:
    other_user = neighbours.other_user
    for recipe in Recipe:
        for filters in (Filters(), Filters(session_id="s"), Filters(entities=("Ada Byron",)), Filters(tags=("t",))):
            recalled = reader.recall(other_user, "Ada", mode=mode, recipe=recipe, filters=filters, limit=50)
            assert _tells(recalled, neighbours.secrets) == []
    assert reader.recall(other_user, "Ada Byron", mode=mode, limit=50).hits


def test_a_recall_narrowed_to_another_users_entity_finds_nothing(
    light: Knowledge, user_id: str, other_user: str, theirs: list[str], secrets: set[str]
) -> None:
    entity = light.show(user_id, theirs[0]).entities[0].id
    for mode in Mode:
        recalled = light.recall(other_user, "Ada Byron", mode=mode, filters=Filters(entities=(entity,)))
        assert recalled.hits == ()


def test_lists_counts_and_texts_hold_only_the_own(light: Knowledge, other_user: str, secrets: set[str]) -> None:
    page = light.memories(other_user, limit=100)
    assert len(page.memories) == len(DRAFTS)
    assert _tells(page, secrets) == []
    assert _tells(light.content(other_user, "Ada"), secrets) == []
    assert _tells(light.content(other_user, ".*", regex=True), secrets) == []
    stats = light.stats(other_user)
    assert (stats.memories, stats.chunks) == (len(DRAFTS), 5)
    assert _tells(stats, secrets) == []


@pytest.mark.parametrize(("mode", "recipe"), [(Mode.KEYWORD, Recipe.JOINED), (Mode.HYBRID, Recipe.RRF)])
def test_how_often_others_use_a_word_is_in_no_score_by_words(
    mode: Mode, recipe: Recipe, light: Knowledge, user_id: str, other_user: str
) -> None:
    word = f"Zephyrine{mode.value}"
    list(light.remember_many(other_user, [Draft(text=f"{word} writes."), Draft(text=f"{word} sings, {word}.")]))

    def told() -> object:
        recalled = light.recall(other_user, word, mode=mode, recipe=recipe, limit=1)
        return [(hit.score, hit.parts.words) for hit in recalled.hits], recalled.next_cursor

    before = told()
    list(light.remember_many(user_id, [Draft(text=f"{word} and {number}") for number in range(40)]))
    assert told() == before


def test_a_user_who_never_said_anything_has_nothing(light: Knowledge, theirs: list[str]) -> None:
    for nobody in ("nobody", "*", "%", "test-*", '" OR 1=1', "a#b"):
        user = nobody.replace(" ", "_")
        assert light.recall(user, "Ada Byron").hits == ()
        assert light.memories(user).memories == ()
        assert light.stats(user).memories == 0
        assert light.backlog(user) == 0


def test_a_pack_of_a_user_sees_nothing_of_the_user(light: Knowledge, user_id: str, theirs: list[str]) -> None:
    assert light.recall(f"{user_id}#work", "Ada Byron").hits == ()
    assert light.memories(f"{user_id}#work").memories == ()


ACTS: dict[str, Callable[[Knowledge, str, str], object]] = {
    "show": lambda k, user, memory: k.show(user, memory),
    "edit": lambda k, user, memory: k.edit(user, memory, {"text": "Overwritten."}),
    "mark": lambda k, user, memory: k.edit(user, memory, {"rating": 1}),
    "pin": lambda k, user, memory: k.pin(user, memory),
    "unpin": lambda k, user, memory: k.unpin(user, memory),
    "archive": lambda k, user, memory: k.archive(user, memory),
    "restore": lambda k, user, memory: k.restore(user, memory),
    "invalidate": lambda k, user, memory: k.invalidate(user, memory),
    "forget": lambda k, user, memory: k.forget(user, memory),
    "links": lambda k, user, memory: k.links(user, memory, verdict=Validation.REJECTED),
    "judge a link": lambda k, user, memory: k.judge_link(
        user, memory, memory, LinkKind.CO_OCCURRENCE, Validation.REJECTED
    ),
    "judge a duplicate": lambda k, user, memory: k.judge_inference(
        user, f"duplicate:{memory}:{memory}", Validation.REJECTED
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_an_act_on_another_users_memory_is_not_found_and_changes_nothing(
    act: str, light: Knowledge, user_id: str, other_user: str, theirs: list[str], driver: Driver
) -> None:
    before = graph_of(driver, user_id, events=True)
    for memory in (*theirs, theirs[0] + ".0000"):
        with pytest.raises(NotFound) as caught:
            ACTS[act](light, other_user, memory)
        assert user_id not in str(caught.value)
    assert_same(graph_of(driver, user_id, events=True), before)


def test_forgetting_one_user_leaves_the_other_whole(
    light: Knowledge, user_id: str, other_user: str, theirs: list[str], driver: Driver
) -> None:
    before = graph_of(driver, user_id, events=True)
    light.forget_user(other_user)
    assert_same(graph_of(driver, user_id, events=True), before)


def test_understanding_the_backlog_keeps_users_apart(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    for user in (user_id, other_user):
        list(light.remember_many(user, DRAFTS, enrich=Enrich.LATER))
    while light.enrich_pending(limit=3):
        pass
    with driver.session() as session:
        crossed = session.run(
            "MATCH (a)-[r]-(b) WHERE a.user_id = $one AND b.user_id <> $one RETURN count(r) AS n", one=user_id
        ).single(strict=True)["n"]
    assert crossed == 0
    assert light.stats(user_id).entities == light.stats(other_user).entities > 0


def test_users_whose_ids_differ_in_case_or_form_are_different(light: Knowledge, user_id: str, driver: Driver) -> None:
    light.remember(user_id.lower(), Draft(text="Ada Byron joined Acme Corp.", created_at=START))
    assert light.memories(user_id).memories == ()
    light.forget_user(user_id.lower())


def test_filters_by_status_do_not_open_other_users(
    light: Knowledge, user_id: str, other_user: str, theirs: list[str]
) -> None:
    light.archive(user_id, theirs[0])
    light.invalidate(user_id, theirs[1])
    for status in (Status.ARCHIVED, Status.INVALID):
        for mode in Mode:
            assert light.recall(other_user, "Ada Byron", mode=mode, filters=Filters(status=status)).hits == ()
