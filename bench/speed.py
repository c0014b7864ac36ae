"""How fast the product remembers and recalls, beside the encoder or a bare query alone."""

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from api.app import store
from api.settings import settings as read_settings
from bench.measures import milliseconds, percentile
from bench.server import processor_seconds
from bench.sets import chatter, talks
from extraction.draft_reading import indexed_form
from extraction.encoder import open_embedder
from extraction.settings.encoder import VectorSettings
from extraction.text.language import language_of
from extraction.text.words import query_words
from graph.db.rows import facets, lucene_among, quoted
from graph.db.store import Store, counted
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode

_INGESTED = 2_000
_WARM = 200
_USERS = 20
_ASKED = 200
_BATCH = 200
_SAVED: Final = 100
_STEADY_S: Final = 20
_STEADY_A_SECOND: Final = 5
"""Questions a second of the steady demand; every fifth time a memory is saved besides."""


def ingest(knowledge: Knowledge, user: str, data: Path, name: str, split: str) -> dict[str, object]:
    """Memories a second with everything on, the encoder's own rate in the same run, and round trips a batch."""
    drafts = _english(data, split) if name == "ingest-en" else chatter(data, "scale_ja_realpersonachat", _INGESTED)
    # Warm: processes started, models loaded, statements planned; none of that is paid for twice.
    _drained(knowledge, f"{user}-{name}-warm", drafts[:_WARM])
    # The same texts as the product embeds: a turn with its date and speaker.
    encoder = encoder_rate([indexed_form(draft, draft.text, language_of(draft.text)) for draft in drafts])
    with counted() as trips:
        started = time.perf_counter()
        count = _drained(knowledge, f"{user}-{name}", drafts)
        seconds = time.perf_counter() - started
    batches = -(-len(drafts) // _BATCH)
    rate = count / seconds
    return {
        "memories_per_s": round(rate, 1),
        "encoder_texts_per_s": round(encoder, 1),
        "share_of_encoder": round(100 * rate / encoder, 1),
        "round_trips_per_batch": round(trips.count / batches, 2),
    }


def _english(data: Path, split: str) -> list[Draft]:
    return [draft for corpus in talks(data, "locomo", split) for _, draft in corpus.drafts][:_INGESTED]


def _drained(knowledge: Knowledge, user: str, drafts: Sequence[Draft]) -> int:
    outcomes = knowledge.remember_many(user, drafts, batch_size=_BATCH)
    return sum(outcome.remembered is not None for outcome in outcomes)


def encoder_rate(texts: Sequence[str], processes: int = 2) -> float:
    """Texts a second of the encoder alone, one thread a process, after each process has warmed up."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        list(pool.map(_encode, [list(texts[:50])] * (2 * processes)))
        units = [list(texts[place : place + 100]) for place in range(0, len(texts), 100)]
        started = time.perf_counter()
        count = sum(pool.map(_encode, units))
        return count / (time.perf_counter() - started)


_embedders: list[object] = []


def _encode(texts: list[str]) -> int:
    if not _embedders:
        _embedders.append(open_embedder(VectorSettings()))
    embedder = _embedders[0]
    return len(embedder.passages(texts))  # type: ignore[attr-defined]


def latency(knowledge: Knowledge, user: str, data: Path, size: int) -> dict[str, object]:
    """Milliseconds of one client's hybrid recall with `size` memories of 20 users, with and without the embedding.

    `bare_*` is a hand-written statement, vectors and full text of one user united, timed in the same run. `save_*` are
    of one memory saved and understood, `processor_share` is percent of all cores under a steady demand.
    """
    drafts = chatter(data, "scale_en_sgd", size)
    share = -(-len(drafts) // _USERS)
    for number in range(_USERS):
        _drained(knowledge, f"{user}-latency-{number}", drafts[number * share : (number + 1) * share])
    questions = list(questions_of(drafts[:share]))
    owner = f"{user}-latency-0"
    whole, search, bare = timed(knowledge, owner, questions)
    fresh = iter(chatter(data, "scale_ja_realpersonachat", 2 * _SAVED))
    # The first ten warm statements.
    saved = [milliseconds(lambda: knowledge.remember(owner, next(fresh))) for _ in range(_SAVED + 10)][10:]
    return {
        "memories": len(drafts),
        "p50_ms": round(percentile(whole, 0.5), 1),
        "p95_ms": round(percentile(whole, 0.95), 1),
        "search_p50_ms": round(percentile(search, 0.5), 1),
        "search_p95_ms": round(percentile(search, 0.95), 1),
        "bare_p50_ms": round(percentile(bare, 0.5), 1),
        "bare_p95_ms": round(percentile(bare, 0.95), 1),
        "ratio_to_bare_p50": round(percentile(search, 0.5) / percentile(bare, 0.5), 2),
        "save_p50_ms": round(percentile(saved, 0.5), 1),
        "save_p95_ms": round(percentile(saved, 0.95), 1),
        "processor_share": _processor_share(knowledge, owner, questions, fresh),
    }


def _processor_share(knowledge: Knowledge, owner: str, questions: Sequence[str], fresh: Iterator[Draft]) -> float:
    """Percent of all cores that a steady demand takes, this process and the database together."""
    spent, began = processor_seconds(), time.perf_counter()
    for number in range(_STEADY_S * _STEADY_A_SECOND):
        knowledge.recall(owner, questions[number % len(questions)])
        if number % _STEADY_A_SECOND == 0:
            knowledge.remember(owner, next(fresh))
        time.sleep(max(0.0, began + (number + 1) / _STEADY_A_SECOND - time.perf_counter()))
    seconds = time.perf_counter() - began
    return round(100 * (processor_seconds() - spent) / seconds / (os.cpu_count() or 1), 1)


def bare_query(user_id: str, text: str) -> str:
    """The plainest full-text query over our index: any word of a question among a user's chunks.

    Words as the index has them: of what is written without spaces nothing else would be found. Where a question has
    none of them it is asked as it stands.
    """
    terms = " ".join(quoted(word) for word in query_words(text, language_of(text)).words or [text.lower()])
    return lucene_among(terms, user_id, facets(user_id, Filters()))


def questions_of(drafts: Sequence[Draft]) -> Iterator[str]:
    asked = [draft.text for draft in drafts if draft.text.endswith("?")] or [draft.text for draft in drafts]
    step = max(1, len(asked) // _ASKED)
    yield from asked[::step][:_ASKED]


def timed(knowledge: Knowledge, owner: str, questions: Sequence[str]) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of each recall, of its search alone, and of the bare query, in turns: a machine's speed drifts."""
    chosen = read_settings()
    embedder = open_embedder(chosen.extraction.vectors)
    bench: Store = store(chosen)
    whole: list[float] = []
    search: list[float] = []
    bare: list[float] = []
    try:
        for text in [*questions[:20], *questions]:
            recalled = knowledge.recall(owner, text, mode=Mode.HYBRID)
            whole.append(recalled.milliseconds["total"])
            search.append(recalled.milliseconds["search"])
            vector = embedder.queries([text])[0].tolist()
            words = bare_query(owner, text)
            started = time.perf_counter()
            bench.read("recall/bare", user_id=owner, vector=vector, query=words, candidates=100)
            bare.append(1000 * (time.perf_counter() - started))
    finally:
        bench.close()
    # The first twenty warm plans and caches.
    return whole[20:], search[20:], bare[20:]
