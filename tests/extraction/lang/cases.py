"""Language cases as rows of JSON Lines: a text, and the facts that must be read off it.

A row: `{"says": "a pet is kept", "text": "I have a dog.", "facts": ["Ken | have | dog"]}`.

- `says`: the sentence that the row proves, as the name of a test would have it
- `facts`: every fact of the text, no more and no less, each written "subject | predicate | object"
- `has`, `lacks`: facts that are among those of the text, and facts that are not
- `marked`: facts among them with their marks, "subject | predicate | object | marks": a modality other than stated,
  "not", "over", and "@2025-05" for the time
- `speaker`: who says it; "Ken" where the row names nobody, `null` for nobody
- `why`: a note for whoever wonders

A row has at least one of `facts`, `has` and `lacks`, and no other key: a misspelt one would prove nothing.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from extraction.model.findings import Findings
from graph.model.types import Modality, Polarity

_KEYS = frozenset({"says", "text", "facts", "has", "lacks", "marked", "speaker", "why"})
_EXPECTATIONS = frozenset({"facts", "has", "lacks", "marked"})


@dataclass(frozen=True, kw_only=True)
class Case:
    """One row."""

    says: str
    text: str
    facts: Sequence[str] | None = None
    has: Sequence[str] = ()
    lacks: Sequence[str] = ()
    marked: Sequence[str] = ()
    speaker: str | None = "Ken"
    why: str = ""

    def __str__(self) -> str:
        """The id of its test."""
        return f"{self.says}: {self.text[:60]}"


def case_of(line: str) -> Case:
    """The case of a line. Raises ValueError where the row proves nothing."""
    row = json.loads(line)
    if not row.keys() <= _KEYS or not row.keys() & _EXPECTATIONS:
        raise ValueError(
            f"a row of keys {sorted(row)}: at least one of facts, has, lacks and marked, and none but {_KEYS}"
        )
    return Case(**row)


def cases_in(*files: Path) -> list[Case]:
    """The cases of the files, in order."""
    return [case_of(line) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def faults(case: Case, findings: Findings) -> list[str]:
    """How what was read off the text differs from what the row expects; nothing where it is as it should be."""
    facts = facts_in(findings)
    missing = ({*(case.facts or ()), *case.has} - facts) | ({*case.marked} - marked_in(findings))
    unwanted = {*case.lacks} & facts | (facts - {*case.facts} if case.facts is not None else set())
    return [*(f"missing: {fact}" for fact in sorted(missing)), *(f"unwanted: {fact}" for fact in sorted(unwanted))]


def facts_in(findings: Findings) -> set[str]:
    """The facts, each written "subject | predicate | object"."""
    names = findings.names
    return {
        " | ".join((names[fact.subject].name, fact.predicate, names[fact.object].name)) for fact in findings.statements
    }


def marked_in(findings: Findings) -> set[str]:
    """The facts with their marks, as `marked` has them."""
    names = findings.names
    marked: set[str] = set()
    for fact in findings.statements:
        marks = [
            *([] if fact.modality is Modality.STATED else [fact.modality.value]),
            *(["not"] if fact.polarity is Polarity.NEGATIVE else []),
            *(["over"] if fact.past else []),
            *([f"@{fact.time}"] if fact.time else []),
        ]
        ends = names[fact.subject].name, fact.predicate, names[fact.object].name
        marked.add(" | ".join((*ends, " ".join(marks))))
    return marked
