"""Polarity and modality of a predicate in its sentence, by its suffixes and by all that governs it."""

import re
from typing import NamedTuple

from extraction.lang.ja.arguments.predicates import lemma_of
from extraction.lang.ja.modality.predicate_suffixes import PASSED_ON, PAST, modality_of, polarity_of, tail_of
from extraction.lang.ja.parse.cases import particle_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import EXISTING, LACKING, MODALITY, words_of
from graph.model.types import Modality, Polarity, tells

_OPPOSITE = {Polarity.POSITIVE: Polarity.NEGATIVE, Polarity.NEGATIVE: Polarity.POSITIVE}
_FALSE = MODALITY.words("falsehood")
_QUOTING = re.compile(r"と(?:い|言)う|って(?:いう)?(?:の|話)")
_MISTAKES = frozenset(words_of("間違い 誤解 勘違い"))
"""What an action itself may be, and not only the report of it (辞めたのは間違いだった)."""
_CONDITIONAL = re.compile(r"[ただ]ら(?:$|ば|[いよ良]|どう)|なら(?:ば)?$|ば(?:$|[いよ良])")
_CONCESSIVE = re.compile(r"[てで]も$")
_TO_CONDITION = re.compile(r"^(?:する|[しさせられなくいでて]*(?:れる|せる|ない))?と$")
_TE_WA = re.compile(r"[てで]は$")
_SUPPOSING = frozenset(words_of("もし もしも 仮に たとえ 例え 万一 万が一 いくら"))
_CASE_NOUNS = frozenset(words_of("場合 ばあい"))
_COUNTERFACTUAL = re.compile(r"のに|だろう|でしょう|はず|かも|たか[っろ]")
_EPISTEMIC_ADVERBS = re.compile(
    r"多分|たぶん|おそらく|恐らく|きっと|もしか(?:して|したら|すると)|ひょっと(?:して|したら|すると)|もしや|どうやら"
)
_QUOTED = re.compile(r"(?:と[はも]?|って|なんて)$")
_SEEMING = re.compile(r"ように?$")
_THINKING = MODALITY.words("thinking")
_SEEMING_VERBS = frozenset(words_of("思う 思える 思われる 見える 感じる 感じられる 聞こえる"))
_BEING = EXISTING | {"おる", "存在する"}
_IRREALIS_NOUNS = MODALITY.words("unreal")
"""Nouns whose appositive clause is not asserted (宝くじが当たる夢)."""
_PROMISED = re.compile(r"と$|って$|ことに$")
_PROMISING = frozenset(words_of("約束する 誓う 決める 決心する 決意する 決断する 宣言する 決定する"))
_PURPOSE = re.compile(r"(?:する)?(?:ため(?:に|の|、)|には)")
_FOR_OTHERS = re.compile(r"(し?[てで])(?:(ほし|欲し)|も?(?:大丈夫|構|かま|[よ良]い))")
_TE_FORM = re.compile(r"し?て|で")
_REPORTING = MODALITY.words("telling")
_A_ROW = {"う": "わ", "く": "か", "ぐ": "が", "す": "さ", "つ": "た", "ぬ": "な", "ぶ": "ば", "む": "ま", "る": "ら"}


class Stated(NamedTuple):
    """A predicate as the graph stores it, with its polarity and modality; `passive` in the passive voice."""

    predicate: str
    lemma: str
    polarity: Polarity
    modality: Modality
    passive: bool


def stated(parse: Parse, head: Word, sentence: range, *, light: Word | None = None) -> Stated:
    """The statement that a predicate makes; `light` is the verbal noun of a light する ("打ち合わせをする")."""
    lemma = lemma_of(parse, head) if light is None else light.text + "する"
    passive = _is_passive(parse, head)
    predicate = lemma
    if passive:
        predicate = lemma.removesuffix("する") + "される" if lemma.endswith("する") else _passive_form(lemma)
    elif light is None and _is_causative(parse, head):
        # 野菜を食べさせる: who makes them eat does not eat
        predicate = lemma.removesuffix("する") + "させる" if lemma.endswith("する") else _causative_form(lemma)
        lemma = predicate
    tail = tail_of(parse, head, sentence)
    for_others = _FOR_OTHERS.match(parse.text, head.end)
    if for_others is not None and light is None:
        # 書いてほしい, 書いて大丈夫: who wishes or allows it does not write
        stem = head.text if head.tag.startswith("動詞") else lemma.removesuffix("する")
        predicate = f"{stem}{for_others[1]}{'ほしい' if for_others[2] else 'よい'}"
    return Stated(predicate, lemma, *polarity_and_modality(parse, head, tail, sentence), passive)


def polarity_and_modality(parse: Parse, head: Word, tail: str, sentence: range) -> tuple[Polarity, Modality]:
    """Polarity and modality of a predicate in its sentence; `tail` are the suffixes of `head`.

    A condition, a thought, an embedded question and a declared falsehood are not stated.
    """
    polarity, modality = polarity_of(tail), modality_of(parse, tail, sentence)
    if polarity is Polarity.NEGATIVE and _has_shika(parse, head):
        polarity = Polarity.POSITIVE
    if _is_of_none(parse, head, tail, sentence):
        polarity = _OPPOSITE[polarity]
    if tail.startswith("そう") and modality is Modality.POSSIBLE and head.text == head.lemma:
        modality = Modality.REPORTED  # 辞めるそうだ is hearsay, 辞めそうだ is appearance
    if _is_willed(head):
        modality = Modality.INTENDED
    if not tells(modality) and not (modality is Modality.OBLIGATORY and tail.endswith("なければ")):
        return polarity, modality
    falsehood = _falsehood(parse, head, sentence)
    if falsehood is not None:
        return (_OPPOSITE[polarity], Modality.STATED) if tells(falsehood) else (polarity, falsehood)
    return polarity, _governing_modality(parse, head, tail, sentence) or modality


def _has_shika(parse: Parse, head: Word) -> bool:
    """ "魚しか食べない": しか with a negation affirms (only fish)."""
    beside = [place for place in parse.children[head.place] if place < head.place]
    return any(parse.words[child].text == "しか" for place in beside for child in parse.children[place])


def _is_of_none(parse: Parse, head: Word, tail: str, sentence: range) -> bool:
    """ "Fluxを書ける人がいない": a relative clause of what there is none of. What was (会った人がいない) was so."""
    noun = parse.words[head.head]
    being = parse.words[noun.head]
    if head.label != "acl" or not head.place < noun.place < being.place or being.place not in sentence:
        return False
    if noun.start < head.end + len(tail):
        return False  # 住んでいるわけがない: a denial of the tail itself
    if being.lemma not in _BEING or particle_of(parse, noun).case not in ("", "が") or PAST.search(tail):
        return False
    behind = tail_of(parse, being, sentence)
    lacks = being.lemma in LACKING or polarity_of(behind) is Polarity.NEGATIVE
    return lacks and tells(modality_of(parse, behind, sentence))


def _is_willed(head: Word) -> bool:
    """ "引っ越そう": the volitional form, one token in the dictionary."""
    return head.tag.startswith("動詞") and head.text.endswith("う") and head.text != head.lemma


def _falsehood(parse: Parse, head: Word, sentence: range) -> Modality | None:
    """The modality with which a sentence calls its content false (…というのはデマだ); None where it does not."""
    noun = parse.words[head.head]
    for _ in range(2):
        if noun.place not in sentence or noun.place <= head.place or noun.part == "VERB":
            return None
        if noun.text in _FALSE:
            break
        noun = parse.words[noun.head]
    tail = tail_of(parse, noun, sentence)
    between = parse.text[head.end : noun.start]
    if noun.text not in _FALSE or not between.endswith(("は", "が", "も")) or polarity_of(tail) is Polarity.NEGATIVE:
        return None
    if noun.text in _MISTAKES and not _QUOTING.search(between):
        return None
    return modality_of(parse, tail, sentence)


def _governing_modality(parse: Parse, head: Word, tail: str, sentence: range) -> Modality | None:
    """The modality that governing words give a predicate; None where nothing weakens it."""
    above = parse.words[head.head]
    ahead = above.place > head.place and above.place in sentence
    if _is_condition(parse, head, tail, sentence) or _is_guessed(parse, head, sentence):
        return Modality.POSSIBLE
    if not ahead:
        return None
    if _is_thought(parse, tail, above) or (head.label == "acl" and above.text in _IRREALIS_NOUNS):
        return Modality.POSSIBLE
    if _asks_within(parse, head, tail):
        return Modality.ASKED
    promised = parse.words[above.head] if above.text in ("こと", "事") else above
    if _PROMISED.search(tail) and lemma_of(parse, promised) in _PROMISING:
        return Modality.INTENDED
    if _PURPOSE.match(parse.text[head.end : above.start]) and _is_plain(head):
        return Modality.INTENDED
    parted = parse.text.startswith("、", head.end + len(tail))
    if _TE_FORM.fullmatch(tail) and above.part in ("VERB", "ADJ") and not parted:
        modality = polarity_and_modality(parse, above, tail_of(parse, above, sentence), sentence)[1]
        return None if tells(modality) or modality is Modality.ASKED else modality
    return None


def _is_condition(parse: Parse, head: Word, tail: str, sentence: range) -> bool:
    """Whether a clause is a condition: with たら, ば, なら, ても, ては or と.

    Not where it has happened (東京に行ったら、田中さんに会った), nor in an enumeration (酒も飲めば煙草も吸う).
    """
    acts = head.part == "VERB"
    above = parse.words[head.head]
    if acts and _TE_WA.search(tail) and not tail.endswith("のでは"):
        return True
    if _CONDITIONAL.search(tail):
        if "ば" in tail and _has_mo(parse, head) and _has_mo(parse, above):
            return False
        return "ら" not in tail or "なら" in tail or not _has_happened(parse, head, above, sentence)
    then = acts and _TO_CONDITION.match(tail) is not None and (tail != "と" or _is_plain(head))
    then = then and PASSED_ON.match(parse.text, head.end) is None
    then = then and above.place > head.place and not _is_thought(parse, tail, above) and not _reports(parse, above)
    case = head.label == "acl" and above.text in _CASE_NOUNS
    though = acts and _CONCESSIVE.search(tail) is not None
    main = parse.words[above.head] if case else above
    return (then or case or though) and not _has_happened(parse, head, main, sentence)


def _has_mo(parse: Parse, verb: Word) -> bool:
    nouns = (parse.words[place] for place in parse.children[verb.place] if place < verb.place)
    return any(particle_of(parse, noun).topic == "も" for noun in nouns)


def _has_happened(parse: Parse, head: Word, main: Word, sentence: range) -> bool:
    """Whether the consequence of a condition is a past fact, and not what would have been."""
    if any(word.text in _SUPPOSING for word in parse.words[sentence.start : head.place]):
        return False
    if main.place <= head.place:  # the parse attaches it to its own subject
        main = next((word for word in parse.words[head.place + 1 : sentence.stop] if word.label == "ROOT"), main)
    main_tail = tail_of(parse, main, sentence)
    while main_tail.endswith(("て", "で")) and main.head > main.place:  # 書いたら下手になっていて驚いた
        main = parse.words[main.head]
        main_tail = tail_of(parse, main, sentence)
    past = PAST.search(main_tail) is not None and (
        main.part == "VERB" or not main_tail.startswith("だ") or "だった" in main_tail
    )
    return past and not _COUNTERFACTUAL.search(main_tail) and main.lemma not in ("いい", "よい", "良い")


def _is_plain(head: Word) -> bool:
    """Whether a predicate is a verb in its dictionary form, or a verbal noun."""
    return head.text == head.lemma or not head.tag.startswith("動詞")


def _is_guessed(parse: Parse, head: Word, sentence: range) -> bool:
    """Whether an adverb such as 多分 modifies a predicate: it belongs to the clause that it depends on."""
    begins = parse.words[sentence.start].start
    text = parse.text[begins : head.start]
    for adverb in _EPISTEMIC_ADVERBS.finditer(text):
        word = next(parse.words[place] for place in sentence if parse.words[place].end >= begins + adverb.end())
        while word.place != head.place and word.head != word.place and word.place < head.place:
            word = parse.words[word.head]
            if word.place > head.place or (word.part == "VERB" and word.start >= begins + adverb.end()):
                break
        if word.place == head.place:
            return True
    return False


def _is_thought(parse: Parse, tail: str, above: Word) -> bool:
    """Whether a clause is a thought or a pretence (…と思う, …と嘘をつく, …とは限らない)."""
    lemma = lemma_of(parse, above)
    if _SEEMING.search(tail):
        return lemma in _SEEMING_VERBS
    if not _QUOTED.search(tail):
        return False
    lies = above.text in _FALSE or any(parse.words[place].text in _FALSE for place in parse.children[above.place])
    return lies or lemma in _THINKING


def _asks_within(parse: Parse, head: Word, tail: str) -> bool:
    """Whether a clause is an embedded question (…か聞かれた, …かどうか知らない)."""
    marks = [parse.words[place] for place in parse.children[head.place] if head.end <= parse.words[place].start]
    within = [mark for mark in marks if mark.text == "か" and mark.end <= head.end + len(tail)]
    return bool(within) and parse.words[within[-1].place - 1].text != "と"


def _reports(parse: Parse, verb: Word) -> bool:
    return lemma_of(parse, verb) in _REPORTING


def reporter_of(parse: Parse, head: Word, sentence: range) -> Word | None:
    """The verb that reports this predicate ("…すると言った"), None without one."""
    above = parse.words[head.head]
    if above.place <= head.place or above.place not in sentence or head.label not in ("ccomp", "advcl"):
        return None
    marked = any(
        parse.words[place].text in ("と", "って") and parse.words[place].label in ("case", "mark")
        for place in parse.children[head.place]
        if place > head.place
    )
    return above if marked and _reports(parse, above) else None


def _is_passive(parse: Parse, head: Word) -> bool:
    return any(
        parse.words[place].lemma in ("れる", "られる") and parse.words[place].tag.startswith("助動詞")
        for place in parse.children[head.place]
        if place > head.place
    )


def _is_causative(parse: Parse, head: Word) -> bool:
    after = parse.words[head.place + 1] if head.place + 1 < len(parse.words) else head
    return after.lemma in ("せる", "させる") and after.tag.startswith("助動詞") and after.start == head.end


def _causative_form(lemma: str) -> str:
    """ "書く" to "書かせる", "食べる" to "食べさせる"."""
    passive = _passive_form(lemma)
    return f"{passive[:-3]}させる" if passive.endswith("られる") else f"{passive[:-2]}せる"


def _passive_form(lemma: str) -> str:
    """ "書く" to "書かれる"; a verb that ends in る after i or e takes られる."""
    if lemma[-1:] == "る" and len(lemma) > 1 and lemma[-2] in "いきしちにみりえけせてねへめれべげぜでびぎじ":
        return lemma[:-1] + "られる"
    return lemma[:-1] + _A_ROW.get(lemma[-1:], lemma[-1:]) + "れる"
