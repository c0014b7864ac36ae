"""Talks with an assistant: who is one, what a question wants of it, and which turns say what it shall always mind.

A talk of two people and a talk with an assistant differ. People ask for what they want to know, and the other's reply
is the evidence. Who types to an assistant tells what is the case and asks for something in one breath, in a few lines;
the answer repeats that at ten times the length.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from graph.tables import table_rows

ASSISTANTS: Final = frozenset({"assistant", "ai", "bot", "model", "agent", "アシスタント", "ボット"})
"""Roles of what answers people in chat formats, in lower case."""

_NO_VERB: Final = "(?:an?|the|been|good|great|glad|happy|nice|fun|sorry|up|here|there|so|in|on|at|said|heard|had|saw)"
"""What may follow "always" and "never" where nobody is told to do anything: "Always happy to help"."""
_ORDERS: Final = re.compile(
    rf"(?:^|[.!?\n]\s*)(?:please )?(?:always|never) (?!\w+(?:ed|ing)\b|{_NO_VERB}\b)[a-z]"
    r"|\bwhen(?:ever)? i ask\b|\bfrom now on\b"
    r"|(?:必ず|いつも|常に|毎回)[^。！？\n]{0,60}(?:ください|下さい|ほしい|欲しい|(?:こと|ように)(?:[。！]|$))"
    r"|(?:今後|これから)は[^。！？\n]{0,60}(?:ください|下さい|ほしい|欲しい)"
    r"|(?:聞い|訊い|尋ね|質問し)たら[^。！？\n]{0,60}(?:ください|下さい|ほしい|欲しい)",
    re.IGNORECASE,
)
_OWN_PREFERENCE: Final = re.compile(
    r"\b(?:i|we)(?:'d| would)? prefer\b|\bmy preference|(?:方|ほう)が(?:好き|好み)", re.IGNORECASE
)
_ASKS_TO_DO: Final = re.compile(
    r"\b(?:can|could|would|will) you\b|\bhow (?:do|can|could|should|would|might) (?:i|we|you)\b|\bshould (?:i|we)\b"
    r"|\bplease\b|\bhelp me\b|\bi(?:'m| am) (?:planning|looking|working|trying|thinking)\b"
    r"|(?<!教え)[てで](?:ください|下さい|くれ|もらえ|いただけ|(?:ほしい|欲しい)(?!と))|どう(?:すれば|したら|やって)|(?:す|る|く|う)べき"
    r"|方法(?:を|は)|手伝っ",
    re.IGNORECASE,
)
_OF_ITS_ANSWER: Final = re.compile(
    r"\b(?:did|have|had) you\b|\byou (?:recommended|suggested|advised|explained|told|said|mentioned|proposed|gave"
    r"|described|showed|outlined|listed)\b|\byour (?:\w+ )?(?:advice|suggestions?|recommendations?|answers?"
    r"|explanations?)\b|(?:あなた|君|きみ)(?:は|が|の)|(?:勧め|すすめ|提案し|教え|説明し)て(?:くれ|いただい|もらっ)た",
    re.IGNORECASE,
)


def is_assistant(speaker: str | None) -> bool:
    """Whether a speaker is an assistant by the name of its role."""
    return (speaker or "").strip().casefold() in ASSISTANTS


def is_standing(text: str) -> bool:
    """Whether a turn says what shall always be minded: "Always name sources", or what is liked: "I prefer tea"."""
    return is_standing_order(text) or _OWN_PREFERENCE.search(text.replace("’", "'")) is not None


def is_standing_order(text: str) -> bool:
    """Whether a text says what shall always be done, be it liked or not."""
    return _ORDERS.search(text.replace("’", "'")) is not None


def looks_back(question: str) -> bool:
    """Whether a question asks for what was said of a matter over time: its order, a summary, how it went on."""
    return _looking_back().search(question) is not None


@cache
def _looking_back() -> re.Pattern[str]:
    rows = table_rows("graph.model.talk", "looks_back", "language word example")
    words = [rf"\b{re.escape(word)}" if word.isascii() else re.escape(word) for _, word, _ in rows]
    return re.compile("|".join(words), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question wants of an assistant: something `to_do`, for which standing instructions count, or its `answer`
    of then ("What did you recommend?").
    """

    to_do: bool
    answer: bool


def wanted_of_assistant(question: str) -> Wanted:
    """Reads a question. A summary, or the order of what was said, is to be done too, yet asks for what was said."""
    plain = question.replace("’", "'")
    answer = _OF_ITS_ANSWER.search(plain) is not None
    to_do = _ASKS_TO_DO.search(plain) is not None and not looks_back(plain)
    return Wanted(to_do=to_do and not answer, answer=answer)
