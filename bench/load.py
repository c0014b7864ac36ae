"""Fifty clients at once, in this process and through REST, with and without an ingest beside them, and a bare query."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, cycle, islice
from pathlib import Path
from typing import Final

import httpx

from api.app import store
from api.settings import settings as read_settings
from bench.measures import percentile
from bench.sets import chatter
from bench.speed import bare_query
from extraction.encoder import open_embedder
from graph.knowledge import Knowledge
from graph.model.draft import Draft

CLIENTS: Final = 50
_USERS: Final = 20
_SEARCHES: Final = 1_000
"""Searches of each measurement, all clients together."""
_WARM: Final = 100
_BATCH: Final = 200
_READY_S: Final = 180

Ask = Callable[[int], object]
"""Asks the n-th question; what it raises is counted as an error."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One search: when it began, how long it took, both in seconds, and whether it was answered."""

    began: float
    took: float
    good: bool


def load(knowledge: Knowledge, user: str, data: Path, size: int) -> dict[str, object]:
    """Searches a second and milliseconds under 50 clients with `size` memories of 20 users.

    `bare` is the hand-written statement under as many clients, its questions embedded beforehand. `growth` is p95 of
    the last third over p95 of the first: above 1 a queue grows. `during_ingest` are the same with an ingest beside, and
    `warm` the same at the end, when the server has compiled what it runs most.
    """
    drafts = chatter(data, "scale_en_sgd", size + _SEARCHES)
    share = -(-size // _USERS)
    owners = [f"{user}-load-{number}" for number in range(_USERS)]
    for number, owner in enumerate(owners):
        _drain(knowledge, owner, drafts[number * share : (number + 1) * share])
    asked = _questions(owners, drafts[:size], share)
    extra = chatter(data, "scale_ja_realpersonachat", 50_000)
    result: dict[str, object] = {"memories": size, "clients": CLIENTS}

    def recall(number: int) -> object:
        owner, text = asked[number % len(asked)]
        return knowledge.recall(owner, text)

    result["bare"] = _bare(asked)
    result["in_process"] = measured(recall)
    with ingesting(lambda batch: _drain(knowledge, f"{user}-load-extra", batch), extra) as kept:
        result["in_process_during_ingest"] = measured(recall)
    result["ingested_per_s_during_searches"] = kept()
    with served() as url, _Door(url) as door:

        def ask(number: int) -> object:
            owner, text = asked[number % len(asked)]
            return door.recall(owner, text)

        result["rest"] = measured(ask)
        with ingesting(lambda batch: door.remember(f"{user}-load-more", batch), extra) as kept:
            result["rest_during_ingest"] = measured(ask)
        result["rest_ingested_per_s_during_searches"] = kept()
    result["bare_warm"] = _bare(asked)
    result["in_process_warm"] = measured(recall)
    return result


def measured(ask: Ask, *, clients: int = CLIENTS, searches: int = _SEARCHES) -> dict[str, float]:
    """What so many clients met, each asking its next question as soon as the last is answered."""
    crowded(ask, clients, _WARM)
    answered = sorted(crowded(ask, clients, searches), key=lambda one: one.began)
    seconds = max(one.began + one.took for one in answered) - answered[0].began
    good = [1000 * one.took for one in answered if one.good]
    third = len(answered) // 3
    first, last = ([1000 * one.took for one in part] for part in (answered[:third], answered[-third:]))
    return {
        "per_s": round(len(good) / seconds, 1),
        "p50_ms": round(percentile(good, 0.50), 1),
        "p95_ms": round(percentile(good, 0.95), 1),
        "p99_ms": round(percentile(good, 0.99), 1),
        "errors": len(answered) - len(good),
        "growth": round(percentile(last, 0.95) / percentile(first, 0.95), 2),
    }


def crowded(ask: Ask, clients: int, searches: int) -> list[Answered]:
    """All searches of a crowd of threads that begin together."""
    numbers = iter(range(searches))
    lock = threading.Lock()
    start = threading.Barrier(clients)
    answered: list[Answered] = []

    def run() -> None:
        start.wait()
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            began = time.perf_counter()
            try:
                ask(number)
                good = True
            except Exception as error:  # noqa: BLE001  what a client meets is counted, whatever it is
                print(f"search {number}: {type(error).__name__}: {error}", file=sys.stderr)
                good = False
            answered.append(Answered(began, time.perf_counter() - began, good))

    threads = [threading.Thread(target=run) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answered


@contextmanager
def ingesting(keep: Callable[[Sequence[Draft]], object], drafts: Sequence[Draft]) -> Generator[Callable[[], float]]:
    """Remembers drafts batch by batch beside the block; the yielded call tells how many a second, once it is over."""
    ending = threading.Event()
    state = {"kept": 0, "seconds": 0.0}

    def run() -> None:
        started = time.perf_counter()
        for place in range(0, len(drafts), _BATCH):
            if ending.is_set():
                break
            keep(drafts[place : place + _BATCH])
            state["kept"] += len(drafts[place : place + _BATCH])
            state["seconds"] = time.perf_counter() - started

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield lambda: round(state["kept"] / state["seconds"], 1) if state["seconds"] else 0.0
    finally:
        ending.set()
        thread.join()


@contextmanager
def served() -> Generator[str]:
    """The address of the REST door in a process of its own, once it is ready."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # It remembers no question, as nobody here does: a question asked twice would flatter it.
    environment = os.environ | {"ENISHI_EXTRACTION__VECTORS__QUESTIONS_KEPT": "0"}
    command = [sys.executable, "-m", "api.commands", "serve", "--port", str(port)]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(10 * _READY_S):
            if server.poll() is not None or _ready(url):
                break
            time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait()


def _ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/ready", trust_env=False).is_success
    except httpx.TransportError:
        return False


class _Door:
    """The REST door as its clients use it: a connection a thread, kept open."""

    def __init__(self, url: str) -> None:
        self._client = httpx.Client(
            base_url=url, timeout=120, trust_env=False, limits=httpx.Limits(max_connections=2 * CLIENTS)
        )

    def __enter__(self) -> "_Door":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def recall(self, owner: str, text: str) -> object:
        reply = self._client.post("/api/recall", json={"question": text}, headers={"X-Enishi-User": owner})
        return reply.raise_for_status().json()

    def remember(self, owner: str, drafts: Sequence[Draft]) -> object:
        lines = "\n".join(json.dumps({"text": one.text, "speaker": one.speaker, "session_id": one.session_id})
                          for one in drafts)  # fmt: skip
        headers = {"X-Enishi-User": owner, "Content-Type": "application/x-ndjson"}
        reply = self._client.post("/api/memories:batch", params={"enrich": "now"}, content=lines, headers=headers)
        return reply.raise_for_status().json()


def _bare(asked: Sequence[tuple[str, str]]) -> dict[str, float]:
    chosen = read_settings()
    embedder = open_embedder(chosen.extraction.vectors)
    vectors = [vector.tolist() for vector in embedder.queries([text for _, text in asked])]
    bench = store(chosen)

    def ask(number: int) -> object:
        place = number % len(asked)
        owner, text = asked[place]
        words = bare_query(owner, text)
        return bench.read("recall/bare", user_id=owner, vector=vectors[place], query=words, candidates=100)

    try:
        return measured(ask)
    finally:
        bench.close()


def _drain(knowledge: Knowledge, user: str, drafts: Sequence[Draft]) -> None:
    for outcome in knowledge.remember_many(user, drafts, batch_size=_BATCH):
        if outcome.error is not None:
            raise outcome.error


def _questions(owners: Sequence[str], drafts: Sequence[Draft], share: int) -> list[tuple[str, str]]:
    """Questions of every user in turns, so that neighbours in time ask different graphs."""
    own: list[Iterator[str]] = []
    for number in range(len(owners)):
        texts = [draft.text for draft in drafts[number * share : (number + 1) * share]]
        own.append(cycle([text for text in texts if text.endswith("?")] or texts))
    turns = ((owners[number % len(owners)], next(own[number % len(owners)])) for number in count())
    return list(islice(turns, _SEARCHES))
