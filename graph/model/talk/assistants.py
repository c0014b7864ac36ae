"""Talks with an assistant: who is one, what a question wants of it, and which turns say what it shall always mind.

A talk of two people and a talk with an assistant differ. People ask for what they want to know, and the other's reply
is the evidence. Who types to an assistant tells what is the case and asks for something in one breath, in a few lines;
the answer repeats that at ten times the length.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from graph.tables import table_rows, values

ASSISTANTS: Final = frozenset({"assistant", "ai", "bot", "model", "agent", "アシスタント", "ボット"})
"""Roles of what answers people in chat formats, in lower case."""

_JAPANESE_ORDERS: Final = (
    r"(?:必ず|いつも|常に|毎回)[^。！？\n]{0,60}(?:ください|下さい|ほしい|欲しい|(?:こと|ように)(?:[。！]|$))"
    r"|(?:今後|これから)は[^。！？\n]{0,60}(?:ください|下さい|ほしい|欲しい)"
    r"|(?:聞い|訊い|尋ね|質問し)たら[^。！？\n]{0,60}(?:ください|下さい|ほしい|欲しい)"
)
_OWN_PREFERENCE: Final = re.compile(
    r"\b(?:i|we)(?:'d| would)? prefer\b|\bmy preference|(?:方|ほう)が(?:好き|好み)", re.IGNORECASE
)
_REQUEST: Final = r"(?:(?:can|could|would|will) you|please|help me)\b"
_JAPANESE_REQUEST: Final = r"(?<!教え)[てで](?:ください|下さい|くれ|もらえ|いただけ)"
_ASKS_TO_DO: Final = re.compile(
    rf"\b{_REQUEST}|\bhow (?:do|can|could|should|would|might) (?:i|we|you)\b|\bshould (?:i|we)\b"
    r"|\bi(?:'m| am) (?:planning|looking|working|trying|thinking)\b"
    rf"|{_JAPANESE_REQUEST}|(?<!教え)[てで](?:ほしい|欲しい)(?!と(?:言|い[っいう]|話|頼|伝))"
    r"|どう(?:すれば|したら|やって)|(?:す|る|く|う)べき|方法(?:を|は)|手伝っ",
    re.IGNORECASE,
)
_ORDERED: Final = re.compile(rf"(?:^|[.!?,\n]\s*){_REQUEST}|\bplease[.!?]*\s*$|{_JAPANESE_REQUEST}", re.IGNORECASE)
"""Who reads is told to do it, at the beginning of a sentence: not "Which dish can you get?"."""
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
    return _orders().search(text.replace("’", "'")) is not None


@cache
def _orders() -> re.Pattern[str]:
    """An order for good: "Always", "Never" or "From now on" before a verb, or a verb with "from now on" behind it."""
    rows = table_rows("graph.model.talk", "order_verbs", "language verbs example")
    verb = "|".join(re.escape(verb) for _, verbs, _ in rows for verb in values(verbs))
    starts, order = r"(?:^|[.!?\n]\s*)(?:[-*•] )?", rf"(?:please )?(?:(?:do not|don't|only|also) )?(?:{verb})\b"
    always, since = r"(?:please )?(?:always|never) ", r"(?:from now on|when(?:ever)? i ask)\b"
    return re.compile(
        rf"{starts}{always}(?:{verb})\b|{starts}{order}[^.!?\n]*? {since}|\bfrom now on,? (?:{always})?{order}"
        rf"|\bwhen(?:ever)? i ask\b[^.!?\n]*?, (?:{always})?{order}|{_JAPANESE_ORDERS}",
        re.IGNORECASE,
    )


def looks_back(question: str) -> bool:
    """Whether a question asks for what was said of a matter over time: its order, a summary, how it went on."""
    plain = question.replace("’", "'")
    kinds = {"stem", "word"} if _ASKS_TO_DO.search(plain) else {"stem", "word", "idle"}
    return any(_looking_back(kind).search(plain) for kind in kinds)


@cache
def _looking_back(kind: str) -> re.Pattern[str]:
    rows = table_rows("graph.model.talk", "looks_back", "language kind word example")
    ends = "" if kind == "stem" else r"\b"
    words = [
        rf"\b{re.escape(word)}{ends}" if word.isascii() else re.escape(word) for _, k, word, _ in rows if k == kind
    ]
    return re.compile("|".join(words), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question wants of an assistant: something `to_do`, for which standing instructions count, or its `answer`
    of then ("What did you recommend?").

    Where it is `ordered` ("Could you book …"), rules count that were kept as notes, too: many a question of a fact
    sounds like something to do ("Where should I be?").
    """

    to_do: bool
    answer: bool
    ordered: bool


def wanted_of_assistant(question: str) -> Wanted:
    """Reads a question. A summary, or the order of what was said, is to be done too, yet asks for what was said."""
    plain = question.replace("’", "'")
    answer = _OF_ITS_ANSWER.search(plain) is not None
    to_do = _ASKS_TO_DO.search(plain) is not None and not looks_back(plain)
    to_do = to_do and not answer
    return Wanted(to_do=to_do, answer=answer, ordered=to_do and _ORDERED.search(plain) is not None)
