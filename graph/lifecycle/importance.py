"""How much a memory matters, 0–10, as a weighted sum whose every part can be shown."""

import math
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

KEYWORDS = (
    "TODO", "FIXME", "NOTE", "WARNING", "ERROR", "重要", "締切", "締め切り", "期限", "決定", "注意", "必須", "緊急",
    "deadline", "important", "decided", "decision", "urgent", "must",
)  # fmt: skip
"""Words that mark what should not be lost, in both languages."""

_KEYWORD = re.compile("|".join(re.escape(word) for word in KEYWORDS), re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z0-9_]+|[^\W_]")
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_LIST = re.compile(r"^\s*(?:[-*+・]|\d+[.)])\s", re.MULTILINE)
_CODE = re.compile(r"```|^ {4}\S|`[^`]+`", re.MULTILINE)
_LINK = re.compile(r"https?://|\[[^\]]+\]\([^)]+\)")

REPEATED = 0.4
"""By how much what repeats another memory matters less: `10 × 0.4 × 0.2`, of which half is taken off."""

_WEEK_DAYS = 7.0
_READ_MOST = 20_000  # characters enough to judge structure and keywords by


@dataclass(frozen=True, slots=True, kw_only=True)
class Importance:
    """The parts of a memory's importance, each on 0–1, and their weighted sum on 0–10."""

    content: float
    time: float
    access: float
    relation: float
    user: float

    @property
    def score(self) -> float:
        """`10 × (0.4 content + 0.2 time + 0.2 access + 0.15 relation + 0.05 user)`, within 0–10."""
        total = 0.4 * self.content + 0.2 * self.time + 0.2 * self.access + 0.15 * self.relation + 0.05 * self.user
        return round(min(10.0, max(0.0, 10 * total)), 3)


def importance(
    text: str,
    *,
    now: datetime,
    created_at: datetime,
    rating: int | None,
    uses: float = 0.0,
    ties: int = 0,
    near_duplicate: bool = False,
) -> Importance:
    """The importance of a memory; `uses` are weighted uses of 30 days, `ties` its mentions, facts and links."""
    age_days = max(0.0, (now - created_at).total_seconds() / 86_400)
    return Importance(
        content=content_part(text, near_duplicate=near_duplicate),
        time=max(0.1, math.exp(-math.log(2) * age_days / _WEEK_DAYS)),
        access=max(0.1, min(1.0, math.log10(1 + uses))),
        relation=min(1.0, 0.6 * ties / 10),
        user=0.5 if rating is None else rating / 5,
    )


def content_part(text: str, *, near_duplicate: bool = False) -> float:
    """0.3 length + 0.3 structure + 0.2 keywords + 0.2 uniqueness, on 0–1."""
    head = text[:_READ_MOST]
    uniqueness = 0.5 if near_duplicate else 1.0
    return 0.3 * length_part(text) + 0.3 * structure_part(head) + 0.2 * keyword_part(head) + 0.2 * uniqueness


def length_part(text: str) -> float:
    """Rises to 1 at 1,000 characters, falls to 0.7 at 10,000; a wide (Japanese) character counts twice."""
    head = text[:_READ_MOST]
    wide = 0 if head.isascii() else sum(unicodedata.east_asian_width(c) in "WF" for c in head)
    n = len(text) + wide
    if n < 50:
        return n / 50 * 0.5
    if n <= 1_000:
        return 0.5 + 0.5 * (n - 50) / 950
    if n <= 10_000:
        return 1.0 - 0.3 * (n - 1_000) / 9_000
    return 0.7


def structure_part(text: str) -> float:
    """Headings 2.0, lists 1.5, code 2.5, links 1.2 for each, summed over 10, at most 1."""
    weights = ((_HEADING, 2.0), (_LIST, 1.5), (_CODE, 2.5), (_LINK, 1.2))
    return min(1.0, sum(weight * len(pattern.findall(text)) for pattern, weight in weights) / 10)


def keyword_part(text: str) -> float:
    """Density of marked words among all words, × 10 with a boost of 1.5, at most 1."""
    words = len(_WORD.findall(text))
    return min(1.0, 1.5 * 10 * len(_KEYWORD.findall(text)) / words) if words else 0.0
