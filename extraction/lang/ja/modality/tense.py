"""Whether a statement is about the past or the future, so that it does not end or become a present fact."""

import re
from itertools import pairwise

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.predicates import feels
from extraction.lang.ja.facts.relations import is_relational
from extraction.lang.ja.modality.predicate_suffixes import PASSED_ON, PAST, tail_of
from extraction.lang.ja.modality.verdicts import is_action
from extraction.lang.ja.parse.cases import kind_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import VERBS, tail_type, words_of
from extraction.names.kinship import COUPLE_VERBS
from graph.model.types import EntityType

_PAST_ADVERBS = frozenset(words_of("以前 かつて 嘗て 昔 むかし 過去 当時 もともと"))
_FORMER_PREFIXES = ("元", "前", "旧")
"""Prefixes of an office or a role that is over."""
_LASTING = VERBS.words("lasting")
"""Verbs of lasting states: their 〜ていた is a past state; that of a change (引っ越す) is its result."""
_CHANGES = VERBS.words("change")
"""Verbs of change: their dictionary form is the future."""
_NOT_FUTURE = re.compile(r"た(?![いくらり])|[てで](?:い|る|お|き|し|[いあ]り)|ない|ません|^[てで]")
_HABITUAL = re.compile(
    r"毎[日週月年朝晩夜回度](?!新聞|放送)|いつも|よく|たまに|時々|ときどき|時おり|頻繁|たび|度に|ごと|ずつ|普段(?!着)|ふだん|通常|定期的|習慣|日課"
    r"|[日週月年]に(?:数|何|[0-9０-９一二三四五六七八九十]+)[回度]"
    r"|(?<![のた今週来日)）])(?:[月火水木金土日]曜日?|週末|平日|休日)に?は"
)
"""Words of a habit. "日曜は" is every Sunday, "今度の日曜は" a single one."""
_SURU_FORM = re.compile(r"[すしさで]")
"""Forms of する behind a verbal noun (する, して, される, できる)."""
_FUTURE_WORDS = re.compile(r"明日|あした|あす|明後日|来週|来月|来年|再来|今度|次回|近々|これから")
_DAY = re.compile(r"(?<![\d/.])\d{1,2}(?:/\d{1,2}(?![\d/])|月\d{1,2}日)(?!\s*の)")
"""A single day, on which something is still to be done: 「9/30 に行う」."""
_REASON = re.compile(r"(?:する)?(?:ため|ので)(?!に)")
_CONTINUED = re.compile(r"し?[てで]?[、,]?(?![ぁ-ん])")
_OVER = re.compile(r"昨[日年夜晩]|去年|先[週月日]|今朝|かつて|以前")
_PRESENT = re.compile(r"(?:今|今日|現在|いま)[、はもで]")
"""Words before and behind a clause that tell that it is over by what follows: 「昨日ログを消し、今日は…」."""
_PLAIN_END = re.compile(r"(?<![あい])(?<!で)[うくぐすつぬぶむる]$")
_PAST_PROGRESSIVE = re.compile(r"[てで]い?(?:まし)?た(?![いくらり])")
_EXPERIENCE = re.compile(r"[ただ]こと[がはも]?あ(?!りま?せん)")
_PAST_COPULA = re.compile(r"だった(?!ら)|でした(?!ら)|であった|なかった")
_FORMER_NOUNS = frozenset(words_of("前 以前 昔 むかし かつて 嘗て 元"))
_DECEASED = frozenset(words_of("亡き 故"))
_ENDED_TIES = frozenset(words_of("亡くなる 死ぬ 逝く 別れる 他界 死去 離婚"))
"""Verbs that end a tie to a relative (亡くなった妻)."""
_TIME_TAGS = ("名詞-数詞", "接尾辞-名詞的-助数詞", "名詞-普通名詞-助数詞可能", "名詞-普通名詞-サ変")
"""Tags of nouns behind which 前 is a time (3年前, 結婚前) and no place (駅前)."""
_FIRM_TAG = "名詞-固有名詞-一般"
_CONDITIONAL = re.compile(r"(?:[ただ]ら|なら|ば)$")
_FORMER_ROLES = frozenset(words_of("元カノ 元カレ 元彼 元彼女 元彼氏 元恋人"))


def is_past(parse: Parse, clause: Clause, *, dated: bool, until: bool = False) -> bool:
    """Whether a clause tells of a time that is over: by an adverb such as 以前, or because it is a past state.

    A `dated` state is placed in time by its date, one with an `until` is over; the result of a change (引っ越した)
    still holds.
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    if _EXPERIENCE.search(tail) or (
        PAST.search(tail) and _has_past_adverb(parse, predicate.word.place, clause.sentence)
    ):
        return True
    if until and PAST.search(tail) and (predicate.lemma in _LASTING or _PAST_PROGRESSIVE.search(tail)):
        return True
    if predicate.kind == "adjective" and feels(predicate):
        return _PAST_COPULA.search(tail) is not None or predicate.word.text.endswith("かっ")
    if predicate.lemma in COUPLE_VERBS:
        # A couple in the past tense is one no longer, dated or not.
        return _PAST_PROGRESSIVE.search(tail) is not None
    return not dated and predicate.lemma in _LASTING and _PAST_PROGRESSIVE.search(tail) is not None


def is_to_come(parse: Parse, clause: Clause, *, of_work: bool) -> bool:
    """Whether a clause tells of a future change (明日パソコンを買う), and not of a habit (毎日買う).

    In a note of work what somebody does is mostly still to be done: 「山王設備に電話します」「佐藤さんが図を直す」.
    A verbal noun at its end has no tense (大学を卒業。): only another word may place it (来週、大阪へ出張。).
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    if predicate.kind == "act" and not _SURU_FORM.match(tail):
        text = parse.surface(clause.sentence.start, clause.sentence.stop - 1)
        return predicate.lemma not in _LASTING and _FUTURE_WORDS.search(text) is not None
    begins = parse.words[clause.sentence.start].start
    ends = predicate.ending == "stop" or _is_last(parse, clause)
    text = parse.surface(clause.sentence.start, clause.sentence.stop - 1 if ends else predicate.word.place)
    is_past = _NOT_FUTURE.search(tail) and not _CONTINUED.fullmatch(tail)
    if predicate.voice or is_past or not (ends or _runs_on(parse, clause)):
        return False
    is_task = _is_task(parse, clause, of_work=of_work) or _FUTURE_WORDS.search(text) is not None
    made = [parse.words[argument.head] for argument in clause.of_role("を") if clause.of_role("に")]
    is_made = predicate.lemma == "する" and any(not is_action(word) for word in made)
    if (
        predicate.lemma not in _CHANGES
        and not is_made
        and not is_task
        and not (predicate.lemma in _LASTING and is_led_to(parse, clause))
    ):
        return False
    starts = {parse.words[place].start - begins for place in clause.sentence}
    # Not within a word: there is no ずつ in 必ずつくばに.
    return not any(habit.start() in starts for habit in _HABITUAL.finditer(text))


def _is_last(parse: Parse, clause: Clause) -> bool:
    """Whether a clause ends its sentence with a verb in its plain form, whatever the parse says."""
    word, end = clause.predicate.word, parse.words[clause.sentence.stop - 1].end
    is_plain = word.tag.startswith("動詞") and word.text == word.lemma
    return is_plain and not parse.text[word.end : end].strip("。.\n ")


def _runs_on(parse: Parse, clause: Clause) -> bool:
    """Whether a clause is to come as what its sentence ends with (Aを止めてBに移す), or as a reason (異動するので)."""
    word = clause.predicate.word
    text = parse.text[: parse.words[clause.sentence.stop - 1].end].rstrip("。 \n")
    if clause.predicate.kind not in ("verb", "act"):
        return False
    if _REASON.match(parse.text, word.end) or PASSED_ON.match(parse.text, word.end):
        return (word.text == word.lemma or clause.predicate.kind == "act") and not text.endswith("た")
    begins = parse.words[clause.sentence.start].start
    if _OVER.search(text, begins, word.start) or _PRESENT.search(text, word.end):
        return False
    return _CONTINUED.match(parse.text, word.end) is not None and _PLAIN_END.search(text) is not None


def _is_task(parse: Parse, clause: Clause, *, of_work: bool) -> bool:
    """Whether a task is somebody's, or is due: 「値引きは佐藤さんが交渉する」, 「佐藤さんが 3/19 までに出す」."""
    predicate = clause.predicate
    if predicate.kind not in ("verb", "act") or predicate.bucket in ("0", "?") or predicate.lemma in _LASTING:
        return False
    routes = ("が", "は", "topic before") if of_work else ("が",)
    doers = [argument.head for argument in clause.of_role("が") if argument.route in routes]
    before = parse.words[clause.sentence.start : predicate.word.place]
    is_assigned = any(word.text == "は" and word.is_particle for word in before[: max(doers, default=0)])
    if before and _DAY.search(parse.surface(before[0].place, before[-1].place)):
        return True
    is_due = any(word.tag.startswith("名詞-数詞") for word in before)
    return (is_assigned or is_due or of_work) and any(_may_be_asked(parse.words[place]) for place in doers)


def _may_be_asked(word: Word) -> bool:
    """Whether a noun is a person or a group of people, who do what they are asked to."""
    tail = tail_type(word.text)
    return kind_of(word) == "person" or (tail is not None and tail[0] is EntityType.ORGANIZATION)


def is_led_to(parse: Parse, clause: Clause) -> bool:
    """Whether a clause depends on a condition (引っ越したら、猫を飼う)."""
    beside = (parse.words[child] for child in parse.children[clause.predicate.word.place])
    return any(
        word.part == "VERB" and word.label == "advcl" and _CONDITIONAL.search(tail_of(parse, word, clause.sentence))
        for word in beside
    )


def is_former(parse: Parse, noun: int, tail: str, sentence: range) -> bool:
    """Whether a nominal predicate tells of a time that is over; `tail` are the suffixes of the noun."""
    over = names_former_role(parse.words[noun].text) or was_before(parse, noun, sentence)
    return over or bool(_PAST_COPULA.search(tail)) or _has_past_adverb(parse, noun, sentence)


def was_before(parse: Parse, noun: int, sentence: range) -> bool:
    """Whether words before a noun make it a former one (元上司, 前の妻, 前の会社の上司, 亡き夫, 別れた妻)."""
    for place in range(noun - 1, sentence.start - 1, -1):
        word, after = parse.words[place], parse.words[place + 1]
        near = after.place == noun and word.end == after.start
        if word.text in _DECEASED or (near and word.text in _FORMER_PREFIXES) or _opens_compound(parse, word, noun):
            return True
        if near and word.text in ("た", "だ"):
            back = parse.words[max(sentence.start, place - 2) : place]
            return any(part.lemma in _ENDED_TIES or part.text in _ENDED_TIES for part in back)
        if after.text == "の" and word.text in _FORMER_NOUNS and not _is_spatial(parse, word, sentence):
            return True
        if not (word.is_noun or word.text == "の"):
            return False
    return False


def _opens_compound(parse: Parse, word: Word, noun: int) -> bool:
    """Whether 元 opens the compound that ends with the noun (元トヨタ社員), or a firm's name before it and の."""
    joined = parse.words[word.place : noun + 1]
    if len(joined) > len("元の社員") - 1 and joined[-2].text == "の" and joined[1].tag.startswith(_FIRM_TAG):
        joined = joined[:-2]  # 元ソニーの社員
    before = parse.words[word.place - 1] if word.place else None
    whole = all(part.is_noun and part.end == after.start for part, after in pairwise(joined))
    return word.text == "元" and whole and not (before is not None and before.is_noun and before.end == word.start)


def _is_spatial(parse: Parse, word: Word, sentence: range) -> bool:
    """Whether 前 is a place (駅の前の店)."""
    before = parse.words[word.place - 1] if word.place > sentence.start else None
    return before is not None and (
        before.text == "の" or (before.is_noun and not before.tag.startswith(_TIME_TAGS) and word.text == "前")
    )


def names_former_role(attribute: str) -> bool:
    """Whether an attribute is a former role (前社長, 元カノ), and not a word that only begins alike (前身)."""
    if attribute.startswith(_FORMER_PREFIXES) and (is_relational(attribute[1:]) or attribute in _FORMER_ROLES):
        return True
    return attribute.partition("の")[0] in _FORMER_NOUNS


def has_lasted(tail: str) -> bool:
    """Whether the suffixes of a verb are past progressive (していました)."""
    return _PAST_PROGRESSIVE.search(tail) is not None


def _has_past_adverb(parse: Parse, predicate: int, sentence: range) -> bool:
    """Whether an adverb of the past modifies a predicate, between it and the predicate before."""
    near = set(parse.children[predicate])
    for place in range(predicate - 1, sentence.start - 1, -1):
        near.add(place)
        if parse.words[place].part == "VERB":
            break
    return any(place < predicate and _is_past_adverb(parse, place) for place in near)


def _is_past_adverb(parse: Parse, place: int) -> bool:
    word = parse.words[place].text
    after = parse.words[place + 1].text if place + 1 < len(parse.words) else ""
    # "前は京都に住んでいた" is over, "以前から京都に住んでいる" is not; in "以前の上司に会った" 以前の modifies 上司.
    return after == "は" if word == "前" else word in _PAST_ADVERBS and after not in ("から", "の")
