"""A language model beside facts that were given: it adds to them and changes nothing of them."""

from extraction.llm.answer import ModelEntity, ModelFact, ModelPiece
from extraction.llm.merging import merged
from graph.extractor import ExtractionInput
from graph.model.draft import Draft, GivenFact
from graph.model.types import EntityType, RelationType
from tests.extraction.test_pipeline import pipeline

GIVEN = GivenFact(subject="Кен", type=RelationType.RELATES_TO, object="Ягуар", object_type=EntityType.OBJECT)


def test_a_given_type_and_a_given_relation_stay_against_all_that_the_model_says() -> None:
    extractor, _ = pipeline(chunk_tokens=64, chunk_overlap=2)
    draft = Draft(text="Кен и Ягуар. " * 20, facts=(GIVEN,))
    (extraction,) = extractor.extract([ExtractionInput(draft, extractor.read(draft))])
    model_fact = ModelFact(subject="Кен", object="Ягуар", predicate="и", type=RelationType.OPPOSITION)
    readings = {
        chunk.ordinal: ModelPiece(
            number=1, entities=[ModelEntity(text="Ягуар", type=EntityType.ORGANIZATION)], facts=[model_fact]
        )
        for chunk in extraction.reading.chunks
    }
    assert len(readings) > 3
    merged_extraction = merged(extraction, readings, None)
    assert {mention.type for mention in merged_extraction.mentions if mention.name == "Ягуар"} == {EntityType.OBJECT}
    (given,) = (fact for fact in merged_extraction.statements if fact.method == "given")
    assert (given.type, given.confidence) == (RelationType.RELATES_TO, 1.0)
    assert RelationType.OPPOSITION in {fact.type for fact in merged_extraction.statements}
