"""What a line that ends in a noun says of an action: 「持ち込みは禁止」, 「v2 への更新が必要」, 「切り替え完了」.

The action is a noun of action, with the thing that it is done to before の, への or からの. The noun behind it is the
verdict: forbidden, unneeded, required, planned or done.
"""

import re
from typing import Final, NamedTuple

from extraction.lang.ja.parse.words import Parse, Word
from extraction.text.lexicon import lexicon
from graph.model.types import Modality, Polarity

_WORDS: Final = lexicon("extraction.lang.ja", "verdicts")
_VERDICTS: Final = _WORDS.values("verdict")
_DECISIONS: Final = _WORDS.words("decision")
LIGHT_VERBS: Final = _WORDS.words("light_verb")
"""Verbs that say of an action no more than that it is done."""
_CONTINUATIVE: Final = re.compile(r"[一-鿿々][ぁ-ん]?[いきぎしちにびみりえけげせてねべめれ]$")
"""How the stem of a verb ends that stands for the action: 見送り, 切り替え."""
_COMPOUND: Final = re.compile(r"[一-鿿々][ぁ-ん][一-鿿々]")
"""Two verbs in one: 取り消し is of 取り消す, but 手続き of 手続きする."""
_I_ROW: Final = dict(zip("いきぎしちにびみり", "うくぐすつぬぶむる", strict=True))
_VERBAL_NOUN: Final = "名詞-普通名詞-サ変"
_COUNTED: Final = ("名詞-数詞", "名詞-普通名詞-助数詞可能", "接尾辞-名詞的-助数詞")
_MARKED: Final = ("へ", "から", "まで", "と", "で")
"""Particles that only a noun of action has before の."""
_MEANT: Final = {
    "forbidden": (Polarity.NEGATIVE, Modality.STATED),
    "unneeded": (Polarity.NEGATIVE, Modality.STATED),
    "required": (Polarity.POSITIVE, Modality.OBLIGATORY),
    "planned": (Polarity.POSITIVE, Modality.INTENDED),
    "done": (Polarity.POSITIVE, Modality.STATED),
}


class Action(NamedTuple):
    """An action by its verb, and the first and last word of the thing before it; none where nothing stands there."""

    verb: str
    thing: tuple[int, int] | None


def verdict_of(word: Word) -> str:
    """The verdict that a noun is, "" for any other word."""
    return _VERDICTS.get(word.text, "") if word.is_noun or word.tag.startswith("形状詞") else ""


def is_decision(word: Word) -> bool:
    """Whether a noun says by itself what was decided of a thing, and not what it is: 「更新は中止」."""
    return word.text in _DECISIONS or bool(verdict_of(word))


def meant_by(verdict: str) -> tuple[Polarity, Modality]:
    """The polarity and modality that a verdict gives an action."""
    return _MEANT[verdict]


def is_action(word: Word) -> bool:
    """Whether a word is a noun of action: a verbal noun, or the stem of a verb."""
    return word.tag.startswith(_VERBAL_NOUN) or is_stem(word)


def is_stem(word: Word) -> bool:
    """Whether a noun is the stem of a verb: 見送り, 据え置き."""
    is_verbal = word.tag.startswith(("名詞-普通名詞-一般", _VERBAL_NOUN, "動詞"))
    return is_verbal and len(word.text) > 1 and _CONTINUATIVE.search(word.text) is not None


def compound_start(parse: Parse, place: int) -> int:
    """The first word of the noun that ends with a word, stems of verbs within it: 切り替え of 切り替え完了."""
    while place and parse.words[place - 1].end == parse.words[place].start:
        before = parse.words[place - 1]
        if before.tag.startswith(_COUNTED) or not (
            before.is_noun or (before.tag.startswith("動詞") and is_stem(before))
        ):
            break
        place -= 1
    return place


def verb_of(parse: Parse, first: int, last: int) -> str:
    """The verb that a noun of action stands for: 見送る, 切り替える, 廃止する."""
    words = parse.surface(first, last)
    word = parse.words[last]
    if not is_stem(word) or (word.tag.startswith(_VERBAL_NOUN) and not _COMPOUND.match(word.text)):
        return f"{words}する"
    return words[:-1] + _I_ROW[words[-1]] if words[-1] in _I_ROW else f"{words}る"


def action_in(parse: Parse, first: int, last: int) -> Action | None:
    """The action that a phrase names: of 「main への直接 push」 push, done to main; None where it names a thing."""
    for place in range(last - 1, first, -1):
        word = parse.words[place]
        if word.text != "の" or not word.is_particle:
            continue
        is_marked = parse.words[place - 1].is_particle and parse.words[place - 1].text in _MARKED
        end = place - 2 if is_marked else place - 1
        if end < first or not (is_marked or is_action(parse.words[last])):
            return None
        begins = place + 1
        while begins < last and "形状詞" in parse.words[begins].tag:
            begins += 1  # 直接 push
        return Action(verb_of(parse, begins, last), (first, end))
    return Action(verb_of(parse, first, last), None) if is_action(parse.words[last]) else None
