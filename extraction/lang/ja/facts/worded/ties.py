"""The typed relations of a sentence by its construction: 「AはBに必要だ」「AとBは似ている」「AはBの一種だ」.

An end that is no name has the kinds that its head noun names (図書館 is a place and a firm), and makes no node.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.clauses import Clause, borne_out
from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.drafts import StatementDraft, nominal_draft
from extraction.lang.ja.facts.relations import EntityTypes, VerbSense
from extraction.lang.ja.facts.worded.ends import End, LiteralDraft, end_at, is_of_text
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.modality.stating import Stated, reporter_of, stated
from extraction.lang.ja.modality.tense import is_former, names_former_role
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import FORMAL, OUTER, kind_of, phrase_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import CONSUMED, NEVER, NO_BEARERS, is_animal, is_class, kinds_named, words_of
from graph.model.types import EntityType, Modality, Polarity, RelationType, holds, tells

R: Final = RelationType
_PEOPLE: Final = frozenset((EntityType.PERSON,))
_GAP: Final = "gap"
"""The role of the noun that a clause describes, where the parse tells none."""
_CASES: Final = frozenset(("が", "を", "に", "へ", "で", "と", "から", "まで", "より", "は", "も", "にて"))
_TOPICS: Final = ("は", "も")
_AGENTS: Final = ("に", "によって", "から")
_HONORIFICS: Final = frozenset(("さん", "様", "さま", "くん", "君", "ちゃん", "氏", "先生", "選手"))
_MADE: Final = ("料理", "絵", "コーヒー", "ケーキ", "弁当")
_EACH_OTHER: Final = frozenset(("互い", "お互い", "相互"))
_ASIDE: Final = frozenset(("こと", "側"))
"""Nouns behind whoever is meant: 早川さんのことを知る."""
_INSIDE: Final = frozenset(("中", "なか", "内部", "内側", "奥", "底"))
_MOMENTS: Final = frozenset((EntityType.TIME_UNIT, EntityType.EVENT, EntityType.TASK, EntityType.PERSON))
_SITES: Final = frozenset((EntityType.LOCATION, EntityType.ORGANIZATION))
_LIMIT: Final = re.compile(r"\d|以[内上下]$")
"""How much something is, in which nothing lies."""
_KANA: Final = re.compile(r"[ァ-ヺー]{2,6}|[ぁ-ん]{2,4}")
STANDING: Final = frozenset(
    words_of("ある いる 居る 位置する 建つ 立つ 存在する 住む 置く 並ぶ できる 出来る 建てる 開店する")
)
"""Verbs that tell where something is."""
_TURNED: Final = {
    R.WORKS_FOR: "勤める",
    R.OWNERSHIP: "所有する",
    R.SEQUENCE: "続く",
    R.CONTAINS: "含む",
    R.CAUSES: "引き起こす",
}
"""What stands for a verb whose relation runs the other way."""
_LASTING: Final = relations.PERSONAL | {R.WORKS_FOR, R.MEMBER_OF, R.LEADS, R.OWNERSHIP}
_OF_FIRST_PART: Final = (R.WORKS_FOR, R.MEMBER_OF, R.LEADS, R.DEPENDENCY)
"""What a noun tells with its first part as the other end: 県庁職員, 天気次第."""


_OPEN: Final = (R.RELATES_TO, R.LOCATED_AT)
"""Types that a verb has by its particles alone: 店でアルバイトする is done there, and is more."""
_RESULT: Final = re.compile(r"[てで]あ[るりっ]")
"""What stands behind a verb of which the result is told: 置いてある."""
_IN_HAND: Final = re.compile(r"を(?:執|取|と|行|おこな)[らりるれろっいうわ]")
"""What stands behind a noun of action that somebody does: 指揮を執る."""
_WITHOUT: Final = ("なし", "無し")


class Filler(NamedTuple):
    """What fills a role of a predicate: the place of its head noun, its end and kinds, and whether it is a topic."""

    place: int
    end: End
    kinds: EntityTypes
    topic: bool


class Reading(NamedTuple):
    """A clause with what fills its roles."""

    clause: Clause
    predicate: Stated
    fillers: dict[str, list[Filler]]

    def of(self, roles: Iterable[str]) -> list[Filler]:
        """What fills the roles, in their order."""
        return [filler for role in roles for filler in self.fillers.get(role, ())]


def ties_in(parse: Parse, clauses: Sequence[Clause], referents: Referents) -> Iterator[LiteralDraft]:
    """The typed relations that the predicates of a sentence tell."""
    for clause in clauses:
        word = clause.predicate.word
        predicate = stated(parse, word, clause.sentence)
        is_of_others = reporter_of(parse, word, clause.sentence) is not None or parse.is_quoted(word)
        if tells(predicate.modality) and not is_of_others:
            reading = Reading(clause, predicate, _fillers(parse, clause, referents))
            readers = (_without, _placed, _of_role_noun, _of_senses)
            yield from next(filter(None, (list(read(parse, reading, referents)) for read in readers)), ())


def tie(sentence: range, subject: End, type_: RelationType, thing: End, predicate: Stated) -> LiteralDraft:
    """A typed fact between two ends."""
    return LiteralDraft(
        subject=subject, object=thing, arguments=(), predicate=predicate, sentence=sentence, confidence=0.7,
        evidence="tie", type=type_,
    )  # fmt: skip


def worded(words: str) -> Stated:
    """What is told in words that are none of the text's verbs."""
    return Stated(words, words, Polarity.POSITIVE, Modality.STATED, passive=False)


def kinds_of(parse: Parse, place: int, end: End, referents: Referents) -> EntityTypes:
    """What an end may be: by its name, else by its noun or the place that it belongs to (飛騨の山奥)."""
    noun = parse.surface(*phrase_of(parse, place))
    name = end.name
    if name is not None and name.type in (EntityType.PERSON, EntityType.TIME_UNIT) and not is_animal(noun):
        return frozenset((name.type,))
    if name is None and kind_of(parse.words[place]) == "time" and parse.words[place].text == noun:
        return frozenset((EntityType.TIME_UNIT,))
    if relations.is_personal(noun):
        return _PEOPLE
    is_untyped = name is None or name.type in (EntityType.CONCEPT, EntityType.PERSON)
    typed = frozenset() if name is None or is_untyped else frozenset((name.type,))
    kinds = typed | kinds_named(noun)
    owners = (referents.names.at(owner.place) for owner in possessors(parse, parse.words[place]))
    is_in_place = any(owner is not None and owner.type is EntityType.LOCATION for owner in owners)
    return kinds or (frozenset((EntityType.LOCATION,)) if is_in_place else kinds)


def filler_at(parse: Parse, place: int, referents: Referents) -> Filler | None:
    """What stands at a word as an end of a relation; こと and 中 stand for whose they are."""
    word = parse.words[place]
    if word.text in _ASIDE or (word.text in _INSIDE and next(possessors(parse, word), None) is not None):
        owners = list(possessors(parse, word))
        return filler_at(parse, owners[-1].place, referents) if owners else None
    called = called_at(parse, place)
    if called is not None:
        # of a friend called Sato, Sato
        return filler_at(parse, called, referents)
    at = place - (word.text in _HONORIFICS and place > 0 and parse.words[place - 1].end == word.start)
    end = end_at(parse, at, referents)
    if end is None or word.text in FORMAL or word.text in _EACH_OTHER:
        return None
    relative = referents.supposed_relative(at) if end.name is None else None
    if relative is not None and relative.surface == end.text:
        end = End(relative, end.text)  # 妹は真由と同期だ
    after = [parse.words[here].text for here in range(place + 1, min(place + 3, len(parse.words)))]
    topic = bool(after) and (after[0] in _TOPICS or (after[0] in ("に", "で", "と") and after[-1] in _TOPICS))
    return Filler(place, end, kinds_of(parse, at, end, referents), topic)


def called_at(parse: Parse, place: int) -> int | None:
    """The last word of the name of what a noun calls by it: 霧島 of 「霧島という(名の)古い会社」."""
    at = phrase_of(parse, place)[0] - 1
    while at > 1 and parse.words[at].tag.startswith(("形容詞", "連体詞", "形状詞")):
        at -= 1
    at -= 2 * (at > 3 and parse.words[at].text == "の" and parse.words[at - 1].text in ("名", "名前"))
    if at < 2 or not parse.text[: parse.words[at].end].endswith("という"):
        return None
    at = next((here for here in range(at, at - 3, -1) if parse.words[here].text in ("と", "という")), at) - 1
    at -= parse.words[at].text in ("」", "』")
    return at if at >= 0 and parse.words[at].is_noun else None


def _fillers(parse: Parse, clause: Clause, referents: Referents) -> dict[str, list[Filler]]:
    """What fills the roles of a clause, by the parse and by the particles before the predicate."""
    places: dict[str, list[int]] = {}
    by_particle = list(_by_particle(parse, clause))
    for role, place in (*_by_parse(parse, clause, by_particle), *by_particle):
        if all(place not in taken for taken in places.values()):
            places.setdefault(role, []).append(place)
    if clause.predicate.kind == "nominal" and not {"が", "は", "も"} & places.keys():
        places["が"] = list(_before_comma(parse, clause))
    return {
        role: [filler for place in sorted(taken) if (filler := filler_at(parse, place, referents)) is not None]
        for role, taken in places.items()
    }


def _before_comma(parse: Parse, clause: Clause) -> Iterator[int]:
    """What a line without a verb tells of: 「竹下さん、県庁の職員。」「AとB、古い仲。」."""
    places = clause.sentence
    comma = next((place for place in places if parse.words[place].text == "、"), places.start)
    if comma == places.start or clause.predicate.word.place < comma or clause.predicate.ending != "stop":
        return
    first, last = phrase_of(parse, comma - 1)
    if first == places.start and last == comma - 1:
        yield last
    elif parse.words[first - 1].text == "と" and phrase_of(parse, first - 2)[0] == places.start:
        yield from (first - 2, last)


def _by_parse(parse: Parse, clause: Clause, by_particle: Sequence[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """The arguments of a predicate, by the particles behind them where these say otherwise than the parse."""
    word = clause.predicate.word
    of_head = word.label == "acl" and parse.words[word.place - 1].text == "の"
    head = parse.words[word.head]
    is_part = parse.text.startswith("の", parse.words[phrase_of(parse, head.place)[1]].end)
    marks = {place: role for role, place in reversed(by_particle)}
    nearest = next((place for place, role in marks.items() if role == "は"), 0)
    for argument in clause.arguments:
        is_farther = argument.route == "は" and argument.head < nearest  # 田中さんは東京、佐藤さんは大阪に住む
        if is_farther or (argument.route == "gap" and is_part):
            continue  # 箱根にある客室十室の旅館
        if of_head and argument.head == word.head:
            yield _GAP, argument.head  # 妹のいる部屋
            continue
        marked = marks.get(argument.head, argument.role)
        yield (argument.role if marked in (*_TOPICS, "と") else marked), argument.head
    if word.label != "acl" or head.place <= word.place or head.text in FORMAL | OUTER or is_part:
        return
    if parse.words[word.place - 1].text == "の":
        yield "が", word.place - 2
    if all(argument.head != head.place for argument in clause.arguments):
        yield _GAP, head.place


def _by_particle(parse: Parse, clause: Clause) -> Iterator[tuple[str, int]]:
    """The particles before a predicate and their nouns, back to the verb before, with no topic but the nearest."""
    is_relative = _is_relative(parse, clause.predicate.word)
    is_topical = False
    for place in range(phrase_of(parse, clause.predicate.word.place)[0] - 1, clause.sentence.start, -1):
        word, before = parse.words[place], parse.words[place - 1]
        if word.tag.startswith(("動詞", "助動詞", "助詞-接続助詞")):
            return
        is_marked = word.text in _CASES and (word.is_particle or word.label == "case")
        is_topic = word.text == "は" and not (before.is_particle and before.text in ("に", "で", "と"))
        if not is_marked or (word.text in _TOPICS and (is_relative or before.is_particle)) or (is_topic and is_topical):
            continue
        is_topical = is_topical or is_topic
        role = "で" if word.text == "にて" else word.text
        role = "にとって" if parse.text.startswith("にとって", word.start) else role
        if role == "と" and parse.words[place + 1].is_noun:
            behind = phrase_of(parse, place + 1)[1] + 1  # AとBは: both
            is_joint = behind < len(parse.words) and parse.words[behind].text in ("は", "が", "も")
            role = "が" if is_joint else role
        if before.is_noun or before.tag.startswith("代名詞"):
            yield role, place - 1


def _is_relative(parse: Parse, word: Word) -> bool:
    """Whether a clause describes a noun, or goes on to one that does: a topic before it is of the clause outside."""
    while word.label in ("advcl", "conj") and word.head > word.place:
        word = parse.words[word.head]
    return word.label == "acl"


def _of_senses(parse: Parse, reading: Reading, referents: Referents) -> Iterator[LiteralDraft]:
    """The relation of the verb, the state or the idiom of a clause."""
    predicate, word = reading.predicate, reading.clause.predicate.word
    denied = predicate.polarity is Polarity.NEGATIVE
    idiom = _idiom(parse, word, predicate.lemma)
    if denied and relations.is_denied_verb(predicate.lemma):
        words = re.sub(r"する$|る$", lambda end: "しない" if end[0] == "する" else "ない", predicate.lemma)
        predicate = predicate._replace(predicate=words, lemma=words, polarity=Polarity.POSITIVE)
        yield from _pairs(parse, reading, predicate, relations.senses_of(reading.predicate.lemma, denied=True), None)
        return
    senses = relations.senses_of(idiom) if idiom else ()
    if idiom.endswith("をする") and not senses:
        idiom = idiom.replace("をする", "する")  # 一人暮らしをする
        senses = relations.senses_of(idiom)
    if senses:
        predicate = predicate._replace(predicate=idiom, lemma=idiom)
        reading.fillers["の"] = owners_of(parse, word.place - 2, referents)
        yield from _pairs(parse, reading, predicate, senses, word.place - 2)
        return
    if reading.clause.predicate.kind == "event" and _IN_HAND.match(parse.text, word.end):
        predicate = worded(f"{word.text}する")  # 開発部の指揮を執る
    if _RESULT.match(parse.text, word.end):
        predicate = predicate._replace(passive=True)  # 鍵が棚に置いてある
    senses = relations.senses_of(predicate.lemma, passive=predicate.passive)
    if reading.clause.predicate.kind == "nominal":
        senses = relations.senses_of(word.text) or relations.senses_of(f"{word.text}する", passive=True)  # 会場で実施
    if predicate.passive and not senses:
        # 課は課長に率いられる: as of 課長が課を率いる
        turned = {"が": reading.of(_AGENTS), "を": reading.of(("が", "は"))}
        senses = tuple(sense for sense in relations.senses_of(predicate.lemma) if sense.roles == ("を",))
        reading = reading._replace(fillers=turned)
        predicate = predicate._replace(predicate=predicate.lemma, passive=False)
    yield from _pairs(parse, reading, predicate, senses, None)


def _placed(parse: Parse, reading: Reading, referents: Referents) -> Iterator[LiteralDraft]:
    """What is in a thing or near a place: 「箱の中に皿がある」「駅の隣に店がある」; of a thing itself, where it is."""
    predicate = reading.predicate
    inside = relations.is_inside_verb(predicate.lemma)
    if not (inside or predicate.lemma in STANDING):
        return
    things, holders = reading.of(("が", "は", "も")), reading.of(("に", "で"))
    holders = holders or (reading.of((_GAP,)) if inside else [])  # 服の詰まった箱
    things = things or reading.of((_GAP,))
    for holder, thing in product(holders, things):
        noun = parse.words[holder.place].text
        owner, near = next(iter(owners_of(parse, holder.place, referents)), None), relations.is_position(noun)
        if any(each.kinds == _PEOPLE for each in things) or not is_of_text(thing.end):
            continue  # 私はエビにアレルギーがある
        if near and owner is not None and not owner.kinds & _MOMENTS:
            words = f"{noun}に{predicate.predicate}"
            wording = predicate._replace(predicate=words, lemma=words)
            yield tie(reading.clause.sentence, thing.end, R.NEAR_TO, owner.end, wording)
        elif not near and (inside or predicate.lemma == "ある") and not thing.kinds & _MOMENTS:
            is_box = bool(holder.kinds) and not holder.kinds & relations.NO_HOLDERS
            is_box = is_box or (inside and not holder.kinds and EntityType.OBJECT in thing.kinds)
            is_limit = _LIMIT.search(holder.end.text) is not None
            holds_it = is_box and not is_limit and (inside or EntityType.OBJECT in holder.kinds)
            if holds_it and thing.topic:
                yield tie(reading.clause.sentence, thing.end, R.LOCATED_IN, holder.end, predicate)
            elif holds_it:
                yield tie(reading.clause.sentence, holder.end, R.CONTAINS, thing.end, predicate)


def _without(parse: Parse, reading: Reading, referents: Referents) -> Iterator[LiteralDraft]:
    """What something cannot do without: 「画面は接続口なしでは動かない」."""
    if reading.predicate.polarity is not Polarity.NEGATIVE:
        return
    for lack in reading.of(("で", "に")):
        word = parse.words[lack.place]
        if word.text not in _WITHOUT or phrase_of(parse, lack.place)[0] == lack.place:
            continue
        needed = filler_at(parse, lack.place - 1, referents)
        for each in (filler for filler in reading.of(("が", "は", "も")) if filler is not lack):
            if needed is not None and is_of_text(each.end) and EntityType.TIME_UNIT not in each.kinds:
                yield tie(reading.clause.sentence, each.end, R.DEPENDENCY, needed.end, worded("必要とする"))


def _idiom(parse: Parse, word: Word, lemma: str) -> str:
    """The predicate with the noun and the particle right before it: 面識がある."""
    before = parse.words[word.place - 1] if word.place else word
    if before.tag.startswith("形容詞"):
        return before.text + lemma  # 仲良くなる
    if before.is_noun and lemma == "ない":
        return before.text + lemma  # 大差ない
    if word.place < 2 or not before.is_particle:
        return ""
    return parse.words[word.place - 2].text + parse.words[word.place - 1].text + lemma


def _pairs(
    parse: Parse, reading: Reading, predicate: Stated, senses: Sequence[VerbSense], apart: int | None
) -> Iterator[LiteralDraft]:
    """The pairs of ends that fit the first of the senses that any fit."""
    for sense in senses:
        things = [filler for filler in reading.of(sense.roles) or reading.of((_GAP,)) if filler.place != apart]
        bearers = [filler for filler in reading.of(sense.bearers) if filler not in things and filler.place != apart]
        bearers = bearers or [filler for filler in reading.of((_GAP,)) if filler not in things]
        if not things and "を" in sense.roles and len(bearers) > 1 and any(each.topic for each in bearers):
            # 会は鈴村さんがまとめる
            things = [filler for filler in bearers if filler.topic]
            bearers = [filler for filler in bearers if not filler.topic]
        pairs: Iterable[tuple[Filler, Filler]] = product(bearers, things)
        if not things and sense.mutual and are_joint(parse, bearers):
            pairs = combinations(bearers, 2)
        # 兄は東京に、妹は大阪に住む: each of the nearest topic before it
        pairs = [(bearer, thing) for bearer, thing in pairs if not _is_of_topic_before(bearer, thing, things)]
        read = [pair for pair in pairs if fits_pair(sense, *pair)]
        for bearer, thing in read:
            ends = (thing.end, bearer.end) if sense.swapped else (bearer.end, thing.end)
            # 傘を玄関に置く: where it is, beside who put it there
            is_put = sense.type is R.LOCATED_IN and sense.bearers == ("を",)
            words = _TURNED.get(sense.type) if sense.swapped else "ある" if is_put else None
            wording = predicate if words is None else predicate._replace(predicate=words, lemma=words)
            yield tie(reading.clause.sentence, ends[0], sense.type, ends[1], wording)
        if read:
            return


def _is_of_topic_before(bearer: Filler, thing: Filler, things: Sequence[Filler]) -> bool:
    """Whether a thing stands before a topic, and another of its role behind it."""
    return thing.place < bearer.place and bearer.topic and any(bearer.place < other.place for other in things)


def are_joint(parse: Parse, bearers: Sequence[Filler]) -> bool:
    """Whether two and no more are told of together: 「AとBは」, not 「AやBは」 nor 「AとBはそれぞれ」."""
    if len(bearers) != 2:
        return False
    joint, behind = phrase_of(parse, bearers[1].place)[0] - 1, parse.words[bearers[1].place].end
    apart = any(words in parse.text[behind : behind + 8] for words in ("それぞれ", "別々", "各々"))
    return parse.words[joint].text == "と" and phrase_of(parse, joint - 1)[1] == bearers[0].place and not apart


def fits_pair(sense: VerbSense, bearer: Filler, thing: Filler) -> bool:
    """Whether two ends are such as a sense relates; persons only where one of them is named."""
    if sense.type in relations.PERSONAL and not are_known(bearer.end, thing.end):
        return False
    if sense.only and not thing.kinds <= sense.objects:
        return False
    is_said = is_of_text(bearer.end) and is_of_text(thing.end)
    return is_said and relations.relates_kinds(sense, bearer.kinds, thing.kinds)


def are_known(*ends: End) -> bool:
    """Whether both ends are persons of the text, one by name: a nurse and a doctor are no acquaintances."""
    people = [end.name for end in ends if end.name is not None and end.name.type is EntityType.PERSON]
    return len(people) == len(ends) and any(name.named or name.method == "speaker" for name in people)


def _of_role_noun(parse: Parse, reading: Reading, referents: Referents) -> Iterator[LiteralDraft]:
    """What a noun says of a subject: 「AはBの一種だ」「AはBと友達だ」「AとBは同期だ」「AはBのNを務める」."""
    clause, predicate = reading.clause, reading.predicate
    place = _role_noun(parse, clause, predicate.predicate)
    first, last = phrase_of(parse, place if place is not None else 0)
    noun = parse.surface(first, last)
    is_old = names_former_role(noun) or noun.startswith("元")
    if place is None or is_old or not holds(predicate.polarity, predicate.modality):
        return
    bearers = [filler for filler in reading.of(("が", "は", "も")) if not first <= filler.place <= last]
    owners = [*owners_of(parse, place, referents), *reading.of(("と", "にとって")), *_within(parse, place)]
    if clause.predicate.kind == "verb":
        owners += reading.of(("で",))  # 病院で看護師をする
    if reading.of(("が",)) and reading.of(("は",)):
        # 不眠は寒さが原因だ
        owners, bearers = [*owners, *reading.of(("は",))], reading.of(("が",))
    read = [each for bearer in bearers for each in noun_ties(clause.sentence, noun, owners, bearer, predicate)]
    value = filler_at(parse, place, referents)
    for bearer in bearers if not read else ():
        if value is None:
            break
        # 学校の宿敵は南高校だ
        role = parse.surface(*phrase_of(parse, bearer.place))
        of_bearer = [*owners_of(parse, bearer.place, referents), *_within(parse, bearer.place)]
        read += noun_ties(clause.sentence, role, of_bearer, value, predicate)
    if is_former(parse, place, tail_of(parse, parse.words[place], clause.sentence), clause.sentence):
        read = [each for each in read if each.type not in _LASTING]  # 母は病院の看護師だった
    mutual, two = relations.mutual_tie(noun), bearers
    if not read and mutual is not None and are_joint(parse, two):
        are_people = two[0].kinds == two[1].kinds == _PEOPLE and are_known(two[0].end, two[1].end)
        if mutual not in relations.PERSONAL or are_people:
            read = [tie(clause.sentence, two[0].end, mutual, two[1].end, _noun_words(noun, mutual, predicate))]
    for at in (place, *(bearer.place for bearer in bearers)) if clause.predicate.kind == "nominal" else ():
        read += _owned(parse, at, clause.sentence, referents)
    if not read and len(bearers) == 1 and clause.predicate.kind == "nominal" and place == clause.predicate.word.place:
        read = list(_of_class(parse, reading, bearers[0], noun, referents))
    yield from read


def _of_class(
    parse: Parse, reading: Reading, bearer: Filler, noun: str, referents: Referents
) -> Iterator[LiteralDraft]:
    """What something is: a name is an instance (タマは三毛猫だ), a kind a kind of a class (チェロは楽器だ)."""
    words = parse.surface(*phrase_of(parse, bearer.place))
    name, before = bearer.end.name, parse.words[max(phrase_of(parse, bearer.place)[0] - 1, 0)]
    is_value = relations.tie_of(words).type is not R.RELATES_TO or relations.is_relational(words) or words in NEVER
    is_value = is_value or relations.is_own_attribute(words) or words in NO_BEARERS or words == noun
    value = referents.names.at(reading.clause.predicate.word.place)
    is_value = is_value or (value is not None and value.named)
    if is_value or EntityType.TIME_UNIT in bearer.kinds or not is_of_text(bearer.end):
        return
    is_definite = before.tag.startswith("連体詞") or before.text == "の" or (name is not None and name.named)
    kinds = kinds_named(noun)
    if is_animal(noun) and not is_animal(words):
        is_written_as_name = EntityType.PERSON in bearer.kinds or _KANA.fullmatch(words) is not None
        type_ = R.INSTANCE_OF if is_definite or is_written_as_name else None
    elif is_class(noun) or is_animal(noun):
        type_ = R.INSTANCE_OF if is_definite else R.TYPE_OF
    else:
        may_be = bearer.kinds | (_SITES if bearer.kinds & _SITES else frozenset())
        is_alike = name is not None and name.named and kinds & may_be - _PEOPLE
        type_ = R.INSTANCE_OF if is_alike and not relations.is_relational(noun) else None
    if type_ is not None:
        wording = reading.predicate._replace(predicate="である", lemma="だ")
        yield tie(reading.clause.sentence, bearer.end, type_, End(None, noun), wording)


def _owned(parse: Parse, place: int, sentence: range, referents: Referents) -> Iterator[LiteralDraft]:
    """Whose a thing is that lasts: 「これは私の自転車だ」「僕のギターは…」."""
    noun = parse.surface(*phrase_of(parse, place))
    if kinds_named(noun) != frozenset((EntityType.OBJECT,)) or noun in CONSUMED or noun.endswith(_MADE):
        return
    for word in possessors(parse, parse.words[place]):
        owner = filler_at(parse, word.place, referents)
        if owner is not None and owner.kinds == _PEOPLE and are_known(owner.end):
            yield tie(sentence, owner.end, R.OWNERSHIP, End(None, noun), worded("所有する"))


def _within(parse: Parse, place: int) -> Iterator[Filler]:
    """The group that the first part of a noun names: 県庁 of 県庁職員."""
    first = phrase_of(parse, place)[0]
    if first < place and relations.tie_of(parse.words[place].text).type in _OF_FIRST_PART:
        text = parse.surface(first, place - 1)
        yield Filler(place - 1, End(None, text), kinds_named(text), topic=False)


def noun_ties(
    sentence: range, noun: str, owners: Sequence[Filler], bearer: Filler, predicate: Stated
) -> list[LiteralDraft]:
    """What 「bearer は owner の noun だ」 says, of the nearest of the owners that it fits."""
    for owner in owners:
        relation = relations.tie_of_kinds(noun, owner.kinds, bearer.kinds)
        is_known = relation.type not in relations.PERSONAL or are_known(owner.end, bearer.end)
        is_untyped = relation.type is R.RELATES_TO or owner.place == bearer.place or owner.end.text == bearer.end.text
        if is_untyped or not is_known or not (is_of_text(owner.end) and is_of_text(bearer.end)):
            continue
        is_turned = not relation.swapped and relation.type not in relations.SYMMETRIC
        ends = (owner.end, bearer.end) if is_turned else (bearer.end, owner.end)
        wording = _noun_words(noun.removeprefix(owner.end.text) or noun, relation.type, predicate)
        return [tie(sentence, ends[0], relation.type, ends[1], wording)]
    return []


def _noun_words(noun: str, type_: RelationType, predicate: Stated) -> Stated:
    """The noun as a predicate; a verb for one that tells nothing by itself (もの, 後)."""
    words = _TURNED.get(type_, noun) if noun in FORMAL else noun
    return predicate._replace(predicate=words, lemma=words)


def owners_of(parse: Parse, place: int, referents: Referents) -> list[Filler]:
    """What a noun belongs to by の, the nearest first: of 「私の会社の同僚」 the firm, then who speaks."""
    owners: list[Filler] = []
    for word in reversed(list(possessors(parse, parse.words[place]))):
        owner = filler_at(parse, word.place, referents)
        owners += [] if owner is None else [owner]
        owners += owners_of(parse, word.place, referents)
    return owners


def _role_noun(parse: Parse, clause: Clause, predicate: str) -> int | None:
    """The noun that is wording of the subject: that of a nominal predicate, or that before 務める, 選ばれる, 当たる."""
    word = clause.predicate.word
    if clause.predicate.kind in ("nominal", "adjective", "event"):
        return word.place if word.is_noun and word.label != "acl" else None
    before = parse.words[word.place - 1] if word.place > 1 else None
    as_what = next((argument.head for argument in clause.arguments if argument.role == "として"), None)
    if as_what is not None:
        return as_what
    particles = [parse.words[argument.head + 1] for argument in clause.arguments if argument.head + 1 < word.place]
    for particle in (before, *particles):
        if particle is not None and particle.is_particle and particle.text + predicate in relations.ROLE_VERBS:
            return particle.place - 1
    return None


def with_ties(
    drafts: Sequence[StatementDraft], literals: Sequence[LiteralDraft], ties: Sequence[LiteralDraft]
) -> tuple[list[StatementDraft], list[LiteralDraft]]:
    """The drafts with the types of the ties between the same ends, and the ties that none of them states."""
    kept, words = list(drafts), list(literals)
    new: list[LiteralDraft] = []
    for each in ties:
        beside = [draft for draft in kept if draft.sentence == each.sentence and _is_between(draft, each)]
        same = [draft for draft in beside if _is_said_so(draft.lemma, each) or draft.type is each.type]
        ends = {each.subject.text, each.object.text}
        again = any({other.subject.text, other.object.text} == ends and other.type is each.type for other in new)
        if (
            again
            or (beside and each.predicate.polarity is Polarity.NEGATIVE)
            or any(draft.type is each.type or draft.type not in _OPEN for draft in same)
        ):
            continue
        kept = [draft for draft in kept if draft not in same and not _is_less(draft, each)]
        alike = [literal for literal in words if _restates(literal, each)]
        words = [literal for literal in words if literal not in alike]
        subject, thing = each.subject.name, each.object.name
        if same:
            kept.append(_retyped(same, each))
        elif subject is not None and thing is not None and _is_node(subject) and _is_node(thing):
            kept.append(
                nominal_draft(
                    subject, thing, each.predicate.predicate, each.type, each.sentence, 0.8, each.evidence,
                    each.predicate.polarity, each.predicate.modality, each.predicate.lemma,
                )
            )  # fmt: skip
        else:
            new.append(replace(each, arguments=alike[0].arguments, time=alike[0].time) if alike else each)
    return kept, [*new, *words]


def _is_node(name: Name) -> bool:
    """Whether a name is one that the text gives: that of somebody who speaks, too."""
    return name.named or name.method == "speaker" or name.type is EntityType.PERSON


def _is_said_so(lemma: str, each: LiteralDraft) -> bool:
    """Whether a verb is that of a tie or the last part of it (唱える of 異議を唱える), or only だ."""
    words = each.predicate.lemma
    is_other_way = words in _TURNED.values() or words.startswith(lemma[:2])
    return lemma in ("だ", "する", words) or words.endswith(lemma) or is_other_way


def _is_between(draft: StatementDraft, each: LiteralDraft) -> bool:
    """Whether a statement has the ends of a tie, in either order; of 新方針 it may have 方針 alone."""
    ends = (each.subject, each.object), (each.object, each.subject)
    return any(_is_name_of(draft.subject, first) and _is_name_of(draft.object, last) for first, last in ends)


def _is_name_of(name: Name, end: End) -> bool:
    return name is end.name or (end.name is None and bool(name.surface) and end.text.endswith(name.surface))


def _is_less(draft: StatementDraft, each: LiteralDraft) -> bool:
    """Whether a statement says less than a tie: that somebody is いとこ of nobody, or of the school where they met."""
    ends = [(name, end) for name in (draft.subject, draft.object) for end in (each.subject, each.object)]
    return (
        draft.sentence == each.sentence
        and draft.type in (R.RELATES_TO, R.INSTANCE_OF)
        and _says_no_more(draft.lemma, draft.object.surface, each.predicate.lemma)
        and any(_is_name_of(name, end) for name, end in ends)
    )


def _restates(literal: LiteralDraft, each: LiteralDraft) -> bool:
    """Whether an untyped literal fact has the ends of a tie, or the words of its noun."""
    ends, texts = {each.subject.text, each.object.text}, {literal.subject.text, literal.object.text}
    is_whole = ends == texts and _is_said_so(literal.predicate.lemma, each)
    is_part = _says_no_more(literal.predicate.lemma, literal.object.text, each.predicate.lemma) and bool(ends & texts)
    is_cause = each.type is R.CAUSES and literal.object.text == each.subject.text
    is_part = is_part or (is_cause and each.object.text.startswith(literal.subject.text))  # 電車が事故で遅れる
    return literal.sentence == each.sentence and literal.type is R.RELATES_TO and (is_whole or is_part)


def _says_no_more(lemma: str, thing: str, of_tie: str) -> bool:
    """Whether a predicate and its object tell what a tie does: いとこだ, 駅の近くにある, 会の委員長を務める."""
    noun = thing.rpartition("の")[2]
    return lemma == of_tie or (lemma == "だ" and of_tie in thing) or of_tie in (noun, f"{noun}に{lemma}")


def _retyped(same: Sequence[StatementDraft], each: LiteralDraft) -> StatementDraft:
    """The likeliest of the statements between the ends of a tie, with its type and words."""
    best = max(same, key=lambda draft: (draft.lemma == each.predicate.lemma, draft.confidence))
    if _is_name_of(best.object, each.subject) and not _is_name_of(best.subject, each.subject):
        best.subject, best.object = best.object, best.subject
    best.type, best.polarity = each.type, each.predicate.polarity
    best.predicate, best.lemma = each.predicate.predicate, each.predicate.lemma
    best.confidence = borne_out(best.confidence)
    return best
