"""What a search must not lose: what is about an entity, what is archived, what a filter keeps of a crowd."""

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode, Recipe
from graph.model.types import Status
from tests.live.conftest import START
from tests.live.test_forgetting import remembered
from tests.live.test_modes import asked


def test_what_is_about_an_entity_comes_first_however_many_mention_it(light: Knowledge, user_id: str) -> None:
    mentions = [Draft(text=f"Tell me what Ada Byron said, number {n}") for n in range(60)]
    abouts = [Draft(text=f"Frost, slates, gutters and mortar, load {n}", title="Ada Byron") for n in range(5)]
    *_, one, two, three, four, five = remembered(light, user_id, [*mentions, *abouts])
    found = asked(light, user_id, "Tell me what Ada Byron said", Mode.ENTITY, limit=10)
    assert set(found[:5]) == {one, two, three, four, five}


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.TEMPORAL, Mode.ENTITY, Mode.GRAPH])
def test_archived_memories_come_with_their_text_where_they_come(mode: Mode, light: Knowledge, user_id: str) -> None:
    (kept,) = remembered(light, user_id, [Draft(text="Ada Byron saw the harbour", occurred_at=START.replace(month=3))])
    light.archive(user_id, kept)
    filters = Filters(status=Status.ARCHIVED)
    (hit,) = light.recall(user_id, "What did Ada Byron see in March?", mode=mode, filters=filters).hits
    assert hit.memory.id == kept
    assert hit.text == "Ada Byron saw the harbour"
    assert light.recall(user_id, "What did Ada Byron see in March?", mode=mode).hits == ()


@pytest.mark.parametrize(
    ("mode", "recipe"),
    [
        (Mode.HYBRID, Recipe.JOINED), (Mode.HYBRID, Recipe.RRF), (Mode.HYBRID, Recipe.WEIGHTED),
        (Mode.HYBRID, Recipe.DEEP), (Mode.SEMANTIC, Recipe.JOINED), (Mode.KEYWORD, Recipe.JOINED),
    ],
)  # fmt: skip
def test_what_is_archived_is_ranked_by_what_is_asked_though_no_index_holds_it(
    mode: Mode, recipe: Recipe, light: Knowledge, user_id: str
) -> None:
    texts = ["roof tiles and gutters were mended", "the harbour was full of herring", "bread rises in the warm room"]
    ids = remembered(light, user_id, [Draft(text=text) for text in texts])
    for identity in ids:
        light.archive(user_id, identity)
    archived = Filters(status=Status.ARCHIVED)
    for identity, question in zip(ids, ["roof tiles mended", "harbour full of herring", "warm bread"], strict=True):
        found = light.recall(user_id, question, mode=mode, recipe=recipe, filters=archived, limit=3).hits
        assert found[0].memory.id == identity
        assert light.recall(user_id, question, mode=mode, recipe=recipe).hits == ()


@pytest.mark.parametrize("called", ["Ada Byron", "ada byron", "Lady Lovelace"])
def test_a_filter_takes_an_entity_by_any_of_its_names(called: str, light: Knowledge, user_id: str) -> None:
    about, _ = remembered(light, user_id, [Draft(text="Ada Byron kept bees"), Draft(text="Linus Smith kept bees")])
    (ada,) = [one for one in light.show(user_id, about).entities if one.name == "Ada Byron"]
    light.edit_entity(user_id, ada.id, {"aliases": ["Lady Lovelace"]})
    filters = Filters(entities=(called,))
    assert asked(light, user_id, "bees", Mode.HYBRID, filters=filters) == [about]
    assert [memory.id for memory in light.memories(user_id, filters=filters).memories] == [about]


def test_the_graph_finds_what_passes_a_filter_behind_many_that_do_not(light: Knowledge, user_id: str) -> None:
    drafts = [Draft(text="Ada Byron kept bees", tags=("rare",))]
    drafts += [Draft(text=f"Ada Byron spoke, number {n}") for n in range(60)]
    rare, *_ = remembered(light, user_id, drafts)
    assert asked(light, user_id, "Ada Byron", Mode.GRAPH, filters=Filters(tags=("rare",))) == [rare]
