"""Maps rows of memories and facts to the features that detectors and inference read; pure."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from graph.db.values import value_of
from graph.insight.link_features import MemoryFeatures, Named, Stated

_LOG: Final = logging.getLogger(__name__)


def features_of(row: Mapping[str, Any]) -> MemoryFeatures:
    """A memory as the detectors read it, from a row of `link/sketches`."""
    texts = {name: row["memory"][name] or "" for name in ("text", "title", "session_id", "project")}
    facts = stated_in(row["facts"])
    return value_of(
        MemoryFeatures, row["memory"], **texts, asks=bool(row["asks"]), names=_names(row["names"]), facts=facts
    )


def _names(rows: Sequence[Mapping[str, Any]]) -> tuple[Named, ...]:
    """The entities of a memory, once each, whatever the number of chunks that name them."""
    by_id: dict[str, Named] = {}
    for row in rows:
        named = value_of(Named, row, starts=tuple(row.get("starts") or ()))
        if before := by_id.get(named.id):
            named = replace(
                named,
                name=min(named.name, before.name),
                about=named.about or before.about,
                titled=named.titled or before.titled,
                spoke=named.spoke and before.spoke,
                starts=(*before.starts, *named.starts),
            )
        by_id[named.id] = named
    return tuple(by_id[identity] for identity in sorted(by_id))


def stated_in(rows: Sequence[Mapping[str, Any]]) -> tuple[Stated, ...]:
    """The facts of some rows; one that cannot be read is left out, or the queue of every user would stand still."""
    facts: list[Stated] = []
    for row in rows:
        try:
            facts.append(_stated_of(row))
        except (TypeError, ValueError, AttributeError) as error:
            _LOG.warning("fact %s cannot be read: %s", row["id"], type(error).__name__)
    return tuple(facts)


def _stated_of(row: Mapping[str, Any]) -> Stated:
    """A fact as detectors and inference read it."""
    return value_of(
        Stated,
        row,
        memory_id=row["id"].partition(".")[0],
        outlasts=frozenset(row.get("outlasts") or ()),
        ended=bool(row.get("ended")),
        sentence=row.get("start"),
    )
