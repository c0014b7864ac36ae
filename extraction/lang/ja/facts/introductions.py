"""Self-introductions and introductions of others: 私の名前は田中健二です, 健ちゃんと呼んで, 犬の名前はレックスです."""

import re
from collections.abc import Iterator, Sequence

from extraction.lang.ja.facts.drafts import StatementDraft
from extraction.lang.ja.facts.frames import Frame, frame_of
from extraction.lang.ja.facts.kin import (
    SUBJECT_PARTICLES,
    first_other_person,
    kin_draft,
    pet_statements,
    role_of,
    role_owner,
    role_statements,
)
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.modality.predicate_suffixes import asks
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import NO_ANSWERS, PETS, SPEAKERS
from extraction.names.keys import name_key
from extraction.names.speakers import THE_USER
from graph.model.types import EntityType, holds

_FIRST_PERSON = f"(?:{'|'.join((*SPEAKERS, *THE_USER))})"
_MY_NAME = re.compile(rf"(?:{_FIRST_PERSON}の)?(?:名前|本名|氏名|フルネーム)は、?|{_FIRST_PERSON}は、?")
_OWN_NAME = re.compile(rf"{_FIRST_PERSON}の(?:名前|本名)は、?")
_GREETING = re.compile(r"(?:(?:はじめまして|初めまして|こんにちは|こんばんは|あの)?[、。！!]?)?")
_HAS_GREETING = re.compile(r"はじめまして|初めまして|よろしく|宜しく")
_COPULA = re.compile(r"(?:です|と申します|といいます|と言います)[。！!]?")
_IS_CALLED = re.compile(
    r"(?:さん|くん|君|ちゃん)?(?:と|って)(?:(?:いい|言い|申し)ます|(?:いう|言う)(?:名前|の)?(?:です|だ|で)?)(?:[。！!、,]|$)"
)
_CALL_ME = re.compile(rf"(?:{_FIRST_PERSON}(?:のことは?|を|は)|気軽に|ぜひ|どうぞ|[、「])*")
_PLEASE_CALL = re.compile(
    r"」?(?:って|と)呼んで(?:(?:ください|下さい)ね?|ね|くれ|ほしい(?:です)?|欲しい(?:です)?|いい(?:です)?よ)?[。！!]?"
)
_KEEPING = ("飼う", "いる")
_KANJI = re.compile(r"[㐀-鿿々]")
_SHORT_NAME = re.compile(r"[\u3400-\u9fff々]")
"""A given name that looks like a common word: 陸."""
_NICKNAME_SUFFIXES = ("ちゃん", "くん")
_MIN_FULL_NAME = 2
"""Dictionary words of a full Japanese name: surname and given name."""


def add_speaker_aliases(parse: Parse, names: Lookup) -> None:
    """Adds the names by which the speaker introduces themselves to the speaker's aliases."""
    for name in list(names.names):
        if name.type is not EntityType.PERSON or not name.named:
            continue
        speaker = names.speaker(name.first) if _is_self_introduction(parse, name, names) else None
        if speaker is not None and speaker is not name and _is_compatible(speaker.name, name):
            whole = name.surface if name.surface.endswith(_NICKNAME_SUFFIXES) else name.name
            speaker.aliases = (*speaker.aliases, whole)
            speaker.about = True


def _is_self_introduction(parse: Parse, name: Name, names: Lookup) -> bool:
    """Whether a name is given as the speaker's, or the speaker asks to be called so.

    私は田中健二です gives a full name, 私の名前は健二です any; before 田中健二といいます nothing else is said.
    """
    sentence = parse.sentence_of(name.first)
    before = parse.text[parse.words[sentence.start].start : name.start].strip()
    users = (word for word in parse.words[sentence.start : name.first] if word.text in THE_USER)
    if not all(names.is_self(word.place) for word in users):
        return False
    after = parse.text[name.end : parse.words[sentence.stop - 1].end].strip()
    if _COPULA.fullmatch(after) and (_is_full_name(parse, name) or _OWN_NAME.fullmatch(before)):
        opening = after.startswith("と") and not parse.text[: name.start].strip()
        greeted = opening or after.startswith("と申") or _HAS_GREETING.search(parse.text)
        return bool(_MY_NAME.fullmatch(before) or (greeted and _GREETING.fullmatch(before)))
    is_request = _PLEASE_CALL.fullmatch(after) and _CALL_ME.fullmatch(before)
    return bool(is_request) and sentence.start <= first_other_person(parse, names, skip_introduced=False)


def _is_full_name(parse: Parse, name: Name) -> bool:
    words = [word for word in parse.words[name.first : name.last + 1] if word.is_name]
    return len(words) >= _MIN_FULL_NAME or " " in name.name or "・" in name.name


def _is_compatible(label: str, name: Name) -> bool:
    """Whether a speaker with this label may have the name: not where the label is another full name."""
    label_key, key = name_key(label), name_key(name.name)
    if label_key == key:
        return False
    if label_key in key or key in label_key:
        return True
    return " " not in label.strip() and "・" not in label and not _KANJI.search(label)


def name_frame_statements(parse: Parse, frame: Frame, names: Lookup, *, only_speaker: bool) -> Iterator[StatementDraft]:
    """ "犬の名前はレックスです", "田中さんの妻の名前はアンナです": the bearer of the name, the role and its owner."""
    role, _, word = frame.attribute.rpartition("の")
    noun = parse.words[frame.subject[1] + 2 if role else frame.subject[1]]
    pet = noun.text in PETS
    if word != "名前" or len(frame.values) != 1 or not (pet or is_personal(noun.text)) or role not in ("", noun.text):
        return
    present, value = names.at(frame.values[0][1]), parse.surface(*frame.values[0])
    if value in NO_ANSWERS or asks(parse, frame.sentence) or not (pet or present or _SHORT_NAME.fullmatch(value)):
        return
    owner = role_owner(parse, noun, frame.sentence, names, only_speaker=only_speaker)
    kind = EntityType.PERSON if not pet else present.type if present is not None else EntityType.OBJECT
    name = names.framed(frame.values[0], kind, topic=False) if owner is not None else None
    if owner is None or name is None or name is owner:
        return
    name.named = True
    if pet:
        yield from pet_statements(name, names, noun.place, owner, frame.sentence)
    else:
        yield kin_draft(parse, name, owner, noun, frame.sentence)


def called_statements(parse: Parse, sentence: range, names: Lookup, *, only_speaker: bool) -> Iterator[StatementDraft]:
    """ "妻は美咲といいます", "弟は翔太という名前だ": the relation of the named person to the owner of the role."""
    for name in names.names:
        place = name.first - len("妻は")
        if name.first not in sentence or place not in sentence or name.type is not EntityType.PERSON or not name.named:
            continue
        role = role_of(parse, parse.words[place])
        after = parse.text[name.end : parse.words[sentence.stop - 1].end]
        if role is not None and parse.words[place + 1].text in SUBJECT_PARTICLES and _IS_CALLED.match(after):
            yield from role_statements(parse, name, role, sentence, names, only_speaker=only_speaker)


def pet_name_statements(parse: Parse, drafts: Sequence[StatementDraft], names: Lookup) -> Iterator[StatementDraft]:
    """ "猫を飼っていて、名前はタマです": the name of the pet that a draft of this or the last sentence states."""
    for word in parse.words:
        if word.text != "名前" or (word.place and parse.words[word.place - 1].text == "の"):
            continue
        sentence = parse.sentence_of(word.place)
        frame = frame_of(parse, range(word.place, sentence.stop))
        if frame is None or frame.attribute or asks(parse, sentence):
            continue
        kept = [draft for draft in drafts if draft.lemma in _KEEPING and draft.object.surface in PETS]
        kept = [draft for draft in kept if draft.object.last < word.place and _is_near(parse, draft, sentence)]
        if len({draft.object.last for draft in kept}) != 1:
            continue
        for value in frame.values:
            present = names.at(value[1])
            name = names.framed(value, present.type if present is not None else EntityType.OBJECT, topic=False)
            if name is not None and parse.surface(*value) not in NO_ANSWERS:
                name.named = True
                yield from pet_statements(name, names, kept[0].object.last, kept[0].subject, sentence)


def _is_near(parse: Parse, draft: StatementDraft, sentence: range) -> bool:
    """Whether a draft is an asserted one of the sentence or of the one before it."""
    previous = next((other for other in parse.sentences if other.stop == sentence.start), sentence)
    return draft.sentence in (sentence, previous) and holds(draft.polarity, draft.modality)
