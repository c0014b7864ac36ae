"""By which keys a folder is known: worktrees of a repository by the same, a fork by others, a folder by its path."""

import subprocess
from pathlib import Path

import pytest

from api.folders import OVERRIDE, address_of, folder_keys


def git(folder: Path, *line: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *who, *line], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    made = tmp_path / "shop"
    made.mkdir()
    git(made, "init")
    git(made, "commit", "--allow-empty", "-m", "begin")
    git(made, "remote", "add", "fork", "https://github.com/else/shop.git")
    git(made, "remote", "add", "origin", "git@GitHub.com:acme/shop.git")
    return made


def test_worktrees_and_folders_of_a_repository_are_known_by_the_same_keys_and_a_fork_by_others(
    repository: Path, tmp_path: Path
) -> None:
    git(repository, "worktree", "add", str(tmp_path / "beside"))
    below = repository / "src" / "deep"
    below.mkdir(parents=True)
    keys = folder_keys(repository).keys
    assert keys == ("remote:github.com/acme/shop", f"git:{(repository / '.git').resolve()}")
    assert folder_keys(tmp_path / "beside").keys == folder_keys(below).keys == keys
    git(tmp_path, "clone", str(repository), "copied")
    git(tmp_path / "copied", "remote", "set-url", "origin", "https://github.com/taro/shop")
    assert set(folder_keys(tmp_path / "copied").keys).isdisjoint(keys)


def test_a_folder_without_git_is_known_by_its_path_and_an_override_goes_before_all(
    repository: Path, tmp_path: Path
) -> None:
    plain = tmp_path / "notes"
    plain.mkdir()
    assert folder_keys(plain).keys == (f"path:{plain.resolve()}",)
    assert folder_keys(plain).override is None
    (repository / OVERRIDE).write_text("\n  work/shop  \n# of ours\n", encoding="utf-8")
    (repository / "src").mkdir()
    assert folder_keys(repository / "src").override == "work/shop"


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"", b"gitdir: nowhere"], ids=["no text", "empty", "leads nowhere"]
)
def test_what_cannot_be_read_is_no_repository_and_no_override(tmp_path: Path, content: bytes) -> None:
    (tmp_path / OVERRIDE).write_bytes(content[:3])
    (tmp_path / ".git").write_bytes(content)
    keys = folder_keys(tmp_path)
    assert len(keys.keys) == 1
    assert not keys.keys[0].startswith("remote:")


@pytest.mark.parametrize(
    "url",
    ["git@github.com:acme/shop.git", "https://github.com/acme/shop", "https://token@github.com/acme/shop.git/",
     "ssh://git@github.com:22/acme/shop.git", "GitHub.com:acme/shop"],
)  # fmt: skip
def test_ways_to_the_same_repository_are_one_address(url: str) -> None:
    assert address_of(url) == "github.com/acme/shop"


def test_another_repository_has_another_address() -> None:
    assert address_of("https://github.com/taro/shop") != address_of("https://github.com/acme/shop")
