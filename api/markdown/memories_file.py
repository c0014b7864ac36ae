"""`.agent/memories.md`: what agents learned in a working folder, kept, found and deleted without any database."""

import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from api.markdown.folder import SIZE_MOST, ChangedMeanwhile, Folder, replace_file
from api.markdown.grammars.entries import CONTENT, DATE, HEAD, TAGS, TITLE, Entries, entry_text
from api.markdown.grammars.pieces import Block, lines_of, newline_of
from api.markdown.settings import Injection, MemoriesSettings
from graph.errors import Conflict, Invalid, NotFound

FILE_NAME: Final = "memories.md"
TITLE_MOST: Final = 50
_TRIES: Final = 5
_RULE: Final = "---"

Warn = Callable[[str], None]
"""Says what a person should know, and the work goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """One memory of the file. `id` is the number of the line of its heading, so it is true until the file changes."""

    id: int
    title: str
    tags: tuple[str, ...]
    date: str
    content: str


class MemoriesFile:
    """The file of one folder. A missing one is empty, one that cannot be read too, with a warning."""

    def __init__(self, folder: Path, warn: Warn, settings: MemoriesSettings | None = None) -> None:
        self.path = folder / FILE_NAME
        self._warn = warn
        self._settings = settings or MemoriesSettings()

    def memories(self) -> tuple[Learned, ...]:
        """All memories in the order of the file; none where they are switched off."""
        return learned(self._text() or "") if self._settings.enabled else ()

    def matching(self, query: str) -> tuple[Learned, ...]:
        """Those with a text in their title, content or tags; case does not matter."""
        wanted = query.casefold()
        return tuple(
            memory
            for memory in self.memories()
            if any(wanted in text.casefold() for text in (memory.title, memory.content, *memory.tags))
        )

    def add(self, content: str, tags: Sequence[str], today: date) -> Learned | None:
        """Adds a memory at the end; None where memories are switched off. Raises Invalid for an empty one."""
        if not self._settings.enabled:
            self._warn("Memories are switched off (ENISHI_MEMORIES__ENABLED): nothing was added.")
            return None
        if not content.strip():
            raise Invalid("content", "it is empty.", allowed="what was learned, in a sentence")
        with suppress(OSError):
            if self.path.stat().st_size > SIZE_MOST:
                self._warn(f"{self.path} is larger than {SIZE_MOST // 2**20} MB: delete memories that nobody needs.")
        kept = tuple(" ".join(tag.replace(",", " ").split()) for tag in tags if tag.strip())

        def added(before: str | None) -> str:
            text = f"{HEAD}\n\n" if before is None else before
            newline = newline_of(text)
            entry = entry_text(
                title=title_of(content), tags=kept, date=today.isoformat(), content=content, newline=newline
            )
            gap = "" if not text or text.endswith("\n") else newline
            return f"{text}{gap}{entry}{newline}"

        return learned(self._changed(added))[-1]

    def delete(self, identity: int) -> Learned:
        """Takes a memory out, and leaves all else as it stands. Raises NotFound."""
        taken: list[Learned] = []

        def without(before: str | None) -> str:
            taken[:] = [memory for memory in learned(before or "") if memory.id == identity]
            if not taken:
                raise NotFound("memory", str(identity))
            return _without(before or "", identity)

        self._changed(without)
        return taken[0]

    def injection(self, *, asked: bool = False) -> str:
        """What is put before a prompt; empty without memories, or where nobody `asked` and it is not automatic."""
        if self._settings.inject is Injection.NONE or (self._settings.inject is Injection.MANUAL and not asked):
            return ""
        memories = self.memories()
        if not memories:
            return ""
        entries = (
            f"{TITLE}{each.title}\n{TAGS} {', '.join(each.tags)}\n{DATE} {each.date}\n{CONTENT} {each.content}\n"
            for each in memories
        )
        return "\n".join([HEAD, "", *entries, _RULE, ""])

    def _text(self) -> str | None:
        """The text of the file; None where there is none that can be read."""
        try:
            return self.path.read_bytes().decode("utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            why = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
            self._warn(f"{self.path} cannot be read ({why}): it counts as empty.")
            return None

    def _changed(self, change: Callable[[str | None], str]) -> str:
        """Rewrites the file at once; of two writers both have their say. Raises Conflict, Invalid."""
        with Folder(self.path).locked():
            for _ in range(_TRIES):
                try:
                    before = self.path.read_bytes() if self.path.exists() else None
                    text = change(None if before is None else before.decode("utf-8"))
                    replace_file(self.path, text.encode("utf-8"), before)
                except ChangedMeanwhile:
                    continue
                except UnicodeDecodeError as error:
                    raise Invalid("path", f"{self.path} is not UTF-8, and is left as it is.") from error
                except OSError as error:
                    raise Invalid("path", f"{self.path} cannot be written: {error.strerror or error}.") from error
                return text
        raise Conflict(f"{self.path} changes all the time. Try again.")


def learned(text: str) -> tuple[Learned, ...]:
    """The memories of a file's text."""
    memories: list[Learned] = []
    line = 1
    for piece in Entries().pieces(text):
        if isinstance(piece, Block):
            wording = piece.wording
            memories.append(
                Learned(
                    id=line, title=wording.title or "", tags=wording.tags or (), date=wording.date, content=wording.text
                )
            )
        line += (piece if isinstance(piece, str) else piece.raw).count("\n")
    return tuple(memories)


def title_of(content: str) -> str:
    """The first 50 characters of a content, with "..." where there are more."""
    line = " ".join(content.split())
    return line if len(line) <= TITLE_MOST else f"{line[:TITLE_MOST]}..."


def _without(text: str, identity: int) -> str:
    """A text without the memory whose heading is on a line, nor the blank line behind it."""
    kept: list[str] = []
    line, dropped = 1, False
    for piece in Entries().pieces(text):
        raw = piece if isinstance(piece, str) else piece.raw
        if isinstance(piece, Block) and line == identity:
            dropped = True
        elif dropped and isinstance(piece, str):
            first, *rest = lines_of(raw)
            kept += [*rest] if not first.strip() else [raw]
            dropped = False
        else:
            kept.append(raw)
            dropped = False
        line += raw.count("\n")
    return "".join(kept)


def linked(folder: Path, warn: Warn) -> Path | None:
    """Lets a git worktree share the file of its primary one by a link; returns that file, None where it does not.

    What goes wrong is a warning: the work in the worktree goes on.
    """
    primary = _primary_of(folder)
    if primary is None:
        warn(f"{folder} is no git worktree beside another: its memories are its own.")
        return None
    target, link = primary / ".agent" / FILE_NAME, folder / ".agent" / FILE_NAME
    if link.is_symlink() and os.path.realpath(link) == os.path.realpath(target):
        return target
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)
    except FileExistsError:
        warn(f"{link} is there already, and stays: move what it holds to {target}, and link again.")
        return None
    except OSError as error:
        warn(f"{link} could not be linked to {target} ({error.strerror or error}): its memories are its own.")
        return None
    return target


def _primary_of(folder: Path) -> Path | None:
    """The main working tree of the repository that a worktree belongs to."""
    asked = ["git", "-C", str(folder), "rev-parse", "--path-format=absolute", "--git-common-dir", "--show-toplevel"]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=10)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    common, _, top = answer.stdout.strip().partition("\n")
    primary = Path(common).parent
    return primary if Path(common).name == ".git" and primary != Path(top) else None
