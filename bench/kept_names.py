"""Names that memories keep, against annotators': of software and code (`ner_soft`), in other languages (`ner_world`).

Each sentence is read as a memo of its own. A name counts where its stretch and its group are the annotators'. Groups of
software: SOFTWARE, CODE, FILE, VERSION, ERROR; of the world: PER, ORG, LOC. What has no group is not counted. Memories
keep "binutils 2.23" as one name, where annotators mark software and version apart: it is compared as these two.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from bench.measures import mean
from bench.ner import Span, scores
from bench.sets import located, rows
from bench.understood import understood
from graph.model.draft import Draft
from graph.model.extraction import Mention
from graph.model.types import EntityType

_WORLD: Final = {EntityType.PERSON: "PER", EntityType.ORGANIZATION: "ORG", EntityType.LOCATION: "LOC"}
_CODE: Final = ("function", "class", "name", "environment variable", "flag")
_SUBTYPES: Final = {
    "version": "VERSION",
    "error": "ERROR",
    "file": "FILE",
    "path": "FILE",
    **dict.fromkeys(_CODE, "CODE"),
}
_SOFTWARE_GROUPS: Final = frozenset(("SOFTWARE", "CODE", "FILE", "VERSION", "ERROR"))
"""Those that the set scores; devices and firms are annotated too."""

_VERSIONED: Final = re.compile(r"(\S.*?) +(v?\d[\w.+]*(?: [A-Z]\d+)?)")
"""A name and its version: Redis 7, Chrome 37+, Windows Server 2012 R2."""


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """F1 of all and of each group; in other languages the mean over them and the `worst`."""
    texts = rows(located(data, name, split))
    kept = [read.mentions for read in understood([Draft(text=row["text"]) for row in texts])]
    if name == "ner_world":
        return _world([row["lang"] for row in texts], _spans(kept, _world_group), [_gold(row) for row in texts])
    gold = [{one for one in _gold(row) if one[2] in _SOFTWARE_GROUPS} for row in texts]
    found = [
        {part for span in spans for part in _parted(span, row["text"])}
        for spans, row in zip(_spans(kept, _software_group), texts, strict=True)
    ]
    groups = {group.lower(): scores(_only(found, group), _only(gold, group))["f1"] for group in _SOFTWARE_GROUPS}
    return {**scores(found, gold), **dict(sorted(groups.items()))}


def _world(languages: Sequence[str], found: Sequence[set[Span]], gold: Sequence[set[Span]]) -> dict[str, object]:
    parts: dict[str, list[int]] = defaultdict(list)
    for place, language in enumerate(languages):
        parts[language].append(place)
    each = {
        language: scores([found[place] for place in places], [gold[place] for place in places])["f1"]
        for language, places in sorted(parts.items())
    }
    return {"f1": round(mean(list(each.values())), 2), "worst": min(each.values()), **each}


def _gold(row: dict[str, list[dict[str, int | str]]]) -> set[Span]:
    return {(int(one["start"]), int(one["end"]), str(one["type"])) for one in row["entities"]}


def _spans(kept: Sequence[Sequence[Mention]], group: Callable[[Mention], str | None]) -> list[set[Span]]:
    found: list[set[Span]] = []
    for mentions in kept:
        stretches = ((one.start, one.end, group(one)) for one in mentions)
        found.append(
            {(start, end, kind) for start, end, kind in stretches if kind and start is not None and end is not None}
        )
    return found


def _parted(span: Span, text: str) -> Iterator[Span]:
    """A name of software and the version at its end."""
    start, end, group = span
    parts = _VERSIONED.fullmatch(text, start, end) if group == "SOFTWARE" else None
    if parts is None:
        yield span
    else:
        yield (start, parts.end(1), group)
        yield (parts.start(2), end, "VERSION")


def _only(spans: Sequence[set[Span]], group: str) -> list[set[Span]]:
    return [{one for one in each if one[2] == group} for each in spans]


def _world_group(mention: Mention) -> str | None:
    return _WORLD.get(mention.type)


def _software_group(mention: Mention) -> str | None:
    return _SUBTYPES.get(mention.subtype or "") or ("SOFTWARE" if mention.type is EntityType.TECHNOLOGY else None)
