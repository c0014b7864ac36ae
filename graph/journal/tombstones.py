"""Tombstones: marks of what a person took away, by hashes alone, and who may say it anew.

    forgotten, no longer true     the text, wherever it comes from
    replaced by an edit           the text as its source had it, at its time
    a rejected relation           its type and each pair of names of its two ends

What comes back by itself (an ingest, a sync, an import) meets the mark and is refused. A person who says it anew lifts
it. A model does not, nor a file: they lift a mark only where they set it.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import islice, product
from typing import Final

from graph.db.row import Row
from graph.db.rows import draft_of, memory_of, still_there
from graph.db.store import Runs
from graph.db.type_catalogue import SYMMETRIC
from graph.errors import Conflict
from graph.intake.rejected_text import rejection_key, relation_key
from graph.journal.actor import is_unattended
from graph.model.draft import Draft
from graph.model.life.journal import Act

_PAIRS_MOST: Final = 400
"""Pairs of names by which one rejected relation is known again."""


def rejection_of(user_id: str, draft: Draft) -> str:
    """The key by which the text of a draft is known again once a person has taken it away."""
    return rejection_key(
        user_id, draft.text, speaker=draft.speaker, session_id=draft.session_id, occurred_at=draft.occurred_at
    )


def replacement_of(user_id: str, draft: Draft) -> str:
    """The key by which a text is known again that a person replaced: as its source had it, at its time.

    The same words of another day or place are other words: a diary may say again what was corrected elsewhere.
    """
    occurred = draft.occurred_at.isoformat() if draft.occurred_at is not None else ""
    return rejection_key(
        user_id, draft.text, speaker=draft.speaker, session_id=draft.session_id, occurred_at=draft.occurred_at,
        place=f"{draft.source or ''}\n{occurred}",
    )  # fmt: skip


def keys_of(user_id: str, draft: Draft, *, by_itself: bool) -> set[str]:
    """The keys by which a text may be refused; where it comes `by_itself`, a turn by its words alone too.

    A note that was taken away does not come back as what somebody says in a talk, unless a person says it there.
    """
    keys = {rejection_of(user_id, draft), replacement_of(user_id, draft)}
    return keys | {rejection_of(user_id, replace(draft, speaker=None))} if by_itself else keys


def forgotten() -> Conflict:
    """What is said of a text that does not come back by itself."""
    return Conflict(
        "This text was forgotten, corrected or marked as no longer true, and does not come back by itself. To keep it "
        "after all, a person remembers it by itself: enishi remember.",
        forgotten=True,
    )


def rejected(runs: Runs, user_id: str, memory_id: str, act: Act, now: datetime) -> None:
    """Marks the text of a memory as taken away, inside the transaction that does it."""
    for row in still_there(runs("memory/by_ids", {"user_id": user_id, "ids": [memory_id]})):
        raised(runs, user_id, [rejection_of(user_id, draft_of(memory_of(row["memory"]), titled=False))], act, now)


def replaced(runs: Runs, user_id: str, before: Draft, after: Draft, now: datetime) -> None:
    """Marks a text that a person put other words in the place of, where these say more than other signs between them.

    What a model puts there is no correction: the source may say it again.
    """
    key = replacement_of(user_id, before)
    if not is_unattended() and key != replacement_of(user_id, replace(before, text=after.text)):
        raised(runs, user_id, [key], Act.EDITED, now)


def raised(runs: Runs, user_id: str, keys: Iterable[str], act: Act, now: datetime) -> None:
    """Sets marks, inside the transaction that takes away what they stand for."""
    marks: Row = {"keys": list(keys), "kind": act.value, "unattended": is_unattended(), "now": now}
    runs("tombstone/raise", {"user_id": user_id, **marks})


def lifted(runs: Runs, user_id: str, keys: Iterable[str]) -> None:
    """Takes marks away, since somebody says it anew. Raises Conflict where nobody does who took it away."""
    if runs("tombstone/lift", {"user_id": user_id, "keys": list(keys), "unattended": is_unattended()})[0]["standing"]:
        raise forgotten()


def relation_keys(user_id: str, kind: str, sources: Iterable[str], targets: Iterable[str]) -> list[str]:
    """The keys by which a relation is known again, whichever of their names its ends are called by next time."""
    pairs = islice(product(sorted(sources), sorted(targets)), _PAIRS_MOST)
    return sorted({_relation_key(user_id, kind, source, target) for source, target in pairs})


def fact_keys(user_id: str, facts: Iterable[Row]) -> list[Row]:
    """Facts that are written, with the key by which each may be known as a rejected relation."""
    return [
        {
            "id": fact["id"],
            "key": _relation_key(user_id, str(fact["type"]), str(fact["subject_key"]), str(fact["object_key"])),
        }
        for fact in facts
    ]


def _relation_key(user_id: str, kind: str, source: str, target: str) -> str:
    return relation_key(user_id, kind, source, target, symmetric=kind in SYMMETRIC)
