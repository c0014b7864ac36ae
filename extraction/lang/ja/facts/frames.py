"""Statements of short facts, "XのYはZ" and "XはZ", whose frame says which phrase is which."""

from collections.abc import Iterator

from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.drafts import StatementDraft, copular, related
from extraction.lang.ja.facts.kin import is_relative
from extraction.lang.ja.facts.nominals import owner_of
from extraction.lang.ja.facts.topics import Frame
from extraction.lang.ja.modality.predicate_suffixes import asks
from extraction.lang.ja.modality.stating import polarity_and_modality
from extraction.lang.ja.modality.tense import is_former, names_former_role, was_before
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import EARNED, Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import NO_ANSWERS, PETS, is_kind_of_person, tells_of_people, words_of
from graph.model.types import EntityType, LinkType, RelationType, holds, tells


def of_frame(parse: Parse, frame: Frame, referents: Referents) -> Iterator[StatementDraft]:
    """A statement for each value of the frame; the subject is what the text is about."""
    names = referents.names
    subject, attribute = _frame_subject(parse, frame, referents)
    own = bool(attribute) and not frame.attribute
    if subject is None or (own and asks(parse, frame.sentence)):
        return
    subject.about = True
    frame = frame._replace(attribute=attribute)
    tail = parse.text[parse.words[frame.values[-1][1]].end : parse.words[frame.sentence.stop - 1].end]
    if tail.strip("」』）) \n。！!") == "で":
        return
    if relations.is_personal(attribute.rpartition("の")[2]) and not own:
        # 父の友達は医者です: the friend has no name here, and the father is no doctor
        values = (parse.surface(*value) for value in frame.values)
        frame = frame._replace(values=() if all(map(tells_of_people, values)) else frame.values)
    for value in (_without_time(parse, value) for value in frame.values):
        if own and not _tells_own(parse, value, attribute, names):
            continue
        owned = None if frame.attribute else _owned(parse, value, subject, names, frame.sentence)
        if owned is not None:
            owned.past = is_former(parse, value[1], tail, frame.sentence)
            yield owned
            continue
        if not frame.attribute and _tells_no_kind(parse, value, subject, names):
            continue
        kind = relations.value_kind(frame.attribute) or relations.liked_kind(frame.attribute)
        if own and relations.of_noun(attribute).type is RelationType.OWNERSHIP:
            value, kind = _thing(value, names), None if attribute in PETS else EntityType.OBJECT
        named = names.framed(value, kind, topic=False)
        if named is None or named.name in subject.aliases:
            continue
        if subject.confidence < EARNED and not (subject.named or named.named):
            continue
        draft = _valued(parse, frame, subject, named, tail)
        over = names_former_role(attribute) or was_before(parse, _topic_at(parse, frame), frame.sentence)
        draft.past = over or is_former(parse, frame.values[-1][1], tail, frame.sentence)
        yield draft


def _without_time(parse: Parse, value: tuple[int, int]) -> tuple[int, int]:
    """ "母は昔教師でした": when she was one is no part of what she was."""
    first, last = value
    timed = first < last and parse.words[first].label == "advmod" and parse.words[first].tag.endswith("副詞可能")
    return (first + 1, last) if timed else value


def _valued(parse: Parse, frame: Frame, subject: Name, value: Name, tail: str) -> StatementDraft:
    """The statement that a frame makes of one value; `tail` is what follows the values."""
    polarity, modality = polarity_and_modality(parse, parse.words[frame.values[-1][1]], tail, frame.sentence)
    kind, swapped = relations.PLAIN
    if frame.attribute and tells(modality):
        kind, swapped = relations.between(frame.attribute, subject.type, value.type)
    if not frame.attribute and holds(polarity, modality):
        kind, swapped = copular(subject, value)
        if swapped and frame.defines:
            kind, swapped = RelationType.TYPE_OF, False
    if value.type is EntityType.PERSON and relations.is_personal(frame.attribute.rpartition("の")[2]):
        swapped = True  # 妻はアンナ: she is wife to whose wife it is
    trust = 0.9 if frame.attribute else 0.8
    return StatementDraft(
        subject=value if swapped else subject,
        object=subject if swapped else value,
        predicate=frame.attribute or "である",
        lemma=frame.attribute or "だ",
        type=kind,
        sentence=frame.sentence,
        confidence=trust * (0.6 + 0.4 * min(subject.confidence, value.confidence)),
        reasons=("frame:XのYはZ" if frame.attribute else "frame:XはZ", "particle:は"),
        method="frame",
        polarity=polarity,
        modality=modality,
    )


def _frame_subject(parse: Parse, frame: Frame, referents: Referents) -> tuple[Name | None, str]:
    """The thing that a frame speaks of, and its attribute; "趣味は読書" speaks of the speaker, if there is one."""
    names, surface = referents.names, parse.surface(*frame.subject)
    if frame.attribute:
        kind = EntityType.PERSON if relations.is_personal(surface) else relations.subject_kind(frame.attribute)
        return names.framed(frame.subject, kind, topic=True), frame.attribute
    kinds = all(tells_of_people(parse.surface(*value)) for value in frame.values)
    if relations.is_own(surface) and not (relations.is_personal(surface) and kinds):
        return names.speaker(frame.subject[0]), surface
    place = frame.subject[1]
    subject = referents.relative(place) or names.at(place) or names.pronoun(place) or names.common(place)
    if subject is None or subject.type is EntityType.TIME_UNIT or (not subject.named and subject.confidence < EARNED):
        return None, ""
    if frame.defines:
        subject.link_type = LinkType.DEFINES
    return subject, ""


def _topic_at(parse: Parse, frame: Frame) -> int:
    """The noun that は sets before the values: the attribute, where there is one."""
    before = range(frame.values[0][0] - 1, frame.sentence.start, -1)
    return next((place - 1 for place in before if parse.words[place].text in ("は", "が", "も")), frame.subject[1])


_BUSY = frozenset(words_of("仕事 職業 本業 副業 職種"))


def _tells_own(parse: Parse, value: tuple[int, int], attribute: str, names: Lookup) -> bool:
    """Whether a value tells what the speaker's attribute is: a name for a person or thing, work for work."""
    surface = parse.surface(*value)
    found = names.at(value[1])
    if surface in NO_ANSWERS or attribute in ("名前", "本名"):
        return False
    if attribute in _BUSY:
        return is_kind_of_person(surface)
    if relations.is_personal(attribute):
        return found is not None and found.named and found.type is EntityType.PERSON
    if relations.of_noun(attribute).type is RelationType.OWNERSHIP:
        return found is not None and found.named
    return True


def _thing(value: tuple[int, int], names: Lookup) -> tuple[int, int]:
    """The name of a thing without that of its maker (トヨタのプリウス)."""
    found = names.at(value[1])
    return (found.first, found.last) if found is not None and found.first > value[0] else value


def _is_act(parse: Parse, value: tuple[int, int]) -> bool:
    """ "会議は中止です" tells what happens, not what a meeting is."""
    return value[0] == value[1] and parse.words[value[0]].tag.startswith("名詞-普通名詞-サ変")


def _tells_no_kind(parse: Parse, value: tuple[int, int], subject: Name, names: Lookup) -> bool:
    """Whether a value tells what its subject does or where it is, and neither its name nor what it is."""
    if is_relative(subject):
        return not tells_of_people(parse.surface(*value))
    return _is_act(parse, value) or (not subject.named and _is_plain(parse, value, names))


def _is_plain(parse: Parse, value: tuple[int, int], names: Lookup) -> bool:
    """ "当番体制は限界です" tells the state of a thing; one common noun says what only a name is (花子は俳優です)."""
    word = parse.words[value[0]]
    return value[0] == value[1] and word.tag.startswith("名詞-普通名詞") and names.at(value[0]) is None


def _owned(
    parse: Parse, value: tuple[int, int], subject: Name, names: Lookup, sentence: range
) -> StatementDraft | None:
    """ "AはBのC" with a relational C: A is C to B (花子は太郎の妻)."""
    noun = parse.words[value[1]]
    owner = owner_of(parse, noun, names)
    if owner is None or owner is subject or not relations.is_relational(noun.text):
        return None
    tail = parse.text[noun.end : parse.words[sentence.stop - 1].end]
    polarity, modality = polarity_and_modality(parse, noun, tail, sentence)
    return related(subject, owner, noun.text, sentence, 0.85, "frame:AはBのC", polarity, modality)
