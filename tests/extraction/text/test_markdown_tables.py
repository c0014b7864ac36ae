"""Tables of Markdown are read by their columns, wherever a chunk begins."""

import pytest

from extraction.text.markdown_tables import heads_at, tables_in

LIST = "Hosts\n\n| host | owner |\n|:--|--:|\n| db-1 | `Nina` |\n| db-2 | Otto \\| Mia |\n\nNo table: a | b"


def cells(text: str, heads: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], list[list[str]]]]:
    tables = tables_in(text, heads)
    return [(table.heads, [[text[slice(*cell)] for cell in row] for row in table.rows]) for table in tables]


def test_a_table_has_its_heads_and_the_cells_of_its_rows_without_signs() -> None:
    (only,) = [table for table in cells(LIST) if table[0]]

    assert only == (("host", "owner"), [["db-1", "Nina"], ["db-2", "Otto \\| Mia"]])


def test_a_row_of_windows_is_one_of_unix() -> None:
    assert [table for table in cells(LIST.replace("\n", "\r\n")) if table[0]] == [
        table for table in cells(LIST) if table[0]
    ]


def test_two_tables_below_each_other_have_their_own_heads() -> None:
    read = [table for table in cells("| a | b |\n|--|--|\n| 1 | 2 |\n| c | d |\n|--|--|\n| 3 | 4 |") if table[0]]

    assert read == [(("a", "b"), [["1", "2"]]), (("c", "d"), [["3", "4"]])]


def test_a_text_that_begins_within_a_table_goes_on_with_its_heads() -> None:
    begins = LIST.index("| db-2")

    assert cells(LIST[begins:], ("host", "owner"))[0] == (("host", "owner"), [["db-2", "Otto \\| Mia"]])


@pytest.mark.parametrize(
    ("mark", "heads"),
    [("Hosts", ()), ("| db-1", ("host", "owner")), ("db-2", ("host", "owner")), ("No table", ())],
)
def test_only_a_place_within_a_table_has_its_heads(mark: str, heads: tuple[str, ...]) -> None:
    assert list(heads_at(LIST, [LIST.index(mark)])) == [heads]
    assert list(heads_at(LIST, [0, LIST.index(mark)]))[1] == heads
