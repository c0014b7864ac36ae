"""Finds companies that the recogniser misses, by the legal form that Japanese writes before their names.

What follows 株式会社 or （株） is a company's name, whatever a recogniser knows of it: it ends where the script does.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.model.findings import FoundName
from extraction.names.keys import display_name
from graph.model.types import EntityType

_NAME: Final = r"[一-鿿々ァ-ヺーA-Za-z0-9&・]"
_COMPANY: Final = re.compile(
    rf"(?:(?<!{_NAME})|(?<=[昨今本先]日)|(?<=今朝))"
    rf"(?:(?:株式|有限|合同)会社|㈱|㈲|[(（][株有同][)）])[ 　]?(?P<name>{_NAME}{{2,20}})"
)
_OFFICE: Final = re.compile("社長|会長|代表|取締役|部長|課長|担当")


def with_companies(text: str, names: Sequence[FoundName]) -> tuple[FoundName, ...]:
    """The names with every company behind its legal form, 株式会社藤井紡績: corrected in place, else at the end."""
    corrected = list(names)
    for match in _COMPANY.finditer(text):
        office = _OFFICE.search(match["name"], 2)
        start, end = match.start(), match.start("name") + office.start() if office else match.end()
        touching = [place for place, name in enumerate(corrected) if name.start < end and name.end > start]
        if any(_stays(corrected[place], end) for place in touching):
            continue
        surface = text[start:end]
        company = FoundName(
            start=start, end=end, surface=surface, name=display_name(surface), type=EntityType.ORGANIZATION,
            confidence=0.9, reasons=("legal form",), method="dictionary",
        )  # fmt: skip
        for place in touching:
            corrected[place] = replace(company, about=corrected[place].about, link_type=corrected[place].link_type)
        if not touching:
            corrected.append(company)
    return tuple(corrected)


def _stays(name: FoundName, end: int) -> bool:
    """Whether the found name has better evidence: a known or quoted one, or a company's of the same length or more."""
    return name.method in ("known", "quotes") or (name.type is EntityType.ORGANIZATION and name.end >= end)
