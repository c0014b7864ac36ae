"""Relation extraction for a parsed text: every sentence read as a frame, else as clauses and noun predicates."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from extraction.lang.ja.amounts.measured import amounts_of, of_amounts, with_amounts
from extraction.lang.ja.arguments.clauses import Clause, clauses_of
from extraction.lang.ja.arguments.messengers import messenger_of, only_person_in
from extraction.lang.ja.arguments.zero_subjects import is_doer, resolve_zero_subjects
from extraction.lang.ja.facts.changes import ruled_out
from extraction.lang.ja.facts.colleagues import is_same_group, same_group_statements
from extraction.lang.ja.facts.drafts import StatementDraft, distinct
from extraction.lang.ja.facts.events import clause_statements
from extraction.lang.ja.facts.frame_statements import frame_statements
from extraction.lang.ja.facts.frames import Frame, coordinated_frames, frame_of, opening_of, succession_of
from extraction.lang.ja.facts.gapping import with_gaps_filled
from extraction.lang.ja.facts.introductions import (
    add_speaker_aliases,
    called_statements,
    name_frame_statements,
    pet_name_statements,
)
from extraction.lang.ja.facts.kin import SUBJECT_PARTICLES, first_other_person, kin_statements, with_role_resolved
from extraction.lang.ja.facts.nominals import (
    affiliation_at,
    affiliation_statements,
    name_pair_statements,
    nominal_statements,
)
from extraction.lang.ja.facts.possession import possession_statements
from extraction.lang.ja.facts.relations import is_own_attribute, is_personal
from extraction.lang.ja.facts.themes import of_theme, theme_of
from extraction.lang.ja.facts.worded.joined import joined_ties
from extraction.lang.ja.facts.worded.literals import LiteralDraft, literal_drafts
from extraction.lang.ja.facts.worded.ties import ties_in, with_ties
from extraction.lang.ja.modality.unasserted import unasserted
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import particle_of
from extraction.lang.ja.parse.parse_repair import is_label
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import PETS
from extraction.names.speakers import UNSAID
from graph.model.types import EntityType, Modality, RelationType, tells

_TOPIC_REACH: Final = 3
"""Sentences over which a topic continues without being named again."""


class Read(NamedTuple):
    """The statements of a text and the literal facts beside them."""

    statements: list[StatementDraft]
    literals: list[LiteralDraft]


def statements_in(parse: Parse, names: Lookup) -> Read:
    """All statements of the text in order. Adds to `names` the common nouns that a statement is about."""
    read: list[Frame | tuple[Clause, float]] = []
    drafts: list[StatementDraft] = []
    referents = Referents(parse, names)
    topic: tuple[int, int] | None = None
    theme: tuple[int, int] | None = None
    if names.may_omit_speaker:
        add_speaker_aliases(parse, names)
    amounts = amounts_of(parse, names)
    first_person = first_other_person(parse, names, skip_introduced=False)
    first_unintroduced = first_other_person(parse, names, skip_introduced=True)
    ties: list[LiteralDraft] = []
    heard = _Heard()
    for number, sentence in enumerate(parse.sentences):
        clauses = clauses_of(parse, sentence)
        ties += [*ties_in(parse, clauses, referents), *joined_ties(parse, clauses, referents, sentence)]
        if number:
            previous = parse.sentences[number - 1]
            topic = _continued_topic(parse, previous, names, topic)
            names.topic_shifted = _shifts_topic(parse, previous, names, drafts)
            heard.go_on(number, names)
        labelled = _labelled(parse, sentence, names)
        topic = topic if labelled is None else (labelled, number)
        only_speaker = sentence.start <= first_person
        only_relatives = sentence.start <= first_unintroduced
        drafts += kin_statements(parse, sentence, names, only_speaker=only_relatives)
        drafts += called_statements(parse, sentence, names, only_speaker=only_relatives)
        shared = list(same_group_statements(parse, sentence, referents))
        drafts += shared
        frames, opening = ((), None) if shared else _frames(parse, sentence, names, theme)
        theme = theme_of(parse, sentence, names, theme)
        is_measure = names.of_work and any(frame.attribute for frame in frames)
        counted = [] if is_measure else list(of_amounts(parse, sentence, amounts, referents))
        for draft in counted if frames else ():
            draft.subject.about = True
        framed = [
            draft
            for frame in frames
            if not counted
            for draft in _frame_drafts(parse, frame, referents, only_speaker=only_relatives)
        ]
        drafts += [*counted, *framed]
        read += frames
        if frames and (framed or frames[-1].attribute) and not frames[-1].is_behind:
            names.ignore_compounds(sentence)
            topic = (frames[-1].subject[1], number)
            continue
        opened = _opened(parse, opening, clauses, referents, only_speaker=only_relatives)
        drafts += opened.drafts
        topic = topic if opened.topic is None else (opened.topic, number)
        carried = topic[0] if topic is not None and number - topic[1] <= _TOPIC_REACH else None
        speaker = names.may_omit_speaker and opened.topic is None
        rest: list[Clause] = []
        for clause in opened.clauses:
            possessions = list(possession_statements(parse, clause, referents, only_speaker=only_speaker))
            drafts += possessions
            rest += [] if possessions else [clause]
        uncounted = [amount for amount in amounts if all(draft.object is not amount for draft in counted)]
        mentioned = only_person_in(parse, parse.sentences[number - 1], names) if number and carried is None else None
        resolved = resolve_zero_subjects(parse, rest, carried, names, speaker=speaker, mentioned=mentioned)
        read += resolved
        drafts += _clause_drafts(parse, resolved, referents, uncounted)
        drafts += () if shared else nominal_statements(parse, sentence, referents)
        drafts += name_pair_statements(parse, sentence, names)
        drafts = [draft for draft in drafts if not is_same_group(parse, draft.object)]
        drafts += affiliation_statements(parse, sentence, referents, carried, speaker=speaker)
        drafts = with_gaps_filled(parse, sentence, referents, drafts)
        _mark_topics(parse, sentence, names, first=number == 0)
        named_topic = _named_topic(opened.clauses, referents)
        topic = topic if named_topic is None else (named_topic, number)
        messenger = None if names.of_work or named_topic is not None else messenger_of(parse, sentence, names)
        if messenger is not None:
            heard.number, topic = number, (messenger, number + 1 - _TOPIC_REACH)
    drafts += list(pet_name_statements(parse, drafts, names))
    drafts += list(ruled_out(parse, drafts, names))
    drafts, literals = with_ties(drafts, list(literal_drafts(parse, read, referents)), ties)
    _weaken(parse, drafts, literals)
    _drop_unrelated(referents, drafts, literals)
    return Read(distinct(drafts), literals)


def _drop_unrelated(referents: Referents, drafts: Sequence[StatementDraft], literals: Sequence[LiteralDraft]) -> None:
    """Leaves relatives who were supposed to be the end of a relation, and are of none, what they were: words."""
    related = [end for draft in drafts for end in (draft.subject, draft.object)]
    typed = (draft for draft in literals if draft.type is not RelationType.RELATES_TO)
    related += [end.name for draft in typed for end in (draft.subject, draft.object) if end.name is not None]
    dropped = {id(name) for name in referents.without_related(related)}
    for draft in literals if dropped else ():
        if id(draft.subject.name) in dropped:
            draft.subject = draft.subject._replace(name=None)
        if id(draft.object.name) in dropped:
            draft.object = draft.object._replace(name=None)


class _Heard:
    """The sentence in which something was heard of somebody, of whom the next one tells, and not of who writes."""

    number: int | None = None
    _may_omit: bool = False

    def go_on(self, number: int, names: Lookup) -> None:
        """Lets the sentence behind it be of somebody else, and the one behind that be as it was before."""
        if self.number == number - 1:
            self._may_omit = names.may_omit_speaker
            names.continue_about(others=True)
        elif self.number == number - 2 and self._may_omit:
            names.continue_about(others=False)


def _weaken(parse: Parse, drafts: Sequence[StatementDraft], literals: Sequence[LiteralDraft]) -> None:
    """Makes what the text does not assert only possible: fiction, examples, suppositions, texts to translate."""
    stretches = unasserted(parse)
    for draft in drafts if stretches else ():
        ends = ((end.start, end.end) for end in (draft.subject, draft.object) if UNSAID not in end.reasons)
        if tells(draft.modality) and _is_made_up(parse, draft.sentence, ends, stretches):
            draft.modality, draft.type = Modality.POSSIBLE, RelationType.RELATES_TO
    for literal in literals if stretches else ():
        start, stop = parse.characters(literal.sentence.start, literal.sentence.stop - 1)
        words = [end.text for end in (literal.subject, literal.object)]
        places = [parse.text.find(text, start, stop) for text in words]
        ends = ((place, place + len(text)) for place, text in zip(places, words, strict=True) if place >= 0)
        if tells(literal.predicate.modality) and _is_made_up(parse, literal.sentence, ends, stretches):
            literal.predicate = literal.predicate._replace(modality=Modality.POSSIBLE)
            literal.type = RelationType.RELATES_TO


def _is_made_up(
    parse: Parse, sentence: range, ends: Iterable[tuple[int, int]], stretches: Sequence[tuple[int, int]]
) -> bool:
    """Whether a sentence, or an end of a fact, lies within a stretch that asserts nothing."""
    spans = (parse.characters(sentence.start, sentence.stop - 1), *ends)
    return any(begin <= start and stop <= end for begin, end in stretches for start, stop in spans)


def _continued_topic(
    parse: Parse, sentence: range, names: Lookup, topic: tuple[int, int] | None
) -> tuple[int, int] | None:
    """The topic after a sentence: none after one about the speaker."""
    others = _is_about_others(parse, sentence, names)
    if others is None:
        return topic
    names.continue_about(others=others)
    # The frame of "私の夫はドイツ人です" has 私 as subject, but the sentence is about 夫.
    return topic if others and topic is not None and not names.is_self(topic[0]) else None


def _topic_words(parse: Parse, sentence: range) -> Iterator[Word]:
    """The words of a sentence before は, が and も."""
    for word in (parse.words[place] for place in sentence[:-1]):
        after = parse.words[word.place + 1]
        if after.text in SUBJECT_PARTICLES and after.is_particle:
            yield word


def _is_about_others(parse: Parse, sentence: range, names: Lookup) -> bool | None:
    """Whether a sentence is about somebody other than the speaker (父は…); None where it is about no person."""
    labelled = _labelled(parse, sentence, names)
    if labelled is not None and (name := names.at(labelled)) is not None and name.type is EntityType.PERSON:
        return True
    for word in _topic_words(parse, sentence):
        if is_personal(word.text) or is_doer(word, names):
            return not names.is_self(word.place)
    return None


def _labelled(parse: Parse, sentence: range, names: Lookup) -> int | None:
    """The last word of the name that is a label before what is told of it (【田中さん】大阪に住む, OPS-142: 完了)."""
    if len(sentence) < 2 or not is_label(parse.words, sentence):
        return None
    name = names.at(sentence[-1] - 1)
    whole = name is not None and name.named and name.type is not EntityType.TIME_UNIT
    return sentence[-1] - 1 if whole and name is not None and name.first <= sentence.start + 1 else None


def _shifts_topic(parse: Parse, sentence: range, names: Lookup, drafts: Sequence[StatementDraft]) -> bool:
    """Whether a sentence is about something other than the speaker; one without a subject leaves it as it was."""
    ends = (end for draft in drafts if draft.sentence == sentence for end in (draft.subject, draft.object))
    if any(end.method == "speaker" for end in ends):
        return False
    for word in _topic_words(parse, sentence):
        if word.is_noun and not names.is_time(word.place):
            return not names.is_self(word.place) and (
                word.text in PETS or is_personal(word.text) or not is_own_attribute(word.text)
            )
    return names.topic_shifted


def _frames(
    parse: Parse, sentence: range, names: Lookup, theme: tuple[int, int] | None
) -> tuple[tuple[Frame, ...], Frame | None]:
    """The frames that a whole sentence consists of, else the frame of its first clause."""
    whole = coordinated_frames(parse, sentence) or tuple(
        filter(None, (frame_of(parse, sentence) or succession_of(parse, sentence, names),))
    )
    values = (place for frame in whole for first, last in frame.values for place in range(first, last + 1))
    if any(affiliation_at(parse, parse.words[place]) for place in values):
        return (), None  # "田中さんは大阪出身" is no class of his.
    if whole:
        return tuple(with_role_resolved(parse, frame, names) for frame in of_theme(parse, whole, names, theme)), None
    opening = opening_of(parse, sentence)
    return (), opening and with_role_resolved(parse, opening, names)


def _frame_drafts(parse: Parse, frame: Frame, referents: Referents, *, only_speaker: bool) -> list[StatementDraft]:
    """The statements of a frame: those about a name (妻の名前はアンナ), else about the values of its attribute."""
    if frame.title:
        return []
    named = list(name_frame_statements(parse, frame, referents.names, only_speaker=only_speaker))
    return named or list(frame_statements(parse, frame, referents, only_speaker=only_speaker))


class _Opened(NamedTuple):
    """The statements of a sentence's opening frame, the clauses behind it, and their topic if not the speaker."""

    drafts: Sequence[StatementDraft]
    clauses: Sequence[Clause]
    topic: int | None


def _opened(
    parse: Parse, opening: Frame | None, clauses: Sequence[Clause], referents: Referents, *, only_speaker: bool
) -> _Opened:
    """A sentence split behind its opening frame, which holds no argument of the rest (趣味は釣りで、毎週海に行く)."""
    drafts = _frame_drafts(parse, opening, referents, only_speaker=only_speaker) if opening is not None else []
    if opening is None or not drafts:
        return _Opened((), clauses, None)
    referents.names.ignore_compounds(opening.sentence)
    end = opening.sentence.stop
    behind = [
        clause._replace(arguments=tuple(argument for argument in clause.arguments if argument.head >= end))
        for clause in clauses
        if clause.predicate.word.place >= end
    ]
    about_speaker = any(UNSAID in name.reasons for name in (drafts[0].subject, drafts[0].object))
    return _Opened(drafts, behind, None if about_speaker else opening.subject[1])


def _clause_drafts(
    parse: Parse,
    clauses: Sequence[tuple[Clause, float]],
    referents: Referents,
    amounts: Sequence[Name],
) -> Iterator[StatementDraft]:
    for clause, unnamed in clauses:
        drafts = list(clause_statements(parse, clause, referents, unnamed))
        yield from with_amounts(parse, clause, amounts, referents, unnamed, drafts) if amounts else drafts


def _named_topic(clauses: Sequence[Clause], referents: Referents) -> int | None:
    """The last word of the name that is the topic of a sentence, or else its subject."""
    for routes in (("は", "とは", "reach", "top"), ("が",)):
        for clause in clauses:
            for argument in clause.of_role("が"):
                if argument.route in routes and argument.head >= clause.sentence.start:
                    name = referents.antecedent(argument.head) or referents.names.at(argument.head)
                    if name is not None and name.named and name.type is not EntityType.TIME_UNIT:
                        return name.last
    return None


def _mark_topics(parse: Parse, sentence: range, names: Lookup, *, first: bool) -> None:
    """Marks the topic of a sentence as what it is about, and of the first sentence also its subject."""
    for place in sentence:
        word = parse.words[place]
        if not word.is_noun or word.label not in ("nsubj", "obl", "dislocated", "obj", "nmod"):
            continue
        case, topic = particle_of(parse, word)
        if topic or (first and case == "が"):
            name = names.at(place) or (names.common(place) if first and topic else None)
            if name is not None and name.type is not EntityType.TIME_UNIT:
                name.about = True
                name.reasons.append("topic" if topic else "subject")
