"""What is taken up again without its name: "the matter of last time", 前回の件; pure."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from graph.insight.link_features import DetectedLink, Pair, either, named, shared
from graph.model.types import LinkKind

LAST_TIME: Final = "last-time"
"""The subtype of such a reference."""
_PAUSE: Final = timedelta(hours=6)
"""What lies nearer is of this time, not of the last."""
_IN_THREAD: Final = 0.8
_TIMES_JA: Final = "前回|先日|この(?:前|間)|こないだ|先週|先月|昨日"
_TALKS_JA: Final = "件|話(?!題)|続き|議題|相談|打ち?合わせ|会議|ミーティング|やり取り"
_TIME_EN: Final = r"(?:last|the previous|our last|our previous)"
_TALK_EN: Final = "(?:time|meeting|call|talk|chat|session|discussion|conversation)"
_TAKEN_UP: Final = re.compile(
    rf"(?:{_TIMES_JA})(?:お|ご)?の(?:お|ご)?(?:{_TALKS_JA})"
    rf"|(?:{_TIMES_JA})(?:、)?(?:お|ご)?(?:話|相談|議論|検討)し(?:た|まし|てい)"
    rf"|\b(?:matter|issue|topic|question|point|subject|thing)s? (?:from|of|at|we \w+ (?:at|in)) {_TIME_EN} {_TALK_EN}\b"
    rf"|\b(?:as|what) (?:we|I) (?:discussed|agreed|talked about|said|mentioned|decided)(?: on)? "
    rf"(?:(?:at|in|during) )?{_TIME_EN} {_TALK_EN}\b"
    rf"|\bfollow(?:ing)?[- ]?up (?:on|to|from) {_TIME_EN} {_TALK_EN}\b"
    r"|\blast time we (?:talked|spoke|discussed|met|saw each ?other)\b|\bwhere we left off\b",
    re.IGNORECASE,
)


def takes_up(text: str) -> bool:
    """Whether a text speaks of what was the matter the last time: 前回の件ですが, "following up on our last call"."""
    return _TAKEN_UP.search(text) is not None


def taken_up(pair: Pair) -> DetectedLink | None:
    """From a memory that takes up the last time to an earlier one of the same thread or topic, before a pause.

    Evidence: one session, or rare names in common. Which of them was the last `latest_alone` tells.
    """
    later, earlier = pair.later, pair.earlier
    if later.effective_at - earlier.effective_at < _PAUSE or not takes_up(later.text):
        return None
    thread = later.session_id != "" and later.session_id == earlier.session_id
    common = [item for item in shared(pair) if item.later.proper]
    confidence = either((_IN_THREAD if thread else 0.0, *(0.7 * item.rarity for item in common)))
    if confidence == 0.0:
        return None
    return DetectedLink(
        kind=LinkKind.REFERENCE, source=later, target=earlier, weight=confidence, confidence=confidence,
        reasons=("the last time", *(("the same thread",) if thread else ())), keywords=named(common), subtype=LAST_TIME,
    )  # fmt: skip


def latest_alone(links: Sequence[DetectedLink]) -> list[DetectedLink]:
    """The links, of those that take up a last time one alone: in the thread if there is one there, the latest."""
    takes = [link for link in links if link.subtype == LAST_TIME]
    last = max(takes, key=_last, default=None)
    return [link for link in links if link.subtype != LAST_TIME or link is last]


def _last(link: DetectedLink) -> tuple[object, ...]:
    return "the same thread" in link.reasons, link.target.effective_at, link.target.text, link.target.id
