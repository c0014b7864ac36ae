"""The tables of notes: each row's example has what the row lists."""

import pytest

from graph.tables import table_rows, values

_PACKAGE = "extraction.lang.shared"
ROWS = [
    *((row[0], row[-1]) for row in table_rows(_PACKAGE, "people_labels", "labels does relation example")),
    *((row[0], row[-1]) for row in table_rows(_PACKAGE, "verdict_labels", "labels does example")),
    *((row[0], row[-1]) for row in table_rows(_PACKAGE, "explaining_labels", "labels example")),
    *((row[0], row[-1]) for row in table_rows(_PACKAGE, "bracket_roles", "roles example")),
    *((row[0], row[-1]) for row in table_rows(_PACKAGE, "passive_openings", "opening verb example")),
    *((row[0], row[-1]) for row in table_rows(_PACKAGE, "part_kinds", "kinds example")),
    *((row[0], row[-1]) for row in table_rows(_PACKAGE, "key_columns", "labels values example")),
    *((row[0], row[-1]) for row in table_rows(_PACKAGE, "empty_cells", "words example")),
]


@pytest.mark.parametrize(("words", "example"), ROWS)
def test_an_example_has_a_word_of_its_row(words: str, example: str) -> None:
    assert any(word.casefold().removesuffix("s") in example.casefold() for word in values(words))
