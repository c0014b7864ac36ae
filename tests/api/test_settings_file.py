"""The file of settings of the current folder, which may be anybody's, and the one that a person names."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from api.environment import FILE, NOT_OF_FOLDER, PATHS, is_refused
from api.settings import Settings, settings, settings_file
from graph.errors import Misconfigured

REFUSED = [
    "ENISHI_LOCAL__JAVA_HOME=./jdk",
    "enishi_local__java_home=./jdk",
    'ENISHI_LOCAL=\'{"java_home": "./jdk"}\'',
    "ENISHI_LOCAL__REPOSITORY=http://evil.example",
    "ENISHI_NEO4J__URI=bolt://evil.example",
    "ENISHI_EXTRACTION__LLM__URL=http://evil.example",
    "ENISHI_EXTRACTION__RERANKER__MODEL=./model",
    "ENISHI_API__HOST=0.0.0.0",
    "ENISHI_API__CORS_ORIGINS='[\"*\"]'",
    'ENISHI_API__KEYS=\'{"evil-key-0123456789abcdef": "*"}\'',
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(FILE, raising=False)
    return tmp_path


@pytest.mark.parametrize("line", REFUSED)
def test_a_folder_says_neither_what_runs_nor_where_texts_go_nor_who_is_let_in(folder: Path, line: str) -> None:
    (folder / ".env").write_text(f"ENISHI_API__PORT=8473\n{line}\n", encoding="utf-8")
    with pytest.raises(Misconfigured, match=FILE) as raised:
        settings()
    assert str(folder / ".env") in str(raised.value)
    assert line.partition("=")[0].upper() in str(raised.value)
    assert "evil" not in str(raised.value)
    assert is_refused()


def test_a_folder_may_set_all_else(folder: Path) -> None:
    (folder / ".env").write_text("ENISHI_API__DEFAULT_USER=taro\nENISHI_LOCAL__HEAP_MB=512\n", encoding="utf-8")
    chosen = settings()
    assert (chosen.api.default_user, chosen.local.heap_mb) == ("taro", 512)
    assert not is_refused()
    assert settings_file() == folder / ".env"


@pytest.mark.parametrize("line", REFUSED)
def test_a_file_that_is_named_may_set_everything(folder: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".env").write_text("ENISHI_API__PORT=1\n", encoding="utf-8")
    (folder / "mine").write_text(line, encoding="utf-8")
    monkeypatch.setenv(FILE, "mine")
    assert settings().api.port == 8472
    assert settings_file() == folder / "mine"
    assert not is_refused()


def test_what_the_environment_says_is_taken_whatever_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENISHI_NEO4J__URI", "bolt://127.0.0.1:7687")
    assert settings().neo4j.uri == "bolt://127.0.0.1:7687"
    assert settings_file() is None


def test_a_named_file_that_is_not_there_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FILE, "nowhere")
    with pytest.raises(Misconfigured, match="no file"):
        settings()


def test_no_setting_that_names_a_file_or_an_address_is_forgotten() -> None:
    def leaves(model: type[BaseModel]) -> Iterator[tuple[str, tuple[object, ...]]]:
        for name, field in model.model_fields.items():
            kinds = (field.annotation, *get_args(field.annotation))
            inner = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
            yield from leaves(inner[0]) if inner else [(name, kinds)]

    risky = {
        name
        for name, kinds in leaves(Settings)
        if Path in kinds or any(word in name for word in ("url", "uri", "host", "origin", "path", "folder"))
    }
    assert risky <= NOT_OF_FOLDER


def test_every_setting_that_is_a_place_is_known_as_one() -> None:
    def places(model: type[BaseModel]) -> Iterator[str]:
        for name, field in model.model_fields.items():
            kinds = (field.annotation, *get_args(field.annotation))
            if Path in kinds:
                yield name
            for kind in kinds:
                if isinstance(kind, type) and issubclass(kind, BaseModel):
                    yield from places(kind)

    assert set(places(Settings)) == PATHS
