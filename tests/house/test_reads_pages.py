"""The pages of what the packs read show the tables of today and what the product keeps of their examples."""

from collections.abc import Mapping, Sequence

import pytest

from scripts.write_reads import LANG, LANGUAGES, PAGES, SECTIONS, kept_on, page, read
from tests.extraction.models import extractor


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


def test_every_word_table_of_the_packs_stands_in_one_section() -> None:
    tables = [f"{path.parts[-3]}/{path.stem}" for path in (*LANG.glob("*/lexicon/*.tsv"), *LANG.glob("*/tables/*.tsv"))]
    assert sorted(tables) == sorted(" ".join(SECTIONS.values()).split())
