"""What is asked for others holds nothing that is not theirs to read; what the user asks alone holds everything."""

from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from api.api_settings import ApiSettings
from api.rest.app import create_app
from enishi import UserMemory
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.life.audience import Visibility
from graph.model.memory import Order
from graph.model.recalled import Mode, Recipe
from tests.api.rest.rest_door import HERE, as_user

PRIVATE = "Ada Byron has left Acme Corp because she is ill, and zephyrine knows."
SHARED = "Ada Byron joined Acme Corp."
TEAM = "Ada Byron leads the launch of Acme Corp with the team."
FAMILY = "Ada Byron visits Acme Corp with the family."
QUESTION = "Where does Ada Byron work, at Acme Corp?"


@pytest.fixture
def told(light: Knowledge, user_id: str) -> dict[str, str]:
    drafts = [
        Draft(text=SHARED, audience="shared", session_id="talk", speaker="Ada Byron"),
        Draft(text=PRIVATE, pinned=True, session_id="talk", speaker="Ada Byron"),
        Draft(text=TEAM, audience="team", session_id="talk", speaker="Ada Byron"),
        Draft(text=FAMILY, audience="family", session_id="talk", speaker="Ada Byron"),
        Draft(text="My sister is Grace Hopper."),
    ]
    ids = [o.remembered.id for o in light.remember_many(user_id, drafts) if o.remembered]
    light.infer(user_id)
    light.link(user_id)
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
    "newest": lambda knowledge, user, filters: knowledge.recall(user, "", mode=Mode.RECENT, filters=filters),
}


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
        missed += [way] if way not in {"temporal"} and SHARED not in answer and TEAM not in answer else []
        alone = repr(ask(light, user_id, Filters()))
        missed += [f"{way} alone"] if way not in {"temporal"} and PRIVATE not in alone else []
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
    assert (again.id, again.ignored) == (kept.id, ("audience",))
    group = Filters(audience="team")
    assert light.memories(user_id, filters=group).memories == ()
    light.edit(user_id, kept.id, {"audience": "team"})
    assert [memory.audience for memory in light.memories(user_id, filters=group).memories] == ["team"]
    light.versions(user_id).undo(kept.id)
    assert light.memories(user_id, filters=group).memories == ()


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
