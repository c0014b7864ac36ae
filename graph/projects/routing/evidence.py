"""Reads what speaks for each project of a message: one statement, and the names and descriptions of the projects."""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from graph.db.filters import filter_row
from graph.db.row import Row
from graph.db.rows import lucene
from graph.db.store import Store
from graph.extractor import Extractor
from graph.model.extraction import Vector
from graph.model.filters import Filters
from graph.model.reading.question import Question
from graph.projects.routing.scoring import Evidence
from graph.recall.searches import WIDER, longer_keys
from graph.settings import GraphSettings

_SOME_PROJECT = [{"low": "\x01", "high": "\U0010ffff"}]
"""The range of all projects: no path is empty, and none begins with a control character."""
_NOTHING = "\x01"
_TALK_MOST = 8
"""Memories of a session that say what it is about, the newest first."""
_LATIN = re.compile(r"[a-z0-9]+")
_SHORT_NAME = 3
"""A name of fewer letters is none that a message could be known by: "a", "go"."""


def read_evidence(
    store: Store,
    extractor: Extractor,
    settings: GraphSettings,
    user_id: str,
    asked: Question,
    vector: Vector,
    session_id: str | None,
    audience: str | None,
    now: datetime,
) -> tuple[dict[str, Evidence], dict[str, str]]:
    """What speaks for each project of a user, and the descriptions of all projects by path.

    Where others read the answer (`audience`), only what they may see speaks, and projects of which they may see
    nothing are none.
    """
    routing = settings.routing
    filters = Filters(audience=audience)
    given: dict[str, object] = {
        "user_id": user_id, "filters": filter_row(filters) | {"project_ranges": _SOME_PROJECT},
        "vector": vector.tolist(),
        "query": lucene(asked.words, user_id, Filters(), pieces=asked.pieces) or _NOTHING,
        "neighbours": routing.neighbours, "keys": list(asked.keys), "longer": longer_keys(asked.candidates),
        "hub": settings.hub, "session_id": session_id or "", "talk_most": _TALK_MOST,
        "talked_since": _talked_since(routing.session_hours, now), "projects_most": routing.projects_most,
    }  # fmt: skip
    candidates = routing.neighbours * (WIDER if audience is not None else 1)
    rows = store.read("routing/evidence", candidates=candidates, **given)
    if audience is not None and sum(row["kind"] == "near" for row in rows) < routing.neighbours:
        # No index knows who may read a memory: what is private and nearer may have filled all that was looked at.
        rows = store.read("routing/evidence", candidates=candidates * WIDER, **given)
    descriptions = {row["path"]: row["detail"] for row in rows if row["kind"] == "project"}
    return evidence_of(rows, described(extractor, asked, descriptions), asked.text), descriptions


def _talked_since(hours: float | None, now: datetime) -> datetime:
    """From when on a session must have spoken to tell where its next message belongs."""
    return datetime.min.replace(tzinfo=UTC) if hours is None else now - timedelta(hours=hours)


def evidence_of(rows: Sequence[Row], described: Mapping[str, float], message: str) -> dict[str, Evidence]:
    """The evidence for each project that a row speaks of."""
    values: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    entities: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
    everywhere: Counter[str] = Counter()
    paths = dict.fromkeys(row["path"] for row in rows)
    for row in rows:
        if row["kind"] == "entity":
            everywhere[row["detail"]] += row["value"]
            entities[row["path"]].append((row["detail"], row["value"]))
        else:
            values[row["kind"], row["path"]].append(row["value"])
    names = named(message, list(paths))
    return {
        path: Evidence(
            cosines=tuple(values["near", path]),
            words=tuple(values["words", path]),
            entities=tuple((name, count / everywhere[name]) for name, count in entities[path]),
            named=names[path],
            described=described.get(path, 0.0),
            session=max(values["session", path], default=0.0),
        )
        for path in paths
    }


def described(extractor: Extractor, asked: Question, descriptions: Mapping[str, str]) -> dict[str, float]:
    """How much of a message's words stand in each description, rare ones more: Σ idf of those / Σ idf of all."""
    explained = [path for path, text in descriptions.items() if text]
    words = [word for word in asked.words if word not in asked.pieces]
    if not explained or not words:
        return {}
    held = [
        frozenset[str]().union(*sentences)
        for sentences in extractor.words_met(words, [descriptions[path] for path in explained])
    ]
    count = Counter(word for each in held for word in each)
    worth = {word: math.log(1 + len(explained) / (1 + count[word])) for word in dict.fromkeys(words)}
    total = math.fsum(worth.values())
    return {
        path: math.fsum(worth[word] for word in sorted(each)) / total
        for path, each in zip(explained, held, strict=True)
    }


def named(message: str, paths: Sequence[str]) -> dict[str, float]:
    """How much of its name a message calls each project by: 1 for its whole name or path, else 0.

    "shop-web" is called by "shop web", "ShopWeb" and "shop_web"; 認証基盤 wherever it stands. Where the names of two
    projects are called at one place, the longer is meant; where they are the same, both.
    """
    text = _folded(message)
    places = {path: _places(text, _folded(path.rpartition("/")[2])) for path in paths}
    taken = [place for each in places.values() for place in each]
    return {
        path: float(any(not any(_inside(place, other) for other in taken) for place in each))
        for path, each in places.items()
    }


def _places(text: str, name: str) -> list[tuple[int, int]]:
    parts = [part for part in re.split(r"[\s\-_.]+", name) if part]
    if len("".join(parts)) < (_SHORT_NAME if name.isascii() else 2):
        return []
    pattern = r"[\s\-_.]?".join(map(re.escape, parts))
    if _LATIN.fullmatch(parts[0][0]):
        pattern = r"(?<![a-z0-9])" + pattern
    if _LATIN.fullmatch(parts[-1][-1]):
        pattern += r"(?![a-z0-9])"
    return [match.span() for match in re.finditer(pattern, text)]


def _inside(place: tuple[int, int], other: tuple[int, int]) -> bool:
    return place != other and other[0] <= place[0] and place[1] <= other[1]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
