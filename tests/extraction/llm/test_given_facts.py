"""A language model beside facts that were given: it adds to them and changes nothing of them."""

from extraction.llm.answer import ModelEntity, ModelFact, ModelPiece
from extraction.llm.merging import merged
from graph.extractor import ExtractionInput
from graph.model.draft import Draft, GivenFact
from graph.model.types import EntityType, RelationType
from tests.extraction.test_pipeline import pipeline

GIVEN = GivenFact(subject="Кен", type=RelationType.RELATES_TO, object="Ягуар", object_type=EntityType.OBJECT)


def test_a_given_type_and_a_given_relation_stay_against_all_that_the_model_says() -> None:
    one, _ = pipeline(chunk_tokens=64, chunk_overlap=2)
    draft = Draft(text="Кен и Ягуар. " * 20, facts=(GIVEN,))
    (extraction,) = one.extract([ExtractionInput(draft, one.read(draft))])
    said = ModelFact(subject="Кен", object="Ягуар", predicate="и", type=RelationType.OPPOSITION)
    told = {
        chunk.ordinal: ModelPiece(
            number=1, entities=[ModelEntity(text="Ягуар", type=EntityType.ORGANIZATION)], facts=[said]
        )
        for chunk in extraction.reading.chunks
    }
    assert len(told) > 3
    found = merged(extraction, told, None)
    assert {one.type for one in found.mentions if one.name == "Ягуар"} == {EntityType.OBJECT}
    (given,) = (fact for fact in found.statements if fact.method == "given")
    assert (given.type, given.confidence) == (RelationType.RELATES_TO, 1.0)
    assert RelationType.OPPOSITION in {fact.type for fact in found.statements}
