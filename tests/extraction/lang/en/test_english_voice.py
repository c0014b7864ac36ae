"""A statement reads from its subject to its object, whichever way round the sentence told it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from extraction.lang.en import find
from extraction.lang.en.clauses.voice import active, past
from extraction.model.context import Context
from graph.model.types import RelationType, holds

if TYPE_CHECKING:
    from spacy.language import Language

WHEN = datetime(2026, 11, 18, 10, 0, tzinfo=UTC)
Told = tuple[str, str, str, RelationType]
Tell = Callable[[str], set[Told]]


@pytest.fixture
def tell(pipeline: "Language") -> Tell:
    def facts(text: str) -> set[Told]:
        findings = next(find(pipeline.pipe([text]), [Context(when=WHEN, speaker="Ken")]))
        return {
            (
                findings.names[statement.subject].name,
                statement.predicate,
                findings.names[statement.object].name,
                statement.type,
            )
            for statement in findings.statements
            if holds(statement.polarity, statement.modality)
        }

    return facts


@pytest.mark.parametrize(
    ("predicate", "base", "participle", "expected"),
    [
        ("was written by", "write", "written", "wrote"),
        ("were designed by", "design", "designed", "designed"),
        ("got beaten by", "beat", "beaten", "beat"),
        ("is overseen by", "oversee", "overseen", "oversees"),
        ("is carried out by", "carry", "carried", "carries out"),
        ("has been acquired by", "acquire", "acquired", "has acquired"),
        ("will be signed by", "sign", "signed", "will sign"),
        ("is being built by", "build", "built", "is building"),
        ("was not written by", "write", "written", "did not write"),
        ("was recently bought by", "buy", "bought", "recently bought"),
        ("written by", "write", "written", "wrote"),
        ("is taught by", "teach", "taught", "teaches"),
        ("did not get promoted by", "promote", "promoted", "did not promote"),
        ("will get promoted by", "promote", "promoted", "will promote"),
        ("is being run by", "run", "run", "is running"),
        ("has been getting paid by", "pay", "paid", "has been paying"),
        ("was manned by", "man", "manned", "manned"),
        ("of", "write", "written", "write"),
    ],
)
def test_a_passive_reads_as_the_one_who_did_it_would_say_it(
    predicate: str, base: str, participle: str, expected: str
) -> None:
    assert active(predicate, base, participle) == expected


@pytest.mark.parametrize(
    ("base", "participle", "expected"),
    [("go", "gone", "went"), ("become", "become", "became"), ("put", "put", "put"), ("hire", "hired", "hired")],
)
def test_the_past_of_a_verb_is_found_from_its_participle(base: str, participle: str, expected: str) -> None:
    assert past(base, participle) == expected


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The book was written by Haruki Murakami.", ("Haruki Murakami", "wrote", "book", RelationType.RELATES_TO)),
        ("DeepMind was acquired by Google.", ("Google", "acquired", "DeepMind", RelationType.OWNERSHIP)),
        ("Priya was hired by Acme Inc.", ("Priya", "was hired by", "Acme Inc.", RelationType.WORKS_FOR)),
        ("Acme Inc. hired Priya in 2021.", ("Priya", "was hired by", "Acme Inc.", RelationType.WORKS_FOR)),
        ("John and Mary got married in Paris.", ("John", "got married to", "Mary", RelationType.FAMILY_MEMBER)),
        ("John and Mary are engaged.", ("John", "are engaged to", "Mary", RelationType.FAMILY_MEMBER)),
        ("Anna is engaged to Tom.", ("Anna", "is engaged to", "Tom", RelationType.FAMILY_MEMBER)),
        ("Anna reports to Peter.", ("Anna", "reports to", "Peter", RelationType.COLLEAGUE)),
    ],
)
def test_a_statement_reads_from_its_subject_to_its_object(tell: Tell, text: str, fact: Told) -> None:
    assert fact in tell(text)


@pytest.mark.models
def test_the_relation_that_stands_for_a_statement_reads_the_same_way(pipeline: "Language") -> None:
    findings = next(find(pipeline.pipe(["Acme Inc. employs Priya."]), [Context(when=WHEN)]))
    assert [(findings.names[statement.subject].name, statement.lemma) for statement in findings.statements] == [
        ("Priya", "be employed by")
    ]


@pytest.mark.models
@pytest.mark.parametrize(
    "text",
    [
        "John and Mary did not get married.",
        "John and Mary might get married.",
        "John and Mary will not get married.",
        "John, Mary and Tom got married last year.",
        "John and Mary got married to Tom and Lisa.",
        "John and Mary are engaged in a research project.",
        "John and Mary are engaged with customers every day.",
        "John and Mary are both married.",
    ],
)
def test_who_did_not_marry_each_other_is_no_family(tell: Tell, text: str) -> None:
    families = [(subject, object_) for subject, _, object_, kind in tell(text) if kind is RelationType.FAMILY_MEMBER]
    assert not any({"John", "Mary"} == {subject, object_} for subject, object_ in families)


@pytest.mark.models
def test_what_somebody_is_told_of_another_is_nobody_s_doing(tell: Tell) -> None:
    facts = tell("Emily told me that Lucas is leaving Minato in March.")
    assert not any(subject == "Emily" and object_ == "Lucas" for subject, _, object_, _ in facts)
