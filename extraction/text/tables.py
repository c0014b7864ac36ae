"""The tables of words that lie beside the modules which read them: columns parted by tabs, remarks behind "#"."""

from collections.abc import Iterator
from pathlib import Path


def read_table(path: Path) -> Iterator[list[str]]:
    """The columns of each line of a table, without remarks and empty lines."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")
