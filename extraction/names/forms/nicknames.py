"""English given names and their short forms."""

from functools import cache, lru_cache

from extraction.text.lexicon import lexicon
from graph.tables import table_rows, values


def whole_names(word: str) -> tuple[str, ...]:
    """The given names of a short form, none when it is none: robert for bob."""
    return _wholes().get(word, ())


@lru_cache(maxsize=8192)
def is_given_name(word: str) -> bool:
    """Whether a lower-cased word is an English given name or short form."""
    return word in _given()


@cache
def _short_forms() -> dict[str, list[str]]:
    return {name: values(cell) for name, cell in table_rows("extraction.names", "nicknames", "name short_forms")}


@cache
def _wholes() -> dict[str, tuple[str, ...]]:
    wholes: dict[str, list[str]] = {}
    for name, short_forms in _short_forms().items():
        for short in short_forms:
            wholes.setdefault(short, []).append(name)
    return {short: tuple(sorted(names)) for short, names in wholes.items()}


@cache
def _given() -> frozenset[str]:
    return (
        lexicon("extraction.names", "given_names").words("given_name").union(_short_forms(), *_short_forms().values())
    )
