"""Small signs that a text answers a question, most of them in the wording of a chat turn, each explained in the hit.

Weights are shares of the best base score of the question (`CueSettings`).
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from graph.settings import CueSettings

_WHEN_ASKED = re.compile(
    r"\b(?:when|what (?:time|day|date|month|year)|how long)\b|何(?:時|日|月|年)(?!も)"
    r"|(?<![あこそど])いつ(?!も|でも|までも|の間|しか|か(?!ら|な|と|は|が|を|知|分か|わか|教|覚|[?？。]|$))",
    re.IGNORECASE,
)
"""Not what only sounds so: いつも, いつか, 何年も, あいつ."""
_TIME_WORDS = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|since|week|weekend|month|year|morning|evening|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|"
    r"september|october|november|december|recently|soon)\b|\b(?:19|20)\d\d\b|\b\d{1,2}(?::\d\d| ?[ap]m)\b"
    r"|昨日|今日|明日|先週|来週|今週|先月|来月|今月|去年|昨年|来年|今年|週末|曜日|\d+ ?[年月日時]|前から|以来",
    re.IGNORECASE,
)
JAPANESE_I = (
    r"俺|わたし|(?<![下公])僕|ぼく(?!し|とう)"
    r"|(?<!公)私(?![立的鉄物服費営有設邸塾製語怨欲情法財]|学(?!校)|用(?!事)|書箱|小説|生活)"
    # "My home", not the inside of something (そのうち, 若いうちに) nor a longer word (うちわ, もうちょっと).
    r"|(?<![のいるたぬなくむぶすつうぐお])うち(?=[のはもがらにへでを、,]|じゃ)"
)
"""A regular expression for words by which people call themselves, and not for what only looks so (私立)."""
_FIRST_PERSON = re.compile(rf"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our)\b|{JAPANESE_I}", re.IGNORECASE)


_NO_PARTS = frozenset(
    {"mr", "mr.", "mrs", "mrs.", "ms", "ms.", "dr", "dr.", "prof", "prof.", "the", "van", "von", "de"}
)
_KANJI = re.compile(r"[\u3400-\u9fff々]{2,6}")
_ADDRESSED = "(?:さん|くん|君|ちゃん|様|さま|氏|先生)"


@dataclass(frozen=True, slots=True)
class QuestionCues:
    """What the wording of a question tells about its answer."""

    when: bool
    speaker: str | None


def asked(question: str, speakers: Collection[str]) -> QuestionCues:
    """Reads a question. `speakers` are those of the candidates; only a question that names exactly one names one.

    Part of a name names the speaker whom alone it fits: exports of chats hold full names, and people ask for "Emily".
    """
    lower, everyone = question.casefold(), sorted(set(speakers))
    named = {speaker for speaker in everyone if _names(lower, speaker.casefold())}
    parts = {speaker: _parts(question, speaker) for speaker in everyone}
    fits = Counter(part for found in parts.values() for part in found)
    named |= {speaker for speaker, found in parts.items() if any(fits[part] == 1 for part in found)}
    return QuestionCues(bool(_WHEN_ASKED.search(question)), named.pop() if len(named) == 1 else None)


def cues(
    question: QuestionCues,
    weights: CueSettings,
    *,
    text: str,
    speaker: str | None,
    asks: bool,
    asked_before: float = 0.0,
    naming: float = 0.0,
    strangers: bool = False,
) -> Mapping[str, float]:
    """The cues a text earns for a question, by name, as shares of the best base score; none of those that weigh 0.

    What is no turn of a talk earns but two: `naming` is how much it tells that the text names what may be asked for,
    0 to 1, `strangers` whether it tells of others alone where somebody asks about themselves. `asked_before` is the
    base score of the turn just before, as such a share, where another speaker asks in it.
    """
    earned = {"names": weights.names * naming, "strangers": weights.strangers * strangers}
    if speaker is not None:
        earned |= _of_turn(question, weights, text, speaker, asks=asks, asked_before=asked_before)
    return {name: share for name, share in earned.items() if share}


def _of_turn(
    question: QuestionCues, weights: CueSettings, text: str, speaker: str, *, asks: bool, asked_before: float
) -> dict[str, float]:
    return {
        "speaker": weights.speaker * (question.speaker is not None and question.speaker == speaker),
        "asks": weights.asks * asks,
        "time": weights.time * (question.when and _TIME_WORDS.search(text) is not None),
        "reply": weights.reply * max(0.0, asked_before),
        "first-person": weights.first_person * (_FIRST_PERSON.search(text) is not None),
    }


def _names(question: str, speaker: str) -> bool:
    if speaker.isascii():
        return re.search(rf"\b{re.escape(speaker)}\b", question) is not None
    return speaker in question


def _parts(question: str, speaker: str) -> set[str]:
    """The parts of a speaker's name that stand in a question: words as they are written, or a Japanese surname or given
    name that is addressed (田中さん), with or without a space in the name.
    """
    words = [word for word in re.split(r"[\s・]+", speaker) if len(word) > 1 and word.casefold() not in _NO_PARTS]
    if len(words) > 1 or not _KANJI.fullmatch(speaker):
        return {word for word in words if _names(question, word)}
    ends = {speaker[:cut] for cut in range(1, len(speaker) + 1)} | {speaker[cut:] for cut in range(1, len(speaker))}
    return {end for end in ends if end in question and re.search(rf"(?<![\u3400-\u9fff々]){end}{_ADDRESSED}", question)}
