"""What the Japanese language pack extracts from a text, in the forms that tests compare."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

from extraction.lang.ja import find
from extraction.model.context import Context, KnownSpan
from extraction.model.findings import Findings, FoundStatement
from graph.model.types import RelationType
from tests.extraction.models import japanese

WHEN = datetime(2026, 11, 18, 9, 0, tzinfo=timezone(timedelta(hours=9)))


def findings(
    text: str, speaker: str | None = "Ken", *, when: datetime = WHEN, spans: Sequence[KnownSpan] = ()
) -> Findings:
    context = Context(when=when, speaker=speaker, spans=tuple(spans))
    return next(find(japanese().pipe([text]), [context]))


def triples(text: str, speaker: str | None = "Ken", *, when: datetime = WHEN) -> set[tuple[str, str, str]]:
    """Subject, predicate and object of each statement."""
    result = findings(text, speaker, when=when)
    return {
        (result.names[fact.subject].name, fact.predicate, result.names[fact.object].name) for fact in result.statements
    }


def types(text: str, speaker: str | None = "Ken") -> set[tuple[str, RelationType, str]]:
    """Subject, relation type and object of each statement."""
    result = findings(text, speaker)
    return {(result.names[fact.subject].name, fact.type, result.names[fact.object].name) for fact in result.statements}


def statement(text: str, predicate: str, speaker: str | None = "Ken") -> FoundStatement:
    """The first statement with this predicate."""
    return next(fact for fact in findings(text, speaker).statements if fact.predicate == predicate)
