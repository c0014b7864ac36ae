"""Names of countries, continents and well-known institutions in both languages, as two small tables."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from extraction.names.keys import name_key

_TABLE: Final = Path(__file__).parent / "countries.txt"
_INSTITUTIONS: Final = Path(__file__).parent / "institutions.txt"


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


def institution_of(key: str) -> str | None:
    """Which institution or war everybody knows by this key: who and 世界保健機関 are "org:o-who"."""
    return _institutions().get(key)


@lru_cache(maxsize=1)
def _institutions() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in _INSTITUTIONS.read_text(encoding="utf-8").splitlines():
        code, *languages = line.split("|")
        for name in filter(None, ";".join(languages).split(";")):
            found.setdefault(name_key(name), f"org:o-{code}")
    return found
