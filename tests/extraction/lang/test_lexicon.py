"""The word tables of the languages are whole, and each row's example is a sentence that its language reads.

The examples of the tables of modality are kept as surely as their rows say.
"""

import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest

from extraction.lang.shared.languages import LanguageRegistry
from extraction.model.context import Context
from extraction.settings import ExtractionSettings
from extraction.text.lexicon import LexiconRow, lexicon_rows
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction
from graph.model.types import Polarity
from tests.extraction.models import extractor

ROOT = Path(__file__).parents[3]
TABLES = sorted(ROOT.glob("extraction/**/lexicon/*.tsv"))


def rows_of(path: Path) -> list[LexiconRow]:
    package = ".".join(path.relative_to(ROOT).parts[:-2])
    return list(lexicon_rows(package, path.stem))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_an_example_has_a_word_of_its_row(path: Path) -> None:
    strangers = [row for row in rows_of(path) if not any(stands_in(word, row.example.casefold()) for word in row.words)]
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


@pytest.mark.models
@pytest.mark.parametrize("table", ["en/modality", "en/frames", "fr/verbs", "ja/fiction", "ja/modality", "ja/verdicts"])
def test_an_example_of_modality_is_kept_as_surely_as_its_row_says(table: str) -> None:
    language, _, name = table.partition("/")
    rows = rows_of(ROOT / "extraction" / "lang" / language / "lexicon" / f"{name}.tsv")
    drafts = [Draft(text=row.example) for row in rows]
    read = extractor().extract([ExtractionInput(draft, extractor().read(draft)) for draft in drafts])
    parts = [(row, extraction, *part.split(": ")) for row, extraction in zip(rows, read, strict=True)
             for part in row.effect.split("; ")]  # fmt: skip
    wrong = [
        (row.list, row.example, verb, effects)
        for row, extraction, effect, verb in parts
        if (effects := effects_on(verb, extraction)) != {effect}
    ]
    assert wrong == []


def effects_on(verb: str, extraction: Extraction) -> set[str]:
    """How surely the facts of a verb are kept, in the words of the tables."""
    facts = [fact for fact in (*extraction.statements, *extraction.literals) if verb in fact.lemma.split()]
    pasts = {id(fact) for fact in extraction.statements if fact.past}
    marks = [
        [fact.modality.value, "not" * (fact.polarity is Polarity.NEGATIVE), "past" * (id(fact) in pasts)]
        for fact in facts
    ]
    return {" ".join(filter(None, each)).removeprefix("stated ") for each in marks} or {"nothing"}


def stands_in(words: str, example: str) -> bool:
    """Whether an example has what an inflected form of each word shares with it; those of "be" share nothing."""
    return all(stem(word) in example for word in words.split() if word not in ("be", "have"))


def stem(word: str) -> str:
    """What an inflected form of the word shares with it."""
    folded = word.casefold()
    return folded if len(folded) < 4 or not folded.isascii() else folded[: max(3, len(folded) - 2)]
