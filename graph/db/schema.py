"""Brings a database to the schema the statements expect, by named migrations, and refuses what cannot carry them.

A migration is a file of `cypher/schema/migrations/`: its statements run in order, once for each database, and are
recorded under the file's name. A name once released keeps its meaning.
"""

import re
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from graph.db.fulltext_fields import facet
from graph.db.queries import script
from graph.db.row import Row
from graph.db.rows import project_facets
from graph.db.sides import INDEXES, Side
from graph.db.store import Store
from graph.db.type_catalogue import SYMMETRIC, entity_type_rows, relation_type_rows
from graph.errors import Misconfigured, Unavailable
from graph.intake.project_path import mended_path
from graph.model.extraction import EmbeddingModel
from graph.model.types import Modality, Polarity, holds

OLDEST = (2026, 2)
"""The first release that knows SEARCH with filters inside the vector index."""
WITHDRAWN = "2026.08.0"
_AWAIT_S = 300
_PAUSE_S, _PAUSE_MOST_S = 0.02, 0.5
_SUMMED_AT_ONCE = 1_000
_CHANGED_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class Server:
    """What the database at the other end is."""

    version: str
    edition: str


def server(store: Store) -> Server:
    """What the server is. Raises Misconfigured when it is not one that Enishi can work with."""
    kernel = next(row for row in store.read("schema/components") if "Kernel" in row["name"])
    version = kernel["version"]
    remedy = (
        "Upgrade the server, or leave ENISHI_NEO4J__URI unset: then Enishi manages a Neo4j of its own on this machine."
    )
    if version_number(version) < OLDEST:
        oldest = f"{OLDEST[0]}.{OLDEST[1]:02}"
        raise Misconfigured(
            f"Neo4j {version} is too old: Enishi needs {oldest} or newer (filters inside the vector index). {remedy}"
        )
    if version.startswith(WITHDRAWN):
        raise Misconfigured(
            f"Neo4j {WITHDRAWN} was withdrawn because some queries fail: Enishi needs another release. {remedy}"
        )
    return Server(version, kernel["edition"])


def version_number(version: str) -> tuple[int, int]:
    """Year or major, and month or minor: "2026.09.0" is (2026, 9), "5.26.33" is (5, 26)."""
    match = re.match(r"(\d+)\.(\d+)", version)
    return (int(match[1]), int(match[2])) if match else (0, 0)


@cache
def migrations() -> tuple[str, ...]:
    """The names of all migrations, in the order in which they are applied."""
    folder = files("cypher") / "schema" / "migrations"
    return tuple(sorted(file.name.removesuffix(".cypher") for file in folder.iterdir() if file.name.startswith("m")))


def applied(store: Store, model: EmbeddingModel, now: datetime) -> Server:
    """Applies the migrations that are missing; changes nothing where all are there.

    Raises Misconfigured when the server is too old, a newer Enishi has changed the database, or its vectors come from
    another model.
    """
    target = migrated(store, model, now)
    check_model(store, model, now)
    return target


def migrated(store: Store, model: EmbeddingModel, now: datetime) -> Server:
    """Applies the migrations that are missing, to the side on which the vectors lie that are read.

    Raises Misconfigured when the server is too old, or a newer Enishi has changed the database.
    """
    target = server(store)
    done = {row["name"] for row in store.read("schema/applied_migrations")}
    if newer := sorted(done.difference(migrations())):
        raise Misconfigured(
            f"A newer Enishi has changed this database: this one does not know {', '.join(newer)}, and might break "
            "what it writes. Upgrade Enishi to the release that was used with it last, or use another database "
            "(ENISHI_NEO4J__URI names it; ENISHI_LOCAL__HOME names the folder of one on this machine)."
        )
    if done.issuperset(migrations()):
        return target
    if (current := current_model(store)) is not None:
        store.side = Side(current["side"])
    missing = [name for name in migrations() if name not in done]
    if not done:
        # Nothing is kept before all are recorded: what was killed on the way is as new as before.
        for name in missing:
            migrate(store, name, model, new=True)
        wait_for_indexes(store)
        store.write("schema/record_migrations", names=missing, now=now)
        return target
    for name in missing:
        migrate(store, name, model)
        store.write("schema/record_migrations", names=[name], now=now)
    return target


def current_model(store: Store) -> Row | None:
    """What is recorded of the model of the vectors that are read; None in a database that has none yet."""
    return next((row for row in store.read("schema/embedding_models") if row["slot"] == "current"), None)


def migrate(store: Store, name: str, model: EmbeddingModel, *, new: bool = False) -> None:
    """Runs one migration. To run it again changes nothing.

    A `new` database holds nothing that an older version left to be changed: to plan those statements alone would take
    seconds. Nor are its indexes waited for.
    """
    values: dict[str, object] = {
        "dimensions": model.dimensions,
        "entity_types": entity_type_rows(),
        "relation_types": relation_type_rows(),
        "symmetric": SYMMETRIC,
        "held": [
            [polarity.value, modality.value]
            for polarity in Polarity
            for modality in Modality
            if holds(polarity, modality)
        ],
    }
    for statement in script(f"schema/migrations/{name}").values():
        params = {key: values[key] for key in statement.params}
        if statement.mode == "schema":
            store.schema(statement.name, **params)
            continue
        if new and statement.mode == "batch":
            continue
        if not new:
            # What changes nodes seeks them by the indexes made before.
            wait_for_indexes(store)
        if statement.mode == "batch":
            store.batch(statement.name, **params)
        else:
            store.write(statement.name, **params)
    if new:
        return
    if name == "m009_sums":
        _sum_relations(store)
    if name == "m016_sources":
        _add_project_tokens(store)
    if name == "m046_project_paths":
        _mend_project_paths(store)
        _mend_category_paths(store)
    wait_for_indexes(store)


def reindexed(store: Store, model: EmbeddingModel, names: Collection[str]) -> None:
    """Makes those of some indexes that are gone, and waits until each answers."""
    for migration in migrations():
        for name, statement in script(f"schema/migrations/{migration}").items():
            if name in names and statement.mode == "schema":
                given = {"dimensions": model.dimensions} if "dimensions" in statement.params else {}
                store.schema(statement.name, **given)
    wait_for_indexes(store)


def wait_for_indexes(store: Store, seconds: float = _AWAIT_S) -> None:
    """Waits until every index answers, and holds nothing meanwhile.

    `db.awaitIndexes` would hold a lock on every label. A constraint that another program is making needs one of them
    before its index can answer: neither would end. Raises Unavailable where an index cannot be made.
    """
    deadline, pause = time.monotonic() + seconds, _PAUSE_S
    while True:
        rows = store.read("schema/index_states")
        if failed := [row["name"] for row in rows if row["state"] == "FAILED"]:
            raise Unavailable(f"Neo4j could not make the indexes {', '.join(failed)}. Its log says why (debug.log).")
        waiting = [row["name"] for row in rows if row["state"] != "ONLINE"]
        if not waiting:
            return
        if time.monotonic() > deadline:
            raise Unavailable(f"Neo4j is still making the indexes {', '.join(waiting)}. Try again in some minutes.")
        time.sleep(pause)
        pause = min(2 * pause, _PAUSE_MOST_S)


def _sum_relations(store: Store) -> None:
    """Sums up the relations of all users, a thousand pairs in a transaction: those of facts that hold alone."""
    after, after_id = "", ""
    while rows := store.read("schema/related", after=after, after_id=after_id, limit=_SUMMED_AT_ONCE):
        for user_id, entities in groupby(rows, key=lambda row: str(row["user_id"])):
            pairs = [[row["id"], other] for row in entities for other in row["others"]]
            for at in range(0, len(pairs), _SUMMED_AT_ONCE):
                store.write(
                    "entity/sum", user_id=user_id, ids=[], pairs=pairs[at : at + _SUMMED_AT_ONCE], symmetric=SYMMETRIC
                )
        after, after_id = rows[-1]["user_id"], rows[-1]["id"]


def _add_project_tokens(store: Store) -> None:
    """Gives the chunks of all users the full-text tokens of the projects above their own: a hash is made in Python."""
    for user_id, path in _projects(store):
        above = project_facets(path)[:-1]
        if not above:
            continue
        given = {"user_id": user_id, "path": path, "token": above[0], "tokens": " ".join(above)}
        while store.write("schema/add_project_tokens", **given, limit=_CHANGED_AT_ONCE)[0]["changed"]:
            pass


def _mend_project_paths(store: Store) -> None:
    """Brings the paths of all users' projects to the rule: a step that was cut off anywhere goes on where it was."""
    for user_id, path in _projects(store):
        mended = mended_path(path)
        if mended.path == path:
            continue
        given = {"user_id": user_id, "path": path}
        taken = store.write("schema/take_path", **given, paths=list(mended.choices), joins=mended.joins)
        if not taken:
            store.write("project/remove", **given)
            continue
        into, text = taken[0]["path"], taken[0]["overview"] or ""
        moving = _exchanged(into, project_facets(path), project_facets(into))
        while store.write("schema/move_memories", **given, **moving)[0]["moved"]:
            pass
        overview = {"backup_id": f"of-{facet('p', path)}", "size_bytes": len(text.encode())}
        store.write(
            "schema/end_project", **given, into=into, scope=f"project:{path}", into_scope=f"project:{into}", **overview
        )


def _mend_category_paths(store: Store) -> None:
    """Brings the paths of all users' categories to the rule; one whose path is another's joins it."""
    for user_id, path in _paged(store, "schema/categories"):
        into = mended_path(path).path
        if into != path:
            given = {"user_id": user_id, "path": path}
            moving = _exchanged(into, [facet("c", path)], [facet("c", into)])
            while store.write("schema/move_to_category", **given, **moving)[0]["moved"]:
                pass
            store.write("schema/end_category", **given, into=into)


def _exchanged(into: str, tokens: list[str], into_tokens: list[str]) -> dict[str, Any]:
    """What a step needs to move memories into another path, with the tokens of their chunks."""
    return {"into": into, "tokens": tokens, "into_tokens": into_tokens, "limit": _CHANGED_AT_ONCE}


def _projects(store: Store) -> Iterator[tuple[str, str]]:
    """User and path of every project, a page at a time."""
    return _paged(store, "schema/projects")


def _paged(store: Store, statement: str) -> Iterator[tuple[str, str]]:
    after, after_id = "", ""
    while rows := store.read(statement, after=after, after_id=after_id, limit=_CHANGED_AT_ONCE):
        yield from ((row["user_id"], row["path"]) for row in rows)
        after, after_id = rows[-1]["user_id"], rows[-1]["path"]


def with_vector_indexes(store: Store, model: EmbeddingModel) -> None:
    """Makes the vector indexes of the side of a store, unless they are there, and waits until each answers."""
    reindexed(store, model, INDEXES)


def without_vector_indexes(store: Store) -> None:
    """Takes away the vector indexes of the side of a store."""
    store.schema("schema/drop_vector_indexes#chunk_index")
    store.schema("schema/drop_vector_indexes#entity_index")


def model_row(model: EmbeddingModel, now: datetime) -> dict[str, object]:
    """What a database records of a model."""
    return {
        "name": model.name, "dimensions": model.dimensions, "version": model.version,
        "query_prefix": model.query_prefix, "passage_prefix": model.passage_prefix, "spread": model.spread, "now": now,
    }  # fmt: skip


def check_model(store: Store, model: EmbeddingModel, now: datetime) -> None:
    """Records the embedding model of a new database, and has the store read the side on which its vectors lie.

    Raises Misconfigured when vectors of another one are there.
    """
    row = store.write("schema/record_embedding_model", **model_row(model, now))[0]
    store.side = Side(row["side"])
    there = (row["name"], row["dimensions"], row["version"])
    if there != (model.name, model.dimensions, model.version):
        same = there[:2] == (model.name, model.dimensions)
        way = "use the release of Enishi that made them" if same else "set the old model again"
        raise Misconfigured(
            f"This database holds vectors of {there[0]} ({there[1]} dimensions, version {there[2]}); the settings ask "
            f"for {model.name} ({model.dimensions} dimensions, version {model.version}). Vectors of two models cannot "
            f"be compared: {way}, change the database to the new one (enishi reembed), or use another database "
            "(ENISHI_LOCAL__HOME names the folder of one on this machine)."
        )
