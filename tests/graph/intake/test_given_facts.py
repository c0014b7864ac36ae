"""Facts given with a memory: what may be given, and how the graph keeps it."""

import pytest

from graph.db.rows import draft_of, memory_of, memory_row
from graph.errors import Invalid
from graph.intake.checks import FACTS_MOST, checked, content_hash
from graph.intake.given_facts import fact_of, given_of, given_text
from graph.model.draft import Draft, GivenFact
from graph.model.types import EntityType, RelationType
from tests.graph.db.test_rows import NOW, READING

WORKS = GivenFact(subject="Ken", type=RelationType.WORKS_FOR, object="Acme")
FULL = GivenFact(
    subject="結衣",
    type=RelationType.KNOWS,
    object="Ken 🎣",
    predicate="釣り仲間",
    subject_type=EntityType.PERSON,
    object_type=EntityType.PERSON,
)


def test_given_facts_are_kept_as_they_were_given() -> None:
    assert given_of(given_text((WORKS, FULL))) == (WORKS, FULL)


def test_a_memory_read_from_the_graph_has_the_facts_it_was_given() -> None:
    draft = Draft(text="Ken is here.", facts=(WORKS, FULL))
    row = memory_row("m", "taro", draft, READING, NOW, pending=False, twin=None)["properties"]
    memory = memory_of({**row, "id": "m", "created_at": NOW, "updated_at": NOW})  # type: ignore[dict-item]
    assert memory.facts == (WORKS, FULL)
    assert draft_of(memory, titled=False).facts == (WORKS, FULL)


def test_the_same_text_with_another_fact_is_another_memory() -> None:
    plain, works = Draft(text="Ken is here."), Draft(text="Ken is here.", facts=(WORKS,))
    assert len({content_hash(plain), content_hash(works), content_hash(Draft(text="Ken is here.", facts=(FULL,)))}) == 3
    assert content_hash(works) == content_hash(Draft(text="Ken is here.", facts=(WORKS,)))


def test_names_lose_their_outer_blanks_and_a_fact_stands_once() -> None:
    spaced = GivenFact(subject=" Ken ", type=RelationType.WORKS_FOR, object="Acme\t")
    assert checked(Draft(text="x", facts=(spaced, WORKS))).facts == (WORKS,)


@pytest.mark.parametrize(
    ("fact", "problem"),
    [
        (GivenFact(subject=" ", type=RelationType.KNOWS, object="Ken"), "empty"),
        (GivenFact(subject="Ken", type=RelationType.KNOWS, object=" Ken"), "to itself"),
        (GivenFact(subject="Ken\nAda", type=RelationType.KNOWS, object="Eve"), "several lines"),
        (GivenFact(subject="K" * 201, type=RelationType.KNOWS, object="Eve"), "too long"),
        (GivenFact(subject="\ud800", type=RelationType.KNOWS, object="Eve"), "surrogate"),
        (GivenFact(subject="Ken", type="LIKES", object="Eve"), "no such type"),  # type: ignore[arg-type]
        (GivenFact(subject="Ken", type=RelationType.KNOWS, object="Eve", object_type="Cat"), "no such type"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_fact_is_told_by_its_place(fact: GivenFact, problem: str) -> None:
    with pytest.raises(Invalid, match=problem) as error:
        checked(Draft(text="x", facts=(WORKS, fact)))
    assert error.value.field == "facts[1]"


@pytest.mark.parametrize("facts", [({"subject": "Ken"},), "Ken", 7])
def test_what_is_not_even_a_fact_is_told(facts: object) -> None:
    with pytest.raises(Invalid, match=r"no fact|no list"):
        checked(Draft(text="x", facts=facts))  # type: ignore[arg-type]


def test_no_facts_are_no_facts() -> None:
    assert checked(Draft(text="x", facts=None)).facts == ()  # type: ignore[arg-type]


def test_what_somebody_wrote_is_not_told_again() -> None:
    for fields in ({"my secret": "x"}, {"type": "my secret"}):
        with pytest.raises(Invalid) as error:
            fact_of("facts[0]", {"subject": "Ken", "type": "KNOWS", "object": "Eve", **fields})
        assert "secret" not in str(error.value)


def test_a_type_of_relation_may_be_written_with_blanks_and_in_any_case() -> None:
    for written in ("works for", "Works-For", "WORKS_FOR "):
        assert fact_of("facts[0]", {"subject": "Ken", "type": written, "object": "Acme"}) == WORKS


def test_a_memory_brings_a_hundred_facts_at_most() -> None:
    many = [GivenFact(subject=f"Ken {n}", type=RelationType.KNOWS, object="Eve") for n in range(FACTS_MOST + 1)]
    assert len(checked(Draft(text="x", facts=tuple(many[1:]))).facts) == FACTS_MOST
    with pytest.raises(Invalid, match="too many"):
        checked(Draft(text="x", facts=tuple(many)))


def test_a_field_that_no_fact_has_is_told() -> None:
    with pytest.raises(Invalid, match="no fact has"):
        fact_of("facts[0]", {"subject": "Ken", "type": "KNOWS", "object": "Eve", "since": "2020"})
