"""The pages of what the packs read show the tables of today and what the product keeps of their examples."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from extraction.text.lexicon import lexicon_rows
from scripts.write_reads import LANG, LANGUAGES, PAGES, SECTIONS, kept_on, page, read
from tests.extraction.models import extractor

_RELATION: Final = re.compile(r"^\| `([A-Z_]+)` \| ([^:|]+): ([^|]+?)(?:, …)? \| (\d+) \|", re.MULTILINE)
"""The row of a relation on a page: the relation, the types of its ends, its first words and how many there are."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_the_lists_of_todays_tables(language: str) -> None:
    text = (PAGES / f"{language}.md").read_text(encoding="utf-8")

    def shown(_examples: Sequence[str], _title: str) -> Mapping[str, str]:
        return kept_on(text)

    assert text == page(language, shown), "run `make docs`"
    assert "not read yet" not in text


@pytest.mark.models
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_what_the_product_keeps_of_its_examples(language: str) -> None:
    text = (PAGES / f"{language}.md").read_text(encoding="utf-8")
    assert text == page(language, lambda examples, title: read(extractor(), examples, title)), "run `make docs`"


@pytest.mark.parametrize(("language", "tables"), [("en", ("relations", "relational_nouns")), ("fr", ("relations",))])
def test_each_word_of_a_relation_stands_under_the_types_of_its_own_row(language: str, tables: Sequence[str]) -> None:
    words: dict[tuple[str, str], list[str]] = {}
    for row in (row for table in tables for row in lexicon_rows(f"extraction.lang.{language}", table)):
        words.setdefault((row.list, row.value), []).extend(row.words)
    page_rows = _RELATION.findall((PAGES / f"{language}.md").read_text(encoding="utf-8"))
    shown = {(relation, types): (first.split(", "), int(count)) for relation, types, first, count in page_rows}
    assert len(shown) == len(page_rows)
    assert shown == {ends: (of_row[: len(shown[ends][0])], len(of_row)) for ends, of_row in words.items()}


def test_every_word_table_of_the_packs_stands_in_one_section() -> None:
    tables = [f"{path.parts[-3]}/{path.stem}" for path in (*LANG.glob("*/lexicon/*.tsv"), *LANG.glob("*/tables/*.tsv"))]
    assert sorted(tables) == sorted(" ".join(SECTIONS.values()).split())
