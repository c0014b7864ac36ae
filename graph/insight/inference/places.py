"""Places: which lies in which, and whether a home in one of them is another home than a home in the other."""

from collections.abc import Set
from functools import cache
from typing import Final, NamedTuple

from graph.tables import table_rows, values

Contained = Set[tuple[str, str]]
"""Pairs of entities by id of which the first lies in the second, as facts say."""
_LEVELS: Final = ("市", "区", "町", "村", "県", "府", "道")
"""What ends the name of a Japanese place of one level, so that two of them are two places."""


class _Places(NamedTuple):
    city: dict[str, str]
    """The first name of a city by each of its names."""
    district: dict[str, str]
    """The first name of the city in which a district lies, by the name of the district."""


def city_of(name: str) -> str | None:
    """The city that a name means, by its first name: "ベルリン" is "berlin"; None for what is no city we know."""
    return _places().city.get(name.lower())


def district_of(name: str) -> str | None:
    """The city in which a district lies: "tokyo" for "Shibuya"; None for what is no district we know."""
    key = name.lower()
    places = _places().district
    return places.get(key) or (places.get(key[:-1]) if key.endswith("区") else None) or places.get(f"{key}区")


def lies_within(first: str, second: str) -> bool:
    """Whether one of two places lies in the other by their names: Shibuya and Tokyo, "Berlin" and "Berlin, Germany"."""
    left, right = first.lower(), second.lower()
    if left in right or right in left:
        return True
    return any(
        (outer := district_of(inner)) is not None and outer == city_of(whole)
        for inner, whole in ((left, right), (right, left))
    )


def are_apart(first: str, second: str) -> bool:
    """Whether two places are known to be two of which none holds the other: two cities, districts, or a district and
    the city of another one. What is not known may lie in what is.
    """
    left, right = first.lower(), second.lower()
    if left == right or lies_within(left, right):
        return False
    cities = city_of(left), city_of(right)
    districts = district_of(left), district_of(right)
    if all(cities):
        return cities[0] != cities[1]
    if all(city or district for city, district in zip(cities, districts, strict=True)):
        return True
    return any(left.endswith(level) and right.endswith(level) for level in _LEVELS)


@cache
def _places() -> _Places:
    city: dict[str, str] = {}
    district: dict[str, str] = {}
    for _, names, districts in table_rows("graph.insight.inference", "places", "country city districts"):
        name, *others = values(names)
        city |= dict.fromkeys((name, *others), name)
        district |= dict.fromkeys(values(districts), name)
    return _Places(city, {name: outer for name, outer in district.items() if name not in city})
