"""What people are and have: 花粉症です, エビにアレルギーがあります, 糖尿病と診断された, 息子が二人います."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from extraction.lang.ja.arguments.candidates import row_of
from extraction.lang.ja.arguments.circumstances import goes_on
from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.zero_subjects import SPEAKER, says_of_others, speaker_at_end
from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.drafts import StatementDraft, nominal_draft, noun_relation_draft
from extraction.lang.ja.facts.nominals import genitive_owner
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.modality.predicate_suffixes import PAST, asks, tail_of
from extraction.lang.ja.modality.stating import polarity_and_modality
from extraction.lang.ja.modality.tense import has_lasted, is_former
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import also, particle_of, phrase_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import AT_SCHOOL, EXISTING, PETS, is_held, is_illness, is_kind_of_person
from graph.model.types import EntityType, Polarity, RelationType, holds

_EXISTENCE_VERBS: Final = EXISTING | {"ござる"}
_ANIMATE_VERBS: Final = frozenset(("いる", "居る"))
_HOME: Final = frozenset(("うち", "家", "我が家", "自宅", "実家", "私", "僕", "俺", "わたし", "自分"))
_ADVERBIAL_TAGS: Final = (
    *("副詞", "感動詞", "接続詞", "補助記号", "接尾辞", "空白"),
    *("名詞-普通名詞-副詞可能", "名詞-数詞", "名詞-普通名詞-助数詞"),
)
"""Tags of words that add a time, a number or a greeting and name nobody."""
_TIME_ADVERB: Final = "名詞-普通名詞-副詞可能"
_OWNER_PRECISION = 0.77
_ILLNESS_VERBS: Final[dict[str, re.Pattern[str]]] = {
    "診断する": re.compile(r"(?:だ|である)?と"),
    "受ける": re.compile(r"(?:と?の|という)診断を"),
    **dict.fromkeys(("なる", "かかる", "罹る", "罹患する"), re.compile("に")),
    **dict.fromkeys(("患う", "発症する", "抱える", "持つ"), re.compile("を")),
}
"""Verbs of falling ill or living with an illness, with the text between the illness and the verb."""
_ONSET_VERBS: Final = frozenset(("なる", "かかる", "罹る", "罹患する", "発症する"))
"""Those that in the plain form tell what may happen to anybody (熱中症になりますよ)."""
_SUBJECT_LABELS: Final = ("nsubj", "dislocated")
_MAIN_ENDINGS: Final = ("stop", "が", "けど", "けれど", "ので")
"""The ends of a clause that is a statement by itself."""
_CIRCUMSTANCE_PARTICLES: Final = frozenset(("で", "から", "まで", "に", "によって"))
"""Particles of where, since when and by whom an illness is diagnosed."""


def possession_statements(
    parse: Parse, clause: Clause, referents: Referents, *, only_speaker: bool
) -> Iterator[StatementDraft]:
    """What the speaker, or the person who is the clause's topic, is or has.

    `only_speaker` tells that nobody else was mentioned before: only then is a clause without a topic about the speaker.
    """
    if clause.predicate.lemma in _EXISTENCE_VERBS:
        yield from _existence_statements(parse, clause, referents, only_speaker=only_speaker)
    elif clause.predicate.lemma in _ILLNESS_VERBS:
        yield from _illness_statements(parse, clause, referents, only_speaker=only_speaker)
    elif only_speaker:
        yield from _class_statements(parse, clause, referents.names)


def _existence_statements(
    parse: Parse, clause: Clause, referents: Referents, *, only_speaker: bool
) -> Iterator[StatementDraft]:
    """ "Xは(には)Nがある" with an illness, a licence, a relative or a pet as N; an allergy's cause is the object."""
    verb = clause.predicate.word
    marked = (child for child in parse.children[verb.place] if particle_of(parse, parse.words[child]).case == "が")
    places = sorted({*(argument.head for argument in clause.of_role("が")), *marked})
    subjects = [parse.words[place] for place in places if place < verb.place]
    parallels = [parse.words[place] for subject in subjects for place in also(parse, subject.place)]
    nouns = (noun for head in (*parallels, *subjects) for noun in (*(other for other, _ in row_of(parse, head)), head))
    things = [noun for noun in dict.fromkeys(nouns) if _is_possession(parse, clause, noun)]
    cause = _allergy_cause(parse, clause, things[0]) if len(things) == 1 else None
    owner = _owner(parse, clause, (*things, cause), referents, only_speaker=only_speaker) if things else None
    animate = verb.lemma in _ANIMATE_VERBS
    for thing in things if owner is not None else ():
        value = _possession_name(parse, cause or thing, referents.names)
        allergy = f"に{_phrase(parse, thing)}" if cause is not None else ""
        predicate = allergy + ("がいる" if animate else "がある")
        lemma = allergy + ("がある" if allergy else "いる" if animate else "ある")
        if owner is not None and value is not None:
            draft = _draft(parse, clause, referents.names, owner, value, predicate, lemma)
            draft.polarity = Polarity.NEGATIVE if verb.lemma in ("ない", "無い") else draft.polarity
            yield draft


def _illness_statements(
    parse: Parse, clause: Clause, referents: Referents, *, only_speaker: bool
) -> Iterator[StatementDraft]:
    """ "Nと診断された", "Nになった", "Nの診断を受けた", "Nを患っている" with an illness as N."""
    verb, lemma = clause.predicate.word, clause.predicate.lemma
    passive = clause.predicate.voice == "p"
    for place in range(verb.place - 1, clause.sentence.start - 1, -1):
        noun = parse.words[place]
        if _ILLNESS_VERBS[lemma].fullmatch(parse.text, noun.end, verb.start) and is_illness(_phrase(parse, noun)):
            break
    else:
        return
    tail = tail_of(parse, verb, clause.sentence)
    if passive is not (lemma == "診断する") or (lemma in _ONSET_VERBS and not (PAST.search(tail) or goes_on(tail))):
        return
    value = _possession_name(parse, noun, referents.names)
    circumstances = _CIRCUMSTANCE_PARTICLES
    owner = _owner(parse, clause, (noun,), referents, only_speaker=only_speaker, circumstances=circumstances)
    if owner is None or value is None:
        return
    predicate = "と診断される" if passive or lemma == "受ける" else lemma
    lemma = "診断する" if lemma == "受ける" else lemma
    yield _draft(parse, clause, referents.names, owner, value, predicate, lemma)


def _draft(
    parse: Parse, clause: Clause, names: Lookup, owner: "_Owner", value: Name, predicate: str, lemma: str
) -> StatementDraft:
    """The statement of a verb between an owner and a possession."""
    verb = clause.predicate.word
    tail = tail_of(parse, verb, clause.sentence)
    polarity, modality = polarity_and_modality(parse, verb, tail, clause.sentence)
    kind, sentence = RelationType.RELATES_TO, clause.sentence
    evidence = "owner" if owner.named else "speaker unnamed"
    precision = _OWNER_PRECISION if owner.named else _speaker_precision(parse, clause, names)
    draft = nominal_draft(owner.name, value, predicate, kind, sentence, precision, evidence, polarity, modality, lemma)
    over = has_lasted(tail) or (clause.predicate.lemma in _EXISTENCE_VERBS and PAST.search(tail) is not None)
    draft.past = over or is_former(parse, verb.place, tail, clause.sentence)
    return draft


def _speaker_precision(parse: Parse, clause: Clause, names: Lookup) -> float:
    """How often a clause with an omitted subject is about the speaker."""
    return speaker_at_end(names) if _ends_in(parse, clause, _MAIN_ENDINGS) else SPEAKER


def _ends_in(parse: Parse, clause: Clause, endings: Sequence[str]) -> bool:
    """Whether a clause ends in one of these conjunctions, or in なので."""
    return clause.predicate.ending in endings or parse.text.startswith("なので", clause.predicate.word.end)


def _phrase(parse: Parse, noun: Word) -> str:
    return parse.surface(*phrase_of(parse, noun.place))


def _possession_name(parse: Parse, noun: Word, names: Lookup) -> Name | None:
    """What somebody has, with its modifiers by の (エビのアレルギー)."""
    first = min((phrase_of(parse, word.place)[0] for word in possessors(parse, noun)), default=noun.place)
    common = names.common(noun.place) if first == noun.place else None
    return names.at(noun.place) or common or names.framed((first, noun.place), None, topic=False)


def _allergy_cause(parse: Parse, clause: Clause, thing: Word) -> Word | None:
    """What somebody is allergic to (エビにアレルギーがある)."""
    if not thing.text.endswith("アレルギー"):
        return None
    before = (parse.words[child] for child in parse.children[clause.predicate.word.place] if child < thing.place)
    marked = (word for word in before if word.is_noun and particle_of(parse, word).case in ("に", "に対して"))
    return next((word for word in marked if not is_personal(word.text) and word.text not in _HOME), None)


def _is_possession(parse: Parse, clause: Clause, thing: Word) -> bool:
    """Whether a noun is what the verb can say that people have: a relative or pet, an illness or a licence."""
    noun = _phrase(parse, thing)
    if clause.predicate.lemma in _ANIMATE_VERBS:
        return is_personal(noun) or noun in PETS
    return is_held(noun)


class _Owner(NamedTuple):
    """Who has something; `named` where the clause has a word for them."""

    name: Name
    named: bool


def _owner(
    parse: Parse,
    clause: Clause,
    things: tuple[Word | None, ...],
    referents: Referents,
    *,
    only_speaker: bool,
    circumstances: frozenset[str] = frozenset(),
) -> _Owner | None:
    """The person who is the topic, else the speaker; None where the clause is about a place or somebody else.

    `things` are the possessions, `circumstances` the particles of further phrases that the clause may have.
    """
    names, verb = referents.names, clause.predicate.word
    places = [thing.place for thing in things if thing is not None]
    owner: Name | None = None
    nested = (
        child for place in places for child in parse.children[place] if parse.words[child].label in _SUBJECT_LABELS
    )
    for child in (*parse.children[verb.place], *nested):
        word = parse.words[child]
        if child >= verb.place or child in places or any(parse.words[place].head == child for place in places):
            continue
        case, topic = particle_of(parse, word)
        if case in circumstances and not topic:
            continue
        person = names.speaker(child) if word.text in _HOME else next(iter(referents.doers(child)), None)
        if person is None and (word.tag.startswith(_ADVERBIAL_TAGS) or word.label in ("punct", "aux")):
            continue
        marks_owner = topic or case == ("が" if circumstances else "に")
        if owner is not None or not marks_owner or person is None or person.type is not EntityType.PERSON:
            return None
        owner = person
    if owner is not None:
        return _Owner(owner, named=True)
    if not only_speaker or not _may_be_speakers(parse, clause):
        return None
    speaker = names.speaker(verb.place)
    if speaker is None or any(_is_modified(parse, parse.words[place], places) for place in places):
        return None
    return _Owner(speaker, named=False)


def _is_modified(parse: Parse, thing: Word, things: Sequence[int]) -> bool:
    """Whether a relative clause or a possessor of a thing may tell whose it is.

    A thing before the の of an illness is none: it tells what the illness is of (エビのアレルギー).
    """
    modifiers = (parse.words[child] for child in parse.children[thing.place] if child not in things)
    return any(
        word.label == "acl" or (word.label == "nmod" and (is_personal(word.text) or not is_illness(thing.text)))
        for word in modifiers
    )


def _may_be_speakers(parse: Parse, clause: Clause) -> bool:
    """Whether a clause states something that the speaker may be the omitted subject of."""
    tail = tail_of(parse, clause.predicate.word, clause.sentence)
    states = _ends_in(parse, clause, (*_MAIN_ENDINGS, "から", "し", "て", "stem"))
    others = clause.predicate.voice != "p" and says_of_others(tail)
    return states and not asks(parse, clause.sentence) and not others


def _class_statements(parse: Parse, clause: Clause, names: Lookup) -> Iterator[StatementDraft]:
    """ "Nです" with a kind of person or an illness as N and no other noun in the sentence: the speaker is N."""
    noun = clause.predicate.word
    if clause.predicate.kind not in ("nominal", "adjective") or not noun.is_noun:
        return
    first, last = phrase_of(parse, noun.place)
    if (owner := genitive_owner(parse, noun, names)) is not None and owner.type is EntityType.ORGANIZATION:
        yield from _role_at(parse, clause, noun, owner, names)
        return
    kind = parse.surface(first, last)
    ill = is_illness(kind)
    if last != noun.place or not (ill or is_kind_of_person(kind)) or kind.endswith(AT_SCHOOL):
        return
    speaker = names.speaker(last) if _is_only_noun(parse, clause, first) and _may_be_speakers(parse, clause) else None
    value = names.common(last) or names.framed((first, last), None, topic=False) if speaker is not None else None
    if value is None or speaker is None:
        return
    tail = tail_of(parse, noun, clause.sentence)
    polarity, modality = polarity_and_modality(parse, noun, tail, clause.sentence)
    relation = RelationType.INSTANCE_OF if holds(polarity, modality) and not ill else RelationType.RELATES_TO
    precision, evidence = _speaker_precision(parse, clause, names), "speaker unnamed"
    draft = nominal_draft(
        speaker, value, "である", relation, clause.sentence, precision, evidence, polarity, modality, "だ"
    )
    draft.past = is_former(parse, value.first, tail, clause.sentence)
    yield draft


def _role_at(parse: Parse, clause: Clause, noun: Word, owner: Name, names: Lookup) -> Iterator[StatementDraft]:
    """ "トヨタの社員でした" with no other noun in the sentence: what the speaker is or was at a firm."""
    alone = _is_only_noun(parse, clause, owner.first) and _may_be_speakers(parse, clause)
    speaker = names.speaker(noun.place) if alone and relations.is_relational(noun.text) else None
    if speaker is None:
        return
    tail = tail_of(parse, noun, clause.sentence)
    stated = polarity_and_modality(parse, noun, tail, clause.sentence)
    precision = _speaker_precision(parse, clause, names)
    draft = noun_relation_draft(speaker, owner, noun.text, clause.sentence, precision, "speaker unnamed", *stated)
    draft.past = is_former(parse, noun.place, tail, clause.sentence)
    yield draft


def _is_only_noun(parse: Parse, clause: Clause, first: int) -> bool:
    """Whether only adverbials stand before the noun, and a copula behind it."""
    noun = clause.predicate.word
    after = parse.words[noun.place + 1] if noun.place + 1 < clause.sentence.stop else None
    if after is None or after.lemma not in ("です", "だ", "じゃ", "である", "た"):
        return False
    before = parse.words[clause.sentence.start : first]
    topical = [word.place for word in before if word.text == "は" and word.tag == "助詞-係助詞"]
    # 以前は
    adverbs = {place for place in topical if parse.words[max(place - 1, 0)].tag.startswith(_TIME_ADVERB)}
    return all(word.tag.startswith(_ADVERBIAL_TAGS) or word.place in adverbs for word in before)
