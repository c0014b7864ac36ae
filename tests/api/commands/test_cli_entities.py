"""The commands about entities and relations, driven over the fake knowledge."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from typing import Any, get_args

import pytest

from api.commands import options
from api.commands.terminal.tables import typed_line
from api.rest import examples
from graph.model.draft import Draft
from graph.model.types import RelationType, Validation
from tests.api.fake_knowledge import FakeKnowledge

Command = Callable[..., int]
UNKNOWN = "77b1d3c2-6f0e-4a58-9a2b-0c4d5e6f7a8b"


class Terminal(StringIO):
    """Somebody at a terminal who types these lines."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def knowledge() -> FakeKnowledge:
    kept = FakeKnowledge()
    for text in ("Tanaka works for Acme in Osaka", "田中 is 大阪 bound", "Tanaka again"):
        kept.remember("me", Draft(text=text))
    kept.remember("hana", Draft(text="Tanaka is hers"))
    return kept


@pytest.fixture
def printed(enishi: Command, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def command(*arguments: str) -> str:
        assert enishi(*arguments) == 0
        return capsys.readouterr().out

    return command


@pytest.fixture
def answered(printed: Callable[..., str]) -> Callable[..., Any]:
    return lambda *arguments: json.loads(printed(*arguments, "--json"))


def test_entities_are_listed_with_how_often_they_are_mentioned(printed: Callable[..., str]) -> None:
    rows = printed("entities", "list").splitlines()
    assert rows[0].split() == ["Tanaka", "Person", "2", "mentions", "entity-t"]
    assert "Acme" not in printed("entities", "list", "--type", "person")
    assert printed("entities", "list", "osa", "-q") == "entity-osaka\n"


def test_a_list_of_entities_goes_on_where_it_ended(answered: Callable[..., Any]) -> None:
    first = answered("entities", "list", "--limit", "2")
    rest = answered("entities", "list", "--limit", "10", "--cursor", first["next_cursor"])
    ids = [entity["id"] for page in (first, rest) for entity in page["entities"]]
    assert len(ids) == len(set(ids)) == 5
    assert rest["next_cursor"] is None


def test_entities_are_found_by_what_they_are_like(
    enishi: Command, printed: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed("entities", "about", "works for", "--type", "person").splitlines()
    assert lines[0].split()[1:3] == ["Tanaka", "Person"]
    assert "works for" in lines[1]
    assert printed("entities", "about", "works for", "--limit", "1", "-q").startswith("entity-")
    assert enishi("entities", "about", "works for", "--user", "nobody") == 0
    assert "remember" in capsys.readouterr().err


def test_an_empty_list_says_where_entities_come_from(enishi: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("entities", "list", "--user", "nobody") == 0
    output = capsys.readouterr()
    assert output.out == ""
    assert "remember" in output.err


def test_an_entity_is_shown_with_its_facts_and_the_memories_that_mention_it(
    printed: Callable[..., str], knowledge: FakeKnowledge
) -> None:
    knowledge.propose("me", "entity-tanaka", "entity-田中")
    shown = printed("entities", "show", "Tanaka")
    assert "Tanaka → works for → Acme  (WORKS_FOR)" in shown
    assert "Tanaka works for Acme\n" in "".join(line.rstrip() + "\n" for line in shown.splitlines())
    assert "facts (1)" in shown
    assert "memories that mention it (2)" in shown
    assert "may be the same as" in shown
    assert "entity-田" in shown


@pytest.mark.parametrize("called", ["entity-osaka", "osaka", "OSAKA"])
def test_an_entity_is_meant_by_its_id_or_by_its_name(called: str, answered: Callable[..., Any]) -> None:
    assert answered("entities", "show", called)["entity"]["id"] == "entity-osaka"


def test_a_name_of_nobody_and_a_name_of_two_are_told(enishi: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("entities", "show", "Suzuki") == 3
    assert enishi("entities", "rename", "田中", "Tanaka") == 0
    capsys.readouterr()
    assert enishi("entities", "show", "Tanaka") == 4
    complaint = capsys.readouterr().err
    assert "entity-tanaka" in complaint
    assert "entity-田中" in complaint


def test_a_name_much_like_one_that_is_known_is_answered_by_that_one(
    enishi: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    for called, meant in (("Tanak", "Tanaka"), ("Tanakka", "Tanaka"), ("Ozaka", "Osaka")):
        assert enishi("entities", "show", called) == 3
        told = capsys.readouterr().err
        assert f"Did you mean {meant}?" in told
        assert f"no entity '{called}'" in told
    assert enishi("entities", "show", "Zanzibar") == 3
    assert "Did you mean" not in capsys.readouterr().err


def test_a_merge_tells_what_moved_and_how_to_undo_it(printed: Callable[..., str], answered: Callable[..., Any]) -> None:
    text = printed("entities", "merge", "Tanaka", "田中")
    assert "Merged into Tanaka (Person, entity-tanaka)." in text
    assert "Moved: 田中 (Person, in 1, by hand). Now mentions: 3" in text
    undo = text.splitlines()[-1].removeprefix("Undo: enishi ").split()
    assert "entity-田中" in printed(*undo)
    parted = answered("entities", "show", "田中")
    assert (parted["entity"]["id"], parted["apart"]) == ("entity-田中", ["entity-tanaka"])


def test_two_types_are_merged_only_by_force(enishi: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert enishi("entities", "merge", "Osaka", "Acme") == 4
    assert "types" in capsys.readouterr().err
    assert enishi("entities", "merge", "Osaka", "Acme", "--force", "-q") == 0
    assert capsys.readouterr().out == "entity-osaka\n"


def test_an_id_of_nobody_is_not_found(enishi: Command) -> None:
    assert enishi("entities", "merge", "Osaka", UNKNOWN) == 3


def test_what_a_person_says_of_an_entity_is_kept(printed: Callable[..., str], answered: Callable[..., Any]) -> None:
    assert "Taro Tanaka (Person, entity-tanaka), set by hand: name" in printed(
        "entities", "rename", "Tanaka", "Taro Tanaka"
    )
    assert "also called: Tanaka" in printed("entities", "alias", "Taro Tanaka", "Tarochan")
    assert answered("entities", "retype", "Tarochan", "organization")["entity"]["type"] == "Organization"
    assert "The boss." in printed("entities", "describe", "Tarochan", "The boss.")
    assert answered("entities", "alias", "Taro Tanaka")["given"] == []


def test_a_rejection_asks_first_and_says_so_where_nobody_can_answer(
    enishi: Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert enishi("entities", "reject", "Acme") == 2
    assert "--yes" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    assert enishi("entities", "reject", "Acme") == 1
    assert "Take away Acme (Organization, entity-acme) for good?" in capsys.readouterr().err
    assert enishi("entities", "reject", "Acme", "--yes") == 0
    assert "1 fact with it" in capsys.readouterr().out
    assert enishi("entities", "show", "Acme") == 3


def test_proposals_are_listed_for_people_and_for_programs(
    printed: Callable[..., str], answered: Callable[..., Any], knowledge: FakeKnowledge
) -> None:
    assert printed("entities", "review") == ""
    knowledge.propose("me", "entity-tanaka", "entity-田中", 0.7)
    knowledge.propose("me", "entity-osaka", "entity-大阪", 0.9)
    rows = printed("entities", "review").splitlines()
    assert rows[0].split()[0] == "0.90"
    assert {"entity-tanaka", "entity-田中"} <= set(" ".join(rows).split())
    assert printed("entities", "review", "-q") == "entity-osaka entity-大阪\nentity-tanaka entity-田中\n"
    page = answered("entities", "review", "--limit", "1")
    assert page["proposals"][0]["one"]["name"] == "Osaka"
    assert answered("entities", "review", "--cursor", page["next_cursor"])["proposals"][0]["score"] == 0.7


def test_a_pair_kept_apart_is_not_proposed_again(printed: Callable[..., str], knowledge: FakeKnowledge) -> None:
    knowledge.propose("me", "entity-tanaka", "entity-田中")
    assert "kept apart from entity-田中" in printed("entities", "keep-apart", "Tanaka", "田中", "--note", "Two people.")
    assert printed("entities", "review") == ""


@pytest.fixture
def reviewed(
    enishi: Command,
    knowledge: FakeKnowledge,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[str], str]:
    """A review by somebody at a terminal of two pairs, that of Osaka first."""
    knowledge.propose("me", "entity-tanaka", "entity-田中", 0.7)
    knowledge.propose("me", "entity-osaka", "entity-大阪", 0.9)

    def review(typed: str) -> str:
        monkeypatch.setattr("sys.stdin", Terminal(typed))
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        assert enishi("entities", "review") == 0
        return capsys.readouterr().out.rstrip()

    return review


def test_at_a_terminal_each_pair_is_asked_about_and_decided(
    reviewed: Callable[[str], str], knowledge: FakeKnowledge
) -> None:
    text = reviewed("y\nno\n")
    assert "Merged. Undo: enishi entities split entity-osaka" in text
    assert text.splitlines()[-1] == "Merged: 1. Kept apart: 1. Skipped: 0."
    assert knowledge.entity("me", "entity-osaka").merged_from == ("entity-大阪",)
    assert knowledge.entity("me", "entity-tanaka").apart == ("entity-田中",)


def test_what_is_skipped_is_asked_about_once_and_waits(
    reviewed: Callable[[str], str], knowledge: FakeKnowledge
) -> None:
    assert reviewed("\nwhat\ns\n").splitlines()[-1] == "Merged: 0. Kept apart: 0. Skipped: 2."
    assert len(knowledge.proposals("me").proposals) == 2


@pytest.mark.parametrize("typed", ["y\nq\n", "y\n"])
def test_who_leaves_a_review_keeps_what_was_decided(
    typed: str, reviewed: Callable[[str], str], knowledge: FakeKnowledge
) -> None:
    assert reviewed(typed).splitlines()[-1].strip() == "Merged: 1. Kept apart: 0. Skipped: 0."
    assert len(knowledge.proposals("me").proposals) == 1


def test_who_is_unsure_is_shown_both(reviewed: Callable[[str], str]) -> None:
    assert reviewed("?\nq\n").count("memories that mention it (1)") == 2


def test_a_relation_is_judged_by_the_names_of_its_ends(
    enishi: Command, answered: Callable[..., Any], printed: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    judged = answered("relations", "judge", "Tanaka", "works-for", "Acme", "rejected", "--note", "He left.")
    assert (judged["validation_status"], judged["note"]) == ("rejected", "He left.")
    assert "rejected: He left." in printed("entities", "show", "Acme")
    assert enishi("relations", "judge", "Tanaka", "LEADS", "Acme", "confirmed") == 3
    assert enishi("relations", "judge", "Tanaka", "LOVES", "Acme", "confirmed") == 2
    assert "WORKS_FOR" in capsys.readouterr().err


def test_a_relation_is_stated_between_entities_that_are_known_and_new_ones(
    enishi: Command, answered: Callable[..., Any], knowledge: FakeKnowledge
) -> None:
    made = answered("relations", "state", "Tanaka", "leads", "Kestrel Labs")
    memory = knowledge.show("me", made["id"]).memory
    person = knowledge.entity("me", knowledge.entity_called("me", "Tanaka")).entity
    (fact,) = memory.facts
    assert memory.text == "Tanaka → leads → Kestrel Labs"
    assert (fact.subject, fact.subject_type) == (person.name, person.type)
    assert (fact.type, fact.object, fact.object_type) == (RelationType.LEADS, "Kestrel Labs", None)
    stated = answered("relations", "state", "Tanaka", "KNOWS", "Hana", "--text", "They met at the fair.")
    assert knowledge.show("me", stated["id"]).memory.text == "They met at the fair."
    assert enishi("relations", "state", "Tanaka", "ADORES", "Acme") == 2
    assert enishi("relations", "state", UNKNOWN, "LEADS", "Acme") == 3


def test_every_verdict_can_be_chosen() -> None:
    assert set(get_args(options.VerdictName)) == {verdict.value for verdict in Validation}


def test_a_fact_is_shown_with_the_amount_that_belongs_to_it() -> None:
    fact = replace(examples.REMEMBERED.facts[0], modality="stated", amount="JPY 5000")
    assert typed_line(fact).rpartition("(")[2] == f"{fact.type.value}, JPY 5000)"


def test_a_fact_that_is_not_plainly_stated_is_shown_as_such() -> None:
    fact = examples.REMEMBERED.facts[0]
    lines = [typed_line(replace(fact, modality=modality)) for modality in ("stated", "asked")]
    assert [line.rpartition("(")[2] for line in lines] == [f"{fact.type.value})", f"{fact.type.value}, asked)"]


@pytest.mark.parametrize(
    ("predicate", "shown"),
    [
        ("drinks", "not drinks"),
        ("doesn't drink", "doesn't drink"),
        ("has never met", "has never met"),
        ("飲む", "not 飲む"),
    ],
)
def test_a_denial_is_told_once(predicate: str, shown: str) -> None:
    fact = replace(examples.REMEMBERED.facts[0], polarity="negative", predicate=predicate)
    assert typed_line(fact).split(" → ")[1] == shown


def test_what_undoes_a_merge_is_told_for_the_user_it_was_made_for(printed: Callable[..., str]) -> None:
    text = printed("entities", "merge", "entity-tanaka", "entity-田中", "--user", "me")
    assert text.splitlines()[-1].endswith("--user me")
