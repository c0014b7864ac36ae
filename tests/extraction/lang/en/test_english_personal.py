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
def test_a_denied_trait_is_a_denial_and_a_former_one_is_over(say: Say) -> None:
    assert [statement.polarity for statement in say("I'm not religious.").statements] == [Polarity.NEGATIVE]
    assert [statement.past for statement in say("I was vegetarian.").statements] == [True]


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
def test_two_sisters_are_not_one(say: Say) -> None:
    assert facts(say("My sister is a doctor and my other sister is a nurse.")) == {"sister | is | doctor"}


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
