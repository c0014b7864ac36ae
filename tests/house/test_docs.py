"""The docs are whole: generated pages are those of today's code, links lead somewhere, and pages stay short."""

import re
from functools import cache
from pathlib import Path

import pytest

from scripts.write_docs import ROOT, pages
from tests.house.cypher_rules import cypher_files

PROSE = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MOST_BYTES = {"README.md": 15_000, "README.ja.md": 15_000, "ARCHITECTURE.md": 25_000}
PAGES = [*PROSE, *(page for room in ("bench", "samples") for page in sorted((ROOT / room).rglob("*.md")))]
CODE = re.compile(r"`([^`\s]+)`")
FILE = re.compile(r"(?:[\w.-]+/)*\w[\w-]*\.(?:py|tsv|cypher|jsonl?|toml|mk|npz)")
STATEMENT = re.compile(r"[a-z]+/_?[a-z_]+|schema/migrations/\w+(?:#\w+)?")
CONSTANT = re.compile(r"([a-z_]+)\.([A-Z][A-Z_]+)")
PLACEHOLDER = re.compile(r"[A-Z]{3,}")
"""What stands for a name of the reader's, as in `NAME.failed.jsonl`."""
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


@cache
def files() -> tuple[str, ...]:
    """The files of the project, from its root: those of the rooms, and those that lie at the root itself."""
    rooms = [room for room in ROOT.iterdir() if room.is_dir() and not room.name.startswith(".")]
    within = [path for room in rooms for path in room.rglob("*") if "__pycache__" not in path.parts]
    return tuple(path.relative_to(ROOT).as_posix() for path in (*ROOT.iterdir(), *within) if path.is_file())


@cache
def _statements() -> dict[str, str]:
    return cypher_files()


def missing(text: str) -> list[str]:
    """What a text names in code marks as a file, a statement or a constant of ours, and there is not."""
    return [name for name in CODE.findall(text) if not PLACEHOLDER.match(name) and not _there(name)]


def _there(name: str) -> bool:
    statements = _statements()
    if FILE.fullmatch(name):
        return any(file == name or file.endswith(f"/{name}") for file in files())
    if STATEMENT.fullmatch(name) and name.partition("/")[0] in {known.partition("/")[0] for known in statements}:
        path, _, part = name.partition("#")
        return path in statements and (not part or f"// name: {part}\n" in statements[path])
    if constant := CONSTANT.fullmatch(name):
        texts = [(ROOT / file).read_text(encoding="utf-8") for file in files() if file.endswith(f"/{constant[1]}.py")]
        return any(re.search(rf"(?m)^{constant[2]}\b", text) for text in texts)
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_and_statement_that_a_page_names_is_there(page: Path) -> None:
    assert missing(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("table", [file for file in files() if file.endswith(".tsv")])
def test_every_file_that_the_head_of_a_word_table_names_is_there(table: str) -> None:
    head = [line for line in (ROOT / table).read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    named = re.findall(r"\b[\w/]+\.(?:py|tsv|txt|jsonl?)\b", " ".join(head))
    assert [name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in files())] == []


@pytest.mark.parametrize(
    "bad",
    ["graph/resolution/naming/cluster.py", "no_such.py", "graph/no_such.tsv", "schema/order_ends", "memory/no_such",
     "schema/migrations/m009_sums#no_such", "schema/migrations/m999_no_such", "vocabulary.SYMMETRIC",
     "type_catalogue.NO_SUCH"],
)  # fmt: skip
def test_what_is_not_there_is_noticed(bad: str) -> None:
    assert missing(f"See `{bad}` and `graph/errors.py`.") == [bad]


@pytest.mark.parametrize(
    "good",
    ["graph/errors.py", "errors.py", "memory/store", "schema/migrations/m009_sums#order_ends",
     "type_catalogue.SYMMETRIC", "NAME.failed.jsonl", "docs/", "and/or", "limit", "http://127.0.0.1:8472/api"],
)  # fmt: skip
def test_what_is_there_or_no_name_of_ours_is_let_be(good: str) -> None:
    assert missing(f"See `{good}`.") == []
