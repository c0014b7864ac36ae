"""Every statement runs on the real server as its header promises: planned well, the right columns, repeatable."""

import copy
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from neo4j import Driver

from graph.db import schema
from graph.db.queries import given, query
from graph.db.store import Runs, Step, Store, opened
from graph.errors import Misconfigured, QueryError, Unavailable
from graph.extractor import Extractor
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import EmbeddingModel
from graph.model.memory import Enrich
from graph.model.types import LinkKind, RelationType, Validation
from graph.settings import Neo4jSettings
from tests.house.cypher_rules import constraints_made, indexes_made, sources, statement_names
from tests.live.conftest import START, wiped_user
from tests.live.dump import assert_same, everything, graph_of
from tests.live.plain_extractor import MODEL, PlainExtractor
from tests.live.statements import NOW, parameters

RUN = [name for name, mode in statement_names().items() if mode != "schema"]
LOCKING = [name for name in RUN if "SET user.lock" in query(name).sent and query(name).mode == "write"]
READS = [name for name, mode in statement_names().items() if mode == "read"]
EVERYTHING = (
    Draft(text="Ada Byron (Ada) joined Acme Corp.", title="Arrival", project="p", category="c", session_id="s"),
    Draft(text="Grace Hopper met Ada Byron.\n\nThere she leads Acme Corp.", tags=("t",)),
    Draft(text="Did Ada call?", speaker="Grace", session_id="talk", channel="chat", occurred_at=NOW),
    Draft(text="Ada met Grace Hopper.", speaker="Ada", session_id="talk", channel="chat"),
)


def with_everything(light: Knowledge, user_id: str, other_user: str) -> str:
    """One of everything: every label, type and property that statements speak of; a memory of the user's."""
    ids = [o.remembered.id for o in light.remember_many(user_id, EVERYTHING) if o.remembered]
    list(light.remember_many(other_user, EVERYTHING, enrich=Enrich.LATER))
    light.recall(user_id, "Ada", touch=True)
    # It is written now, not in the midst of a test.
    light.lifecycle_stats(user_id)
    light.archive(other_user, light.memories(other_user).memories[0].id)
    light.network(user_id).map()
    light.forget(user_id, ids[3])
    light.remember(user_id, Draft(text="ada byron (ada) JOINED acme corp"))
    return ids[1]


@pytest.fixture
def memory_id(light: Knowledge, user_id: str, other_user: str) -> str:
    """One of everything is there, for one test."""
    return with_everything(light, user_id, other_user)


@dataclass(frozen=True)
class Kept:
    """A user and one of their memories."""

    user_id: str
    memory_id: str

    def parameters(self, name: str) -> Iterator[dict[str, Any]]:
        """What the statement may be given."""
        return parameters(name, user_id=self.user_id, memory_id=self.memory_id, chunk_id=f"{self.memory_id}.0000")


@pytest.fixture(scope="module")
def kept(reader: Knowledge, driver: Driver) -> Generator[Kept]:
    """One of everything is there, for all the tests that leave it as it is."""
    for user in wiped_user(driver):
        for other in wiped_user(driver):
            yield Kept(user, with_everything(reader, user, other))


def operators(plan: Mapping[str, Any]) -> list[str]:
    own = [plan["operatorType"].split("@")[0]]
    return own + [name for child in plan.get("children", ()) for name in operators(child)]


ONE_ROW = frozenset({"NodeUniqueIndexSeek", "NodeUniqueIndexSeek(Locking)", "Argument"})
KEEPS_ROWS = frozenset(
    {"Projection", "Filter", "CacheProperties", "Eager", "SetProperty", "SetProperties", "Optional", "Merge",
     "SetLabels", "CartesianProduct", "Apply", "ProcedureCall", "LetSemiApply", "LetAntiSemiApply", "SemiApply",
     "AntiSemiApply"}
)  # fmt: skip
AGGREGATES = ("count(", "collect(", "sum(", "max(", "min(")


def yields_one(plan: Mapping[str, Any]) -> bool:
    """Whether this part of a plan gives at most one row: a unique seek, or an aggregation without groups."""
    operator = plan["operatorType"].split("@")[0]
    if operator == "EagerAggregation":
        return str(plan["args"].get("Details", "")).startswith(AGGREGATES)
    return operator in ONE_ROW or (operator in KEEPS_ROWS and all(yields_one(c) for c in plan.get("children", ())))


def joins_single_rows(plan: Mapping[str, Any]) -> bool:
    """Whether of every product in the plan one side has a single row: nothing multiplies."""
    children = plan.get("children", ())
    product = plan["operatorType"].startswith("CartesianProduct")
    return (not product or any(yields_one(c) for c in children)) and all(joins_single_rows(c) for c in children)


@pytest.mark.parametrize("name", RUN)
def test_a_statement_is_planned_without_scanning_everything_or_a_warning(name: str, store: Store, kept: Kept) -> None:
    for params in kept.parameters(name):
        plan, notifications = store.explain(name, params)
        names = operators(plan)
        assert "AllNodesScan" not in names
        # What a MERGE of a type that a row gives may become, or a match without types: all are read for each row.
        assert not any("RelationshipTypeLookup" in name or "AllRelationshipsScan" in name for name in names)
        assert "CartesianProduct" not in names or joins_single_rows(plan)
        told = [n for n in notifications if n.classification in {"DEPRECATION", "UNRECOGNIZED", "UNSUPPORTED"}]
        assert told == [], [n.status_description for n in told]


PAGES = (
    *(f"memory/list_by_{order}" for order in ("created", "occurred", "importance")),
    *("memory/texts", "memory/texts_by_importance", "lifecycle/lives", "rotation/lives", "rotation/archived"),
)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_read_from_the_index_where_it_begins_however_many_memories_follow(
    name: str, store: Store, kept: Kept
) -> None:
    for params in kept.parameters(name):
        names = operators(store.explain(name, params)[0])
        assert "PartialTop" in names
        assert {"Top", "Sort", "Union", "NodeByLabelScan"}.isdisjoint(names)


@pytest.mark.parametrize("name", ["project/list", "project/below", "routing/evidence"])
def test_whether_others_see_a_project_is_sought_and_not_looked_for_among_all_that_is_private_in_it(
    name: str, store: Store, kept: Kept
) -> None:
    for params in kept.parameters(name):
        assert "(user_id, project, audience)" in repr(store.explain(name, params)[0])


@pytest.mark.parametrize("name", ["memory/pending", "link/waiting", "inference/waiting"])
def test_what_comes_next_in_a_queue_is_read_from_its_index_however_long_the_queue_is(
    name: str, store: Store, kept: Kept
) -> None:
    for params in kept.parameters(name):
        names = operators(store.explain(name, params)[0])
        assert "NodeByLabelScan" not in names
        # In the order of the index: a sort of everything would read the whole queue to find its head.
        assert {"Top", "Sort"}.isdisjoint(names)


@pytest.mark.parametrize("name", [name for name in RUN if query(name).mode == "batch"])
def test_a_batch_answers_in_the_columns_of_its_header(name: str, driver: Driver, user_id: str, memory_id: str) -> None:
    statement = query(name)
    for params in Kept(user_id, memory_id).parameters(name):
        with driver.session() as session:
            assert tuple(session.run(statement.sent, given(params)).keys()) == statement.rows


@pytest.mark.parametrize("name", [name for name in RUN if query(name).mode != "batch"])
def test_a_statement_answers_in_the_columns_of_its_header(name: str, driver: Driver, kept: Kept) -> None:
    statement = query(name)
    for params in kept.parameters(name):
        with driver.session() as session:
            transaction = session.begin_transaction()
            assert tuple(transaction.run(statement.sent, given(params)).keys()) == statement.rows
            transaction.rollback()


@pytest.mark.parametrize("name", LOCKING)
def test_who_takes_the_lock_of_a_user_makes_the_next_writer_wait(
    name: str, driver: Driver, user_id: str, memory_id: str
) -> None:
    """That the lock is taken by a value, where the property is still unknown, the rules of the house see to."""
    done = Event()

    def lock() -> None:
        with driver.session() as session:
            session.run("MATCH (user:User {id: $user_id}) SET user.chunk_count = 0", user_id=user_id).consume()
        done.set()

    with driver.session() as session:
        transaction = session.begin_transaction()
        params = next(Kept(user_id, memory_id).parameters(name))
        transaction.run(query(name).sent, given(params)).consume()
        second = Thread(target=lock)
        second.start()
        waits = not done.wait(0.2)
        transaction.rollback()
        second.join()
    assert waits
    assert done.is_set()


@pytest.mark.parametrize("name", READS)
def test_what_is_read_holds_no_vectors_but_those_that_are_asked_for(name: str, store: Store, kept: Kept) -> None:
    asked_for = {
        "memory/before": "tails",
        "entity/unembedded": "vectors",
        "memory/chunks": "embedding",
        "memory/pending": "near",
        "summary/material": "chunks",
        "transfer/chunks": "properties",
        "transfer/entities": "properties",
        # The name of an index.
        "schema/index_states": "name",
    }
    for params in kept.parameters(name):
        for row in store.read(name, **params):
            rest = {k: v for k, v in row.items() if k != asked_for.get(name)}
            assert "embedding" not in repr(rest)


def indexes(driver: Driver) -> dict[str, tuple[str, Any]]:
    """The state and the options of every index by its name."""
    with driver.session() as session:
        rows = session.run("SHOW INDEXES YIELD name, state, options")
        return {row["name"]: (row["state"], row["options"]) for row in rows}


def test_the_schema_is_applied_twice_without_a_change(store: Store, driver: Driver) -> None:
    before, there = everything(driver), indexes(driver)
    found = schema.applied(store, MODEL, START + timedelta(days=1))
    assert everything(driver) == before
    assert indexes(driver) == there
    assert found.version.startswith("2026.")


def test_every_index_is_online_and_every_constraint_has_one(store: Store, driver: Driver) -> None:
    there = indexes(driver)
    statements = sources()
    made = indexes_made(statements) | constraints_made(statements)
    # Those of a side that nobody reads any more are dropped by who changes the model.
    migrated = [text for name, text in statements.items() if name.startswith("schema/migrations/")]
    dropped = {name for text in migrated for name in re.findall(r"^DROP \w+ (\w+)", text, re.MULTILINE)}
    assert made - dropped <= there.keys()
    assert dropped.isdisjoint(there)
    assert {state for state, _ in there.values()} == {"ONLINE"}
    options = [there[name][1]["indexConfig"] for name in ("chunk_embedding", "entity_embedding")]
    assert {config["vector.dimensions"] for config in options} == {MODEL.dimensions}


@pytest.mark.parametrize("change", [{"name": "another"}, {"dimensions": 768}, {"version": "2"}])
def test_vectors_of_another_model_are_refused(
    change: dict[str, Any], store: Store, neo4j_settings: Neo4jSettings, driver: Driver, user_id: str
) -> None:
    told = {field: getattr(MODEL, field) for field in ("name", "dimensions", "version", "query_prefix",
                                                       "passage_prefix", "spread")} | change  # fmt: skip
    extractor: Extractor = PlainExtractor(EmbeddingModel(**told))
    before = everything(driver)
    with pytest.raises(Misconfigured, match="Vectors of two models"):
        # A store of its own: a knowledge that cannot be furnished closes what it opened.
        Knowledge(lambda: opened(neo4j_settings), extractor).remember(user_id, Draft(text="Never."))
    assert everything(driver) == before


class Recorded(Store):
    """A store that keeps every step it writes."""

    def __init__(self, inner: Store) -> None:
        self.inner = inner
        self.steps: list[list[Step]] = []

    def read(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        return self.inner.read(name, **params)

    def batch(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        return self.inner.batch(name, **params)

    def together(self, work: Callable[[Runs], Any], *, divisible: bool = False) -> Any:
        def recorded(runs: Runs) -> Any:
            steps: list[Step] = []

            def run(name: str, params: Mapping[str, object]) -> list[dict[str, Any]]:
                if query(name).mode == "write":
                    steps.append(Step(name, copy.deepcopy(dict(params))))
                return runs(name, params)

            done = work(run)
            self.steps.append(steps)
            return done

        return self.inner.together(recorded, divisible=divisible)


COUNTERS = frozenset({"writes", "forgot_at", "use_count", "edit_count", "to_settle"})
"""What counts acts, and so counts a repeated one; and the mark of new facts, which wait to be looked at."""


def test_every_write_done_twice_leaves_the_same_graph(store: Store, user_id: str, driver: Driver) -> None:
    recorded = Recorded(store)
    knowledge = Knowledge(lambda: recorded, PlainExtractor(), clock=lambda: START)
    knowledge.ready()
    repeated: set[str] = set()

    def twice() -> None:
        for steps in recorded.steps:
            before = graph_of(driver, user_id, leave_out=COUNTERS)
            store.write_all(steps)
            assert_same(graph_of(driver, user_id, leave_out=COUNTERS), before)
            repeated.update(step.name for step in steps)
        recorded.steps.clear()

    twice()
    ids = [o.remembered.id for o in knowledge.remember_many(user_id, EVERYTHING[:3]) if o.remembered]
    twice()
    ids += [o.remembered.id for o in knowledge.remember_many(user_id, EVERYTHING[3:]) if o.remembered]
    late = Draft(text="Late Grace Hopper met Ada.", speaker="Ada", session_id="talk")
    knowledge.remember(user_id, late, enrich=Enrich.LATER)
    recorded.steps = [recorded.steps[-1]]
    twice()
    while knowledge.enrich_pending():
        pass
    twice()
    doomed = knowledge.remember(user_id, Draft(text="Nobody can read this."), enrich=Enrich.LATER).id
    digest = store.read("memory/by_ids", user_id=user_id, ids=[doomed])[0]["memory"]["content_hash"]
    recorded.steps.clear()
    failure = {"id": doomed, "content_hash": digest, "reason": "unreadable"}
    recorded.write("memory/fail", user_id=user_id, failed=[failure])
    twice()
    code = "The code of the safe in the old harbour office of the firm by the river behind the market hall is"
    for day, text in enumerate((f"{code} 4711.", f"{code} now 0815.")):
        knowledge.remember(user_id, Draft(text=text, occurred_at=START + timedelta(days=day)))
    twice()
    knowledge.remember(user_id, Draft(text="It makes anvils.", title="Acme"))
    twice()
    knowledge.link(user_id)
    twice()
    knowledge.infer(user_id)
    twice()
    knowledge.network(user_id).map()
    twice()
    tied = knowledge.links(user_id, ids[0])[0]
    knowledge.judge_link(user_id, ids[0], tied.memory.id, tied.kind, Validation.CONFIRMED)
    twice()
    colleagues = [Draft(text=f"{name} joined Blue Corp.") for name in ("Donald Knuth", "Edsger Dijk")]
    more = [o.remembered.id for o in knowledge.remember_many(user_id, colleagues) if o.remembered]
    knowledge.infer(user_id)
    recorded.steps.clear()
    knowledge.judge_inference(user_id, knowledge.inferred(user_id)[0].id, Validation.REJECTED)
    twice()
    knowledge.edit(user_id, more[0], {"text": "Donald Knuth joined Blue Corp in May."})
    twice()
    donald, blue = (knowledge.entity_called(user_id, name) for name in ("Donald Knuth", "Blue Corp"))
    knowledge.judge_relation(user_id, donald, RelationType.WORKS_FOR, blue, Validation.REJECTED)
    twice()
    list(knowledge.remember_many(user_id, [Draft(text="It is said that Donald Knuth joined Blue Corp.")]))
    twice()
    knowledge.edit(user_id, ids[0], {"text": "Ada Byron leads Acme Corp.", "project": "q"})
    twice()
    for act in (knowledge.pin, knowledge.archive, knowledge.restore, knowledge.invalidate):
        act(user_id, ids[1])
        twice()
    knowledge.restore(user_id, ids[1])
    twice()
    knowledge.versions(user_id).merge(ids[0], ids[1])
    twice()
    knowledge.versions(user_id).undo(ids[1])
    twice()
    knowledge.recall(user_id, "Ada", touch=True)
    knowledge.lifecycle_stats(user_id)
    twice()
    knowledge.recompute_importance(user_id)
    recorded.write("lifecycle/set_bounds", user_id=user_id, low=0.1, high=0.9)
    twice()
    knowledge.archive(user_id, ids[1])
    knowledge.edit(user_id, ids[1], {"tags": ("old",)})
    twice()
    knowledge.restore(user_id, ids[1])
    filed = {"root": "/v", "records": [{
        "id": ids[1], "text": "x", "title": None, "tags": None,
        "properties": {"file": "a.md", "number": 0, "text_mark": "t", "title_mark": "", "tags_mark": "", "earlier": []},
    }]}  # fmt: skip
    recorded.write("synced/keep", user_id=user_id, **filed)
    twice()
    recorded.write("synced/bury", user_id=user_id, root="/v", ids=[ids[1]])
    twice()
    rotation: dict[str, object] = {"user_id": user_id, "holder": "h"}
    recorded.write("rotation/take", **rotation, now=START, until=START + timedelta(minutes=1))
    twice()
    recorded.write("rotation/hold", **rotation, until=START + timedelta(minutes=2))
    recorded.write("rotation/note", user_id=user_id, id=user_id, properties={"archived": 1}, now=START)
    twice()
    recorded.write("rotation/let_go", **rotation, triggers=["size"], now=START)
    twice()
    recorded.write("memory/move", user_id=user_id, moves=[{"id": ids[1], "place": "/v/a.md#A", "source": "a.md"}])
    twice()
    recorded.write("care/begin", user_id=user_id, run="r")
    twice()
    recorded.write("care/stamp", user_id=user_id, ids=[ids[1]], run="r", now=START)
    twice()
    for params in parameters("care/refresh", user_id=user_id, memory_id=ids[1], chunk_id=f"{ids[1]}.0000"):
        recorded.write("care/refresh", **params)
        twice()
    recorded.write("care/unedited", user_id=user_id, id=ids[1], edit_count=1, updated_at=START)
    recorded.write("care/end", user_id=user_id, run="r", now=START)
    twice()
    recorded.write("care/drop_orphans", user_id=user_id, ids=["nobody"])
    recorded.write("care/recount", user_id=user_id, entities=["e"])
    twice()
    knowledge.feedback(user_id).give("Who leads?", helped=[ids[1]], score=5)
    twice()
    for _ in range(2):
        knowledge.summaries(user_id).summarize("q")
        twice()
    for name in ("transfer/begin", "transfer/nodes", "transfer/ties", "transfer/end"):
        for params in parameters(name, user_id=user_id, memory_id=ids[1], chunk_id=f"{ids[1]}.0000"):
            recorded.write(name, **params)
            twice()
    for name in (
        "quality/begin", "quality/mend", "quality/drop_orphans",
        "reembedding/write_chunks", "reembedding/write_entities",
    ):  # fmt: skip
        for params in parameters(name, user_id=user_id, memory_id=ids[1], chunk_id=f"{ids[1]}.0000"):
            recorded.write(name, **params)
            twice()
    backup = knowledge.summaries(user_id).summarize("q").backup_path
    twice()
    knowledge.summaries(user_id).bring_back(backup or "")
    twice()
    knowledge.conversation(user_id).begin("talk", "Ada Byron leads Acme Corp.", project="q")
    twice()
    knowledge.create_project(user_id, "later", "What comes next.")
    twice()
    knowledge.describe_project(user_id, "later", "What comes then.")
    twice()
    overviews = knowledge.overviews(user_id)
    for _ in range(2):
        overviews.replace("later", "# What comes")
        twice()
    overviews.settle("later", ["path:/v"])
    twice()
    knowledge.channels(user_id).hold("talk", "slack", {"channel": "C1", "thread_ts": "1.2"})
    twice()
    knowledge.channels(user_id).add("slack", user_id)
    twice()
    knowledge.channels(user_id).remove("slack", user_id)
    twice()
    knowledge.remove_project(user_id, "later")
    twice()
    knowledge.overviews(user_id).append("q", "TIL that carts squeak.", session_id="talk")
    twice()
    learnings = knowledge.learnings(user_id)
    learnings.reject(learnings.proposed(session_id="talk")[0].id)
    twice()
    knowledge.forget(user_id, ids[2])
    recorded.steps = [[step for step in steps if step.name != "memory/drop"] for steps in recorded.steps]
    twice()
    ada, grace, acme = (
        knowledge.entities(user_id, text=name).entities[0].id for name in ("Ada Byron", "Grace Hopper", "Acme")
    )
    said: tuple[Callable[[], object], ...] = (
        lambda: knowledge.judge_relation(user_id, ada, RelationType.LEADS, acme, Validation.CONFIRMED),
        lambda: knowledge.edit_entity(user_id, ada, {"name": "Countess Ada", "description": "A mathematician."}),
        lambda: knowledge.edit_entity(user_id, grace, {"attributes": {"rank": "admiral"}}),
        lambda: knowledge.quality(user_id).clean(),
        lambda: knowledge.by_hand(user_id).confirm(ada),
        lambda: knowledge.by_hand(user_id).weigh(ada, "LEADS", acme, weight=0.4),
        lambda: knowledge.by_hand(user_id).tie(ids[0], ids[1], LinkKind.REFERENCE),
        lambda: knowledge.by_hand(user_id).untie(ids[0], ids[1], LinkKind.REFERENCE),
        lambda: knowledge.types(user_id).create_entity("Boat", {"parent": "Object"}),
        lambda: knowledge.types(user_id).create_relation("TOWS"),
        lambda: knowledge.types(user_id).remove_entity("Boat"),
        lambda: knowledge.types(user_id).remove_relation("TOWS"),
        lambda: knowledge.merge(user_id, ada, grace),
        lambda: knowledge.split(user_id, ada),
        lambda: knowledge.keep_apart(user_id, ada, acme),
        lambda: knowledge.reject_entity(user_id, acme),
    )
    for say in said:
        say()
        twice()
    writes = {name for name, mode in statement_names().items() if mode == "write" and not name.startswith("schema/")}
    assert writes - repeated == {"memory/drop"}


def test_dropping_again_what_was_dropped_changes_nothing(
    light: Knowledge, store: Store, user_id: str, driver: Driver
) -> None:
    ids = [o.remembered.id for o in light.remember_many(user_id, EVERYTHING) if o.remembered]
    light.forget(user_id, ids[0])
    before = graph_of(driver, user_id, events=True)
    store.write("memory/drop", user_id=user_id, ids=[ids[0]])
    assert_same(graph_of(driver, user_id, events=True), before)


def test_the_store_refuses_the_wrong_mode_and_the_wrong_parameters(store: Store, user_id: str) -> None:
    with pytest.raises(QueryError, match="read statement"):
        store.write("memory/by_ids", user_id=user_id, ids=[])
    with pytest.raises(QueryError, match="write statement"):
        store.read("lifecycle/use", user_id=user_id, uses=[], since="2026-06-01")
    with pytest.raises(QueryError, match="takes"):
        store.read("memory/by_ids", user_id=user_id)
    with pytest.raises(QueryError, match="takes"):
        store.read("memory/by_ids", user_id=user_id, ids=[], more=1)
    with pytest.raises(QueryError, match="does not exist"):
        store.read("memory/nothing")


def test_a_statement_that_takes_too_long_is_given_up(neo4j_settings: Neo4jSettings, user_id: str) -> None:
    hurried = opened(neo4j_settings.model_copy(update={"statement_timeout_s": 0.001, "retry_s": 0.2}))
    rows = [{"id": f"{user_id}.{n}", "properties": {}, "embedding": None} for n in range(200_000)]
    try:
        with pytest.raises(Unavailable):
            hurried.write("memory/rewrite", user_id=user_id, chunks=rows)
    finally:
        hurried.close()
