"""Overviews of projects are replaced only once they are kept; folders find their project, channels their user."""

from pathlib import Path

import anyio
import pytest
from fastapi.testclient import TestClient
from mcp import Client

from api.agents.asker import Asker
from api.agents.server import create_server
from api.agents.tools import Memories
from api.api_settings import ApiSettings
from api.commands.root import run
from api.rest.app import create_app
from graph.db.store import Store
from graph.errors import Conflict, Invalid, NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.life.journal import Act
from graph.model.life.overview import SOURCE_IDS
from graph.settings import GraphSettings, ProjectSettings
from tests.api.rest.rest_door import HERE
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor


@pytest.fixture
def keeping_two(store: Store, clock: Clock) -> Knowledge:
    """A knowledge that keeps two backups."""
    settings = GraphSettings(projects=ProjectSettings(backups_most=2))
    return Knowledge(lambda: store, PlainExtractor(), settings, clock=clock)


def test_an_overview_is_replaced_once_it_is_kept_and_comes_back(
    keeping_two: Knowledge, user_id: str, clock: Clock
) -> None:
    overviews = keeping_two.overviews(user_id)
    with pytest.raises(NotFound):
        overviews.replace("work/shop", "# Shop")
    keeping_two.create_project(user_id, "work/shop")
    assert overviews.read("work/shop").text == ""
    texts = ["# Shop", "# 店 🛒", "# Shop and carts"]
    for text in texts:
        clock.advance(hours=1)
        overviews.replace("work/shop", text)
    written = overviews.read("work/shop")
    assert (written.text, written.size_bytes) == (texts[-1], 16)
    # The two newest: what stood there before the last two.
    assert [backup.size_bytes for backup in written.backups] == [len(text.encode()) for text in ("# 店 🛒", "# Shop")]
    clock.advance(hours=1)
    back = overviews.restore("work/shop", written.backups[0].id)
    assert back.text == "# 店 🛒"
    with pytest.raises(NotFound):
        overviews.restore("work/shop", "nobody")
    kinds = [event.kind for event in keeping_two.events(user_id).page(subject="work/shop").events]
    assert kinds == [Act.PROJECT_REPLACED] * 4 + [Act.PROJECT_CREATED]


def test_entries_of_a_project_are_memories_of_it(light: Knowledge, user_id: str) -> None:
    overviews = light.overviews(user_id)
    light.create_project(user_id, "work/shop")
    overviews.append("work/shop", "Ada Byron mended the carts.", session_id="s1", channel="slack")
    overviews.append("work/shop", "Carts last 30 days.", kind="decision")
    pinned = overviews.append(
        "work/shop", "Keys look like XXX.", kind="pinned", original_prompt="これを覚えておいて: Keys look like XXX."
    )
    decided = light.memories(user_id, filters=Filters(project="work/shop", tags=("decision",))).memories
    assert [memory.text for memory in decided] == ["Carts last 30 days."]
    kept = light.show(user_id, pinned.id).memory
    assert (kept.pinned, kept.extra) == (True, {"original_prompt": "これを覚えておいて: Keys look like XXX."})
    assert light.project(user_id, "work/shop").project.session_ids == ("s1",)
    with pytest.raises(NotFound):
        overviews.append("work/other", "Nothing.")
    with pytest.raises(Invalid, match="kind"):
        overviews.append("work/shop", "Nothing.", kind="gossip")


def test_a_project_is_read_whole_at_once(light: Knowledge, user_id: str, clock: Clock) -> None:
    overviews = light.overviews(user_id)
    with pytest.raises(NotFound):
        overviews.whole("work/shop")
    light.create_project(user_id, "work/shop", "Sells tea.")
    overviews.replace("work/shop", "# 店 🛒")
    said = [
        ("Ada Byron mended the carts.", "s1"),
        ("Carts roll again.", "s1"),
        ("鍵は緑。", "s2"),
        ("It rained.", None),
    ]
    for text, session in said:
        clock.advance(minutes=1)
        overviews.append("work/shop", text, session_id=session)
    overviews.append("work/shop", "Keys look like XXX.", kind="pinned", session_id="s1")
    gone = overviews.append("work/shop", "Put away.")
    light.archive(user_id, gone.id)
    whole = overviews.whole("work/shop")
    assert (whole.project.description, whole.overview) == ("Sells tea.", "# 店 🛒")
    assert [memory.text for memory in whole.pinned] == ["Keys look like XXX."]
    by_session = {each.session.id: [memory.text for memory in each.memories] for each in whole.sessions}
    assert by_session == {"s1": [said[0][0], said[1][0]], "s2": ["鍵は緑。"]}
    assert [memory.text for memory in whole.others] == ["It rained."]
    texts = ["# 店 🛒", "Keys look like XXX.", *(text for text, _ in said)]
    assert (whole.size_bytes, whole.left_out) == (sum(len(text.encode()) for text in texts), 0)
    # The newest, and what is pinned beside them.
    short = overviews.whole("work/shop", limit=2)
    assert ([memory.text for memory in short.others], short.left_out) == (["It rained."], 3)
    with pytest.raises(Invalid):
        overviews.whole("work/shop", limit=0)
    lines = read_by_an_agent(light, user_id, "work/shop")
    assert lines[0] == f"work/shop: {whole.project.memories} memories. Sells tea."
    assert lines[1] == "overview: # 店 🛒"
    at = "2026-06-01"
    assert [line.rpartition(" [")[0] for line in lines[2:]] == [
        f"pinned, {at}: Keys look like XXX.",
        *(f"session {each.session.id}, {at}: {memory.text}" for each in whole.sessions for memory in each.memories),
        f"no session, {at}: It rained.",
    ]
    every = [*whole.pinned, *(memory for each in whole.sessions for memory in each.memories), *whole.others]
    assert [line.rpartition("[")[2] for line in lines[2:]] == [f"{memory.id}]" for memory in every]


def read_by_an_agent(knowledge: Knowledge, user_id: str, project: str) -> list[str]:
    """The lines of the tool that reads a project whole."""

    async def read() -> list[str]:
        server = create_server(Memories(lambda: knowledge, lambda: Asker(user_id)), "full")
        async with Client(server) as client:
            result = await client.call_tool("list_projects", {"project": project})
            missing = await client.call_tool("list_projects", {"project": "work/nothing"})
            assert missing.is_error
            assert not result.is_error
            assert result.structured_content is not None
            assert result.structured_content["left_out"] == 0
            return list(result.structured_content["lines"])

    return anyio.run(read)


def test_a_folder_finds_its_project_by_the_surest_key_and_a_key_is_one_projects(
    light: Knowledge,
    user_id: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(light, "close", lambda: None)
    overviews = light.overviews(user_id)
    light.create_project(user_id, "work/shop")
    light.create_project(user_id, "work/fork")
    overviews.settle("work/shop", ["remote:github.com/acme/shop", "git:/v/shop/.git"])
    found = overviews.at(["remote:github.com/acme/shop", "git:/v/copy/.git"])
    assert (found.path, found.found_by) == ("work/shop", "remote")
    assert overviews.at(["remote:elsewhere", "git:/v/shop/.git"]).found_by == "git"
    with pytest.raises(NotFound):
        overviews.at(["remote:github.com/taro/shop", "git:/v/fork/.git"])
    assert overviews.at([], override="work/fork").found_by == "override"
    overviews.settle("work/fork", ["git:/v/shop/.git"])
    assert overviews.at(["git:/v/shop/.git"]).path == "work/fork"
    line = ("projects", "here", str(tmp_path), "--user", user_id)
    assert run(line, build=lambda _: light, default_user=lambda: "me") == 3
    assert run((*line, "--keep-as", "work/shop"), build=lambda _: light, default_user=lambda: "me") == 0
    assert run(line, build=lambda _: light, default_user=lambda: "me") == 0
    assert "work/shop  (by its path)" in capsys.readouterr().out


def test_a_session_is_taken_up_again_by_the_ids_of_its_source(light: Knowledge, user_id: str, other_user: str) -> None:
    channels = light.channels(user_id)
    for number, (kind, names) in enumerate(SOURCE_IDS.items()):
        ids = {name: f"{name}-{number}" for name in names}
        channels.hold(f"s{number}", kind, ids)
        assert channels.session_at(kind, ids) == f"s{number}"
        with pytest.raises(NotFound):
            light.channels(other_user).session_at(kind, ids)
        with pytest.raises(Invalid, match=names[0]):
            channels.hold("s", kind, {})
    held = light.events(user_id).page(kinds=[Act.SESSION_HELD.value]).events
    assert {(event.subject, event.by) for event in held} == {(f"s{n}", "python") for n in range(len(SOURCE_IDS))}
    assert len(held) == len(SOURCE_IDS)
    light.remember(user_id, Draft(text="Ada Byron mended the carts.", session_id="s0"))
    assert light.sessions(user_id)[0].channel == "slack"


def test_an_id_in_a_channel_is_one_users_and_a_key_hears_of_its_own_alone(
    light: Knowledge, user_id: str, other_user: str
) -> None:
    mine = light.channels(user_id)
    for channel, identity in (("Slack", user_id), ("line", f"{user_id}-line")):
        mine.add(channel, identity)
    assert light.user_of("slack", user_id) == light.user_of("line", f"{user_id}-line") == user_id
    with pytest.raises(Conflict):
        light.channels(other_user).add("slack", user_id)
    key = "a-key-that-is-long-enough-for-this-door"
    app = create_app(light, ApiSettings.model_validate({"keys": {key: [other_user]}}))
    client = TestClient(app, base_url=HERE, headers={"Authorization": f"Bearer {key}"})
    asked = {"channel": "slack", "identity": user_id}
    assert client.get("/api/users/called", params=asked).status_code == 404
    light.channels(other_user).add("slack", f"{user_id}-other")
    assert client.get("/api/users/called", params={**asked, "identity": f"{user_id}-other"}).json() == other_user
    mine.remove("slack", user_id)
    assert [each.channel for each in mine.identities()] == ["line"]
    light.forget_user(user_id)
    with pytest.raises(NotFound):
        light.user_of("line", f"{user_id}-line")
