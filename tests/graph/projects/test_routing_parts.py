"""The pure parts of routing: names in messages, names of projects that would be new, the scorer, the catalogue."""

from dataclasses import replace

import pytest

from graph.lifecycle.word_tables import word_rows
from graph.model.talk.routing import ProposedProject
from graph.projects.routing.classifier import CatalogueEntry, catalogue_text
from graph.projects.routing.evidence import named
from graph.projects.routing.proposal import name_of, proposed
from graph.projects.routing.routing import references
from graph.projects.routing.scoring import NONE, Evidence, fitted, probabilities
from graph.projects.routing.wording import ask_back

NEAR = Evidence(cosines=(0.62, 0.6, 0.55), words=(9.0, 7.0))
FAR = Evidence(cosines=(0.4,), words=(2.0,))


@pytest.mark.parametrize(
    ("message", "called"),
    [
        ("Look at shop-web once more", {"dev/shop-web"}),
        ("ShopWebのカートを直す", {"dev/shop-web"}),
        ("shop web の件", {"dev/shop-web"}),
        ("認証基盤が落ちた", {"開発/認証基盤"}),
        ("the workshop web ring", set()),
        ("a shop", {"dev/shop"}),
        ("shop and shop_web", {"dev/shop", "dev/shop-web"}),
        ("go on", set()),
    ],
)
def test_a_project_is_called_by_its_name_however_it_is_spelled(message: str, called: set[str]) -> None:
    paths = ["dev/shop-web", "dev/shop", "開発/認証基盤", "x/go", "y/a"]
    assert {path for path, share in named(message, paths).items() if share} == called


@pytest.mark.parametrize("row", list(word_rows("references", "graph.projects")), ids=lambda row: row.word)
def test_each_wording_of_a_reference_is_found_in_its_example(row: object) -> None:
    assert references(row.example)  # pyright: ignore[reportAttributeAccessIssue]


def test_what_only_goes_on_refers_to_nothing() -> None:
    assert not references("ショップの画面を直したい")
    assert not references("Fix the login page of the shop.")


def test_the_nearer_project_is_likelier_and_all_probabilities_are_one_together() -> None:
    likely = probabilities({"a": NEAR, "b": FAR})
    assert next(iter(likely)) == "a"
    assert sum(likely.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("more", [{"named": 1.0}, {"session": 1.0}, {"described": 1.0}, {"entities": (("Ada", 1.0),)}])
def test_each_sign_makes_its_project_likelier(more: dict[str, object]) -> None:
    before = probabilities({"a": NEAR, "b": NEAR})
    after = probabilities({"a": NEAR, "b": replace(NEAR, **more)})  # pyright: ignore[reportArgumentType]
    assert after["b"] > before["b"]


def test_without_projects_a_message_belongs_to_none() -> None:
    assert probabilities({}) == {NONE: 1.0}


def test_what_is_near_to_nothing_more_likely_belongs_to_none() -> None:
    distant = Evidence(cosines=(0.2,))
    assert probabilities({"a": distant})[NONE] > probabilities({"a": replace(distant, cosines=(0.7,))})[NONE]


def test_every_trait_has_a_weight() -> None:
    assert {"vote", "wide vote", "behind", "several behind", "words vote", "named", "session", "none"} <= set(fitted())


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("recipe", "Scaling", "app"), "recipe-scaling-app"),
        (("社内図書館", "貸出システム"), "社内図書館-貸出システム"),
        (("C++",), "c++"),
        ((), "notes"),
    ],
)
def test_a_new_project_is_named_by_its_words(words: tuple[str, ...], name: str) -> None:
    assert name_of(words) == name


def test_a_name_that_is_taken_gets_a_number() -> None:
    taken = {"life/food/recipes", "work/recipes-2"}
    assert proposed(["recipes"], ["life", "garden"], taken) == ProposedProject(
        path="life/garden/recipes-3", name="recipes-3", category_path=("life", "garden"), keywords=("recipes",)
    )


def test_the_catalogue_is_a_numbered_list_of_paths() -> None:
    entries = [CatalogueEntry(path="dev/auth", description="The\nauth service."), CatalogueEntry(path="life/food")]
    assert catalogue_text(entries) == "1. dev/auth - The auth service.\n2. life/food"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_asked_back_names_each_option(language: str) -> None:
    fresh = ProposedProject(path="life/c", name="c", category_path=("life",), keywords=("c",))
    question = ask_back(["dev/a", "dev/b"], fresh, language)
    assert all(path in question for path in ("dev/a", "dev/b", "life/c"))
    assert question.endswith(("?", "？"))
