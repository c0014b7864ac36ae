"""The phrases of a predicate by their particles, read straight off the words: 「1000 から | 5000 に | 変更」.

A parser that has learnt from prose loses units, dates and identifiers; their particles it does not lose. A phrase runs
from the last particle, comma or verb to the next particle; a topic (は) holds until its sentence ends.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.predicates import predicates_of
from extraction.lang.ja.facts.frames import STANDING
from extraction.lang.ja.parse.words import Parse, Word

_OPENING: Final = frozenset("(（[［【")
_CLOSING: Final = frozenset(")）]］】")
_CASES: Final = frozenset(("が", "を", "に", "へ", "で", "と", "から", "まで", "より", "は", "も"))
_TOPICS: Final = ("は", "も")
_JOINED: Final = ("を", "が", "は", "も")
"""The particles that a noun before と shares with the one behind it."""
_ENDS: Final = ("補助記号-句点", "補助記号-読点", "補助記号-括弧開", "空白")


class Phrase(NamedTuple):
    """A noun phrase by its first and last word, and the particle behind it; none behind a bare amount."""

    first: int
    last: int
    role: str


def phrases_in(parse: Parse, sentence: range) -> dict[int, tuple[Phrase, ...]]:
    """The phrases of each verb and noun of action of a sentence, by its place."""
    predicates = {predicate.word.place: predicate.kind for predicate in predicates_of(parse, sentence)}
    read: dict[int, tuple[Phrase, ...]] = {}
    phrases: list[Phrase] = []
    topic: Phrase | None = None
    first, last, depth = -1, -1, 0
    for place in sentence:
        word = parse.words[place]
        if word.text in _OPENING or word.text in _CLOSING or depth:
            depth += (word.text in _OPENING) - (word.text in _CLOSING)
            continue
        if _is_predicate(parse, word, predicates.get(place, ""), sentence):
            # 現場確認 is one noun, 3分ずれる is not
            is_apart = predicates[place] in ("verb", "act") or parse.words[last].end < word.start
            if 0 <= first < place and is_apart:
                phrases.append(Phrase(first, last, ""))
            of_topic = [topic] if topic is not None and topic not in phrases else []
            read[place] = (*of_topic, *_joined(phrases))
            phrases, first = [], -1
        elif word.is_particle and word.text in _CASES and first >= 0:
            following = parse.words[place + 1] if place + 1 < sentence.stop else None
            if following is not None and following.is_particle and following.text == "の":
                continue
            phrases.append(Phrase(first, last, word.text))
            topic = phrases[-1] if word.text in _TOPICS else topic
            first = -1
        elif word.is_particle and word.text in _TOPICS and phrases and phrases[-1].last == place - 2:
            topic = phrases[-1]
        elif word.tag.startswith(_ENDS):
            first = -1 if word.tag.startswith("補助記号") else first
        elif word.is_noun or word.tag.startswith(("代名詞", "形状詞")):
            first, last = (place if first < 0 else first), place
        elif word.tag.startswith(("動詞", "助動詞", "形容詞", "助詞-接続助詞")):
            first = -1
    return read


def in_bracket_behind(parse: Parse, sentence: range) -> range:
    """The words within the brackets that end a sentence: 「対策を追記(田中さん、10/31 まで)」."""
    last = sentence.stop - 1
    while last > sentence.start and (parse.words[last].tag.startswith(("補助記号-句点", "空白"))):
        last -= 1
    if parse.words[last].text not in _CLOSING:
        return range(0)
    opening = next((at for at in range(last, sentence.start, -1) if parse.words[at].text in _OPENING), last)
    return range(opening + 1, last)


def _is_predicate(parse: Parse, word: Word, kind: str, sentence: range) -> bool:
    """Whether a word is a verb, or a noun of action that stands for one: 「5000 に変更。」「リリース済み」."""
    if kind in ("verb", "act"):
        return True
    if kind not in ("event", "nominal") or not word.tag.startswith("名詞-普通名詞-サ変"):
        return False
    at = word.place + 1
    while at < sentence.stop and parse.words[at].text in STANDING:
        at += 1
    return at == sentence.stop or parse.words[at].tag.startswith(_ENDS)


def _joined(phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases with the particle that they share: in AとBを both are を."""
    for place, phrase in enumerate(phrases):
        after = phrases[place + 1] if place + 1 < len(phrases) else None
        is_joined = phrase.role == "と" and after is not None and after.role in _JOINED
        if is_joined and after is not None and after.first == phrase.last + 2:
            yield phrase._replace(role=after.role)
        else:
            yield phrase
