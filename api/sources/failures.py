"""Failed items are written beside their source as JSON Lines that the next run can read."""

import json
import os
from pathlib import Path
from typing import cast

from api.sources.item import Item
from api.sources.records import SURROGATE, record_of
from graph.errors import EnishiError

ENDING = ".failed.jsonl"


def failures_path(source: Path | str) -> Path:
    """Where the failures of a file are written: beside it, `stdin.failed.jsonl` here for standard input.

    The failures of a failure file go to `X.failed-2.jsonl`, then `-3`: a file is never read and written at once.
    """
    if str(source) == "-":
        return Path("stdin" + ENDING)
    path = Path(source)
    stem, mark, turn = path.name.removesuffix(".jsonl").rpartition(".failed")
    if mark and path.suffix == ".jsonl" and (not turn or turn.removeprefix("-").isdecimal()):
        return path.with_name(f"{stem}.failed-{int(turn.removeprefix('-') or 1) + 1}.jsonl")
    return path.with_name(path.name + ENDING)


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
    """The files of failures of one source: of a folder, each of its files has one of its own beside it."""

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
