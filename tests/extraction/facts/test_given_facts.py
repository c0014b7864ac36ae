"""Facts given with a memory, laid beside what is read off its text."""

from dataclasses import replace

import pytest

from extraction.facts.given_facts import METHOD, with_given_facts
from graph.errors import Invalid
from graph.extractor import ExtractionInput
from graph.model.draft import Draft, GivenFact
from graph.model.extraction import Extraction, Mention, Statement
from graph.model.types import EntityType, LinkType, Modality, Polarity, RelationType
from tests.extraction.test_pipeline import pipeline

WORKS = GivenFact(subject="Кен", type=RelationType.WORKS_FOR, object="Акме")


def extracted(*facts: GivenFact, text: str = "Привет всем.", **more: str) -> Extraction:
    extractor, _ = pipeline()
    draft = Draft(text=text, facts=facts, **more)  # type: ignore[arg-type]
    (extraction,) = extractor.extract([ExtractionInput(draft, extractor.read(draft))])
    return extraction


def triples(extraction: Extraction) -> list[tuple[str, str, str, RelationType]]:
    names = [mention.name for mention in extraction.mentions]
    return [
        (names[statement.subject], statement.predicate, names[statement.object], statement.type)
        for statement in extraction.statements
    ]


def types(extraction: Extraction) -> dict[str, EntityType]:
    return {mention.name: mention.type for mention in extraction.mentions}


def test_a_fact_is_told_whose_names_stand_nowhere_in_the_text() -> None:
    extraction = extracted(WORKS)
    assert triples(extraction) == [("Кен", "works for", "Акме", RelationType.WORKS_FOR)]
    assert types(extraction) == {"Кен": EntityType.PERSON, "Акме": EntityType.ORGANIZATION}
    assert {(mention.start, mention.method, mention.confidence) for mention in extraction.mentions} == {
        (None, METHOD, 1.0)
    }
    assert {(statement.method, statement.confidence) for statement in extraction.statements} == {(METHOD, 1.0)}


def test_a_name_that_stands_in_the_text_is_found_there_and_the_fact_in_its_sentence() -> None:
    extraction = extracted(WORKS, text="Привет. Здесь Кен, а там Акме. Пока.")
    assert [(mention.start, mention.end) for mention in extraction.mentions] == [(14, 17), (25, 29)]
    assert [(statement.start, statement.end) for statement in extraction.statements] == [(7, 30)]


def test_a_memory_is_about_the_subjects_of_its_facts() -> None:
    links = {extractor.name: extractor.link_type for extractor in extracted(WORKS).mentions}
    assert links == {"Кен": LinkType.DESCRIBES, "Акме": LinkType.MENTIONS}


def test_its_own_words_are_its_predicate() -> None:
    assert triples(extracted(replace(WORKS, predicate="трудится в"))) == [
        ("Кен", "трудится в", "Акме", RelationType.WORKS_FOR)
    ]


def test_types_are_as_given_else_as_the_relation_asks() -> None:
    assert types(extracted(WORKS)) == {"Кен": EntityType.PERSON, "Акме": EntityType.ORGANIZATION}
    given = replace(WORKS, object_type=EntityType.LOCATION)
    assert types(extracted(given))["Акме"] is EntityType.LOCATION
    neither = GivenFact(subject="Кен", type=RelationType.RELATES_TO, object="Акме")
    assert set(types(extracted(neither)).values()) == {EntityType.CONCEPT}


def test_a_type_given_in_one_fact_holds_in_all_and_a_name_is_one_mention() -> None:
    typed = GivenFact(subject="Акме", type=RelationType.PART_OF, object="Мега", subject_type=EntityType.TECHNOLOGY)
    extraction = extracted(WORKS, typed)
    assert types(extraction)["Акме"] is EntityType.TECHNOLOGY
    assert [mention.name for mention in extraction.mentions].count("Акме") == 1


@pytest.mark.parametrize("oneself", ["I", "me", "私", "user"])
def test_a_word_for_oneself_is_the_speaker_and_else_the_user(oneself: str) -> None:
    mine = replace(WORKS, subject=oneself)
    assert triples(extracted(mine, speaker="Кен"))[0][0] == "Кен"
    assert triples(extracted(mine, speaker="user"))[0][0] == "Me"
    assert triples(extracted(mine))[0][0] == "Me"


def test_a_program_tells_of_its_user_and_nothing_of_itself() -> None:
    assert triples(extracted(replace(WORKS, subject="user"), speaker="assistant"))[0][0] == "Me"
    with pytest.raises(Invalid, match="program"):
        extracted(replace(WORKS, subject="I"), speaker="assistant")
    assert triples(extracted(replace(WORKS, subject="Human")))[0][0] == "Human"


@pytest.mark.parametrize(
    ("fact", "problem"),
    [
        (replace(WORKS, subject="\u200b"), "visible"),
        (replace(WORKS, subject="Кен", object="кен"), "itself"),
        (replace(WORKS, subject="I", object="user"), "itself"),
    ],
)
def test_an_invisible_name_or_the_same_name_twice_is_told(fact: GivenFact, problem: str) -> None:
    extractor, _ = pipeline()
    with pytest.raises(Invalid, match=problem) as error:
        extractor.read(Draft(text="Привет", facts=(WORKS, fact)))
    assert error.value.field == "facts[1]"


def read(
    *facts: GivenFact, turned: bool = False, **changes: object
) -> tuple[Statement, tuple[Statement, ...], tuple[Mention, ...]]:
    """What is told where a text was read to say "Кен трудится в Акме" and these facts were given: as it was read, all
    statements, and the mentions.
    """
    extractor, _ = pipeline()
    extraction = extracted(WORKS)
    mentions = tuple(replace(mention, confidence=0.5, method="rule", reasons=("r",)) for mention in extraction.mentions)
    ends = {"subject": 1, "object": 0} if turned else {}
    words = {"predicate": "трудится в", "lemma": "трудиться в", "confidence": 0.5, "method": "rule", "reasons": ("r",)}
    statement = replace(extraction.statements[0], **{**words, **ends, **changes})  # type: ignore[arg-type]
    draft = Draft(text="Привет", facts=facts)
    mentions_after, statements = with_given_facts(ExtractionInput(draft, extractor.read(draft)), mentions, (statement,))
    return statement, statements, mentions_after


def test_what_is_read_and_given_too_is_one_fact_in_the_words_of_the_text_and_sure() -> None:
    _, (statements,), mentions = read(WORKS)
    assert (statements.predicate, statements.confidence, statements.reasons) == (
        "трудится в",
        1.0,
        ("r", "given with the memory"),
    )
    assert [mention.confidence for mention in mentions] == [1.0, 1.0]


def test_the_words_that_are_given_go_before_those_of_the_text() -> None:
    _, (statements,), _ = read(replace(WORKS, predicate="служит в"))
    assert (statements.predicate, statements.lemma) == ("служит в", "служит в")


def test_what_says_the_same_from_either_end_is_one_fact() -> None:
    knows = replace(WORKS, type=RelationType.KNOWS)
    _, statements, _ = read(knows, turned=True, type=RelationType.KNOWS)
    assert len(statements) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"polarity": Polarity.NEGATIVE},
        {"modality": Modality.POSSIBLE},
        {"past": True},
        {"type": RelationType.LEADS},
        {"type": RelationType.RELATES_TO},
        {"turned": True},
    ],
    ids=["denied", "possible", "past", "of another type", "untyped", "the other way round"],
)
def test_what_is_read_otherwise_stays_beside_what_is_given(changes: dict[str, object]) -> None:
    as_read, statements, _ = read(WORKS, **changes)  # type: ignore[arg-type]
    assert statements[0] == as_read
    assert (statements[1].type, statements[1].method) == (RelationType.WORKS_FOR, METHOD)


def test_facts_that_are_given_leave_each_other_alone() -> None:
    leads, relates = (replace(WORKS, type=kind) for kind in (RelationType.LEADS, RelationType.RELATES_TO))
    twice = replace(WORKS, predicate="служит в")
    assert len(triples(extracted(WORKS, leads, relates, twice))) == 4


def test_without_facts_nothing_is_touched() -> None:
    as_read, statements, _ = read()
    assert statements == (as_read,)


def test_each_fact_is_one_of_the_sentences_that_a_memory_is_found_by() -> None:
    facts = tuple(replace(WORKS, object=f"Акме {number}") for number in range(40))
    width = extracted().vectors[0].nbytes // 4
    assert [len(extracted(*facts[:count]).sentences[0]) // width for count in (1, 2, 40)] == [2, 3, 17]
    assert extracted().sentences == ()
