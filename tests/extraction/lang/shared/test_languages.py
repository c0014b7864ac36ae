"""A language at its worst: rules that break."""

import logging
from datetime import UTC, datetime

import pytest

from extraction.lang.shared.languages import LanguageRegistry, groups
from extraction.model.context import Context
from extraction.settings import ExtractionSettings
from tests.extraction.lang.shared.brittle_language import Brittle

BROKEN = LanguageRegistry(ExtractionSettings(), {"en": "tests.extraction.lang.shared.brittle_language"})


def names(*texts: str) -> list[list[str]]:
    contexts = [Context(when=datetime(2026, 1, 1, tzinfo=UTC))] * len(texts)
    return [[name.name for name in findings.names] for findings in BROKEN.find("en", texts, contexts)]


def test_a_text_that_breaks_a_rule_costs_itself_alone() -> None:
    assert names("one", "a secret", "two") == [["one"], [], ["two"]]


def test_a_broken_rule_is_told_once_a_text_and_without_the_text(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        names("one", "a secret", "two")
    assert [(record.name, "IndexError" in record.message) for record in caplog.records] == [
        ("extraction.lang.shared.languages", True)
    ]
    assert "secret" not in caplog.text


def test_what_breaks_nothing_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert names("one", "two") == [["one"], ["two"]]
    assert caplog.records == []


@pytest.mark.slow
def test_a_pipeline_that_has_met_too_many_words_is_loaded_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Brittle] = []

    def load(encoder_view: object) -> Brittle:
        loaded.append(Brittle())
        return loaded[-1]

    monkeypatch.setattr("extraction.lang.shared.languages._MOST_NEW_STRINGS", 2)
    monkeypatch.setattr("tests.extraction.lang.shared.brittle_language.load", load)
    registry = LanguageRegistry(ExtractionSettings(), {"en": "tests.extraction.lang.shared.brittle_language"})
    contexts = [Context(when=datetime(2026, 1, 1, tzinfo=UTC))]
    for text in ("one", "two", "three", "four"):
        registry.find("en", [text], contexts)
    assert [nlp.vocab.strings for nlp in loaded] == [["one", "two", "three"], ["four"]]


def test_long_texts_go_through_a_pipeline_a_few_at_a_time_and_short_ones_together() -> None:
    lengths = [3, 500, 4, 600, 5, 2000]
    made = groups(lengths, texts=4, characters=1000)
    assert sorted(place for group in made for place in group) == list(range(6))
    assert made == [[0, 2, 4, 1], [3], [5]]


def test_memory_is_handed_back_after_much_text_alone_and_only_where_the_system_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    class Glibc:
        malloc_trim = asked.append

    def library(name: None) -> object:
        return given[name]

    given: dict[None, object] = {None: Glibc}
    monkeypatch.setattr("extraction.lang.shared.languages.ctypes.CDLL", library)
    names("one", "two")
    assert asked == []
    many = ["one" * 10] * 500
    names(*many)
    assert asked == [0]
    given[None] = object()
    assert names(*many) == [[text] for text in many]
