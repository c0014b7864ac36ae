"""How the product behaves while its memories grow to a million: `python -m bench.scale --out FOLDER`.

Real talk of several users, one of them with half of it; needles in his hay are asked for at each checkpoint. A run may
be cut at any moment: the next with the same folder and database goes on. `--checkpoints 10000,100000` says how far.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from bench.filler import blocks
from bench.measures import mean, percent, percentile, recall
from bench.run import built
from bench.server import Footprint, footprint
from bench.sets import Corpus, corpora
from bench.speed import timed
from graph.knowledge import Knowledge
from graph.model.draft import Draft

CHECKPOINTS: Final = (1_000, 10_000, 100_000, 300_000, 1_000_000)
BLOCK: Final = 20_000
"""Memories between two notes of how far the run is: what is lost, and done again, when it is cut."""
OTHERS: Final = 5
"""Users beside the big one."""
_ASKED: Final = 200
_ASKED_SMALL: Final = 100


@dataclass(slots=True)
class Progress:
    """How far a run is; kept in the folder after every block."""

    prefix: str
    memories: int = 0
    blocks: int = 0
    since: int = 0
    busy_s: float = 0.0
    needles: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    checkpoints: list[dict[str, object]] = field(default_factory=list[dict[str, object]])


class Run:
    """One run over one folder and one database."""

    def __init__(self, knowledge: Knowledge, data: Path, folder: Path) -> None:
        self._knowledge = knowledge
        self._data = data
        self._path = folder / "progress.json"
        folder.mkdir(parents=True, exist_ok=True)
        self.progress = self._loaded()
        # Of each set one corpus: two kinds of needle, documents of facts and turns of a talk.
        self._needles = {name: corpora(data, name, "dev")[0] for name in ("jemhopqa_facts", "locomo")}
        self._blocks = blocks(data, size=BLOCK, others=OTHERS)
        self._chat = next(blocks(data, size=BLOCK, others=OTHERS))

    def to(self, checkpoints: Sequence[int]) -> None:
        """Goes on until the last checkpoint is measured; those measured in an earlier run are not measured again."""
        progress = self.progress
        measured = {one["checkpoint"] for one in progress.checkpoints}
        if not progress.needles:
            self._hide_needles()
        for _ in islice(self._blocks, progress.blocks):
            pass
        for checkpoint in sorted(set(checkpoints) - measured):
            while progress.memories < checkpoint:
                self._take(next(self._blocks))
            progress.checkpoints.append({"checkpoint": checkpoint, **self._measured()})
            progress.since, progress.busy_s = 0, 0.0
            self._save()
            print(table(progress), file=sys.stderr, flush=True)

    def user(self, number: int) -> str:
        """The id of a user: 0 is the big one."""
        return f"{self.progress.prefix}-{number}"

    def _hide_needles(self) -> None:
        found: dict[str, list[str]] = defaultdict(list)
        for name, corpus in self._needles.items():
            kept = self._kept(0, [draft for _, draft in corpus.drafts])
            for (identity, _), memory_id in zip(corpus.drafts, kept, strict=True):
                found[memory_id].append(f"{name}/{identity}")
        self.progress.needles = dict(found)
        self._save()

    def _take(self, block: dict[int, list[Draft]]) -> None:
        progress = self.progress
        for number, drafts in block.items():
            for _ in self._kept(number, drafts):
                pass
        progress.blocks += 1
        self._save()
        rate = progress.since / progress.busy_s if progress.busy_s else 0.0
        print(f"{progress.memories:,} memories, {rate:.1f} a second", file=sys.stderr, flush=True)

    def _kept(self, number: int, drafts: Sequence[Draft]) -> Iterator[str]:
        """Remembers drafts and counts those that were not there before; the ids of all, in order."""
        progress = self.progress
        started = time.perf_counter()
        for outcome in self._knowledge.remember_many(self.user(number), drafts):
            if outcome.remembered is None:
                raise RuntimeError(f"a memory was refused: {outcome.error}")
            if outcome.remembered.created:
                progress.since += 1
            progress.memories += 1
            yield outcome.remembered.id
        progress.busy_s += time.perf_counter() - started

    def _measured(self) -> dict[str, object]:
        progress = self.progress
        rate = round(progress.since / progress.busy_s, 1) if progress.busy_s else None
        needles = {name: self._found(name, corpus) for name, corpus in self._needles.items()}
        big, small = self._latency(0, _ASKED), self._latency(1, _ASKED_SMALL)
        there: Footprint = footprint()
        return {
            "memories": progress.memories,
            "of_the_big_user": self._knowledge.stats(self.user(0)).memories,
            "ingested_per_s": rate,
            "R5": {name: percent(mean(found)) for name, found in needles.items()},
            "big": big,
            "small": small,
            **asdict(there),
        }

    def _found(self, name: str, corpus: Corpus) -> list[float]:
        """The share of each question's gold among the first five hits."""
        shares: list[float] = []
        for asked in corpus.questions:
            hits = self._knowledge.recall(self.user(0), asked.text, limit=5).hits
            ranked = [one for hit in hits for one in self.progress.needles.get(hit.memory.id, [hit.memory.id])]
            shares.append(recall(ranked, [f"{name}/{gold}" for gold in asked.gold], 5))
        return shares

    def _latency(self, number: int, most: int) -> dict[str, float]:
        """Milliseconds of one client; asked are questions of the user's own first talks."""
        asked = [one.text for one in self._chat.get(number, []) if one.text.endswith(("?", "？"))]
        whole, search, bare = timed(self._knowledge, self.user(number), asked[:: max(1, len(asked) // most)][:most])
        return {
            f"{name}_p{share}_ms": round(percentile(values, share / 100), 1)
            for name, values in (("whole", whole), ("search", search), ("bare", bare))
            for share in (50, 95)
        }

    def _loaded(self) -> Progress:
        if self._path.exists():
            return Progress(**json.loads(self._path.read_text(encoding="utf-8")))
        return Progress(prefix=f"scale-{time.time_ns():x}")

    def _save(self) -> None:
        # In one step: a run that is cut while it writes must not lose what it knew.
        made = self._path.with_suffix(".new")
        made.write_text(json.dumps(asdict(self.progress), ensure_ascii=False), encoding="utf-8")
        made.replace(self._path)


_COLUMNS: Final = (
    ("memories", ("memories",)),
    ("R5 facts", ("R5", "jemhopqa_facts")),
    ("R5 talk", ("R5", "locomo")),
    ("whole p50", ("big", "whole_p50_ms")),
    ("p95", ("big", "whole_p95_ms")),
    ("search p50", ("big", "search_p50_ms")),
    ("p95", ("big", "search_p95_ms")),
    ("bare p50", ("big", "bare_p50_ms")),
    ("p95", ("big", "bare_p95_ms")),
    ("small p50", ("small", "whole_p50_ms")),
    ("p95", ("small", "whole_p95_ms")),
    ("per s", ("ingested_per_s",)),
    ("store MB", ("store_mb",)),
    ("heap MB", ("heap_used_mb",)),
    ("cache MB", ("page_cache_mb",)),
    ("server MB", ("server_rss_mb",)),
    ("client MB", ("client_rss_mb",)),
)


def table(progress: Progress) -> str:
    """The checkpoints as lines of a table in Markdown; times in milliseconds of the big user unless it says small."""
    lines = ["| " + " | ".join(head for head, _ in _COLUMNS) + " |", "|" + "---|" * len(_COLUMNS)]
    for one in progress.checkpoints:
        cells: list[str] = []
        for _, path in _COLUMNS:
            value: object = one
            for key in path:
                value = value.get(key) if isinstance(value, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
            cells.append(f"{value:,}" if isinstance(value, int) else str(value))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    """Goes on with the run of a folder and prints its checkpoints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--out", type=Path, required=True, help="folder of this run's progress and figures")
    parser.add_argument(
        "--checkpoints",
        type=lambda text: [int(one) for one in text.split(",")],
        default=list(CHECKPOINTS),
        help="numbers of memories at which to measure, with commas between them",
    )
    arguments = parser.parse_args()
    knowledge = built()
    try:
        run = Run(knowledge, arguments.data, arguments.out)
        run.to(arguments.checkpoints)
    finally:
        knowledge.close()
    (arguments.out / "scale.json").write_text(json.dumps(run.progress.checkpoints, indent=2) + "\n", encoding="utf-8")
    (arguments.out / "scale.md").write_text(table(run.progress) + "\n", encoding="utf-8")
    print(table(run.progress))


if __name__ == "__main__":
    main()
