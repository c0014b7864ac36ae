"""How fast memories are rotated, and what it costs those who ask meanwhile: a plan, a rotation, the way back.

Made memories of one user, written straight into the graph with made vectors: half of them old, a word in ten of each
theirs alone. They have no entities and no facts: what is measured is rotation, and not what reading made of them.
"""

import random
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import numpy as np

from api.app import store
from api.settings import settings as read_settings
from bench.measures import milliseconds, percentile
from graph.db.fulltext_fields import words_field
from graph.db.rows import chunk_properties, memory_row
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.lifecycle.rotation_values import Trigger
from graph.model.draft import Draft
from graph.model.extraction import Chunk, DraftReading

PROJECTS: Final = 150
ROTATED: Final = 10_000
"""Memories that are old: the rotation archives them."""
_BATCH: Final = 500
_DIMENSIONS: Final = 384
_ASKED: Final = 100
_LAGS: Final = 30
_WORDS: Final = tuple(
    f"{first}{second}{third}"
    for first in ("ka", "to", "mi", "ber", "lun")
    for second in ("ra", "no", "sel")
    for third in ("th", "da")
)


def measured(knowledge: Knowledge, user: str, size: int) -> dict[str, object]:
    """Seconds of a plan, a rotation and its undoing; milliseconds of a recall beside it and in quiet, and their ratio.

    Quiet is before and after, the quicker of the two: right after so many writes indexes are still being merged.
    `lag` is how long after `remember` has returned a memory is found, `link` the linking of all of them.
    """
    knowledge.ready()
    began = time.perf_counter()
    filled(user, size)
    result: dict[str, object] = {"memories": size, "projects": PROJECTS, "filled_s": _since(began)}
    rotation = knowledge.rotation(user)
    ask = _asking(knowledge, user)
    for _ in range(_ASKED // 4):
        ask()
    before = _p95([milliseconds(ask) for _ in range(_ASKED)])
    began = time.perf_counter()
    plan = rotation.plan(triggers=[Trigger.AGE, Trigger.IMPORTANCE], limit=0)
    result |= {"dry_run_s": _since(began), "planned": plan.archive}
    with _beside(ask) as spent:
        began = time.perf_counter()
        run = rotation.run(triggers=[Trigger.AGE, Trigger.IMPORTANCE])
        result["rotation_s"] = seconds = _since(began)
    result |= {
        "archived": run.archived, "archived_per_s": round(run.archived / max(seconds, 0.001), 1), "ratio": run.ratio,
        "asked_meanwhile": len(spent), "during_p95_ms": (during := _p95(spent)),
    }  # fmt: skip
    quiet = min(before, _p95([milliseconds(ask) for _ in range(_ASKED)]))
    result |= {"quiet_p95_ms": quiet, "during_over_quiet": round(during / quiet, 2)}
    began = time.perf_counter()
    restored = rotation.restore(run=run.id).memories
    result |= {"restored": restored, "restore_s": _since(began)}
    lags = [_lag(knowledge, user, number) for number in range(_LAGS)]
    result |= {"lag_p50_ms": round(percentile(lags, 0.5), 1), "lag_p95_ms": _p95(lags)}
    # Last: what is linked is searched, rotated and forgotten otherwise.
    began = time.perf_counter()
    result |= {"links": knowledge.link(user).links, "link_s": _since(began)}
    for backup in rotation.backups():
        for path in (Path(backup.path), Path(f"{backup.path}.sha256")):
            path.unlink(missing_ok=True)
    knowledge.forget_user(user)
    return result


def filled(user: str, size: int) -> None:
    """Writes the memories by the statement by which the product stores them."""
    kept, draws, numbers = store(read_settings()), random.Random(7), np.random.default_rng(7)
    now = datetime.now(UTC)
    for first in range(0, size, _BATCH):
        rows = [
            _row(user, number, draws, numbers, now, old=number < min(ROTATED, size // 2))
            for number in range(first, min(size, first + _BATCH))
        ]
        _stored(kept, user, rows, now)
    kept.close()


def _stored(kept: Store, user: str, rows: Sequence[dict[str, object]], now: datetime) -> None:
    kept.write(
        "memory/store", user_id=user, memories=list(rows), ends=[], forgot_at=0, now=now,
        events=[], events_at=now, events_since=now, events_most=len(rows),
    )  # fmt: skip


def _row(
    user: str, number: int, draws: random.Random, numbers: np.random.Generator, now: datetime, *, old: bool
) -> dict[str, object]:
    words = [*draws.choices(_WORDS, k=draws.randint(12, 70)), f"w{number}x"]
    text = " ".join(words).capitalize() + "."
    days = draws.uniform(40, 400) if old else draws.uniform(0, 6)
    at = now - timedelta(days=days)
    draft = Draft(text=text, project=f"area/p{number % PROJECTS}", created_at=at)
    chunk = Chunk(ordinal=0, start=0, end=len(text), text=text, language="en", words=" ".join(words))
    reading = DraftReading(
        language="en", title=text[:40], summary=text[:80], micro_summary=text[:40], chunks=(chunk,), pinned=False
    )
    identity = f"{user}-{number:07d}"
    row = memory_row(identity, user, draft, reading, at, pending=False, twin=None)
    vector = numbers.normal(size=_DIMENSIONS)
    piece: dict[str, object] = {
        "id": f"{identity}.0000", "vector": (vector / np.linalg.norm(vector)).tolist(),
        "properties": {
            **chunk_properties(user, draft, chunk, at, None), words_field(user, "en", turn=False): chunk.words,
        },
    }  # fmt: skip
    return {**row, "chunks": [piece]}


def _asking(knowledge: Knowledge, user: str) -> Callable[[], object]:
    """Asks for other words each time."""
    draws = random.Random(11)
    return lambda: knowledge.recall(user, made_question(draws))


def made_question(draws: random.Random) -> str:
    """Four words that some of the made memories hold."""
    return " ".join(draws.sample(_WORDS, 4))


@contextmanager
def _beside(ask: Callable[[], object]) -> Generator[list[float]]:
    """One client that asks again and again while the block runs; the milliseconds of each question."""
    spent: list[float] = []
    ending = threading.Event()

    def asking() -> None:
        while not ending.is_set():
            spent.append(milliseconds(ask))

    client = threading.Thread(target=asking, daemon=True)
    client.start()
    try:
        yield spent
    finally:
        ending.set()
        client.join()


def _lag(knowledge: Knowledge, user: str, number: int) -> float:
    text = f"The lighthouse keeper number{number}y wrote it down."
    knowledge.remember(user, Draft(text=text))
    began = time.perf_counter()
    while all(text != hit.memory.text for hit in knowledge.recall(user, text, limit=3).hits):
        pass
    return 1_000 * (time.perf_counter() - began)


def _p95(spent: Sequence[float]) -> float:
    return round(percentile(spent, 0.95), 1)


def _since(began: float) -> float:
    return round(time.perf_counter() - began, 2)
