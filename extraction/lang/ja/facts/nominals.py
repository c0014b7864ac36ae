"""Statements without a verb: noun predicates (AはCだ), name pairs (AのB), affiliation nouns (大阪出身)."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.zero_subjects import speaker_at_end
from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.drafts import StatementDraft, copular_relation, nominal_draft, noun_relation_draft
from extraction.lang.ja.facts.kin import is_relative
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.modality.stating import polarity_and_modality
from extraction.lang.ja.modality.tense import is_former
from extraction.lang.ja.modality.verdicts import is_decision
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import MIN_NODE_CONFIDENCE, Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import particle_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import tells_of_people
from extraction.lang.shared.parts import VALUED
from graph.model.types import EntityType, RelationType, holds

_STAFF: Final = (RelationType.WORKS_FOR, RelationType.MEMBER_OF)
_BEGUN: Final = frozenset(("開始", "着手", "再開", "終了", "完了"))


def nominal_statements(parse: Parse, sentence: range, referents: Referents) -> Iterator[StatementDraft]:
    """The statements of every noun predicate: "AはBのCだ", "AはCだ", "AはBがCだ"."""
    for place in sentence:
        noun = parse.words[place]
        if not noun.is_noun or noun.part == "VERB" or affiliation_at(parse, noun) is not None or is_decision(noun):
            continue
        children = [parse.words[child] for child in parse.children[place] if child < place]
        subjects = [child for child in children if child.label in ("nsubj", "dislocated", "csubj")]
        if (
            _is_verbal(parse, noun, sentence)
            or not subjects
            or (noun.label not in ("ROOT", "advcl", "ccomp", "conj") and not _has_copula(parse, place))
        ):
            continue
        if any(particle_of(parse, child).case in ("に", "へ", "を") for child in children if child not in subjects):
            continue
        for draft in _predicate_statements(parse, sentence, noun, subjects, referents):
            draft.past = is_former(parse, place, tail_of(parse, noun, sentence), sentence)
            yield draft


def _predicate_statements(
    parse: Parse, sentence: range, noun: Word, subjects: list[Word], referents: Referents
) -> Iterator[StatementDraft]:
    names = referents.names
    tail = tail_of(parse, noun, sentence)
    polarity, modality = polarity_and_modality(parse, noun, tail, sentence)
    marked = [(word, particle_of(parse, word)) for word in subjects]
    # The nearest topic counts: 名前 in "田中さんは犬を飼っていて、名前はポチです".
    topics = [word for word, (_, is_topic) in marked if is_topic]
    topic = next((word for word in reversed(topics) if not names.is_time(word.place)), next(iter(topics), None))
    subject_word = next((word for word, (case, _) in marked if case == "が"), None)
    if topic is not None and subject_word is not None:
        return
    if noun.label == "acl" and subject_word is None:
        # "…はAの後身であるBに": the topic belongs to the main clause.
        return
    head = topic or subject_word or subjects[0]
    evidence = "topic" if head is topic else "particle:が" if head is subject_word else "bare"
    precision = 0.77 if head is topic else 0.85 if head is subject_word else 0.55
    doers = referents.doers(head.place)
    for subject in doers:
        owner = genitive_owner(parse, noun, names)
        if owner is not None and relations.is_relational(noun.text):
            yield noun_relation_draft(subject, owner, noun.text, sentence, precision, evidence, polarity, modality)
            continue
        for kind in referents.arguments(noun.place, anchor=subject):
            if kind.confidence < MIN_NODE_CONFIDENCE and noun.label != "ROOT":
                continue
            if is_relative(subject) and not tells_of_people(kind.surface):
                continue
            if subject.type is EntityType.PERSON and (kind.type is EntityType.TIME_UNIT or _is_begun(parse, noun)):
                continue
            relation, swapped = copular_relation(subject, kind) if holds(polarity, modality) else relations.UNTYPED
            ends = (kind, subject) if swapped else (subject, kind)
            yield nominal_draft(*ends, "である", relation, sentence, precision, evidence, polarity, modality, "だ")


def _is_begun(parse: Parse, noun: Word) -> bool:
    """Whether a noun tells what somebody begins or ends: 調査開始."""
    is_joined = noun.place > 0 and parse.words[noun.place - 1].end == noun.start
    return is_joined and noun.text in _BEGUN


def genitive_owner(parse: Parse, noun: Word, names: Lookup) -> Name | None:
    """The name B of "BのC", or of "BC" where B is a firm and C what people are there (ソニー社員)."""
    first = next(possessors(parse, noun), None)
    if first is None:
        firm = names.at(noun.place - 1) if noun.place else None
        joined = firm is not None and firm.type is EntityType.ORGANIZATION and firm.end == noun.start
        return firm if joined and relations.noun_relation(noun.text).type in _STAFF else None
    owner = names.at(first.place) or names.pronoun(first.place) or names.common(first.place)
    return owner if owner is None or owner.named or owner.confidence >= MIN_NODE_CONFIDENCE else None


def _is_verbal(parse: Parse, noun: Word, sentence: range) -> bool:
    """Whether the noun is part of a verb ("異動する"), or only a place or means ("…亭で。")."""
    if noun.place + 1 >= sentence.stop:
        return False
    after = parse.words[noun.place + 1]
    return after.lemma == "する" or _ends_with_de(parse, noun, sentence)


def _ends_with_de(parse: Parse, noun: Word, sentence: range) -> bool:
    rest = parse.text[noun.end : parse.words[sentence.stop - 1].end]
    return re.match(r"[」』）) ]*(?:で|にて|へ)(?:[」』）) \n。！!]*$|[（(])", rest) is not None


def _has_copula(parse: Parse, place: int) -> bool:
    return any(parse.words[child].label == "cop" for child in parse.children[place])


def name_pair_statements(parse: Parse, sentence: range, names: Lookup) -> Iterator[StatementDraft]:
    """The relation of "AのB" between two names (トヨタの田中さん), and the office of "部長の田中さん"."""
    for place in sentence:
        child = parse.words[place]
        if child.label != "nmod" or child.head <= place or particle_of(parse, child)[0] != "の":
            continue
        whole, part = names.at(place), names.at(child.head)
        if part is None or not part.named or affiliation_at(parse, child) is not None:
            continue
        if whole is None or not whole.named:
            if part.type is EntityType.PERSON and relations.noun_relation(child.text).type is RelationType.LEADS:
                role = names.common(place)
                if role is not None and role.confidence >= MIN_NODE_CONFIDENCE:
                    yield nominal_draft(part, role, "である", RelationType.INSTANCE_OF, sentence, 0.6, "particle:の")
            continue
        kind = _PAIR_RELATIONS.get((whole.type, part.type))
        if kind is not None:
            yield nominal_draft(part, whole, _PAIR_WORDS.get(kind, "の"), kind, sentence, 0.62, "particle:の")
        elif whole.type in _BUILT and part.type in _BUILT and not VALUED.match(parse.text, part.end):
            yield nominal_draft(whole, part, "含む", RelationType.CONTAINS, sentence, 0.62, "particle:の")


_PAIR_RELATIONS: Final[Mapping[tuple[EntityType, EntityType], RelationType]] = {
    (EntityType.LOCATION, EntityType.LOCATION): RelationType.LOCATED_IN,
    (EntityType.LOCATION, EntityType.ORGANIZATION): RelationType.LOCATED_IN,
    (EntityType.ORGANIZATION, EntityType.PERSON): RelationType.MEMBER_OF,
    (EntityType.TASK, EntityType.PERSON): RelationType.PARTICIPATES_IN,
    (EntityType.ORGANIZATION, EntityType.ORGANIZATION): RelationType.PART_OF,
    (EntityType.PERSON, EntityType.DOCUMENT): RelationType.RELATES_TO,
    (EntityType.ORGANIZATION, EntityType.OBJECT): RelationType.RELATES_TO,
}
"""What "AのB" states of B and A, by the types of A and B; of other types it may mean anything."""


_PAIR_WORDS: Final = {RelationType.MEMBER_OF: "所属", RelationType.LOCATED_IN: "ある", RelationType.PART_OF: "属する"}
"""What stands for の where the relation tells it."""
_BUILT: Final = (EntityType.TECHNOLOGY, EntityType.DOCUMENT, EntityType.OBJECT)
"""Types of things that have parts: PostgreSQL の punches, settings.toml の retries."""


class Affiliation(NamedTuple):
    """A noun right behind a name, as the verb that it stands for and the name's particle: 大阪出身, トヨタ勤務."""

    verb: str
    particle: str


_AFFILIATIONS: Final = {
    "出身": Affiliation("出身", "に"),
    "在住": Affiliation("在住する", "に"),
    "生まれ": Affiliation("生まれる", "で"),
    "育ち": Affiliation("育つ", "で"),
    "卒": Affiliation("卒業する", "を"),
    "卒業": Affiliation("卒業する", "を"),
    "在学": Affiliation("在学する", "に"),
    "勤務": Affiliation("勤務する", "に"),
    "勤め": Affiliation("勤める", "に"),
    "所属": Affiliation("所属する", "に"),
    "在籍": Affiliation("在籍する", "に"),
    "駐在": Affiliation("駐在する", "に"),
}
_GRADUATE: Final = "卒"
"""The affiliation that the dictionary joins with the school into one word (大学卒)."""
_TOPIC_PRECISION, _MODIFIER_PRECISION, _ZERO_SUBJECT_PRECISION = 0.8, 0.7, 0.5
"""How often an affiliation belongs to the topic, to the name that it modifies, to an omitted subject; set by hand."""


def affiliation_at(parse: Parse, noun: Word) -> Affiliation | None:
    """The affiliation that a word is, where it stands right behind a noun; None for any other word."""
    if _includes_school(noun) and noun.label != "compound":
        return _AFFILIATIONS[_GRADUATE]
    before = parse.words[noun.place - 1] if noun.place else None
    if noun.text not in _AFFILIATIONS or before is None or before.end != noun.start or not before.is_noun:
        return None
    return _AFFILIATIONS[noun.text]


def _includes_school(noun: Word) -> bool:
    """Whether an affiliation is one word with its school (大学卒)."""
    return len(noun.text) > 1 and noun.text.endswith(_GRADUATE)


def affiliation_statements(
    parse: Parse, sentence: range, referents: Referents, topic: int | None, *, speaker: bool
) -> Iterator[StatementDraft]:
    """The affiliations of a sentence; where it names nobody they are those of the `topic` before, or the speaker's."""
    names = referents.names
    for place in sentence:
        noun = parse.words[place]
        affiliation = affiliation_at(parse, noun)
        value = _affiliated_name(noun, names) if affiliation is not None else None
        if affiliation is None or value is None:
            continue
        tail = tail_of(parse, noun, sentence)
        polarity, modality = polarity_and_modality(parse, noun, tail, sentence)
        for subject, precision in _affiliation_subjects(parse, noun, referents, sentence, topic, speaker=speaker):
            verb = affiliation.verb
            kind = relations.verb_relation(verb, affiliation.particle, subject.type, value.type)
            draft = nominal_draft(subject, value, verb, kind, sentence, precision, "tie", polarity, modality)
            draft.past = is_former(parse, place, tail, sentence)
            yield draft


def _affiliated_name(noun: Word, names: Lookup) -> Name | None:
    """The place, school or firm before an affiliation."""
    name = names.at(noun.place if _includes_school(noun) else noun.place - 1)
    places = (EntityType.LOCATION, EntityType.ORGANIZATION)
    return name if name is not None and name.named and name.type in places else None


def _affiliation_subjects(
    parse: Parse, noun: Word, referents: Referents, sentence: range, topic: int | None, *, speaker: bool
) -> Iterator[tuple[Name, float]]:
    """Whose affiliation it is, with the precision: the topic's, the modified name's, or the omitted subject's."""
    above = parse.words[noun.head]
    is_modifier = noun.label in ("nmod", "acl", "compound") and above.place > noun.place
    names = referents.names
    while is_modifier and above.label == "nmod" and above.head > above.place and names.at(above.place) is None:
        above = parse.words[above.head]  # 東京在住のエンジニアの鈴木さん
    predicate = above if is_modifier or noun.label == "conj" else noun
    topics = [
        child
        for place in dict.fromkeys((noun.place, predicate.place))
        for child in (parse.words[child] for child in parse.children[place])
        if child.place < noun.place and child.label in ("nsubj", "dislocated")
    ]
    name = names.at(above.place) if is_modifier else None
    if topics:
        yield from ((name, _TOPIC_PRECISION) for name in referents.doers(topics[0].place) if _is_agent(name))
    elif name is not None and name.named:
        if name.type is EntityType.PERSON:
            yield name, _MODIFIER_PRECISION
    elif predicate.label in ("ROOT", "advcl", "conj"):
        subject = _omitted_subject(noun, names, sentence, topic, speaker=speaker)
        if subject is not None and _is_agent(subject):
            at_root = subject.method == "speaker" and predicate.label == "ROOT"
            yield subject, speaker_at_end(names) if at_root else _ZERO_SUBJECT_PRECISION


def _omitted_subject(noun: Word, names: Lookup, sentence: range, topic: int | None, *, speaker: bool) -> Name | None:
    """The subject that a sentence omits.

    It is the person it begins with (田中太郎、35歳、東京都在住。), the topic before it, or the speaker.
    """
    earlier = (name for name in names.names if sentence.start <= name.first and name.last < noun.place)
    people = [name for name in earlier if name.type is EntityType.PERSON]
    if people:
        return people[0] if len(people) == 1 and people[0].first == sentence.start else None
    carried = names.at(topic) if topic is not None else None
    return names.speaker(noun.place) if speaker and carried is None else carried


def _is_agent(name: Name) -> bool:
    return name.type in (EntityType.PERSON, EntityType.ORGANIZATION)
