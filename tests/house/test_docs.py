"""The docs are whole: generated pages are those of today's code, links lead somewhere, and pages stay short."""

import re
from pathlib import Path

import pytest

from scripts.write_docs import ROOT, pages

PROSE = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MOST_BYTES = {"README.md": 15_000, "README.ja.md": 15_000, "ARCHITECTURE.md": 25_000}
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_generated_page_is_that_of_the_code(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == pages()[name], "run `make docs`"


@pytest.mark.parametrize("page", PROSE, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [link for link in LINK.findall(text) if not (page.parent / link).exists()] == []


@pytest.mark.parametrize(("name", "most"), MOST_BYTES.items())
def test_what_everybody_reads_first_can_be_finished(name: str, most: int) -> None:
    assert len((ROOT / name).read_bytes()) <= most


def test_every_page_is_listed() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    folder = ROOT / "docs"
    listed = {(folder / link).resolve() for link in LINK.findall(index)}
    assert [
        page.name for page in folder.glob("*.md") if page.resolve() not in listed and page.name != "README.md"
    ] == []
