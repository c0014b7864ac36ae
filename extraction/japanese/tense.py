"""Whether a statement is about what was so and need be so no longer: what keeps the past from ending the present."""

import re

from extraction.japanese.clauses import Clause
from extraction.japanese.lexicon import words_of
from extraction.japanese.relations import is_relational
from extraction.japanese.tails import tail_of
from extraction.japanese.words import Parse
from extraction.kinship import TOGETHER

_ONCE = frozenset(words_of("以前 かつて 嘗て 昔 むかし 過去 当時 もともと"))
_FORMER = ("元", "前", "旧")
"""What stands before an office or a role that is over."""
_STATES = frozenset(
    words_of(
        """
        勤める 勤務する 働く 在籍する 住む 暮らす 居住する 在住する 所属する 属する 通う 率いる 経営する 務める
        担当する
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
_PAST = re.compile(r"た(?![いくらり])|^だ(?!ろ)")
_LASTED = re.compile(r"[てで]い?(?:まし)?た(?![いくらり])")
_EVER = re.compile(r"たことが?あ")
_WAS = re.compile(r"だった|でした|であった|なかった")


def is_past(parse: Parse, clause: Clause, *, dated: bool) -> bool:
    """Whether a clause tells of a time that is over: a word such as 以前 says so, or it was a state.

    A state that is `dated` stands in time by its date; a change (引っ越した) goes on in what it brought about.
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    if _PAST.search(tail) and _once(parse, predicate.word.place, clause.sentence):
        return True
    if predicate.lemma in TOGETHER:
        # Of two who were a couple it is over, dated or not.
        return _LASTED.search(tail) is not None or _EVER.match(tail) is not None
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
    if predicate.lemma not in _CHANGES or predicate.voice or predicate.ending != "stop" or _BEGUN.search(tail):
        return False
    begins = parse.words[clause.sentence.start].start
    starts = {parse.words[place].start - begins for place in clause.sentence}
    text = parse.surface(clause.sentence.start, clause.sentence.stop - 1)
    # not within a word: 必ずつくばに is no ずつ
    return not any(found.start() in starts for found in _OFTEN.finditer(text))


def is_former(parse: Parse, noun: int, tail: str, sentence: range) -> bool:
    """Whether a nominal predicate tells of a time that is over; `tail` is what follows the noun."""
    if _WAS.search(tail) or _once(parse, noun, sentence):
        return True
    before = parse.words[noun - 1] if noun > sentence.start else None
    return before is not None and before.text in _FORMER and before.end == parse.words[noun].start


def was_called(attribute: str) -> bool:
    """Whether an attribute is a role that is over (前社長), not a word that begins alike (前身)."""
    return attribute.startswith(_FORMER) and is_relational(attribute[1:])


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
    # "前は京都に住んでいた" is over, "以前から京都に住んでいる" is not
    return after == "は" if word == "前" else word in _ONCE and after != "から"
