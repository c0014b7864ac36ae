"""One literal draft for each object of a predicate, and one denied for each thing that is set aside."""

from collections.abc import Iterator, Sequence
from typing import Final

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.facts.worded.ends import LiteralDraft, Part, is_date
from extraction.lang.ja.modality.stating import Stated
from extraction.lang.ja.word_lists import VERBS
from graph.model.types import Polarity

LEAST: Final = 0.35
"""Literal facts less sure than this are dropped."""
_MANNER: Final = ("として",)
"""Roles of what only tells how something is done, beside an object."""
CHANGES: Final = VERBS.words("change_from")
MOVES: Final = CHANGES | VERBS.words("amount_change") | VERBS.words("change")
"""Verbs that tell of a thing what it was before and what it is now."""


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
    time = next((part.time for part in things if part.time is not None), None)
    for thing in things:
        confidence = subject.confidence * thing.confidence
        if thing.role != role or confidence < LEAST:
            continue
        yield LiteralDraft(
            subject=subject.end,
            object=thing.end,
            arguments=further,
            predicate=predicate,
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
