"""Who is who and who does what: relatives by marriage, relatives of others, who is asked to do something."""

import pytest

from graph.model import EntityType, RelationType
from tests.extraction.english.test_english_everyday import Say, facts, relations, say, types

__all__ = ["say"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My brother-in-law Steve owns a bakery.", "Steve | brother-in-law of | Ken"),
        ("My mother-in-law Ann likes tea.", "Ann | mother-in-law of | Ken"),
        ("I met my father-in-law Bob.", "Bob | father-in-law of | Ken"),
        ("Steve is my brother-in-law.", "Steve | is brother-in-law | Ken"),
    ],
)
def test_a_relative_by_marriage_is_one_word_and_a_relative(text: str, fact: str, say: Say) -> None:
    found = say(text)
    assert fact in facts(found)
    assert RelationType.FAMILY_MEMBER in relations(found)
    assert "law" not in types(found)


def test_the_husband_of_somebody_else_is_not_every_husband(say: Say) -> None:
    assert "husband" not in types(say("Jenny's husband works at Boeing as an engineer."))
    assert types(say("My mother lives in Nara."))["mother"] is EntityType.CONCEPT


def test_who_is_asked_to_do_it_is_told_once_and_does_it_perhaps(say: Say) -> None:
    found = say("Priya asked me to finish the quarterly report by Friday.")
    assert facts(found) == {"Priya | asked | Ken", "Ken | finish | quarterly report"}


def test_a_year_that_tells_which_car_is_not_when_it_broke_down(say: Say) -> None:
    found = say("The 2015 Honda Civic broke down in Osaka yesterday.")
    assert {said.time for said in found.statements if said.predicate.startswith("broke")} == {"2022-01-20"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We're staying at the Hilton.", "Ken | are staying at | Hilton"),
        ("I've worked with Yuki.", "Ken | have worked with | Yuki"),
        ("I'm living in Oslo.", "Ken | am living in | Oslo"),
        ("Tom asked me to visit Ann.", "Ken | visit | Ann"),
    ],
)
def test_a_predicate_is_written_out(text: str, fact: str, say: Say) -> None:
    assert fact in facts(say(text))
