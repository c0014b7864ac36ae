"""How seldom Python looks for circles among the objects of a process that writes."""

import gc
from typing import Final

_COLLECTED: Final = (50_000, 10, 10)
"""What is written makes millions of small objects, next to none of them in a circle: looking with Python's own numbers
took two fifths of the time of writing.
"""


def collect_seldom() -> None:
    """Lets this process look seldom: for the command line and for workers, never for a program that calls us."""
    gc.set_threshold(*_COLLECTED)
