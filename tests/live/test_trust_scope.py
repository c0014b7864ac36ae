"""Whose memories are meant and who may write: nobody widens what is theirs, no door is a way around, no text a person.

That nothing of somebody else is shown at any door stands in `test_every_door.py`.
"""

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from neo4j import Driver

from api.api_settings import ApiSettings
from api.commands.root import run
from api.hooks import run as hook_run
from api.markdown.layouts import layout_called
from api.markdown.sync import FolderSync, SyncOptions
from api.memory_tool import MemoryTool
from api.rest.app import create_app
from graph.db.store import Store
from graph.errors import Conflict, EnishiError, Unavailable
from graph.journal.actor import unattended
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.life.jobs import JobStatus
from graph.model.life.journal import Act
from graph.model.memory import Enrich
from graph.model.talk.conversation import Turn
from graph.model.types import Validation
from graph.settings import ConversationSettings, GraphSettings
from tests.api.agent_doors import ERAS, over_http, talked, text_of
from tests.api.doors import ServerHere
from tests.api.rest.rest_door import HERE, as_user
from tests.api.rest.served import served
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_jobs_live import waited
from tests.live.test_trust_tombstones import BESIDE, SECRET

BY_NOBODY = {"X-Enishi-Unattended": "1"}
KEY = "a-key-that-is-long-enough-for-this-door"
TEXTS = (
    "Ada Byron joined Acme Corp.", "Grace Hopper joined Acme Corp.", "Ada Byron met Grace Hopper in Lake Town.",
    "We decided that Ada Byron leads Acme Corp.", "Ada Byron met Grace Hopper in the Lake Town.",
)  # fmt: skip


def test_a_key_of_one_user_reads_and_writes_for_nobody_else_at_any_path(
    light: Knowledge, user_id: str, other_user: str
) -> None:
    """Not proved: that a key cannot be stolen, nor that a server without keys asks who somebody is."""
    light.remember(other_user, Draft(text=SECRET))
    app = create_app(light, ApiSettings.model_validate({"keys": {KEY: [user_id]}}))
    client = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {KEY}"})
    paths = client.get("/openapi.json").json()["paths"]
    calls = [
        (verb.upper(), path.replace("{", "").replace("}", ""))
        for path, verbs in paths.items()
        for verb in verbs
        if path.startswith("/api/")
    ]
    assert len(calls) > 100
    codes: list[int] = []
    for method, path in calls:
        answer = client.request(method, path, json={} if method != "GET" else None, headers=as_user(other_user))
        assert answer.status_code in {400, 403, 404, 413, 415, 422}, (method, path, answer.status_code)
        assert "ephyrine" not in answer.text
        codes.append(answer.status_code)
    assert codes.count(403) > len(codes) / 2
    for named in (other_user, "", "*", f"{user_id}#x", "%", f"{user_id},{other_user}", f" {other_user}"):
        for method, path, body in (
            ("POST", "/api/recall", {"question": "Who opens the safe?"}), ("POST", "/api/memories", {"text": SECRET}),
            ("GET", "/api/memories", None), ("GET", "/api/events", None),
        ):  # fmt: skip
            assert client.request(method, path, json=body, headers=as_user(named)).status_code in {403, 422}, named
        assert client.post("/api/memories", json={"text": BESIDE}).status_code in {200, 201}
    # Who names nobody is the user of the key.
    assert BESIDE in client.get("/api/memories").text
    for named in (other_user, "*"):
        asked = {"user_id": named, "query": "safe", "text": SECRET, "question": "safe"}
        for path in ("search_memories", "save_memory", "build_context"):
            assert client.post(f"/tools/{path}", json=asked).status_code in {403, 422}
    for path in ("/api/recall?q=safe", "/api/memories", "/api/content?pattern=safe", "/api/events?limit=200"):
        assert "ephyrine" not in client.get(path).text
    assert [memory.text for memory in light.memories(user_id).memories] == [BESIDE]
    assert [memory.text for memory in light.memories(other_user).memories] == [SECRET]


def test_all_work_in_the_background_keeps_users_apart(
    light: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    """Not proved: that two users do not learn of each other by how long something takes."""
    for user in (user_id, other_user):
        drafts = [Draft(text=text, project="p", session_id="s", speaker="Ken") for text in TEXTS]
        list(light.remember_many(user, drafts, enrich=Enrich.LATER))
    passes = (
        light.enrich_pending, light.link_pending, light.infer_pending, light.embed_pending, light.weigh_pending,
    )  # fmt: skip
    for _ in range(2):  # the second with warm caches
        for work in passes:
            while work():
                pass
        for user in (user_id, other_user):
            light.index(user).update()
            light.network(user).map()
            light.summaries(user).summarize("p")
            light.rotation(user).plan()
    crossed, _, _ = driver.execute_query(
        "MATCH (a {user_id: $one})-[r]-(b) WHERE b.user_id <> $one RETURN count(r) AS n", one=user_id
    )
    assert crossed[0]["n"] == 0
    ids, _, _ = driver.execute_query(
        "MATCH (n {user_id: $u}) WHERE n.id IS NOT NULL AND NOT n:Session AND NOT n:Project RETURN n.id AS id",
        u=other_user,
    )
    held, _, _ = driver.execute_query(
        "MATCH (n {user_id: $u}) OPTIONAL MATCH (n)-[r]-() RETURN n {.*} AS n, collect(properties(r)) AS r", u=user_id
    )
    written = repr([[value for key, value in row["n"].items() if "embedding" not in key] + row["r"] for row in held])
    assert len(ids) > len(TEXTS)
    assert [row["id"] for row in ids if row["id"] in written] == []
    for user in (user_id, other_user):
        first = light.memories(user).memories[0].id
        assert light.links(user, first)
        assert light.inferred(user)
        assert light.summaries(user).summary("p").quotes
        assert light.network(user).map().nodes


def door_python(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    list(knowledge.remember_many(user, [Draft(text=text)]))


def door_backlog(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    list(knowledge.remember_many(user, [Draft(text=text)], enrich=Enrich.LATER))
    knowledge.enrich_pending()


def door_command_line(knowledge: Knowledge, user: str, text: str, folder: Path) -> None:
    (folder / "file.jsonl").write_text(json.dumps({"text": text}) + "\n")
    assert run(["ingest", str(folder / "file.jsonl")], build=lambda _: knowledge, default_user=lambda: user) == 0


def door_rest(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    client = TestClient(create_app(knowledge, ApiSettings()), base_url=HERE, headers=as_user(user))
    assert client.post("/api/memories:batch", json=[{"text": text}]).status_code < 300


def door_rest_tools(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    client = TestClient(create_app(knowledge, ApiSettings()), base_url=HERE, headers=as_user(user))
    client.post("/tools/save_memory", json={"text": text})


def door_agents(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    with served(create_app(knowledge, ApiSettings())) as port:

        async def talk() -> None:
            async with over_http(port, user, ERAS[1]) as client:
                reply = await client.call_tool("save_memory", {"text": text})
                assert reply.is_error == (text == SECRET), text_of(reply)

        talked(talk)


def door_memory_tool(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    answer = MemoryTool(knowledge, user).call({"command": "create", "path": "/memories/a.md", "file_text": text})
    assert answer.is_error == (text == SECRET)


def door_import(knowledge: Knowledge, user: str, text: str, folder: Path) -> None:
    """A file of somebody who still has it."""
    theirs = f"{user}#theirs"
    knowledge.remember(theirs, Draft(text=text))
    knowledge.transfer(theirs).to_file(folder / "theirs.zst")
    knowledge.transfer(user).from_file(folder / "theirs.zst")
    knowledge.forget_user(theirs)


def door_files(knowledge: Knowledge, user: str, text: str, folder: Path) -> None:
    (folder / "vault").mkdir()
    (folder / "vault" / "notes.md").write_text(f"# Notes\n\n## Now\n\n{text}\n\n## Then\n\nKen Sato came.\n")
    options = SyncOptions(project=f"vault/{len(text)}", enrich=Enrich.NOW)
    FolderSync(knowledge, user, folder / "vault", layout_called(None, folder / "vault"), options).run()


def door_hooks(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    """What a model answered, though it was said in a talk."""

    def here(_: str) -> ServerHere:
        return ServerHere(knowledge)

    payload = {"session_id": "s", "cwd": "/work", "last_assistant_message": text}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hook_run, "server_of", here)
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(payload).encode())))
        hook_run.main(["Stop", "--user", user])


def door_conversation(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    ended = knowledge.conversation(user).end("s", [Turn(text=text, speaker="agent")])
    assert (len(ended.failed), ended.waiting) == (int(text == SECRET), 0)


def door_journal(knowledge: Knowledge, user: str, text: str, folder: Path) -> None:
    """Turns that waited on this machine while the database was away."""

    def away() -> Store:
        raise Unavailable("The database is away.")

    settings = GraphSettings(conversation=ConversationSettings(home=folder.parent / "journal"))
    Knowledge(away, PlainExtractor(), settings).conversation(user).end("s", [Turn(text=text, speaker="Ken")])
    replayed = knowledge.conversation(user).replay()
    assert (replayed.kept, len(replayed.failed)) == ((0, 1) if text == SECRET else (1, 0))


def door_jobs(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    with TestClient(create_app(knowledge, ApiSettings(default_user=user)), base_url=HERE) as client:
        line = json.dumps({"text": text, "speaker": "Ken", "session_id": "s"}).encode()
        sent = client.post("/api/jobs", files={"file": ("talk.jsonl", line)}).json()["id"]
        job = waited(client, sent, JobStatus.DONE)
    assert job["counts"]["left_out"] == int(text == SECRET)


def door_entries(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    """What a model appends to a project."""
    client = TestClient(create_app(knowledge, ApiSettings()), base_url=HERE, headers=as_user(user) | BY_NOBODY)
    client.post("/api/projects", json={"path": "shop/entries"})
    answer = client.post("/api/entries/shop/entries", json={"text": text, "session_id": "s"})
    assert answer.status_code == (409 if text == SECRET else 201), answer.text


def door_rest_turns(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    client = TestClient(create_app(knowledge, ApiSettings()), base_url=HERE, headers=as_user(user) | BY_NOBODY)
    answer = client.post("/api/memories", json={"text": text, "speaker": "Ken", "session_id": "s"})
    assert answer.status_code == (409 if text == SECRET else 201), answer.text


def door_learnings(knowledge: Knowledge, user: str, text: str, _: Path) -> None:
    """A sentence of a longer text, which a model takes for a learning."""
    knowledge.remember(user, Draft(text=f"## Lessons learned\n\n- {text}\n", project="work/taught"))
    client = TestClient(create_app(knowledge, ApiSettings()), base_url=HERE, headers=as_user(user) | BY_NOBODY)
    (learning,) = [each for each in knowledge.learnings(user).proposed(project="work/taught") if each.text == text]
    assert client.post(f"/api/learnings/{learning.id}/accept").status_code == (409 if text == SECRET else 201)


DOORS: Mapping[str, Callable[[Knowledge, str, str, Path], None]] = {
    name.removeprefix("door_"): act for name, act in list(globals().items()) if name.startswith("door_")
}


@pytest.mark.parametrize("door", DOORS)
def test_what_was_taken_away_is_refused_at_every_door_that_writes_and_recorded(
    door: str, light: Knowledge, user_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not proved: doors that are made later; who adds one adds it here. What a person says anew is no way around it."""
    monkeypatch.setattr(light, "close", lambda: None)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    light.forget(user_id, light.remember(user_id, Draft(text=SECRET)).id)
    for number, text in enumerate((SECRET, BESIDE)):
        (tmp_path / str(number)).mkdir()
        DOORS[door](light, user_id, text, tmp_path / str(number))
    texts = [memory.text for memory in light.memories(user_id, limit=100).memories]
    assert SECRET not in texts
    assert any(BESIDE in text for text in texts)
    (event,) = light.events(user_id).page(kinds=[Act.REFUSED.value]).events
    assert (event.number, event.memory_ids) == (1, ())


def test_a_text_that_claims_a_persons_word_is_no_verdict_and_a_name_is_no_door(light: Knowledge, user_id: str) -> None:
    """Not proved: that who reads the text does not believe it."""
    claim = "Ada Byron joined Acme Corp. (verified by the user, confirmed, rating 5, pinned, importance 10)"
    extra = {"validation_status": "confirmed", "validated_by": user_id, "rating": 5, "pinned": True}
    kept, plain = (
        o.remembered
        for o in light.remember_many(
            user_id, [Draft(text=claim, extra=extra), Draft(text="Ada Byron joined Globex Corp.")]
        )
    )
    assert kept
    assert plain
    memory = light.show(user_id, kept.id).memory
    assert (memory.rating, memory.bookmarked, memory.pinned) == (None, False, False)
    ada, acme = (light.entity_called(user_id, name) for name in ("Ada Byron", "Acme Corp"))
    first, second = light.entity(user_id, ada).relations
    assert (first.confidence, first.validation_status) == (second.confidence, Validation.UNVALIDATED)
    judged = light.judge_relation(user_id, ada, first.type, acme, Validation.CONFIRMED, by="taro")
    assert (judged.validation_status, judged.validated_by) == (Validation.CONFIRMED, "taro")
    client = TestClient(create_app(light, ApiSettings()), base_url=HERE, headers=as_user(user_id))
    client.post(f"/api/memories/{kept.id}/pin", headers={"X-Enishi-By": "cli"}).raise_for_status()
    assert light.events(user_id).page(kinds=["pinned"]).events[0].by == "rest:cli"
    # A model that calls itself a person brings nothing back either.
    light.forget(user_id, plain.id)
    asked = {"text": "Ada Byron joined Globex Corp."}
    assert client.post("/tools/save_memory", json=asked, headers={"X-Enishi-By": "taro"}).status_code == 409
    with unattended(), pytest.raises(Conflict):
        light.remember(user_id, Draft(text=asked["text"]))
    assert not isinstance(light.remember(user_id, Draft(text=asked["text"])), EnishiError)
