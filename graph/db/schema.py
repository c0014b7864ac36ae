"""Brings a database to the shape the statements expect, by named migrations, and refuses what cannot carry them."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from graph.db.store import Store
from graph.db.type_catalogue import SYMMETRIC, entity_type_rows, relation_type_rows
from graph.errors import Misconfigured
from graph.model.extraction import EmbeddingModel
from graph.model.types import Modality, Polarity, holds

OLDEST = (5, 26)
SEARCH_FROM = (2026, 2)
_AWAIT_S = 300
_SUMMED_AT_ONCE = 1_000

CONSTRAINTS = (
    "user_id",
    "memory_id",
    "memory_identity",
    "chunk_id",
    "entity_id",
    "fact_id",
    "session_identity",
    "project_identity",
    "category_identity",
    "entity_type_identity",
    "relation_type_identity",
    "migration_name",
    "embedding_model_slot",
)
GIVEN_UP = {"entity_identity": "drop_entity_identity", "name_identity": "drop_name_identity"}
"""What the first migration demanded and a later one gave up, and the statement that gave it up."""
NAMED_CONSTRAINTS = ("name_of_type", "block_identity", "rejected_id")
NAMED_INDEXES = ("name_key", "name_part", "entity_key")
INDEXES = (
    "memory_created",
    "memory_occurred",
    "memory_importance",
    "memory_near",
    "memory_duplicate",
    "name_version",
    "event_user",
    "chunk_words",
    "chunk_text",
    "entity_names",
)
VECTOR_INDEXES = ("chunk_embedding", "entity_embedding")
FACT_INDEXES = ("fact_of_user",)
SAID_INDEXES = ("fact_lemma",)
MATCH_INDEXES = ("name_to_match",)
PIN_INDEXES = ("memory_pinned",)
BACKLOG_INDEXES = ("memory_backlog",)
LINK_CONSTRAINTS = ("inference_identity",)
LINK_INDEXES = ("memory_to_link", "memory_session", "entity_to_infer")


@dataclass(frozen=True, slots=True)
class Server:
    """What the database at the other end is and can do."""

    version: str
    edition: str
    searches: bool
    """Whether it knows SEARCH with filters inside the vector index; otherwise the fallback statements are used."""


def server(store: Store) -> Server:
    """What the server is. Raises Misconfigured when it is too old for Enishi."""
    kernel = next(row for row in store.read("schema/components") if "Kernel" in row["name"])
    number = version_number(kernel["version"])
    if number < OLDEST:
        raise Misconfigured(
            f"Neo4j {kernel['version']} is too old. Use {OLDEST[0]}.{OLDEST[1]} or newer; 2026.02 or newer is best."
        )
    if kernel["version"].startswith("2026.08.0"):
        raise Misconfigured("Neo4j 2026.08.0 was withdrawn because some queries fail. Use 2026.08.1 or newer.")
    return Server(kernel["version"], kernel["edition"], number >= SEARCH_FROM)


def version_number(version: str) -> tuple[int, int]:
    """Year or major, and month or minor: "2026.09.0" is (2026, 9), "5.26.33" is (5, 26)."""
    match = re.match(r"(\d+)\.(\d+)", version)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def applied(store: Store, model: EmbeddingModel, now: datetime) -> Server:
    """Applies what is missing of the schema; changes nothing where all is there.

    Raises Misconfigured when the server is too old or its vectors come from another model.
    """
    found = server(store)
    done = {row["name"] for row in store.read("schema/migrations")}
    for name, migration in MIGRATIONS.items():
        if name not in done:
            migration(store, found, model)
            store.write("schema/record_migration", name=name, now=now)
    check_model(store, model, now)
    return found


def _made(store: Store, names: Iterable[str]) -> None:
    """Makes constraints and indexes, and waits until every index answers."""
    for name in names:
        store.schema(f"schema/{name}")
    store.schema("schema/await_indexes", seconds=_AWAIT_S)


def _m001_foundation(store: Store, found: Server, model: EmbeddingModel) -> None:
    suffix = "" if found.searches else "_before_search"
    for name in (*CONSTRAINTS, *GIVEN_UP, *INDEXES):
        store.schema(f"schema/{name}")
    for name in VECTOR_INDEXES:
        store.schema(f"schema/{name}{suffix}", dimensions=model.dimensions)
    store.schema("schema/await_indexes", seconds=_AWAIT_S)
    store.write("schema/seed_types", entity_types=entity_type_rows(), relation_types=relation_type_rows())


def _m002_names(store: Store, _: Server, __: EmbeddingModel) -> None:
    """Names keep their type and what came by them, so that entities are sets of names and can be parted again."""
    for statement in GIVEN_UP.values():
        store.schema(f"schema/{statement}")
    _made(store, NAMED_INDEXES)
    store.batch("schema/tell_names")
    store.batch("schema/part_names")
    _made(store, NAMED_CONSTRAINTS)


def _m003_links(store: Store, _: Server, __: EmbeddingModel) -> None:
    _made(store, (*LINK_CONSTRAINTS, *LINK_INDEXES))
    store.schema("schema/mark_unlinked")


def _m004_entity_vectors(store: Store, _: Server, __: EmbeddingModel) -> None:
    _made(store, ("entity_to_embed",))
    store.schema("schema/mark_unembedded")


def _m005_facts_of_user(store: Store, _: Server, __: EmbeddingModel) -> None:
    """Databases from before have an index of facts by user alone, which their planner takes where it must not."""
    _made(store, FACT_INDEXES)
    store.schema("schema/drop_fact_user")


def _m006_match(store: Store, _: Server, __: EmbeddingModel) -> None:
    _made(store, MATCH_INDEXES)


def _m007_pinned(store: Store, _: Server, __: EmbeddingModel) -> None:
    """A context begins with what is pinned, and must not look through all memories for it."""
    _made(store, PIN_INDEXES)


def _m008_backlog(store: Store, _: Server, __: EmbeddingModel) -> None:
    """The backlog is read in the order of its index: to find it among all memories takes longer the more there are."""
    _made(store, BACKLOG_INDEXES)
    store.schema("schema/drop_memory_pending")


def _m009_sums(store: Store, _: Server, __: EmbeddingModel) -> None:
    """Facts say whether they hold, and relations sum up those alone that do, told from either end or not taken back."""
    held = [
        [polarity.value, modality.value] for polarity in Polarity for modality in Modality if holds(polarity, modality)
    ]
    store.batch("schema/mark_holding", held=held)
    store.batch("schema/order_ends", symmetric=SYMMETRIC)
    after, after_id = "", ""
    while rows := store.read("schema/related", after=after, after_id=after_id, limit=_SUMMED_AT_ONCE):
        for user_id, some in groupby(rows, key=lambda row: str(row["user_id"])):
            pairs = [[row["id"], other] for row in some for other in row["others"]]
            for at in range(0, len(pairs), _SUMMED_AT_ONCE):
                store.write(
                    "entity/sum", user_id=user_id, ids=[], pairs=pairs[at : at + _SUMMED_AT_ONCE], symmetric=SYMMETRIC
                )
        after, after_id = rows[-1]["user_id"], rows[-1]["id"]


def _m010_both_told(store: Store, _: Server, __: EmbeddingModel) -> None:
    """What a person says of an ending or a duplicate is of two: ids from before told one of them."""
    store.schema("schema/tell_both")


def _m011_said(store: Store, _: Server, __: EmbeddingModel) -> None:
    """Who is whose sister is looked up while somebody waits: by what facts say, not among all of somebody's."""
    _made(store, SAID_INDEXES)


MIGRATIONS: Mapping[str, Callable[[Store, Server, EmbeddingModel], None]] = {
    "m001_foundation": _m001_foundation,
    "m002_names": _m002_names,
    "m003_links": _m003_links,
    "m004_entity_vectors": _m004_entity_vectors,
    "m005_facts_of_user": _m005_facts_of_user,
    "m006_match": _m006_match,
    "m007_pinned": _m007_pinned,
    "m008_backlog": _m008_backlog,
    "m009_sums": _m009_sums,
    "m010_both_told": _m010_both_told,
    "m011_said": _m011_said,
}
"""In the order in which they are applied; a name once released keeps its meaning."""


def check_model(store: Store, model: EmbeddingModel, now: datetime) -> None:
    """Records the embedding model of a new database. Raises Misconfigured when vectors of another one are there."""
    row = store.write(
        "schema/record_embedding_model",
        name=model.name,
        dimensions=model.dimensions,
        version=model.version,
        query_prefix=model.query_prefix,
        passage_prefix=model.passage_prefix,
        spread=model.spread,
        now=now,
    )[0]
    there = (row["name"], row["dimensions"], row["version"])
    if there != (model.name, model.dimensions, model.version):
        same = there[:2] == (model.name, model.dimensions)
        way = "use the release of Enishi that made them" if same else "set the old model again"
        raise Misconfigured(
            f"This database holds vectors of {there[0]} ({there[1]} dimensions, version {there[2]}); the settings ask "
            f"for {model.name} ({model.dimensions} dimensions, version {model.version}). Vectors of two models cannot "
            f"be compared: {way}, or use another database (ENISHI_LOCAL__HOME names the folder of one on this machine)."
        )
