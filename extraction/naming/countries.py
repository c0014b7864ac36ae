"""Names of countries and continents in both languages, their adjectives and one-letter signs, as one small table."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from extraction.names import name_key

_TABLE: Final = Path(__file__).parent / "countries.txt"


def country_of(key: str) -> str | None:
    """The code of the country or continent that this key names (usa, american, 米国 are "us"), None for any other."""
    return _countries().get(key)


@lru_cache(maxsize=1)
def _countries() -> dict[str, str]:
    codes: dict[str, str] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        code, *columns = line.split("|")
        for name in ";".join(columns).split(";"):
            if name:
                codes.setdefault(name_key(name), code)
    return codes
