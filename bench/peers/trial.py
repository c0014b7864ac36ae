"""One peer on one set: begun on an empty server, warmed, then corpus after corpus ingested, asked and cleared away."""

import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from api.settings import settings as read_settings
from bench import quality
from bench.peers.environments import ADAPTERS, interpreter
from bench.peers.exchange import Adapter
from bench.peers.material import Material, asked_rows, written
from bench.peers.peers import Peer
from bench.peers.report import Ingested, Measured
from bench.peers.server import Server, bytes_used, fresh
from bench.sets import EvalQuestion
from extraction.encoder import Embeds

ROOT = Path(__file__).parents[2]
_LIMIT = 10
_WARM_TURNS = 200
_WARM_QUESTIONS = 20
_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SSL_CERT_FILE")
_SILENT = {"GRAPHITI_TELEMETRY_ENABLED": "false", "DO_NOT_TRACK": "1"}


@dataclass(frozen=True, slots=True)
class Bench:
    """What every trial of a set shares: the encoder and its measured texts a second, and where environments lie."""

    name: str
    embedder: Embeds
    encoder_rate: float
    cache: Path

    @property
    def home(self) -> Path:
        """The folder of the server, which every trial begins empty."""
        return self.cache / "neo4j"


def measured(bench: Bench, peer: Peer, given: Sequence[Material]) -> dict[str, Measured]:
    """Every way of asking one peer, by its label. Raises PeerFailed."""
    with _begun(bench, peer) as trial:
        return trial.all(given)


def bytes_a_message(bench: Bench, peer: Peer, one: Material) -> float:
    """What a message takes on the disk: how much the store grows by a corpus, each time read from a stopped server."""
    with _begun(bench, peer) as trial:
        trial.opened(one)
    empty = bytes_used(bench.home)
    with _begun(bench, peer) as trial:
        trial.opened(one)
        trial.ingested(one)
    return (bytes_used(bench.home) - empty) / len(one.turns)


@contextmanager
def _begun(bench: Bench, peer: Peer) -> Generator["_Trial"]:
    python = str(interpreter(peer.adapter, bench.cache)) if peer.installed else sys.executable
    command = [python, str(ADAPTERS / f"{peer.adapter}.py")]
    log = bench.cache / f"{peer.name}.log"
    with (
        tempfile.TemporaryDirectory() as folder,
        fresh(read_settings().local, bench.home) as server,
        Adapter(command, _environment(peer), Path(folder), log, bench.embedder) as adapter,
    ):
        yield _Trial(bench, peer, server, adapter, Path(folder))


def _environment(peer: Peer) -> dict[str, str]:
    """What a peer's process is told of this one: nothing that could meet its own packages or reach a paid service."""
    passed = {key: os.environ[key] for key in _PASSED_ON if key in os.environ}
    if not peer.installed:
        ours = {key: value for key, value in os.environ.items() if key.startswith("ENISHI_")}
        passed |= ours | {"PYTHONPATH": str(ROOT)}
    return passed | _SILENT


class _Trial:
    def __init__(self, bench: Bench, peer: Peer, server: Server, adapter: Adapter, folder: Path) -> None:
        self._bench, self._peer = bench, peer
        self._server, self._adapter, self._folder = server, adapter, folder
        self._rankings: dict[str, list[tuple[EvalQuestion, Sequence[str]]]] = defaultdict(list)
        self._milliseconds: dict[str, list[float]] = defaultdict(list)
        self._crossed: dict[str, list[tuple[int, int]]] = defaultdict(list)

    def all(self, given: Sequence[Material]) -> dict[str, Measured]:
        """Every corpus in turn, alone in the database: the kindest case, in which nobody has to filter."""
        self.opened(given[0])
        self._warmed(given[0])
        went: list[Ingested] = []
        for one in given:
            went.append(self._counted(self.ingested(one), len(one.turns)))
            self._asked(one)
            self._cleared()
        whole = summed(went)
        return {label: self._way(way, whole) for label, way in self._peer.ways.items()}

    def opened(self, one: Material) -> None:
        """Tells the peer where the database is and what kind of texts will come."""
        address = self._server.address
        self._adapter.told(
            "open", uri=address.uri, user=address.user, password=address.password, kind=one.kind,
            language=one.language, dimensions=int(one.turn_vectors.shape[1]),
        )  # fmt: skip

    def ingested(self, one: Material) -> Mapping[str, object]:
        """What the adapter tells of taking a corpus in."""
        return self._adapter.told("ingest", **written(self._folder, "turns", one.turns, one.turn_vectors))

    def _warmed(self, one: Material) -> None:
        """Plans, caches and worker processes exist before anything is timed, as in a server that has run a while."""
        first = written(self._folder, "warm", one.turns[:_WARM_TURNS], one.turn_vectors[:_WARM_TURNS])
        self._adapter.told("ingest", **first)
        rows, vectors = asked_rows(one.questions[:_WARM_QUESTIONS]), one.question_vectors[:_WARM_QUESTIONS]
        for way in self._peer.ways.values():
            self._adapter.told("ask", limit=_LIMIT, way=way, **written(self._folder, "asked", rows, vectors))
        self._cleared()

    def _counted(self, told: Mapping[str, object], messages: int) -> Ingested:
        given = {"given": messages / self._bench.encoder_rate, "own": None, "none": 0.0}[self._peer.vectors]
        return Ingested(
            messages,
            cast(float, told["seconds"]),
            None if given is None else given + cast(float, told["embedding_seconds"]),
            cast(int, told["statements"]),
            cast(int, told["trips"]),
        )

    def _asked(self, one: Material) -> None:
        """Asks everything twice: the first answers are ranked, the second are timed."""
        files = written(self._folder, "asked", asked_rows(one.questions), one.question_vectors)
        for way in self._peer.ways.values():
            first = self._adapter.told("ask", limit=_LIMIT, way=way, **files)
            ranked = cast("list[list[str]]", first["ranked"])
            self._rankings[way] += zip(one.questions, ranked, strict=True)
            again = self._adapter.told("ask", limit=_LIMIT, way=way, **files)
            self._milliseconds[way] += cast("list[float]", again["milliseconds"])
            self._crossed[way].append((cast(int, again["statements"]), cast(int, again["trips"])))

    def _cleared(self) -> None:
        if not self._adapter.told("clear")["cleared"]:
            self._server.emptied()

    def _way(self, way: str, went: Ingested) -> Measured:
        asked = len(self._milliseconds[way])
        statements, trips = (sum(counts) / asked for counts in zip(*self._crossed[way], strict=True))
        scored = quality.scores(self._bench.name, self._rankings[way])
        return Measured(scored, self._milliseconds[way], statements, trips, went)


def summed(parts: Sequence[Ingested]) -> Ingested:
    """How several corpora went in, as one."""
    spent = [part.vector_seconds for part in parts if part.vector_seconds is not None]
    return Ingested(
        sum(part.messages for part in parts),
        sum(part.seconds for part in parts),
        sum(spent) if spent else None,
        sum(part.statements for part in parts),
        sum(part.trips for part in parts),
    )
