"""Nouns that tie whoever they are said of to the name before them: 大阪出身, トヨタ勤務, 東京在住の田中さん."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.zero_subjects import speaker_at_end
from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.drafts import StatementDraft, nominal_draft
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.modality.stating import polarity_and_modality
from extraction.lang.ja.modality.tense import is_former
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.words import Parse, Word
from graph.model.types import EntityType


class NounRelation(NamedTuple):
    """What a noun says as a verb, with the particle that the name would have beside it."""

    verb: str
    particle: str


_TIES: Final = {
    "出身": NounRelation("出身", "に"),
    "在住": NounRelation("在住する", "に"),
    "生まれ": NounRelation("生まれる", "で"),
    "育ち": NounRelation("育つ", "で"),
    "卒": NounRelation("卒業する", "を"),
    "卒業": NounRelation("卒業する", "を"),
    "在学": NounRelation("在学する", "に"),
    "勤務": NounRelation("勤務する", "に"),
    "勤め": NounRelation("勤める", "に"),
    "所属": NounRelation("所属する", "に"),
    "在籍": NounRelation("在籍する", "に"),
    "駐在": NounRelation("駐在する", "に"),
}
_DONE: Final = "卒"
"""The tie that the dictionary writes together with the school (大学卒)."""
_PLACES: Final = (EntityType.LOCATION, EntityType.ORGANIZATION)
_SAID, _DESCRIBED, _UNSAID = 0.8, 0.7, 0.5
"""How sure a tie is: said of a topic, told beside a name, of whoever a sentence leaves out (by hand)."""


def tie_at(parse: Parse, noun: Word) -> NounRelation | None:
    """The tie that a word is, where it stands right behind a word of a name; None for any other word."""
    if _holds_school(noun) and noun.label != "compound":
        return _TIES[_DONE]
    before = parse.words[noun.place - 1] if noun.place else None
    if noun.text not in _TIES or before is None or before.end != noun.start or not before.is_noun:
        return None
    return _TIES[noun.text]


def _holds_school(noun: Word) -> bool:
    """Whether a tie is written in one word with what it ties to (大学卒)."""
    return len(noun.text) > 1 and noun.text.endswith(_DONE)


def of_ties(
    parse: Parse, sentence: range, referents: Referents, topic: int | None, *, speaker: bool
) -> Iterator[StatementDraft]:
    """Statements of a sentence; where it names nobody, of the `topic` before it, else of the `speaker` if it may be."""
    names = referents.names
    for place in sentence:
        noun = parse.words[place]
        tie = tie_at(parse, noun)
        value = _name_before(noun, names) if tie is not None else None
        if tie is None or value is None:
            continue
        tail = tail_of(parse, noun, sentence)
        polarity, modality = polarity_and_modality(parse, noun, tail, sentence)
        for subject, trust in _subjects(parse, noun, referents, (sentence.start, topic), speaker=speaker):
            kind, _ = relations.of_verb(tie.verb, tie.particle, subject.type, value.type)
            draft = nominal_draft(subject, value, tie.verb, kind, sentence, trust, "tie", polarity, modality)
            draft.past = is_former(parse, place, tail, sentence)
            yield draft


def _name_before(noun: Word, names: Lookup) -> Name | None:
    """The place, school or firm that a tie stands behind."""
    name = names.at(noun.place if _holds_school(noun) else noun.place - 1)
    return name if name is not None and name.named and name.type in _PLACES else None


def _subjects(
    parse: Parse, noun: Word, referents: Referents, frame: tuple[int, int | None], *, speaker: bool
) -> Iterator[tuple[Name, float]]:
    """Whom a tie is said of: its topic, the name it describes, or whoever that is said of, with how sure that is.

    `frame` is where the sentence begins and the topic before it.
    """
    above = parse.words[noun.head]
    described = noun.label in ("nmod", "acl", "compound") and above.place > noun.place
    while described and above.label == "nmod" and above.head > above.place and referents.names.at(above.place) is None:
        above = parse.words[above.head]  # 東京在住のエンジニアの鈴木さん
    said_of = above if described or noun.label == "conj" else noun
    topics = [
        child
        for place in dict.fromkeys((noun.place, said_of.place))
        for child in (parse.words[child] for child in parse.children[place])
        if child.place < noun.place and child.label in ("nsubj", "dislocated")
    ]
    name = referents.names.at(above.place) if described else None
    if topics:
        yield from ((one, _SAID) for one in referents.doers(topics[0].place) if _is_somebody(one))
    elif name is not None and name.named:
        if name.type is EntityType.PERSON:
            yield name, _DESCRIBED
    elif said_of.label in ("ROOT", "advcl", "conj"):
        unsaid = _unsaid(noun, referents.names, frame, speaker=speaker)
        if unsaid is not None and _is_somebody(unsaid):
            ends = unsaid.method == "speaker" and said_of.label == "ROOT"
            yield unsaid, speaker_at_end(referents.names) if ends else _UNSAID


def _unsaid(noun: Word, names: Lookup, frame: tuple[int, int | None], *, speaker: bool) -> Name | None:
    """Whom a sentence leaves out: a person it begins with (田中太郎、35歳、東京都在住。), its topic, or the speaker."""
    start, topic = frame
    people = [one for one in names.names if start <= one.first and one.last < noun.place]
    people = [one for one in people if one.type is EntityType.PERSON]
    if people:
        return people[0] if len(people) == 1 and people[0].first == start else None
    carried = names.at(topic) if topic is not None else None
    return names.speaker(noun.place) if speaker and carried is None else carried


def _is_somebody(name: Name) -> bool:
    return name.type in (EntityType.PERSON, EntityType.ORGANIZATION)
