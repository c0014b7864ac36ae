"""Reads any file, folder or standard input as a stream of items, its encoding and format detected."""

import os
import shutil
import stat
import sys
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path
from typing import BinaryIO, TextIO

from api.sources.chats.reading import NO_MESSAGES, read_chat
from api.sources.decoding import encoding_of, open_text
from api.sources.detection import HEAD, READABLE, format_of
from api.sources.item import Format, Item, LeftOut, Origin, left_out
from api.sources.jsonl import read_jsonl
from api.sources.mail import read_mail
from api.sources.notes.reading import read_note
from api.sources.paragraphs import read_text
from api.sources.records import SHORT_MOST, file_place, place_of, storable, whole_path
from api.sources.tables import read_table
from graph.errors import Invalid
from graph.model.synced import numbered_part

WHOLE_LIMIT = 256 * 1024 * 1024
"""Bytes a file may have whose format has to be read whole."""

ARCHIVE = ".zip"
UNPACKED_MOST = 4 * 2**30

STREAMED = (Format.JSONL, Format.CSV, Format.TEXT)
READERS: dict[Format, Callable[[TextIO, Origin], Iterator[Item]]] = {
    Format.JSONL: read_jsonl,
    Format.CSV: read_table,
    Format.MARKDOWN: read_note,
    Format.TEXT: read_text,
    Format.CHAT: read_chat,
    Format.MAIL: read_mail,
}


def read_source(
    path: Path | str,
    format: str | None = None,  # noqa: A002  the word of the command line
    *,
    encoding: str | None = None,
    zone: tzinfo | None = None,
    day_first: bool | None = None,
    text_column: str | None = None,
    source: str | None = None,
    numbered: bool = False,
    known_as: str | None = None,
    only: Collection[Path] | None = None,
    stdin: BinaryIO | None = None,
) -> Iterator[Item]:
    """The records of a file, of every readable file under a folder in sorted order, or of standard input for "-".

    A record that cannot be read is an item with an error, and the reading goes on; what is no memory is an item that
    says so, and so is a remark on how a file was read where that had to be guessed. JSON Lines, CSV and text are never
    held whole. Times without a zone get `zone`, by default this machine's; `day_first` settles 01/02/2026 where the
    file does not; `text_column` names the column of a table that holds the texts. `source` is where records come from
    that do not say so, by default the path of their file below the folder that is read. `numbered`: what has no place
    in its file has its number there, else the file alone. `known_as` is the path of a file that is read from a
    copy, `only` names the files of a folder that are read. An empty file yields nothing. Raises Invalid when the
    path, the format or the encoding cannot be used at all; in a folder such a file, and what is out of reach, is an
    item with an error at position 0 instead.
    """
    chosen = _format(format)
    origin = Origin(
        path="stdin", session="stdin", zone=zone, day_first=day_first, text_column=text_column, source=source,
        numbered=numbered,
    )  # fmt: skip
    if str(path) == "-":
        return _standard_input(stdin or sys.stdin.buffer, chosen, encoding, origin)
    place = Path(path)
    try:
        mode = place.stat().st_mode
    except FileNotFoundError as error:
        raise Invalid("path", "there is no such file or folder.") from error
    except (OSError, ValueError) as error:
        raise _out_of_reach(error) from error
    if stat.S_ISDIR(mode):
        return _folder(place, chosen, encoding, origin, only=only)
    if not stat.S_ISREG(mode):
        raise Invalid("path", "this is neither a file nor a folder.")
    known = None if known_as is None else Path(known_as)
    if place.suffix.lower() == ARCHIVE:
        return _archive(place, chosen, encoding, origin, known)
    named = _origin_of(place, place.stem, origin, known)
    return _file(place, chosen, encoding, named if known is None else replace(named, path=known.name))


def _format(name: str | None) -> Format | None:
    if name is None:
        return None
    try:
        return Format(name.lower())
    except ValueError as error:
        raise Invalid("format", "is not known.", allowed=", ".join(Format)) from error


def _file(path: Path, chosen: Format | None, encoding: str | None, origin: Origin) -> Iterator[Item]:
    try:
        codec = encoding_of(path, encoding)
        if codec.guessed:
            remark = f"read as {codec.name}, which is a guess. If letters look wrong, name another with --encoding."
            yield Item(position=0, path=origin.path, remark=remark)
        with open_text(path, codec) as stream:
            shape = chosen or format_of(origin.path, stream.read(HEAD))
            stream.seek(0)
            if shape not in STREAMED and path.stat().st_size > WHOLE_LIMIT:
                limit = f"{WHOLE_LIMIT // 2**20} MB"
                raise Invalid("path", f"a {shape} file above {limit} cannot be read whole. Split it.")
            for number, item in enumerate(READERS[shape](stream, origin), start=1):
                draft = item.draft
                if draft is not None and draft.place is None:
                    numbered = place_of(origin, numbered_part(number)) if origin.numbered else None
                    draft = replace(draft, place=numbered or file_place(origin))
                yield replace(item, shape=shape, draft=draft)
    except OSError as error:
        raise _out_of_reach(error) from error


def _out_of_reach(error: OSError | ValueError) -> Invalid:
    return Invalid("path", f"cannot be read: {error.strerror if isinstance(error, OSError) else error}.")


def _folder(
    folder: Path,
    chosen: Format | None,
    encoding: str | None,
    common: Origin,
    *,
    place: Path | None = None,
    only: Collection[Path] | None = None,
) -> Iterator[Item]:
    """The items of every file below a folder, which is known by another place where it is a copy."""
    paths, faults = _files_below(folder)
    if only is not None:
        paths, faults = [path for path in paths if path in only], []
    for path, fault in faults:
        yield Item(position=0, path=str(path), error=fault)
    for path in paths:
        inner = path.relative_to(folder)
        origin = _origin_of(path, inner.with_suffix("").as_posix(), common, place / inner if place else None)
        origin = replace(origin, source=common.source or _kept_path(Path(place.name) / inner if place else inner))
        if path.suffix.lower() not in READABLE:
            yield left_out(origin, 0, LeftOut.FILE)
            continue
        try:
            yield from _file(path, chosen, encoding, origin)
        except Invalid as error:
            yield left_out(origin, 0, LeftOut.FILE) if error.problem == NO_MESSAGES else _unreadable(origin, error)


def _files_below(folder: Path) -> tuple[list[Path], list[tuple[Path, Invalid]]]:
    """The files below a folder in order, but hidden ones and failures; and what is there and out of reach.

    A link to a drive that is not mounted is such: what came from behind it is not gone.
    """
    faults: list[tuple[Path, Invalid]] = []

    def note(error: OSError) -> None:
        fault = Invalid("path", "the folder cannot be listed.", allowed="a folder that you may read")
        faults.append((Path(error.filename or folder), fault))

    paths: list[Path] = []
    for above, folders, names in os.walk(folder, onerror=note):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for path in (Path(above, name) for name in names if not name.startswith(".") and ".failed" not in name):
            try:
                mode = path.stat().st_mode
            except OSError as error:
                faults += [(path, _out_of_reach(error))] if _may_hold(path) else []
                continue
            paths += [path] if stat.S_ISREG(mode) else []
    return sorted(paths), sorted(faults, key=lambda fault: fault[0])


def _may_hold(path: Path) -> bool:
    """Whether a name may be that of a file or folder with memories: pictures out of reach are no loss."""
    return not path.suffix or path.suffix.lower() in READABLE


def _archive(
    path: Path, chosen: Format | None, encoding: str | None, common: Origin, known: Path | None = None
) -> Iterator[Item]:
    """The files of a zip, as makers send their exports: unpacked to a temporary folder, known by the zip's own path."""
    shown = path if known is None else Path(known.name)
    with tempfile.TemporaryDirectory(prefix="enishi-") as temporary:
        folder = Path(temporary) / path.stem
        folder.mkdir()
        try:
            with zipfile.ZipFile(path) as packed:
                parts = [part for part in packed.infolist() if not part.is_dir()]
                members = [part for part in parts if Path(part.filename).suffix.lower() in READABLE]
                size = sum(part.file_size for part in members)
                if size <= UNPACKED_MOST:
                    packed.extractall(folder, members)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError) as error:
            raise Invalid("path", "the zip cannot be unpacked.") from error
        if size > UNPACKED_MOST:
            limit = f"{UNPACKED_MOST // 2**30} GB"
            raise Invalid("path", f"a zip of more than {limit} is not unpacked here. Unpack it, and give the folder.")
        for item in _folder(folder, chosen, encoding, common, place=known or Path(whole_path(path))):
            yield replace(item, path=f"{shown}/{Path(item.path).relative_to(folder).as_posix()}")
        for _ in range(len(parts) - len(members)):
            yield left_out(replace(common, path=str(shown)), 0, LeftOut.FILE)


def _origin_of(path: Path, session: str, common: Origin, place: Path | None = None) -> Origin:
    return replace(
        common, path=str(path), session=session, file=str(path), place=str(place) if place else whole_path(path),
        source=common.source or (_kept_path(Path(place.name)) if place else _source_of(path)),
    )  # fmt: skip


def _source_of(path: Path) -> str:
    """The source of a file given by itself: its path below the current folder where it lies there, else its name."""
    whole, here = Path(whole_path(path)), Path.cwd()
    return _kept_path(whole.relative_to(here) if whole.is_relative_to(here) else Path(whole.name))


def _kept_path(path: Path) -> str:
    """A path as it is kept: of a long one the end."""
    written = storable(path.as_posix())
    return written if len(written) <= SHORT_MOST else "…" + written[-(SHORT_MOST - 1) :]


def _unreadable(origin: Origin, error: Invalid) -> Item:
    return Item(position=0, path=origin.path, error=error)


def _standard_input(stream: BinaryIO, chosen: Format | None, encoding: str | None, origin: Origin) -> Iterator[Item]:
    """Standard input by way of a temporary file: detecting its encoding takes more than one read."""
    with tempfile.TemporaryDirectory(prefix="enishi-") as folder:
        copy = Path(folder) / "stdin"
        with copy.open("wb") as out:
            shutil.copyfileobj(stream, out)
        yield from _file(copy, chosen, encoding, replace(origin, source=origin.source or "stdin"))
