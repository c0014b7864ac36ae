"""What stands beside a name and tells what it is part of: "the InfluxDB bucket vib_raw", 「MES の lots 表」.

Whatever the parser makes of a row of nouns: the first name has what the second names.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from extraction.model.findings import Findings, FoundName, FoundStatement
from graph.model.types import EntityType, RelationType
from graph.tables import table_rows, values

_METHOD: Final = "part"
_SURE: Final = 0.7
"""How often a name beside another is read right; set by hand."""
_KINDS: Final = frozenset(
    kind for kinds, _ in table_rows("extraction.lang.shared", "part_kinds", "kinds example") for kind in values(kinds)
)
_NOUN: Final = re.compile(r" ([a-z]{3,16}) [`*]{0,2}")
_OF: Final = re.compile(r"(?: ?[一-鿿々ァ-ヺー]{2,8})? ?の ?[`*]{0,2}")
_VALUED: Final = re.compile(r" ?(?:が|は|も|を) ?[^。\n\d]{0,6}\d")
"""What stands behind a measure and no part: 「gw1 の CPU が 95%」."""
_WHOLES: Final = (EntityType.TECHNOLOGY, EntityType.OBJECT, EntityType.DOCUMENT, EntityType.ORGANIZATION)
_PARTS: Final = (EntityType.TECHNOLOGY, EntityType.OBJECT, EntityType.DOCUMENT)


def with_parts(findings: Findings, text: str, language: str) -> Findings:
    """The findings with what each name beside another is part of."""
    if language not in ("en", "ja"):
        return findings
    related = {frozenset((fact.subject, fact.object)) for fact in findings.statements}
    added = [
        fact
        for fact in (_in_japanese if language == "ja" else _in_english)(findings.names, text)
        if frozenset((fact.subject, fact.object)) not in related
    ]
    return replace(findings, statements=(*findings.statements, *added)) if added else findings


def _in_english(names: tuple[FoundName, ...], text: str) -> Iterator[FoundStatement]:
    for whole, part in _neighbours(names):
        between = _NOUN.fullmatch(text, names[whole].end, names[part].start)
        if (
            between is not None
            and between[1] in _KINDS
            and names[part].method == "identifier"
            and names[whole].subtype != "version"
        ):
            yield _fact(part, whole, f"{between[1]} of", RelationType.PART_OF, names)


def _in_japanese(names: tuple[FoundName, ...], text: str) -> Iterator[FoundStatement]:
    for whole, part in _neighbours(names):
        is_of = _OF.fullmatch(text, names[whole].end, names[part].start) is not None
        is_of = is_of and _VALUED.match(text, names[part].end) is None
        if is_of and names[whole].type is not EntityType.ORGANIZATION and names[part].subtype is not None:
            yield _fact(whole, part, "含む", RelationType.CONTAINS, names)


def _neighbours(names: tuple[FoundName, ...]) -> Iterator[tuple[int, int]]:
    order = sorted((at for at, name in enumerate(names) if name.start < name.end), key=lambda at: names[at].start)
    for whole, part in pairwise(order):
        if names[whole].type in _WHOLES and names[part].type in _PARTS:
            yield whole, part


def _fact(subject: int, thing: int, predicate: str, kind: RelationType, names: tuple[FoundName, ...]) -> FoundStatement:
    ends = names[subject], names[thing]
    return FoundStatement(
        subject=subject, object=thing, predicate=predicate, lemma=predicate, type=kind,
        start=min(end.start for end in ends), end=max(end.end for end in ends), confidence=_SURE, reasons=("beside",),
        method=_METHOD,
    )  # fmt: skip
