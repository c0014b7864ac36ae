"""Trains the head's attention network on what notes choose and reject, and writes `decisions.npz` and `decisions.json`.

`python -m scripts.tagger.decisions --data FOLDER`: the notes lie in `bench/decided`, a file an author and a row a note,
with the things it chooses and rejects; a quarter of them choose nothing though they sound like it. Beside them stand
notes without a word of decisions (`bench/notes`), everyday texts and talk, which choose nothing. The networks are
tested on the notes of `bench/lists/decisions.jsonl`, whose authors wrote none of those they are taught. Half an hour of
reading and two minutes a network.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from bench.annotated_notes import NOTES, UNREAD, notes
from bench.decisions import TAUGHT, UNTAUGHT
from extraction.encoder.tagging.attention import CHOSEN, DECISIONS, REJECTED
from extraction.encoder.tagging.head import read_head
from extraction.encoder.tagging.network import HIDDEN
from graph.model.draft import Draft
from scripts.tagger.attention import ATTENTION
from scripts.tagger.chains import Weights, halved, labels_of, trained, written
from scripts.tagger.overheard import Spans, given_to_head, read_texts, shown
from scripts.tagger.package import PACKAGE
from scripts.tagger.sets import rows
from scripts.tagger.work import everyday_drafts

KINDS: Final = (CHOSEN, REJECTED)
ROUNDS, BATCH, PACE, DECAY = 9, 32, 2e-3, 1e-2
_NETWORKS = 3
"""Networks that differ by chance alone and score together."""
_OF_DECISIONS: Final = re.compile(
    r"decid|decision|chose|choos|pick|select|instead of|rather than|switch|drop|reject|adopt|stay|replac|stick|settle"
    r"|agreed|went with|go with|採用|却下|決定|決め|やめ|見送|廃止|ではなく|じゃなく|変更|切り替|移行|一本化|方針"
    r"|にした|にする|選",
    re.IGNORECASE,
)
"""Words without which a note is taken for one that decides nothing."""
_EVERYDAY = 1_200
"""Everyday texts that are read beside them."""
Row = Mapping[str, Any]


def main() -> None:
    """Reads, trains, scores on authors that taught nothing, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    arguments = parser.parse_args()
    taught = [row for path in sorted(TAUGHT.glob("*.jsonl")) for row in rows(path)]
    everyday = everyday_drafts(arguments.data)
    others = [*plain_notes(), *((draft, ()) for draft in random.Random(7).sample(everyday, _EVERYDAY))]
    texts = [part for parts in read_texts([*map(decided, taught), *others], layered=True) for part in parts]
    members = [
        parted(halved(trained(ATTENTION, texts, KINDS, seed=seed, rounds=ROUNDS, batch=BATCH, pace=PACE, decay=DECAY)))
        for seed in range(_NETWORKS)
    ]
    stacked = {name: np.stack([member[name] for member in members]) for name in members[0]}
    counts = {"decided": len(taught), "others": len(others)}
    record: dict[str, Any] = {"labels": labels_of(KINDS), "texts": counts}
    written(PACKAGE, DECISIONS, stacked, record)
    written(PACKAGE, DECISIONS, stacked, record | {"untaught": untaught_scores()})


def parted(weights: Weights) -> Weights:
    """The weights with the rows for the encoder's layers apart from those for what window networks read."""
    inner, own = weights["inner"], weights["inner"].shape[0] % HIDDEN
    return weights | {"inner": inner[:own], "layers": inner[own:]}


def decided(row: Row) -> tuple[Draft, Spans]:
    """A note with every place of what it chooses and rejects; a shorter thing within a longer one is none."""
    text, spans = row["text"], list[tuple[int, int, str]]()
    things = [(thing, kind) for kind, key in ((CHOSEN, "chosen"), (REJECTED, "rejected")) for thing in row[key]]
    for thing, kind in sorted(things, key=lambda each: -len(each[0])):
        for match in re.finditer(_whole(thing), text):
            start, end = match.span()
            if not any(first < end and start < after for first, after, _ in spans):
                spans.append((start, end, kind))
    return Draft(text=text), tuple(sorted(spans))


def _whole(thing: str) -> str:
    """The pattern of a thing that no letter of its script goes on with."""
    before = r"(?<![A-Za-z\d])" if re.match(r"[A-Za-z\d]", thing) else ""
    behind = r"(?![A-Za-z\d])" if re.search(r"[A-Za-z\d]$", thing) else ""
    return before + re.escape(thing) + behind


def plain_notes() -> Iterator[tuple[Draft, Spans]]:
    """Notes without any word of decisions, of the teams whose notes measure no fact unread."""
    for path in sorted(NOTES.glob("*.txt")):
        if path.stem not in UNREAD:
            yield from ((Draft(text=text), ()) for text, _ in notes(path) if not _OF_DECISIONS.search(text))


def untaught_scores() -> dict[str, dict[str, float]]:
    """What the packaged networks mark in notes whose authors taught nothing, by language and in percent.

    `recall` and `precision` of the places of chosen things, and `flipped`, rejected things taken for chosen.
    """
    head, counted = read_head(PACKAGE), Counter[tuple[str, str]]()
    for row in rows(UNTAUGHT):
        language, (draft, spans) = row["lang"], decided(row)
        for part in given_to_head(draft):
            tags = head.tagged([part], DECISIONS)[0]
            gold = shown(draft.text, part.text, spans)
            chosen = [tag for tag in tags if tag.label == CHOSEN]
            for start, end, kind in gold:
                counted[language, kind] += 1
                counted[language, f"marked {kind}"] += any(tag.start < end and start < tag.end for tag in chosen)
            counted[language, "marks"] += len(chosen)
            counted[language, "right"] += sum(
                any(tag.start < end and start < tag.end and kind == CHOSEN for start, end, kind in gold)
                for tag in chosen
            )

    def percent(language: str, share: str, whole: str) -> float:
        return round(100 * counted[language, share] / max(1, counted[language, whole]), 1)

    return {
        language: {
            "recall": percent(language, f"marked {CHOSEN}", CHOSEN),
            "precision": percent(language, "right", "marks"),
            "flipped": percent(language, f"marked {REJECTED}", REJECTED),
        }
        for language in ("en", "ja")
    }


if __name__ == "__main__":
    main()
