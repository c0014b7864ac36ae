"""What a text tells of a day that lies ahead is planned: "The contract ends on 1 May 2026", of a memory of March.

Verbs alone do not tell it: "ends" may be a habit, 延期した is past, and a label ("期限: 4/24") has no verb. The day
must be an end of the fact or a further argument: "On Sunday she buys bread" tells of every Sunday. Facts between two
names keep what their verb tells: what they replace is decided by it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Final, TypeVar

from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.names.identifiers import is_of_work
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, Polarity, RelationType
from graph.tables import table_rows, values

_Fact = TypeVar("_Fact", LiteralFact, FoundStatement)
_DAY: Final = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?(?!\d)")
_SINCE: Final = re.compile(r"\b(?:from|since|until|till|of|at)\b|から|より|以来|時点")
"""Roles in which a date is no end of what is planned."""
_LASTS: Final = re.compile(r"(?:^| )(?:until|till|since|up to)(?: |$)", re.IGNORECASE)
"""Before the day up to which, or from which on, something holds today."""
_MOST_ROUND: Final = 10
"""Characters that an end may have beside its day: まで, "the end of", "at noon on"."""
_WAS: Final = re.compile(r"(?:was|were|did|had|went)\b", re.IGNORECASE)
_SOON: Final = re.compile(
    r"to(?:day|night|morrow)|(?:this|next) (?:week|month|morning|afternoon|evening|weekend)", re.IGNORECASE
)
"""A day without a number in the course of which something is still to come: "Ken clones the disk tonight"."""
_VERBS: Final = {
    kind: frozenset(values(verbs))
    for kind, verbs, _ in table_rows("extraction.lang.shared", "plan_verbs", "kind verbs example")
}
"""Verbs of today and of once: `tables/plan_verbs.tsv`."""
_OFTEN: Final = re.compile(r"\b(?:every|each|always|usually|often|daily|weekly|monthly|yearly|on \w+days)\b")
_ONE: Final = re.compile(r"(?:the|an?|his|her|its|their|our|it)\b", re.IGNORECASE)
_BE: Final = ("is", "are", "be")


def with_plans(findings: Findings, when: datetime | None) -> Findings:
    """The findings, with those literal facts planned that a date after `when` belongs to, or that are done once."""
    ahead = [name for name in findings.names if when is not None and _is_ahead(name, when.date())]
    soon = [name for name in findings.names if name.type is EntityType.TIME_UNIT and _SOON.fullmatch(name.surface)]
    is_work = is_of_work(findings.names)
    if not ahead and not soon and not is_work:
        return findings
    # "plays on Fridays" is a habit, and outside of work "on 1 May" may be every year's
    days = [name for name in ahead if any(map(str.isdigit, name.surface))] if is_work else []
    literals = (_planned(fact, ahead, findings.names) for fact in findings.literals)
    once = findings.names if is_work else ()
    return replace(
        findings,
        literals=tuple(_due(fact, _days_of(fact, days, soon, findings.names), once) for fact in literals),
        statements=tuple(
            _due(_begins_ahead(fact, ahead), _days_of(fact, days, soon, findings.names), once)
            if findings.names[fact.object] not in ahead
            else fact
            for fact in findings.statements
        ),
    )


def _begins_ahead(fact: FoundStatement, ahead: Sequence[FoundName]) -> FoundStatement:
    """A statement as planned where a day ahead is a circumstance of it: "moves to Redis on 3 May".

    What runs until then is so today: "works for Acme until 1 May".
    """
    is_plain = fact.modality is Modality.STATED
    days = [part.text for part in fact.arguments if not part.role and not _LASTS.search(part.text)]
    is_ahead = is_plain and any(_is_end(name.surface, text) for name in ahead for text in days)
    return replace(fact, modality=Modality.INTENDED) if is_ahead and not _is_past(fact) else fact


def _is_past(fact: LiteralFact | FoundStatement) -> bool:
    """Whether a fact is told as past, which lies behind, however the date of "this weekend" is taken."""
    verb, lemma = fact.predicate.partition(" ")[0].lower(), fact.lemma.partition(" ")[0]
    is_changed = verb != lemma and verb[:1] == lemma[:1] and verb.isascii() and not verb.endswith(("s", "ing"))
    return is_changed or _WAS.match(fact.predicate) is not None


def _days_of(
    fact: LiteralFact | FoundStatement, days: Sequence[FoundName], soon: Sequence[FoundName], names: Sequence[FoundName]
) -> Sequence[FoundName]:
    """The days in the course of which a deed is due: what runs today runs, and what somebody does today is to come."""
    is_somebody = fact.subject is not None and names[fact.subject].type is EntityType.PERSON
    return (*days, *soon) if is_somebody else days


def _due(fact: _Fact, days: Sequence[FoundName], once: Sequence[FoundName]) -> _Fact:
    """A deed in the present tense as planned: "Ann leaves on 3 May, Ken takes the app", "Ken rewrites the guide".

    A sentence of a day ahead tells it, or that one of the people in `once`, the names of a note of work, does it once.
    """
    verb, lemma = fact.predicate.partition(" ")[0].lower(), fact.lemma.partition(" ")[0]
    is_deed = verb in (f"{lemma}s", f"{lemma}es") and lemma not in _VERBS["attitude"] | _VERBS["state"]
    is_sure = is_deed and fact.polarity is Polarity.POSITIVE and fact.type is RelationType.RELATES_TO
    is_due = is_sure and any(fact.start <= name.start and name.end <= fact.end for name in days)
    is_due = is_due or (is_sure and lemma in _VERBS["once"] and _is_once(fact, once))
    return replace(fact, modality=Modality.INTENDED) if is_due and fact.modality is Modality.STATED else fact


def _is_once(fact: LiteralFact | FoundStatement, names: Sequence[FoundName]) -> bool:
    """Whether a person does something to one thing, and not again and again: not "writes reviews every week"."""
    if not names or fact.subject is None or names[fact.subject].type is not EntityType.PERSON:
        return False
    words = " ".join((fact.predicate, fact.object_text or "", *(part.text for part in fact.arguments)))
    kind = None if fact.object is None or " " in fact.predicate else names[fact.object].type
    is_kind = kind in (EntityType.TECHNOLOGY, EntityType.CONCEPT)  # "writes Python"
    is_one = (fact.object is not None and not is_kind) or _ONE.match(fact.object_text or "") is not None
    return is_one and _OFTEN.search(words) is None


def _planned(fact: LiteralFact, ahead: Sequence[FoundName], names: Sequence[FoundName]) -> LiteralFact:
    if fact.modality is not Modality.STATED or fact.type is not RelationType.RELATES_TO or _is_attitude(fact):
        return fact
    if _is_past(fact) or _LASTS.search(fact.predicate):
        return fact
    words = [fact.subject_text, fact.object_text]
    words += [] if fact.object is None else [names[fact.object].name]
    words += [part.text for part in fact.arguments if not _SINCE.search(part.role)]
    within = (name for name in ahead if fact.start <= name.start and name.end <= fact.end)
    is_ahead = any(_is_end(name.surface, text) or _is_end(name.name, text) for name in within for text in words)
    return replace(fact, modality=Modality.INTENDED) if is_ahead else fact


def _is_attitude(fact: LiteralFact) -> bool:
    is_passive = fact.predicate.partition(" ")[0].lower() in _BE
    return fact.lemma.partition(" ")[0] in _VERBS["attitude"] and not is_passive


def _is_end(day: str, words: str) -> bool:
    """Whether an end of a fact is a day: "by 1 May" is, "the offensive of 23 May" tells of something of a day."""
    return day in words and len(words) - len(day) <= _MOST_ROUND


def _is_ahead(name: FoundName, today: date) -> bool:
    match = _DAY.match(name.name) if name.type is EntityType.TIME_UNIT else None
    day = None if match is None else (int(match[1]), int(match[2]), int(match[3] or 1))
    return day is not None and day > (today.year, today.month, today.day)
