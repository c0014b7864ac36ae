"""The Python of the rooms keeps the rules of the house, and every rule rejects what it should."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from api.settings import Settings
from tests.house.code_rules import (
    MODULES_MOST,
    NOT_IN_API,
    ROOT,
    crowded_folders,
    cypher_faults,
    faulty,
    modules,
    naming_faults,
    opening_faults,
    private_names,
    word_lists,
)

SHOWN = {
    "api/rest/bodies/cypher.py": "the example of a body in the description of REST",
    "graph/local/explore.py": "a line of the questions saved for Neo4j Browser, replaced in the text a person is shown",
}
"""Modules with Cypher that people read and Enishi never runs."""
SHOWN_NAMES = {
    "graph/model/entities.py": "`one` of a proposal is a field of the JSON that callers read",
    "graph/model/trace.py": "`said` of a trace likewise",
}
LANGUAGE_FOLDERS = ("extraction/lang/", "extraction/question/", "extraction/text/", "extraction/facts/")


def test_a_module_opens_with_why_it_exists() -> None:
    assert faulty(modules(), lambda _, text: opening_faults(text)) == {}


@pytest.mark.parametrize("bad", ["", "import os\n", "# a comment\nX = 1\n", '"""tools"""\n'])
def test_a_module_without_a_reason_is_rejected(bad: str) -> None:
    assert opening_faults(bad) != []


def test_folders_show_the_architecture() -> None:
    assert crowded_folders(modules()) == {}


def test_a_crowded_folder_is_rejected() -> None:
    assert crowded_folders([f"graph/recall/m{n}.py" for n in range(MODULES_MOST + 1)]) != {}
    assert crowded_folders(["graph/recall/__init__.py", *(f"graph/recall/m{n}.py" for n in range(MODULES_MOST))]) == {}


def test_names_say_something() -> None:
    assert faulty(modules(), naming_faults) == {}


@pytest.mark.parametrize(
    "bad",
    ["class MemoryManager: ...", "class TextHelper: ...", "def process_text(): ...", "class MemoryError: ...",
     "def get_memory(): ...", "def _get_memory(): ...", "class BaseStore: ...", "def do(): ...", "class UserInfo: ...",
     "async def handler(): ...", "class StoreImpl: ..."],
)  # fmt: skip
def test_a_name_that_says_nothing_is_rejected(bad: str) -> None:
    assert naming_faults("graph/x.py", bad) != []


def test_a_module_name_that_says_nothing_is_rejected() -> None:
    assert naming_faults("graph/utils.py", "") != []
    assert naming_faults("graph/database.py", "def doing(): ...\nclass Processed: ...") == []


def test_no_name_hides_what_it_stands_for() -> None:
    assert faulty(modules(), lambda _, text: private_names(text)).keys() == SHOWN_NAMES.keys()


@pytest.mark.parametrize("bad", ["told = 1", "def found(): ...", "def f(one): ...", "[own for own in ()]"])
def test_a_name_that_hides_what_it_stands_for_is_rejected(bad: str) -> None:
    assert private_names(bad) != []


def test_the_words_of_a_language_lie_in_tables() -> None:
    texts = {path: text for path, text in modules().items() if path.startswith(LANGUAGE_FOLDERS)}
    assert faulty(texts, lambda _, text: word_lists(text)) == {}


@pytest.mark.parametrize("many", [str(tuple(map(str, range(21)))), repr(" ".join(["word"] * 21))])
def test_a_long_list_of_words_is_rejected(many: str) -> None:
    assert word_lists(f"WORDS = {many}") != []


def test_no_statement_is_written_in_python() -> None:
    assert faulty(modules(), lambda _, text: cypher_faults(text)).keys() == SHOWN.keys()


@pytest.mark.parametrize(
    "bad",
    ['x = "MATCH (n:Memory) RETURN n"', 'x = f"MERGE (n:{label})"', "x = 'UNWIND $rows AS row'",
     'run("CALL db.indexes()")', 'x = "RETURN n.id AS id"', 'x = "SHOW INDEXES"'],
)  # fmt: skip
def test_a_statement_in_python_is_rejected(bad: str) -> None:
    assert cypher_faults(bad) != []


def test_words_about_statements_are_no_statement() -> None:
    assert cypher_faults('"""MATCH (n) is Cypher."""\nx = "no match (of words)"') == []


def test_there_is_no_python_under_docker() -> None:
    assert list((ROOT / "docker").rglob("*.py")) == []


def test_no_module_of_api_shadows_another_package() -> None:
    names = {path.stem for path in (ROOT / "api").rglob("*")}
    assert names & NOT_IN_API == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("room", "forbidden"),
    [
        ("graph.model, graph.errors, graph.db.queries, graph.knowledge, graph.local.server",
         "spacy onnxruntime fastapi typer sudachipy transformers torch extraction api"),
        ("extraction, extraction.pipeline, extraction.settings",
         "spacy onnxruntime fastapi typer neo4j sudachipy httpx transformers torch api"),
        ("api, api.app, api.settings", "spacy onnxruntime fastapi sudachipy transformers torch"),
        ("enishi", "spacy onnxruntime fastapi typer neo4j sudachipy httpx pydantic numpy transformers torch"),
    ],
    ids=["graph", "extraction", "api", "enishi"],
)  # fmt: skip
def test_importing_a_room_loads_nothing_heavy(room: str, forbidden: str) -> None:
    asked = f"import sys, {room}\nprint(*[m for m in {forbidden.split()!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.slow
def test_importing_everything_opens_and_reads_nothing() -> None:
    asked = (
        "import sys, os, socket\n"
        "def refused(*_, **__): raise AssertionError('opened at import')\n"
        "socket.socket.connect = refused\n"
        "os.environ['ENISHI_NEO4J__CONNECT_TIMEOUT_S'] = 'not a number'\n"
        "import graph.knowledge, graph.db.store, extraction.pipeline, api.app\n"
    )
    subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, cwd=ROOT, check=True)


def settings_of(model: type[BaseModel], path: str = "") -> Iterator[tuple[str, str | None]]:
    for name, field in model.model_fields.items():
        where = f"{path}{name}"
        yield where, field.description
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from settings_of(field.annotation, f"{where}.")


def test_every_setting_says_what_it_is() -> None:
    assert [where for where, description in settings_of(Settings) if len(description or "") <= 8] == []


def test_a_setting_without_a_word_is_seen() -> None:
    class Inner(BaseModel):
        silent: int = 1

    class Outer(BaseModel):
        inner: Inner = Inner()

    assert dict(settings_of(Outer)) == {"inner": None, "inner.silent": None}
