"""Real talk in any amount for benchmarks of scale: the load corpora, then again with other people and other dates."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import zip_longest
from pathlib import Path

from bench.sets import dialogues
from graph.model.draft import Draft

CORPORA = ("scale_en_sgd", "scale_ja_realpersonachat")
"""312,248 English turns in 17,193 talks and 408,619 Japanese ones in 13,583."""
_ROUND_DAYS = 400


def talks_without_end(data: Path) -> Iterator[list[Draft]]:
    """Talk after talk, English and Japanese in turns; each later round of the corpora renames and dates them anew."""
    turn = 0
    while True:
        for talks in zip_longest(*(dialogues(data, name) for name in CORPORA)):
            yield from ([_again(draft, turn) for draft in talk] for talk in talks if talk)
        turn += 1


def _again(draft: Draft, turn: int) -> Draft:
    """The turn of a talk as it is told in a later round: no text is repeated by the same people at the same time."""
    if not turn or draft.occurred_at is None:
        return draft
    return replace(
        draft,
        speaker=f"{draft.speaker} {turn + 1}",
        session_id=f"{draft.session_id}-{turn + 1}",
        occurred_at=draft.occurred_at + timedelta(days=turn * _ROUND_DAYS),
    )


def blocks(data: Path, *, size: int, others: int) -> Iterator[dict[int, list[Draft]]]:
    """The talks in blocks of at least `size` turns, by user: every second talk is of user 0, the rest of `others`.

    A talk is of one user and in one block. The same blocks come at every call.
    """
    block: dict[int, list[Draft]] = {}
    count = 0
    for number, talk in enumerate(talks_without_end(data)):
        # English and Japanese come in turns: owners change every two talks, or one of them would have no Japanese.
        pair = number // 2
        owner = 0 if pair % 2 == 0 else 1 + (pair // 2) % others
        block.setdefault(owner, []).extend(talk)
        count += len(talk)
        if count >= size:
            yield block
            block, count = {}, 0
