"""Names of countries, continents and well-known institutions in both languages, as two small tables."""

from functools import lru_cache

from extraction.names.keys import name_key
from extraction.text.tables import table_rows, values


def country_of(key: str) -> str | None:
    """What this key names of a country or continent: usa and 米国 are "country:us", american is "people:us"."""
    return _countries().get(key)


@lru_cache(maxsize=1)
def _countries() -> dict[str, str]:
    keys: dict[str, str] = {}
    for code, english, people, japanese in table_rows("extraction.names", "countries", "code english people japanese"):
        for sort, names in (("country", english), ("country", japanese), ("people", people)):
            for name in values(names):
                keys.setdefault(name_key(name), f"{sort}:{code}")
    return keys


def institution_of(key: str) -> str | None:
    """Which institution or war everybody knows by this key: who and 世界保健機関 are "org:o-who"."""
    return _institutions().get(key)


@lru_cache(maxsize=1)
def _institutions() -> dict[str, str]:
    keys: dict[str, str] = {}
    for code, english, japanese in table_rows("extraction.names", "institutions", "code english japanese"):
        for name in (*values(english), *values(japanese)):
            keys.setdefault(name_key(name), f"org:o-{code}")
    return keys
