"""A fact as a line, the same at every door: "Me → not chose → LaTeX · for the report"."""

import re
from typing import TYPE_CHECKING, Final

from graph.calendar.intervals import stretch
from graph.model.reading.amount_names import is_amount

if TYPE_CHECKING:
    from graph.model.entities import EntityFact
    from graph.model.memory import FactFound

_DENIAL: Final = re.compile(r"n['’]t\b|\b(?:not|never|cannot|no longer)\b", re.IGNORECASE)
"""Words by which a predicate says itself that it is denied."""


def fact_line(fact: "FactFound | EntityFact") -> str:
    """A fact in one line: `Yuki → not visited → Kyoto · with Ken (reported, JPY 5000)`.

    Who reads the line alone must not take for true what is denied, wished or asked.
    """
    notes = ", ".join(fact_notes(fact))
    return f"{fact_words(fact)} ({notes})" if notes else fact_words(fact)


def fact_words(fact: "FactFound | EntityFact") -> str:
    """Subject, predicate, object and further arguments of a fact; the predicate says if it is denied."""
    subject, thing = shown_end(fact.subject, fact.subject_text), shown_end(fact.object, fact.object_text)
    parts = "".join(f" · {f'{part.role} {part.text}'.strip()}" for part in fact.arguments)
    return f"{subject} → {shown_predicate(fact.predicate, fact.polarity)} → {thing}{parts}"


def fact_notes(fact: "FactFound | EntityFact") -> list[str]:
    """How a fact is meant, if not plainly, and how much it speaks of."""
    return [*([] if fact.modality == "stated" else [fact.modality]), *([fact.amount] if fact.amount else [])]


def shown_predicate(predicate: str, polarity: str) -> str:
    """A predicate that says if it is denied, once: "not drinks", but "doesn't drink"."""
    return f"not {predicate}" if polarity == "negative" and not _DENIAL.search(predicate) else predicate


def shown_end(name: str, words: str | None) -> str:
    """An end of a fact as it is shown: its words where they hold the name and say more ("Italy's largest bank").

    An amount is shown as the text writes it: "£1.1 million", whose name is "GBP 1100000". A time is shown as it is
    written, with the time that this was understood as: "tomorrow (2026-03-18)".
    """
    if not words or words == name:
        return name
    if stretch(name) is not None:
        return words if name in words else f"{words} ({name})"
    return words if name.casefold() in words.casefold() or is_amount(name) else name
