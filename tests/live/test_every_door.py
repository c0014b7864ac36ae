"""The same question through every door: Python, the command line, REST, GraphQL, and the protocol of agents."""

import json
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any

import httpx
import pytest
from neo4j import Driver
from websockets.sync.client import connect

from api.agents.asker import ALL, path_of
from api.agents.server import PROFILES
from api.api_settings import ApiSettings
from api.commands.root import run
from api.json_form import to_json
from api.rest.app import create_app
from enishi.user_memory import UserMemory
from graph.db.store import Store
from graph.errors import EnishiError
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.settings import GraphSettings
from tests.api.agent_doors import ERAS, over_http, talked, text_of
from tests.api.rest.served import served
from tests.live.conftest import START, wiped_user
from tests.live.dump import assert_same, graph_of
from tests.live.plain_extractor import PlainExtractor

QUESTIONS = ("Who met Ada Lovelace in Venus Town?", "Acme Corp", "田中さんは誰と会った？")
TEXTS = (
    "Ada Lovelace met Grace Hopper in Venus Town.",
    "Grace Hopper joined Acme Corp.",
    "Ada Lovelace leads Acme Corp.",
    "田中 met 佐藤 in Venus Town.",
    "Alan Turing moved to Mars Town.",
)
SECRET = "Ada Lovelace hides the Venus key in Attic Town. Ada Lovelace joined Attic Town."
LIMIT = 4

Listed = tuple[set[str], set[str]]
"""The ids that a list and a recall give."""
Answers = list[tuple[str, float]]
"""Ids and scores, in order."""


@dataclass(frozen=True)
class World:
    """A graph behind all its doors: `mine` asks; of `theirs`, somebody else's, nothing may be seen."""

    knowledge: Knowledge
    port: int
    mine: str
    theirs: str
    secret_id: str


@pytest.fixture(scope="module")
def world(store: Store, driver: Driver) -> Generator[World]:
    # Each door that asks would make what it is answered matter more to the next.
    settings = GraphSettings(importance_swing=0.0, recency_swing=0.0)
    reader = Knowledge(lambda: store, PlainExtractor(), settings, clock=lambda: START)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "close", lambda: None)  # the store is the session's
        doors = ApiSettings.model_validate({"event_poll_seconds": 0.05})
        for mine in wiped_user(driver):
            for theirs in wiped_user(driver):
                list(reader.remember_many(mine, [Draft(text=text, project="p") for text in TEXTS]))
                secret = reader.remember(theirs, Draft(text=SECRET, project="secret", pinned=True)).id
                with served(create_app(reader, doors)) as port:
                    yield World(reader, port, mine, theirs, secret)


def by_python(world: World, user: str, question: str) -> Answers:
    recalled = UserMemory(world.knowledge, user).recall(question, limit=LIMIT)
    return [(hit.memory.id, hit.score) for hit in recalled.hits]


def by_command_line(world: World, user: str, question: str) -> Answers:
    recalled = json.loads(printed(world, "recall", question, "--limit", str(LIMIT), "--json", "--user", user))
    return [(hit["memory"]["id"], hit["score"]) for hit in recalled["hits"]]


def by_rest(world: World, user: str, question: str) -> Answers:
    recalled = asked(world, user, "GET", "/api/recall", params={"q": question, "limit": LIMIT}).json()
    return [(hit["memory"]["id"], hit["score"]) for hit in recalled["hits"]]


def by_graphql(world: World, user: str, question: str) -> Answers:
    query = "query ($q: String!, $n: Int!) { search(question: $q, limit: $n) { hits { score memory { id } } } }"
    recalled = graphql(world, user, query, q=question, n=LIMIT)["data"]["search"]
    return [(hit["memory"]["id"], hit["score"]) for hit in recalled["hits"]]


def by_agents(world: World, user: str, question: str) -> Answers:
    reply = json.loads(tool(world, user, "search_memories", query=question, limit=LIMIT))
    return [(hit["id"], hit["score"]) for hit in reply["memories"]]


DOORS: Mapping[str, Callable[[World, str, str], Answers]] = {
    "the command line": by_command_line,
    "REST": by_rest,
    "GraphQL": by_graphql,
    "agents": by_agents,
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("door", DOORS)
def test_the_same_question_has_the_same_ids_and_scores(door: str, question: str, world: World) -> None:
    expected = by_python(world, world.mine, question)
    assert expected
    if door == "agents":  # to whom three digits are enough
        expected = [(identity, round(score, 3)) for identity, score in expected]
    assert DOORS[door](world, world.mine, question) == expected


def bookmarks_by_command_line(world: World, *, on: bool) -> Listed:
    wanted = ("--bookmarked" if on else "--not-bookmarked", "--json", "--user", world.mine)
    listed = json.loads(printed(world, "list", *wanted))["memories"]
    hits = json.loads(printed(world, "recall", QUESTIONS[0], *wanted))["hits"]
    return ids_in(listed), ids_in(hit["memory"] for hit in hits)


def bookmarks_by_rest(world: World, *, on: bool) -> Listed:
    narrowed = {"bookmarked": str(on).lower()}
    listed = asked(world, world.mine, "GET", "/api/memories", params=narrowed).json()["memories"]
    hits = asked(world, world.mine, "GET", "/api/recall", params={"q": QUESTIONS[0], **narrowed}).json()["hits"]
    body = {"question": QUESTIONS[0], "filters": {"bookmarked": on}}
    posted = asked(world, world.mine, "POST", "/api/recall", json=body).json()["hits"]
    assert [hit["memory"]["id"] for hit in posted] == [hit["memory"]["id"] for hit in hits]
    return ids_in(listed), ids_in(hit["memory"] for hit in hits)


def bookmarks_by_graphql(world: World, *, on: bool) -> Listed:
    query = """query ($q: String!, $on: Boolean!) {
        memories(filters: {bookmarked: $on}) { memories { id bookmarked rating } }
        search(question: $q, filters: {bookmarked: $on}) { hits { memory { id } } }
    }"""
    answer = graphql(world, world.mine, query, q=QUESTIONS[0], on=on)["data"]
    listed = answer["memories"]["memories"]
    assert all(memory["bookmarked"] is on and memory["rating"] == (4 if on else None) for memory in listed)
    return ids_in(listed), ids_in(hit["memory"] for hit in answer["search"]["hits"])


def bookmarks_by_agents(world: World, *, on: bool) -> Listed:
    listed = json.loads(tool(world, world.mine, "list_memories", bookmarked=on))["memories"]
    hits = json.loads(tool(world, world.mine, "search_memories", query=QUESTIONS[0], bookmarked=on))["memories"]
    return ids_in(listed), ids_in(hits)


BOOKMARKS: Mapping[str, Callable[..., Listed]] = {
    "the command line": bookmarks_by_command_line,
    "REST": bookmarks_by_rest,
    "GraphQL": bookmarks_by_graphql,
    "agents": bookmarks_by_agents,
}
MARKING: Mapping[str, Callable[[World, str, bool, int], object]] = {
    "Python": lambda world, identity, on, rating: UserMemory(world.knowledge, world.mine).edit(
        identity, bookmarked=on, rating=rating
    ),
    "the command line": lambda world, identity, on, rating: printed(
        world, "edit", identity, "--bookmark" if on else "--no-bookmark", "--rating", str(rating), "--user", world.mine
    ),
    "REST": lambda world, identity, on, rating: asked(
        world, world.mine, "PATCH", f"/api/memories/{identity}", json={"bookmarked": on, "rating": rating}
    ),
    "agents": lambda world, identity, on, rating: tool(
        world, world.mine, "update_memory", id=identity, bookmarked=on, rating=rating
    ),
}
KEEPING: Mapping[str, Callable[[World, str, int], object]] = {
    "Python": lambda world, text, rating: UserMemory(world.knowledge, world.mine).remember(
        Draft(text=text, bookmarked=True, rating=rating)
    ),
    "the command line": lambda world, text, rating: printed(
        world, "remember", text, "--bookmark", "--rating", str(rating), "--user", world.mine
    ),
    "REST": lambda world, text, rating: asked(
        world, world.mine, "POST", "/api/memories", json={"text": text, "bookmarked": True, "rating": rating}
    ),
    "agents": lambda world, text, rating: tool(
        world, world.mine, "save_memory", text=text, bookmarked=True, rating=rating
    ),
}


@pytest.mark.parametrize("door", BOOKMARKS)
def test_every_door_narrows_to_what_is_bookmarked_alike(door: str, world: World) -> None:
    memory = UserMemory(world.knowledge, world.mine)
    marked = [each.id for each in memory.list().memories if each.text in TEXTS[:2]]
    for identity in marked:
        memory.edit(identity, bookmarked=True, rating=4)
    try:
        for on in (True, False):
            narrow = Filters(bookmarked=on)
            expected = (
                ids_in(to_json(each) for each in memory.list(filters=narrow).memories),
                ids_in(to_json(hit.memory) for hit in memory.recall(QUESTIONS[0], filters=narrow).hits),
            )
            assert expected[1] <= expected[0]
            assert expected[1]
            assert BOOKMARKS[door](world, on=on) == expected
            assert (expected[0] == set(marked)) is on
    finally:
        for identity in marked:
            memory.edit(identity, bookmarked=False, rating=None)


@pytest.mark.parametrize("door", MARKING)
def test_every_door_that_writes_rates_and_sets_a_bookmark_and_takes_it_off(door: str, world: World) -> None:
    memory = UserMemory(world.knowledge, world.mine)
    identity = memory.list().memories[0].id
    try:
        for on, rating in ((True, 5), (False, 0)):
            MARKING[door](world, identity, on, rating)
            kept = memory.show(identity).memory
            assert (kept.bookmarked, kept.rating) == (on, rating)
    finally:
        memory.edit(identity, rating=None)


@pytest.mark.parametrize("there", [False, True], ids=["new", "there already"])
@pytest.mark.parametrize("door", KEEPING)
def test_every_door_that_keeps_rates_and_bookmarks_at_once(door: str, there: bool, world: World) -> None:
    # What was forgotten, an agent does not bring back: each case keeps words of its own.
    text = f"Grace Hopper sails {'again' if there else 'once'} through {door} to Pluto Town."
    memory = UserMemory(world.knowledge, world.mine)
    try:
        if there:
            memory.remember(text)
        KEEPING[door](world, text, 3)
        (kept,) = memory.list(filters=Filters(bookmarked=True)).memories
        assert (kept.text, kept.rating) == (text, 3)
    finally:
        for each in memory.list().memories:
            if each.text == text:
                memory.forget(each.id)


def ids_in(memories: Iterable[Any]) -> set[str]:
    return {memory["id"] for memory in memories}


def python_tells(world: World) -> str:
    memory = UserMemory(world.knowledge, world.mine)
    calls: list[Callable[[], object]] = [
        lambda: memory.list(limit=100), lambda: memory.recall(SECRET, limit=50), lambda: memory.context(SECRET),
        lambda: memory.content("Venus key"), lambda: memory.show(world.secret_id), memory.projects, memory.entities,
        lambda: memory.graph.facts(entity="Ada Lovelace"), lambda: memory.graph.neighbours("Ada Lovelace", depth=4),
        lambda: memory.graph.paths(world.secret_id, "Ada Lovelace"),
        lambda: memory.graph.timeline("Ada Lovelace"),
        lambda: memory.network.snapshot(), memory.events.page,
        lambda: memory.history(world.secret_id), lambda: memory.links(world.secret_id),
    ]  # fmt: skip
    return "\n".join(json.dumps(to_json(outcome(call))) for call in calls)


def command_line_tells(world: World) -> str:
    lines = (
        ("list",), ("recall", SECRET), ("context", SECRET), ("recall", "Venus key", "--mode", "content"),
        ("show", world.secret_id), ("projects", "list"), ("entities", "list"), ("graph", "facts", "Ada Lovelace"),
        ("graph", "neighbours", "Ada Lovelace"), ("graph", "paths", world.secret_id, "Ada Lovelace"),
        ("graph", "timeline", "Ada Lovelace"), ("events",),
        ("history", world.secret_id), ("links", world.secret_id),
    )  # fmt: skip
    return "\n".join(printed(world, *line, "--json", "--user", world.mine, fails=True) for line in lines)


def rest_tells(world: World) -> str:
    of_it = f"/api/memories/{world.secret_id}"
    paths = (
        "/api/memories", f"/api/recall?q={SECRET}", f"/api/context?q={SECRET}", "/api/content?pattern=Venus key", of_it,
        f"{of_it}/history", f"{of_it}/links", "/api/projects", "/api/entities", "/api/events", "/api/graph/snapshot",
        "/api/graph/facts?entity=Ada Lovelace", "/api/graph/neighbours?entity=Ada Lovelace&depth=4",
        f"/api/graph/paths?source={world.secret_id}&target=Ada Lovelace", "/api/graph/timeline?entity=Ada Lovelace",
    )  # fmt: skip
    return "\n".join(asked(world, world.mine, "GET", path).text for path in paths)


def graphql_tells(world: World) -> str:
    query = """query ($id: String!, $s: String!) {
        memories(limit: 20) { memories { id text links(limit: 2) { memory { id text } } } }
        search(question: $s, limit: 50) { hits { memory { id text } entities } }
        context(question: $s) { text citations { memory { memory { text } } } }
        content(pattern: "Venus key") { hits { text } }
        memory(memoryId: $id) { memory { text } }  history(memoryId: $id) { text }  links(memoryId: $id) { kind }
        projects { path }  entities(limit: 20) { entities { name detail { facts { sentence } } } }
        facts(entity: "Ada Lovelace", limit: 10) { facts { sentence memory { memory { text } } } }
        neighbours(entity: "Ada Lovelace", depth: 4) { nodes { name } }
        paths(source: $id, target: "Ada Lovelace") { paths { hops { sentence } nodes { name } } }
        timeline(entity: "Ada Lovelace") { entries { title } }
        snapshot { nodes { name } }  events { events { memoryIds subject } }
    }"""
    answer = graphql(world, world.mine, query, id=world.secret_id, s=SECRET)
    assert answer["data"]["memories"]["memories"], answer
    return json.dumps(answer)


AGENTS_READ: Mapping[str, Mapping[str, object]] = {
    "search_memories": {"query": SECRET},
    "build_context": {"question": SECRET},
    "entity_neighbors": {"entity": "Ada Lovelace"},
    "find_path": {"source": "SECRET_ID", "target": "Ada Lovelace"},
    "graph_snapshot": {},
    "list_memories": {},
    "show_memory": {"id": "SECRET_ID"},
    "entity_timeline": {"entity": "Ada Lovelace"},
    "list_facts": {"entity": "Ada Lovelace"},
    "list_projects": {"project": "secret"},
    "graph_insights": {},
    "memory_stats": {},
}
"""The tools of agents that read, and what is asked; SECRET_ID stands for the id of somebody else's memory."""
AGENTS_WRITE: Mapping[str, Mapping[str, object]] = {
    "save_memory": {"text": TEXTS[0]},
    "update_memory": {"id": "SECRET_ID", "rating": 5},
    "pin_memory": {"id": "SECRET_ID", "pinned": False},
    "forget_memory": {"id": "SECRET_ID", "confirm": True},
}
COUNTS = {"graph_insights", "memory_stats"}
"""What tells so much in so few words that its owner might not see the secret in it either."""


def called(world: World, name: str) -> str:
    asked_for = {**AGENTS_READ, **AGENTS_WRITE}[name]
    arguments = {key: world.secret_id if value == "SECRET_ID" else value for key, value in asked_for.items()}
    return tool(world, world.mine, name, **arguments)


def agents_are_told(world: World) -> str:
    return "\n".join(called(world, name) for name in AGENTS_READ)


def stream_tells(world: World) -> str:
    """What is heard while somebody else's memory is pinned, and after it one of one's own."""
    own = world.knowledge.memories(world.mine).memories[0].id
    address = f"ws://127.0.0.1:{world.port}/api/events/stream"
    with connect(address, additional_headers={"X-Enishi-User": world.mine}, proxy=None) as stream:
        heard = [stream.recv(timeout=20)]
        world.knowledge.unpin(world.theirs, world.secret_id)
        world.knowledge.pin(world.mine, own)
        world.knowledge.unpin(world.mine, own)
        heard += [stream.recv(timeout=20) for _ in range(2)]
    assert own in str(heard[1])
    return "\n".join(map(str, heard))


TELL: Mapping[str, Callable[[World], str]] = {
    "Python": python_tells,
    "the command line": command_line_tells,
    "REST": rest_tells,
    "GraphQL": graphql_tells,
    "agents": agents_are_told,
    "the stream of events": stream_tells,
}


@pytest.mark.parametrize("door", TELL)
def test_no_door_shows_anything_of_somebody_else(door: str, world: World) -> None:
    """Whose it is, is told it. Not proved: that nobody learns of it by how long an answer takes."""
    assert secrets_in(TELL[door](world), world) == []
    if door != "the stream of events":  # which has told of one's own already
        assert "Attic" in TELL[door](replace(world, mine=world.theirs))


def secrets_in(answer: str, world: World) -> list[str]:
    # A refusal repeats the id that was asked for, which is no news to the asker.
    answer = answer.replace(f"no memory '{world.secret_id}'", "")
    return [secret for secret in ("Attic", "hides", world.secret_id, world.theirs) if secret in answer]


def test_every_tool_of_agents_is_tried() -> None:
    assert sorted([*AGENTS_READ, *AGENTS_WRITE]) == sorted(PROFILES[ALL])


@pytest.mark.parametrize("name", AGENTS_READ)
def test_each_tool_tells_its_owner_alone(name: str, world: World) -> None:
    assert secrets_in(called(world, name), world) == []
    assert name in COUNTS or secrets_in(called(replace(world, mine=world.theirs), name), world)


@pytest.mark.parametrize("name", AGENTS_WRITE)
def test_no_tool_changes_anything_of_somebody_else(name: str, world: World, driver: Driver) -> None:
    before = graph_of(driver, world.theirs, events=True)
    assert secrets_in(called(world, name), world) == []
    assert_same(graph_of(driver, world.theirs, events=True), before)


def outcome(call: Callable[[], object]) -> object:
    try:
        return call()
    except EnishiError as error:
        return error


def printed(world: World, *arguments: str, fails: bool = False) -> str:
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = run(arguments, build=lambda _: world.knowledge, default_user=lambda: "nobody")
    assert fails or code == 0, err.getvalue()
    assert code in (0, 3), (arguments, err.getvalue())
    return out.getvalue() + err.getvalue()


def asked(world: World, user: str, method: str, path: str, **more: Any) -> httpx.Response:
    url, headers = f"http://127.0.0.1:{world.port}{path}", {"X-Enishi-User": user}
    return httpx.request(method, url, headers=headers, timeout=60, trust_env=False, **more)


def graphql(world: World, user: str, query: str, **variables: object) -> dict[str, Any]:
    return asked(world, user, "POST", "/graphql", json={"query": query, "variables": variables}).json()


def tool(world: World, user: str, name: str, **arguments: object) -> str:
    texts: list[str] = []

    async def talk() -> None:
        async with over_http(world.port, user, ERAS[1], path=path_of(ALL)) as client:
            texts.append(text_of(await client.call_tool(name, dict(arguments))))

    talked(talk)
    return texts[0]
