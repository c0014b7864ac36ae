"""What people say they are or have: 花粉症です, エビにアレルギーがあります, 糖尿病と診断された, 息子が二人います."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from extraction.lang.ja.arguments.candidates import row_of
from extraction.lang.ja.arguments.circumstances import goes_on
from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.zero_subjects import SPEAKER, says_of_others, speaker_at_end
from extraction.lang.ja.facts.drafts import StatementDraft, nominal_draft
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.modality.predicate_suffixes import PAST, asks, tail_of
from extraction.lang.ja.modality.stating import polarity_and_modality
from extraction.lang.ja.modality.tense import has_lasted, is_former
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import also, particle_of, phrase_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import AT_SCHOOL, PETS, is_held, is_illness, is_kind_of_person, words_of
from graph.model.types import EntityType, Polarity, RelationType, holds

_THERE = frozenset(words_of("ある 有る いる 居る ござる ない 無い"))
_LIVING = frozenset(("いる", "居る"))
_HOME = frozenset(words_of("うち 家 我が家 自宅 実家 私 僕 俺 わたし 自分"))
_ASIDE = words_of("副詞 感動詞 接続詞 補助記号 名詞-普通名詞-副詞可能 名詞-数詞 接尾辞 空白 名詞-普通名詞-助数詞")
"""Tags of what adds a time, a number or a greeting and names nobody."""
_HELD_TRUST = 0.77
_ALLERGY = "アレルギー"
_FALLING: dict[str, re.Pattern[str]] = {
    "診断する": re.compile(r"(?:だ|である)?と"),
    "受ける": re.compile(r"(?:と?の|という)診断を"),
    **dict.fromkeys(words_of("なる かかる 罹る 罹患する"), re.compile("に")),
    **dict.fromkeys(words_of("患う 発症する 抱える 持つ"), re.compile("を")),
}
"""Verbs by which somebody comes to an illness or lives with it, with what stands between it and them."""
_COMING = frozenset(words_of("なる かかる 罹る 罹患する 発症する"))
"""Those that tell, in the plain form, what anybody may come to (熱中症になりますよ)."""
_SUBJECTS = ("nsubj", "dislocated")
_WHOLE = ("stop", "が", "けど", "けれど", "ので")
"""How a clause goes on that is a statement by itself."""
_BESIDE = frozenset(("で", "から", "まで", "に", "によって"))
"""Particles of where, since when and by whom an illness is found."""


def of_own(parse: Parse, clause: Clause, referents: Referents, *, alone: bool) -> Iterator[StatementDraft]:
    """What a clause says that its speaker, or the person who is its topic, is or has.

    `alone` tells that nobody else was spoken of before: only then is a sentence without a topic about the speaker.
    """
    if clause.predicate.lemma in _THERE:
        yield from _held(parse, clause, referents, alone=alone)
    elif clause.predicate.lemma in _FALLING:
        yield from _fallen_ill(parse, clause, referents, alone=alone)
    elif alone:
        yield from _being(parse, clause, referents.names)


def _held(parse: Parse, clause: Clause, referents: Referents, *, alone: bool) -> Iterator[StatementDraft]:
    """ "Xは(には)Nがある": N is an illness, a licence or one's family, and X who has it; of an allergy also to what."""
    verb = clause.predicate.word
    marked = (child for child in parse.children[verb.place] if particle_of(parse, parse.words[child]).case == "が")
    places = sorted({*(one.head for one in clause.of_role("が")), *marked})
    last = [parse.words[place] for place in places if place < verb.place]
    beside = [parse.words[place] for one in last for place in also(parse, one.place)]
    row = (noun for one in (*beside, *last) for noun in (*(other for other, _ in row_of(parse, one)), one))
    things = [noun for noun in dict.fromkeys(row) if _may_be_had(parse, clause, noun)]
    cause = _cause(parse, clause, things[0]) if len(things) == 1 else None
    owner = _holder(parse, clause, (*things, cause), referents, alone=alone) if things else None
    living = verb.lemma in _LIVING
    for thing in things if owner is not None else ():
        value = _thing(parse, cause or thing, referents.names)
        had = f"に{_phrase(parse, thing)}" if cause is not None else ""
        told = (had + ("がいる" if living else "がある"), had + ("がある" if had else "いる" if living else "ある"))
        if owner is not None and value is not None:
            draft = _draft(parse, clause, referents.names, owner, value, told)
            draft.polarity = Polarity.NEGATIVE if verb.lemma in ("ない", "無い") else draft.polarity
            yield draft


def _fallen_ill(parse: Parse, clause: Clause, referents: Referents, *, alone: bool) -> Iterator[StatementDraft]:
    """ "Nと診断された", "Nになった", "Nの診断を受けた", "Nを患っている": N is an illness, and whose the topic tells."""
    verb, lemma = clause.predicate.word, clause.predicate.lemma
    passive = clause.predicate.voice == "p"
    for place in range(verb.place - 1, clause.sentence.start - 1, -1):
        noun = parse.words[place]
        if _FALLING[lemma].fullmatch(parse.text, noun.end, verb.start) and is_illness(_phrase(parse, noun)):
            break
    else:
        return
    tail = tail_of(parse, verb, clause.sentence)
    if passive is not (lemma == "診断する") or (lemma in _COMING and not (PAST.search(tail) or goes_on(tail))):
        return
    value = _thing(parse, noun, referents.names)
    owner = _holder(parse, clause, (noun,), referents, alone=alone, beside=_BESIDE)
    if owner is None or value is None:
        return
    told = ("と診断される", lemma) if passive else ("と診断される", "診断する") if lemma == "受ける" else (lemma, lemma)
    yield _draft(parse, clause, referents.names, owner, value, told)


def _draft(
    parse: Parse, clause: Clause, names: Lookup, owner: "_Owner", value: Name, told: tuple[str, str]
) -> StatementDraft:
    """What a verb says of its owner and a thing; `told` is the predicate with its lemma."""
    verb = clause.predicate.word
    tail = tail_of(parse, verb, clause.sentence)
    polarity, modality = polarity_and_modality(parse, verb, tail, clause.sentence)
    kind, (predicate, lemma) = RelationType.RELATES_TO, told
    how = "owner" if owner.named else "speaker unnamed"
    trust = _HELD_TRUST if owner.named else _unsaid(parse, clause, names)
    draft = nominal_draft(owner.name, value, predicate, kind, clause.sentence, trust, how, polarity, modality, lemma)
    over = has_lasted(tail) or (clause.predicate.lemma in _THERE and PAST.search(tail) is not None)
    draft.past = over or is_former(parse, verb.place, tail, clause.sentence)
    return draft


def _unsaid(parse: Parse, clause: Clause, names: Lookup) -> float:
    """How sure it is that a clause without a word for whom it is about is about the speaker."""
    return speaker_at_end(names) if _ends_in(parse, clause, _WHOLE) else SPEAKER


def _ends_in(parse: Parse, clause: Clause, endings: Sequence[str]) -> bool:
    """Whether a clause goes on by one of these conjunctions, or by なので."""
    return clause.predicate.ending in endings or parse.text.startswith("なので", clause.predicate.word.end)


def _phrase(parse: Parse, noun: Word) -> str:
    return parse.surface(*phrase_of(parse, noun.place))


def _thing(parse: Parse, noun: Word, names: Lookup) -> Name | None:
    """What somebody has, with all that の ties to it (エビのアレルギー)."""
    first = min((phrase_of(parse, one.place)[0] for one in possessors(parse, noun)), default=noun.place)
    found = names.common(noun.place) if first == noun.place else None
    return names.at(noun.place) or found or names.framed((first, noun.place), None, topic=False)


def _cause(parse: Parse, clause: Clause, thing: Word) -> Word | None:
    """What somebody is allergic to (エビにアレルギーがある)."""
    if not thing.text.endswith(_ALLERGY):
        return None
    near = (parse.words[child] for child in parse.children[clause.predicate.word.place] if child < thing.place)
    marked = (one for one in near if one.is_noun and particle_of(parse, one).case in ("に", "に対して"))
    return next((one for one in marked if not is_personal(one.text) and one.text not in _HOME), None)


def _may_be_had(parse: Parse, clause: Clause, thing: Word) -> bool:
    noun = _phrase(parse, thing)
    if clause.predicate.lemma in _LIVING:
        return is_personal(noun) or noun in PETS
    return is_held(noun)


class _Owner(NamedTuple):
    """Who has something, and whether the clause has a word for them."""

    name: Name
    named: bool


def _holder(
    parse: Parse,
    clause: Clause,
    things: tuple[Word | None, ...],
    referents: Referents,
    *,
    alone: bool,
    beside: frozenset[str] = frozenset(),
) -> _Owner | None:
    """The person who is the topic, else the speaker; None where the sentence tells of a place or of somebody else.

    `things` are what is had, `beside` the particles of what else the clause may tell.
    """
    names, verb = referents.names, clause.predicate.word
    places = [thing.place for thing in things if thing is not None]
    holder: Name | None = None
    hung = (child for place in places for child in parse.children[place] if parse.words[child].label in _SUBJECTS)
    for child in (*parse.children[verb.place], *hung):
        word = parse.words[child]
        if child >= verb.place or child in places or any(parse.words[place].head == child for place in places):
            continue
        case, topic = particle_of(parse, word)
        if case in beside and not topic:
            continue
        person = names.speaker(child) if word.text in _HOME else next(iter(referents.doers(child)), None)
        if person is None and (word.tag.startswith(_ASIDE) or word.label in ("punct", "aux")):
            continue
        led = topic or case == ("が" if beside else "に")
        if holder is not None or not led or person is None or person.type is not EntityType.PERSON:
            return None
        holder = person
    if holder is not None:
        return _Owner(holder, named=True)
    speaker = names.speaker(verb.place) if alone and _is_told(parse, clause) else None
    told = speaker is not None and not any(_is_described(parse, parse.words[place], places) for place in places)
    return _Owner(speaker, named=False) if speaker is not None and told else None


def _is_described(parse: Parse, thing: Word, beside: Sequence[int]) -> bool:
    """Whether a clause or an owner before a thing may tell whose it is; a thing with の tells what an illness is of."""
    before = (parse.words[child] for child in parse.children[thing.place] if child not in beside)
    return any(
        one.label == "acl" or (one.label == "nmod" and (is_personal(one.text) or not is_illness(thing.text)))
        for one in before
    )


def _is_told(parse: Parse, clause: Clause) -> bool:
    tail = tail_of(parse, clause.predicate.word, clause.sentence)
    kept = _ends_in(parse, clause, (*_WHOLE, "から", "し", "て", "stem"))
    others = clause.predicate.voice != "p" and says_of_others(tail)
    return kept and not asks(parse, clause.sentence) and not others


def _being(parse: Parse, clause: Clause, names: Lookup) -> Iterator[StatementDraft]:
    """ "Nです" with an N that says what somebody is, and nothing else in the sentence to say it of."""
    noun = clause.predicate.word
    if clause.predicate.kind not in ("nominal", "adjective") or not noun.is_noun:
        return
    first, last = phrase_of(parse, noun.place)
    kind = parse.surface(first, last)
    ill = is_illness(kind)
    if last != noun.place or not (ill or is_kind_of_person(kind)) or kind.endswith(AT_SCHOOL):
        return
    speaker = names.speaker(last) if _is_bare(parse, clause, first) and _is_told(parse, clause) else None
    value = names.common(last) or names.framed((first, last), None, topic=False) if speaker is not None else None
    if value is None or speaker is None:
        return
    tail = tail_of(parse, noun, clause.sentence)
    polarity, modality = polarity_and_modality(parse, noun, tail, clause.sentence)
    told = RelationType.INSTANCE_OF if holds(polarity, modality) and not ill else RelationType.RELATES_TO
    draft = nominal_draft(
        speaker,
        value,
        "である",
        told,
        clause.sentence,
        _unsaid(parse, clause, names),
        "speaker unnamed",
        polarity,
        modality,
        "だ",
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
