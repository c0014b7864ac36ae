"""What the sentences say of the names: frames, clauses and nominal predicates turned into statements with evidence."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from extraction.lang.ja.amounts.measured import amounts_of, of_amounts, with_amounts
from extraction.lang.ja.arguments.clauses import Clause, clauses_of
from extraction.lang.ja.arguments.zero_subjects import is_doer, resolve_zero_subjects
from extraction.lang.ja.facts.drafts import StatementDraft, distinct
from extraction.lang.ja.facts.events import of_clause
from extraction.lang.ja.facts.frames import of_frame
from extraction.lang.ja.facts.kin import LEADING, first_other, of_kin, unfolded
from extraction.lang.ja.facts.nominals import of_links, of_nominals
from extraction.lang.ja.facts.possession import of_own
from extraction.lang.ja.facts.relations import is_own, is_personal
from extraction.lang.ja.facts.ties import of_ties, tie_at
from extraction.lang.ja.facts.topics import Frame, frame_of, frames_in_row, opening_of
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.introductions import of_called, of_called_pets, of_names, own_names
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import particle_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import PETS
from extraction.names.speakers import UNSAID
from graph.model.types import EntityType

_MEMORY = 3
"""Sentences over which a topic goes on without being named again."""


def statements_in(parse: Parse, names: Lookup) -> list[StatementDraft]:
    """All statements of the text in order. Adds to `names` the common nouns that earn a place by being stated about."""
    drafts: list[StatementDraft] = []
    referents = Referents(parse, names)
    topic: tuple[int, int] | None = None
    if names.is_spoken:
        own_names(parse, names)
    amounts = amounts_of(parse, names)
    strangers, others = (first_other(parse, names, but_kin=but_kin) for but_kin in (True, False))
    for number, sentence in enumerate(parse.sentences):
        topic = _going_on(parse, parse.sentences[number - 1], names, topic) if number else topic
        if number:
            names.led_away = _is_led_away(parse, parse.sentences[number - 1], names, drafts)
        near_kin, alone = sentence.start <= strangers, sentence.start <= others
        drafts += [one for read in (of_kin, of_called) for one in read(parse, sentence, names, alone=near_kin)]
        frames, opening = _frames(parse, sentence, names)
        counted = list(of_amounts(parse, sentence, amounts, referents))
        for draft in counted if frames else ():
            draft.subject.about = True
        framed = [one for frame in frames if not counted for one in _framed(parse, frame, referents, alone=near_kin)]
        drafts += [*counted, *framed]
        if frames and (framed or frames[-1].attribute):
            names.told(sentence)
            topic = (frames[-1].subject[1], number)
            continue
        opened = _opened(parse, opening, clauses_of(parse, sentence), referents, alone=near_kin)
        drafts += opened.drafts
        topic = topic if opened.topic is None else (opened.topic, number)
        near = topic[0] if topic is not None and number - topic[1] <= _MEMORY else None
        own = [list(of_own(parse, clause, referents, alone=alone)) for clause in opened.clauses]
        drafts += (draft for told in own for draft in told)
        rest = [clause for clause, told in zip(opened.clauses, own, strict=True) if not told]
        free = [one for one in amounts if all(draft.object is not one for draft in counted)]
        drafts += _of_clauses(parse, rest, referents, near, free, speaker=names.is_spoken and opened.topic is None)
        drafts += [*of_nominals(parse, sentence, referents), *of_links(parse, sentence, names)]
        drafts += of_ties(parse, sentence, referents, near, speaker=names.is_spoken and opened.topic is None)
        _mark_topics(parse, sentence, names, first=number == 0)
        told = _topic_of(parse, opened.clauses, referents)
        topic = topic if told is None else (told, number)
    drafts += list(of_called_pets(parse, drafts, names))
    return distinct(drafts)


def _going_on(parse: Parse, sentence: range, names: Lookup, topic: tuple[int, int] | None) -> tuple[int, int] | None:
    """The topic with which the text goes on behind a sentence: none behind one about the speaker."""
    others = _is_of_others(parse, sentence, names)
    if others is None:
        return topic
    names.goes_on_about(others=others)
    # of "私の夫はドイツ人です" the frame is 私, and 夫 whom it is about
    return topic if others and topic is not None and not names.is_self(topic[0]) else None


def _leading(parse: Parse, sentence: range) -> Iterator[Word]:
    """The words of a sentence before は, が and も, which may be what it is about."""
    for word in (parse.words[place] for place in sentence[:-1]):
        after = parse.words[word.place + 1]
        if after.text in LEADING and after.is_particle:
            yield word


def _is_of_others(parse: Parse, sentence: range, names: Lookup) -> bool | None:
    """Whether a sentence is about somebody other than who speaks, named or not (父は…); None where it tells neither."""
    for word in _leading(parse, sentence):
        if is_personal(word.text) or is_doer(word, names):
            return not names.is_self(word.place)
    return None


def _is_led_away(parse: Parse, sentence: range, names: Lookup, drafts: Sequence[StatementDraft]) -> bool:
    """Whether a sentence has told of something else than who speaks; as before it where it has no subject."""
    told = [end.method for draft in drafts if draft.sentence == sentence for end in (draft.subject, draft.object)]
    if "speaker" in told:
        return False
    for word in _leading(parse, sentence):
        if word.is_noun and not names.is_time(word.place):
            return not names.is_self(word.place) and (
                word.text in PETS or is_personal(word.text) or not is_own(word.text)
            )
    return names.led_away


def _frames(parse: Parse, sentence: range, names: Lookup) -> tuple[tuple[Frame, ...], Frame | None]:
    """The frames that a whole sentence is, else the one that it opens with."""
    whole = frames_in_row(parse, sentence) or tuple(frame for frame in (frame_of(parse, sentence),) if frame)
    values = (place for frame in whole for first, last in frame.values for place in range(first, last + 1))
    if any(tie_at(parse, parse.words[place]) for place in values):
        return (), None  # "田中さんは大阪出身": he is no 出身
    if whole:
        return tuple(unfolded(parse, frame, names) for frame in whole), None
    opening = opening_of(parse, sentence)
    return (), opening and unfolded(parse, opening, names)


def _framed(parse: Parse, frame: Frame, referents: Referents, *, alone: bool) -> list[StatementDraft]:
    """What a frame says: who somebody's is called, else a value of its attribute."""
    return list(of_names(parse, frame, referents.names, alone=alone)) or list(of_frame(parse, frame, referents))


class _Opened(NamedTuple):
    """What the opening of a sentence says, the clauses behind it, and whom they go on about, if not the speaker."""

    drafts: Sequence[StatementDraft]
    clauses: Sequence[Clause]
    topic: int | None


def _opened(
    parse: Parse, opening: Frame | None, clauses: Sequence[Clause], referents: Referents, *, alone: bool
) -> _Opened:
    """A sentence taken apart behind its opening, in which nothing does what follows (趣味は釣りで、毎週海に行く)."""
    drafts = _framed(parse, opening, referents, alone=alone) if opening is not None else []
    if opening is None or not drafts:
        return _Opened((), clauses, None)
    referents.names.told(opening.sentence)
    end = opening.sentence.stop
    behind = [
        clause._replace(arguments=tuple(one for one in clause.arguments if one.head >= end))
        for clause in clauses
        if clause.predicate.word.place >= end
    ]
    speakers = any(UNSAID in name.reasons for name in (drafts[0].subject, drafts[0].object))
    return _Opened(drafts, behind, None if speakers else opening.subject[1])


def _of_clauses(
    parse: Parse,
    clauses: Sequence[Clause],
    referents: Referents,
    topic: int | None,
    amounts: Sequence[Name],
    *,
    speaker: bool,
) -> Iterator[StatementDraft]:
    for clause, unnamed in resolve_zero_subjects(parse, clauses, topic, referents.names, speaker=speaker):
        drafts = list(of_clause(parse, clause, referents, unnamed))
        yield from with_amounts(parse, clause, amounts, referents, unnamed, drafts) if amounts else drafts


def _topic_of(parse: Parse, clauses: Sequence[Clause], referents: Referents) -> int | None:
    """The word that は sets at the head of a sentence, or its subject, when it is a name."""
    for routes in (("は", "とは", "reach", "top"), ("が",)):
        for clause in clauses:
            for one in clause.of_role("が"):
                if one.route in routes and parse.words[one.head].place >= clause.sentence.start:
                    found = referents.pointed(one.head) or referents.names.at(one.head)
                    if found is not None and found.named and found.type is not EntityType.TIME_UNIT:
                        return found.last
    return None


def _mark_topics(parse: Parse, sentence: range, names: Lookup, *, first: bool) -> None:
    """The sentence is about its topic; the first one also about its subject."""
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
