"""Projects are listed with what belongs to them, and stay without memories where somebody created or described them."""

from collections.abc import Sequence
from functools import partial

import pytest
from neo4j import Driver

from graph.errors import Conflict, Invalid, NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from tests.live.test_forgetting import remembered


def paths(knowledge: Knowledge, user: str) -> Sequence[str]:
    return [project.path for project in knowledge.projects(user)]


def test_a_project_is_listed_with_what_belongs_to_it(light: Knowledge, user_id: str, other_user: str) -> None:
    remembered(light, user_id, [
        Draft(text="Ada joined Acme Corp.", project="work/shop", session_id="s1", channel="slack"),
        Draft(text="Bee joined Acme Corp.", project="work/shop", session_id="s2", channel="line", pinned=True),
        Draft(text="Cee joined Acme Corp.", project="work/shop/cart"),
        Draft(text="Dee joined Acme Corp.", session_id="s2"),
    ])  # fmt: skip
    remembered(light, other_user, [Draft(text="Eve joined Acme Corp.", project="work/shop", session_id="s9")])
    detail = light.project(user_id, "work/shop")
    shop = detail.project
    assert (shop.name, shop.category_path, shop.memories, shop.pinned) == ("shop", ("work",), 2, 1)
    assert (set(shop.session_ids), set(shop.channels)) == ({"s1", "s2"}, {"slack", "line"})
    assert [memory.text for memory in detail.pinned] == ["Bee joined Acme Corp."]
    assert detail.below == ("work/shop/cart",)
    assert paths(light, user_id) == ["work/shop", "work/shop/cart"]
    assert {session.id: session.memories for session in light.sessions(user_id)} == {"s1": 1, "s2": 2}
    assert [session.id for session in light.sessions(user_id, project="work/shop/cart")] == []


def test_that_there_is_no_such_project_is_told_with_those_that_may_be_meant(light: Knowledge, user_id: str) -> None:
    light.remember(user_id, Draft(text="Ada joined Acme Corp.", project="work/shop"))
    for asked in (light.recall, light.content, partial(light.context, budget_tokens=200)):
        for path in ("Shop", "work/shpo"):
            note = asked(user_id, "Zanzibar", filters=Filters(project=path)).note
            assert note == f"There is no project “{path}”. Did you mean work/shop?"
        assert (
            asked(user_id, "ザンジバル", filters=Filters(project="nope")).note == "プロジェクト「nope」はありません。"
        )
        assert "no project" not in (asked(user_id, "Zanzibar", filters=Filters(project="work")).note or "")


def test_a_created_or_described_project_stays_without_memories(light: Knowledge, user_id: str) -> None:
    made = light.create_project(user_id, " work / plan ", "What  comes\nnext.")
    assert (made.path, made.description, made.memories) == ("work/plan", "What comes next.", 0)
    ids = remembered(light, user_id, [Draft(text="Ada.", project="work/plan"), Draft(text="Bee.", project="gone")])
    light.edit(user_id, ids[0], {"project": "elsewhere"})
    light.describe_project(user_id, "elsewhere", "Described.")
    for identity in ids:
        light.forget(user_id, identity)
    assert paths(light, user_id) == ["elsewhere", "work/plan"]
    assert light.remove_project(user_id, "elsewhere").description == "Described."
    light.forget_user(user_id)
    assert paths(light, user_id) == []


def test_a_path_of_an_older_database_keeps_its_memory_editable(light: Knowledge, user_id: str, driver: Driver) -> None:
    (identity,) = remembered(light, user_id, [Draft(text="Ada.", project="old")])
    with driver.session() as session:
        session.run("MATCH (m:Memory {id: $id}) SET m.project = 'C:\\\\work//..'", id=identity)
    assert light.edit(user_id, identity, {"rating": 5}).id == identity
    assert light.edit(user_id, identity, {"project": " new/place/ "}).id == identity
    assert light.project(user_id, "/new/place").project.memories == 1


def test_a_project_is_not_made_twice_nor_removed_with_its_memories(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, [Draft(text="Ada.", project="club")])
    with pytest.raises(Conflict, match="already"):
        light.create_project(user_id, "/club/")
    with pytest.raises(Conflict, match="move them"):
        light.remove_project(user_id, "club")
    for call in (light.project, light.remove_project):
        with pytest.raises(NotFound):
            call(user_id, "nowhere")
    with pytest.raises(NotFound):
        light.describe_project(user_id, "nowhere", "x")
    with pytest.raises(Invalid):
        light.create_project(user_id, "a/../b")
    assert light.project(user_id, "club").project.memories == 1
