"""Names that are written much like one that is not there: "Did you mean …?"."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

MEANT_MOST: Final = 3


def written_like(name: str, there: Mapping[str, str], most: int = MEANT_MOST) -> list[str]:
    """Those of the names `there`, each under what it may be called, that are called most like a name, each once.

    `written_like("Shop", {"shop": "work/shop", "garden": "life/garden"})` is `["work/shop"]`: case is ignored.
    """
    called = {spelling.casefold(): meant for spelling, meant in there.items()}
    return list(dict.fromkeys(called[like] for like in get_close_matches(name.casefold(), called, n=most)))
