"""How people introduce themselves and theirs: 私の名前は田中健二です, 健ちゃんと呼んで, 犬の名前はレックスです."""

import re
from collections.abc import Iterator, Sequence

from extraction.lang.ja.facts.drafts import StatementDraft
from extraction.lang.ja.facts.kin import LEADING, first_other, kin_draft, owner_of, pet_drafts, role_of, tied
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.facts.topics import Frame, frame_of
from extraction.lang.ja.modality.predicate_suffixes import asks
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import NO_ANSWERS, PETS, SPEAKERS
from extraction.names.keys import name_key
from extraction.names.speakers import THE_USER
from graph.model.types import EntityType, holds

_I = f"(?:{'|'.join((*SPEAKERS, *THE_USER))})"
_MINE = re.compile(rf"(?:{_I}の)?(?:名前|本名|氏名|フルネーム)は、?|{_I}は、?")
_GREETING = re.compile(r"(?:(?:はじめまして|初めまして|こんにちは|こんばんは|あの)?[、。！!]?)?")
_GREETED = re.compile(r"はじめまして|初めまして|よろしく|宜しく")
_TOLD = re.compile(r"(?:です|と申します|といいます|と言います)[。！!]?")
_GOES_BY = re.compile(
    r"(?:さん|くん|君|ちゃん)?(?:と|って)(?:(?:いい|言い|申し)ます|(?:いう|言う)(?:名前|の)?(?:です|だ|で)?)(?:[。！!、,]|$)"
)
_CALL = re.compile(rf"(?:{_I}(?:のことは?|を|は)|気軽に|ぜひ|どうぞ|[、「])*")
_CALLED = re.compile(
    r"」?(?:って|と)呼んで(?:(?:ください|下さい)ね?|ね|くれ|ほしい(?:です)?|欲しい(?:です)?|いい(?:です)?よ)?[。！!]?"
)
_KEEPING = ("飼う", "いる")
_KANJI = re.compile(r"[㐀-鿿々]")
_SHORT_NAME = re.compile(r"[\u3400-\u9fff々]")
"""What may be a given name that looks like a common word: 陸."""
_NICKNAMES = ("ちゃん", "くん")
_FULL = 2
"""Words of a dictionary that a whole Japanese name has at least: surname and given name."""


def own_names(parse: Parse, names: Lookup) -> None:
    """Gives the speaker the names that the turn says are the speaker's own, as aliases."""
    for name in list(names.names):
        if name.type is not EntityType.PERSON or not name.named:
            continue
        speaker = names.speaker(name.first) if _is_own(parse, name, names) else None
        if speaker is not None and speaker is not name and _may_be(speaker.name, name):
            whole = name.surface if name.surface.endswith(_NICKNAMES) else name.name
            speaker.aliases = (*speaker.aliases, whole)
            speaker.about = True


def _is_own(parse: Parse, name: Name, names: Lookup) -> bool:
    """Whether a whole name is told as the speaker's, or the turn asks to call the speaker so, and nobody else."""
    sentence = parse.sentence_of(name.first)
    before = parse.text[parse.words[sentence.start].start : name.start].strip()
    told = (word for word in parse.words[sentence.start : name.first] if word.text in THE_USER)
    if not all(names.is_self(word.place) for word in told):
        return False
    after = parse.text[name.end : parse.words[sentence.stop - 1].end].strip()
    if _TOLD.fullmatch(after) and _is_full(parse, name):
        greeted = after.startswith("と申") or _GREETED.search(parse.text)
        return bool(_MINE.fullmatch(before) or (greeted and _GREETING.fullmatch(before)))
    asked = _CALLED.fullmatch(after) and _CALL.fullmatch(before)
    return bool(asked) and sentence.start <= first_other(parse, names, but_kin=False)


def _is_full(parse: Parse, name: Name) -> bool:
    words = [word for word in parse.words[name.first : name.last + 1] if word.is_name]
    return len(words) >= _FULL or " " in name.name or "・" in name.name


def _may_be(label: str, name: Name) -> bool:
    """Whether a speaker of this label may go by the name: not where the label is another whole name."""
    one, other = name_key(label), name_key(name.name)
    if one == other:
        return False
    if one in other or other in one:
        return True
    return " " not in label.strip() and "・" not in label and not _KANJI.search(label)


def of_names(parse: Parse, frame: Frame, names: Lookup, *, alone: bool) -> Iterator[StatementDraft]:
    """ "犬の名前はレックスです", "田中さんの妻の名前はアンナです": what the name's bearer is, and to whom."""
    role, _, word = frame.attribute.rpartition("の")
    noun = parse.words[frame.subject[1] + 2 if role else frame.subject[1]]
    pet = noun.text in PETS
    if word != "名前" or len(frame.values) != 1 or not (pet or is_personal(noun.text)) or role not in ("", noun.text):
        return
    present, told = names.at(frame.values[0][1]), parse.surface(*frame.values[0])
    if told in NO_ANSWERS or asks(parse, frame.sentence) or not (pet or present or _SHORT_NAME.fullmatch(told)):
        return
    owner = owner_of(parse, noun, frame.sentence, names, alone=alone)
    kind = EntityType.PERSON if not pet else present.type if present is not None else EntityType.OBJECT
    name = names.framed(frame.values[0], kind, topic=False) if owner is not None else None
    if owner is None or name is None or name is owner:
        return
    name.named = True
    if pet:
        yield from pet_drafts(name, names, noun.place, owner, frame.sentence)
    else:
        yield kin_draft(parse, name, owner, noun, frame.sentence)


def of_called(parse: Parse, sentence: range, names: Lookup, *, alone: bool) -> Iterator[StatementDraft]:
    """ "妻は美咲といいます", "弟は翔太という名前だ": who the wife is, and whose."""
    for name in names.names:
        place = name.first - len("妻は")
        if name.first not in sentence or place not in sentence or name.type is not EntityType.PERSON or not name.named:
            continue
        role = role_of(parse, parse.words[place])
        after = parse.text[name.end : parse.words[sentence.stop - 1].end]
        if role is not None and parse.words[place + 1].text in LEADING and _GOES_BY.match(after):
            yield from tied(parse, name, role, sentence, names, alone=alone)


def of_called_pets(parse: Parse, drafts: Sequence[StatementDraft], names: Lookup) -> Iterator[StatementDraft]:
    """ "猫を飼っていて、名前はタマです": the name is that of the animal that was just told to be somebody's."""
    for word in parse.words:
        if not _is_its_name(parse, word):
            continue
        sentence = parse.sentence_of(word.place)
        frame = frame_of(parse, range(word.place, sentence.stop))
        if frame is None or frame.attribute or asks(parse, sentence):
            continue
        kept = [one for one in drafts if one.lemma in _KEEPING and one.object.surface in PETS]
        kept = [one for one in kept if one.object.last < word.place and _is_near(parse, one, sentence)]
        if len({one.object.last for one in kept}) != 1:
            continue
        for value in frame.values:
            present = names.at(value[1])
            name = names.framed(value, present.type if present is not None else EntityType.OBJECT, topic=False)
            if name is not None and parse.surface(*value) not in NO_ANSWERS:
                name.named = True
                yield from pet_drafts(name, names, kept[0].object.last, kept[0].subject, sentence)


def _is_its_name(parse: Parse, word: Word) -> bool:
    """Whether a word is 名前 of what was spoken of, and not of what stands before it."""
    before = parse.words[word.place - 1].text if word.place else ""
    return word.text == "名前" and before != "の"


def _is_near(parse: Parse, draft: StatementDraft, sentence: range) -> bool:
    """Whether a draft is of the sentence or of the one before it, and sure enough to be told."""
    before = next((one for one in parse.sentences if one.stop == sentence.start), sentence)
    return draft.sentence in (sentence, before) and holds(draft.polarity, draft.modality)
