"""Where the vectors of an entity or a memory come from, as the graph tells it."""

from collections.abc import Mapping
from typing import Any

from graph.db.schema import current_model
from graph.db.store import Store
from graph.db.values import moment
from graph.model.care.vectors import VectorOrigin, VectorSource


def vector_of(row: Mapping[str, Any], store: Store) -> VectorOrigin | None:
    """Where the vector of an entity comes from, None where it has none."""
    entity, passages = row["entity"], row["passages"]
    source = VectorSource.NAME_AND_PASSAGES if passages else VectorSource.NAME
    if not entity["embedded"]:
        return None
    return origin_of(store, source, passages, entity["embedded_at"], outdated=bool(entity["to_embed"]))


def origin_of(
    store: Store, source: VectorSource, passages: int, made_at: Any, *, outdated: bool = False
) -> VectorOrigin | None:
    """Where vectors of the database's model come from; None while no model is recorded."""
    model = current_model(store)
    if model is None:
        return None
    return VectorOrigin(
        model=model["name"], version=model["version"], dimensions=model["dimensions"], source=source,
        passages=passages, made_at=moment(made_at) if made_at else None, outdated=outdated,
    )  # fmt: skip
