"""How a sentence states its predicate: whether it is denied, and how firmly it is held, by all that governs it."""

import re
from typing import NamedTuple

from extraction.lang.ja.arguments.predicates import lemma_of
from extraction.lang.ja.modality.predicate_suffixes import PAST, modality_of, polarity_of, tail_of
from extraction.lang.ja.parse.cases import particle_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import NOUNS, VERBS, words_of
from graph.model.types import Modality, Polarity, tells


class Stated(NamedTuple):
    """A predicate as a graph should hold it; `passive` when the subject suffers it."""

    predicate: str
    lemma: str
    polarity: Polarity
    modality: Modality
    passive: bool


def stated(parse: Parse, head: Word, sentence: range, *, light: Word | None = None) -> Stated:
    """What the predicate says; `light` is the noun that a bare する is about ("打ち合わせをする")."""
    lemma = lemma_of(parse, head) if light is None else light.text + "する"
    passive = _is_passive(parse, head)
    shown = lemma
    if passive:
        shown = lemma.removesuffix("する") + "される" if lemma.endswith("する") else _passive(lemma)
    return Stated(shown, lemma, *held(parse, head, tail_of(parse, head, sentence), sentence), passive)


def held(parse: Parse, head: Word, tail: str, sentence: range) -> tuple[Polarity, Modality]:
    """Whether a sentence denies a predicate, and how firmly it holds it; `tail` is what follows `head`.

    What it says under a condition, as a thought, as a question within it or as a lie it does not tell.
    """
    polarity, modality = polarity_of(tail), modality_of(parse, tail, sentence)
    if polarity is Polarity.NEGATIVE and _has_only(parse, head):
        polarity = Polarity.POSITIVE
    if tail.startswith("そう") and modality is Modality.POSSIBLE and head.text == head.lemma:
        modality = Modality.REPORTED  # 辞めるそうだ is hearsay, 辞めそうだ how it looks
    if _is_willed(head):
        modality = Modality.INTENDED
    if not tells(modality) and not (modality is Modality.OBLIGATORY and tail.endswith("なければ")):
        return polarity, modality
    untrue = _untrue(parse, head, sentence)
    if untrue is not None:
        return (_OPPOSITE[polarity], Modality.STATED) if tells(untrue) else (polarity, untrue)
    return polarity, _governed(parse, head, tail, sentence) or modality


_OPPOSITE = {Polarity.POSITIVE: Polarity.NEGATIVE, Polarity.NEGATIVE: Polarity.POSITIVE}


def _has_only(parse: Parse, head: Word) -> bool:
    """ "魚しか食べない": しか with a denial says that it is so, and nothing else."""
    beside = [place for place in parse.children[head.place] if place < head.place]
    return any(parse.words[child].text == "しか" for place in beside for child in parse.children[place])


def _is_willed(head: Word) -> bool:
    """ "引っ越そう", which the dictionary keeps in one word."""
    return head.tag.startswith("動詞") and head.text.endswith("う") and head.text != head.lemma


_FALSE = NOUNS.words("falsehood")
_SAID = re.compile(r"と(?:い|言)う|って(?:いう)?(?:の|話)")
_MISTAKES = frozenset(words_of("間違い 誤解 勘違い"))
"""What a deed may be, too, and not only what is told of it (辞めたのは間違いだった)."""


def _untrue(parse: Parse, head: Word, sentence: range) -> Modality | None:
    """How firmly a sentence says that what it tells is made up (…というのはデマだ); None where it does not."""
    at = parse.words[head.head]
    for _ in range(2):
        if at.place not in sentence or at.place <= head.place or at.part == "VERB":
            return None
        if at.text in _FALSE:
            break
        at = parse.words[at.head]
    told = tail_of(parse, at, sentence)
    between = parse.text[head.end : at.start]
    if at.text not in _FALSE or not between.endswith(("は", "が", "も")) or polarity_of(told) is Polarity.NEGATIVE:
        return None
    if at.text in _MISTAKES and not _SAID.search(between):
        return None
    return modality_of(parse, told, sentence)


def _governed(parse: Parse, head: Word, tail: str, sentence: range) -> Modality | None:
    """How firmly what stands around a predicate lets it be held; None where nothing weakens it."""
    above = parse.words[head.head]
    ahead = above.place > head.place and above.place in sentence
    if _is_condition(parse, head, tail, sentence) or _is_guessed(parse, head, sentence):
        return Modality.POSSIBLE
    if not ahead:
        return None
    if _is_thought(parse, tail, above) or (head.label == "acl" and above.text in _UNREAL):
        return Modality.POSSIBLE
    if _asks_within(parse, head, tail):
        return Modality.ASKED
    promised = parse.words[above.head] if above.text in ("こと", "事") else above
    if _PROMISED.search(tail) and lemma_of(parse, promised) in _PROMISING:
        return Modality.INTENDED
    if _PURPOSE.match(parse.text[head.end : above.start]) and _is_plain(head):
        return Modality.INTENDED
    if _JOINED.fullmatch(tail) and above.part in ("VERB", "ADJ") and parse.text[head.end + len(tail)] != "、":
        modality = held(parse, above, tail_of(parse, above, sentence), sentence)[1]
        return None if tells(modality) or modality is Modality.ASKED else modality
    return None


_IF = re.compile(r"[ただ]ら(?:$|ば|[いよ良]|どう)|なら(?:ば)?$|ば(?:$|[いよ良])")
_THOUGH = re.compile(r"[てで]も$")
_THEN = re.compile(r"^(?:する|[しさせられなくいでて]*(?:れる|せる|ない))?と$")
_TOPICS = re.compile(r"[てで]は$")
_SUPPOSING = frozenset(words_of("もし もしも 仮に たとえ 例え 万一 万が一 いくら"))
_CASES = frozenset(words_of("場合 ばあい"))
_NEVER_WAS = re.compile(r"のに|だろう|でしょう|はず|かも|たか[っろ]")


def _is_condition(parse: Parse, head: Word, tail: str, sentence: range) -> bool:
    """Whether a clause is a condition: with たら, ば, なら, ても, ては or と.

    Of what has happened it is none (東京に行ったら、田中さんに会った), nor in a row (酒も飲めば煙草も吸う).
    """
    acts = head.part == "VERB"
    above = parse.words[head.head]
    if acts and _TOPICS.search(tail) and not tail.endswith("のでは"):
        return True
    if _IF.search(tail):
        if "ば" in tail and _also(parse, head) and _also(parse, above):
            return False
        return "ら" not in tail or "なら" in tail or not _has_happened(parse, head, above, sentence)
    then = acts and _THEN.match(tail) is not None and (tail != "と" or _is_plain(head))
    then = then and above.place > head.place and not _is_thought(parse, tail, above) and not _tells(parse, above)
    case = head.label == "acl" and above.text in _CASES
    though = acts and _THOUGH.search(tail) is not None
    main = parse.words[above.head] if case else above
    return (then or case or though) and not _has_happened(parse, head, main, sentence)


def _also(parse: Parse, verb: Word) -> bool:
    nouns = (parse.words[place] for place in parse.children[verb.place] if place < verb.place)
    return any(particle_of(parse, noun).topic == "も" for noun in nouns)


def _has_happened(parse: Parse, head: Word, main: Word, sentence: range) -> bool:
    """Whether the clause that a condition leads to tells what was, and not what would have been."""
    if any(word.text in _SUPPOSING for word in parse.words[sentence.start : head.place]):
        return False
    if main.place <= head.place:  # hung on its own subject
        main = next((word for word in parse.words[head.place + 1 : sentence.stop] if word.label == "ROOT"), main)
    told = tail_of(parse, main, sentence)
    while told.endswith(("て", "で")) and main.head > main.place:  # 書いたら下手になっていて驚いた
        main = parse.words[main.head]
        told = tail_of(parse, main, sentence)
    past = PAST.search(told) is not None and (main.part == "VERB" or not told.startswith("だ") or "だった" in told)
    return past and not _NEVER_WAS.search(told) and main.lemma not in ("いい", "よい", "良い")


def _is_plain(head: Word) -> bool:
    """Whether a verb stands in the form of the dictionary, or is the noun of one."""
    return head.text == head.lemma or not head.tag.startswith("動詞")


_GUESSES = re.compile(
    r"多分|たぶん|おそらく|恐らく|きっと|もしか(?:して|したら|すると)|ひょっと(?:して|したら|すると)|もしや|どうやら"
)


def _is_guessed(parse: Parse, head: Word, sentence: range) -> bool:
    """Whether a word such as 多分 stands with a predicate: it is of the clause that it hangs on, wherever it stands."""
    begins = parse.words[sentence.start].start
    text = parse.text[begins : head.start]
    for found in _GUESSES.finditer(text):
        at = next(parse.words[place] for place in sentence if parse.words[place].end >= begins + found.end())
        while at.place != head.place and at.head != at.place and at.place < head.place:
            at = parse.words[at.head]
            if at.place > head.place or (at.part == "VERB" and at.start >= begins + found.end()):
                break
        if at.place == head.place:
            return True
    return False


_QUOTED = re.compile(r"(?:と[はも]?|って|なんて)$")
_SEEMING = re.compile(r"ように?$")
_THINKING = VERBS.words("thinking")
_SEEN = frozenset(words_of("思う 思える 思われる 見える 感じる 感じられる 聞こえる"))


def _is_thought(parse: Parse, tail: str, above: Word) -> bool:
    """Whether a clause is what somebody thinks or pretends (…と思う, …と嘘をつく, …とは限らない)."""
    lemma = lemma_of(parse, above)
    if _SEEMING.search(tail):
        return lemma in _SEEN
    if not _QUOTED.search(tail):
        return False
    lies = above.text in _FALSE or any(parse.words[place].text in _FALSE for place in parse.children[above.place])
    return lies or lemma in _THINKING


_UNREAL = NOUNS.words("unreal")
"""Nouns that a clause explains of which nobody says that it is so."""


def _asks_within(parse: Parse, head: Word, tail: str) -> bool:
    """Whether a clause is a question within a sentence (…か聞かれた, …かどうか知らない)."""
    marks = [parse.words[place] for place in parse.children[head.place] if head.end <= parse.words[place].start]
    within = [mark for mark in marks if mark.text == "か" and mark.end <= head.end + len(tail)]
    return bool(within) and parse.words[within[-1].place - 1].text != "と"


_PROMISED = re.compile(r"と$|って$|ことに$")
_PROMISING = frozenset(words_of("約束する 誓う 決める 決心する 決意する 決断する 宣言する 決定する"))
_PURPOSE = re.compile(r"(?:する)?(?:ため(?:に|の|、)|には)")
_JOINED = re.compile(r"し?て|で")
_TELLING = VERBS.words("telling")


def _tells(parse: Parse, verb: Word) -> bool:
    return lemma_of(parse, verb) in _TELLING


def reporter_of(parse: Parse, head: Word, sentence: range) -> Word | None:
    """The verb that tells of this predicate ("…すると言った"), None where nobody reports it."""
    above = parse.words[head.head]
    if above.place <= head.place or above.place not in sentence or head.label not in ("ccomp", "advcl"):
        return None
    marked = any(
        parse.words[place].text in ("と", "って") and parse.words[place].label in ("case", "mark")
        for place in parse.children[head.place]
        if place > head.place
    )
    return above if marked and _tells(parse, above) else None


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
