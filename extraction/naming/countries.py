"""Names of countries and continents in both languages, their adjectives and one-letter signs, as one small table."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from extraction.names import name_key

_TABLE: Final = Path(__file__).parent / "countries.txt"


def country_of(key: str) -> str | None:
    """What this key names of a country or continent: usa and 米国 are "country:us", american is "people:us"."""
    return _countries().get(key)


@lru_cache(maxsize=1)
def _countries() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        code, english, people, japanese = line.split("|")
        for sort, names in (("country", english), ("country", japanese), ("people", people)):
            for name in filter(None, names.split(";")):
                found.setdefault(name_key(name), f"{sort}:{code}")
    return found
