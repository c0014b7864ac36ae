"""Failed items are written as JSON Lines that the next run can read, in a folder of the user's and never a source's."""

import hashlib
import json
import os
from pathlib import Path
from typing import cast

from platformdirs import user_state_path

from api.sources.item import Item
from api.sources.records import SURROGATE, record_of
from graph.errors import EnishiError

ENDING = ".failed.jsonl"
NAME_MOST = 60


def failures_folder() -> Path:
    """Where failures are written: a folder of this user's state, so that nothing appears in a vault or a repository."""
    return user_state_path("enishi") / "failures"


def failures_path(source: Path | str) -> Path:
    """Where the failures of a file are written: `NAME-HASH.failed.jsonl`, the hash that of the file's whole path.

    The failures of a failure file go to `X.failed-2.jsonl`, then `-3`: a file is never read and written at once.
    """
    folder = failures_folder()
    if str(source) == "-":
        return folder / ("stdin" + ENDING)
    path = Path(source)
    stem, mark, turn = path.name.removesuffix(".jsonl").rpartition(".failed")
    if mark and path.suffix == ".jsonl" and (not turn or turn.removeprefix("-").isdecimal()):
        return folder / f"{stem}.failed-{int(turn.removeprefix('-') or 1) + 1}.jsonl"
    whole = hashlib.sha256(str(path.absolute()).encode("utf-8", "surrogateescape")).hexdigest()
    return folder / f"{path.name[:NAME_MOST]}-{whole[:8]}{ENDING}"


class Failures:
    """A file of failed records, each of them once however often a run is resumed.

    One JSON object a line: `position`, `path`, `error` and `record`. `read_source` of that file reads the records
    again. A line is appended in one write, so that a process killed at any moment leaves at most a torn last line.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known = _known(path)

    def __len__(self) -> int:
        return len(self._known)

    def add(self, item: Item, error: EnishiError | None = None) -> None:
        """Writes a record with its own error or the one given. Raises OSError when the disk refuses."""
        fault = error or item.error
        record = record_of(item.draft) if item.draft else item.raw
        if fault is None or record is None or (item.path, item.position) in self._known:
            return
        line = {
            "position": item.position,
            "path": item.path,
            "error": {"title": fault.title, "message": str(fault)},
            "record": record,
        }
        text = json.dumps(line, ensure_ascii=False)
        if SURROGATE.search(text):
            text = json.dumps(line)
        _append(self.path, text.encode() + b"\n")
        self._known.add((item.path, item.position))


class FailureFiles:
    """The files of failures of one source: of a folder, each of its files has one of its own."""

    def __init__(self, source: Path | str) -> None:
        self._source = source
        self._files: dict[str, Failures] = {}

    def of(self, item: Item) -> Failures:
        """Where an item's failure belongs; nothing is written yet."""
        if item.path not in self._files:
            place = "-" if str(self._source) == "-" else item.path
            self._files[item.path] = Failures(failures_path(place))
        return self._files[item.path]

    @property
    def written(self) -> tuple[Path, ...]:
        """The files that hold failures and that this run asked for, in the order it did."""
        return tuple(file.path for file in self._files.values() if len(file))


def _known(path: Path) -> set[tuple[str, int]]:
    known: set[tuple[str, int]] = set()
    if path.exists():
        with path.open("rb") as stream:
            for line in stream:
                try:
                    entry = cast(dict[str, object], json.loads(line))
                    known.add((str(entry["path"]), cast(int, entry["position"])))
                except (ValueError, TypeError, KeyError):
                    continue  # a torn line: its record is written again
    return known


def _append(path: Path, line: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    torn = path.exists() and path.stat().st_size > 0 and _last_byte(path) != b"\n"
    # 0600: the file holds what somebody asked us to remember
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        rest = b"\n" + line if torn else line
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _last_byte(path: Path) -> bytes:
    with path.open("rb") as stream:
        stream.seek(-1, os.SEEK_END)
        return stream.read(1)
