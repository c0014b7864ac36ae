"""What people tell of their lives: what ails them, what they are for good, and the same of those close to them."""

from typing import TYPE_CHECKING

import pytest

from extraction.lang.en import find
from extraction.lang.en.facts.permanence import is_medical
from extraction.model.context import Context
from extraction.names.speakers import ME
from graph.model.types import Polarity, RelationType
from tests.extraction.lang.en.test_english_everyday import WHEN, Say, facts, relations, say

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["say"]


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have asthma.", {"Ken | have | asthma"}),
        ("I've had insomnia for years.", {"Ken | have had | insomnia"}),
        ("I've got ADHD.", {"Ken | have got | ADHD"}),
        ("I have type 1 diabetes.", {"Ken | have | diabetes"}),
        ("I have celiac disease.", {"Ken | have | celiac disease"}),
        ("I take metformin every morning.", {"Ken | take | metformin"}),
        ("I take ibuprofen for headaches.", {"Ken | take | ibuprofen"}),
        ("I'm on insulin.", {"Ken | am on | insulin"}),
        ("I was diagnosed with ADHD.", {"Ken | was diagnosed with | ADHD"}),
        (
            "I have an allergy to penicillin.",
            {"Ken | have | allergy", "Ken | have allergy to | penicillin"},
        ),
        ("I have three kids.", {"Ken | have | kid"}),
        ("I have a degree in physics.", {"Ken | have | degree", "Ken | have degree in | physics"}),
        ("I work as a librarian.", {"Ken | work as | librarian"}),
        # again and again is how somebody lives
        ("I do yoga every day.", {"Ken | do | yoga"}),
    ],
)
def test_what_stays_with_somebody_is_told_however_light_the_verb(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        "I have a question.",
        "I have time.",
        "I have no idea.",
        "I have trouble sleeping.",
        "I have good news.",
        "I have to go.",
        "I had a great time.",
        "I take it.",
        "I take the bus.",
        "I take a break.",
        "I take notes.",
        "I take the medication.",
        "I love it.",
        "I can't wait.",
        "I can't believe it.",
        "I do yoga.",
        "I go there even if I don't have work.",
    ],
)
def test_what_a_light_verb_says_in_passing_is_no_fact(say: Say, text: str) -> None:
    assert facts(say(text)) == set()


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can't eat gluten.", {"Ken | can't eat | gluten"}),
        ("I can't have dairy.", {"Ken | can't have | dairy"}),
        ("I avoid gluten.", {"Ken | avoid | gluten"}),
        ("I hate cilantro.", {"Ken | hate | cilantro"}),
        ("I can't stand cilantro.", {"Ken | can't stand | cilantro"}),
        ("I hate kale and okra.", {"Ken | hate | kale", "Ken | hate | okra"}),
        ("I eat late.", set[str]()),
        ("I love cooking.", {"Ken | love | cooking"}),
    ],
)
def test_what_somebody_eats_or_loathes_is_a_thing_whatever_the_parser_takes_it_for(
    say: Say, text: str, expected: set[str]
) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "trait"),
    [
        ("I'm vegetarian.", "vegetarian"),
        ("I'm lactose intolerant.", "lactose intolerant"),
        ("I'm color blind.", "color blind"),
        ("I'm left-handed.", "left-handed"),
        ("I'm diabetic.", "diabetic"),
        ("I'm divorced.", "divorced"),
        ("I'm retired.", "retired"),
        ("I'm Canadian.", "Canadian"),
        ("I'm Jewish.", "Jewish"),
    ],
)
def test_what_somebody_is_for_good_is_what_they_are(say: Say, text: str, trait: str) -> None:
    findings = say(text)
    assert facts(findings) == {f"Ken | am | {trait}"}
    assert relations(findings) == {RelationType.INSTANCE_OF}


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        *(f"I'm {state}." for state in ("happy", "tired", "sorry", "sure", "fine", "busy", "late", "hungry", "sick")),
        *(f"I'm {state}." for state in ("ready", "lost", "alone", "excited", "afraid", "done", "on my way")),
        "I'm almost vegetarian.",
        "I'm blind to it.",
        "The room is blind.",
        "The company is Canadian.",
    ],
)
def test_a_passing_state_is_no_trait_and_a_thing_has_none(say: Say, text: str) -> None:
    assert facts(say(text)) == set()


@pytest.mark.models
def test_a_denied_trait_is_a_denial_and_a_former_one_is_over(say: Say) -> None:
    assert [statement.polarity for statement in say("I'm not religious.").statements] == [Polarity.NEGATIVE]
    assert [statement.past for statement in say("I was vegetarian.").statements] == [True]


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My blood type is O.", {"Ken | blood type | O"}),
        ("My blood type is AB negative.", {"Ken | blood type | AB negative"}),
        ("My star sign is Libra.", {"Ken | star sign | Libra"}),
        ("My eye color is brown.", {"Ken | eye color | brown"}),
        ("My dad's blood type is A.", {"Ken | dad's blood type | A"}),
        ("My blood type is rare.", set[str]()),
        ("My road sign is broken.", set[str]()),
        ("What is my blood type?", set[str]()),
    ],
)
def test_what_sorts_people_is_told_by_its_value(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My dad has diabetes.", {"dad | has | diabetes"}),
        ("My brother has a boat.", {"brother | has | boat"}),
        ("My mother works as a nurse.", {"mother | works as | nurse"}),
        ("My wife is a teacher.", {"wife | is | teacher"}),
        ("My parents are retired.", {"parent | are | retired"}),
        ("My landlord doesn't allow pets.", {"landlord | doesn't allow | pet"}),
        ("Our landlord doesn't allow pets.", {"landlord | doesn't allow | pet"}),
        ("My son is allergic to cats.", {"son | is allergic to | cat"}),
        ("My son can't eat nuts.", {"son | can't eat | nut"}),
        ("My daughter plays the violin.", {"daughter | plays | violin"}),
        ("My mom hates flying.", {"mom | hates | flying"}),
        ("My wife supports me.", {"wife | supports | Ken"}),
        ("My grandmother raised me.", {"grandmother | raised | Ken"}),
        ("My aunt left me her piano.", {"aunt | left | Ken", "aunt | left | piano"}),
        ("My uncle gave me his old bike.", {"uncle | gave | Ken", "uncle | gave | bike"}),
        ("My dad lives in Ohio.", {"dad | lives in | Ohio"}),
        ("My grandma died of cancer.", {"cancer | caused the death of | grandma"}),
        ("My cat has diabetes.", {"cat | has | diabetes", "Ken | has | cat"}),
    ],
)
def test_those_close_to_somebody_are_told_of_by_what_they_are_to_them(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The user has asthma.", {"Me | has | asthma"}),
        ("The user can't eat gluten.", {"Me | can't eat | gluten"}),
        ("The user's dad has diabetes.", {"dad | has | diabetes"}),
        ("The user's sister lives in Osaka.", {"sister | lives in | Osaka"}),
    ],
)
def test_a_memo_tells_the_same_of_the_user(pipeline: "Language", text: str, expected: set[str]) -> None:
    context = Context(when=WHEN, speaker=ME, memo=True)
    assert facts(next(find(pipeline.pipe([text]), [context]))) == expected


@pytest.mark.models
def test_a_relative_is_one_of_a_kind_and_no_kind(say: Say) -> None:
    assert relations(say("My wife is a teacher.")) == {RelationType.INSTANCE_OF}


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        "My dad is fine.",
        "My mom is a legend.",
        "My mom is the best.",
        "My sister has an idea.",
        "My brother has a meeting.",
        "My dad told me a story.",
        "My friend took the bus.",
        "My brother played a game.",
        "My kids had fun.",
        "My mom says it is good for me.",
        "My friends want pizza.",
        "My friends aren't big fans of Mexican food.",
        "My mom is watching a movie.",
        "My dad is running a marathon.",
        "My brother ran a red light.",
        "My brother is leading the meeting.",
        "My mom served dinner.",
        "My dad had a beer.",
        "My dad taught me a lesson.",
        "My husband is on the phone.",
        "My son is on the team.",
        # the noun alone would not say whose
        "My brother loves his wife.",
        "My brother has the car.",
        "My daughter loves that song.",
        "My mom gave me a hug.",
        "My boss gave me a beer.",
        "My son lives with his mother.",
        "My mom suffers from my cooking.",
        "My parents are old school.",
        "Does my dad have a boat?",
        "I worry that my roommate finds bugs.",
        # whose relative it is must be the one who speaks
        "Jenny's dad has diabetes.",
        "His dad has diabetes.",
        "The dad has diabetes.",
    ],
)
def test_what_those_close_do_in_passing_and_those_of_others_are_no_fact(say: Say, text: str) -> None:
    assert facts(say(text)) == set()


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        "My other sister is a nurse.",
        "My former boss was from Canada.",
        "My old boss was a veteran.",
        "My future wife is a doctor.",
        "My imaginary friend is a pirate.",
        "My ex wife is a doctor.",
        "In the novel my father is a spy.",
        "In the movie my dad is deaf.",
    ],
)
def test_one_of_several_and_one_of_a_story_is_not_the_only_one(say: Say, text: str) -> None:
    assert facts(say(text)) == set()


@pytest.mark.models
def test_two_sisters_are_not_one(say: Say) -> None:
    assert facts(say("My sister is a doctor and my other sister is a nurse.")) == {"sister | is | doctor"}


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        "My mom can't answer the phone right now.",
        "My wife can't have another glass of wine.",
        "My dad can't eat dinner yet.",
        "My kids can't have sugar tonight.",
        "My mom can't have visitors.",
        "My son hates broccoli today.",
        "My husband is vegetarian on Fridays.",
        "My husband is vegetarian this month.",
        "My dad is deaf when I ask for money.",
        "My wife has a migraine tonight.",
        "My kids have school tomorrow.",
        "I'm engaged right now, call me later.",
        "I'm practically deaf.",
        "I'm deaf after that noise.",
        "I'm blind without my glasses.",
        "I'm gay for sushi.",
        "I'm retired, sort of.",
        "I'm basically vegan.",
        "I'm vegan today.",
        "My mom can't have coffee after 5.",
        "I have a kid in tow today.",
    ],
)
def test_what_is_so_for_a_day_or_in_a_case_is_not_so_for_good(say: Say, text: str) -> None:
    assert facts(say(text)) == set()


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm vegetarian for ethical reasons.", {"Ken | am | vegetarian"}),
        ("I've been vegan for ten years.", {"Ken | have been | vegan"}),
        ("My dad is deaf in one ear.", {"dad | is | deaf"}),
        ("I'm vegetarian, so what should I cook tonight?", {"Ken | am | vegetarian"}),
        ("My mom is a chef.", {"mom | is | chef"}),
        ("My dad is a truck driver.", {"dad | is | truck driver"}),
        ("My dog is a beagle.", {"dog | is | beagle", "Ken | has | dog"}),
        ("My dad can't stand cats.", {"dad | can't stand | cat"}),
        ("My mom is on insulin.", {"mom | is on | insulin"}),
        ("I have twins.", {"Ken | have | twin"}),
        ("My elderly mother has dementia.", {"mother | has | dementia"}),
        ("My mom has severe asthma.", {"mom | has | asthma"}),
    ],
)
def test_what_is_so_for_good_stays_whatever_else_is_told(say: Say, text: str, expected: set[str]) -> None:
    assert facts(say(text)) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        *(f"My boss is {figure}." for figure in ("a pain in the neck", "a joke", "a rock", "so bipolar")),
        *(f"My wife is {figure}." for figure in ("a keeper", "a mystery", "a queen", "a saint")),
        "My brother is a pig.",
        "My kids are monsters.",
        "My dad was almost a priest.",
        "My brother is nearly a doctor.",
        "My dad nearly owns a bakery.",
        "My brother is a former soldier.",
        "My sister is a future doctor.",
        "I have nostalgia.",
        "I had a stroke of genius.",
        "I have a degree of doubt.",
        "I have twins in my class.",
    ],
)
def test_a_figure_of_speech_and_what_nearly_was_are_no_fact(say: Say, text: str) -> None:
    assert facts(say(text)) == set()


@pytest.mark.models
def test_what_is_denied_of_a_noun_is_denied_of_what_stands_behind_it(say: Say) -> None:
    assert {statement.polarity for statement in say("I have no fear of spiders.").statements} == {Polarity.NEGATIVE}


@pytest.mark.parametrize("noun", ["asthma", "arthritis", "arachnophobia", "ibuprofen", "lisinopril", "semaglutide"])
def test_medicine_names_ailments_and_drugs_by_their_endings(noun: str) -> None:
    assert is_medical(noun)


@pytest.mark.parametrize("noun", ["question", "profen", "itis", "april", "diagnosis", "sympathy", "nostalgia"])
def test_not_every_word_is_medical(noun: str) -> None:
    assert not is_medical(noun)


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My oldest brother is vegan but my youngest brother isn't.", "oldest brother | is | vegan"),
        ("My little brother lives in Ohio.", "little brother | lives in | Ohio"),
        ("My best friend is allergic to cats.", "best friend | is allergic to | cat"),
        ("My first wife was a singer.", "first wife | was | singer"),
    ],
)
def test_one_of_several_goes_by_what_tells_them_apart(say: Say, text: str, expected: str) -> None:
    assert facts(say(text)) == {expected}
