"""Relations of a name that stands behind its role, and whose role it is: 妻のアンナ, 同僚の佐藤さん, うちの猫のモチ."""

import re
from collections.abc import Iterator
from typing import Final

from extraction.lang.ja.arguments.predicates import lemma_of
from extraction.lang.ja.facts.drafts import StatementDraft, nominal_draft, noun_relation_draft
from extraction.lang.ja.facts.frames import Frame
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.modality.tense import names_former_role, was_before
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.cases import particle_of, possessors
from extraction.lang.ja.parse.words import GIVEN_NAME, Parse, Word
from extraction.lang.ja.word_lists import PETS, tells_of_people
from extraction.names.kinship import japanese_callings
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType, RelationType

_WORDS: Final = lexicon("extraction.lang.ja", "kin")
_ORIGIN_NOUNS: Final = _WORDS.words("origin_noun")
"""Nouns before a role that tell where somebody is known from, not whose they are (大学の友人)."""
_HOME: Final = frozenset(("うち", "我が家", "家"))
_OTHERS: Final = frozenset(("彼", "彼女", "彼ら", "彼氏"))
SUBJECT_PARTICLES: Final = frozenset(("は", "が", "も"))
"""Particles behind a topic or subject."""
RELATIVE: Final = "role to the speaker"
"""The reason of a name that tells only what somebody is to the speaker."""
_OWNER_NAMED, _OWNER_OMITTED = 0.85, 0.55
"""How often role and name belong together where the owner has a word, and where it is the omitted speaker."""
_LIVING_PREDICATES: Final = _WORDS.words("living_predicate")
"""What only living beings do or are: it tells an animal's name from a thing (猫のモチ, 猫のエサ)."""
_HANDLING_VERBS: Final = _WORDS.words("handling_verb")
"""What is done to things: 妹のエルメスを借りた tells of a bag, not of a sister."""
_THING_PREDICATES: Final = _WORDS.words("thing_predicate")
"""What things do or are (兄のアレクサが鳴った)."""
_AFTER_NAME: Final = frozenset(("は", "が", "も", "と", "に", "を", "の", "、", "から", "さん", "くん", "君", "ちゃん"))
"""What may follow a name of one word."""
_HONORIFICS: Final = frozenset(("さん", "さま", "様"))
_PLAIN_KIN: Final = _WORDS.words("plain_kin")
"""Words for relatives that take an honorific only when they are somebody else's (弟さん)."""
_STORIES: Final = _WORDS.words("story")
_NEIGHBOURS: Final = frozenset(("隣", "お隣", "となり", "近所", "ご近所"))
_COUPLES: Final = frozenset(("夫婦", "カップル", "隣人"))
_KATAKANA = re.compile(r"[ァ-ヺー]{2,8}")


def is_relative(name: Name) -> bool:
    """Whether a name is only what somebody is to the speaker (父)."""
    return RELATIVE in name.reasons


def first_other_person(parse: Parse, names: Lookup, *, skip_introduced: bool) -> int:
    """The first word for anybody but the speaker: later sentences may go on about them.

    With `skip_introduced`, a relative or friend given by role and name does not count (妻のアンナ): the next role may
    be one to the speaker as well.
    """
    introduced = [name for name in names.names if skip_introduced and _is_introduced(parse, name)]
    people = (name for name in names.names if name.type is EntityType.PERSON and name.named)
    others = [name.last for name in people if name not in introduced]
    roles = {name.first - 2 for name in introduced}
    words = (
        word.place
        for word in parse.words
        if word.text in _OTHERS or word.text in PETS or (is_personal(word.text) and word.place not in roles)
    )
    return min([*others, next(words, len(parse.words))])


def first_unrelated_person(parse: Parse, names: Lookup) -> int:
    """The first word for somebody who is neither the speaker nor called by a role to the speaker.

    A role behind it may be one to them.
    """
    people = (name for name in names.names if name.type is EntityType.PERSON and name.named)
    named = [name.last for name in people if not _is_introduced(parse, name)]
    others = (word.place for word in parse.words if word.text in _OTHERS and word.text not in japanese_callings())
    families = (place for sentence in parse.sentences if (place := _other_family(parse, sentence)) is not None)
    return min([*named, next(others, len(parse.words)), next(families, len(parse.words))])


def _other_family(parse: Parse, sentence: range) -> int | None:
    """Where a sentence turns to other people's relatives: a neighbour's, a friend's or those in a story.

    After "友達に弟がいる", 弟 is no longer the speaker's brother.
    """
    for word in parse.words[sentence.start : max(sentence.start, sentence.stop - 2)]:
        after, second = parse.words[word.place + 1], parse.words[word.place + 2]
        if word.text in _STORIES and (after.text == "で" or (after.text == "の" and second.text in ("中", "なか"))):
            return sentence.start
        neighbour = word.text in _NEIGHBOURS and after.text in ("の", "さん")
        if neighbour or (word.text in _COUPLES and after.text in ("の", *SUBJECT_PARTICLES)):
            return word.place
        if is_personal(word.text) and after.text in ("に", *SUBJECT_PARTICLES) and _has_kin(parse, word, sentence):
            return word.place + 1
    return None


def _has_kin(parse: Parse, owner: Word, sentence: range) -> bool:
    """Whether a sentence says that the owner has a relative (母には弟がいる)."""
    return any(
        is_personal(kin.text)
        and parse.words[kin.place + 1].text == "が"
        and parse.words[kin.head].lemma in ("いる", "居る", "できる", "出来る", "生まれる")
        for kin in parse.words[owner.place + 1 : sentence.stop - 1]
    )


def _is_introduced(parse: Parse, name: Name) -> bool:
    """Whether a name stands right behind its role (妻のアンナ)."""
    before = parse.words[max(0, name.first - 2) : name.first]
    return len(before) == len("妻の") and before[1].text == "の" and is_personal(before[0].text)


def kin_statements(parse: Parse, sentence: range, names: Lookup, *, only_speaker: bool) -> Iterator[StatementDraft]:
    """The relation of every name in the sentence that stands behind its role.

    `only_speaker` tells that nobody else was mentioned before, so that a role without an owner is one to the speaker.
    """
    for noun in parse.words[sentence.start : max(sentence.start, sentence.stop - 2)]:
        after = parse.words[noun.place + 1]
        if noun.label != "nmod" or after.text != "の" or not after.is_particle:
            continue
        if noun.text in PETS and (pet := _pet(parse, noun, names)):
            is_pet = any(possessors(parse, noun)) or _is_alive(parse, noun)
            owner = role_owner(parse, noun, sentence, names, only_speaker=only_speaker) if is_pet else None
            yield from pet_statements(pet, names, noun.place, owner, sentence)
        elif (role := role_of(parse, noun)) and (name := _person(parse, noun, names)):
            yield from role_statements(parse, name, role, sentence, names, only_speaker=only_speaker)


def role_of(parse: Parse, noun: Word) -> Word | None:
    """The role noun that a phrase ends with, without its honorific: 妻, 旦那 of 旦那さん."""
    if is_personal(noun.text):
        return noun
    before = parse.words[noun.place - 1] if noun.place and noun.text in _HONORIFICS else None
    return before if before is not None and is_personal(before.text) and before.text not in _PLAIN_KIN else None


def _person(parse: Parse, noun: Word, names: Lookup) -> Name | None:
    """The person behind a role and its の: one that the tagging head sees, or a given name of the dictionary."""
    place = noun.place + 2
    name, word = names.at(place), parse.words[place]
    if _names_a_thing(parse, noun):
        return None
    after = parse.words[place + 1].text if place + 1 < len(parse.words) else ""
    untagged = name is None and word.tag.startswith(GIVEN_NAME)
    # 祖母のトヨは92歳: tagged as a firm, but an age is a person's.
    mistagged = word.is_name and _KATAKANA.fullmatch(word.text) and _is_aged(parse, noun)
    if (untagged or mistagged) and noun.head == place and after in _AFTER_NAME:
        name = names.framed((place, place), EntityType.PERSON, topic=False)
        if name is not None:
            name.named = True
    is_person = name is not None and name.type is EntityType.PERSON and name.named and name.first == place
    return name if is_person else None


def role_statements(
    parse: Parse, name: Name, role: Word, sentence: range, names: Lookup, *, only_speaker: bool
) -> Iterator[StatementDraft]:
    """The relation of a named person to the owner of the role, where there is one."""
    owner = role_owner(parse, role, sentence, names, only_speaker=only_speaker, beside=name)
    if owner is not None and owner is not name:
        yield kin_draft(parse, name, owner, role, sentence)


def kin_draft(parse: Parse, name: Name, owner: Name, role: Word, sentence: range) -> StatementDraft:
    """ "妻のアンナ": Anna is the owner's wife; 元上司の田中さん is past."""
    precision = _OWNER_OMITTED if owner.method == "speaker" else _OWNER_NAMED
    draft = noun_relation_draft(name, owner, role.text, sentence, precision, "apposition")
    draft.past = names_former_role(role.text) or was_before(parse, role.place, sentence)
    return draft


def pet_statements(
    name: Name, names: Lookup, place: int, owner: Name | None, sentence: range
) -> Iterator[StatementDraft]:
    """ "うちの猫のモチ": Mochi is a cat, and the owner keeps it. `place` is the word for the animal."""
    animal = names.common(place)
    if animal is not None and PETS.get(animal.surface):
        animal.name = PETS[animal.surface]
        kind = RelationType.INSTANCE_OF
        yield nominal_draft(name, animal, "である", kind, sentence, _OWNER_NAMED, "apposition", lemma="だ")
    if owner is not None:
        precision = _OWNER_OMITTED if owner.method == "speaker" else _OWNER_NAMED
        yield nominal_draft(owner, name, "飼う", RelationType.OWNERSHIP, sentence, precision, "apposition")


def with_role_resolved(parse: Parse, frame: Frame, names: Lookup) -> Frame:
    """The frame with its subject and attribute corrected where X or Y is a role.

    "娘のさくらは小学三年生" is about Sakura and not about an attribute of a daughter; likewise 佳代子 in
    "母の佳代子の誕生日は…", 健 in "太郎の弟の健は…" and 父 in "私の父は医者です".
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
    is_own_relative = names.is_self(noun.place) and is_personal(frame.attribute) and role_of(parse, parse.words[first])
    if is_own_relative and all(tells_of_people(parse.surface(*value)) for value in frame.values):
        return frame._replace(subject=(first, first), attribute="")
    if rest and role == parse.words[first].text and role_of(parse, parse.words[first]):
        deeper = with_role_resolved(parse, frame._replace(subject=(first, first), attribute=rest), names)
        return frame if deeper.attribute else deeper
    name = names.at(first) if role_of(parse, noun) or noun.text in PETS else None
    end = parse.words[first].start + len(frame.attribute)
    if name is None or name.first != first or not name.named or parse.words[name.last].end < end:
        return frame
    return frame._replace(subject=(name.first, name.last), attribute="")


def role_owner(
    parse: Parse, noun: Word, sentence: range, names: Lookup, *, only_speaker: bool, beside: Name | None = None
) -> Name | None:
    """Whose wife, friend or cat the noun means: the possessor before it, else the topic, else the speaker.

    `beside` is the name of the wife or friend, who is no owner.
    """
    for word in possessors(parse, noun):
        owner = names.at(word.place) or names.pronoun(word.place)
        if owner is not None and owner.type is EntityType.PERSON:
            return owner
        if noun.text in PETS or word.text not in _ORIGIN_NOUNS:
            return names.speaker(word.place) if word.text in _HOME else None
    topics = [name for name in _topics_before(parse, noun, names) if name is not beside]
    if beside is not None and _is_topic(parse, beside):
        topics = [name for name in topics if not _is_introduced(parse, name)]
    if topics:
        between = parse.words[topics[0].last : noun.place]
        return topics[0] if len(topics) == 1 and all(word.text[-1] not in "。！？" for word in between) else None
    return names.speaker(noun.place) if only_speaker and not _has_other_topic(parse, noun, sentence) else None


def is_speaker_role(parse: Parse, noun: Word, names: Lookup) -> bool:
    """Whether a role is one to the speaker: by its possessor (うちの妻), or because there is no other candidate."""
    for word in possessors(parse, noun):
        if names.is_self(word.place) or word.text in _HOME:
            return True
        if word.text not in _ORIGIN_NOUNS:
            return False
    return not _topics_before(parse, noun, names)


def _topics_before(parse: Parse, noun: Word, names: Lookup) -> list[Name]:
    """The people before a noun who are topics or subjects, without the speaker's relatives."""
    before = (name for name in names.names if name.type is EntityType.PERSON and name.last < noun.place)
    return [name for name in before if _is_topic(parse, name) and not is_relative(name)]


def _is_topic(parse: Parse, name: Name) -> bool:
    """Whether a name, an honorific included, is followed by は, が or も."""
    after = parse.words[name.last + 1 : name.last + 3]
    honorific = bool(after) and after[0].tag.startswith("接尾辞")
    return len(after) > honorific and after[honorific].text in SUBJECT_PARTICLES


def _has_other_topic(parse: Parse, noun: Word, sentence: range) -> bool:
    """Whether "母は" or "彼が" stands before the noun, which may then be hers or his."""
    words = parse.words
    return any(
        (is_personal(words[place].text) or words[place].text in _OTHERS)
        and words[place + 1].text in (*SUBJECT_PARTICLES, "と", "や", "、")
        for place in range(sentence.start, noun.place)
    )


def _names_a_thing(parse: Parse, role: Word) -> bool:
    """Whether the predicate shows that the name behind a role is a thing's (兄のアレクサが鳴った)."""
    name = parse.words[role.head]
    predicate = parse.words[name.head]
    if name.tag.startswith("接尾辞") or name is predicate:
        return False
    case, topic = particle_of(parse, name)
    lemma = lemma_of(parse, predicate)
    others = (child for child in parse.children[predicate.place] if child != name.place)
    other_cases = {particle_of(parse, parse.words[child]).case for child in others}
    if case in ("を", "に"):
        return lemma in _HANDLING_VERBS if case == "を" else lemma == "乗る"
    if not (case == "が" or topic) or other_cases & {"が", "を"}:
        return False
    passive = any(parse.words[child].lemma in ("れる", "られる") for child in parse.children[predicate.place])
    of_things = lemma in _THING_PREDICATES or predicate.text in _THING_PREDICATES
    return of_things or (passive and lemma in _HANDLING_VERBS)


def _is_aged(parse: Parse, role: Word) -> bool:
    """Whether the predicate of the name behind a role is an age, a birth or a death."""
    predicate = parse.words[parse.words[role.head].head]
    return predicate.text in ("歳", "才") or predicate.lemma in ("亡くなる", "生まれる")


def _is_alive(parse: Parse, animal: Word) -> bool:
    """Whether the predicate of the name behind the animal's word is one of living beings only."""
    predicate = parse.words[parse.words[animal.head].head]
    return not _LIVING_PREDICATES.isdisjoint((predicate.lemma, predicate.text, predicate.text + "する"))


def _pet(parse: Parse, animal: Word, names: Lookup) -> Name | None:
    """The name behind the word for an animal: one that the tagging head sees, or the subject of a living predicate.

    A common word counts only where the animal has an owner: うちの猫のモチ, but not 猫のトイレ.
    """
    place = animal.place + 2
    name, word = names.at(place), parse.words[place]
    if name is not None and name.type is EntityType.PERSON:
        return name if name.named and name.first == place else None
    after = parse.words[place + 1] if place + 1 < len(parse.words) else None
    if after is None or after.text not in (*SUBJECT_PARTICLES, "と") or not _KATAKANA.fullmatch(word.text):
        return None
    is_pet = (word.is_name or any(possessors(parse, animal))) and _is_alive(parse, animal)
    return names.framed((place, place), EntityType.OBJECT, topic=False) if is_pet else None
