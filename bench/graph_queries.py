"""How fast a large graph of entities answers: neighbours, paths, the part to be drawn, figures of the whole.

A made graph of one user, written by the statements of an import: each relation goes from any entity to one that is
drawn by the square of a random number, so that few have very many. It has no memories and no facts behind it: what is
measured is the graph, and not what reading made of it. Entities are asked for by id and by name in turns.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final, TypeVar

import numpy as np

from api.app import store
from api.settings import settings as read_settings
from bench.measures import milliseconds, percentile
from graph.db.store import Store
from graph.knowledge import Knowledge
from graph.model.network import Centrality, PathKind

SET: Final = "graph-queries"
PER_ENTITY: Final = 5
"""Relations an entity."""
_TYPES: Final = (
    "KNOWS", "WORKS_FOR", "LOCATED_IN", "RELATES_TO", "PART_OF", "COLLEAGUE", "OWNERSHIP", "LEADS",
)  # fmt: skip
_BATCH: Final = 5_000
_ASKED: Final = 60
_DRAWN: Final = 500
T = TypeVar("T")


def measured(knowledge: Knowledge, user: str, size: int) -> dict[str, object]:
    """Makes a graph of so many entities, five relations each, and measures it; it is taken away at the end."""
    knowledge.ready()
    began = time.perf_counter()
    kept = store(read_settings())
    relations = filled(kept, user, size)
    kept.close()
    filled_s = round(time.perf_counter() - began, 1)
    try:
        return {"entities": size, "relations": relations, "filled_s": filled_s, **answered(knowledge, user, size)}
    finally:
        knowledge.forget_user(user)


def filled(kept: Store, user: str, size: int) -> int:
    """Writes the graph; how many relations it has."""
    now, numbers = datetime.now(UTC), np.random.default_rng(1)
    kept.write("transfer/begin", user_id=user, digest=f"made of {size}", now=now)
    common = {"user_id": user, "validation_status": "unvalidated", "first_seen": now, "last_seen": now}
    nodes = [
        {
            "ref": str(place), "labels": ["Entity", "Person"], "vector": None,
            "properties": {
                **common, "id": _identity(place), "name": _name(place), "key": _name(place).lower(), "kind": "Person",
                "type": "Person", "aliases": [], "confidence": 0.9, "mention_count": 1 + 1_000 // (1 + place),
            },
        }
        for place in range(size)
    ]  # fmt: skip
    ends = numbers.integers(0, size, PER_ENTITY * size), (size * numbers.random(PER_ENTITY * size) ** 2).astype(int)
    seen: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    ties: list[dict[str, object]] = []
    for number, (source, target) in enumerate(zip(*(end.tolist() for end in ends), strict=True)):
        kind = _TYPES[number % len(_TYPES)]
        if source == target or kind in seen[source, target]:
            continue
        seen[source, target].add(kind)
        sure = 0.3 + 0.7 * float(numbers.random())
        relation = {
            **common,
            "predicate": "know",
            "evidence_count": 1,
            "confidence": sure,
            "surest": sure,
            "weight": 0.5,
        }
        ties.append({"from": str(source), "to": str(target), "type": kind, "properties": relation})
    step = 0
    for name, key, rows in (("transfer/nodes", "nodes", nodes), ("transfer/ties", "ties", ties)):
        for first in range(0, len(rows), _BATCH):
            step += 1
            kept.write(name, user_id=user, step=step, **{key: rows[first : first + _BATCH]})
    kept.batch("transfer/unmark", user_id=user)
    kept.write("transfer/end", user_id=user, properties={"writes": 1})
    return len(ties)


def answered(knowledge: Knowledge, user: str, size: int) -> dict[str, object]:
    """Milliseconds of each query over entities of all degrees, and seconds of figures of the whole."""
    graph, network = knowledge.graph(user), knowledge.network(user)
    places = np.random.default_rng(3).integers(0, size, 2 * (_ASKED + 5)).tolist()
    called = [_identity(place) if number % 2 else _name(place) for number, place in enumerate(places)]
    pairs = list(zip(called[::2], called[1::2], strict=True))
    result = {
        **_timed("neighbours_2", lambda pair: graph.neighbours(pair[0], depth=2), pairs),
        **_timed("shortest", lambda pair: graph.paths(*pair), pairs),
        **_timed("strongest", lambda pair: graph.paths(*pair, kind=PathKind.STRONGEST), pairs),
    }
    began = time.perf_counter()
    network.snapshot(limit=_DRAWN)
    result["first_snapshot_s"] = _since(began)
    result |= _timed("snapshot", lambda _: network.snapshot(limit=_DRAWN), range(25))
    # Who asks for what is unsure as well comes by turns with who does not: the page and an agent.
    turns = (0.0, 0.5) * 8
    result |= _timed("alternating", lambda least: network.snapshot(limit=_DRAWN, min_confidence=least), turns)
    began = time.perf_counter()
    network.central(Centrality.DEGREE)
    result["read_whole_s"] = _since(began)
    for name, ask in (("pagerank_s", lambda: network.central()), ("communities_s", lambda: network.communities())):
        began = time.perf_counter()
        ask()
        result[name] = _since(began)
    return result


def _timed(name: str, ask: Callable[[T], object], asked: Sequence[T]) -> dict[str, object]:
    """Milliseconds of each question but the first five, which warm plans and caches."""
    spent = [milliseconds(partial(ask, about)) for about in asked]
    return {f"{name}_p{share}_ms": round(percentile(spent[5:], share / 100), 1) for share in (50, 95)}


def _since(began: float) -> float:
    return round(time.perf_counter() - began, 2)


def _identity(place: int) -> str:
    return f"{place:08x}-0000-4000-8000-000000000000"


def _name(place: int) -> str:
    return f"Entity {place}"
