"""Statements of copular sentences: "XのYはZ" states attribute Y of X, "XはZ" the class of X."""

from collections.abc import Iterator

from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.drafts import StatementDraft, copular_relation, noun_relation_draft
from extraction.lang.ja.facts.frames import Frame
from extraction.lang.ja.facts.kin import is_relative, role_owner
from extraction.lang.ja.facts.nominals import genitive_owner
from extraction.lang.ja.modality.predicate_suffixes import asks
from extraction.lang.ja.modality.stating import polarity_and_modality
from extraction.lang.ja.modality.tense import is_former, names_former_role, was_before
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import MIN_NODE_CONFIDENCE, Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import NO_ANSWERS, PETS, is_kind_of_person, tells_of_people
from graph.model.types import EntityType, LinkType, RelationType, holds, tells


def frame_statements(
    parse: Parse, frame: Frame, referents: Referents, *, only_speaker: bool
) -> Iterator[StatementDraft]:
    """One statement for each value of the frame; its subject is marked as what the text is about.

    `only_speaker` tells that nobody else was mentioned before, so that a role without an owner is one to the speaker.
    """
    names = referents.names
    subject, attribute = _frame_subject(parse, frame, referents)
    of_speaker = bool(attribute) and not frame.attribute
    if subject is None or (of_speaker and asks(parse, frame.sentence)):
        return
    subject.about = True
    frame = frame._replace(attribute=attribute)
    tail = parse.text[parse.words[frame.values[-1][1]].end : parse.words[frame.sentence.stop - 1].end]
    if tail.strip("」』）) \n。！!") == "で":
        return
    if relations.is_personal(attribute.rpartition("の")[2]) and not of_speaker:
        # 父の友達は医者です: the unnamed friend is a doctor, not the father
        values = (parse.surface(*value) for value in frame.values)
        frame = frame._replace(values=() if all(map(tells_of_people, values)) else frame.values)
    for value in (_without_time(parse, value) for value in (*frame.values, *filter(None, (frame.former,)))):
        if of_speaker and not _is_attribute_value(parse, value, attribute, names):
            continue
        role_draft = (
            None if frame.attribute else _role_statement(parse, frame, value, subject, names, only_speaker=only_speaker)
        )
        if role_draft is not None:
            role_draft.past = is_former(parse, value[1], tail, frame.sentence)
            yield role_draft
            continue
        if not frame.attribute and not _is_class(parse, value, subject, names):
            continue
        kind = relations.value_type(frame.attribute) or relations.preference_type(frame.attribute)
        if of_speaker and relations.noun_relation(attribute).type is RelationType.OWNERSHIP:
            value, kind = _without_maker(value, names), None if attribute in PETS else EntityType.OBJECT
        named = names.framed(value, kind, topic=False)
        if named is None or named.name in subject.aliases:
            continue
        if subject.confidence < MIN_NODE_CONFIDENCE and not (subject.named or named.named):
            continue
        draft = _value_statement(parse, frame, subject, named, tail)
        over = names_former_role(attribute) or was_before(parse, _topic_at(parse, frame), frame.sentence)
        is_over = is_former(parse, frame.values[-1][1], tail, frame.sentence)
        draft.past = over or is_over or value == frame.former
        yield draft


def _without_time(parse: Parse, value: tuple[int, int]) -> tuple[int, int]:
    """The value without a leading adverb of time: 教師 of "母は昔教師でした"."""
    first, last = value
    has_adverb = first < last and parse.words[first].label == "advmod" and parse.words[first].tag.endswith("副詞可能")
    return (first + 1, last) if has_adverb else value


def _value_statement(parse: Parse, frame: Frame, subject: Name, value: Name, tail: str) -> StatementDraft:
    """The statement about one value; `tail` is the text after the values."""
    polarity, modality = polarity_and_modality(parse, parse.words[frame.values[-1][1]], tail, frame.sentence)
    kind, swapped = relations.UNTYPED
    if frame.attribute and tells(modality):
        kind, swapped = relations.typed_noun_relation(frame.attribute, subject.type, value.type)
    if not frame.attribute and holds(polarity, modality):
        kind, swapped = copular_relation(subject, value)
        if swapped and frame.defines:
            kind, swapped = RelationType.TYPE_OF, False
    if value.type is EntityType.PERSON and relations.is_personal(frame.attribute.rpartition("の")[2]):
        swapped = True  # 妻はアンナ: Anna is the wife, so the value is the subject
    charge = charge_of(parse, frame, subject, value)
    if charge and kind is RelationType.RELATES_TO:
        kind, swapped = RelationType.OWNERSHIP if holds(polarity, modality) else kind, True
    precision = 0.9 if frame.attribute else 0.8
    return StatementDraft(
        subject=value if swapped else subject,
        object=subject if swapped else value,
        predicate=charge or frame.attribute or "である",
        lemma=charge or frame.attribute or "だ",
        type=kind,
        sentence=frame.sentence,
        confidence=precision * (0.6 + 0.4 * min(subject.confidence, value.confidence)),
        reasons=("frame:XのYはZ" if frame.attribute else "frame:XはZ", "particle:は"),
        method="frame",
        polarity=polarity,
        modality=modality,
    )


def charge_of(parse: Parse, frame: Frame, subject: Name | None, value: Name | None) -> str:
    """What a person whom a frame names has in charge, "" where it names none or tells something else of them."""
    action = parse.words[_topic_at(parse, frame)].tag.startswith("名詞-普通名詞-サ変")
    named = subject is not None and subject.named and subject.type not in (EntityType.PERSON, EntityType.TIME_UNIT)
    if not frame.attribute and relations.is_relational(parse.surface(*frame.subject)):
        return ""
    return relations.charge(frame.attribute, value and value.type, action=action, named=named)


def _frame_subject(parse: Parse, frame: Frame, referents: Referents) -> tuple[Name | None, str]:
    """The subject of a frame and its attribute; the subject of "趣味は読書" is the speaker, if there is one."""
    names, surface = referents.names, parse.surface(*frame.subject)
    if frame.attribute:
        kind = EntityType.PERSON if relations.is_personal(surface) else relations.subject_type(frame.attribute)
        return names.framed(frame.subject, kind, topic=True), frame.attribute
    describes_people = all(tells_of_people(parse.surface(*value)) for value in frame.values)
    if relations.is_own_attribute(surface) and not (relations.is_personal(surface) and describes_people):
        return names.speaker(frame.subject[0]), surface
    place = frame.subject[1]
    subject = referents.relative(place) or names.at(place) or names.pronoun(place) or names.common(place)
    if subject is None or subject.type is EntityType.TIME_UNIT:
        return None, ""
    if not subject.named and subject.confidence < MIN_NODE_CONFIDENCE:
        return None, ""
    if frame.defines:
        subject.link_type = LinkType.DEFINES
    return subject, ""


def _topic_at(parse: Parse, frame: Frame) -> int:
    """The noun before は or が: the attribute where there is one, else the subject."""
    before = range(frame.values[0][0] - 1, frame.sentence.start, -1)
    return next((place - 1 for place in before if parse.words[place].text in ("は", "が", "も")), frame.subject[1])


_OCCUPATIONS = frozenset(("仕事", "職業", "本業", "副業", "職種"))


def _is_attribute_value(parse: Parse, value: tuple[int, int], attribute: str, names: Lookup) -> bool:
    """Whether a value fits the speaker's attribute: a name for a person or thing, an occupation for 仕事."""
    surface = parse.surface(*value)
    name = names.at(value[1])
    if surface in NO_ANSWERS or attribute in ("名前", "本名"):
        return False
    if attribute in _OCCUPATIONS:
        return is_kind_of_person(surface)
    if relations.is_personal(attribute):
        return name is not None and name.named and name.type is EntityType.PERSON
    if relations.noun_relation(attribute).type is RelationType.OWNERSHIP:
        return name is not None and name.named
    return True


def _without_maker(value: tuple[int, int], names: Lookup) -> tuple[int, int]:
    """The name of a thing without its maker: プリウス of トヨタのプリウス."""
    name = names.at(value[1])
    return (name.first, name.last) if name is not None and name.first > value[0] else value


def _is_action(parse: Parse, value: tuple[int, int]) -> bool:
    """Whether a value is one noun of action: "会議は中止です" tells what happens, not what a meeting is."""
    return value[0] == value[1] and parse.words[value[0]].tag.startswith("名詞-普通名詞-サ変")


def _is_class(parse: Parse, value: tuple[int, int], subject: Name, names: Lookup) -> bool:
    """Whether a value tells what its subject is or is called, and not what it does or where it is."""
    if is_relative(subject):
        return tells_of_people(parse.surface(*value))
    return not _is_action(parse, value) and (subject.named or not _is_common_noun(parse, value, names))


def _is_common_noun(parse: Parse, value: tuple[int, int], names: Lookup) -> bool:
    """Whether a value is a single common noun.

    It tells the class of a name (花子は俳優です), but only the state of a thing without one (当番体制は限界です).
    """
    word = parse.words[value[0]]
    return value[0] == value[1] and word.tag.startswith("名詞-普通名詞") and names.at(value[0]) is None


def _role_statement(
    parse: Parse, frame: Frame, value: tuple[int, int], subject: Name, names: Lookup, *, only_speaker: bool
) -> StatementDraft | None:
    """ "AはBのC" with a relational C (花子は太郎の妻); to the speaker where B is where they met (大学の友人)."""
    noun, sentence = parse.words[value[1]], frame.sentence
    owner = genitive_owner(parse, noun, names)
    is_somebody = subject.named and subject.type is EntityType.PERSON and relations.is_personal(noun.text)
    if is_somebody and (owner is None or owner.type is not EntityType.PERSON):
        owner = role_owner(parse, noun, sentence, names, only_speaker=only_speaker, beside=subject) or owner
    if owner is None or owner is subject or not relations.is_relational(noun.text):
        return None
    tail = parse.text[noun.end : parse.words[sentence.stop - 1].end]
    polarity, modality = polarity_and_modality(parse, noun, tail, sentence)
    return noun_relation_draft(subject, owner, noun.text, sentence, 0.85, "frame:AはBのC", polarity, modality)
