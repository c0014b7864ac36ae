"""What is told beside a deed: what doing it is to somebody (弾くのが趣味), who is told to do it, who does it along."""

import re

from extraction.lang.ja.arguments.clauses import Argument, Clause
from extraction.lang.ja.lexicon import tail_type, words_of
from extraction.lang.ja.modality.predicate_suffixes import PAST, tail_of
from extraction.lang.ja.modality.stating import Stated, held, stated
from extraction.lang.ja.modality.tense import is_former
from extraction.lang.ja.parse.cases import particle_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.names.kinship import COUPLE_VERBS
from graph.model.types import Polarity

_FELT = frozenset(
    words_of("趣味 特技 日課 習慣 夢 目標 好き 大好き 嫌い 大嫌い 得意 苦手 下手 上手 楽しみ 生きがい 仕事")
)
"""What doing something is to somebody; only some of it says that they do it."""
_EMPTY = frozenset(("する", "やる"))
_DOING = frozenset(("の", "こと", "事"))
_TOPICS = frozenset(("が", "は", "も"))


def feeling_of(parse: Parse, verb: Word, sentence: range) -> Word | None:
    """The word that tells what doing this verb is to somebody (…のが趣味, 趣味は…こと), None where none does.

    Nor where it only describes a noun (弾くのが好きな人), or where somebody else is said to do it (娘が弾くのが好き).
    """
    feeling = feeling_beside(parse, verb, sentence)
    if feeling is None or feeling.label in _DESCRIBES or _has_doer(parse, verb, feeling):
        return None
    return feeling


_DESCRIBES = frozenset(("acl", "nmod", "compound"))


def _has_doer(parse: Parse, verb: Word, feeling: Word) -> bool:
    """Whether a noun with が before the verb tells who does it."""
    near = (parse.words[child] for child in (*parse.children[verb.place], *parse.children[feeling.place]))
    return any(
        one.place < verb.place and one is not feeling and one.label == "nsubj" and particle_of(parse, one).case == "が"
        for one in near
    )


def feeling_beside(parse: Parse, verb: Word, sentence: range) -> Word | None:
    """As `feeling_of`, whoever feels or does it."""
    place = verb.place + 1
    while place < sentence.stop and parse.words[place].label == "aux":
        place += 1
    if place >= sentence.stop or parse.words[place].text not in _DOING:
        return None
    after = parse.words[place + 1] if place + 1 < sentence.stop else None
    if after is not None and after.text in _TOPICS:
        noun = parse.words[place]
        above = parse.words[verb.head if noun.head == verb.place else noun.head]
        return above if above.place > after.place and above.text in _FELT else None
    if parse.words[place].text == "の":
        return None
    told = (parse.words[child] for child in parse.children[place] if child < verb.place)
    return next((one for one in told if one.text in _FELT and one.label in ("nsubj", "dislocated")), None)


def feeler_of(parse: Parse, verb: Word, feeling: Word) -> Word | None:
    """Who is said to feel so: the topic before the verb, or whose hobby it is; None where nobody is named."""
    if feeling.place > verb.place:
        marked = (parse.words[child] for child in parse.children[feeling.place] if child < verb.place)
        return next((one for one in marked if particle_of(parse, one).topic and one.label != "advmod"), None)
    return next(possessors(parse, feeling), None)


def was_felt(parse: Parse, clause: Clause) -> bool:
    """Whether doing something was once a hobby or a gift (弾くのが趣味でした)."""
    feeling = feeling_of(parse, clause.predicate.word, clause.sentence)
    return feeling is not None and is_former(
        parse, feeling.place, tail_of(parse, feeling, clause.sentence), clause.sentence
    )


def felt_doing(parse: Parse, verb: Word, sentence: range) -> Stated | None:
    """How a sentence states that somebody likes, or has as a hobby, to do this; None where it states no such thing."""
    feeling = feeling_of(parse, verb, sentence)
    if feeling is None:
        return None
    said = stated(parse, verb, sentence)
    predicate = feeling.text if said.lemma in _EMPTY else f"{said.predicate}のが{feeling.text}"
    last = feeling if feeling.place > verb.place else parse.words[feeling.head]
    tail = tail_of(parse, last, sentence)
    return Stated(predicate, predicate, *held(parse, last, tail, sentence), passive=False)


def is_ordered(parse: Parse, verb: Word) -> bool:
    """Whether a deed is what somebody is told or asked to do (…を出すように言う), of which nobody knows if they do."""
    above = parse.words[verb.head]
    wanted = any(parse.words[child].text == "よう" and child > verb.place for child in parse.children[verb.place])
    return wanted and above.place > verb.place and above.lemma.removesuffix("する") in _ORDERING


_ORDERING = frozenset(
    words_of("言う いう 頼む 指示 提案 求める 命じる 伝える お願い 促す 勧める 要請 依頼 注意 命令 要求")
)
_TOGETHER = re.compile(r"(?:さん|様|君|くん|ちゃん|氏)?(?:と一緒|といっしょ|と共に|とともに)")


def is_companion(parse: Parse, noun: Word) -> bool:
    """Whether と tells with whom: 沙織と一緒に, 沙織と共に."""
    return _TOGETHER.match(parse.text, noun.end) is not None


def listed(parse: Parse, one: Argument, clause: Clause) -> Argument:
    """ "ドラマとか見る": a noun with とか is one of several things that are watched, and nobody to watch with."""
    marks = [parse.words[child].text for child in parse.children[one.head] if child > one.head]
    return one._replace(role="を") if marks[:2] == ["と", "か"] and clause.predicate.bucket in ("1", "2", "3") else one


def is_manner(parse: Parse, one: Argument, clause: Clause) -> bool:
    """Whether で tells how something is eaten or drunk (ブラックで飲む), and not where or with what name."""
    word = parse.words[one.head]
    taken = one.role == "で" and clause.predicate.lemma in _TAKING
    return taken and not word.is_name and tail_type(word.text) is None


_TAKING = frozenset(words_of("食べる 飲む いただく"))


def has_come_to_be(parse: Parse, clause: Clause, said: Stated) -> bool:
    """Whether what is told is there now (友達ができました), and nothing that somebody can do."""
    done = PAST.search(tail_of(parse, clause.predicate.word, clause.sentence)) is not None
    return said.lemma in ("できる", "出来る") and done and said.polarity is Polarity.POSITIVE


_LIGHT = frozenset(words_of("する 行う 行なう おこなう 実施する"))


def light_noun(parse: Parse, clause: Clause) -> Word | None:
    """The noun of action that an empty verb is about ("打ち合わせをする", "指導を受ける")."""
    if clause.predicate.lemma not in _LIGHT and clause.predicate.lemma != "受ける":
        return None
    for one in clause.of_role("を"):
        word = parse.words[one.head]
        if word.tag.startswith("名詞-普通名詞-サ変"):
            return word
    return None


_DEALINGS = frozenset(words_of("仕事 仕事上 ビジネス 商売 取引 業務 家族ぐるみ 友達 友人 同僚 仲間"))
_CLIENTS = frozenset(words_of("取引先 得意先 仕入れ先 顧客 業者 客 お客 会社 近所"))


def dealing(parse: Parse, verb: Word, said: Stated) -> Stated:
    """Who 仕事で付き合う, as a friend or with a client, has to do with them and is no couple with them."""
    if said.lemma not in COUPLE_VERBS:
        return said
    beside = [parse.words[child] for child in parse.children[verb.place]]
    marked = [(word.text, particle_of(parse, word).case) for word in beside]
    deals = any(
        (text in _DEALINGS and case in ("で", "として")) or (text in _CLIENTS and case == "と") for text, case in marked
    )
    return said._replace(lemma="関わる") if deals else said
