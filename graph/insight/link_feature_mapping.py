"""Maps rows of memories and facts to the features that detectors and inference read; pure."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

from graph.db.rows import moment
from graph.insight.link_features import MemoryFeatures, Named, Stated
from graph.model.types import EntityType

_LOG: Final = logging.getLogger(__name__)


def features_of(row: Mapping[str, Any]) -> MemoryFeatures:
    """A memory as the detectors read it, from a row of `link/sketches`."""
    memory = row["memory"]
    return MemoryFeatures(
        id=memory["id"],
        text=memory["text"] or "",
        title=memory["title"] or "",
        titled=bool(memory["titled"]),
        created_at=moment(memory["created_at"]),
        occurred_at=moment(memory["occurred_at"]) if memory["occurred_at"] else None,
        session_id=memory["session_id"] or "",
        project=memory["project"] or "",
        tags=tuple(memory["tags"] or ()),
        speaker=memory["speaker"],
        asks=bool(row["asks"]),
        names=_names(row["names"]),
        facts=stated_in(row["facts"]),
    )


def _names(rows: Sequence[Mapping[str, Any]]) -> tuple[Named, ...]:
    """The entities of a memory, once each, whatever the number of chunks that name them."""
    by_id: dict[str, Named] = {}
    for row in rows:
        before = by_id.get(row["id"])
        by_id[row["id"]] = Named(
            id=row["id"],
            name=min(row["name"], before.name) if before else row["name"],
            type=EntityType(row["type"]),
            count=row["count"],
            about=row["about"] or (before is not None and before.about),
            titled=row["titled"] or (before is not None and before.titled),
            spoke=row["spoke"] and (before is None or before.spoke),
        )
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
    return Stated(
        id=row["id"],
        memory_id=row["id"].partition(".")[0],
        type=row["type"],
        lemma=row["lemma"],
        polarity=row["polarity"],
        modality=row["modality"],
        past=bool(row["past"]),
        confidence=row["confidence"],
        valid_from=moment(row["valid_from"]),
        valid_to=moment(row["valid_to"]),
        subject=row["subject"],
        subject_name=row["subject_name"],
        subject_type=EntityType(row["subject_type"]),
        object=row["object"],
        object_name=row["object_name"],
        object_type=EntityType(row["object_type"]),
        outlasts=frozenset(row.get("outlasts") or ()),
        ended=bool(row.get("ended")),
        sentence=row.get("start"),
    )
