"""What ties a memory to others: memories it leads to and that lead to it, entities, facts, addresses on the web."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.model.types import LinkKind
from graph.settings import RelationSettings

_URL = re.compile(r"https?://[^\s<>\"'`)\]}）」』】、。]+")
_LOCAL_LINK = re.compile(r"\[[^\]\n]+\]\((?!https?://)[^)\s]+\)|\[\[[^\]\n]+\]\]")
_OPTIONAL: dict[str, frozenset[LinkKind]] = {
    "references": frozenset({LinkKind.REFERENCE}),
    "tags": frozenset({LinkKind.THEMATIC_CONNECTION}),
    "dependencies": frozenset({LinkKind.CONCEPTUAL_HIERARCHY, LinkKind.TEMPORAL_CAUSALITY, LinkKind.ELABORATION}),
}
"""Which kinds of links a setting takes out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """How much ties a memory to others."""

    leads_to: int = 0
    led_from: int = 0
    entities: int = 0
    facts: int = 0
    addresses: int = 0
    documents: int = 0
    """Files and pages that its text links to by a name of their own."""

    @property
    def internal(self) -> int:
        """Memories it leads to, entities it mentions, facts it states, documents it names."""
        return self.leads_to + self.entities + self.facts + self.documents


def relation_part(ties: Ties, settings: RelationSettings) -> float:
    """`(0.6 internal + 0.4 addresses + 1.2 back) / 10`, at most 1."""
    points = settings.internal * ties.internal + settings.external * ties.addresses + settings.back * ties.led_from
    return min(1.0, points / settings.points_full)


def links_in(text: str) -> tuple[int, int]:
    """How many different addresses on the web a text names, and how many documents by a link."""
    if "http" not in text and "[" not in text:
        return 0, 0
    return len(addresses_in(text)), len(set(_LOCAL_LINK.findall(text)))


def addresses_in(text: str) -> tuple[str, ...]:
    """The different addresses on the web that a text names, in its order."""
    return tuple(dict.fromkeys(match.rstrip(".,;:!?") for match in _URL.findall(text)))


def counted_kinds(settings: RelationSettings) -> Sequence[LinkKind]:
    """The kinds of links between memories that count."""
    left_out = {kind for name, kinds in _OPTIONAL.items() if not getattr(settings, name) for kind in kinds}
    return [kind for kind in LinkKind if kind not in left_out]
