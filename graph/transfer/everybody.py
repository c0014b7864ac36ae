"""The exports of all users of a database: a file each in one folder, and in again, each for whom it was made.

    a1b2c3d4e5f6.jsonl.zst

A name is a hash of the user's id, which may hold what no file name can; whose a file is stands in its first line.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from graph.errors import Conflict, Invalid
from graph.model.transfer import AllExported, AllImported
from graph.rotation.backups import ENCRYPTED, ENDING, owner_of
from graph.transfer import files
from graph.transfer.encryption import public_keys, secret_keys
from graph.transfer.records import head_of
from graph.transfer.transfer import Progress, Transfer, silent

_ENDINGS: Final = (ENDING, ENDING + ENCRYPTED)


def exported_all(
    users: Iterable[str],
    transfer: Callable[[str], Transfer],
    folder: Path,
    *,
    encrypt_for: Sequence[str] = (),
    force: bool = False,
    progress: Progress = silent,
) -> AllExported:
    """Exports each user into a folder, each of one moment; whom somebody writes to all the time is told and left out.

    With `force` the exports that the folder has are replaced, those of who is no longer there too: in the end it holds
    what was exported now, and nothing else that an import would read. Raises Invalid where it has some and `force` is
    not said, and what an export raises for a full disk or a folder that nobody may write to.
    """
    if not force and any(_exports(folder)):
        raise Invalid("folder", f"{folder} has exports already.", allowed="another, or --force to write over them")
    public_keys(encrypt_for)
    files.made(folder)
    done, counting, written = AllExported(folder=str(folder)), _Counting(progress), set[Path]()
    for user_id in users:
        path = folder / f"{owner_of(user_id)}{_ENDINGS[bool(encrypt_for)]}"
        try:
            exported = transfer(user_id).to_file(path, encrypt_for=encrypt_for, progress=counting.tell)
        except Conflict:
            done = replace(done, left_out=(*done.left_out, user_id))
        else:
            done = done.and_of(exported)
            written.add(path)
        counting.next()
    for old in set(_exports(folder)) - written:
        old.unlink(missing_ok=True)
    return done


def imported_all(
    folder: Path, transfer: Callable[[str], Transfer], *, key: str | Path | None = None, progress: Progress = silent
) -> AllImported:
    """Reads the exports of a folder in, each for the user that it names; one that cannot be read is told and left out.

    Again it changes nothing, and after an interruption it goes on. Raises Invalid for a folder without an export.
    """
    paths = list(_exports(folder))
    if not paths:
        raise Invalid("folder", f"{folder} has no exports.", allowed="a folder that `enishi export --all` wrote")
    keys = () if key is None else secret_keys(key)
    done, counting = AllImported(), _Counting(progress)
    for path in paths:
        lines = files.reader(path, keys)
        try:
            user_id = str(head_of(lines(), str(path))["user_id"])
            done = done.and_of(transfer(user_id).read_in(lines, name=str(path), progress=counting.tell))
        except (Invalid, Conflict) as error:
            done = replace(done, left_out=(*done.left_out, str(error)))
        counting.next()
    return done


class _Counting:
    """Adds up what one file after the other tells of itself."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._before = self._so_far = 0

    def tell(self, so_far: int, _of: int) -> None:
        """So many of this file are done; where it was begun anew, no more than before."""
        self._so_far = max(self._so_far, so_far)
        self._progress(self._before + self._so_far, 0)

    def next(self) -> None:
        """Another file begins."""
        self._before += self._so_far
        self._so_far = 0


def _exports(folder: Path) -> Iterable[Path]:
    return sorted(path for ending in _ENDINGS for path in folder.glob(f"*{ending}"))
