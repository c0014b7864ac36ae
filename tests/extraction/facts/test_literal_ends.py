"""Ends of facts in words that are names after all are tied to them."""

from dataclasses import replace

from extraction.facts.literal_ends import named_elsewhere, with_named_ends
from graph.model.arguments import Argument
from graph.model.extraction import LiteralFact, Mention, Statement
from graph.model.types import EntityType, LinkType

TEXT = "The night sweep looks at SQS."


def mention(surface: str, *, method: str = "identifier", chunk: int = 0) -> Mention:
    start = TEXT.find(surface)
    return Mention(
        chunk=chunk, start=start, end=start + len(surface), surface=surface, name=surface, key=surface.lower(),
        type=EntityType.TECHNOLOGY, link_type=LinkType.MENTIONS, confidence=0.8, reasons=(), method=method,
    )  # fmt: skip


FACT = LiteralFact(
    subject=None, subject_text="The night sweep", predicate="looks at", lemma="look at", object=None, object_text="SQS",
    start=0, end=29, confidence=0.7, reasons=(), method="rule",
)  # fmt: skip


def test_an_end_is_the_name_that_a_later_step_gave_its_words() -> None:
    assert list(with_named_ends([FACT], [mention("SQS")])) == [replace(FACT, object=0)]


def test_a_fact_between_two_names_is_one_between_entities_in_its_own_words() -> None:
    (fact,) = with_named_ends([FACT], [mention("night sweep"), mention("SQS")])
    assert isinstance(fact, Statement)
    assert (fact.subject, fact.object, fact.predicate) == (0, 1, "looks at")
    assert (fact.subject_text, fact.object_text) == ("The night sweep", None)


def test_names_that_were_known_before_and_those_of_other_chunks_are_no_ends() -> None:
    names = [mention("SQS", method="head"), mention("SQS", chunk=1)]
    assert list(with_named_ends([FACT], names)) == [FACT]


def test_what_was_until_some_day_stays_in_words() -> None:
    over = replace(FACT, arguments=(Argument("", "until 2023"),))
    assert list(with_named_ends([over], [mention("night sweep"), mention("SQS")])) == [over]


def test_a_candidate_stands_where_its_words_are_whole_and_once() -> None:
    text = "Tom has the spare keyboard and Anna lost the spare key."
    lost = replace(FACT, subject_text="Anna", object_text="the spare key", end=len(text))
    (candidate,) = named_elsewhere(text, [lost, replace(lost, predicate="misses")])
    assert candidate.start == text.rindex("the spare key")


def test_a_fact_of_something_with_itself_stays_in_words() -> None:
    same = replace(FACT, subject_text="SQS")
    assert list(with_named_ends([same], [mention("SQS")])) == [same]


def test_words_of_two_or_more_may_be_what_another_memory_names_and_one_word_is_none() -> None:
    candidates = list(named_elsewhere(TEXT, [FACT]))
    assert [(one.surface, one.key) for one in candidates] == [("The night sweep", "night sweep")]
    assert TEXT[candidates[0].start : candidates[0].end] == "The night sweep"
