"""A stretch of a text."""

from typing import NamedTuple


class Span(NamedTuple):
    """Where a stretch of a text begins and ends, in characters."""

    start: int
    end: int
