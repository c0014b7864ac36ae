"""What people tell of themselves in passing: every fact of a sentence, no more and no less, as Ken says it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from extraction.lang.en import find
from extraction.lang.en.names.introduced import is_same_person
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
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My favorite food is sushi.", {"Ken | favorite food | sushi"}),
        (
            "My favourite drinks are green tea and cold brew.",
            {"Ken | favourite drink | green tea", "Ken | favourite drink | cold brew"},
        ),
        ("My favorite foods are pizza and sushi.", {"Ken | favorite food | pizza", "Ken | favorite food | sushi"}),
        # what somebody likes least is told as that
        ("My least favorite food is pizza.", {"Ken | least favorite food | pizza"}),
        ("Pizza is my least-favorite food.", {"Ken | least favorite food | pizza"}),
        ("My wife's least favorite food is fish.", {"Ken | wife's least favorite food | fish"}),
        ("My least favourite band is Nickelback.", {"Nickelback | least favourite band of | Ken"}),
        ("Oslo is my least favorite city.", {"Oslo | is | city", "Oslo | is least favorite city | Ken"}),
        ("Anna's favorite colour is green.", {"Anna | favorite colour | green"}),
        ("My wife's favorite color is teal.", {"Ken | wife's favorite color | teal"}),
        ("My hobbies are photography and chess.", {"Ken | hobby | photography", "Ken | hobby | chess"}),
        ("My hobby is knitting.", {"Ken | hobby | knitting"}),
        ("Photography is my hobby.", {"Ken | hobby | photography"}),
        ("My major is computer science.", {"Ken | major | computer science"}),
        ("My native language is Portuguese.", {"Ken | native language | Portuguese"}),
        ("My birthday is March 3.", {"Ken | birthday | 2022-03-03"}),
        ("My daughter's birthday is on April 2.", {"Ken | daughter's birthday | 2022-04-02"}),
        # a name is turned, and not told as an attribute
        ("My boss is Sarah Connor.", {"Sarah Connor | boss of | Ken"}),
        ("My favorite author is Haruki Murakami.", {"Haruki Murakami | favorite author of | Ken"}),
        ("Oslo is my favorite city.", {"Oslo | is | city", "Oslo | is favorite city | Ken"}),
    ],
)
def test_what_somebody_has_of_their_own_is_told_by_what_it_is(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        "My problem is that I sleep badly.",
        "My guess is no.",
        "My favorite part is the ending.",
        "My favorite thing is coffee.",
        "My favorite shirt is dirty.",
        "My favorite restaurant is closed.",
        "My religion is important to me.",
        "My job is boring.",
        "My birthday was a disaster.",
        "It's my favorite song.",
        "What is your favorite food?",
    ],
)
def test_what_is_only_judged_or_asked_is_no_attribute(say: Say, text: str) -> None:
    assert facts(say(text)) == set()


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
    ("text", "expected"),
    [
        ("I speak French and German.", {"Ken | speak | French", "Ken | speak | German"}),
        ("I'm learning Japanese.", {"Ken | am learning | Japanese"}),
        ("I'm fluent in Swedish.", {"Ken | am fluent in | Swedish"}),
        ("The French love cheese.", set()),
        ("I read Chinese newspapers.", {"Ken | read | newspaper"}),
    ],
)
def test_a_language_is_what_is_spoken_and_learned(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I prefer dark mode.", {"Ken | prefer | dark mode"}),
        ("I drink black tea.", {"Ken | drink | black tea"}),
        ("I like Korean dramas and spicy food.", {"Ken | like | Korean drama", "Ken | like | spicy food"}),
        # what judges or measures a thing does not say which kind of it is meant
        ("I like old movies.", {"Ken | like | movie"}),
        ("I love good food.", {"Ken | love | food"}),
        ("I love the quiet office.", {"Ken | love | office"}),
        ("I eat gluten-free bread.", {"Ken | eat | bread"}),
    ],
)
def test_the_adjective_that_tells_the_kind_stays(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I have two cats, Momo and Luna.",
            {"Ken | have | Momo", "Ken | have | Luna", "Momo | is | cat", "Luna | is | cat"},
        ),
        ("We adopted a kitten named Miso.", {"Ken | adopted | Miso", "Miso | is | kitten"}),
        ("My dog is called Rex.", {"Ken | has | Rex", "Rex | is | dog"}),
        ("My dog's name is Rex.", {"Ken | has | Rex", "Rex | is | dog"}),
        ("My dog is not called Rex.", {"Ken | has | dog"}),
        ("I work at a startup called Nimbus.", {"Ken | work at | Nimbus", "Nimbus | is | startup"}),
        ("We have two kids, Mia and Leo.", {"Mia | kid of | Ken", "Leo | kid of | Ken"}),
        ("My mom's name is Ruth.", {"Ruth | mom of | Ken"}),
        (
            "My brothers Tim and Jon live in Boston.",
            {"Tim | live in | Boston", "Jon | live in | Boston", "Tim | brother of | Ken", "Jon | brother of | Ken"},
        ),
        ("I have two apples, Tom.", set()),
        ("My daughters are called Ivy and Rose.", {"Ivy | daughter of | Ken", "Rose | daughter of | Ken"}),
        ("My dog is called Rex, he is two.", {"Ken | has | Rex", "Rex | is | dog"}),
        ("I have two bosses, Tom and Anna.", {"Tom | boss of | Ken", "Anna | boss of | Ken"}),
        ("I have two teachers, Tom and Anna.", {"Tom | teacher of | Ken", "Anna | teacher of | Ken"}),
        # asked, wished, doubted or set as a condition, nobody goes by the name
        ("Is your dog called Rex?", set()),
        ("Is your son named Max?", set()),
        ("Do you have two cats, Momo and Luna?", set()),
        ("I don't think my son is called Max.", set()),
        ("If my son was called Max, I would laugh.", set()),
        ("I wish my dog was called Rex.", {"Ken | has | dog"}),
        ("I wish my dog's name was Rex.", {"Ken | has | dog"}),
        ("I don't have a dog named Rex.", {"Ken | don't have | dog"}),
    ],
)
def test_names_beside_a_noun_are_what_it_speaks_of(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


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
    ("text", "expected"),
    [
        ("I enjoy cooking.", {"Ken | enjoy | cooking"}),
        ("I enjoy gardening and baking.", {"Ken | enjoy | gardening", "Ken | enjoy | baking"}),
        ("I quit smoking.", {"Ken | quit | smoking"}),
        ("I love traveling with my family.", {"Ken | love | traveling"}),
        ("I love baking bread.", {"Ken | love baking | bread"}),
        ("I started crying.", set()),
        ("I started walking home.", set()),
        ("I hate waiting.", set()),
        ("I like being alone.", set()),
        ("I can't stop thinking about you.", set()),
        ("Nina is allergic to shrimp.", {"Nina | is allergic to | shrimp"}),
        ("Nina needs to run.", set()),
    ],
)
def test_what_people_do_for_its_own_sake_is_a_thing(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I suffer from migraines.", {"Ken | suffer from | migraine"}),
        ("I suffer from very dry skin.", set()),
        ("Emma looks after the garden.", {"Emma | looks after | garden"}),
        ("I take lisinopril for blood pressure.", {"Ken | take | lisinopril"}),
        ("I work night shifts at St. Mary's Hospital.", {"Ken | work shifts at | St. Mary's Hospital"}),
    ],
)
def test_what_tells_of_a_life_is_told_by_verb_and_noun(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We moved to Austin in 2020.", {"Ken | moved to | Austin"}),
        ("We have a dog.", {"Ken | have | dog"}),
        ("Our son Max plays chess.", {"Max | plays | chess", "Max | son of | Ken"}),
        ("We're planning a trip to Hawaii next month.", {"Ken | are planning trip to | Hawaii"}),
        ("I took the bus to Boston.", {"Ken | took bus to | Boston"}),
        ("We are friends.", set()),
        ("We have a problem.", set()),
        ("We found gyms.", set()),
    ],
)
def test_we_is_the_speaker_among_others(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


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
    assert [mention.aliases for mention in findings.names if mention.surface == name] == [(name,)]
    assert name not in types(findings)


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
    assert all(not mention.aliases for mention in findings.names)
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
    assert is_same_person(label, name, called=called) is same
