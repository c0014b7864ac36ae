"""Plain sentences that each state one relation: does a kept fact of its type tie the two ends (`sentences`)?

`lists/sentences.tsv` has ten to thirty sentences a type of relation and language, in the first wording that came to
their authors' minds. The direction of a relation is not asked for, and an end is met where its word stands in it.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench.understood import understood
from graph.model.draft import Draft
from graph.model.extraction import Extraction
from graph.tables import table_rows

_COLUMNS: Final = "part language type ends sentence"
_SELVES: Final = ("i", "my", "私", "僕", "うち")
"""How a writer speaks of themselves, who is the entity Me."""


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """The share that is typed as meant, in percent, of each part and language; the counts of the unread by type."""
    del data, name, split
    rows = list(table_rows("bench", "sentences", _COLUMNS, folder="lists"))
    right, asked, by_type = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[str]()
    read = understood([Draft(text=sentence) for *_, sentence in rows])
    for (part, language, wanted, ends, _), extraction in zip(rows, read, strict=True):
        is_right = states(extraction, wanted, ends.split("|"))
        asked[part, language] += 1
        right[part, language] += is_right
        by_type[wanted] += is_right and part == "unread"
    shares: dict[str, object] = {
        f"{part}_{language}": {"right": round(100 * right[part, language] / count, 1), "sentences": count}
        for (part, language), count in asked.items()
    }
    return {**shares, "unread_by_type": dict(sorted(by_type.items()))}


def states(extraction: Extraction, wanted: str, ends: list[str]) -> bool:
    """Whether a fact of the type lies between the ends, either way round."""
    first, second = ends
    return any(
        (_is_in(first, subject) and _is_in(second, other)) or (_is_in(second, subject) and _is_in(first, other))
        for subject, other in _ends(extraction, wanted)
    )


def _ends(extraction: Extraction, wanted: str) -> Iterator[tuple[set[str], set[str]]]:
    """Subject and object of each fact of a type, in its own words and by the name of the entity, and its arguments."""
    names = [mention.name.casefold() for mention in extraction.mentions]
    for fact in (*extraction.statements, *extraction.literals):
        if fact.type.value != wanted:
            continue
        subject, thing = (
            {(text or "").casefold(), *([] if index is None else [names[index]])}
            for text, index in ((fact.subject_text, fact.subject), (fact.object_text, fact.object))
        )
        yield subject, thing
        yield from ((subject, {argument.text.casefold()}) for argument in fact.arguments)


def _is_in(end: str, words: set[str]) -> bool:
    end = end.casefold()
    if end in _SELVES:
        return not words.isdisjoint((*_SELVES, "me"))
    return any(end in word for word in words)
