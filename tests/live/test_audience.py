"""What is asked for others holds nothing that is not theirs to read; what the user asks alone holds everything."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from mcp.shared.exceptions import MCPError

from api.agents.asker import ALL, path_of
from api.agents.server import FULL, OF_ALL
from api.api_settings import ApiSettings
from api.rest.app import create_app
from enishi import UserMemory
from graph.db.store import Store
from graph.errors import NotFound, Unavailable
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.life.audience import Visibility
from graph.model.memory import Order
from graph.model.recalled import Mode, Recipe
from graph.model.talk.conversation import Turn
from graph.projects.routing.routing import Router
from graph.settings import ConversationSettings, GraphSettings, RoutingSettings
from tests.api.agent_doors import ERAS, over_http, talked, text_of
from tests.api.rest.rest_door import HERE, as_user
from tests.api.rest.served import served
from tests.live.plain_extractor import PlainExtractor

PRIVATE = "Ada Byron has left Acme Corp because she is ill, and zephyrine knows."
SHARED = "Ada Byron joined Acme Corp."
TEAM = "Ada Byron leads the launch of Acme Corp with the team."
FAMILY = "Ada Byron visits Acme Corp with the family."
LAUNCH = "work/launch"
QUESTION = "Where does Ada Byron work, at Acme Corp?"


@pytest.fixture
def told(light: Knowledge, user_id: str) -> dict[str, str]:
    drafts = [
        *(
            Draft(text=text, audience=readers, pinned=text == PRIVATE, session_id="talk", speaker="Ada Byron",
                  project=LAUNCH)
            for text, readers in ((SHARED, "shared"), (PRIVATE, None), (TEAM, "team"), (FAMILY, "family"))
        ),
        Draft(text="My sister is Grace Hopper.", project="life/zephyrine", session_id="zephyrine"),
    ]  # fmt: skip
    ids = [o.remembered.id for o in light.remember_many(user_id, drafts) if o.remembered]
    light.infer(user_id)
    light.link(user_id)
    light.describe_project(user_id, LAUNCH, "What zephyrine launches.")
    light.overviews(user_id).replace(LAUNCH, "# Launch, which zephyrine has doubts about")
    light.summaries(user_id).summarize(LAUNCH)
    light.edit_entity(user_id, light.entity_called(user_id, "Ada Byron"), {"description": "zephyrine"})
    return dict(zip((SHARED, PRIVATE, TEAM, FAMILY), ids, strict=False))


WAYS: dict[str, Callable[[Knowledge, str, Filters], object]] = {
    **{
        mode.value: lambda knowledge, user, filters, mode=mode: knowledge.recall(
            user, "Acme Corp" if mode is Mode.CONTENT else QUESTION, mode=mode, filters=filters, limit=20, explain=True
        )
        for mode in Mode
    },
    **{
        recipe.value: lambda knowledge, user, filters, recipe=recipe: knowledge.recall(
            user, QUESTION, recipe=recipe, filters=filters, limit=20
        )
        for recipe in Recipe
    },
    "context": lambda knowledge, user, filters: knowledge.context(user, QUESTION, budget_tokens=2000, filters=filters),
    "content": lambda knowledge, user, filters: knowledge.content(user, "Ada.*Acme", regex=True, filters=filters),
    "list": lambda knowledge, user, filters: knowledge.memories(user, filters=filters, order=Order.IMPORTANCE),
    "route": lambda knowledge, user, filters: knowledge.routing(user).route(QUESTION, audience=filters.audience),
    "begin": lambda knowledge, user, filters: knowledge.conversation(user).begin(
        f"for {filters.audience}", QUESTION, channel="slack", audience=filters.audience
    ),
    "begin in a project": lambda knowledge, user, filters: knowledge.conversation(user).begin(
        f"in {filters.audience}", "What now?", project=LAUNCH, audience=filters.audience
    ),
    "inject": lambda knowledge, user, filters: knowledge.injection(user).context(
        LAUNCH, secondary=["life/zephyrine"] if filters.audience is None else [], audience=filters.audience
    ),
    "inject in brief": lambda knowledge, user, filters: knowledge.injection(user).context(
        "no/such", secondary=[LAUNCH, "life/zephyrine"], audience=filters.audience
    ),
    "handover": lambda knowledge, user, filters: knowledge.handovers(user).of("talk", audience=filters.audience),
    "summarize": lambda knowledge, user, filters: knowledge.summaries(user).summarize(
        LAUNCH, audience=filters.audience
    ),
    "summarize a session": lambda knowledge, user, filters: knowledge.summaries(user).summarize(
        session_id="talk", audience=filters.audience
    ),
    "summary": lambda knowledge, user, filters: knowledge.summaries(user).summary(LAUNCH, audience=filters.audience),
    "whole": lambda knowledge, user, filters: knowledge.overviews(user).whole(LAUNCH, audience=filters.audience),
    "project": lambda knowledge, user, filters: knowledge.project(user, LAUNCH, audience=filters.audience),
    "projects": lambda knowledge, user, filters: knowledge.projects(user, audience=filters.audience),
    "sessions": lambda knowledge, user, filters: knowledge.sessions(user, audience=filters.audience),
    "newest": lambda knowledge, user, filters: knowledge.recall(user, "", mode=Mode.RECENT, filters=filters),
}


TELLS_NO_TEXT = {"temporal", "inject in brief", "route", "projects", "project", "sessions"}
"""Ways whose answer for a group need not quote a memory."""


def test_no_private_note_reaches_an_answer_for_a_group_in_any_way_it_is_asked(
    light: Knowledge, user_id: str, told: dict[str, str]
) -> None:
    missed: list[str] = []
    for way, ask in WAYS.items():
        answer = repr(ask(light, user_id, Filters(audience="team")))
        # The description that the user gave, the private note, what is for another group, and whose sister is whose.
        leaks = [
            word for word in (PRIVATE, FAMILY, "zephyrine", "is ill", told[PRIVATE], told[FAMILY]) if word in answer
        ]
        assert not leaks, (way, leaks)
        quotes = SHARED in answer or TEAM in answer
        missed += [way] if way not in TELLS_NO_TEXT and not quotes else []
        alone = repr(ask(light, user_id, Filters()))
        private = "zephyrine" if way in TELLS_NO_TEXT else PRIVATE
        missed += [f"{way} alone"] if way != "temporal" and private not in alone else []
    assert missed == []


def test_what_is_asked_for_all_sees_only_what_is_shared_and_each_hit_tells_its_rule(
    light: Knowledge, user_id: str, told: dict[str, str]
) -> None:
    rules = {
        asked: {
            hit.memory.id: hit.visible_by
            for hit in light.recall(user_id, QUESTION, filters=Filters(audience=asked)).hits
        }
        for asked in ("shared", "team", "family", None)
    }
    assert rules["shared"] == {told[SHARED]: Visibility.SHARED}
    assert rules["team"] == {told[SHARED]: Visibility.SHARED, told[TEAM]: Visibility.GROUP}
    assert rules["family"] == {told[SHARED]: Visibility.SHARED, told[FAMILY]: Visibility.GROUP}
    assert {told[text] for text in (SHARED, PRIVATE, TEAM, FAMILY)} <= rules[None].keys()
    assert set(rules[None].values()) == {Visibility.OWN}
    # A name that only a private memory gives to a relative is not put into what a group asks.
    asked = "Where does my sister work?"
    assert "Grace" not in repr(light.recall(user_id, asked, filters=Filters(audience="team"), explain=True))


def test_a_memory_changes_its_audience_by_the_word_of_a_person_alone(light: Knowledge, user_id: str) -> None:
    kept = light.remember(user_id, Draft(text=SHARED, audience="private"))
    again = light.remember(user_id, Draft(text=SHARED, audience="team"))
    group = Filters(audience="team")
    # What is kept for the team stands beside what is private, and neither changes nor tells of that.
    assert [memory.id for memory in light.memories(user_id, filters=group).memories] == [again.id]
    light.forget(user_id, again.id)
    assert light.memories(user_id, filters=group).memories == ()
    light.edit(user_id, kept.id, {"audience": "team"})
    assert [memory.audience for memory in light.memories(user_id, filters=group).memories] == ["team"]
    light.versions(user_id).undo(kept.id)
    assert light.memories(user_id, filters=group).memories == ()


def test_the_words_of_a_memory_that_others_may_not_see_are_another_memory_for_them(
    light: Knowledge, user_id: str
) -> None:
    private = light.remember(user_id, Draft(text=PRIVATE))
    given = Draft(text=PRIVATE, audience="team", tags=("joined",), rating=5, bookmarked=True)
    kept = light.remember(user_id, given)
    assert (kept.created, kept.duplicate_of) == (True, None)
    again = light.remember(user_id, given)
    assert (again.created, again.id) == (False, kept.id)
    # In one stream too, and for all as for another group.
    stream = [given, replace(given, audience="shared"), Draft(text=FAMILY), Draft(text=FAMILY, audience="team"),
              replace(given, audience="family")]  # fmt: skip
    outcomes = [each.remembered for each in light.remember_many(user_id, stream)]
    assert len({each.id for each in outcomes if each}) == len(stream)
    light.create_project(user_id, LAUNCH)
    added = light.overviews(user_id).append(LAUNCH, FAMILY, audience="team")
    assert light.show(user_id, added.id).memory.audience == "team"
    (there,) = [each for each in light.memories(user_id, limit=50).memories if each.id == private.id]
    assert (there.tags, there.rating, there.bookmarked, there.audience) == ((), None, False, None)
    seen = light.memories(user_id, filters=Filters(audience="team"), limit=50).memories
    assert kept.id in {each.id for each in seen}
    assert not [each for each in seen if each.duplicate_of == private.id]
    # Neither is what is edited refused for it, by a message that tells of it.
    other = light.remember(user_id, Draft(text="Nothing.", audience="work"))
    light.edit(user_id, other.id, {"text": PRIVATE})
    assert light.show(user_id, other.id).memory.text == PRIVATE
    # The user alone sees what is for others, and says the same there.
    assert light.remember(user_id, Draft(text=TEAM, audience="team")).id == light.remember(user_id, Draft(text=TEAM)).id


def test_rest_and_python_narrow_to_an_audience_an_area_and_an_agent_alike(light: Knowledge, user_id: str) -> None:
    client = TestClient(create_app(light, ApiSettings()), base_url=HERE, headers=as_user(user_id))
    body = {"text": SHARED, "audience": "team", "area": "planning", "agent": "planner"}
    kept = client.post("/api/memories", json=body).raise_for_status().json()["id"]
    light.remember(user_id, Draft(text=PRIVATE))
    chosen = {"audience": "team", "area": "planning", "agent": "planner"}
    memory = UserMemory(light, user_id)
    narrow = Filters(audience="team", area="planning", agent="planner")
    assert [hit.memory.id for hit in memory.recall(QUESTION, filters=narrow).hits] == [kept]
    listed = client.get("/api/memories", params=chosen).raise_for_status().json()["memories"]
    assert [(each["id"], each["area"], each["agent"]) for each in listed] == [(kept, "planning", "planner")]
    assert client.get("/api/memories", params={"area": "sync"}).json()["memories"] == []
    assert client.get("/api/memories", params={"area": "kitchen"}).status_code == 422


def test_a_session_keeps_for_whom_it_is_and_what_differs_is_narrowed(
    light: Knowledge, user_id: str, told: dict[str, str]
) -> None:
    conversation = light.conversation(user_id)

    def memory(
        text: str, session: str = "slack-1", *, audience: str | None = None, turn: str | None = None
    ) -> str | None:
        (kept,) = conversation.end(session, [Turn(text=text, audience=turn)], audience=audience).kept
        return light.show(user_id, kept).memory.audience

    first = conversation.begin("slack-1", QUESTION, channel="slack", project=LAUNCH, audience="team")
    # What is not told again is as it was, and who reads along there reads every answer.
    for readers, seen in ((None, TEAM), ("team", TEAM), ("private", TEAM), ("family", SHARED), ("shared", SHARED)):
        again = conversation.begin("slack-1", QUESTION, project=LAUNCH, audience=readers).context.text
        assert seen in again, readers
        assert not [text for text in (PRIVATE, FAMILY) if text in again], readers
        assert (TEAM in again) == (seen == TEAM), readers
    assert TEAM in first.context.text
    assert memory("The launch of Acme Corp is on Friday.") == "team"
    assert memory("Everybody knows Acme Corp.", audience="shared") == "team"
    assert memory("Ada Byron told a joke about Acme Corp.", turn="shared") == "team"
    assert memory("Ada Byron bought a present.", turn="private") is None
    assert memory("Ada Byron booked a table.", audience="family") is None
    assert memory("Ada Byron likes cake.", session="new", audience="team", turn="family") is None
    assert {each.id: each.audience for each in light.sessions(user_id)} == {
        "slack-1": "team", "new": "team", "talk": None, "zephyrine": None,
    }  # fmt: skip
    seen_by_team = light.recall(user_id, "When is the launch of Acme Corp?", filters=Filters(audience="team"))
    assert "The launch of Acme Corp is on Friday." in [hit.text for hit in seen_by_team.hits]
    # It is what the session is for, not what is still known of it.
    for each in light.memories(user_id, filters=Filters(session_id="slack-1")).memories:
        light.forget(user_id, each.id)
    assert PRIVATE not in conversation.begin("slack-1", QUESTION, project=LAUNCH).context.text
    assert PRIVATE in conversation.begin("mine", QUESTION, project=LAUNCH).context.text


def test_a_held_session_is_for_whoever_reads_along_where_it_is_held(
    light: Knowledge, user_id: str, told: dict[str, str]
) -> None:
    conversation = light.conversation(user_id)
    alone = conversation.begin("line-1", "My sister is ill.", project="life/zephyrine")
    assert alone.project == "life/zephyrine"
    light.channels(user_id).hold("line-1", "line", {"chat": "C1"}, audience="team")
    # What the user alone spoke of before is not what the others are told.
    joined = conversation.begin("line-1", "And then?")
    assert "zephyrine" not in repr(joined)
    ended = conversation.end("line-1", ["Ada Byron joined Acme Corp yesterday."])
    assert [light.show(user_id, each).memory.audience for each in ended.kept] == ["team"]
    assert "zephyrine" not in repr(ended)
    assert light.handovers(user_id).of("line-1").text == light.handovers(user_id).of("line-1", audience="team").text
    light.channels(user_id).hold("line-1", "line", {"chat": "C1"}, audience="shared")
    assert [each.audience for each in light.sessions(user_id) if each.id == "line-1"] == ["team"]


def test_where_a_session_is_held_is_told_to_those_for_whom_it_is(
    light: Knowledge, user_id: str, told: dict[str, str]
) -> None:
    light.channels(user_id).hold("talk", "line", {"chat": "chat-of-the-family"}, audience="family")
    for path in (None, LAUNCH):
        for readers, audience in (("team", None), ("shared", None), ("family", "family"), (None, "family")):
            (session,) = [each for each in light.sessions(user_id, project=path, audience=readers) if each.id == "talk"]
            assert session.audience == audience, readers
            assert ("chat-of-the-family" in repr(session)) == (audience is not None), readers


def test_a_new_project_of_a_group_is_none_that_the_user_has_alone(
    light: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_seen(*_: object) -> list[str]:
        return []

    message = "Quokkas burrow below marshes."
    alone = light.routing(user_id).route(message).proposed
    assert alone is not None
    light.create_project(user_id, alone.path, "What zephyrine knows.")
    conversation = light.conversation(user_id)
    first = conversation.begin("first", message, audience="team")
    assert first.created
    # Neither where it is made between two reads.
    monkeypatch.setattr(Router, "_unseen", none_seen)
    second = conversation.begin("second", message, audience="team")
    assert second.created
    assert len({alone.path, first.project, second.project}) == 3


def test_a_session_that_is_held_for_others_meanwhile_tells_them_nothing(
    light: Knowledge, user_id: str, told: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation, route = light.conversation(user_id), Router.route
    held: list[str] = []

    def meanwhile(router: Router, *given: Any) -> object:
        routed = route(router, *given)
        if not held:
            held.append("race")
            light.channels(user_id).hold("race", "line", {"chat": "C9"}, audience="team")
        return routed

    assert conversation.begin("alone", "My sister is ill.").project == "life/zephyrine"
    monkeypatch.setattr(Router, "route", meanwhile)
    begun = conversation.begin("race", "My sister is ill.")
    assert held
    assert "zephyrine" not in repr(begun)
    assert "zephyrine" not in repr(conversation.end("race", ["And then?"]))


def test_what_is_private_and_nearer_crowds_nothing_out_of_where_a_message_of_a_group_belongs(
    store: Store, user_id: str
) -> None:
    settings = GraphSettings(routing=RoutingSettings(neighbours=10))
    knowledge = Knowledge(lambda: store, PlainExtractor(), settings)
    words = "The wombat digs"
    drafts = [Draft(text=f"{words} a burrow {number}.", project="private/wombats") for number in range(120)]
    drafts.append(Draft(text="Wombats are somewhere.", project=LAUNCH, audience="team"))
    assert all(each.remembered for each in knowledge.remember_many(user_id, drafts))
    (match,) = knowledge.routing(user_id).route(f"{words} a burrow.", audience="team").matches
    assert match.path == LAUNCH
    assert any("near" in reason for reason in match.reasons)


def test_the_name_that_private_words_gave_is_told_to_nobody_else(light: Knowledge, user_id: str) -> None:
    for day, text in enumerate((SHARED, "Ada Byron joined Red Corp."), 1):
        light.remember(
            user_id,
            Draft(
                text=text, audience="team", project=LAUNCH, session_id="moved",
                occurred_at=datetime(2026, 5, day, tzinfo=UTC),
            ),
        )  # fmt: skip
    light.infer(user_id)
    for name in ("Ada Byron", "Acme Corp", "Red Corp"):
        light.edit_entity(user_id, light.entity_called(user_id, name), {"name": f"Zephyrine {name}"})
    answers = {
        readers: (
            light.handovers(user_id).of("moved", audience=readers).text,
            repr(light.routing(user_id).route("Where is Ada Byron?", audience=readers)),
        )
        for readers in (None, "team")
    }
    for alone, others in zip(answers[None], answers["team"], strict=True):
        assert "Zephyrine Ada Byron" in alone
        assert "Zephyrine" not in others
        assert "Ada Byron" in others
    assert "← Acme Corp" in answers["team"][0]


def test_what_waited_in_the_journal_is_kept_for_whom_it_was_said(
    store: Store, light: Knowledge, user_id: str, tmp_path: Path
) -> None:
    def away() -> Store:
        raise Unavailable("The database is away.")

    light.conversation(user_id).begin("held", "Hello, Acme Corp.", project="p", audience="team")
    settings = GraphSettings(conversation=ConversationSettings(home=tmp_path / "journal"))
    offline = Knowledge(away, PlainExtractor(), settings).conversation(user_id)
    said: dict[str, tuple[str, str | None, str | None]] = {
        "Ada Byron is in the held session.": ("held", None, None),
        "Ada Byron is in a session of the family.": ("new", "family", None),
        "Ada Byron said this to nobody.": ("held", None, "private"),
        "Ada Byron is in no such session.": ("alone", None, None),
    }
    for text, (session, readers, turn) in said.items():
        assert offline.end(session, [Turn(text=text, audience=turn)], audience=readers).offline
    assert light.conversation(user_id).replay().kept == len(said)
    kept = {memory.text: memory.audience for memory in light.memories(user_id).memories}
    assert [kept[text] for text in said] == ["team", "family", None, None]
    assert [each.audience for each in light.sessions(user_id) if each.id == "new"] == ["family"]


def test_a_summary_for_others_leaves_that_of_the_user_as_it_is(
    light: Knowledge, user_id: str, told: dict[str, str]
) -> None:
    summaries = light.summaries(user_id)
    whole = summaries.summary(LAUNCH)
    made = summaries.summarize(LAUNCH, audience="team").summary
    assert made is not None
    assert {quote.memory_id for quote in made.quotes} == {told[SHARED], told[TEAM]}
    assert summaries.summary(LAUNCH) == whole
    with pytest.raises(NotFound):
        summaries.summary(LAUNCH, audience="family")
    again = summaries.summarize(LAUNCH, audience="team")
    assert again.backup_path == f"summary:{made.id}"
    assert again.backup_path is not None
    for readers in (None, "family"):
        with pytest.raises(NotFound):
            summaries.bring_back(again.backup_path, audience=readers)
    assert summaries.bring_back(again.backup_path, audience="team").id == made.id
    # What is taken back from them is quoted to them no more.
    light.edit(user_id, told[TEAM], {"audience": "private"})
    assert TEAM not in summaries.summary(LAUNCH, audience="team").text
    assert TEAM in summaries.summary(LAUNCH).text


AGENTS_ASK: dict[str, dict[str, object]] = {
    "save_memory": {"text": "Ada Byron leads Acme Corp because she is well."},
    "search_memories": {"query": QUESTION, "limit": 50},
    "build_context": {"question": QUESTION, "budget_tokens": 2000},
    "list_memories": {"limit": 50},
    "list_projects": {"project": LAUNCH},
}
AGENTS_NAME: tuple[tuple[str, dict[str, object]], ...] = (
    ("show_memory", {}), ("update_memory", {"text": "Nothing."}), ("update_memory", {"status": "archived"}),
    ("pin_memory", {"pinned": False}), ("forget_memory", {"confirm": True}),
)  # fmt: skip
"""Tools that are given a memory by its id."""


def _shared_beginning(ids: Sequence[str]) -> str:
    same = takewhile(lambda letters: len({*letters}) == 1, zip(*ids, strict=True))
    return "".join(letters[0] for letters in same)


@pytest.mark.parametrize("era", ERAS)
def test_an_agent_in_a_group_is_told_and_touches_nothing_that_is_not_theirs(
    light: Knowledge, user_id: str, told: dict[str, str], era: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(light, "close", lambda: None)
    heard: dict[str, str] = {}

    async def talk() -> None:
        async with over_http(port, user_id, era, path=path_of(ALL), audience="team") as client:
            offered = {tool.name for tool in (await client.list_tools()).tools}
            named = {name for name, _ in AGENTS_NAME}
            assert offered == set(AGENTS_ASK) | named == set(FULL) - OF_ALL
            for tool, arguments in AGENTS_ASK.items():
                heard[tool] = text_of(await client.call_tool(tool, arguments))
            heard["list_projects of all"] = text_of(await client.call_tool("list_projects", {}))
            heard["show_memory"] = text_of(await client.call_tool("show_memory", {"id": told[TEAM]}))
            for address in ("projects", "pinned", f"memory/{told[TEAM]}"):
                (content,) = (await client.read_resource(f"enishi://{address}")).contents
                heard[address] = content.model_dump_json()
            for tool in sorted(OF_ALL):
                refused = await client.call_tool(tool, {"entity": "Ada Byron"})
                assert refused.is_error, tool
                assert "There is no tool" in text_of(refused), tool
            for tool, arguments in AGENTS_NAME:
                for called in (told[PRIVATE], f"enishi://memory/{told[FAMILY]}"):
                    refused = await client.call_tool(tool, {"id": called, **arguments})
                    assert refused.is_error, tool
                    heard[f"{tool} {called}"] = text_of(refused).replace(called.rpartition("/")[2], "")
            # How all ids begin is told of theirs alone: what else begins so is as if it were not there.
            begin = _shared_beginning(list(told.values()))
            heard["a beginning"] = text_of(await client.call_tool("show_memory", {"id": begin}))
            theirs = [_shared_beginning([told[PRIVATE], told[each]]) for each in (SHARED, TEAM)]
            private = told[PRIVATE][: 1 + max(map(len, theirs))]
            nothing = [text_of(await client.call_tool("show_memory", {"id": each})) for each in (private, "zz")]
            assert nothing[0].replace(private, "zz") == nothing[1]
            with pytest.raises(MCPError):
                await client.read_resource(f"enishi://memory/{told[PRIVATE]}")

    with served(create_app(light, ApiSettings())) as port:
        talked(talk)
    leaks = (PRIVATE, FAMILY, "zephyrine", "is ill", told[PRIVATE], told[FAMILY])
    assert [(tool, word) for tool, text in heard.items() for word in leaks if word in text] == []
    assert told[SHARED] in heard["a beginning"]
    assert told[TEAM] in heard["a beginning"]
    for tool in ("search_memories", "build_context", "list_memories", "list_projects", "show_memory"):
        assert TEAM in heard[tool], tool
    kept = {memory.text: memory for memory in light.memories(user_id, limit=50).memories}
    assert kept[PRIVATE].pinned
    assert FAMILY in kept
    assert kept["Ada Byron leads Acme Corp because she is well."].audience == "team"


GRAPHQL_ASKS = """query ($q: String!, $for: String, $filters: %s) {
    memories(filters: $filters) { memories { id text } }
    search(question: $q, limit: 20, filters: $filters) { hits { text memory { id text } entities } }
    context(question: $q, filters: $filters) { text citations { memoryId } }
    content(pattern: "Ada Byron", filters: $filters) { hits { memory { text } } }
    projects(audience: $for) { path description sessionIds }
    project(path: "work/launch", audience: $for) { project { description } pinned { text } sessions { id } }
    projectWhole(path: "work/launch", audience: $for) { overview pinned { text } sessions { memories { text } } }
    sessions(audience: $for) { id projects }
}"""


def test_graphql_tells_a_group_nothing_that_is_not_theirs(light: Knowledge, user_id: str, told: dict[str, str]) -> None:
    client = TestClient(create_app(light, ApiSettings()), base_url=HERE, headers=as_user(user_id))

    def asked(audience: str | None) -> dict[str, object]:
        asking = '{name: __type(name: "Query") { fields { name args { name type { name } } } } }'
        fields = client.post("/graphql", json={"query": asking}).json()["data"]["name"]["fields"]
        (kind,) = {
            argument["type"]["name"]
            for field in fields if field["name"] == "memories"
            for argument in field["args"] if argument["name"] == "filters"
        }  # fmt: skip
        variables = {"q": QUESTION, "for": audience, "filters": {"audience": audience} if audience else None}
        answer = client.post("/graphql", json={"query": GRAPHQL_ASKS % kind, "variables": variables}).json()
        assert "errors" not in answer, answer
        return answer["data"]

    others, alone = asked("team"), asked(None)
    leaks = (PRIVATE, FAMILY, "zephyrine", "is ill", told[PRIVATE], told[FAMILY])
    assert [(name, word) for name, each in others.items() for word in leaks if word in repr(each)] == []
    for name, each in alone.items():
        assert "zephyrine" in repr(each), name
    for name in ("memories", "search", "context", "content", "projectWhole"):
        assert TEAM in repr(others[name]), name


REST_ASKS: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("POST", "/api/conversations/begin", {"session_id": "rest", "message": "What now?", "project": LAUNCH}),
    ("POST", "/api/injection", {"primary": LAUNCH}),
    ("POST", "/api/summaries", {"project": LAUNCH}),
    ("GET", "/api/summaries", {"project": LAUNCH}),
    ("GET", "/api/sessions/talk/handover", {}),
    ("GET", f"/api/wholes/{LAUNCH}", {}),
    ("GET", f"/api/projects/{LAUNCH}", {}),
    ("GET", "/api/projects", {}),
    ("GET", "/api/sessions", {}),
    ("POST", "/api/route", {"message": QUESTION}),
)


def test_rest_tells_a_group_of_projects_nothing_that_is_not_theirs(
    light: Knowledge, user_id: str, told: dict[str, str]
) -> None:
    client = TestClient(create_app(light, ApiSettings()), base_url=HERE, headers=as_user(user_id))

    def asked(verb: str, path: str, given: dict[str, object]) -> str:
        sent = {"params": given} if verb == "GET" else {"json": given}
        return client.request(verb, path, **sent).raise_for_status().text  # pyright: ignore[reportArgumentType]

    for verb, path, given in REST_ASKS:
        alone = asked(verb, path, given | ({"session_id": "mine"} if "session_id" in given else {}))
        assert "zephyrine" in alone or told[PRIVATE] in alone, path
        others = asked(verb, path, given | {"audience": "team"})
        assert not [word for word in (PRIVATE, FAMILY, "zephyrine", told[PRIVATE]) if word in others], path
    # The session keeps it, and what is said in it is for them.
    assert PRIVATE not in asked("POST", "/api/conversations/begin", {"session_id": "rest", "message": "Go on."})
    turn: dict[str, object] = {"text": "Ada Byron opened the launch.", "id": "t1"}
    asked("POST", "/api/conversations/end", {"session_id": "rest", "turns": [turn]})
    held: dict[str, object] = {"session_id": "held", "kind": "cli", "ids": {"session": "s"}, "audience": "shared"}
    asked("PUT", "/api/sources", held)
    asked("POST", "/api/conversations/end", {"session_id": "held", "turns": [turn | {"text": "All know.", "id": "t2"}]})
    kept = {memory.text: memory.audience for memory in light.memories(user_id, limit=50).memories}
    assert (kept["Ada Byron opened the launch."], kept["All know."]) == ("team", "shared")
