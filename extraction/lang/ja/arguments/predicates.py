"""The predicates of a sentence: their kind, voice and lemma, and how their clauses end."""

from typing import NamedTuple

from extraction.lang.ja.arguments.valence import goals_of, objects_of
from extraction.lang.ja.modality.predicate_suffixes import CARRIERS, PAST, polarity_of, tail_of
from extraction.lang.ja.modality.verdicts import is_action, verb_of, verdict_of
from extraction.lang.ja.parse.cases import FORMAL
from extraction.lang.ja.parse.spelling import is_potential
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import NOUNS, VERBS, words_of
from graph.model.types import Polarity

_COMMON = VERBS.words("common")
_NOT_PREDICATES = frozenset(("fixed", "aux", "cop", "case", "mark"))
_LIGHT = NOUNS.words("light_noun")
_JOINTS = frozenset("・、")
_STATE_TAGS = ("名詞-普通名詞-形状詞可能", "形状詞")
_PLAIN_NOUNS = ("名詞-普通名詞-一般", "名詞-普通名詞-サ変")
_LABELS = NOUNS.words("label")
_IDIOMS = frozenset(words_of("欠かせる 離せる 言える 考える 考えられる 信じる 忘れる 見逃せる 許せる 否める 堪える"))
"""Potential verbs whose denial is an idiom and no inability: 欠かせない, 信じられない, 目が離せない."""
_POSTPOSITIONS = frozenset(words_of("加える 向ける 応じる 応ずる 基づく 伴う 関する 際する 沿う"))
_FEELING = VERBS.words("felt")
_ABLE = VERBS.words("ability")


class Predicate(NamedTuple):
    """The predicate of a clause.

    `kind` is verb, act (a verbal noun with する), adjective, nominal ("…だ") or event (a verbal noun without する);
    `voice` is "p" in the passive, "c" in the causative; `bucket` and `goals` grade how often it has objects and nouns
    with に; `ending` is the conjunction behind it; `common` its lemma where that has weights of its own; `unable` tells
    whether it is a denied potential (飲めない, 食べられない).
    """

    word: Word
    kind: str
    lemma: str
    voice: str
    bucket: str
    goals: str
    ending: str
    common: str
    unable: bool = False


def predicates_of(parse: Parse, sentence: range) -> tuple[Predicate, ...]:
    """Every verb, adjective, nominal predicate and verbal noun of a sentence, in the order of the text."""
    predicates: list[Predicate] = []
    for place in sentence:
        word = parse.words[place]
        kind = _kind(parse, word, sentence)
        if kind:
            lemma = lemma_of(parse, word) if kind != "event" else word.text + "する"
            voice = _voice(parse, word)
            common = lemma if lemma in _COMMON else ""
            unable = kind == "verb" and _is_unable(parse, word, lemma, voice, sentence)
            ending = ending_of(parse, word)
            predicates.append(
                Predicate(word, kind, lemma, voice, objects_of(lemma), goals_of(lemma), ending, common, unable)
            )
    return tuple(predicates)


def _kind(parse: Parse, word: Word, sentence: range) -> str:
    if _is_light(parse, word, sentence) or _is_postposition(parse, word, sentence):
        return "light"
    if word.label in _NOT_PREDICATES:
        return ""
    if word.part in ("VERB", "ADJ"):
        return _verbal(parse, word, sentence)
    if not word.is_noun or word.tag.startswith("接頭辞"):
        return ""
    if word.tag.startswith(_STATE_TAGS) and word.label in ("compound", "nmod", "acl") and word.head > word.place:
        return "state"
    if word.place > sentence.start and _follows_label(parse, word, sentence):
        return "label"
    if _is_nominal_predicate(parse, word):
        return "nominal"
    return "event" if word.tag.startswith("名詞-普通名詞-サ変") else ""


def _is_light(parse: Parse, word: Word, sentence: range) -> bool:
    """Whether a word heads "Xを中心に" or "Xを舞台として": the noun before に, or the し of して."""
    noun = word
    if (
        word.text in ("し", "する")
        and word.place - 2 > sentence.start
        and parse.words[word.place - 1].text in ("と", "に")
    ):
        noun = parse.words[word.place - 2]
    elif word.place + 2 < sentence.stop and parse.words[word.place + 2].text in ("し", "する"):
        return False
    if noun.text not in _LIGHT or noun.place <= sentence.start + 1:
        return False
    after = parse.words[noun.place + 1].text if noun.place + 1 < sentence.stop else ""
    return parse.words[noun.place - 1].text == "を" and after in ("に", "と")


def _is_postposition(parse: Parse, word: Word, sentence: range) -> bool:
    """Whether a verb only ties a noun to what follows: に加えて, に基づいて, に向けた計画."""
    at = word.place
    if word.lemma not in _POSTPOSITIONS or at <= sentence.start or parse.words[at - 1].text != "に":
        return False
    form = next((form for form in ("て", "で", "た") if parse.text.startswith(form, word.end)), "")
    before = [word.text for word in parse.words[sentence.start : at]]
    clause = before[len(before) - before[::-1].index("、") :] if "、" in before else before
    if not form or "を" in clause:
        return False
    after = parse.words[at + 2] if at + 2 < sentence.stop else None
    return form != "た" or (after is not None and after.is_noun)


def _verbal(parse: Parse, word: Word, sentence: range) -> str:
    act = word.tag.startswith(("名詞", "接尾辞"))
    if act and word.part == "VERB" and not _is_verbal_noun(parse, word, sentence):
        # 見送り: a noun, whatever the tagger of parts of speech says
        return "nominal" if word.label == "ROOT" and word.tag.startswith("名詞-普通名詞-一般") else ""
    if word.part == "ADJ":
        return "adjective" if word.label != "compound" else ""
    if word.label == "compound":
        after = parse.words[word.place + 1] if word.place + 1 < sentence.stop else None
        if after is None or not (after.lemma == "する" or after.text in _JOINTS or not act):
            return "event" if act else ""
    return "act" if act else "verb"


def _is_verbal_noun(parse: Parse, word: Word, sentence: range) -> bool:
    """Whether a noun tagged as a verb can be one: it is a verbal noun, or する follows."""
    if word.tag.startswith("名詞-普通名詞-サ変"):
        return True
    return word.place + 1 < sentence.stop and parse.words[word.place + 1].lemma in ("する", "為る")


def _follows_label(parse: Parse, word: Word, sentence: range) -> bool:
    before = parse.words[word.place - 1]
    if before.text in ":：" and before.place > sentence.start:
        before = parse.words[before.place - 1]
    return before.text in _LABELS


def _is_nominal_predicate(parse: Parse, noun: Word) -> bool:
    for place in parse.children[noun.place]:
        label = parse.words[place].label
        if label in ("cop", "nsubj", "dislocated", "csubj"):
            return True
    return noun.label == "ROOT"


def _voice(parse: Parse, word: Word) -> str:
    for place in parse.children[word.place]:
        child = parse.words[place]
        if child.label == "aux" and place > word.place:
            if child.lemma in ("れる", "られる"):
                return "p"
            if child.lemma in ("せる", "させる"):
                return "c"
    return ""


def _is_unable(parse: Parse, word: Word, lemma: str, voice: str, sentence: range) -> bool:
    """Whether a verb tells what somebody cannot do: a denied potential verb or られない.

    An ability is no fact about somebody: anybody may have it somewhere (この店ではケーキが食べられます). Nor is a past
    inability, which held that one time. Behind て a verb is only an auxiliary of another: 猫は連れて行けない.
    """
    if word.place > sentence.start and parse.words[word.place - 1].tag == "助詞-接続助詞":
        return False
    if lemma in _IDIOMS or not (
        is_potential(lemma) or (voice == "p" and lemma.endswith("る") and objects_of(lemma) in ("2", "3"))
    ):
        return False
    tail = tail_of(parse, word, sentence)
    return polarity_of(tail) is Polarity.NEGATIVE and not (PAST.search(tail) and "なくな" not in tail)


def ending_of(parse: Parse, word: Word) -> str:
    """The conjunction after a predicate; "stop" for the root, "noun" in a relative clause, "stem" otherwise."""
    after = parse.words[min(word.place + 1, len(parse.words) - 1)]
    is_plain_verb = word.text == word.lemma and word.tag.startswith("動詞") and after.start == word.end
    # 統計を学ぶ3年生
    if word.label == "ROOT" and not (is_plain_verb and after.tag.startswith("名詞-数詞")):
        return "stop"
    # 0時をまたぐ通話で
    is_before_noun = after.tag.startswith(_PLAIN_NOUNS) and after.text not in FORMAL | CARRIERS
    if word.label in ("acl", "ROOT") or (is_plain_verb and is_before_noun):
        return "noun"
    for place in parse.children[word.place]:
        child = parse.words[place]
        if place > word.place and child.label in ("mark", "case"):
            return child.text
    return "stem"


def lemma_of(parse: Parse, head: Word) -> str:
    """The lemma of a predicate; a verbal noun's is its compound with する (品質管理する)."""
    if head.tag.startswith(("名詞", "接尾辞")) and head.part == "VERB":
        first = head.place
        while first > 0 and parse.words[first - 1].head == head.place and parse.words[first - 1].label == "compound":
            first -= 1
        if verdict_of(head) == "done" and first < head.place and is_action(parse.words[head.place - 1]):
            return verb_of(parse, first, head.place - 1)  # 取り付け完了
        return parse.surface(first, head.place) + "する"
    return head.lemma or head.text


def feels(predicate: Predicate) -> bool:
    """Whether が marks the object and は the experiencer: predicates of liking, need and ability (猫が好き)."""
    liked = predicate.word.lemma in _FEELING or predicate.word.text in _FEELING
    return liked or predicate.lemma in _ABLE or predicate.unable
