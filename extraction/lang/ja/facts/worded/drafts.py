"""One literal draft for each object of a predicate, and one denied for each thing that is set aside."""

from collections.abc import Iterator, Sequence
from typing import Final

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.arguments.valence import objects_of
from extraction.lang.ja.facts.worded.ends import LiteralDraft, Part, is_date, is_person
from extraction.lang.ja.modality.stating import Stated
from extraction.lang.ja.word_lists import EXISTING, VERBS
from graph.model.types import Polarity

LEAST: Final = 0.35
"""Literal facts less sure than this are dropped."""
_MANNER: Final = ("として",)
"""Roles of what only tells how something is done, beside an object."""
CHANGES: Final = VERBS.words("change_from")
MOVES: Final = CHANGES | VERBS.words("amount_change") | VERBS.words("change")
"""Verbs that tell of a thing what it was before and what it is now."""


PREDICATE_PARTICLES: Final = frozenset(("で", "と", "から", "まで", "として", "について", "に対して"))
"""Particles that belong to the meaning of the predicate: から引っ越す is not 引っ越す."""


def drafts_of(
    clause: Clause, predicate: Stated, subject: Part, things: Sequence[Part], away: Sequence[Part]
) -> Iterator[LiteralDraft]:
    """One fact for each object of the first role, with what has another role; and what is set aside, denied."""
    role = things[0].role if things else ""
    further = tuple(
        (part.role, part.end)
        for part in things
        if part.role not in (role, *_MANNER)
        # a date is the time of the fact, but where something moves from one to another
        if not (is_date(part.end) or part.is_when)
        or is_date(things[0].end)
        or (part.role == "から" and (predicate.lemma in MOVES or things[0].end.text[:1].isdigit()))
    )
    worded = role + predicate.predicate if _is_marked(role, predicate, subject) else predicate.predicate
    time = next((part.time for part in things if part.time is not None), None)
    for thing in things:
        confidence = subject.confidence * thing.confidence
        if thing.role != role or confidence < LEAST:
            continue
        yield LiteralDraft(
            subject=subject.end,
            object=thing.end,
            arguments=further,
            predicate=predicate._replace(predicate=worded),
            sentence=clause.sentence,
            confidence=confidence,
            evidence=f"が · {role}",
            time=time,
        )
    for part in away if predicate.polarity is Polarity.POSITIVE else ():
        yield LiteralDraft(
            subject=subject.end,
            object=part.end,
            arguments=(),
            predicate=predicate._replace(polarity=Polarity.NEGATIVE),
            sentence=clause.sentence,
            confidence=subject.confidence * 0.8,
            evidence="set aside",
        )


def _is_marked(role: str, predicate: Stated, subject: Part) -> bool:
    """Whether a particle stays before a predicate, since a bare object is what it is done to: 「部品を棚に出す」.

    Where a thing comes to another is read without: 「しきい値を 6.0 に下げる」.
    """
    if "が" in predicate.predicate or predicate.lemma in EXISTING:
        return False  # CPUが済む, である
    is_moved = predicate.lemma in MOVES and not is_person(subject.end)
    is_done = objects_of(predicate.lemma) in ("2", "3") and not predicate.passive
    return role in PREDICATE_PARTICLES or (role in ("に", "へ") and is_done and not is_moved)
