"""What an action is to its agent (弾くのが趣味), whether it is only requested, and who takes part in it."""

import re

from extraction.lang.ja.arguments.clauses import Argument, Clause
from extraction.lang.ja.modality.predicate_suffixes import PAST, tail_of
from extraction.lang.ja.modality.stating import Stated, polarity_and_modality, stated
from extraction.lang.ja.modality.tense import is_former
from extraction.lang.ja.parse.cases import particle_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import NOUNS, VERBS, tail_type, words_of
from extraction.names.kinship import TOGETHER
from graph.model.types import Polarity

_ATTITUDES = NOUNS.words("felt_noun")
"""Hobbies, skills, likes and aims as predicates of a nominalized verb (弾くのが趣味)."""
_LIGHT_VERBS = frozenset(("する", "やる"))
_NOMINALIZERS = frozenset(("の", "こと", "事"))
_TOPICS = frozenset(("が", "は", "も"))
_MODIFIERS = frozenset(("acl", "nmod", "compound"))
_REQUESTING = VERBS.words("ordering")
_TOGETHER = re.compile(r"(?:さん|様|君|くん|ちゃん|氏)?(?:と一緒|といっしょ|と共に|とともに)")
_CONSUMING = frozenset(words_of("食べる 飲む いただく"))
_LIGHT_ACT_VERBS = frozenset(words_of("する 行う 行なう おこなう 実施する"))
_DEALINGS = frozenset(words_of("仕事 仕事上 ビジネス 商売 取引 業務 家族ぐるみ 友達 友人 同僚 仲間"))
_CLIENTS = frozenset(words_of("取引先 得意先 仕入れ先 顧客 業者 客 お客 会社 近所"))


def attitude_of(parse: Parse, verb: Word, sentence: range) -> Word | None:
    """The attitude noun that a nominalized verb has (…のが趣味, 趣味は…こと), None without one.

    None, too, where it modifies a noun (弾くのが好きな人) or the verb has a subject of its own (娘が弾くのが好き).
    """
    attitude = attitude_noun(parse, verb, sentence)
    if attitude is None or attitude.label in _MODIFIERS or _has_doer(parse, verb, attitude):
        return None
    return attitude


def _has_doer(parse: Parse, verb: Word, attitude: Word) -> bool:
    """Whether a noun with が is the subject of the verb."""
    near = (parse.words[child] for child in (*parse.children[verb.place], *parse.children[attitude.place]))
    return any(
        noun.place < verb.place
        and noun is not attitude
        and noun.label == "nsubj"
        and particle_of(parse, noun).case == "が"
        for noun in near
    )


def attitude_noun(parse: Parse, verb: Word, sentence: range) -> Word | None:
    """As `attitude_of`, also where it modifies a noun or the verb has a subject of its own."""
    place = verb.place + 1
    while place < sentence.stop and parse.words[place].label == "aux":
        place += 1
    if place >= sentence.stop or parse.words[place].text not in _NOMINALIZERS:
        return None
    after = parse.words[place + 1] if place + 1 < sentence.stop else None
    if after is not None and after.text in _TOPICS:
        noun = parse.words[place]
        above = parse.words[verb.head if noun.head == verb.place else noun.head]
        return above if above.place > after.place and above.text in _ATTITUDES else None
    if parse.words[place].text == "の":
        return None
    dependents = (parse.words[child] for child in parse.children[place] if child < verb.place)
    return next(
        (word for word in dependents if word.text in _ATTITUDES and word.label in ("nsubj", "dislocated")), None
    )


def experiencer_of(parse: Parse, verb: Word, attitude: Word) -> Word | None:
    """The experiencer of an attitude: the topic before the verb, or the possessor of the hobby; None without one."""
    if attitude.place > verb.place:
        dependents = (parse.words[child] for child in parse.children[attitude.place] if child < verb.place)
        return next((word for word in dependents if particle_of(parse, word).topic and word.label != "advmod"), None)
    return next(possessors(parse, attitude), None)


def is_past_attitude(parse: Parse, clause: Clause) -> bool:
    """Whether the attitude is over (弾くのが趣味でした)."""
    attitude = attitude_of(parse, clause.predicate.word, clause.sentence)
    return attitude is not None and is_former(
        parse, attitude.place, tail_of(parse, attitude, clause.sentence), clause.sentence
    )


def attitude_statement(parse: Parse, verb: Word, sentence: range) -> Stated | None:
    """The statement that somebody likes to do this or has it as a hobby (ピアノを弾くのが趣味); else None."""
    attitude = attitude_of(parse, verb, sentence)
    if attitude is None:
        return None
    statement = stated(parse, verb, sentence)
    predicate = attitude.text if statement.lemma in _LIGHT_VERBS else f"{statement.predicate}のが{attitude.text}"
    last = attitude if attitude.place > verb.place else parse.words[attitude.head]
    tail = tail_of(parse, last, sentence)
    return Stated(predicate, predicate, *polarity_and_modality(parse, last, tail, sentence), passive=False)


def is_ordered(parse: Parse, verb: Word) -> bool:
    """Whether an action is only requested (…を出すように言う): nobody knows whether it is done."""
    above = parse.words[verb.head]
    wanted = any(parse.words[child].text == "よう" and child > verb.place for child in parse.children[verb.place])
    return wanted and above.place > verb.place and above.lemma.removesuffix("する") in _REQUESTING


def is_companion(parse: Parse, noun: Word) -> bool:
    """Whether a noun with と is a companion: 沙織と一緒に, 沙織と共に."""
    return _TOGETHER.match(parse.text, noun.end) is not None


def listed(parse: Parse, argument: Argument, clause: Clause) -> Argument:
    """ "ドラマとか見る": a noun with とか is an object of the verb, and no companion."""
    marks = [parse.words[child].text for child in parse.children[argument.head] if child > argument.head]
    return (
        argument._replace(role="を")
        if marks[:2] == ["と", "か"] and clause.predicate.bucket in ("1", "2", "3")
        else argument
    )


def is_manner(parse: Parse, argument: Argument, clause: Clause) -> bool:
    """Whether で marks the manner of eating or drinking (ブラックで飲む), and no place or name."""
    word = parse.words[argument.head]
    consumed = argument.role == "で" and clause.predicate.lemma in _CONSUMING
    return consumed and not word.is_name and tail_type(word.text) is None


def has_come_to_be(parse: Parse, clause: Clause, statement: Stated) -> bool:
    """Whether できる tells that something came to be (友達ができました), and no ability."""
    done = PAST.search(tail_of(parse, clause.predicate.word, clause.sentence)) is not None
    return statement.lemma in ("できる", "出来る") and done and statement.polarity is Polarity.POSITIVE


def light_noun(parse: Parse, clause: Clause) -> Word | None:
    """The verbal noun that is the object of a light verb ("打ち合わせをする", "指導を受ける")."""
    if clause.predicate.lemma not in _LIGHT_ACT_VERBS and clause.predicate.lemma != "受ける":
        return None
    for argument in clause.of_role("を"):
        word = parse.words[argument.head]
        if word.tag.startswith("名詞-普通名詞-サ変"):
            return word
    return None


def dealing(parse: Parse, verb: Word, statement: Stated) -> Stated:
    """Reads 付き合う as 関わる where it is business or friendship (仕事で付き合う), and so no couple."""
    if statement.lemma not in TOGETHER:
        return statement
    beside = [parse.words[child] for child in parse.children[verb.place]]
    marked = [(word.text, particle_of(parse, word).case) for word in beside]
    deals = any(
        (text in _DEALINGS and case in ("で", "として")) or (text in _CLIENTS and case == "と") for text, case in marked
    )
    return statement._replace(lemma="関わる") if deals else statement
