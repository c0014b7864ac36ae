"""What people say they are or have in a sentence of one noun: 花粉症です, アレルギーがあります, 息子が二人います."""

from collections.abc import Iterator

from extraction.japanese.cases import particle_of, phrase_of
from extraction.japanese.clauses import Clause
from extraction.japanese.drafts import Draft, nominal_draft
from extraction.japanese.entities import Name
from extraction.japanese.lexicon import AT_SCHOOL, PETS, is_held, is_illness, is_kind_of_person, words_of
from extraction.japanese.lookup import Lookup
from extraction.japanese.relations import is_personal
from extraction.japanese.stating import held
from extraction.japanese.subjects import TOLD, asks, says_of_others
from extraction.japanese.tails import tail_of
from extraction.japanese.tense import is_former
from extraction.japanese.words import Parse, Word
from graph.model import EntityType, Polarity, RelationType, holds

_THERE = frozenset(words_of("ある 有る いる 居る ござる ない 無い"))
_LIVING = frozenset(("いる", "居る"))
_HOME = frozenset(words_of("うち 家 我が家 自宅 実家 私 僕 俺 わたし 自分"))
_ASIDE = words_of("副詞 感動詞 接続詞 補助記号 名詞-普通名詞-副詞可能 名詞-数詞 接尾辞 空白 名詞-普通名詞-助数詞")
"""Tags of what adds a time, a number or a greeting and names nobody."""
_HELD_TRUST = 0.77


def of_own(parse: Parse, clause: Clause, names: Lookup, *, alone: bool) -> Iterator[Draft]:
    """What a clause says that its speaker, or the person who is its topic, is or has.

    `alone` tells that nobody else was spoken of before: only then is a sentence without a topic about the speaker.
    """
    if clause.predicate.lemma in _THERE:
        yield from _held(parse, clause, names, alone=alone)
    elif alone:
        yield from _being(parse, clause, names)


def _held(parse: Parse, clause: Clause, names: Lookup, *, alone: bool) -> Iterator[Draft]:
    """ "Xは(には)Nがある": N is an illness, a licence or one's family, and X who has it."""
    verb = clause.predicate.word
    things = clause.of_role("が")
    thing = parse.words[things[0].head] if len(things) == 1 else None
    if thing is None or thing.place > verb.place or not _may_be_had(parse, clause, thing):
        return
    value = names.common(thing.place) or names.framed((thing.place, thing.place), None, topic=False)
    owner = _holder(parse, clause, thing, names, alone=alone)
    if owner is None or value is None:
        return
    tail = tail_of(parse, verb, clause.sentence)
    polarity, modality = held(parse, verb, tail, clause.sentence)
    denied = verb.lemma in ("ない", "無い")
    living = verb.lemma in _LIVING
    draft = nominal_draft(
        owner,
        value,
        "がいる" if living else "がある",
        RelationType.RELATES_TO,
        clause.sentence,
        _HELD_TRUST if owner.reasons[0] != "speaker" else TOLD,
        "owner",
        Polarity.NEGATIVE if denied else polarity,
        modality,
        "いる" if living else "ある",
    )
    draft.past = is_former(parse, verb.place, tail, clause.sentence) or "た" in tail
    yield draft


def _may_be_had(parse: Parse, clause: Clause, thing: Word) -> bool:
    noun = parse.surface(*phrase_of(parse, thing.place))
    if clause.predicate.lemma in _LIVING:
        return is_personal(noun) or noun in PETS
    return is_held(noun)


def _holder(parse: Parse, clause: Clause, thing: Word, names: Lookup, *, alone: bool) -> Name | None:
    """The person who is the topic, else the speaker; None where the sentence tells of a place or of somebody else."""
    verb = clause.predicate.word
    holder: Name | None = None
    for child in parse.children[verb.place]:
        word = parse.words[child]
        if child >= verb.place or child == thing.place:
            continue
        person = names.speaker(child) if word.text in _HOME else names.at(child) or names.pronoun(child)
        if person is None and (word.tag.startswith(_ASIDE) or word.label in ("punct", "aux")):
            continue
        case, topic = particle_of(parse, word)
        if holder is not None or not (topic or case == "に") or person is None or person.type is not EntityType.PERSON:
            return None
        holder = person
    modified = any(parse.words[child].label in ("acl", "nmod") for child in parse.children[thing.place])
    if holder is not None or modified or not alone or not _is_told(parse, clause):
        return holder
    return names.speaker(verb.place)


def _is_told(parse: Parse, clause: Clause) -> bool:
    tail = tail_of(parse, clause.predicate.word, clause.sentence)
    kept = clause.predicate.ending in ("stop", "が", "けど", "けれど", "ので", "から", "し", "て", "stem")
    kept = kept or parse.text.startswith("なので", clause.predicate.word.end)
    return kept and not asks(parse, clause.sentence) and not says_of_others(tail)


def _being(parse: Parse, clause: Clause, names: Lookup) -> Iterator[Draft]:
    """ "Nです" with an N that says what somebody is, and nothing else in the sentence to say it of."""
    noun = clause.predicate.word
    if clause.predicate.kind not in ("nominal", "adjective") or not noun.is_noun:
        return
    first, last = phrase_of(parse, noun.place)
    kind = parse.surface(first, last)
    ill = is_illness(kind)
    if last != noun.place or not (ill or is_kind_of_person(kind)) or kind.endswith(AT_SCHOOL):
        return
    value, speaker = names.common(last), names.speaker(last)
    if value is None or speaker is None or not (_is_bare(parse, clause, first) and _is_told(parse, clause)):
        return
    tail = tail_of(parse, noun, clause.sentence)
    polarity, modality = held(parse, noun, tail, clause.sentence)
    told = RelationType.INSTANCE_OF if holds(polarity, modality) and not ill else RelationType.RELATES_TO
    draft = nominal_draft(
        speaker, value, "である", told, clause.sentence, TOLD, "speaker unnamed", polarity, modality, "だ"
    )
    draft.past = is_former(parse, value.first, tail, clause.sentence)
    yield draft


def _is_bare(parse: Parse, clause: Clause, first: int) -> bool:
    """Whether only adverbs and the like stand before the noun, and a copula behind it."""
    noun = clause.predicate.word
    after = parse.words[noun.place + 1] if noun.place + 1 < clause.sentence.stop else None
    if after is None or after.lemma not in ("です", "だ", "じゃ", "である", "た"):
        return False
    return all(parse.words[place].tag.startswith(_ASIDE) for place in range(clause.sentence.start, first))
