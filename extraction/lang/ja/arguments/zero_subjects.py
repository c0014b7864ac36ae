"""Who does it where a sentence names nobody: the topic that goes on from the sentence before, or the speaker."""

import re
from collections.abc import Sequence

from extraction.lang.ja.arguments.abilities import is_anybodys, is_skill
from extraction.lang.ja.arguments.activities import feeler_of, feeling_of
from extraction.lang.ja.arguments.clauses import Argument, Clause
from extraction.lang.ja.arguments.predicates import ending_of, feels
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.lexicon import PETS, TAKEN, is_kind_of_person, tail_type, tells_of_people, words_of
from extraction.lang.ja.modality.predicate_suffixes import WISHED, asks, modality_of, tail_of
from extraction.lang.ja.modality.stating import reporter_of
from extraction.lang.ja.modality.tense import is_led_to
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import PEOPLE
from extraction.lang.ja.parse.cases import particle_of, phrase_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.names.kinship import japanese_callings
from graph.model.types import EntityType, Modality

TOPIC, AT_END, WISH, TOLD, SHARED = 0.5, 0.9, 0.66, 0.5, 0.6
"""How sure an unnamed subject is: the topic of the sentence before (33 of 52 annotated ones on `wac_ja`, of 97 with
those that annotators leave open); the speaker of what ends a sentence and is told as so or wished (222 of 232 in turns
of real talk, rounded down); where it runs on, the speaker who wishes or feels, and the speaker of any other statement;
whom the clause that this one runs on into is about (the last three by hand)."""

_WISH = re.compile(WISHED.pattern + r"|つもり|よう(?:と|か|かな)|ましょう|ておき|てみ|(?:と|って)思")
_FEELING = frozenset(("思う", "おもう", "感じる", "考える", "信じる", "願う", "悩む", "楽しむ"))
_OTHERS = re.compile(
    r"^(?:やす|にく|づら)[いく]|^が[るりっら]|たが[るりっら]|くれ|くださ|下さ|なさ|いただけ|[てで](?:ほし|欲し)|られ|れる|れた|でしょう|だろう|らしい|"
    r"そう(?:だ|です|なん)|[?？]"
)
_THINGS_DO = frozenset(
    (
        "ある",
        "ござる",
        "なる",
        "できる",
        "出来る",
        "いる",
        "始まる",
        "終わる",
        "かかる",
        "降る",
        "見える",
        "違う",
        "いい",
        "足りる",
    )
)
_ACTS = frozenset(("verb", "act", "adjective"))


def with_unnamed(
    parse: Parse, clauses: Sequence[Clause], topic: int | None, names: Lookup, *, speaker: bool
) -> list[tuple[Clause, float]]:
    """Each clause with a subject where one can be told, and how surely that is the speaker, who has no word; else 0.

    `topic` is the word that the sentences before are about; `speaker` tells whether the text is somebody's turn.
    """
    found: list[tuple[Clause, float]] = []
    clauses = [_with_feeler(parse, clause) for clause in clauses]
    clauses = [_with_topic_done_to(parse, clause) for clause in clauses] if speaker else clauses
    somebody = topic is not None and (name := names.at(topic)) is not None and name.type is EntityType.PERSON
    own = any(one.route in _NAMED for clause in clauses for one in clause.of_role("が"))
    for clause in clauses:
        if clause.predicate.kind not in _ACTS or (clause.of_role("が") and not feels(clause.predicate)):
            found.append((clause, 0.0))
        elif (shared := _shared(parse, clause, clauses, names)) is not None:
            found.append((clause._replace(arguments=(shared, *clause.arguments)), 0.0))
        elif (kept := _kept(parse, clause, clauses, names)) is not None:
            found.append((clause._replace(arguments=(kept, *clause.arguments)), 0.0))
        elif speaker and (sure := _spoken(parse, clause, names, others=somebody)):
            found.append((clause, sure))
        elif topic is not None and not own and (_goes_on(parse, clause) or (somebody and feels(clause.predicate))):
            carried = Argument(topic, "が", "topic before", TOPIC, linked=False)
            found.append((clause._replace(arguments=(carried, *clause.arguments)), 0.0))
        else:
            found.append((clause, 0.0))
    return found


def _with_feeler(parse: Parse, clause: Clause) -> Clause:
    """ "田中さんは絵を描くのが得意": who does it is who has the gift, and never the gift itself."""
    verb = clause.predicate.word
    feeling = feeling_of(parse, verb, clause.sentence)
    if feeling is None:
        return clause
    kept = tuple(one for one in clause.arguments if one.head != feeling.place and one.role in _FELT_ROLES)
    who = feeler_of(parse, verb, feeling)
    if who is not None:
        others = tuple(one for one in kept if one.role != "が" and one.head != who.place)
        kept = (Argument(who.place, "が", "は", _FEELER, linked=False), *others)
    return clause._replace(arguments=kept)


_FELT_ROLES = frozenset("がをにへと")
_FEELER = 0.77
"""How often は marks who feels."""


def _with_topic_done_to(parse: Parse, clause: Clause) -> Clause:
    """ "タバコはやめました": a thing that は sets apart is what somebody does it to.

    Only in a turn, where who does it need not be told.
    """
    predicate = clause.predicate
    if predicate.lemma not in _DONE_TO or predicate.voice or clause.of_role("を"):
        return clause
    return clause._replace(
        arguments=tuple(
            one._replace(role="を", confidence=max(one.confidence, _FEELER)) if _suffers(parse, one) else one
            for one in clause.arguments
        )
    )


_DONE_TO = frozenset(
    words_of("やめる 止める 辞める 飲む 飲める 吸う 食べる 見る 観る 読む 使う 買う 弾く 聞く 聴く 習う 捨てる")
)
"""What people do to things that they eat, drink, read, wear or use."""


def _suffers(parse: Parse, one: Argument) -> bool:
    """Whether a topic is one of the things that people take, read or give up: any other noun may be who does it."""
    word = parse.words[one.head]
    pointed = any(parse.words[child].label == "det" for child in parse.children[one.head])
    if one.role != "が" or one.route != "は" or pointed or word.is_name:
        return False
    tail = tail_type(word.text)
    return word.text in TAKEN or (tail is not None and tail[0] in _MADE)


_MADE = (EntityType.DOCUMENT, EntityType.OBJECT)


_NAMED = frozenset(("が", "は", "も", "とは", "reach", "top", "sub"))
_GETTING = re.compile(r"もら|いただ|頂")


def _shared(parse: Parse, clause: Clause, clauses: Sequence[Clause], names: Lookup) -> Argument | None:
    """ "山田さんはミナトに入社し、課長を務める": whom the clause is about that this one runs on into.

    Only people and firms do things, whether or not it is told who 彼 or 弟 is, and only what stands before a clause may
    be its topic.
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    place = predicate.word.place
    own = any(parse.words[child].label == "dislocated" for child in parse.children[place])
    felt = feels(predicate) and not own and _joint(parse, predicate.word) in _JOINED
    if not felt and (predicate.ending not in _RUNS_ON or not _is_doing(clause) or _WISH.search(tail)):
        return None
    if predicate.voice:
        return None
    for later in clauses:
        if later.predicate.word.place <= place:
            continue
        for one in later.of_role("が"):
            topic = particle_of(parse, parse.words[one.head]).topic == "は"
            leads = _leads_to(parse, predicate.word, (one.head, later.predicate.word.place))
            if topic and leads and one.head < place and is_doer(parse.words[one.head], names):
                return Argument(one.head, "が", "shared", SHARED, linked=False)
    return None


def _kept(parse: Parse, clause: Clause, clauses: Sequence[Clause], names: Lookup) -> Argument | None:
    """ "マークは東京に住んでいて、去年大阪に引っ越した": whom the clause was about that has run on into this one.

    What is wished, got or asked for is somebody else's.
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    if predicate.word.label != "ROOT" or predicate.voice or not _is_doing(clause) or _GETTING.search(tail):
        return None
    if _WISH.search(tail) or says_of_others(tail) or asks(parse, clause.sentence):
        return None
    for earlier in clauses:
        verb = earlier.predicate.word
        if verb.head != predicate.word.place or _joint(parse, verb) not in _JOINED or not _is_own(parse, earlier):
            continue
        # A topic beside another subject (魚が嫌い) is none of the verb's.
        beside = [child for child in parse.children[verb.place] if parse.words[child].label == "dislocated"]
        for place in (*beside, *(one.head for one in earlier.of_role("が"))):
            word = parse.words[place]
            topic = place < verb.place and particle_of(parse, word).topic == "は"
            name = names.at(place)
            somebody = name is not None and name.named and name.type is EntityType.PERSON
            if topic and (somebody or word.text in japanese_callings() or _is_pet(parse, word)):
                return Argument(place, "が", "shared", SHARED, linked=False)
    return None


def _is_own(parse: Parse, clause: Clause) -> bool:
    """Whether a clause tells of its topic alone: what they do, are or live with, or what they like (魚が嫌い)."""
    if feels(clause.predicate):
        children = (parse.words[child] for child in parse.children[clause.predicate.word.place])
        return any(child.label == "nsubj" and particle_of(parse, child).case == "が" for child in children)
    if clause.predicate.kind == "nominal":
        return tells_of_people(parse.surface(*phrase_of(parse, clause.predicate.word.place)))
    return clause.predicate.kind != "adjective" and _is_doing(clause) and clause.predicate.lemma not in _TOWARDS


_TOWARDS = frozenset(
    words_of(
        "反対する 断る 勧める 誘う 止める 褒める 怒る 笑う 心配する 教える 紹介する 手伝う 助ける 落ちる 受かる 待つ"
    )
)
"""What people do to the one who goes on to speak of themselves."""


def _is_pet(parse: Parse, word: Word) -> bool:
    """ "うちの猫", "猫のミケ"."""
    return word.text in PETS or any(parse.words[child].text in PETS for child in parse.children[word.place])


def _leads_to(parse: Parse, word: Word, ends: tuple[int, int]) -> bool:
    """Whether a predicate hangs on one of two words without describing a noun between (…と言った佐藤さんを止めた)."""
    at = word
    while at.place not in ends:
        if at.head == at.place or (at is not word and at.part not in ("VERB", "ADJ", "AUX")):
            return False
        at = parse.words[at.head]
    return True


def is_doer(word: Word, names: Lookup) -> bool:
    """Whether a word stands for somebody who does things: a name, 彼, 弟, 課長, or the speaker."""
    name = names.at(word.place)
    if name is not None:
        return name.type in _DOERS
    if names.is_self(word.place) or word.text in PEOPLE:
        return True
    return is_personal(word.text) or is_kind_of_person(word.text)


_RUNS_ON = frozenset(("stem", "て", "し"))
_JOINED = _RUNS_ON | {"で", "が", "けど", "けれど"}


def _joint(parse: Parse, verb: Word) -> str:
    """The last conjunction behind a verb: of 住んでいたけど that is けど."""
    marks = (parse.words[child] for child in parse.children[verb.place] if child > verb.place)
    return ([mark.text for mark in marks if mark.label in ("mark", "case")] or ["stem"])[-1]


_DOERS = (EntityType.PERSON, EntityType.ORGANIZATION)


def _is_doing(clause: Clause) -> bool:
    """Whether a clause tells what somebody does: it has an object, or its verb is one of what people do."""
    predicate = clause.predicate
    does = predicate.bucket in ("1", "2", "3") or predicate.lemma in _MOVING
    return does or (predicate.bucket == "?" and bool(clause.of_role("を")))


def _goes_on(parse: Parse, clause: Clause) -> bool:
    """Whether a clause may go on about the topic before: not within another noun, nor where favours change hands."""
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    getting = _GETTING.search(predicate.lemma + tail) or predicate.lemma in _THINGS_DO
    return predicate.ending in _ENDINGS and predicate.kind != "adjective" and not getting


def _is_done_by_another(parse: Parse, clause: Clause, names: Lookup, *, felt: bool) -> bool:
    """Whether somebody stands before a verb as who does it, wherever the parse hangs them (高橋さんだけ…).

    With `felt`, が marks what is felt for.
    """
    for place in range(clause.predicate.word.place - 1, clause.sentence.start, -1):
        word, noun = parse.words[place], parse.words[place - 1]
        adjective = word.tag.startswith("形容詞") and not parse.words[place + 1].is_noun
        if word.part == "VERB" or word.tag == "助詞-接続助詞" or adjective:
            return False
        if not word.is_particle or not noun.is_noun:
            continue
        somebody = is_doer(noun, names) and not names.is_self(noun.place)
        if (not felt and word.text == "が" and word.tag == "助詞-格助詞") or (somebody and word.text in _ONLY):
            return True
    return False


_ONLY = frozenset(("だけ", "のみ", "しか", "まで", "さえ", "すら"))


def _spoken(parse: Parse, clause: Clause, names: Lookup, *, others: bool) -> float:
    """How surely the speaker is the unnamed subject; 0 where somebody else or a thing may be.

    `others` tells that somebody was spoken of before.
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    # what is wished or thought, only the one who speaks can tell
    inward = bool(_WISH.search(tail)) or predicate.lemma in _FEELING
    if others and not inward:
        return 0.0
    ending = _ending(parse, clause)
    doing = feeling_of(parse, predicate.word, clause.sentence) is not None
    if (
        (ending == "noun" and not doing)
        or parse.is_quoted(predicate.word)
        or (predicate.voice == "p" and not predicate.unable)
        or reporter_of(parse, predicate.word, clause.sentence) is not None
        or (says_of_others(tail) and not predicate.unable)
    ):
        return 0.0
    felt = feels(predicate) or doing
    if asks(parse, clause.sentence) or _is_done_by_another(parse, clause, names, felt=felt):
        return 0.0
    plain = ending == "stop" and _is_plain(parse, clause, tail, felt=felt)
    if predicate.unable and is_anybodys(parse, clause, names):
        return 0.0
    if predicate.unable and not is_skill(predicate):
        return TOLD
    if inward or felt:
        return AT_END if plain and (inward or not names.topic_shifted) else WISH
    if predicate.kind == "adjective" or predicate.lemma in _THINGS_DO:
        return 0.0
    if not _is_doing(clause) or ending not in _ENDINGS or _GETTING.search(predicate.lemma + tail):
        return 0.0
    told = at_end(names) if plain else TOLD
    return told if clause.of_role("を", "に", "と", "で", "へ", "から", "として") else 0.0


def at_end(names: Lookup) -> float:
    """How sure the speaker is whom the end of a sentence without a subject is about."""
    return TOLD if names.topic_shifted else AT_END


def _is_plain(parse: Parse, clause: Clause, tail: str, *, felt: bool) -> bool:
    """Whether a clause tells what is so, or is wished, and what it is done to or where: テレビで観た leaves it open.

    What is needed, done well or heard is told of others and of anybody as often; しましょう speaks of both who talk.
    """
    predicate = clause.predicate
    told = modality_of(parse, tail, clause.sentence) in (Modality.STATED, Modality.INTENDED)
    if not told or tail.endswith(("し", "と")) or "ましょう" in tail or is_led_to(parse, clause):
        return False
    if felt:
        return not {predicate.word.text, predicate.lemma} & _OF_ANYBODY
    return predicate.lemma in _LIVING or bool(clause.of_role("を", "に", "と", "へ", "から", "として"))


_OF_ANYBODY = frozenset(words_of("必要 可能 大切 重要 上手 下手 見える 聞こえる 分かる わかる"))
_LIVING = frozenset(words_of("働く 勤務する 住む 暮らす 生活する 育つ 生まれる"))
"""Verbs by which で tells where somebody's life is, and not only where something happened."""
_PLANS = frozenset(words_of("予定 つもり 計画 こと 事"))


def _ending(parse: Parse, clause: Clause) -> str:
    """How a clause goes on, seen past the noun that only says that it is planned or once happened (行く予定です)."""
    predicate = clause.predicate
    noun = parse.words[predicate.word.head]
    if predicate.ending != "noun" or noun.text not in _PLANS or noun.place not in clause.sentence:
        return predicate.ending
    after = parse.words[noun.place + 1] if noun.place + 1 < clause.sentence.stop else None
    if noun.label == "ROOT" or any(parse.words[child].label == "cop" for child in parse.children[noun.place]):
        return "stop" if noun.text not in ("こと", "事") else "noun"
    there = parse.words[noun.head]
    held = after is not None and after.text == "が" and there.lemma in ("ある", "有る")
    return ending_of(parse, there) if held else "noun"


_ENDINGS = frozenset(("stop", "て", "stem", "が", "けど", "けれど", "し", "たら"))
_MOVING = frozenset(
    words_of(
        """
        行く 来る 帰る 戻る 出かける 泊まる 住む 着く 乗る 会う 通う 働く 勤める 引っ越す 集まる 座る 寝る 走る 歩く
        登る 泳ぐ 遊ぶ 話す 参加する 出席する 集合する 電話する 相談する 生まれる 育つ 卒業する 入学する 進学する
        就職する 入社する 転職する 転勤する 異動する 退職する 留学する 旅行する 出張する 帰省する 入院する 通院する
        移住する 転居する 上京する 乗り換える 切り替える 移行する 在籍する 勤務する 所属する 結婚する 入籍する
        暮らす 生活する 滞在する 付き合う 交際する 同棲する 別れる 婚約する 離婚する メールする 連絡する 返信する
        返事する 報告する
        """
    )
)
"""Verbs of what people do, whether or not the verb has an object."""


def says_of_others(tail: str) -> bool:
    """Whether what follows a predicate tells that somebody else does it: favours, respect, guesses, hearsay."""
    return bool(_OTHERS.search(tail))
