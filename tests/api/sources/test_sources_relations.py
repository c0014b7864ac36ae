import pytest

from api.sources.relations import entity_type, relation_type
from graph.model.types import RelationType
from graph.tables import table_rows

ROWS = list(table_rows("api.sources", "meanings", "of type pattern example"))


@pytest.mark.parametrize(("of", "meant", "example"), [(of, meant, example) for of, meant, _, example in ROWS])
def test_an_example_of_a_row_means_the_type_of_the_row(of: str, meant: str, example: str) -> None:
    assert (entity_type(example) if of == "entity" else relation_type(example)) == meant


def test_a_word_that_no_row_knows_means_nothing_particular() -> None:
    assert entity_type("whatchamacallit") is None
    assert relation_type("sings to") is RelationType.RELATES_TO
