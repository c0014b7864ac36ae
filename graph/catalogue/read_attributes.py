"""Attributes that facts tell of an entity: "Maria works as a nurse." says that the role of Maria is nurse; pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from graph.db.values import moment, value_of
from graph.model.entities import ReadAttribute
from graph.model.reading.lemma_forms import filler_of
from graph.tables import table_rows, values

_LISTS: Final = frozenset({"types", "lemmas", "relations", "value_types"})
_DETERMINER: Final = re.compile(r"^(?:an?|the|our|my|his|her|their|its)\s+", re.IGNORECASE)
_FURTHER: Final = re.compile(r"\s+(?:at|of|for|in|with|on|from|by|who|that|and)\s.*$", re.IGNORECASE)
_COORDINATES: Final = "coordinates"
_PLACE: Final = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeRule:
    """One row of the table: a fact in these words, of these types, tells this attribute."""

    attribute: str
    types: frozenset[str]
    value: str
    """The end that holds the value, "subject" or "object", or "word": the lemma at the place of {}."""
    lemmas: frozenset[str]
    relations: frozenset[str]
    value_types: frozenset[str]
    ending: re.Pattern[str] | None
    examples: tuple[tuple[str, str], ...]
    """Texts with the value that each tells."""

    def reads(self, entity_id: str, fact: Mapping[str, Any]) -> str | None:
        """The value that a fact tells of an entity by this rule, None where it tells none."""
        holder, other = ("object", "subject") if self.value == "subject" else ("subject", "object")
        if fact[f"{holder}_id"] != entity_id or (self.relations and fact["type"] not in self.relations):
            return None
        if self.value == "word":
            return next(filter(None, (filler_of(form, fact["lemma"]) for form in self.lemmas)), None)
        if self.lemmas and fact["lemma"].lower() not in self.lemmas:
            return None
        if self.value_types and fact[f"{other}_type"] not in self.value_types:
            return None
        value = _worded(fact[f"{other}_name"], fact[f"{other}_text"])
        return value if value and (self.ending is None or self.ending.search(value)) else None


def attributes_read(
    entity_id: str,
    kind: str,
    given: Collection[str],
    facts: Sequence[Mapping[str, Any]],
    located: Sequence[Mapping[str, Any]] = (),
) -> tuple[ReadAttribute, ...]:
    """What facts tell of an entity's attributes but of those `given` by hand, the latest said first, each value once.

    `kind` is its type of the system; facts are rows of `entity/show`, and so are those of `located`: where the memory
    was that is about it alone. Such a memory tells the coordinates of a place.
    """
    rules = [rule for rule in attribute_rules() if rule.attribute not in given and kind in rule.types]
    read: dict[tuple[str, str], ReadAttribute] = {}
    for fact in sorted(facts, key=lambda each: (moment(each["said_at"]), each["id"]), reverse=True):
        for rule in rules:
            value = rule.reads(entity_id, fact)
            if value is None:
                continue
            told_by = None if rule.value == "word" else fact["subject_id" if rule.value == "subject" else "object_id"]
            read.setdefault(
                (rule.attribute, value.casefold()),
                value_of(ReadAttribute, fact, name=rule.attribute, value=value, entity_id=told_by, fact_id=fact["id"]),
            )
    places = (
        value_of(
            ReadAttribute, row, name=_COORDINATES, value=f"{row['latitude']}, {row['longitude']}", entity_id=None,
            fact_id=None,
        )
        for row in located
        if _COORDINATES not in given
    )  # fmt: skip
    return (*read.values(), *places)


@cache
def attribute_rules() -> tuple[AttributeRule, ...]:
    """The rules of the table."""
    columns = "attribute types value lemmas relations value_types ending examples"
    rows = table_rows("graph.catalogue", "read_attributes", columns)
    return tuple(_rule(dict(zip(columns.split(), row, strict=True))) for row in rows)


@cache
def asked_facts() -> Mapping[str, list[str]]:
    """By which facts may tell an attribute: `lemmas`, `prefixes` of lemmas, and `types` of relations that do alone."""
    rules = attribute_rules()
    plain = {lemma for rule in rules for lemma in rule.lemmas if _PLACE not in lemma}
    return {
        "lemmas": sorted(plain),
        "prefixes": sorted({lemma.split(_PLACE)[0] for rule in rules for lemma in rule.lemmas if _PLACE in lemma}),
        "types": sorted({relation for rule in rules if not rule.lemmas for relation in rule.relations}),
    }


def _rule(row: Mapping[str, str]) -> AttributeRule:
    given: dict[str, Any] = {name: frozenset(values(text)) if name in _LISTS else text for name, text in row.items()}
    examples = (example.partition(" = ") for example in row["examples"].split("; "))
    given |= {
        "ending": re.compile(row["ending"], re.IGNORECASE) if row["ending"] else None,
        "examples": tuple((text, value) for text, _, value in examples),
    }
    return AttributeRule(**given)


def _worded(name: str | None, text: str | None) -> str:
    """The words of an end without article and what follows, where they say more than its name: backend engineer."""
    words = _FURTHER.sub("", _DETERMINER.sub("", (text or "").strip()))
    return words if words and (name is None or name.casefold() in words.casefold()) else name or ""
