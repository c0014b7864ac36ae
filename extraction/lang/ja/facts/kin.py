"""Who is who to whom where a name follows its role: 妻のアンナ, 同僚の佐藤さん, うちの猫のモチ."""

import re
from collections.abc import Iterator

from extraction.lang.ja.arguments.predicates import lemma_of
from extraction.lang.ja.facts.drafts import StatementDraft, nominal_draft, related
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.facts.topics import Frame
from extraction.lang.ja.modality.tense import names_former_role, was_before
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.cases import particle_of, possessors
from extraction.lang.ja.parse.words import GIVEN_NAME, Parse, Word
from extraction.lang.ja.word_lists import PETS, tells_of_people, words_of
from extraction.names.kinship import japanese_callings
from graph.model.types import EntityType, Modality, Polarity, RelationType

_WHENCE = frozenset(
    words_of(
        """
        大学 大学院 高校 中学 中学校 小学校 学校 幼稚園 会社 職場 前職 仕事 部署 バイト先 バイト ゼミ サークル 部活
        クラス 時代 昔 学生時代 地元 近所 隣 同じ 下 上 真ん中 番目 目 人目 義理 実 双子 年上 年下 自慢 最愛 共通
        長年
        """
    )
)
"""Nouns before a role that tell where somebody is known from, not whose they are (大学の友人)."""
_HOME = frozenset(words_of("うち 我が家 家"))
_OTHERS = frozenset(words_of("彼 彼女 彼ら 彼氏"))
LEADING = frozenset(("は", "が", "も"))
"""Particles behind a topic or subject."""
RELATIVE = "role to the speaker"
"""The reason of a name that tells only what somebody is to the speaker."""
_NAMED_TRUST, _UNNAMED_TRUST = 0.85, 0.55
"""How often a role and a name belong together where the sentence says whose, and where it leaves it to be known."""
_LIVES = frozenset(
    words_of(
        """
        寝る 眠る 食べる 鳴く 吠える 遊ぶ 走る 甘える 死ぬ 亡くなる 生まれる 懐く 逃げる 暮らす 住む 散歩する 飼う
        連れる かわいい 可愛い 元気 歳 才 か月 ヶ月 カ月 さい
        """
    )
)
"""What only living beings do or are: it tells an animal's name from its food (猫のモチ, 猫のエサ)."""
_HANDLED = frozenset(
    words_of(
        """
        借りる 貸す 使う 使用する 着る 試着する 履く はく かぶる 被る 羽織る つける 身につける 盗む 奪う 運転する
        買う 購入する 売る もらう 食べる 飲む 読む 聴く 弾く 持つ なくす 失くす 無くす 壊す 直す 修理する 洗う 捨てる
        充電する 注文する 開ける 操作する
        """
    )
)
"""What is done to things: 妹のエルメスを借りた tells of a bag, not of a sister."""
_THINGS_ARE = frozenset(
    words_of(
        """
        鳴る 壊れる 届く 故障する 動く 光る 汚れる 破れる 切れる 欲しい ほしい 高い 安い 高価 本物 偽物 借り物 新品
        中古 便利
        """
    )
)
"""What things do or are."""
_BEHIND = frozenset(("は", "が", "も", "と", "に", "を", "の", "、", "から", "さん", "くん", "君", "ちゃん"))
"""What follows a name that stands for itself."""
_HONORIFICS = frozenset(("さん", "さま", "様"))
_POLITE = frozenset(words_of("弟 妹 息子 娘 兄 姉 子 孫 甥 姪"))
"""Whom one speaks of with an honorific when they are somebody else's (弟さん)."""
_KATAKANA = re.compile(r"[ァ-ヺー]{2,8}")


def is_relative(name: Name) -> bool:
    """Whether a name is only what somebody is to the speaker (父)."""
    return RELATIVE in name.reasons


def first_other(parse: Parse, names: Lookup, *, but_kin: bool) -> int:
    """The first word that speaks of anybody but the speaker: sentences behind it may go on about them.

    With `but_kin`, who is brought in by name as a wife or friend does not count: the next one is the speaker's too.
    """
    known = [name for name in names.names if but_kin and _introduced(parse, name)]
    others = [name.last for name in names.names if name.type is EntityType.PERSON and name.named and name not in known]
    roles = {name.first - 2 for name in known}
    told = (
        word.place
        for word in parse.words
        if word.text in _OTHERS or word.text in PETS or (is_personal(word.text) and word.place not in roles)
    )
    return min([*others, next(told, len(parse.words))])


def first_stranger(parse: Parse, names: Lookup) -> int:
    """The first word that speaks of somebody who is neither the speaker nor known by what they are to the speaker.

    A role behind it may be one to them.
    """
    named = [one for one in names.names if one.type is EntityType.PERSON and one.named and not _introduced(parse, one)]
    others = (word.place for word in parse.words if word.text in _OTHERS and word.text not in japanese_callings())
    told = (place for sentence in parse.sentences if (place := _strange(parse, sentence)) is not None)
    return min([*(name.last for name in named), next(others, len(parse.words)), next(told, len(parse.words))])


def _strange(parse: Parse, sentence: range) -> int | None:
    """Where a sentence begins to tell of other people's kin: of a neighbour's, a friend's or those in a story.

    "友達に弟がいる" is of a brother behind whom 弟 is no longer the speaker's own.
    """
    for word in parse.words[sentence.start : sentence.stop - 2]:
        after, second = parse.words[word.place + 1], parse.words[word.place + 2]
        if word.text in _STORIES and (after.text == "で" or (after.text == "の" and second.text in ("中", "なか"))):
            return sentence.start
        neighbour = word.text in _NEIGHBOURS and after.text in ("の", "さん")
        if neighbour or (word.text in _COUPLES and after.text in ("の", *LEADING)):
            return word.place
        if is_personal(word.text) and after.text in ("に", *LEADING) and _has_kin(parse, word, sentence):
            return word.place + 1
    return None


_STORIES = frozenset(words_of("小説 漫画 マンガ 映画 ドラマ アニメ 物語 童話 絵本 夢 ゲーム 芝居 舞台"))
_NEIGHBOURS = frozenset(words_of("隣 お隣 となり 近所 ご近所"))
_COUPLES = frozenset(words_of("夫婦 カップル 隣人"))


def _has_kin(parse: Parse, owner: Word, sentence: range) -> bool:
    """Whether a sentence tells that somebody has a brother or the like (母には弟がいる)."""
    return any(
        is_personal(kin.text)
        and parse.words[kin.place + 1].text == "が"
        and parse.words[kin.head].lemma in ("いる", "居る", "できる", "出来る", "生まれる")
        for kin in parse.words[owner.place + 1 : sentence.stop - 1]
    )


def _introduced(parse: Parse, name: Name) -> bool:
    """Whether a name stands behind its role (妻のアンナ)."""
    before = parse.words[max(0, name.first - 2) : name.first]
    return len(before) == len("妻の") and before[1].text == "の" and is_personal(before[0].text)


def of_kin(parse: Parse, sentence: range, names: Lookup, *, alone: bool) -> Iterator[StatementDraft]:
    """The ties of every name in the sentence that stands behind its role.

    `alone` tells that nobody was spoken of before, so that a role without an owner is one to the speaker.
    """
    for noun in parse.words[sentence.start : sentence.stop - 2]:
        after = parse.words[noun.place + 1]
        if noun.label != "nmod" or after.text != "の" or not after.is_particle:
            continue
        if noun.text in PETS and (pet := _pet(parse, noun, names)):
            kept = any(possessors(parse, noun)) or _lives(parse, noun)
            owner = owner_of(parse, noun, sentence, names, alone=alone) if kept else None
            yield from pet_drafts(pet, names, noun.place, owner, sentence)
        elif (role := role_of(parse, noun)) and (name := _person(parse, noun, names)):
            yield from tied(parse, name, role, sentence, names, alone=alone)


def role_of(parse: Parse, noun: Word) -> Word | None:
    """The word for what somebody is to another that a phrase ends with: 妻, of 旦那さん its first part."""
    if is_personal(noun.text):
        return noun
    before = parse.words[noun.place - 1] if noun.place and noun.text in _HONORIFICS else None
    return before if before is not None and is_personal(before.text) and before.text not in _POLITE else None


def _person(parse: Parse, noun: Word, names: Lookup) -> Name | None:
    """Who stands behind a role and its の: a person that the head sees, or a given name that the dictionary knows."""
    place = noun.place + 2
    found, word = names.at(place), parse.words[place]
    if _is_belonging(parse, noun):
        return None
    after = parse.words[place + 1].text if place + 1 < len(parse.words) else ""
    unseen = found is None and word.tag.startswith(GIVEN_NAME)
    # 祖母のトヨは92歳: no firm is 92 and somebody's grandmother.
    mistaken = word.is_name and _KATAKANA.fullmatch(word.text) and _is_aged(parse, noun)
    if (unseen or mistaken) and noun.head == place and after in _BEHIND:
        found = names.framed((place, place), EntityType.PERSON, topic=False)
        if found is not None:
            found.named = True
    person = found is not None and found.type is EntityType.PERSON and found.named and found.first == place
    return found if person else None


def tied(
    parse: Parse, name: Name, role: Word, sentence: range, names: Lookup, *, alone: bool
) -> Iterator[StatementDraft]:
    """What somebody of this name is to whoever the role is one to, where that is told or it is the speaker."""
    owner = owner_of(parse, role, sentence, names, alone=alone, beside=name)
    if owner is not None and owner is not name:
        yield kin_draft(parse, name, owner, role, sentence)


def kin_draft(parse: Parse, name: Name, owner: Name, role: Word, sentence: range) -> StatementDraft:
    """ "妻のアンナ": Anna is wife to the owner; 元上司の田中さん was once the boss."""
    trust = _UNNAMED_TRUST if owner.method == "speaker" else _NAMED_TRUST
    draft = related(name, owner, role.text, sentence, trust, "apposition", Polarity.POSITIVE, Modality.STATED)
    draft.past = names_former_role(role.text) or was_before(parse, role.place, sentence)
    return draft


def pet_drafts(name: Name, names: Lookup, place: int, owner: Name | None, sentence: range) -> Iterator[StatementDraft]:
    """ "うちの猫のモチ": Mochi is a cat, and the owner keeps it. `place` is the word for the animal."""
    animal = names.common(place)
    stated = (Polarity.POSITIVE, Modality.STATED)
    if animal is not None and PETS.get(animal.surface):
        animal.name = PETS[animal.surface]
        told = RelationType.INSTANCE_OF
        yield nominal_draft(name, animal, "である", told, sentence, _NAMED_TRUST, "apposition", *stated, "だ")
    if owner is not None:
        trust = _UNNAMED_TRUST if owner.method == "speaker" else _NAMED_TRUST
        yield nominal_draft(owner, name, "飼う", RelationType.OWNERSHIP, sentence, trust, "apposition", *stated)


def unfolded(parse: Parse, frame: Frame, names: Lookup) -> Frame:
    """ "娘のさくらは小学三年生": the frame speaks of Sakura, not of an attribute of a daughter.

    Nor of a "母の佳代子" whose birthday it is, nor of a "弟の健" that Taro has, nor of 私 in "私の父は医者です".
    """
    inner = frame.subject[0] + 2
    if inner <= frame.subject[1] and role_of(parse, parse.words[frame.subject[0]]):
        name = names.at(inner) if parse.words[inner - 1].text == "の" else None
        if name is not None and name.first == inner and name.named and name.last <= frame.subject[1]:
            return frame._replace(subject=(inner, frame.subject[1]))
    first = frame.subject[1] + 2
    noun = parse.words[frame.subject[1]]
    if not frame.attribute or first >= len(parse.words):
        return frame
    role, _, rest = frame.attribute.partition("の")
    mine = names.is_self(noun.place) and is_personal(frame.attribute) and role_of(parse, parse.words[first])
    if mine and all(tells_of_people(parse.surface(*value)) for value in frame.values):
        return frame._replace(subject=(first, first), attribute="")
    if rest and role == parse.words[first].text and role_of(parse, parse.words[first]):
        deeper = unfolded(parse, frame._replace(subject=(first, first), attribute=rest), names)
        return frame if deeper.attribute else deeper
    name = names.at(first) if role_of(parse, noun) or noun.text in PETS else None
    end = parse.words[first].start + len(frame.attribute)
    if name is None or name.first != first or not name.named or parse.words[name.last].end < end:
        return frame
    return frame._replace(subject=(name.first, name.last), attribute="")


def owner_of(
    parse: Parse, noun: Word, sentence: range, names: Lookup, *, alone: bool, beside: Name | None = None
) -> Name | None:
    """Whose wife, friend or cat the noun speaks of: whoever stands before it, else the topic, else the speaker."""
    for word in possessors(parse, noun):
        found = names.at(word.place) or names.pronoun(word.place)
        if found is not None and found.type is EntityType.PERSON:
            return found
        if noun.text in PETS or word.text not in _WHENCE:
            return names.speaker(word.place) if word.text in _HOME else None
    others = [name for name in _led(parse, noun, names) if name is not beside]
    if beside is not None and _leads(parse, beside):
        others = [name for name in others if not _introduced(parse, name)]
    if others:
        between = parse.words[others[0].last : noun.place]
        return others[0] if len(others) == 1 and all(word.text[-1] not in "。！？" for word in between) else None
    return names.speaker(noun.place) if alone and not _kin_before(parse, noun, sentence) else None


def is_own_role(parse: Parse, noun: Word, names: Lookup) -> bool:
    """Whether a role is one to the speaker: it is said so, or nobody else is there whose it may be."""
    for word in possessors(parse, noun):
        if names.is_self(word.place) or word.text in _HOME:
            return True
        if word.text not in _WHENCE:
            return False
    return not _led(parse, noun, names)


def _led(parse: Parse, noun: Word, names: Lookup) -> list[Name]:
    """The people before a noun who are topics or subjects, but for relatives of the speaker."""
    before = (name for name in names.names if name.type is EntityType.PERSON and name.last < noun.place)
    return [name for name in before if _leads(parse, name) and not is_relative(name)]


def _leads(parse: Parse, name: Name) -> bool:
    """Whether a name is a topic or subject."""
    after = parse.words[name.last + 1 : name.last + 3]
    honorific = bool(after) and after[0].tag.startswith("接尾辞")
    return len(after) > honorific and after[honorific].text in LEADING


def _kin_before(parse: Parse, noun: Word, sentence: range) -> bool:
    """Whether "母は" or "彼が" stands before: then it may be hers or his."""
    words = parse.words
    return any(
        (is_personal(words[place].text) or words[place].text in _OTHERS)
        and words[place + 1].text in (*LEADING, "と", "や", "、")
        for place in range(sentence.start, noun.place)
    )


def _is_belonging(parse: Parse, role: Word) -> bool:
    """Whether the name behind a role is that of a thing by what is done to it or told of it (兄のアレクサが鳴った)."""
    name = parse.words[role.head]
    told = parse.words[name.head]
    if name.tag.startswith("接尾辞") or name is told:
        return False
    case, topic = particle_of(parse, name)
    lemma = lemma_of(parse, told)
    beside = {
        particle_of(parse, parse.words[child]).case for child in parse.children[told.place] if child != name.place
    }
    if case in ("を", "に"):
        return lemma in _HANDLED if case == "を" else lemma == "乗る"
    if not (case == "が" or topic) or beside & {"が", "を"}:
        return False
    passive = any(parse.words[child].lemma in ("れる", "られる") for child in parse.children[told.place])
    return lemma in _THINGS_ARE or told.text in _THINGS_ARE or (passive and lemma in _HANDLED)


def _is_aged(parse: Parse, role: Word) -> bool:
    """Whether what is told of the name behind a role is told of nobody but people: how old they are, that they died."""
    told = parse.words[parse.words[role.head].head]
    return told.text in ("歳", "才") or told.lemma in ("亡くなる", "生まれる")


def _lives(parse: Parse, animal: Word) -> bool:
    """Whether what only living beings do is told of the name behind the animal's word."""
    told = parse.words[parse.words[animal.head].head]
    return told.lemma in _LIVES or told.text in _LIVES or (told.text + "する") in _LIVES


def _pet(parse: Parse, animal: Word, names: Lookup) -> Name | None:
    """The name behind the word for an animal: one that the head sees, or a word that something living is told of.

    A common word is one only where the animal is somebody's: うちの猫のモチ, but not 猫のトイレ.
    """
    place = animal.place + 2
    found, word = names.at(place), parse.words[place]
    if found is not None and found.type is EntityType.PERSON:
        return found if found.named and found.first == place else None
    after = parse.words[place + 1] if place + 1 < len(parse.words) else None
    if after is None or after.text not in (*LEADING, "と") or not _KATAKANA.fullmatch(word.text):
        return None
    lived = (word.is_name or any(possessors(parse, animal))) and _lives(parse, animal)
    return names.framed((place, place), EntityType.OBJECT, topic=False) if lived else None
