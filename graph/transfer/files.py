"""Exports as files: packed by zstd, there whole or not at all, and read line by line from their beginning.

`zstd -d` reads them without Enishi. A file that is no zstd is read as plain lines.
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import zstandard

from graph.durable import sync_folder
from graph.errors import Invalid, Misconfigured, Unavailable

LEVEL: Final = 9
MAGIC: Final = zstandard.FRAME_HEADER
_PART: Final = ".part"
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_READ: Final = 1 << 20


def packed(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines as one zstd frame, piece by piece."""
    packer = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compressobj()
    for line in lines:
        if piece := packer.compress(line):
            yield piece
    yield packer.flush()


def write(path: Path, lines: Iterable[bytes]) -> int:
    """Writes lines, packed: `put`."""
    return put(path, packed(lines))


def put(path: Path, pieces: Iterable[bytes]) -> int:
    """Writes a file beside its place and moves it there once it is on the disk; returns its bytes.

    Raises Unavailable where the disk is full, Misconfigured where nobody may write there; nothing is left behind then.
    """
    part = path.with_name(path.name + _PART)
    size = 0
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            for piece in pieces:
                file.write(piece)
                size += len(piece)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        with suppress(OSError):
            sync_folder(path.parent)
    except BaseException as error:
        with suppress(OSError):
            part.unlink()
        if isinstance(error, OSError):
            raise _refusal(error, path) from error
        raise
    return size


def reader(path: Path) -> Callable[[], Iterator[bytes]]:
    """What reads the lines of a file, each time from its beginning. Raises Invalid for no file and for a broken one."""

    def lines() -> Iterator[bytes]:
        try:
            with path.open("rb") as file:
                packed = file.read(len(MAGIC)) == MAGIC
                file.seek(0)
                if not packed:
                    yield from file
                    return
                with zstandard.ZstdDecompressor().stream_reader(file) as unpacked:
                    yield from _lines(unpacked)
        except (OSError, zstandard.ZstdError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is damaged"
            raise Invalid("file", f"{path} cannot be read: {why}.", allowed="a file that was exported") from error

    return lines


def _lines(unpacked: zstandard.ZstdDecompressionReader) -> Iterator[bytes]:
    rest = b""
    while piece := unpacked.read(_READ):
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            yield line + b"\n"
    if rest:
        yield rest


def _refusal(error: OSError, path: Path) -> Unavailable | Misconfigured:
    if error.errno in _FULL:
        return Unavailable(f"{path} could not be written: the disk is full. Make room and export again.")
    return Misconfigured(f"{path} cannot be written ({error.strerror}). Name a file in a folder that you may write to.")
