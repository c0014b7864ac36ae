from typing import TYPE_CHECKING

import pytest

from bench.openie import fine_facts, open_facts
from extraction.lang.en.open_facts.facts import OpenFact

if TYPE_CHECKING:
    from spacy.language import Language

pytestmark = pytest.mark.models

Parts = tuple[str, str, tuple[str, ...]]


def parts(facts: list[OpenFact]) -> list[Parts]:
    return [(fact.subject, fact.predicate, fact.arguments) for fact in facts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # all that a verb takes is one fact; what leads the sentence comes last
        ("In 1990 Ann sold her farm to Tom.", ("Ann", "sold", ("her farm", "to Tom", "In 1990"))),
        # a preposition right behind the verb is part of the predicate
        ("Ann lives in Rome.", ("Ann", "lives in", ("Rome",))),
        ("The plan is similar to the old one.", ("The plan", "is similar to", ("the old one",))),
        # infinitives are merged into the predicate above them
        ("Ann wants to buy a farm.", ("Ann", "wants to buy", ("a farm",))),
        ("Ann was able to sell the farm.", ("Ann", "was able to sell", ("the farm",))),
        # coordination of objects and of verbs, which share subject and auxiliaries
        ("Ann sold the farm and the mill.", ("Ann", "sold", ("the mill",))),
        ("The mill was bought and rebuilt by Tom.", ("The mill", "was rebuilt by", ("Tom",))),
        # relative clauses and participles, cut out of the noun they describe
        ("The farm, which Tom built in 1902, burned down.", ("Tom", "built", ("The farm", "in 1902"))),
        ("Ann met a man who sells boats.", ("a man", "sells", ("boats",))),
        ("Ann owns a farm built in 1902.", ("a farm", "be built in", ("1902",))),
        # a clause may be the object of another
        ("Ann said that Tom sold the farm.", ("Ann", "said that", ("Tom sold the farm",))),
        ("Ann said that Tom sold the farm.", ("Tom", "sold", ("the farm",))),
        # clauses without a verb
        ("Ann, a farmer from Ohio, sold it.", ("Ann", "be", ("a farmer from Ohio",))),
        ("Ann loves Tom's old boat.", ("Tom", "has", ("old boat",))),
        # denial stays in the words
        ("Ann did not sell the farm.", ("Ann", "did not sell", ("the farm",))),
        # the subject of an adverbial clause
        ("Born in Ohio, Ann moved to Rome.", ("Ann", "be Born in", ("Ohio",))),
    ],
)
def test_a_clause_is_one_fact_with_all_its_arguments(pipeline: "Language", text: str, expected: Parts) -> None:
    assert expected in parts(open_facts(pipeline(text)))


def test_fine_facts_cut_out_each_argument_and_each_noun(pipeline: "Language") -> None:
    facts = parts(fine_facts(pipeline("Rome is the capital of Italy. The bridge was built in 1902 by Tom.")))
    assert ("Rome", "is the capital of", ("Italy",)) in facts
    assert ("Rome", "is", ("the capital",)) in facts
    assert ("The bridge", "was built by", ("Tom", "1902")) in facts


def test_an_open_fact_says_whose_word_it_is(pipeline: "Language") -> None:
    doc = pipeline("Ann said that Tom sold the farm.")
    sources = {fact.subject: fact.clause.source for fact in open_facts(doc)}
    assert sources["Tom"] is not None
    assert doc[sources["Tom"]].text == "Ann"
    assert sources["Ann"] is None


def test_a_plain_clause_is_surer_than_a_noun_tied_by_a_preposition(pipeline: "Language") -> None:
    facts = open_facts(pipeline("Ann sold the farm near the old mill of her uncle."))
    sure = {fact.clause.rule: fact.confidence for fact in facts}
    assert sure["subject"] > 0.5 > sure["noun-preposition"]
    assert all(0 < fact.confidence < 1 for fact in facts)


@pytest.mark.parametrize("text", ["", "  \n", "😂", "((((", "and , , or", "Wow!", "| a | b |\n|---|---|"])
def test_what_says_nothing_gives_no_facts(pipeline: "Language", text: str) -> None:
    assert open_facts(pipeline(text)) == []


def test_a_long_run_of_joined_words_is_read_in_bounded_time(pipeline: "Language") -> None:
    doc = pipeline("Ann sold " + "apples and pears, " * 150 + "plums.")
    assert len(open_facts(doc)) < 10 * len(doc)
