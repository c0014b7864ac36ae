from dataclasses import replace

import pytest

from api.agents import replies
from api.fact_lines import fact_line, shown_end
from api.rest import examples
from api.rest.lean import lean_saved

FACT = examples.REMEMBERED.facts[0]
DENIED = replace(FACT, polarity="negative", modality="reported", predicate="visited", amount=None)


@pytest.mark.parametrize(
    ("name", "words", "shown"),
    [
        ("2026-03-18", "tomorrow", "tomorrow (2026-03-18)"),
        ("2026-04-11T06:00", "Saturday 11 April, 06:00", "Saturday 11 April, 06:00 (2026-04-11T06:00)"),
        ("2026-W12", "来週", "来週 (2026-W12)"),
        ("2026-03-18", "2026-03-18", "2026-03-18"),
        ("2026-03-18", "on 2026-03-18", "on 2026-03-18"),
        ("2026-03-18", None, "2026-03-18"),
        ("GBP 1100000", "£1.1 million", "£1.1 million"),
        ("Italy", "Italy's largest bank", "Italy's largest bank"),
        ("Maria Rossi", "she", "Maria Rossi"),
    ],
)
def test_an_end_is_shown_as_it_is_written_and_as_it_was_understood(name: str, words: str | None, shown: str) -> None:
    assert shown_end(name, words) == shown


def test_what_is_denied_or_not_plainly_stated_is_so_at_every_door() -> None:
    remembered = replace(examples.REMEMBERED, facts=(DENIED,))
    line = fact_line(DENIED)
    assert " → not visited → " in line
    assert line.endswith("(reported)")
    assert lean_saved(remembered).facts == (line,)
    detail = replace(examples.DETAIL, facts=(DENIED,))
    assert replies.shown(detail, 10_000).facts == (line,)
