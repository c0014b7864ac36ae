"""Small signs in the wording of a chat turn that it answers a question, each explained in the hit.

Weights are shares of the best base score of the question.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

SPEAKER = 0.05
"""The question names one speaker of the session, and this turn is theirs (more ruins questions about the other)."""
ASKS = -0.08
"""A turn that asks is rarely the evidence."""
WHEN = 0.10
"""The question asks for a time, and the turn holds one."""
FIRST_PERSON = 0.06
"""People tell of themselves in the first person."""
REPLY = 0.10
"""A turn answers what another speaker has just asked: this share of the score of the turn that asks."""

_WHEN_ASKED = re.compile(
    r"\b(?:when|what (?:time|day|date|month|year)|how long)\b|いつ|何時|何日|何月|何年", re.IGNORECASE
)
_TIME_WORDS = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|since|week|weekend|month|year|morning|evening|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|"
    r"september|october|november|december|recently|soon)\b|\b(?:19|20)\d\d\b|\b\d{1,2}(?::\d\d| ?[ap]m)\b"
    r"|昨日|今日|明日|先週|来週|今週|先月|来月|今月|去年|昨年|来年|今年|週末|曜日|\d+ ?[年月日時]|前から|以来",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our)\b|私|僕|俺|わたし|ぼく|うち", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the wording of a question tells about its answer."""

    when: bool
    speaker: str | None


def asked(question: str, speakers: Collection[str]) -> Asked:
    """Reads a question. `speakers` are those of the candidates; only a question that names exactly one names one."""
    lower = question.casefold()
    named = [speaker for speaker in sorted(set(speakers)) if _names(lower, speaker.casefold())]
    return Asked(bool(_WHEN_ASKED.search(question)), named[0] if len(named) == 1 else None)


def cues(question: Asked, *, text: str, speaker: str, asks: bool, asked_before: float = 0.0) -> Mapping[str, float]:
    """The cues a turn earns for a question, by name, as shares of the best base score.

    `asked_before` is the base score of the turn just before, as such a share, where another speaker asks in it.
    """
    earned: dict[str, float] = {}
    if question.speaker is not None and question.speaker == speaker:
        earned["speaker"] = SPEAKER
    if asks:
        earned["asks"] = ASKS
    if question.when and _TIME_WORDS.search(text):
        earned["time"] = WHEN
    if asked_before > 0:
        earned["reply"] = REPLY * asked_before
    if _FIRST_PERSON.search(text):
        earned["first-person"] = FIRST_PERSON
    return earned


def _names(question: str, speaker: str) -> bool:
    if speaker.isascii():
        return re.search(rf"\b{re.escape(speaker)}\b", question) is not None
    return speaker in question
