"""Case and topic particles of a noun, its kind, and the compound that it stands in."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from extraction.lang.ja.parse.words import Parse, Word, are_joined
from extraction.lang.ja.word_lists import NOUNS, QUALIFYING
from extraction.names.kinship import japanese_callings

_CASES = frozenset(("が", "を", "に", "へ", "で", "と", "から", "より", "の"))
_COMPOUND_PARTICLES = {
    "によって": "によって",
    "により": "によって",
    "による": "によって",
    "として": "として",
    "という": "という",
    "といった": "という",
    "について": "について",
    "に関して": "について",
    "に関する": "について",
    "において": "で",
    "における": "で",
    "にて": "で",
    "に対して": "に対して",
    "に対し": "に対して",
    "とともに": "と",
    "と共に": "と",
    "と一緒に": "と",
}
_COMPOUND_CASES = frozenset(_COMPOUND_PARTICLES.values())
FORMAL = NOUNS.words("grammatical")
"""Formal nouns: they carry grammar rather than a thing, and are seldom an argument."""
CIRCUMSTANCES = NOUNS.words("circumstance")
"""Formal nouns whose clause is an adverbial one (困ったとき): it has no gap that the noun would fill."""
OUTER = NOUNS.words("explained")
"""Heads of appositive clauses ("気流を起こす方法"): they fill no gap in their clause."""
_PEOPLE = frozenset("者人家手官員長師士民族氏君様")
_TITLES = frozenset(("さん", "さま", "ちゃん", "くん", "先生", "選手", "監督", "教授", "博士", "部長", "社長", "課長"))
_FOREIGN = re.compile(r"[ァ-ヺー]+|[A-Za-z]+")
_DOT = "・"


class Marked(NamedTuple):
    """The particles of a noun: its case particle ("" for none) and the topic particle after it (は, も or "")."""

    case: str
    topic: str


def particle_of(parse: Parse, noun: Word) -> Marked:
    """The particles of a noun, past など, だけ and the like; compound particles such as "によって" count as one."""
    topic = case = ""
    words = parse.words
    for place in parse.children[noun.place]:
        if place < noun.place or words[place].label != "case":
            continue
        text = words[place].text
        run = text
        for child in parse.children[place]:
            if words[child].label == "fixed":
                run += words[child].text
        text = _COMPOUND_PARTICLES.get(run, text if run == text else "other")
        if text in ("は", "も"):
            topic = text
        elif text in _CASES or text in _COMPOUND_CASES or text == "other" or (text == "まで" and not case):
            case = text
    return Marked(case, topic)


def possessors(parse: Parse, noun: Word) -> Iterator[Word]:
    """The nouns that modify this one with の (うちの猫), in order."""
    for place in parse.children[noun.place]:
        word = parse.words[place]
        tied = place < noun.place and word.label == "nmod" and particle_of(parse, word).case == "の"
        if tied and word.text not in QUALIFYING:
            yield word


def also(parse: Parse, place: int) -> list[int]:
    """ "兄も父も": the nouns with も that the parse attaches to another noun with も."""
    if particle_of(parse, parse.words[place]).topic != "も":
        return []
    before = (child for child in parse.children[place] if child < place)
    return [child for child in before if particle_of(parse, parse.words[child]).topic == "も"]


def kind_of(word: Word) -> str:
    """The kind of a noun: formal, person, place, name, number, time, act, state, pronoun or thing."""
    tag = word.tag
    if word.text in FORMAL:
        return "formal"
    if tag.startswith("代名詞"):
        return "pronoun"
    if tag.startswith("名詞-固有名詞"):
        return "person" if "人名" in tag else "place" if "地名" in tag else "name"
    if tag.startswith(("名詞-数詞", "接尾辞-名詞的-助数詞", "名詞-普通名詞-助数詞可能")):
        return "number"
    if tag.startswith("名詞-普通名詞-副詞可能"):
        return "time"
    if word.text[-1] in _PEOPLE or word.text in _TITLES or word.text in japanese_callings():
        return "person"
    if tag.startswith("名詞-普通名詞-サ変"):
        return "act"
    if tag.startswith("形状詞") or tag == "名詞-普通名詞-形状詞可能":
        return "state"
    return "thing"


def phrase_of(parse: Parse, place: int) -> tuple[int, int]:
    """First and last word of the compound that a word stands in; a dot between common nouns parts two compounds."""
    words = parse.words
    if not words[place].is_noun:
        return place, place
    first = last = place
    while first > 0 and _is_joined(parse, first - 1, first):
        first -= 2 if words[first - 1].text == _DOT else 1
    while last + 1 < len(words) and _is_joined(parse, last, last + 1):
        last += 2 if words[last + 1].text == _DOT else 1
    return first, last


def _is_joined(parse: Parse, before: int, after: int) -> bool:
    """Whether two words belong to one compound, a dot inside a foreign name included (トム・クルーズ)."""
    words = parse.words
    if words[before].text == _DOT or words[after].text == _DOT:
        left, right = (before - 1, after) if words[before].text == _DOT else (before, after + 1)
        if left < 0 or right >= len(words):
            return False
        named = words[left].is_name or bool(_FOREIGN.fullmatch(words[left].text))
        return named and words[left].is_noun and words[right].is_noun
    return words[before].is_noun and words[after].is_noun and are_joined(words[before], words[after])
