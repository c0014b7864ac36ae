"""Plain sentences that state one relation each, or refer to an entity in one way: is it read so (`probes`)?

`lists/probes.tsv` has a sentence a type of relation and language, 44 in all, and one a way of referring, 18. A relation
is right where a fact of its type holds between the two ends, either way round; a reference where the entity is tied to
the text so. `right` and `references` count them.
"""

from pathlib import Path

from bench.understood import understood
from graph.model.draft import Draft
from graph.model.extraction import Extraction, worded
from graph.tables import table_rows


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """How many are right, of how many, and the sentences that are not."""
    del data, name, split
    rows = list(table_rows("bench", "probes", "language kind type ends sentence", folder="lists"))
    read = understood([Draft(text=sentence) for *_, sentence in rows])
    right = {"relation": 0, "mention": 0}
    missed: list[str] = []
    for (_, kind, wanted, ends, sentence), extraction in zip(rows, read, strict=True):
        states = _states if kind == "relation" else _refers
        if states(extraction, wanted, ends.split("|")):
            right[kind] += 1
        else:
            missed.append(f"{wanted}: {sentence}")
    kinds = [kind for _, kind, *_ in rows]
    return {
        "right": right["relation"],
        "relations": kinds.count("relation"),
        "references": right["mention"],
        "mentions": kinds.count("mention"),
        "missed": missed,
    }


def _states(extraction: Extraction, wanted: str, ends: list[str]) -> bool:
    """Whether a fact of the type lies between the ends; what is written around a name counts with it."""
    names = [mention.name for mention in extraction.mentions]
    for fact in (*extraction.statements, *extraction.literals):
        if fact.type.value != wanted:
            continue
        words = [word.casefold() for word in worded(fact, names)]
        first, second = (end.casefold() for end in ends)
        subject, *others = words
        if any((first in subject and second in one) or (second in subject and first in one) for one in others):
            return True
    return False


def _refers(extraction: Extraction, wanted: str, ends: list[str]) -> bool:
    return any(
        mention.link_type.value == wanted and ends[0].casefold() in mention.name.casefold()
        for mention in extraction.mentions
    )
