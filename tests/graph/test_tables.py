import pytest

from graph.tables import table_rows, values


def test_a_table_with_other_columns_is_refused() -> None:
    with pytest.raises(ValueError, match=r"kinship\.tsv must have the columns role relation"):
        list(table_rows("extraction.names", "kinship", "role relation"))


def test_the_values_of_a_cell_are_separated_by_commas_and_an_empty_cell_has_none() -> None:
    assert (values("mother, mum"), values("")) == (["mother", "mum"], [])
