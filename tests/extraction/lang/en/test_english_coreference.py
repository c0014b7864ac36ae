import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from extraction.lang.en import find
from extraction.model.context import Context, KnownSpan
from extraction.model.findings import Findings, FoundStatement
from graph.model.types import EntityType, Modality, RelationType

if TYPE_CHECKING:
    from spacy.language import Language

pytestmark = pytest.mark.models

WHEN = datetime(2022, 1, 21, 19, 31, tzinfo=UTC)

Read = Callable[..., Findings]

KNOWN = {
    EntityType.PERSON: "Anna Lee|Mary Smith|Peter Jones|Ben Stone|Tom Baker|Julia Hart|Maria|Anna|Tom|Lee|Brown",
    EntityType.ORGANIZATION: "Siemens|Google|YouTube|Oxford University",
    EntityType.LOCATION: "Paris|Boston|California|London|Oxford|Berlin|Rome|Chennai|Zurich|Louvre",
}
"""Names that the graph knows: what the recogniser makes of them is not what these tests are about."""


def known(text: str) -> tuple[KnownSpan, ...]:
    names = {name: kind for kind, listed in KNOWN.items() for name in listed.split("|")}
    longest = "|".join(sorted(names, key=len, reverse=True))
    return tuple(
        KnownSpan(start=match.start(), end=match.end(), key=match[0].lower(), name=match[0], type=names[match[0]])
        for match in re.finditer(rf"\b(?:{longest})\b", text)
    )


@pytest.fixture
def read(pipeline: "Language") -> Read:
    def findings(text: str, **more: object) -> Findings:
        context = Context(when=WHEN, spans=known(text), **more)  # pyright: ignore[reportArgumentType]
        return next(find(pipeline.pipe([text]), [context]))

    return findings


def statements_about(findings: Findings, object_: str) -> list[tuple[str, FoundStatement]]:
    return [
        (findings.names[statement.subject].name, statement)
        for statement in findings.statements
        if findings.names[statement.object].name == object_
    ]


def subjects(findings: Findings, object_: str) -> set[str]:
    return {name for name, _ in statements_about(findings, object_)}


@pytest.mark.parametrize(
    ("text", "object_", "meant"),
    [
        ("Anna Lee lives in Paris. She works for Siemens.", "Siemens", {"Anna Lee"}),
        ("Mary Smith and Peter Jones met. They live in Boston.", "Boston", {"Mary Smith", "Peter Jones"}),
        ("Google hired Ben Stone. It acquired YouTube in 2006.", "YouTube", {"Google"}),
        ("Google hired Ben Stone. The company is based in California.", "California", {"Google"}),
        ("Ms. Lee met Mr. Brown in London. He moved to Oxford.", "Oxford", {"Brown"}),
        ("Ms. Lee met Mr. Brown in London. She moved to Berlin.", "Berlin", {"Lee"}),
        ("His wife Julia Hart lives in Rome. She teaches at Oxford University.", "Oxford University", {"Julia Hart"}),
    ],
)
def test_a_word_stands_for_the_last_name_that_fits(read: Read, text: str, object_: str, meant: set[str]) -> None:
    assert subjects(read(text), object_) == meant


@pytest.mark.parametrize(
    ("text", "object_"),
    [
        # one's own verb: "him" is not Tom
        ("Tom Baker drove him to Berlin.", "Tom Baker"),
        # nobody before
        ("She works for Siemens.", "Siemens"),
        # a woman, and only a man before
        ("Mr. Brown smiled. She works for Siemens.", "Siemens"),
        # two persons of whom neither leads
        ("We saw Tom Baker with Ben Stone. He works for Siemens.", "Siemens"),
        # "it" that means nothing
        ("Google is big. It is a pity that Anna Lee left Siemens.", "pity"),
    ],
)
def test_what_is_open_stays_unsaid(read: Read, text: str, object_: str) -> None:
    assert statements_about(read(text), object_) == []


def test_a_pronoun_lowers_the_confidence_and_says_so(read: Read) -> None:
    plain = statements_about(read("Anna Lee works for Siemens."), "Siemens")[0][1]
    pronoun = statements_about(read("Anna Lee lives in Paris. She works for Siemens."), "Siemens")[0][1]
    unsure = statements_about(read("Anna Lee met Julia Hart. She works for Siemens."), "Siemens")[0][1]
    assert "pronoun" in pronoun.reasons
    assert "several candidates" in unsure.reasons
    assert plain.confidence > pronoun.confidence > unsure.confidence


def test_what_somebody_says_is_reported_and_what_somebody_knows_is_stated(read: Read) -> None:
    for verb, modality in (("said", Modality.REPORTED), ("explained", Modality.REPORTED), ("knows", Modality.STATED)):
        statements = statements_about(read(f"Tom {verb} that Anna joined Siemens."), "Siemens")
        assert [(name, statement.modality) for name, statement in statements] == [("Anna", modality)]


def test_what_one_is_asked_to_do_is_not_yet_done(read: Read) -> None:
    ((name, statement),) = statements_about(read("Maria asked Tom to join Siemens."), "Siemens")
    assert (name, statement.modality) == ("Tom", Modality.INTENDED)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("He founded a park in Chennai.", RelationType.LOCATED_AT),
        ("The plot follows an aristocrat.", RelationType.SEQUENCE),
        ("Mr. Brown replaces the cable.", RelationType.SEQUENCE),
        ("Berengaria was the daughter of King Alfonso.", RelationType.INSTANCE_OF),
        ("Iron Man is my top pick.", RelationType.INSTANCE_OF),
        ("Tom's novel sold well.", RelationType.OWNERSHIP),
        ("Tom Baker in Rome called.", RelationType.LOCATED_IN),
        ("Anna contributed to the theory.", RelationType.CAUSES),
    ],
)
def test_words_of_a_relation_that_say_something_else_are_not_typed(
    read: Read, text: str, relation: RelationType
) -> None:
    assert relation not in {statement.type for statement in read("Anna Lee waits. " + text, speaker="Dana").statements}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna works as a lawyer at Siemens.", ("Anna", RelationType.WORKS_FOR, "Siemens")),
        ("After joining Google, Anna Lee moved to Zurich.", ("Anna Lee", RelationType.WORKS_FOR, "Google")),
        ("Anna Lee helps Ben Stone.", ("Anna Lee", RelationType.KNOWS, "Ben Stone")),
        ("The meeting took place at the Louvre.", ("meeting", RelationType.LOCATED_AT, "Louvre")),
    ],
)
def test_a_relation_is_found_however_it_is_said(read: Read, text: str, expected: tuple[str, RelationType, str]) -> None:
    findings = read(text)
    assert expected in [
        (findings.names[one.subject].name, one.type, findings.names[one.object].name) for one in findings.statements
    ]
