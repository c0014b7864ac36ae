"""Zero-subject resolution: who does it where a clause has no subject. The topic of another clause, or the speaker."""

import re
from collections.abc import Iterator, Sequence

from extraction.lang.ja.arguments.activities import attitude_of, experiencer_of
from extraction.lang.ja.arguments.clauses import Argument, Clause
from extraction.lang.ja.arguments.messengers import is_person
from extraction.lang.ja.arguments.predicates import Predicate, ending_of, feels
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.modality.predicate_suffixes import PAST, WISHED, asks, modality_of, polarity_of, tail_of
from extraction.lang.ja.modality.stating import polarity_and_modality, reporter_of
from extraction.lang.ja.modality.tense import is_led_to
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import PEOPLE
from extraction.lang.ja.parse.cases import kind_of, particle_of, phrase_of
from extraction.lang.ja.parse.spelling import usual
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import (
    CONSUMED,
    HONORIFICS,
    OFFICES,
    PETS,
    VERBS,
    is_kind_of_person,
    tail_type,
    tells_of_people,
    words_of,
)
from extraction.names.kinship import japanese_callings
from graph.model.types import EntityType, Modality, Polarity

TOPIC = 0.5
"""Confidence of the topic of the sentence before: right for 33 of 52 annotated zero subjects."""
SENTENCE_END = 0.9
"""Confidence of the speaker in a sentence-final statement or wish: right for 222 of 232 in real conversations."""
WISH = 0.66
"""Confidence of the speaker of a wish or a feeling elsewhere; set by hand."""
SPEAKER = 0.5
"""Confidence of the speaker of any other statement; set by hand."""
NEIGHBOUR = 0.6
"""Confidence of the topic of a neighbouring clause; set by hand."""
RUNNING_ON = 0.75
"""Confidence of a person who is the topic of a clause that runs on in this one by て, で or し; set by hand."""

_WISH = re.compile(WISHED.pattern + r"|つもり|よう(?:と|か|かな)|ましょう|ておき|てみ|(?:と|って)思")
_INWARD_VERBS = frozenset(("思う", "おもう", "感じる", "考える", "信じる", "願う", "悩む", "楽しむ"))
_OTHERS_DO_IT = re.compile(
    r"^(?:やす|にく|づら)[いく]|^が[るりっら]|たが[るりっら]|くれ|くださ|下さ|なさ|いただけ|[てで](?:ほし|欲し)|られ|れる|れた|でしょう|だろう|らしい|"
    r"そう(?:だ|です|なん|$)|[?？]"
)
_FAVOUR = re.compile(r"し?[てで]くれ")
_IMPERSONAL = VERBS.words("things_do")
_ACTION_KINDS = frozenset(("verb", "act", "adjective"))
_EXPERIENCER_ROLES = frozenset("がをにへと")
_EXPERIENCER = 0.77
"""How often は marks the experiencer."""
_DONE_TO_THINGS = VERBS.words("done_to_things")
"""Verbs of what people do to things that they eat, drink, read, wear or use."""
_KEPT = frozenset(words_of("飼う 持つ 所有する 使用する 利用する 愛用する 契約する 購読する 続ける"))
_CHANGES_FROM = VERBS.words("change_from")
_THING_TYPES = (EntityType.DOCUMENT, EntityType.OBJECT)
_SUBJECT_ROUTES = frozenset(("が", "は", "も", "とは", "reach", "top", "sub"))
_RECEIVING = re.compile(r"もら|いただ|頂")
_REASONS = frozenset(words_of("が けど けれど けれども から ので のに"))
"""Conjunctions behind which a clause may have another subject."""
_STATE = "state"
_ONGOING = re.compile(r"[てで](?:い|る|ます)")
_TITLES = HONORIFICS | OFFICES
_TOWARDS_OTHERS = VERBS.words("towards_others")
"""Verbs of what people do to somebody who is the subject of the next clause."""
_RUNS_ON = frozenset(("stem", "て", "し"))
_JOINED = _RUNS_ON | {"で", "が", "けど", "けれど"}
_DOER_TYPES = (EntityType.PERSON, EntityType.ORGANIZATION)
_ONLY = frozenset(("だけ", "のみ", "しか", "まで", "さえ", "すら"))
_SKILLS = VERBS.words("skill")
"""Verbs whose inability lasts: of eating, drinking and what is learnt. Others mostly fail once (買えない)."""
_POINTING = frozenset(words_of("この その あの こんな そんな あんな ここ そこ あそこ"))
_CONDITIONS = frozenset(words_of("と ば たら なら ても でも"))
_GENERAL = frozenset(words_of("必要 可能 大切 重要 上手 下手 見える 聞こえる 分かる わかる"))
_LIVING = frozenset(words_of("働く 勤務する 住む 暮らす 生活する 育つ 生まれる"))
"""Verbs with which で marks where somebody lives, and not only where something happened."""
_PLANS = frozenset(words_of("予定 つもり 計画 こと 事"))
_ENDINGS = frozenset(("stop", "て", "stem", "が", "けど", "けれど", "し", "たら"))
_PERSONAL = VERBS.words("personal")
"""Verbs whose subjects are people, transitive or not."""


_CLEFT = re.compile(r"[ぁ-ん]{0,6}のは ?")
_CLEFT_SUBJECT = 0.8


def resolve_zero_subjects(
    parse: Parse,
    clauses: Sequence[Clause],
    topic: int | None,
    names: Lookup,
    *,
    speaker: bool,
    mentioned: int | None = None,
) -> list[tuple[Clause, float]]:
    """Each clause with its resolved subject, and the confidence that this is the speaker, who has no word; else 0.

    `topic` is the word that the sentences before are about; `speaker` tells whether the text is a turn of a speaker.
    `mentioned` is the only person of the sentence before, of whom what is heard next is told: 転職するそう.
    """
    resolved: list[tuple[Clause, float]] = []
    clauses = [_with_experiencer(parse, clause) for clause in clauses]
    clauses = [_with_topic_as_object(parse, clause) for clause in clauses] if speaker else clauses
    clauses = [_with_topic_beside_doer(parse, clause, names) for clause in clauses]
    somebody = topic is not None and is_person(parse, topic, names)
    has_subject = any(
        argument.route in _SUBJECT_ROUTES
        for clause in clauses
        for argument in clause.of_role("が")
        if not (feels(clause.predicate) and argument.route == "が")
    )
    for clause in clauses:
        if clause.predicate.kind not in _ACTION_KINDS or (clause.of_role("が") and not feels(clause.predicate)):
            resolved.append((clause, 0.0))
        elif (asked_for := _cleft_subject(parse, clause, names)) is not None:
            resolved.append((clause._replace(arguments=(asked_for, *clause.arguments)), 0.0))
        elif (later := _subject_of_later_clause(parse, clause, clauses, names)) is not None:
            resolved.append((clause._replace(arguments=(later, *clause.arguments)), 0.0))
        elif (earlier := _subject_of_earlier_clause(parse, clause, clauses, names)) is not None:
            resolved.append((clause._replace(arguments=(earlier, *clause.arguments)), 0.0))
        elif (owner := _topic_before(parse, clause, names)) is not None:
            resolved.append((clause._replace(arguments=(owner, *clause.arguments)), 0.0))
        elif mentioned is not None and not has_subject and _is_of_mentioned(parse, clause, heard=True):
            carried = Argument(mentioned, "が", "topic before", TOPIC, linked=False)
            resolved.append((clause._replace(arguments=(carried, *clause.arguments)), 0.0))
        elif mentioned is not None and _is_of_mentioned(parse, clause, heard=False):
            resolved.append((clause, 0.0))
        elif speaker and (confidence := _speaker_confidence(parse, clause, names, others=somebody)):
            resolved.append((clause, confidence))
        elif (
            topic is not None
            and not has_subject
            and not (names.of_work and _is_line_before(parse, topic, clause.sentence))
            and (_goes_on(parse, clause) or (somebody and feels(clause.predicate)))
        ):
            carried = Argument(topic, "が", "topic before", TOPIC, linked=False)
            resolved.append((clause._replace(arguments=(carried, *clause.arguments)), 0.0))
        else:
            resolved.append((clause, 0.0))
    return resolved


def _is_of_mentioned(parse: Parse, clause: Clause, *, heard: bool) -> bool:
    """Whether a clause is `heard` of whom the sentence before mentions, else whether it may be theirs (働いている)."""
    word = clause.predicate.word
    tail = tail_of(parse, word, clause.sentence)
    if not heard:
        return _ONGOING.match(tail) is not None and not _WISH.search(tail)
    modality = polarity_and_modality(parse, word, tail, clause.sentence)[1]
    return modality is Modality.REPORTED and _is_doing(clause) and _goes_on(parse, clause)


def _cleft_subject(parse: Parse, clause: Clause, names: Lookup) -> Argument | None:
    """ "鍵を持っているのは佐藤さんだけ": the subject stands behind のは."""
    behind = _CLEFT.match(parse.text, clause.predicate.word.end)
    people = (name for name in names.names if name.type in (EntityType.PERSON, EntityType.ORGANIZATION))
    name = next((name for name in people if behind is not None and name.start == behind.end()), None)
    return None if name is None else Argument(name.last, "が", "cleft", _CLEFT_SUBJECT, linked=False)


def _with_experiencer(parse: Parse, clause: Clause) -> Clause:
    """ "田中さんは絵を描くのが得意": the subject of the verb is the experiencer of the attitude, not the attitude."""
    verb = clause.predicate.word
    attitude = attitude_of(parse, verb, clause.sentence)
    if attitude is None:
        return clause
    kept = tuple(
        argument
        for argument in clause.arguments
        if argument.head != attitude.place and argument.role in _EXPERIENCER_ROLES
    )
    experiencer = experiencer_of(parse, verb, attitude)
    if experiencer is not None:
        others = tuple(argument for argument in kept if argument.role != "が" and argument.head != experiencer.place)
        kept = (Argument(experiencer.place, "が", "は", _EXPERIENCER, linked=False), *others)
    return clause._replace(arguments=kept)


def _with_topic_as_object(parse: Parse, clause: Clause) -> Clause:
    """ "タバコはやめました": a thing as topic is the object.

    Only in the turn of a speaker, where the subject need not be named.
    """
    predicate = clause.predicate
    changes = predicate.lemma in _CHANGES_FROM and bool(clause.of_role("から"))
    ended = predicate.lemma in _DONE_TO_THINGS | _KEPT and _is_no_longer(parse, clause)
    if predicate.voice or clause.of_role("を") or not (changes or ended or predicate.lemma in _DONE_TO_THINGS):
        return clause
    return clause._replace(
        arguments=tuple(
            argument._replace(role="を", confidence=max(argument.confidence, _EXPERIENCER))
            if _is_topic_object(parse, argument, any_thing=changes or ended)
            else argument
            for argument in clause.arguments
        )
    )


def _with_topic_beside_doer(parse: Parse, clause: Clause, names: Lookup) -> Clause:
    """ "アポロ計画は田中さんが担当している": a topic beside a person with が is what they do it to."""
    predicate = clause.predicate
    doers = [argument for argument in clause.of_role("が") if argument.route == "が"]
    active = predicate.kind in ("verb", "act") and not predicate.voice and not feels(predicate)
    if not active or predicate.bucket in ("0", "1") or clause.of_role("を", "に") or len(doers) != 1:
        return clause
    if not is_doer(parse.words[doers[0].head], names):
        return clause
    taken = {argument.head for argument in clause.arguments}
    for place in parse.children[predicate.word.place]:
        word = parse.words[place]
        mark = particle_of(parse, word)
        thing = place not in taken and place < doers[0].head and (mark.case, mark.topic) == ("", "は")
        if thing and not names.is_time(place) and not _may_lead(parse, word, names):
            topic = Argument(place, "を", "は", _EXPERIENCER, linked=True)
            return clause._replace(arguments=(*clause.arguments, topic))
    return clause


def _is_no_longer(parse: Parse, clause: Clause) -> bool:
    """ "犬はもう飼っていない"."""
    verb = clause.predicate.word
    denied = polarity_of(tail_of(parse, verb, clause.sentence)) is Polarity.NEGATIVE
    return denied and any(word.text == "もう" for word in parse.words[clause.sentence.start : verb.place])


def _is_topic_object(parse: Parse, argument: Argument, *, any_thing: bool) -> bool:
    """Whether a topic is a thing that people consume, read or use: any other noun may be the subject.

    `any_thing`: what is no longer so, or changed from something, is done to any thing but a person.
    """
    word = parse.words[argument.head]
    pointed = any(parse.words[child].label == "det" for child in parse.children[argument.head])
    if argument.role != "が" or argument.route != "は" or pointed:
        return False
    if any_thing and kind_of(word) in ("thing", "act", "name") and not is_personal(word.text):
        return True
    if word.is_name:
        return False
    tail = tail_type(word.text)
    return word.text in CONSUMED or (tail is not None and tail[0] in _THING_TYPES)


def _subject_of_later_clause(parse: Parse, clause: Clause, clauses: Sequence[Clause], names: Lookup) -> Argument | None:
    """ "山田さんはミナトに入社し、課長を務める": the topic of a later clause that this one is coordinated with.

    Only people and firms, resolved or not (彼, 弟), and only a topic that stands before this clause.
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    place = predicate.word.place
    has_topic = any(parse.words[child].label == "dislocated" for child in parse.children[place])
    has_experiencer = feels(predicate) and not has_topic and _conjunction(parse, predicate.word) in _JOINED
    if not has_experiencer and (predicate.ending not in _RUNS_ON or not _is_doing(clause) or _WISH.search(tail)):
        return None
    if predicate.voice:
        return None
    for later in clauses:
        if later.predicate.word.place <= place:
            continue
        for argument in later.of_role("が"):
            topic = particle_of(parse, parse.words[argument.head]).topic == "は"
            leads = _leads_to(parse, predicate.word, (argument.head, later.predicate.word.place))
            if topic and leads and argument.head < place and is_doer(parse.words[argument.head], names):
                return Argument(argument.head, "が", "shared", NEIGHBOUR, linked=False)
    return None


def _subject_of_earlier_clause(
    parse: Parse, clause: Clause, clauses: Sequence[Clause], names: Lookup
) -> Argument | None:
    """ "マークは東京に住んでいて、去年大阪に引っ越した": the topic of the clause that continues in this one.

    Not for what is wished, received or asked: its subject is somebody else.
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    if predicate.word.label != "ROOT" or predicate.voice or not _is_doing(clause) or _RECEIVING.search(tail):
        return None
    if _WISH.search(tail) or says_of_others(tail) or asks(parse, clause.sentence):
        return None
    for earlier in clauses:
        verb = earlier.predicate.word
        if (
            verb.head != predicate.word.place
            or _conjunction(parse, verb) not in _JOINED
            or not _tells_of_topic(parse, earlier)
        ):
            continue
        # A topic beside another subject (魚が嫌い) is none of the verb's.
        beside = [child for child in parse.children[verb.place] if parse.words[child].label == "dislocated"]
        for place in (*beside, *(argument.head for argument in earlier.of_role("が"))):
            word = parse.words[place]
            topic = place < verb.place and particle_of(parse, word).topic == "は"
            name = names.at(place)
            somebody = name is not None and name.named and name.type is EntityType.PERSON
            if topic and (somebody or word.text in japanese_callings() or _is_pet(parse, word)):
                return Argument(place, "が", "shared", NEIGHBOUR, linked=False)
    return None


def _topic_before(parse: Parse, clause: Clause, names: Lookup) -> Argument | None:
    """ "妻は銀行で働いていて、寿司が好きです": the person who is the nearest topic before a clause without a subject.

    Behind て, で and し it is the subject of whatever follows but a wish; behind が, から and ので of what somebody
    likes, can or does as a rule, for who did something once may be another (妻は出張なので、カレーを作った). Not of
    what is theirs: 妻は優しくて、妻のカレーが好きです. Nothing is carried out of a quotation.
    """
    predicate, start = clause.predicate, clause.sentence.start
    tail = tail_of(parse, predicate.word, clause.sentence)
    if _WISH.search(tail) or predicate.lemma in _INWARD_VERBS or parse.is_quoted(predicate.word):
        return None
    topic = next((word for word in _topics_before(parse, predicate.word, start) if _may_lead(parse, word, names)), None)
    if topic is None or names.is_self(topic.place) or topic.head == predicate.word.place:
        return None
    joints = _joints_between(parse, topic.place, predicate.word.place)
    ahead = topic.head > predicate.word.place and (predicate.ending in _JOINED or feels(predicate))
    if _is_within_noun_phrase(parse, predicate.word) or not (joints or ahead):
        return None
    reasons = bool(joints & _REASONS)
    if (reasons or _STATE in joints) and not _is_as_a_rule(predicate, tail):
        return None
    stimulus = [argument.head for argument in clause.of_role("が", "を")]
    if feels(predicate) and (not stimulus or any(_is_theirs(parse, place, topic) for place in stimulus)):
        return None
    return Argument(topic.place, "が", "shared", NEIGHBOUR if reasons else RUNNING_ON, linked=False)


def _is_within_noun_phrase(parse: Parse, word: Word) -> bool:
    """Whether a predicate stands in a clause that modifies a noun behind it (東京に引っ越して結婚した佐藤さん)."""
    while word.label != "acl" and word.head > word.place:
        word = parse.words[word.head]
    return word.label == "acl" and word.head > word.place


def _topics_before(parse: Parse, verb: Word, start: int) -> Iterator[Word]:
    """The nouns with は or も before a predicate that stand in no quotation, the nearest first."""
    for particle in reversed(parse.words[start + 1 : verb.place]):
        noun = parse.words[particle.place - 1]
        marked = particle.text in ("は", "も") and particle.is_particle and not parse.is_quoted(noun)
        if marked and (noun.is_noun or noun.tag.startswith("代名詞")):
            yield noun


def _joints_between(parse: Parse, first: int, last: int) -> set[str]:
    """The conjunctions that end clauses between two words: て, で, し, が, ので; "stem" for one without (高く、).

    `_STATE` is among them where one ends a clause of what somebody is (出張中で, 忙しくて): why another did something.
    """
    joints: set[str] = set()
    for word in parse.words[first + 2 : last]:
        before = parse.words[word.place - 1]
        if word.tag == "助詞-接続助詞" or (word.text == "で" and word.label in ("cop", "aux")):
            joints.add(word.text)
        if word.text == "、" and before.tag.startswith(("動詞", "形容詞")):
            joints.add("stem")
        if word.text == "、" and before.text == "で":
            joints.add("で")
        if word.text in ("て", "で") and (before.tag.startswith(("名詞", "接尾辞", "形状詞", "形容詞"))):
            joints.add(_STATE)
    return joints


def _is_as_a_rule(predicate: Predicate, tail: str) -> bool:
    """Whether a predicate tells what somebody likes, is able to or does as a rule (肉は食べません)."""
    never = polarity_of(tail) is Polarity.NEGATIVE and PAST.search(tail) is None
    return feels(predicate) or never or _ONGOING.match(tail) is not None


def _may_lead(parse: Parse, word: Word, names: Lookup) -> bool:
    """Whether a topic is the speaker, a person or a pet, by name, pronoun, office or what they are to somebody."""
    if names.is_self(word.place):
        return True
    name = names.at(word.place)
    if name is not None and name.type is not EntityType.PERSON:
        return False
    return is_doer(word, names) or word.text in japanese_callings() or word.text in _TITLES or _is_pet(parse, word)


def _is_theirs(parse: Parse, place: int, topic: Word) -> bool:
    """Whether a thing is one that the topic has or makes (妻の作るカレーが好き), and another likes."""
    near = [child for child in parse.children[place] if child < place]
    near += [child for other in near for child in parse.children[other]]
    return any(parse.words[child].text == topic.text or parse.words[child].text in PEOPLE for child in near)


def _tells_of_topic(parse: Parse, clause: Clause) -> bool:
    """Whether a clause is about its topic alone: what they do, are or live with, or what they like (魚が嫌い)."""
    if feels(clause.predicate):
        children = (parse.words[child] for child in parse.children[clause.predicate.word.place])
        return any(child.label == "nsubj" and particle_of(parse, child).case == "が" for child in children)
    if clause.predicate.kind == "nominal":
        return tells_of_people(parse.surface(*phrase_of(parse, clause.predicate.word.place)))
    return clause.predicate.kind != "adjective" and _is_doing(clause) and clause.predicate.lemma not in _TOWARDS_OTHERS


def _is_pet(parse: Parse, word: Word) -> bool:
    """ "うちの猫", "猫のミケ"."""
    return word.text in PETS or any(parse.words[child].text in PETS for child in parse.children[word.place])


def _leads_to(parse: Parse, word: Word, ends: tuple[int, int]) -> bool:
    """Whether a predicate depends on one of two words, and modifies no noun between (…と言った佐藤さんを止めた)."""
    at = word
    while at.place not in ends:
        if at.head == at.place or (at is not word and at.part not in ("VERB", "ADJ", "AUX")):
            return False
        at = parse.words[at.head]
    return True


def is_doer(word: Word, names: Lookup) -> bool:
    """Whether a word is a possible agent: a name, 彼, 弟, 課長, or the speaker."""
    name = names.at(word.place)
    if name is not None:
        return name.type in _DOER_TYPES
    if names.is_self(word.place) or word.text in PEOPLE:
        return True
    return is_personal(word.text) or is_kind_of_person(word.text)


def _conjunction(parse: Parse, verb: Word) -> str:
    """The last conjunction behind a verb (けど of 住んでいたけど), "stem" without one."""
    marks = (parse.words[child] for child in parse.children[verb.place] if child > verb.place)
    return ([mark.text for mark in marks if mark.label in ("mark", "case")] or ["stem"])[-1]


def _is_doing(clause: Clause) -> bool:
    """Whether a clause tells what somebody does: its verb is transitive or one that people are subjects of."""
    predicate = clause.predicate
    does = predicate.bucket in ("1", "2", "3") or predicate.lemma in _PERSONAL
    return does or (predicate.bucket == "?" and bool(clause.of_role("を")))


def _is_line_before(parse: Parse, place: int, sentence: range) -> bool:
    """Whether a word stands on a line before: in a note of work each line is told of by itself."""
    return "\n" in parse.text[parse.words[place].end : parse.words[sentence.start].start]


def _goes_on(parse: Parse, clause: Clause) -> bool:
    """Whether a clause may continue the topic before: not in a relative clause, nor where a favour is received."""
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    getting = _RECEIVING.search(predicate.lemma + tail) or predicate.lemma in _IMPERSONAL
    return predicate.ending in _ENDINGS and predicate.kind != "adjective" and not getting


def is_done_by_another(parse: Parse, clause: Clause, names: Lookup, *, has_experiencer: bool = False) -> bool:
    """Whether an agent stands before a verb, wherever the parse attaches it (高橋さんだけ…).

    With `has_experiencer`, が marks the object.
    """
    for place in range(clause.predicate.word.place - 1, clause.sentence.start, -1):
        word, noun = parse.words[place], parse.words[place - 1]
        after = parse.words[place + 1]
        is_in_compound = after.is_noun and kind_of(after) != "formal"  # 「処方オーダ」, and not 「少ないため」
        adjective = word.tag.startswith("形容詞") and not is_in_compound
        if (word.part == "VERB" and not (word.is_noun and is_in_compound)) or word.tag == "助詞-接続助詞" or adjective:
            return False
        if not word.is_particle or not noun.is_noun:
            continue
        is_self = names.is_self(noun.place) or kind_of(noun) == "formal"  # うちが持つ
        is_marked = not has_experiencer and word.text == "が" and word.tag == "助詞-格助詞"
        if not is_self and (is_marked or (is_doer(noun, names) and word.text in _ONLY)):
            return True
    return False


def _speaker_confidence(parse: Parse, clause: Clause, names: Lookup, *, others: bool) -> float:
    """The confidence that the speaker is the zero subject; 0 where it may be somebody else or a thing.

    `others` tells that the sentences before are about a person.
    """
    predicate = clause.predicate
    tail = tail_of(parse, predicate.word, clause.sentence)
    # Only the speaker knows what is wished or thought.
    inward = bool(_WISH.search(tail)) or predicate.lemma in _INWARD_VERBS
    if others and not inward:
        return 0.0
    ending = _clause_end(parse, clause)
    doing = attitude_of(parse, predicate.word, clause.sentence) is not None
    if (
        (ending == "noun" and not doing)
        or parse.is_quoted(predicate.word)
        or (predicate.voice == "p" and not predicate.unable)
        or reporter_of(parse, predicate.word, clause.sentence) is not None
        or (says_of_others(tail) and not predicate.unable)
    ):
        return 0.0
    has_experiencer = feels(predicate) or doing
    if asks(parse, clause.sentence) or is_done_by_another(parse, clause, names, has_experiencer=has_experiencer):
        return 0.0
    plain = ending == "stop" and _is_plain(parse, clause, tail, has_experiencer=has_experiencer)
    if predicate.unable and _is_general_inability(parse, clause, names):
        return 0.0
    if predicate.unable and not _is_skill(predicate):
        return SPEAKER
    if inward or has_experiencer:
        return SENTENCE_END if plain and (inward or not names.topic_shifted) else WISH
    if predicate.lemma in ("いる", "居る") and clause.of_role("に") and _is_no_longer(parse, clause):
        return speaker_at_end(names)
    if predicate.kind == "adjective" or predicate.lemma in _IMPERSONAL:
        return 0.0
    if not _is_doing(clause) or ending not in _ENDINGS or _RECEIVING.search(predicate.lemma + tail):
        return 0.0
    confidence = speaker_at_end(names) if plain else RUNNING_ON if _runs_on_to_end(parse, clause) else SPEAKER
    return confidence if clause.of_role("を", "に", "と", "で", "へ", "から", "として") else 0.0


def speaker_at_end(names: Lookup) -> float:
    """The confidence that the speaker is the zero subject of a sentence-final statement."""
    return SPEAKER if names.topic_shifted else SENTENCE_END


def _is_plain(parse: Parse, clause: Clause, tail: str, *, has_experiencer: bool) -> bool:
    """Whether a clause is a plain statement or wish with an object or a goal, which テレビで観た has not.

    Need, skill and hearing are stated of others and of anybody as often; しましょう includes the listener.
    """
    predicate = clause.predicate
    is_statement = modality_of(parse, tail, clause.sentence) in (Modality.STATED, Modality.INTENDED)
    if not is_statement or tail.endswith(("し", "と")) or "ましょう" in tail or is_led_to(parse, clause):
        return False
    if has_experiencer:
        return not {predicate.word.text, predicate.lemma} & _GENERAL
    return predicate.lemma in _LIVING or bool(clause.of_role("を", "に", "と", "へ", "から", "として"))


def _runs_on_to_end(parse: Parse, clause: Clause) -> bool:
    """Whether a clause with て runs on in a main clause that names no subject either (Aを辞めて、Bに入った)."""
    main = parse.words[clause.predicate.word.head]
    named = any(parse.words[child].label in ("nsubj", "dislocated", "csubj") for child in parse.children[main.place])
    runs_on = clause.predicate.ending in ("て", "で") and main.label == "ROOT" and main.part == "VERB" and not named
    tail = tail_of(parse, main, clause.sentence)
    farewell = clause.predicate.lemma == "別れる"  # for the evening, where something follows
    return runs_on and not farewell and PAST.search(tail) is not None and not says_of_others(tail)


def _is_skill(predicate: Predicate) -> bool:
    """Whether an inability of this verb lasts (飲めない, 泳げない)."""
    return usual(predicate.lemma) in _SKILLS


def _is_general_inability(parse: Parse, clause: Clause, names: Lookup) -> bool:
    """Whether nobody may be able to: with this thing, there, then or until then (この魚は, 図書館では, 日曜は).

    Or the inability is only a condition (飲めないと).
    """
    verb = clause.predicate.word
    if clause.predicate.ending in _CONDITIONS:
        return True
    for word in parse.words[clause.sentence.start : verb.place]:
        if word.text in _POINTING:
            return True
        if not word.is_noun:
            continue
        case, topic = particle_of(parse, word)
        until = case == "まで" or parse.words[word.place + 1].text == "まで"
        if until or (topic and (case in ("で", "に") or names.is_time(word.place))):
            return True
    return False


def _clause_end(parse: Parse, clause: Clause) -> str:
    """The ending of a clause, past a noun of plan or experience (行く予定です is "stop")."""
    predicate = clause.predicate
    noun = parse.words[predicate.word.head]
    if predicate.ending != "noun" or noun.text not in _PLANS or noun.place not in clause.sentence:
        return predicate.ending
    after = parse.words[noun.place + 1] if noun.place + 1 < clause.sentence.stop else None
    if noun.label == "ROOT" or any(parse.words[child].label == "cop" for child in parse.children[noun.place]):
        return "stop" if noun.text not in ("こと", "事") else "noun"
    there = parse.words[noun.head]
    is_experience = after is not None and after.text == "が" and there.lemma in ("ある", "有る")
    return ending_of(parse, there) if is_experience else "noun"


def is_favour(tail: str) -> bool:
    """Whether the suffixes of a predicate tell that somebody else does it for those who tell: 送ってくれる."""
    return _FAVOUR.match(tail) is not None


def says_of_others(tail: str) -> bool:
    """Whether the suffixes of a predicate tell that somebody else does it: favours, honorifics, guesses, hearsay."""
    return bool(_OTHERS_DO_IT.search(tail))
