"""Tables kept as data: `tables/<name>.tsv` beside the package that reads them.

The first line names the columns; cells are parted by tabs, several values of one cell by ", ". Lines that begin with
"#" are remarks. Plain word lists are lexicons (`extraction.text.lexicon`).
"""

from collections.abc import Iterator
from importlib.resources import files


def table_rows(
    package: str, table: str, columns: str, *, folder: str = "tables", optional: str = ""
) -> Iterator[list[str]]:
    """The cells of each row. Raises ValueError where the table has not just these columns, given parted by spaces.

    It may have the `optional` column behind them.
    """
    text = (files(package) / folder / f"{table}.tsv").read_text(encoding="utf-8")
    header, *rows = [line.split("\t") for line in text.split("\n") if line and not line.startswith("#")]
    needed = columns.split()
    if header not in (needed, [*needed, *optional.split()]) or any(len(row) != len(header) for row in rows):
        raise ValueError(f"{package}/{folder}/{table}.tsv must have the columns {columns} in every row")
    yield from rows


def values(cell: str) -> list[str]:
    """The values of a cell."""
    return cell.split(", ") if cell else []
