"""Short notes that each tell of one decision: is what was chosen kept as so, what was rejected not (`decisions`)?

`lists/decisions.jsonl` has notes of several authors and walks of life, with the things chosen and rejected as they
stand in the text. As in `worknotes.py`, `chosen` is the share of chosen things that a positive fact names, and
`flipped` that of rejected things that a fact claims to be in use; `fact_each` is how many facts a note gives. A
rejected thing that shares half of its words with a chosen one ("the 10:00 slot", "the 11:00 slot") is not asked for:
the scorer could not tell them apart.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Final

from bench.understood import understood
from bench.worknotes import counted_of, figures, meet
from graph.model.draft import Draft

UNTAUGHT: Final = Path(__file__).parent / "lists" / "decisions.jsonl"
TAUGHT: Final = Path(__file__).parent / "decided"
"""Notes of the same kind by other authors, who teach the network of decisions (`scripts/tagger/decisions.py`)."""


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """Both shares in percent, of each part and language.

    The rules were mended with the notes that are `read` in view; nobody who mends them looks at the `unread` ones.
    """
    del data, name, split
    rows = [json.loads(line) for line in UNTAUGHT.read_text(encoding="utf-8").splitlines()]
    counts: dict[str, Counter[str]] = {}
    for row, extraction in zip(rows, understood([Draft(text=row["text"]) for row in rows]), strict=True):
        rejected = [
            each for each in row["rejected"] if not any(meet(each, thing, row["lang"]) for thing in row["chosen"])
        ]
        decision = {"chosen": row["chosen"], "rejected": rejected}
        note = {"text": row["text"], "entities": (), "facts": (), "decision": decision}
        part = counts.setdefault(f"{row['part']}_{row['lang']}", Counter())
        part.update(counted_of(note, extraction, row["lang"]))
        part["notes"] += 1
    return {part: _shares(counted) for part, counted in counts.items()}


def _shares(counted: Counter[str]) -> dict[str, object]:
    metrics = figures(counted)
    return {
        "chosen": metrics["decision_chosen"],
        "flipped": metrics["decision_flipped"],
        "things": counted["to choose"] + counted["to reject"],
        "notes": counted["notes"],
        "fact_each": round(counted["kept"] / counted["notes"], 2),
    }
