"""Whether a statement is about what was so and need be so no longer: what keeps the past from ending the present."""

import re
from itertools import pairwise

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.predicates import feels
from extraction.lang.ja.facts.relations import is_relational
from extraction.lang.ja.lexicon import words_of
from extraction.lang.ja.modality.predicate_suffixes import PAST, tail_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.names.kinship import COUPLE_VERBS

_ONCE = frozenset(words_of("以前 かつて 嘗て 昔 むかし 過去 当時 もともと"))
_FORMER = ("元", "前", "旧")
"""What stands before an office or a role that is over."""
_STATES = frozenset(
    words_of(
        """
        勤める 勤務する 働く 在籍する 住む 暮らす 居住する 在住する 所属する 属する 通う 率いる 経営する 務める
        担当する 飼う 飼育する 持つ 所有する 使う 使用する 利用する 愛用する 習う 借りる 吸う
        """
    )
)
"""Verbs of what lasts, whose 〜ていた says that it was so; that of a change (引っ越す) says what had come to be so."""
_CHANGES = frozenset(
    words_of(
        """
        買う 購入する 借りる 引っ越す 移住する 転居する 転職する 就職する 入社する 退職する 辞める 入学する 卒業する
        留学する 結婚する 入籍する 離婚する 転勤する 異動する 出張する 旅行する 売る 始める やめる 止める
        """
    )
)
"""Verbs of changes: in the plain form they tell what is going to be."""
_BEGUN = re.compile(r"た(?![いくらり])|[てで](?:い|る|お|き|し|[いあ]り)|ない|ません|^[てで]")
_OFTEN = re.compile(
    r"毎[日週月年朝晩夜回度](?!新聞|放送)|いつも|よく|たまに|時々|ときどき|時おり|頻繁|たび|度に|ごと|ずつ|普段(?!着)|ふだん|通常|定期的|習慣|日課"
    r"|[日週月年]に(?:数|何|[0-9０-９一二三四五六七八九十]+)[回度]"
    r"|(?<![のた今週来日)）])(?:[月火水木金土日]曜日?|週末|平日|休日)に?は"
)
"""Words of a habit. "日曜は" is every Sunday, "今度の日曜は" one."""
_DOES = re.compile(r"[すしさで]")
"""How the verb goes on that a noun of action is made into (する, して, される, できる)."""
_AHEAD = re.compile(r"明日|あした|あす|明後日|来週|来月|来年|再来|今度|次回|近々|これから")
_LASTED = re.compile(r"[てで]い?(?:まし)?た(?![いくらり])")
_EVER = re.compile(r"[ただ]こと[がはも]?あ(?!りま?せん)")
_WAS = re.compile(r"だった(?!ら)|でした(?!ら)|であった|なかった")
_FORMERLY = frozenset(words_of("前 以前 昔 むかし かつて 嘗て 元"))
_GONE = frozenset(words_of("亡き 故"))
_PARTED = frozenset(words_of("亡くなる 死ぬ 逝く 別れる 他界 死去 離婚"))
"""What tells of a husband or a wife that they are one no longer (亡くなった妻)."""
_BEFORE = ("名詞-数詞", "接尾辞-名詞的-助数詞", "名詞-普通名詞-助数詞可能", "名詞-普通名詞-サ変")
"""Nouns behind which 前 tells a time (3年前, 結婚前) and no place (駅前)."""


def is_past(parse: Parse, clause: Clause, *, dated: bool, until: bool = False) -> bool:
    """Whether a clause tells of a time that is over: a word such as 以前 says so, or it was a state.

    A state that is `dated` stands in time by its date, one with an `until` is over; a change (引っ越した) goes on in
    what it brought about.
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    if _EVER.search(tail) or (PAST.search(tail) and _once(parse, predicate.word.place, clause.sentence)):
        return True
    if until and PAST.search(tail) and (predicate.lemma in _STATES or _LASTED.search(tail)):
        return True
    if predicate.kind == "adjective" and feels(predicate):
        return _WAS.search(tail) is not None or predicate.word.text.endswith("かっ")
    if predicate.lemma in COUPLE_VERBS:
        # Of two who were a couple it is over, dated or not.
        return _LASTED.search(tail) is not None
    return not dated and predicate.lemma in _STATES and _LASTED.search(tail) is not None


def is_to_come(parse: Parse, clause: Clause) -> bool:
    """Whether a clause tells of a change that is still to come (明日パソコンを買う), and not of a habit (毎日買う).

    A noun of action at its end tells no time (大学を卒業。): only another word may (来週、大阪へ出張。).
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    if predicate.kind == "act" and not _DOES.match(tail):
        text = parse.surface(clause.sentence.start, clause.sentence.stop - 1)
        return predicate.lemma not in _STATES and _AHEAD.search(text) is not None
    if predicate.voice or predicate.ending != "stop" or _BEGUN.search(tail):
        return False
    if predicate.lemma not in _CHANGES and not (predicate.lemma in _STATES and is_led_to(parse, clause)):
        return False
    begins = parse.words[clause.sentence.start].start
    starts = {parse.words[place].start - begins for place in clause.sentence}
    text = parse.surface(clause.sentence.start, clause.sentence.stop - 1)
    # not within a word: 必ずつくばに is no ずつ
    return not any(found.start() in starts for found in _OFTEN.finditer(text))


def is_led_to(parse: Parse, clause: Clause) -> bool:
    """Whether it is to be under a condition (引っ越したら、猫を飼う)."""
    beside = (parse.words[child] for child in parse.children[clause.predicate.word.place])
    return any(
        word.part == "VERB" and word.label == "advcl" and _IF.search(tail_of(parse, word, clause.sentence))
        for word in beside
    )


_IF = re.compile(r"(?:[ただ]ら|なら|ば)$")


def is_former(parse: Parse, noun: int, tail: str, sentence: range) -> bool:
    """Whether a nominal predicate tells of a time that is over; `tail` is what follows the noun."""
    over = was_called(parse.words[noun].text) or was_before(parse, noun, sentence)
    return over or bool(_WAS.search(tail)) or _once(parse, noun, sentence)


def was_before(parse: Parse, noun: int, sentence: range) -> bool:
    """Whether words before a noun tell that it is one no longer (元上司, 前の妻, 前の会社の上司, 亡き夫, 別れた妻)."""
    for place in range(noun - 1, sentence.start - 1, -1):
        word, after = parse.words[place], parse.words[place + 1]
        near = after.place == noun and word.end == after.start
        if word.text in _GONE or (near and word.text in _FORMER) or _opens(parse, word, noun):
            return True
        if near and word.text in ("た", "だ"):
            back = parse.words[max(sentence.start, place - 2) : place]
            return any(one.lemma in _PARTED or one.text in _PARTED for one in back)
        if after.text == "の" and word.text in _FORMERLY and not _tells_place(parse, word, sentence):
            return True
        if not (word.is_noun or word.text == "の"):
            return False
    return False


def _opens(parse: Parse, word: Word, noun: int) -> bool:
    """Whether 元 opens the compound that ends with the noun (元トヨタ社員)."""
    joined = parse.words[word.place : noun + 1]
    before = parse.words[word.place - 1] if word.place else None
    whole = all(one.is_noun and one.end == after.start for one, after in pairwise(joined))
    return word.text == "元" and whole and not (before is not None and before.is_noun and before.end == word.start)


def _tells_place(parse: Parse, word: Word, sentence: range) -> bool:
    """Whether 前 is what stands before something (駅の前の店)."""
    before = parse.words[word.place - 1] if word.place > sentence.start else None
    return before is not None and (
        before.text == "の" or (before.is_noun and not before.tag.startswith(_BEFORE) and word.text == "前")
    )


def was_called(attribute: str) -> bool:
    """Whether an attribute is a role that is over (前社長, 元カノ), not a word that begins alike (前身)."""
    if attribute.startswith(_FORMER) and (is_relational(attribute[1:]) or attribute in _ONCE_ROLES):
        return True
    return attribute.partition("の")[0] in _FORMERLY


_ONCE_ROLES = frozenset(words_of("元カノ 元カレ 元彼 元彼女 元彼氏 元恋人"))


def has_lasted(tail: str) -> bool:
    """Whether what stands behind a verb tells of what went on (していました)."""
    return _LASTED.search(tail) is not None


def _once(parse: Parse, predicate: int, sentence: range) -> bool:
    """Whether a word before a predicate, and behind the predicate before it, says that it was so once."""
    near = set(parse.children[predicate])
    for place in range(predicate - 1, sentence.start - 1, -1):
        near.add(place)
        if parse.words[place].part == "VERB":
            break
    return any(place < predicate and _says_once(parse, place) for place in near)


def _says_once(parse: Parse, place: int) -> bool:
    word = parse.words[place].text
    after = parse.words[place + 1].text if place + 1 < len(parse.words) else ""
    # "前は京都に住んでいた" is over, "以前から京都に住んでいる" is not; "以前の上司に会った" tells of the boss
    return after == "は" if word == "前" else word in _ONCE and after not in ("から", "の")
