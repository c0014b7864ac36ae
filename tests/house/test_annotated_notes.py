"""The notes that are annotated with facts can be measured: each has its block, and every line is a fact."""

import re
from pathlib import Path

import pytest

from bench.annotated_notes import NOTES, UNREAD, facts_in, notes

FILES = sorted(NOTES.glob("*.facts"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_note_has_its_block_in_order_and_most_have_facts(path: Path) -> None:
    blocks = [int(number) for number in re.findall(r"^# (\d+)(?: |$)", path.read_text(encoding="utf-8"), re.MULTILINE)]
    written = len(list(notes(path.with_suffix(".txt"))))
    facts = facts_in(path)

    assert blocks[:written] == list(range(1, written + 1))
    assert len(facts) > 0.8 * written
    assert all(fact["subject"] and fact["predicate"] and fact["object"] for each in facts.values() for fact in each)


def test_the_files_that_no_rule_was_made_with_are_there() -> None:
    assert set(UNREAD) <= {path.stem for path in FILES}


def test_a_line_with_an_unknown_trait_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "en9.facts"
    path.write_text("# 1 Nina\nNina | own | the shop | maybe\n", encoding="utf-8")

    with pytest.raises(ValueError, match="maybe"):
        facts_in(path)
