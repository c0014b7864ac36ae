"""By which keys a folder is known as one project's: an override file, its remote address, git's common directory, path.

Worktrees of a repository share their common directory and their remote, so they share a project; a fork has a remote of
its own. Nothing is run: git's files are read.
"""

import re
from configparser import ConfigParser, Error
from dataclasses import dataclass
from pathlib import Path

OVERRIDE = ".enishi-project"
"""A file whose first line is the path of the project, in the folder or above it."""
_SCP = re.compile(r"(?:[^@/]+@)?(?P<host>[^:/]+):(?P<path>[^/].*)")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://(?:[^@/]+@)?(?P<host>[^/:]+)(?::\d+)?/(?P<path>.+)", re.IGNORECASE)
_MOST = 4_000
"""Characters of git's pointers and of an override that are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderKeys:
    """What a folder is known by: the project that its override file names, and its keys, the surest first."""

    override: str | None
    keys: tuple[str, ...]


def folder_keys(folder: Path) -> FolderKeys:
    """The keys of a folder; of a repository those of the whole, wherever in it the folder lies."""
    folder = folder.resolve()
    above = (folder, *folder.parents)
    override = next((name for each in above if (name := _first_line(each / OVERRIDE))), None)
    common = next((git for each in above if (git := _common_directory(each)) is not None), None)
    if common is None:
        return FolderKeys(override=override, keys=(f"path:{folder}",))
    remote = _remote(common / "config")
    return FolderKeys(override=override, keys=(*([f"remote:{remote}"] if remote else ()), f"git:{common}"))


def address_of(url: str) -> str:
    """A remote address without what differs between ways to the same: `git@github.com:a/b.git` is `github.com/a/b`."""
    match = _URL.fullmatch(url.strip()) or _SCP.fullmatch(url.strip())
    if match is None:
        return url.strip().rstrip("/").removesuffix(".git")
    path = match["path"].strip("/").removesuffix(".git")
    return f"{match['host'].casefold()}/{path}"


def _common_directory(folder: Path) -> Path | None:
    """Git's directory that all worktrees of a repository share; None where none begins here."""
    pointer = folder / ".git"
    if pointer.is_dir():
        return pointer if (pointer / "HEAD").is_file() else None
    leads_to = _first_line(pointer).removeprefix("gitdir:").strip()
    if not leads_to:
        return None
    worktree = (folder / leads_to).resolve()
    common = _first_line(worktree / "commondir")
    return (worktree / common).resolve() if common else worktree


def _remote(config: Path) -> str | None:
    parser = ConfigParser(strict=False, interpolation=None, allow_no_value=True, comment_prefixes=("#", ";"))
    try:
        # Git indents the lines of a section, which would go on with the value before.
        parser.read_string("\n".join(line.strip() for line in config.read_text("utf-8").splitlines()))
    except (OSError, UnicodeDecodeError, Error):
        return None
    remotes = [name for name in parser.sections() if name.startswith('remote "')]
    for name in sorted(remotes, key=lambda name: name != 'remote "origin"'):
        if url := parser[name].get("url"):
            return address_of(url)
    return None


def _first_line(file: Path) -> str:
    try:
        with file.open(encoding="utf-8") as opened:
            return next((line.strip() for line in opened.read(_MOST).splitlines() if line.strip()), "")
    except (OSError, UnicodeDecodeError):
        return ""
