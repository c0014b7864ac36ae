"""Tables of Markdown are read by their columns, wherever a chunk begins."""

import pytest

from extraction.text.markdown_tables import heads_at, tables_in

LIST = "Hosts\n\n| host | owner |\n|:-|-:|\n| a-1 | `Nina` |\n| a-2 | Otto \\| Mia |\n| [[b|the b]] | -- |\n\nx: a | b"
OPEN = "Name | Role\n--- | ---\nPriya | SRE\nTemi | Lead"
ROWS = [["a-1", "`Nina`"], ["a-2", "Otto \\| Mia"], ["[[b|the b]]", "--"]]


def cells(text: str, heads: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], list[list[str]]]]:
    tables = tables_in(text, heads).tables
    return [(table.heads, [[text[slice(*cell)] for cell in row] for row in table.rows]) for table in tables]


def test_a_table_has_its_heads_and_the_cells_of_its_rows() -> None:
    assert cells(LIST) == [(("host", "owner"), ROWS)]


def test_lines_of_windows_are_those_of_unix() -> None:
    assert cells(LIST.replace("\n", "\r\n")) == cells(LIST)


@pytest.mark.parametrize("row", ["{}", "{} |", "| {}", "| {} |"])
def test_a_table_needs_no_outer_walls(row: str) -> None:
    text = "\n".join(row.format(line) for line in OPEN.split("\n"))

    assert cells(text) == [(("Name", "Role"), [["Priya", "SRE"], ["Temi", "Lead"]])]


def test_what_has_no_rule_is_no_table() -> None:
    assert cells("| a | b |\n| c | d |") == []
    assert tables_in("| a | b |\n| c | d |").lines == [(0, 9), (10, 19)]


@pytest.mark.parametrize("text", [LIST, OPEN, LIST.replace("\n", "\r\n")], ids=["walled", "open", "windows"])
def test_a_text_cut_anywhere_goes_on_with_the_heads_and_loses_at_most_the_row_it_cuts(text: str) -> None:
    ((heads, rows),) = cells(text)
    lines = text.splitlines(keepends=True)
    begins = [sum(map(len, lines[:at])) for at in range(len(lines))]
    first = next(at for at, line in enumerate(lines) if "-" in line and set(line.strip()) <= set("|:- ")) + 1
    table = begins[first - 2], begins[first] + sum(map(len, lines[first : first + len(rows)]))
    for place in range(table[0] + 1, table[1] - 1):
        (given,) = heads_at(text, [place])
        whole = [row for row, begin in zip(rows, begins[first:], strict=False) if begin >= place]

        assert given == heads
        assert not whole or cells(text[place:], given)[0][1][-len(whole) :] == whole


@pytest.mark.parametrize("mark", ["Hosts", "| host", "x: a"])
def test_a_place_outside_a_table_has_no_heads(mark: str) -> None:
    assert heads_at(LIST, [LIST.index(mark)]) == [()]
