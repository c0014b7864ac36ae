"""The word tables of the languages are whole, and each row's example is a sentence that its language reads."""

import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest

from extraction.lang.shared.languages import LanguageRegistry
from extraction.model.context import Context
from extraction.settings import ExtractionSettings
from extraction.text.lexicon import LexiconRow, lexicon_rows

ROOT = Path(__file__).parents[3]
TABLES = sorted(ROOT.glob("extraction/**/lexicon/*.tsv"))


def rows_of(path: Path) -> list[LexiconRow]:
    package = ".".join(path.relative_to(ROOT).parts[:-2])
    return list(lexicon_rows(package, path.stem))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_an_example_has_a_word_of_its_row(path: Path) -> None:
    strangers = [row for row in rows_of(path) if not any(stem(word) in row.example.casefold() for word in row.words)]
    assert [(row.list, row.example) for row in strangers] == []


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_no_word_of_a_list_stands_for_two_things(path: Path) -> None:
    seen: dict[tuple[str, str], str] = {}
    clashes = [
        (row.list, word)
        for row in rows_of(path)
        for word in row.words
        if seen.setdefault((row.list, word), row.value) != row.value
    ]
    assert clashes == []


@pytest.mark.models
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_every_example_is_read(language: str, caplog: pytest.LogCaptureFixture) -> None:
    examples = [row.example for path in TABLES if path.parts[-3] == language for row in rows_of(path)]
    when = datetime(2024, 5, 15, tzinfo=UTC)
    registry = LanguageRegistry(ExtractionSettings())
    with caplog.at_level(logging.WARNING):
        findings = registry.find(language, examples, [Context(when=when, speaker="Ken")] * len(examples))
    assert len(findings) == len(examples)
    assert caplog.records == []


def stem(word: str) -> str:
    """What an inflected form of the word shares with it."""
    folded = word.casefold()
    return folded if len(folded) < 4 or not folded.isascii() else folded[: max(3, len(folded) - 2)]
