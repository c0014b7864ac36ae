"""Entities found by what they are like: by the vectors of entities and of the passages that name them."""

import pytest

from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from tests.live.test_forgetting import remembered

TEXTS = (
    "Makoto Takahashi keeps our servers running and is the first to be called at night when something breaks.",
    "Priya Nair tests every release and answers the questions of customers.",
    "渡辺由紀さんは経理と給与計算を担当しています。",
    "Hanako Suzuki bakes bread every Sunday and gives it to her neighbours.",
    "Lantern Security examined our login page for weaknesses.",
)


@pytest.mark.models
@pytest.mark.parametrize(
    ("description", "name"),
    [
        ("the colleague who looks after the machines in the data centre", "Makoto Takahashi"),
        ("サーバーの面倒を見ている人", "Makoto Takahashi"),
        ("who handles wages and accounts", "渡辺由紀"),
        ("お金の計算をする同僚", "渡辺由紀"),
        ("a friend who likes making loaves", "Hanako Suzuki"),
        ("パンを焼くのが好きな人", "Hanako Suzuki"),
        ("who deals with clients' problems", "Priya Nair"),
        ("お客様の質問に答える担当者", "Priya Nair"),
    ],
)
def test_a_paraphrase_in_either_language_finds_whom_it_describes(
    knowledge: Knowledge, user_id: str, description: str, name: str
) -> None:
    remembered(knowledge, user_id, [Draft(text=text) for text in TEXTS])
    while knowledge.embed_pending():
        pass
    hits = knowledge.entities_about(user_id, description, kind="Person", limit=3)
    assert hits[0].entity.name.startswith(name)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert name in hits[0].snippet


def test_an_entity_is_told_with_its_score_and_the_nearest_passage_that_names_it(light: Knowledge, user_id: str) -> None:
    ids = remembered(light, user_id, [Draft(text="Ada Byron joined Acme Corp."), Draft(text="Mia Abe met Leo Mori.")])
    before = light.entities_about(user_id, "joined Acme Corp", limit=2)
    while light.embed_pending():
        pass
    after = light.entities_about(user_id, "joined Acme Corp", limit=2)
    for hits in (before, after):
        assert {hit.entity.name for hit in hits} == {"Ada Byron", "Acme Corp"}
        assert {(hit.memory_id, hit.snippet) for hit in hits} == {(ids[0], "Ada Byron joined Acme Corp.")}
    # Before their vectors are made, the passage alone speaks for them.
    assert {hit.cosine for hit in before} == {None}
    assert after[0].entity.name == "Acme Corp"
    parts = [(hit.score, 0.2 * (hit.cosine or 0) + 0.8 * (hit.passage_cosine or 0)) for hit in after]
    assert all(score == pytest.approx(mean) for score, mean in parts)


def test_a_type_asked_for_finds_those_below_it_and_no_others(light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, [Draft(text="Ada Byron joined Acme Corp."), Draft(text="Mia Abe joined Blue Corp.")])
    light.types(user_id).create_entity("Shop", {"parent": "Organization"})
    blue = light.entity_called(user_id, "Blue Corp")
    light.edit_entity(user_id, blue, {"type": "Shop"})
    while light.embed_pending():
        pass
    hits = {
        kind: {hit.entity.name for hit in light.entities_about(user_id, "joined", kind=kind)}
        for kind in ("Person", "Organization", "shop", "Event")
    }
    assert hits == {
        "Person": {"Ada Byron", "Mia Abe"}, "Organization": {"Acme Corp", "Blue Corp"}, "shop": {"Blue Corp"},
        "Event": set(),
    }  # fmt: skip
    with pytest.raises(Invalid):
        light.entities_about(user_id, "joined", kind="Dragon")
    for nothing in ("", "\n"):
        with pytest.raises(Invalid):
            light.entities_about(user_id, nothing)
    with pytest.raises(Invalid):
        light.entities_about(user_id, "joined", limit=0)


def test_nothing_of_another_user_and_nothing_forgotten_or_invalid_is_found(
    light: Knowledge, user_id: str, other_user: str
) -> None:
    ids = remembered(light, user_id, [Draft(text="Ada Byron joined Acme Corp."), Draft(text="Mia Abe met Leo Mori.")])
    remembered(light, other_user, [Draft(text="Ken Sato joined Acme Corp.") for _ in range(2)])
    while light.embed_pending():
        pass
    assert {hit.entity.name for hit in light.entities_about(other_user, "Ada Byron joined Acme Corp")} == {
        "Ken Sato", "Acme Corp",
    }  # fmt: skip
    light.invalidate(user_id, ids[1])
    light.forget(user_id, ids[0])
    hits = light.entities_about(user_id, "Ada Byron joined Acme Corp")
    assert {hit.entity.name for hit in hits} <= {"Mia Abe", "Leo Mori"}
    assert {hit.memory_id for hit in hits} <= {None}
    assert light.entities_about("nobody-at-all", "Ada Byron") == ()
