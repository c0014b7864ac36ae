from collections.abc import Sequence
from dataclasses import replace

import pytest

from extraction.encoder import Embeds, Vectors
from extraction.facts.predicate_types import PredicateClassifier, PredicateQuery, PredicateSense
from extraction.names.speakers import ONE_OF_SEVERAL
from graph.model.extraction import Mention, Statement
from graph.model.types import EntityType, LinkType, Modality, Polarity, RelationType
from tests.extraction.models import encoder

PERSON, ORGANIZATION, LOCATION = EntityType.PERSON, EntityType.ORGANIZATION, EntityType.LOCATION


class Counting:
    """The built-in encoder, which counts the texts it is asked for."""

    def __init__(self) -> None:
        self.encoder: Embeds = encoder()
        self.model = self.encoder.model
        self.texts: list[str] = []

    def queries(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return self.encoder.queries(texts)

    def passages(self, texts: Sequence[str], languages: Sequence[str] | None = None) -> Vectors:
        return self.encoder.passages(texts, languages)

    def tokens(self, text: str) -> list[tuple[int, int]]:
        return self.encoder.tokens(text)

    def count(self, text: str) -> int:
        return self.encoder.count(text)


class Elsewhere(Counting):
    """An encoder for which nobody measured how near is near."""

    def __init__(self) -> None:
        super().__init__()
        self.model = replace(self.model, name="elsewhere")

    def queries(self, texts: Sequence[str]) -> Vectors:
        raise AssertionError(f"asked for {len(texts)} vectors")


@pytest.fixture(scope="module")
def counting() -> Counting:
    return Counting()


@pytest.fixture(scope="module")
def predicates(counting: Counting) -> PredicateClassifier:
    return PredicateClassifier(counting)


def mention(name: str, kind: EntityType) -> Mention:
    return Mention(
        chunk=0,
        start=0,
        end=len(name),
        surface=name,
        name=name,
        key=name.lower(),
        type=kind,
        link_type=LinkType.MENTIONS,
        confidence=0.9,
        reasons=(),
        method="rule",
    )


def statement(predicate: str, lemma: str, polarity: Polarity = Polarity.POSITIVE) -> Statement:
    return Statement(
        chunk=0,
        subject=0,
        object=1,
        predicate=predicate,
        lemma=lemma,
        type=RelationType.RELATES_TO,
        start=0,
        end=20,
        confidence=0.8,
        reasons=("object",),
        method="rule",
        polarity=polarity,
        modality=Modality.STATED,
    )


@pytest.mark.models
@pytest.mark.parametrize(
    ("phrase", "subject", "object_", "sense"),
    [
        ("was later educated at", PERSON, ORGANIZATION, PredicateSense(RelationType.MEMBER_OF)),
        ("settled down in", PERSON, LOCATION, PredicateSense(RelationType.LOCATED_IN)),
        ("was sold to", ORGANIZATION, ORGANIZATION, PredicateSense(RelationType.OWNERSHIP, swapped=True)),
        ("got married to", PERSON, PERSON, PredicateSense(RelationType.FAMILY_MEMBER)),
        ("に位置している", LOCATION, LOCATION, PredicateSense(RelationType.LOCATED_IN)),
    ],
)
def test_a_phrase_takes_the_relation_of_the_known_phrase_it_comes_near(
    predicates: PredicateClassifier, phrase: str, subject: EntityType, object_: EntityType, sense: PredicateSense
) -> None:
    [alike] = predicates.match([PredicateQuery(phrase, subject, object_)])
    assert alike is not None
    assert alike.sense == sense


@pytest.mark.models
@pytest.mark.parametrize("phrase", ["said that", "painted", "を描いた", "sneezed at", "is"])
def test_what_comes_near_none_relates_only(predicates: PredicateClassifier, phrase: str) -> None:
    assert predicates.match([PredicateQuery(phrase, PERSON, ORGANIZATION)]) == [None]


@pytest.mark.models
def test_the_types_of_the_ends_forbid_what_makes_no_sense(predicates: PredicateClassifier) -> None:
    queries = [
        PredicateQuery("is married to", PERSON, end_type) for end_type in (PERSON, ORGANIZATION, EntityType.TIME_UNIT)
    ]
    assert [alike is not None for alike in predicates.match(queries)] == [True, False, False]


@pytest.mark.models
def test_a_phrase_is_embedded_once(counting: Counting, predicates: PredicateClassifier) -> None:
    queries = PredicateQuery("dwells in", PERSON, LOCATION)
    first = predicates.match([queries, queries])
    before = len(counting.texts)
    assert predicates.match([queries, queries]) == first
    assert len(counting.texts) == before


@pytest.mark.models
def test_a_statement_is_turned_round_when_its_object_bears_the_relation(predicates: PredicateClassifier) -> None:
    ends = (mention("Enasa", ORGANIZATION), mention("Iveco", ORGANIZATION))
    [(typed,)] = predicates.typed([(ends, (statement("was sold to", "sell to"),))])
    assert (typed.type, typed.subject, typed.object) == (RelationType.OWNERSHIP, 1, 0)
    assert "relation by likeness" in typed.reasons
    assert typed.confidence < 0.8


@pytest.mark.models
def test_what_a_firm_may_have_done_is_no_relation_of_who_says_we(predicates: PredicateClassifier) -> None:
    ends = (mention("Enasa", ORGANIZATION), mention("Iveco", ORGANIZATION))
    ours = replace(statement("was sold to", "sell to"), reasons=("object", ONE_OF_SEVERAL))
    assert predicates.typed([(ends, (ours,))]) == [(ours,)]


@pytest.mark.models
def test_what_is_denied_or_typed_already_is_left_as_it_is(predicates: PredicateClassifier) -> None:
    ends = (mention("Ann", PERSON), mention("Acme", ORGANIZATION))
    denied = statement("is employed by", "be employ by", Polarity.NEGATIVE)
    known = replace(statement("is employed by", "be employ by"), type=RelationType.KNOWS)
    assert predicates.typed([(ends, (denied, known)), (ends, ())]) == [(denied, known), ()]


@pytest.mark.models
def test_another_encoder_is_never_asked() -> None:
    ends = (mention("Ann", PERSON), mention("Acme", ORGANIZATION))
    plain = statement("is employed by", "be employ by")
    assert PredicateClassifier(Elsewhere()).typed([(ends, (plain,))]) == [(plain,)]
