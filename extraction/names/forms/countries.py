"""Countries, continents and well-known institutions by their names in both languages."""

from functools import lru_cache

from extraction.names.keys import name_key
from graph.tables import table_rows, values


def country_of(key: str) -> str | None:
    """The country, continent or people of a key: usa and 米国 are "country:us", american is "people:us"."""
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
    """The well-known institution or war of a key: who and 世界保健機関 are "org:o-who"."""
    return _institutions().get(key)


@lru_cache(maxsize=1)
def _institutions() -> dict[str, str]:
    keys: dict[str, str] = {}
    for code, english, japanese in table_rows("extraction.names", "institutions", "code english japanese"):
        for name in (*values(english), *values(japanese)):
            keys.setdefault(name_key(name), f"org:o-{code}")
    return keys
