"""Links of content: a common theme, co-occurring names, the special under the general, one naming the other."""

import re

from graph.insight.link_features import DetectedLink, MemoryFeatures, Pair, Shared, either, named, shared
from graph.insight.linking.last_time import taken_up
from graph.model.types import EntityType, LinkKind, Modality, Polarity, RelationType

_THEME = 0.6
_TITLE_LEAST = {True: 10, False: 5}
"""Characters of a title that stands for one memory: of a spaced script, of another."""
_GENERAL = frozenset({RelationType.TYPE_OF.value, RelationType.INSTANCE_OF.value, RelationType.PART_OF.value})
_SPECIAL = frozenset({RelationType.CONTAINS.value})
_ALONE = frozenset({EntityType.PERSON, EntityType.ORGANIZATION, EntityType.EVENT, EntityType.DOCUMENT})
"""Types whose names say most about what a memory is of; places and technologies stand in many a matter."""
_NO_KIND = frozenset({EntityType.PERSON, EntityType.TIME_UNIT, EntityType.TASK})
"""Types that nothing is a kind or a part of."""
_QUOTES = (("「", "」"), ("『", "』"), ("“", "”"), ('"', '"'), ("《", "》"))


def thematic_connection(pair: Pair) -> DetectedLink | None:
    """Two memories of one theme: rare names in common that at least one of them is about.

    Evidence: how rare those names are, whether the memories are about them, tags in common, likeness.
    """
    common = [item for item in shared(pair) if item.later.proper or item.later.about or item.earlier.about]
    about = [item for item in common if item.later.about or item.earlier.about]
    if not about or pair.same_talk:
        return None
    tags = set(pair.later.tags) & set(pair.earlier.tags)
    alike = max(0.0, (pair.alike or 0.0) - 0.3)
    confidence = either((*(0.7 * item.strength for item in common), 0.15 * min(2, len(tags)), 0.7 * alike))
    if confidence < _THEME:
        return None
    reasons = [f"about {item.later.name}" for item in about[:2]]
    return DetectedLink(
        kind=LinkKind.THEMATIC_CONNECTION, source=pair.later, target=pair.earlier, weight=confidence,
        confidence=confidence, reasons=(*reasons, *(f"tag {tag}" for tag in sorted(tags)[:2])), keywords=named(common),
        evidence=len(common), subtype=_slug(about[0].later.type.value),
    )  # fmt: skip


def co_occurrence(pair: Pair) -> DetectedLink | None:
    """The same two or more rare names stand together in both memories."""
    common = [item for item in shared(pair) if item.later.proper]
    if len(common) < 2 or pair.same_talk or _nested(common):
        return None
    confidence = either((0.6 if item.later.type in _ALONE else 0.4) * item.rarity for item in common)
    return DetectedLink(
        kind=LinkKind.CO_OCCURRENCE, source=pair.later, target=pair.earlier, weight=1 - 1 / len(common),
        confidence=confidence, reasons=(f"{len(common)} names together",), keywords=named(common), evidence=len(common),
    )  # fmt: skip


def conceptual_hierarchy(pair: Pair) -> DetectedLink | None:
    """From the memory about the special to the one about the general.

    Claimed only where one of the two states that the one is a kind, a case or a part of the other.
    """
    for special, general in ((pair.later, pair.earlier), (pair.earlier, pair.later)):
        below = {name.id: name for name in special.names if name.about}
        above = {name.id: name for name in general.names if name.about}
        for fact in (*pair.later.facts, *pair.earlier.facts):
            if fact.polarity != Polarity.POSITIVE or fact.modality != Modality.STATED:
                continue
            upward = fact.type in _GENERAL
            low, high = (fact.subject, fact.object) if upward else (fact.object, fact.subject)
            if (fact.object_type if upward else fact.subject_type) in _NO_KIND:
                continue
            known = fact.type in _GENERAL | _SPECIAL and low in below and high in above and low not in above
            if known and fact.confidence >= 0.6:
                return DetectedLink(
                    kind=LinkKind.CONCEPTUAL_HIERARCHY, source=special, target=general, weight=fact.confidence,
                    confidence=fact.confidence, reasons=(fact.type.lower().replace("_", " "),),
                    keywords=(below[low].name, above[high].name), subtype=_slug(fact.type),
                )  # fmt: skip
    return None


def reference(pair: Pair) -> DetectedLink | None:
    """From a memory to the one it names: by its id, by the title that somebody gave it, or as the matter of last time.

    Evidence: the id is certain; a title is the surer the longer it is, and where it stands in quotation marks.
    """
    for source, target in ((pair.later, pair.earlier), (pair.earlier, pair.later)):
        if len(target.id) > 20 and target.id in source.text:
            return _refers(source, target, 1.0, "by its id", "id")
        sure = _title_named(source, target)
        if sure:
            return _refers(source, target, sure, "by its title", "title")
    return taken_up(pair)


def _refers(
    source: MemoryFeatures, target: MemoryFeatures, confidence: float, reason: str, subtype: str
) -> DetectedLink:
    return DetectedLink(
        kind=LinkKind.REFERENCE, source=source, target=target, weight=confidence, confidence=confidence,
        reasons=(reason,), subtype=subtype,
    )  # fmt: skip


def _slug(name: str) -> str:
    """A type as a subtype: "TimeUnit" is "time-unit", "PART_OF" is "part-of"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).replace("_", "-").lower()


def _title_named(source: MemoryFeatures, target: MemoryFeatures) -> float:
    title = target.title.strip()
    if not target.titled or title == source.title.strip() or title not in source.text:
        return 0.0
    if len(title) < _TITLE_LEAST[title.isascii()]:
        return 0.0
    quoted = any(f"{left}{title}{right}" in source.text for left, right in _QUOTES)
    words = len(re.findall(r"\w+", title)) if title.isascii() else len(title) // 3
    return min(0.95, (0.75 if quoted else 0.5) + 0.07 * words)


def _nested(common: list[Shared]) -> bool:
    """Whether all names in common are parts of one of them, and so one name."""
    longest = max((item.later.name for item in common), key=len)
    return all(item.later.name in longest for item in common)
