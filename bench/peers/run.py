"""Runs memories side by side: the same Neo4j, texts, vectors and questions, each in an environment of its own, no LLM.

Usage: python -m bench.peers.run [--sets locomo …] [--peers enishi …] [--data DIR] [--split dev]
[--limit CORPORA] [--turns MOST] [--cache DIR] [--json OUT]. Prints the table and the notes that belong to it.
"""

import argparse
import json
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from filelock import FileLock
from platformdirs import user_cache_path

from api.settings import settings as read_settings
from bench import speed
from bench.peers.exchange import PeerFailed
from bench.peers.material import Material, material
from bench.peers.peers import PEERS, Peer
from bench.peers.report import Row, record, table
from bench.peers.trial import Bench, bytes_a_message, measured
from bench.sets import PASSAGES, TALKS, corpora
from extraction.encoder import Embeds, open_embedder


def main() -> None:
    """Measures peer after peer on set after set; one that fails is told of and the rest goes on."""
    arguments = _arguments()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    # Ended from outside, it still stops the server it started.
    signal.signal(signal.SIGTERM, _ended)
    with FileLock(arguments.cache / "running.lock"):  # one server, one run at a time
        _run(arguments)


def _ended(_signal: int, _frame: object) -> None:
    sys.exit(143)


def _run(arguments: argparse.Namespace) -> None:
    peers = [peer for peer in PEERS if peer.name in arguments.peers]
    embedder = open_embedder(read_settings().extraction.vectors)
    rows = {label: Row(label, peer.entities) for peer in peers for label in peer.ways}
    for name in arguments.sets:
        bench, given = _prepared(name, arguments, embedder)
        for peer in peers:
            print(f"{name}, {peer.name} …", file=sys.stderr, flush=True)
            _try(bench, peer, given, rows, disk=name == arguments.sets[0])
            _keep(arguments.json, rows)
    print(table(list(rows.values()), arguments.sets))
    for peer in peers:
        print(f"\n{peer.name}\n" + "\n".join(f"- {note}" for note in peer.notes))


def _prepared(name: str, arguments: argparse.Namespace, embedder: Embeds) -> tuple[Bench, list[Material]]:
    kept = corpora(arguments.data, name, arguments.split)[: arguments.limit]
    given = [material(name, corpus, embedder, arguments.turns) for corpus in kept]
    texts = [str(turn["text"]) for one in given for turn in one.turns]
    bench = Bench(name, embedder, speed.encoder_rate(texts), arguments.cache)
    print(f"{name}: {len(texts)} texts, the encoder makes {bench.encoder_rate:.0f} a second", file=sys.stderr)
    return bench, given


def _try(bench: Bench, peer: Peer, given: Sequence[Material], rows: Mapping[str, Row], *, disk: bool) -> None:
    try:
        found = measured(bench, peer, given)
        each = bytes_a_message(bench, peer, given[0]) if disk else None
    except PeerFailed as failure:
        print(f"{peer.name}: {failure}", file=sys.stderr, flush=True)
        for label in peer.ways:
            rows[label].failed[bench.name] = str(failure)
        return
    for label, one in found.items():
        rows[label].sets[bench.name] = one
        rows[label].bytes_each = each or rows[label].bytes_each


def _keep(path: Path | None, rows: Mapping[str, Row]) -> None:
    if path:
        path.write_text(json.dumps(record(list(rows.values())), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [peer.name for peer in PEERS]
    parser.add_argument("--sets", nargs="+", default=["locomo"], choices=(*TALKS, *PASSAGES), metavar="SET")
    parser.add_argument("--peers", nargs="+", default=names, choices=names, metavar="PEER", help=", ".join(names))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--split", default="dev", choices=("dev", "heldout"), help="which part of the sets")
    parser.add_argument("--limit", type=int, help="corpora (conversations) of each set; all unless told")
    parser.add_argument("--turns", type=int, help="documents of each corpus; questions they cannot answer are left out")
    parser.add_argument("--cache", type=Path, default=user_cache_path("enishi") / "peers", help="environments, logs")
    parser.add_argument("--json", type=Path, help="file to write everything measured to")
    return parser.parse_args()


if __name__ == "__main__":
    main()
