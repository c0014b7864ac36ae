"""Names that are written much like one that is not there: "Did you mean …?"."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final

MEANT_MOST: Final = 3


def written_like(name: str, there: Iterable[str] | Mapping[str, str], most: int = MEANT_MOST) -> list[str]:
    """Those of the names `there` that are called most like a name, each once; a mapping tells what each is called.

    `written_like("Shop", {"shop": "work/shop", "garden": "life/garden"})` is `["work/shop"]`: case is ignored.
    """
    spelled = there.items() if isinstance(there, Mapping) else ((each, each) for each in there)
    called = {spelling.casefold(): meant for spelling, meant in spelled}
    return list(dict.fromkeys(called[like] for like in get_close_matches(name.casefold(), called, n=most)))
