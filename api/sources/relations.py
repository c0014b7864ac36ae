"""The types of entities and relations that the words of other memories mean: "works_at" is WORKS_FOR."""

import re
from functools import cache

from graph.model.types import EntityType, RelationType
from graph.tables import table_rows


def shown(name: str) -> str:
    """A name as people write it: blanks for the underscores of identifiers."""
    return " ".join(name.replace("_", " ").split())


def entity_type(kind: str) -> EntityType | None:
    """The type that somebody's word for a kind of thing means, None where none is meant."""
    words = kind.casefold()
    return next((EntityType(meant) for pattern, meant in _patterns("entity") if pattern.search(words)), None)


def relation_type(predicate: str) -> RelationType:
    """The type that somebody's word for a relation means; RELATES_TO for any other."""
    words = predicate.casefold()
    meant = (RelationType(meant) for pattern, meant in _patterns("relation") if pattern.match(words))
    return next(meant, RelationType.RELATES_TO)


@cache
def _patterns(kind: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns of `tables/meanings.tsv` for entities or relations, with the type each means."""
    rows = table_rows("api.sources", "meanings", "of type pattern example")
    return tuple((re.compile(pattern), meant) for of, meant, pattern, _ in rows if of == kind)
