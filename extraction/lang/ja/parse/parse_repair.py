"""Turns a spaCy document into a `Parse` and repairs the errors that GiNZA's parser makes regularly."""

import re
from collections.abc import Collection
from itertools import pairwise
from typing import TYPE_CHECKING

from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.shared.given_starts import GIVEN_STARTS

if TYPE_CHECKING:
    from spacy.tokens import Doc

_OPENING, _CLOSING = frozenset("『「（([【《〈〔［｛{"), frozenset("』」）)]】》〉〕］｝}")
_LABEL_CLOSES = dict(zip("【《〈〔［[｛{（(<＜", "】》〉〕］]｝}）)>＞", strict=True))
_COLONS, _BULLETS = frozenset(":："), frozenset("-*•●○■□◆◇▪▶")
_LONGEST_LABEL = 16
"""Words of a label before a sentence (【重要】, [TODO], 条件:)."""
_TIES = ("助詞", "助動詞", "補助記号-句点", "補助記号-読点", "接尾辞")
"""Tags of words behind a bracket that tie it to what follows (（株）は)."""
_STOPS = frozenset("。！？!?")
_CONTINUES = ("助詞-格助詞", "助詞-係助詞", "助詞-副助詞", "補助記号-句点", "補助記号-括弧閉")
_VERBAL_PARTICLES = frozenset("でをへ")
"""Particles that attach a noun to a verb; only の after them (での) attaches it to another noun."""
_ARGUMENT_PARTICLES = frozenset("をにがへ")
"""Particles that make the noun it was attached to an argument; with any other that noun may be its predicate
(団体客で満室と判明した)."""
_TIME_TAGS = ("名詞-普通名詞-副詞可能", "名詞-普通名詞-助数詞可能", "名詞-数詞", "接尾辞-名詞的-助数詞")
_GOAL_PARTICLES, _OBJECT_PARTICLES = frozenset("にへ"), frozenset("をが")
_ONGOING_OR_PLANNED = frozenset(("中", "予定"))
"""Words that make the verbal noun before them go on or lie ahead (勉強中, 出張予定)."""
_ACT_TAG = "名詞-普通名詞-サ変可能"
_COUNTER_TAG, _NOUN_TAG = "名詞-普通名詞-助数詞可能", "名詞-普通名詞-一般"
_GROUPS = frozenset("社店部課局校班")
"""Counters that are also the last letter of a group's name."""
_FOREIGN = re.compile(r"[ァ-ヺー]+|[A-Za-zＡ-Ｚａ-ｚ]+")
_SENTENCE_ENDS = ("補助記号-句点", "補助記号-括弧閉", "空白")
_ACT_PARTICLES = frozenset("をにへ")
"""Particles of an argument that make a verbal noun a verb. Not で, which may be であって, nor から: in 「から電話」 the
caller stands before it."""
_HEADS = ("ROOT", "advcl", "ccomp", "conj")
_LIKES_AND_SKILLS = frozenset(("好き", "嫌い", "大好き", "大嫌い", "得意", "苦手", "上手", "下手", "不得意", "不得手"))
_COPULAS = frozenset(("です", "だ"))


def parsed(doc: "Doc") -> Parse:
    """The document as plain values, repaired and cut into sentences."""
    words = tuple(
        Word(
            token.i,
            token.text,
            token.idx,
            token.idx + len(token.text),
            token.tag_,
            token.pos_,
            token.lemma_,
            token.dep_.removesuffix("_bunsetu"),
            token.head.i,
        )
        for token in doc
    )
    words = _split_te_clauses(_read_breaks_as_no_heads(words))
    words = _read_itta_as_going(_reattach_to_verbs(_read_de_as_particle(words)))
    words = _retag_feelings(_promote_final_acts(_promote_ongoing_acts(words)))
    words = _join_marrying(_retag_counters(_retag_suffixes(words)))
    sentences = _sentences(words, doc.user_data.get(GIVEN_STARTS, frozenset()))
    words = _cut_off_labels(words, sentences)
    children: list[list[int]] = [[] for _ in words]
    for word in words:
        if word.head != word.place:
            children[word.head].append(word.place)
    return Parse(doc.text, words, tuple(map(tuple, children)), sentences)


def _read_breaks_as_no_heads(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Gives what white space heads to the last word before it that depends on it.

    The parser takes a line break for a noun, and a verb at the end of a line for a relative clause of it.
    """
    repaired = list(words)
    for gap in (word.place for word in words if word.text.isspace()):
        held = [word.place for word in repaired if word.head == gap != word.place]
        place = max((each for each in held if each < gap and not words[each].text.isspace()), default=None)
        if place is None:
            continue
        above = repaired[gap]
        for each in held:
            repaired[each] = repaired[each]._replace(head=place)
        repaired[place] = repaired[place]._replace(head=place if above.head == gap else above.head, label=above.label)
        repaired[gap] = above._replace(head=place, label="dep")
    return tuple(repaired)


def _reattach_to_verbs(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Attaches a noun with で, を or へ to the verb, not to the noun before that verb.

    In "Googleでエンジニアとして働く" the parser makes Googleで a modifier of エンジニア.
    """
    repaired = list(words)
    for noun, particle, after in zip(words, words[1:], words[2:], strict=False):
        if noun.label != "nmod" or particle.text not in _VERBAL_PARTICLES or particle.tag != "助詞-格助詞":
            continue
        beside = words[noun.head]
        verb = words[beside.head]
        if after.is_particle or after.label == "fixed" or not noun.place < beside.place < verb.place:
            continue
        counted = any(word.label == "nummod" for word in words[noun.place : beside.place])
        if verb.part == "VERB" and not counted and _is_argument(words, beside):
            label = "obj" if particle.text == "を" else "obl"
            repaired[noun.place] = noun._replace(head=verb.place, label=label)
    return tuple(repaired)


def _read_de_as_particle(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Labels で `case` where the tagger has it as a particle and the parser as the copula だ.

    Subjects that it attached to the noun before で ("ユーザーはGoogleでエンジニアとして働く") move to the verb.
    """
    repaired = list(words)
    for word in words:
        noun = words[word.head]
        verb = words[noun.head]
        behind = words[word.place + 1] if word.place + 1 < len(words) else word
        if word.text != "で" or word.label != "cop" or word.tag != "助詞-格助詞" or behind.tag.startswith("補助記号"):
            continue
        if verb.part != "VERB" or not noun.is_name:
            continue
        repaired[word.place] = word._replace(label="case")
        for other in words[: noun.place]:
            if other.head == noun.place and other.label in ("nsubj", "dislocated") and noun.place < verb.place:
                repaired[other.place] = other._replace(head=verb.place)
    return tuple(repaired)


def _split_te_clauses(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Makes a verb in its て form an adverbial clause: it modifies no noun (飼っていて、名前はタマ)."""
    repaired = list(words)
    for verb in words:
        if verb.label != "acl" or verb.part != "VERB":
            continue
        last = verb.place
        while last + 1 < len(words) and words[last + 1].label in ("mark", "fixed", "aux"):
            last += 1
        end = words[last]
        behind = words[last + 1] if last + 1 < len(words) else None
        if end.text in ("て", "で") and end.tag == "助詞-接続助詞" and behind is not None and not behind.is_particle:
            repaired[verb.place] = verb._replace(label="advcl")
    return tuple(repaired)


def _read_itta_as_going(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Reads 行った as 行く where it has a goal and no object or subject, and leaves it as 行う elsewhere."""
    repaired = list(words)
    for verb in words:
        if verb.lemma != "行う" or not verb.text.startswith("行っ"):
            continue
        beside = {words[noun.place + 1].text for noun in words[: verb.place] if _depends_on(words, noun, verb)}
        if beside & _GOAL_PARTICLES and not beside & _OBJECT_PARTICLES:
            repaired[verb.place] = verb._replace(lemma="行く")
    return tuple(repaired)


def _depends_on(words: tuple[Word, ...], noun: Word, verb: Word) -> bool:
    """Whether a noun with a particle depends on a verb and is no time."""
    return noun.head == verb.place and words[noun.place + 1].is_particle and not noun.tag.startswith(_TIME_TAGS)


def _promote_ongoing_acts(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Makes the verbal noun before 中 and 予定 the head of its arguments (英語を勉強中)."""
    repaired = list(words)
    for act, end in pairwise(words):
        if (
            end.text not in _ONGOING_OR_PLANNED
            or act.tag != _ACT_TAG
            or act.head != end.place
            or end.label not in _HEADS
        ):
            continue
        if not _has_argument(words, end):
            continue
        for other in words:
            if other.head == end.place and other.place not in (act.place, end.place):
                repaired[other.place] = repaired[other.place]._replace(head=act.place)
        head = act.place if end.head == end.place else end.head
        repaired[act.place] = act._replace(part="VERB", label=end.label, head=head)
        repaired[end.place] = end._replace(label="aux", head=act.place)
        _relabel_arguments(repaired, act.place)
    return tuple(repaired)


def _promote_final_acts(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Makes a verbal noun that ends its sentence a verb (トヨタに勤務。)."""
    repaired = list(words)
    for act in words:
        after = words[act.place + 1] if act.place + 1 < len(words) else None
        ends = after is None or after.tag.startswith(_SENTENCE_ENDS) or after.label == "cop" or "\n" in after.text
        if act.tag != _ACT_TAG or act.label != "ROOT" or not ends or not _has_argument(words, act):
            continue
        repaired[act.place] = act._replace(part="VERB")
        _relabel_arguments(repaired, act.place)
    return tuple(repaired)


def _relabel_arguments(words: list[Word], act: int) -> None:
    """Labels the nouns of a verbal noun as arguments of a verb."""
    for noun in words[:act]:
        if noun.head == act and noun.label == "nmod" and words[noun.place + 1].text in _ACT_PARTICLES:
            words[noun.place] = noun._replace(label="obl")


def _has_argument(words: tuple[Word, ...], act: Word) -> bool:
    """Whether a verbal noun has an argument with を, に or へ, and no の behind that."""
    for noun, particle, after in zip(words[: act.place], words[1:], words[2:], strict=False):
        if noun.head == act.place and particle.text in _ACT_PARTICLES and not after.is_particle:
            return True
    return False


def _join_marrying(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Reads 籍を入れる as the verb 入籍する and attaches the person with と to it, not to 籍."""
    repaired = list(words)
    for thing, mark, verb in zip(words, words[1:], words[2:], strict=False):
        if (thing.text, mark.text, verb.lemma) != ("籍", "を", "入れる"):
            continue
        repaired[verb.place] = verb._replace(lemma="入籍する")
        for who in words[max(0, thing.place - 2) : max(0, thing.place - 1)]:
            if words[who.place + 1].text == "と" and who.head == thing.place:
                repaired[who.place] = who._replace(head=verb.place, label="obl")
    return tuple(repaired)


def _retag_suffixes(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Makes a suffix that the parser takes for a verb the end of a compound (頭痛持ちです)."""
    repaired = list(words)
    for noun, suffix, after in zip(words, words[1:], words[2:], strict=False):
        behind = suffix.tag.startswith("接尾辞-名詞的") and noun.is_noun and noun.end == suffix.start
        if behind and suffix.part == "VERB" and noun.head == suffix.place and after.lemma in _COPULAS:
            repaired[noun.place] = noun._replace(label="compound")
            repaired[suffix.place] = suffix._replace(part="NOUN")
    return tuple(repaired)


def _retag_counters(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Makes a counter that ends a name a common noun (アクメ社, B社): it counts nothing."""
    repaired = list(words)
    for before, word in pairwise(words):
        named = before.is_name or _FOREIGN.fullmatch(before.text)
        if word.tag == _COUNTER_TAG and word.text in _GROUPS and named and before.end == word.start:
            repaired[word.place] = word._replace(tag=_NOUN_TAG)
    return tuple(repaired)


def _retag_feelings(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Makes words of liking and skill adjectives, where no です makes them one (コーヒーが苦手。).

    Before で、 they are a clause of their own and modify no noun (Pythonが得意で、Rustを勉強中).
    """
    repaired = list(words)
    for word in words:
        if word.text not in _LIKES_AND_SKILLS:
            continue
        after = words[word.place + 1] if word.place + 1 < len(words) else None
        if word.part == "NOUN" and word.label in _HEADS:
            repaired[word.place] = word._replace(part="ADJ")
        if word.label == "acl" and after is not None and after.text == "で" and after.tag.startswith("助動詞"):
            repaired[word.place] = word._replace(part="ADJ", label="advcl")
    return tuple(repaired)


def _is_argument(words: tuple[Word, ...], noun: Word) -> bool:
    """Whether a particle makes a noun an argument of its verb; と only in として."""
    particle = words[noun.place + 1].text
    return particle in _ARGUMENT_PARTICLES or (particle == "と" and words[noun.place + 2].label == "fixed")


def _sentences(words: tuple[Word, ...], starts: Collection[int]) -> tuple[range, ...]:
    """Ranges that end with 。, ！, ？ or a line break outside brackets; a particle after it continues ("娘。の").

    Others begin where the document says so (`starts`). The parser's own boundaries fall inside one short sentence in
    twenty. A label in brackets before a sentence is one of its own (【重要】).
    """
    ranges: list[range] = []
    start = depth = 0
    for place, word in enumerate(words):
        if place == start and (label := _label_end(words, start)) is not None:
            ranges.append(range(start, label + 1))
            start = label + 1
        if place < start:
            continue
        if word.text in _OPENING:
            depth += 1
        elif word.text in _CLOSING:
            depth = max(0, depth - 1)
        breaks = "\n" in word.text or place + 1 in starts
        goes_on = place + 1 < len(words) and words[place + 1].tag.startswith(_CONTINUES)
        if breaks or (depth == 0 and word.text[-1] in _STOPS and not goes_on):
            ranges.append(range(start, place + 1))
            start, depth = place + 1, 0 if breaks else depth
    if start < len(words):
        ranges.append(range(start, len(words)))
    return tuple(ranges)


def _label_end(words: tuple[Word, ...], start: int) -> int | None:
    """The word that closes the label before a sentence (【重要】, 条件:, -), None where it begins with none."""
    if _is_bullet(words, start):
        return start
    closes = _LABEL_CLOSES.get(words[start].text)
    if closes is None:
        return _colon_behind(words, start)
    for place in range(start + 1, min(start + _LONGEST_LABEL, len(words) - 1)):
        if words[place].text == closes:
            return None if words[place + 1].tag.startswith(_TIES) else place
    return None


def _is_bullet(words: tuple[Word, ...], place: int) -> bool:
    """Whether a word is the sign before an item of a list."""
    after = words[place + 1] if place + 1 < len(words) else None
    return words[place].text in _BULLETS and after is not None and (after.start > words[place].end or after.text == " ")


def _colon_behind(words: tuple[Word, ...], start: int) -> int | None:
    """The colon behind the nouns with which a sentence begins, if a space or no ASCII follows: 12:30 has none."""
    for place in range(start, min(start + _LONGEST_LABEL, len(words) - 1)):
        word, after = words[place], words[place + 1]
        if word.text in _COLONS:
            is_apart = word.text == "：" or word.end < after.start or after.text.isspace()
            return place if place > start and is_apart and "\n" not in after.text else None
        if not (word.is_noun or word.tag.startswith(("補助記号", "空白"))) or "\n" in word.text or word.text in _STOPS:
            return None
    return None


def is_label(words: tuple[Word, ...], sentence: range) -> bool:
    """Whether a sentence is a label in brackets or before a colon (【重要】, 条件:), or the sign before an item."""
    last = words[sentence[-1]].text
    return (
        last in _COLONS
        or (len(sentence) == 1 and last in _BULLETS)
        or _LABEL_CLOSES.get(words[sentence.start].text) == last
    )


def _cut_off_labels(words: tuple[Word, ...], sentences: tuple[range, ...]) -> tuple[Word, ...]:
    """Makes the words of a label independent of those behind it: of 【重要】来週の定例は, 重要 modifies nothing."""
    labels = [span for span in sentences if is_label(words, span)]
    if not labels:
        return words
    number = {place: at for at, span in enumerate(sentences) for place in span}
    apart = {at for at, span in enumerate(sentences) if span in labels}
    return tuple(
        word._replace(head=word.place, label="ROOT")
        if number[word.place] != number[word.head] and {number[word.place], number[word.head]} & apart
        else word
        for word in words
    )
