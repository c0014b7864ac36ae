"""What people tell of themselves in passing: every fact of a sentence, no more and no less, as Ken says it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from extraction.lang.en import find
from extraction.lang.en.names.speaker import is_same_person
from extraction.model.context import Context
from extraction.model.findings import Findings
from extraction.names.speakers import ME
from graph.model.types import EntityType, Modality, Polarity, RelationType

if TYPE_CHECKING:
    from spacy.language import Language

WHEN = datetime(2022, 1, 21, 19, 31, tzinfo=UTC)

Say = Callable[[str], Findings]


@pytest.fixture
def say(pipeline: "Language") -> Say:
    def findings(text: str) -> Findings:
        return next(find(pipeline.pipe([text]), [Context(when=WHEN, speaker="Ken")]))

    return findings


def facts(findings: Findings) -> set[str]:
    """Facts written "subject | predicate | object"."""
    return {
        " | ".join((findings.names[statement.subject].name, statement.predicate, findings.names[statement.object].name))
        for statement in findings.statements
    }


def types(findings: Findings) -> dict[str, EntityType]:
    return {name.name: name.type for name in findings.names if name.name != "Ken"}


def relations(findings: Findings) -> set[RelationType]:
    return {statement.type for statement in findings.statements}


@pytest.mark.models
def test_a_denied_attribute_is_a_denial(say: Say) -> None:
    denied = say("My favorite food isn't pizza.")
    assert facts(denied) == {"Ken | favorite food | pizza"}
    assert denied.statements[0].polarity is Polarity.NEGATIVE


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "thing", "relation"),
    [
        ("I bought a Tesla.", "Tesla", RelationType.OWNERSHIP),
        ("I own a Fender Stratocaster.", "Fender Stratocaster", RelationType.OWNERSHIP),
        ("Emma drives a Honda Civic.", "Honda Civic", RelationType.RELATES_TO),
        ("I sold my Nikon.", "Nikon", RelationType.RELATES_TO),
    ],
)
def test_what_is_bought_or_driven_by_name_is_a_thing(say: Say, text: str, thing: str, relation: RelationType) -> None:
    findings = say(text)
    assert types(findings)[thing] is EntityType.OBJECT
    assert relations(findings) == {relation}


@pytest.mark.models
@pytest.mark.parametrize("text", ["I got an A on the test.", "I had a Monday off.", "I bought the Economist."])
def test_not_every_capital_behind_an_article_is_a_thing(say: Say, text: str) -> None:
    assert EntityType.OBJECT not in types(say(text)).values()


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("My son is called Max.", Modality.STATED),
        ("I know my son is called Max.", Modality.STATED),
        ("My son may be called Max.", Modality.POSSIBLE),
        ("My future son will be named Max.", Modality.INTENDED),
        ("I will have two sons, Max and Paul.", Modality.INTENDED),
        ("Anna said my son is called Max.", Modality.REPORTED),
        ("I wish I had two cats, Momo and Luna.", Modality.POSSIBLE),
    ],
)
def test_a_name_is_given_as_firmly_as_its_verb_says(say: Say, text: str, mood: Modality) -> None:
    findings = say(text)
    assert facts(findings)
    assert {statement.modality for statement in findings.statements} == {mood}


@pytest.mark.models
def test_an_animal_is_nobody_however_it_is_called(say: Say) -> None:
    assert types(say("My dog's name is Rex."))["Rex"] is EntityType.OBJECT
    assert types(say("My son's name is Rex."))["Rex"] is EntityType.PERSON


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("We acquired Initech.", RelationType.RELATES_TO),
        ("We hired Tom.", RelationType.RELATES_TO),
        ("We founded Acme in 2010.", RelationType.RELATES_TO),
        ("We work at Acme.", RelationType.RELATES_TO),
        ("I hired Tom.", RelationType.WORKS_FOR),
        ("I founded Acme in 2010.", RelationType.LEADS),
        # what a household does and has
        ("We bought a Tesla.", RelationType.OWNERSHIP),
        ("We moved to Austin.", RelationType.LOCATED_IN),
        ("Our daughter is called Ivy.", RelationType.FAMILY_MEMBER),
    ],
)
def test_what_we_do_may_be_the_doing_of_a_firm(say: Say, text: str, relation: RelationType) -> None:
    assert relations(say(text)) == {relation}


@pytest.mark.models
@pytest.mark.parametrize("text", ["Our competitor Acme bought Initech.", "My competitor Acme bought Initech."])
def test_a_competitor_takes_part_in_nobody(say: Say, text: str) -> None:
    assert facts(say(text)) == {"Acme | bought | Initech"}


@pytest.mark.models
def test_we_is_less_sure_in_every_statement(say: Say) -> None:
    assert all("one of several" in statement.reasons for statement in say("We bought a house in Rome.").statements)


@pytest.mark.models
def test_what_we_do_is_less_sure_than_what_i_do_and_a_plan_is_no_deed(say: Say) -> None:
    ours, mine = say("We moved to Austin.").statements[0], say("I moved to Austin.").statements[0]
    assert "one of several" in ours.reasons
    assert ours.confidence < mine.confidence
    assert say("We're planning a trip to Hawaii.").statements[0].modality is Modality.INTENDED
    planned = say("Anna planned the wedding in Rome last year.").statements
    assert {statement.modality for statement in planned} == {Modality.STATED}


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My name is Kenji Tanaka.", "Kenji Tanaka"),
        ("I'm Kenji Tanaka.", "Kenji Tanaka"),
        ("My friends call me Kenny.", "Kenny"),
        ("I go by Kenny.", "Kenny"),
        ("Hi, I'm Kenji Tanaka, I live in Rome.", "Kenji Tanaka"),
        ("I work at Acme and my name is Kenji Tanaka.", "Kenji Tanaka"),
    ],
)
def test_a_name_of_ones_own_is_another_name_of_the_speaker(say: Say, text: str, name: str) -> None:
    findings = say(text)
    assert {mention.name: mention.aliases for mention in findings.names if mention.aliases} == {"Ken": (name,)}
    assert types(findings)[name] is EntityType.PERSON


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        "I'm Maria Lopez.",
        "I'm not Kenji.",
        "Should I call you Kenny?",
        "My brother is Kenji Tanaka.",
        # somebody's word, thought or part, and not the speaker's own
        "Kenji said: I am Kenji Tanaka.",
        "He said I'm Kenji.",
        "He said you can call me Kenny.",
        "He said: “Hello. I'm Kenji Tanaka. Nice to meet you.”",
        "I'm Kenji Tanaka, he whispered.",
        "People think I'm Kenji Tanaka.",
        "Some people say I go by Kenny.",
        "In my book, the hero says my name is Kenji Tanaka.",
        "In the play I am Kenji Tanaka.",
        "According to him, I am Kenji.",
        "I pretended I am Kenji Tanaka.",
        "I will be Kenji Tanaka.",
    ],
)
def test_other_names_are_not_the_speakers(say: Say, text: str) -> None:
    findings = say(text)
    assert all(not name.aliases for name in findings.names)
    assert not any(fact.startswith("Ken | ") for fact in facts(findings) if "Kenji" in fact)


@pytest.mark.parametrize(
    ("label", "name", "called", "same"),
    [
        ("Ken", "Kenji Tanaka", False, True),
        ("Ken Tanaka", "Kenji Tanaka", False, True),
        ("tanaka_k", "Kenji Tanaka", False, True),
        (ME, "Kenji Tanaka", False, True),
        ("Robert", "Bob", True, True),
        ("Robert", "Bob", False, False),
        ("Ken", "Maria Lopez", False, False),
        ("Ken", "Maria Lopez", True, False),
        ("Ken Tanaka", "Maria Lopez", True, False),
    ],
)
def test_a_label_and_a_name_may_be_one_persons(label: str, name: str, called: bool, same: bool) -> None:
    assert is_same_person(label, name, is_nickname=called) is same
