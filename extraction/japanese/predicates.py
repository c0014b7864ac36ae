"""How a sentence states its predicate: its dictionary form, whether it is denied, and how firmly it is held."""

import re
from typing import NamedTuple

from extraction.japanese.words import Parse, Word
from graph.model import Modality, Polarity


class Stated(NamedTuple):
    """A predicate as a graph should hold it; `passive` when the subject suffers it."""

    predicate: str
    lemma: str
    polarity: Polarity
    modality: Modality
    passive: bool


CARRIERS = frozenset(
    (
        "予定",
        "つもり",
        "はず",
        "よう",
        "必要",
        "そう",
        "みたい",
        "模様",
        "計画",
        "方針",
        "見込み",
        "可能性",
        "こと",
        "とき",
    )
)
"""Nouns that carry a verb's modality ("異動する予定だ") and whose subject is the verb's."""

_AUXILIARY = (
    "助動詞",
    "助詞",
    "動詞-非自立可能",
    "接尾辞",
    "形容詞-非自立可能",
    "名詞-助動詞語幹",
    "形状詞-助動詞語幹",
)

_OBLIGATORY = re.compile(
    r"べき|な(?:けれ|きゃ)ば?な|なくては|なくちゃ|な(?:けれ|きゃ)ば?いけ|ないと(?:いけ|駄目|だめ)|必要が|てください|て下さい|なければ"
)
_POSSIBLE = re.compile(r"かも(?:しれ|知れ)?|でしょう|だろう|はず|ようだ|ようで|みたい|可能性|見込み|模様")
_REPORTED = re.compile(
    r"(?:る|た|い|だ)そう(?:だ|です|な)|とのこと|らしい|という(?:こと|話)|と(?:言|い)(?:う|った|って|われ)"
)
_INTENDED = re.compile(
    r"予定|つもり|計画|方針|(?:^|[^み])たい(?:$|です|と|ん|な)|(?:よう|おう|こう|そう|とう|ろう|もう)(?:と|か|ぜ|$)|ことに(?:し|な)"
)
_ASKED = re.compile(r"か(?:な|しら|ね)?[。？?]?$|[？?]$|の[？?]$")
_NEGATIVE = re.compile(r"な(?:い|かっ|く)|ません|ず(?!っ)|ぬ(?!け)|まい")
_NOT_NEGATIVE = re.compile(
    r"かも(?:しれ|知れ)(?:ない|ません)|な(?:けれ|きゃ)ば(?:な(?:ら|り)|いけ)(?:ない|ません|ず)|なくては(?:な(?:ら|り)|いけ)(?:ない|ません)|"
    r"ないと(?:いけ(?:ない|ません))|じゃない(?:か|です)|ではない(?:か|でしょう)|なければ|なきゃ|なくちゃ|な(?:いか|くて)[？?]?$|違いない|たまらない"
)


def stated(parse: Parse, head: Word, sentence: range, *, light: Word | None = None) -> Stated:
    """What the predicate says; `light` is the noun that a bare する is about ("打ち合わせをする")."""
    tail = tail_of(parse, head, sentence)
    lemma = lemma_of(parse, head) if light is None else light.text + "する"
    passive = _is_passive(parse, head)
    shown = lemma
    if passive:
        shown = lemma.removesuffix("する") + "される" if lemma.endswith("する") else _passive(lemma)
    return Stated(shown, lemma, polarity_of(tail), modality_of(parse, tail, sentence), passive)


def tail_of(parse: Parse, head: Word, sentence: range) -> str:
    """The auxiliaries, particles and carriers of modality after a predicate, up to its next word of substance."""
    end = head.end
    for place in range(head.place + 1, sentence.stop):
        word = parse.words[place]
        if not (
            word.tag.startswith(_AUXILIARY)
            or word.text in CARRIERS
            or word.part in ("AUX", "PART")
            or word.label == "fixed"
        ):
            break
        end = word.end
    return parse.text[head.end : end]


def polarity_of(tail: str) -> Polarity:
    """Negative when the tail denies; "かもしれない" and "なければならない" do not."""
    return Polarity.NEGATIVE if _NEGATIVE.search(_NOT_NEGATIVE.sub("", tail)) else Polarity.POSITIVE


def modality_of(parse: Parse, tail: str, sentence: range) -> Modality:
    """How firmly the predicate is held, by its own tail; a question mark or か at the sentence's end asks."""
    for pattern, modality in (
        (_OBLIGATORY, Modality.OBLIGATORY),
        (_REPORTED, Modality.REPORTED),
        (_POSSIBLE, Modality.POSSIBLE),
        (_INTENDED, Modality.INTENDED),
    ):
        if pattern.search(tail):
            return modality
    whole = parse.text[parse.words[sentence.start].start : parse.words[sentence.stop - 1].end].rstrip("\n 」』")
    return Modality.ASKED if _ASKED.search(whole) else Modality.STATED


def lemma_of(parse: Parse, head: Word) -> str:
    """The dictionary form: the verb's, a noun's with する where it is used as a verb, an adjective's own."""
    if head.tag.startswith(("名詞", "接尾辞")) and head.part == "VERB":
        first = head.place
        while first > 0 and parse.words[first - 1].head == head.place and parse.words[first - 1].label == "compound":
            first -= 1
        return parse.surface(first, head.place) + "する"
    return head.lemma or head.text


def _is_passive(parse: Parse, head: Word) -> bool:
    return any(
        parse.words[place].lemma in ("れる", "られる") and parse.words[place].tag.startswith("助動詞")
        for place in parse.children[head.place]
        if place > head.place
    )


_A_ROW = {"う": "わ", "く": "か", "ぐ": "が", "す": "さ", "つ": "た", "ぬ": "な", "ぶ": "ば", "む": "ま", "る": "ら"}


def _passive(lemma: str) -> str:
    """ "書く" to "書かれる"; a verb that ends in る after i or e takes られる."""
    if lemma[-1:] == "る" and len(lemma) > 1 and lemma[-2] in "いきしちにみりえけせてねへめれべげぜでびぎじ":
        return lemma[:-1] + "られる"
    return lemma[:-1] + _A_ROW.get(lemma[-1:], lemma[-1:]) + "れる"
