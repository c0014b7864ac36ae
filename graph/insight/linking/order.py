"""Temporal links: sequence, parallel events, cause and effect."""

import re
from collections.abc import Sequence
from datetime import timedelta

from graph.insight.link_features import DetectedLink, Pair, Shared, either, named, shared
from graph.model.types import EntityType, LinkKind

_SEQUENCE_MOST = timedelta(days=30)
_HALF_DAYS = 7.0
_PARALLEL_MOST = timedelta(hours=3)
_CAUSE_MOST = timedelta(days=90)

_AFTER = re.compile(
    r"^(?:その後|それから|続いて|次に|翌日|翌週|翌朝|引き続き|その翌)|(?:の後|の翌日|以降)、|"
    r"^(?:after that|afterwards|then|next|later|the next day|following)\b|\bfollow(?:ed|ing)? up\b",
    re.IGNORECASE,
)
_MEANWHILE = re.compile(
    r"同時に|同じ頃|その間|一方で|並行して|\bmeanwhile\b|\bat the same time\b|\bin parallel\b", re.IGNORECASE
)
_THEREFORE = re.compile(
    r"^(?:そのため|このため|その結果|この結果|だから|したがって|従って|それで|よって|これを受けて|それを受けて)|"
    r"^(?:therefore|as a result|because of (?:this|that)|consequently|for this reason|that is why|hence)\b",
    re.IGNORECASE,
)
_BECAUSE_EN = (
    r"\b(?:because of|due to|as a result of|thanks to|caused by|triggered by|in response to)"
    r"\s+(?:the\s+|our\s+|an?\s+)?"
)
_BECAUSE_JA = r"(?:のせいで|が原因で|を受けて|の影響で|のおかげで|がきっかけで|に伴い|に伴って|を踏まえて)"
_HAPPENINGS = frozenset(
    {EntityType.EVENT, EntityType.CONCEPT, EntityType.TASK, EntityType.OBJECT, EntityType.TECHNOLOGY,
     EntityType.DOCUMENT}
)  # fmt: skip


def temporal_sequence(pair: Pair) -> DetectedLink | None:
    """The later of two memories of one matter, from the one that came before.

    Evidence: rare names in common, the same project, likeness, the time between (half as sure a week apart), a word
    such as "after that". Both must say when they happened; without that, sameness of time of telling says nothing.
    """
    later, earlier = pair.later, pair.earlier
    if later.occurred_at is None or earlier.occurred_at is None or pair.same_talk:
        return None
    first, second = (later, earlier) if later.occurred_at < earlier.occurred_at else (earlier, later)
    gap = abs(later.occurred_at - earlier.occurred_at)
    if not timedelta(0) < gap <= _SEQUENCE_MOST:
        return None
    common = shared(pair)
    matter = _matter(pair, common)
    stated = _AFTER.search(second.text[:120]) is not None
    closeness = 0.5 ** (gap / timedelta(days=1) / _HALF_DAYS)
    if matter < 0.6 or not common:
        return None
    confidence = either((matter * (0.75 + 0.25 * closeness), 0.5 if stated else 0.0))
    reasons = (_gap(gap), *_because(pair, common), *(("it says so",) if stated else ()))
    return DetectedLink(
        kind=LinkKind.TEMPORAL_SEQUENCE, source=first, target=second, weight=closeness, confidence=confidence,
        reasons=reasons, keywords=named(common), evidence=len(common), subtype="worded" if stated else "dated",
    )  # fmt: skip


def temporal_parallel(pair: Pair) -> DetectedLink | None:
    """Two memories of one matter that happened within three hours of each other, in no common session.

    Evidence: the times, rare names in common, the same project, a word such as "meanwhile".
    """
    later, earlier = pair.later, pair.earlier
    if (
        later.occurred_at is None
        or earlier.occurred_at is None
        or (later.session_id and later.session_id == earlier.session_id)
    ):
        return None
    gap = abs(later.occurred_at - earlier.occurred_at)
    common = shared(pair)
    if gap > _PARALLEL_MOST or not (common or (later.project and later.project == earlier.project)):
        return None
    closeness = 1 - gap / _PARALLEL_MOST / 2
    stated = _MEANWHILE.search(later.text) is not None or _MEANWHILE.search(earlier.text) is not None
    confidence = either((_matter(pair, common) * closeness, 0.4 if stated else 0.0))
    return DetectedLink(
        kind=LinkKind.TEMPORAL_PARALLEL, source=earlier, target=later, weight=closeness, confidence=confidence,
        reasons=(_gap(gap), *_because(pair, common)), keywords=named(common), evidence=max(1, len(common)),
        subtype="worded" if stated else "dated",
    )  # fmt: skip


def temporal_causality(pair: Pair) -> DetectedLink | None:
    """From what happened to what came of it.

    Claimed only where the effect's own words say so: it opens with "therefore" right after its cause in a session, or
    names a happening of the other memory with "because of" and the like.
    """
    first, second = pair.earlier, pair.later
    if second.effective_at < first.effective_at or second.effective_at - first.effective_at > _CAUSE_MOST:
        return None
    for item in shared(pair):
        if item.later.type in _HAPPENINGS and item.strength >= 0.2 and _caused_by(second.text, item.later.name):
            confidence = min(0.95, 0.6 + 0.35 * item.rarity)
            return _cause(pair, confidence, f"because of {item.later.name}", (item,), "because")
    opens = _THEREFORE.search(second.text.lstrip()) is not None
    close = pair.follows or pair.steps == 1
    if opens and close and (second.speaker == first.speaker or not first.asks):
        return _cause(pair, 0.75, "it opens with therefore", shared(pair), "therefore")
    return None


def _cause(pair: Pair, confidence: float, reason: str, common: Sequence[Shared], subtype: str) -> DetectedLink:
    return DetectedLink(
        kind=LinkKind.TEMPORAL_CAUSALITY, source=pair.earlier, target=pair.later, weight=confidence,
        confidence=confidence, reasons=(reason,), keywords=named(common), subtype=subtype,
    )  # fmt: skip


def _caused_by(text: str, name: str) -> bool:
    escaped = re.escape(name)
    return re.search(f"{_BECAUSE_EN}{escaped}|{escaped}{_BECAUSE_JA}", text, re.IGNORECASE) is not None


def _matter(pair: Pair, common: list[Shared]) -> float:
    """How surely two memories speak of one matter: their rare names in common, then project and likeness."""
    later, earlier = pair.later, pair.earlier
    names = (0.75 * item.strength for item in common)
    project = 0.3 if later.project and later.project == earlier.project else 0.0
    return either((*names, project, 0.6 * max(0.0, (pair.alike or 0.0) - 0.3)))


def _because(pair: Pair, common: list[Shared]) -> tuple[str, ...]:
    reasons = [f"{len(common)} rare names in common"] if common else []
    if pair.later.project and pair.later.project == pair.earlier.project:
        reasons.append("the same project")
    return tuple(reasons)


def _gap(gap: timedelta) -> str:
    hours = gap / timedelta(hours=1)
    return f"{hours:.1f} hours apart" if hours < 48 else f"{hours / 24:.0f} days apart"
