"""The mode `entity`: memories about the entities a question names, before those that only mention them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from graph.db.filters import filter_row
from graph.db.store import Store
from graph.errors import Invalid
from graph.extractor import Extractor
from graph.intake.checks import short
from graph.model.filters import Filters
from graph.model.reading.name_forms import is_wide
from graph.model.reading.question import Question
from graph.model.recalled import Hit, Named
from graph.model.types import EntityType
from graph.recall.reasons import joined_phrases, phrase
from graph.recall.searches import Search, Searches, longer_keys, longest

_ID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:the|an?)\s+", re.IGNORECASE)
_NAMED_MOST = 20
ENTITIES_MOST = 100
"""Names or ids that a filter takes."""
_MEMORIES_MOST = 1_000
"""Memories of each entity that are ranked: those about it first, then the newest. More when more are wanted."""


def named(searches: Searches, search: Search) -> tuple[Named, ...]:
    """The entities a question names: by longest match, and by reading (さとう, 佐藤) only where no name matches."""
    return _named(searches.store, search.user_id, search.asked)


def _named(store: Store, user_id: str, asked: Question) -> tuple[Named, ...]:
    rows = store.read(
        "recall/named",
        user_id=user_id,
        keys=list(asked.keys),
        blocks=list(asked.blocks),
        ids=[identity.lower() for identity in _ID.findall(asked.text)],
        limit=10 * _NAMED_MOST,
    )
    written = [row for row in rows if row["how"] != "reading"]
    keys = longest({row["key"] for row in written}, longer_keys(asked.candidates))
    chosen: dict[str, Named] = {}
    for row in [row for row in written if row["key"] in keys] or rows:
        chosen.setdefault(
            row["id"],
            Named(
                id=row["id"], name=row["name"], type=EntityType(row["type"]), description=row["description"],
                mention_count=row["mention_count"] or 0, how=row["how"], named=row["key"],
            ),
        )  # fmt: skip
    return tuple(chosen.values())[:_NAMED_MOST]


def meant(store: Store, extractor: Extractor, user_id: str, filters: Filters) -> Filters:
    """The filters with the ids of the entities they name, beside the names as given.

    The whole name counts: "New York Times" does not mean New York. A reading counts only where nothing is written so.
    One read, none without entities. Raises Invalid for an empty name, or too many.
    """
    if not filters.entities:
        return filters
    if len(filters.entities) > ENTITIES_MOST:
        raise Invalid(
            "entities", f"{len(filters.entities)} are too many.", allowed=f"up to {ENTITIES_MOST} names or ids"
        )
    names = [_whole(extractor, name) for called in filters.entities if (name := short("entities", called))]
    rows = store.read(
        "recall/named",
        user_id=user_id,
        keys=list(dict.fromkeys(key for keys, _ in names for key in keys)),
        blocks=list(dict.fromkeys(block for _, blocks in names for block in blocks)),
        ids=[],
        limit=_NAMED_MOST * len(names),
    )
    ids: set[str] = set()
    for keys, blocks in names:
        written = {row["id"] for row in rows if row["how"] == "name" and row["key"] in keys}
        ids |= written or {row["id"] for row in rows if row["how"] == "reading" and row["key"] in blocks}
    return replace(filters, entities=tuple(dict.fromkeys([*filters.entities, *sorted(ids)])))


def _whole(extractor: Extractor, name: str) -> tuple[set[str], list[str]]:
    """The keys of a whole name, without titles and article, and the blocks of its whole reading."""
    letters = [place for place, sign in enumerate(name) if sign.isalnum()]
    if not letters:
        return set(), []
    asked = extractor.question(name, vector=False)
    article = _ARTICLE.match(name)
    first, last = article.end() if article else letters[0], letters[-1]
    keys = {candidate.key for candidate in asked.candidates if candidate.start <= first and last < candidate.end}
    # A block of a surname or a given name is one of the whole only where that is all there is.
    alone = len({candidate.key for candidate in asked.candidates}) == 1
    return keys, [block for block in asked.blocks if alone or not is_wide(block)]


def note_of(entities: Sequence[Named], language: str) -> str | None:
    """A note on the names: that nobody is called so, that several are, that they match by reading."""
    if not entities:
        return phrase("no-name", language)
    if entities[0].how == "reading":
        return phrase("readings", language)
    counts: dict[str, int] = {}
    for entity in entities:
        counts[entity.named] = counts.get(entity.named, 0) + 1
    notes = [phrase("namesakes", language, name=name, count=count) for name, count in counts.items() if count > 1]
    return " ".join(notes) or None


def telling(searches: Searches, search: Search, entities_named: Sequence[Named]) -> dict[str, dict[str, bool]]:
    """The memories that tell of entities, and of which: True where the memory is about it, False for a mention."""
    rows = searches.store.read(
        "recall/of_entities",
        user_id=search.user_id,
        filters=filter_row(search.filters),
        ids=[entity.id for entity in entities_named],
        limit=max(_MEMORIES_MOST, 2 * search.wanted),
    )
    return {row["id"]: {entity["id"]: entity["about"] for entity in row["entities"]} for row in rows}


def about_first(
    hits: Sequence[Hit], tells: Mapping[str, Mapping[str, bool]], named_entities: Sequence[Named], language: str
) -> list[Hit]:
    """The hits about an entity before those that mention one; each says in `why` which it is."""
    best = max((hit.score for hit in hits), default=0.0)
    labels = _labels(named_entities)
    ranked: list[Hit] = []
    for hit in hits:
        entities = tells.get(hit.memory.id, {})
        about = [entity_id for entity_id in labels if entities.get(entity_id)]
        mentioned = [entity_id for entity_id in labels if entity_id in entities and not entities[entity_id]]
        lines = [phrase("about", language, names=_listed(labels, about))] if about else []
        lines += [phrase("mentions", language, names=_listed(labels, mentioned))] if mentioned else []
        lift = best if about else 0.0
        ranked.append(
            replace(
                hit, score=round(hit.score + lift, 6), parts=replace(hit.parts, about=round(lift, 6)),
                about=(*about, *mentioned), why=joined_phrases([*lines, hit.why], language),
            )
        )  # fmt: skip
    about_any = {identity for identity, entities in tells.items() if any(entities.values())}
    return sorted(ranked, key=lambda hit: (hit.memory.id not in about_any, -hit.score, hit.memory.id))


def _labels(entities: Sequence[Named]) -> dict[str, str]:
    """The label of each entity in an answer: name and type, or name and id where another has the same name."""
    names = [entity.name for entity in entities]
    return {
        entity.id: f"{entity.name} ({entity.type.value})"
        if names.count(entity.name) == 1
        else f"{entity.name} ({entity.id})"
        for entity in entities
    }


def _listed(labels: Mapping[str, str], ids: Sequence[str]) -> str:
    return ", ".join(labels[entity_id] for entity_id in ids)
