import json
from pathlib import Path
from typing import NotRequired, TypedDict, cast

import pytest

from extraction.draft_reading import read_draft
from extraction.settings import ExtractionSettings
from extraction.text.chunks import Span
from graph.model.draft import Draft


class Case(TypedDict):
    """One text of `pin_instructions.jsonl`: the content that is kept of a pinned one, or `pinned` false and `why`."""

    text: str
    speaker: NotRequired[str]
    source: NotRequired[str]
    content: NotRequired[str]
    pinned: NotRequired[bool]
    why: NotRequired[str]


CASES = [cast(Case, json.loads(line)) for line in Path(__file__).with_suffix(".jsonl").with_stem("pin_instructions")
         .read_text("utf-8").splitlines()]  # fmt: skip


class Characters:
    """Counts a character as a token."""

    def tokens(self, text: str) -> list[Span]:
        return [(place, place + 1) for place in range(len(text))]

    def count(self, text: str) -> int:
        return len(text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:40])
def test_what_the_user_asks_to_remember_is_pinned_without_the_asking_and_nothing_else_is(case: Case) -> None:
    draft = Draft(text=case["text"], speaker=case.get("speaker"), source=case.get("source"))
    reading = read_draft(draft, Characters(), ExtractionSettings())
    assert reading.pinned is case.get("pinned", True)
    if reading.pinned:
        assert "".join(chunk.text for chunk in reading.chunks) == case.get("content")
