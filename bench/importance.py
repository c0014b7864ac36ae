"""How many memories the formula of importance weighs in a second: `python -m bench.importance [--size 20000]`.

The memories of the sample, again and again, with every switch on; no database. A ratio stands beside it, to the time of
the cheapest look at a text there is, so that runs on other machines can be compared.
"""

import argparse
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from graph.lifecycle.importance import Life, importance
from graph.lifecycle.ties import Ties
from graph.lifecycle.uses import DayUses
from graph.model.importance import UseKind
from graph.settings import ContentSettings, ImportanceSettings, TimeSettings

_SAMPLE: Final = Path(__file__).resolve().parents[1] / "samples" / "memories.jsonl"
_NOW: Final = datetime(2026, 11, 27, tzinfo=UTC)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=20_000, help="memories weighed")
    size = parser.parse_args().size
    sample = [json.loads(line)["text"] for line in _SAMPLE.read_text(encoding="utf-8").splitlines() if line.strip()]
    texts = list(islice(cycle(sample), size))
    every = ImportanceSettings(
        content=ContentSettings(topics=True, sentiment=True), time=TimeSettings(seasonal=True, monthly=True)
    )
    days = [(_NOW - timedelta(days=day)).date() for day in range(30)]
    uses = tuple(DayUses(day=day, kind=kind, number=1) for day in days for kind in UseKind)
    lives = {"unused": Life(kept_at=_NOW), "used daily": Life(kept_at=_NOW, edited_at=_NOW, edits=5, uses=uses)}
    words = _seconds(texts, lambda text: len(text.split()))
    figures: dict[str, float] = {"characters": round(sum(map(len, texts)) / size)}
    for name, life in lives.items():
        for kind, settings in (("defaults", ImportanceSettings()), ("all switches", every)):
            spent = _seconds(texts, lambda text, life=life, to=settings: importance(text, life, Ties(), _NOW, to))
            figures[f"{name}, {kind}: memories a second"] = round(size / spent)
            figures[f"{name}, {kind}: times as long as to split the text"] = round(spent / words, 1)
    print(json.dumps(figures, indent=2))


def _seconds(texts: list[str], look: Callable[[str], object]) -> float:
    """Processor time, which others on the machine do not lengthen."""
    started = time.process_time()
    for text in texts:
        look(text)
    return time.process_time() - started


if __name__ == "__main__":
    main()
