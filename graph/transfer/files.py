"""Exports as files: packed by zstd, there whole or not at all, and read line by line from their beginning.

`zstd -d` reads them without Enishi. A file that is no zstd is read as plain lines.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import zstandard

from graph.durable import DISK_FULL, replace_durably
from graph.errors import Invalid, Misconfigured, Unavailable

LEVEL: Final = 9
MAGIC: Final = zstandard.FRAME_HEADER
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
    try:
        return replace_durably(path, pieces)
    except OSError as error:
        raise _refusal(error, path) from error


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
    if error.errno in DISK_FULL:
        return Unavailable(f"{path} could not be written: the disk is full. Make room and export again.")
    return Misconfigured(f"{path} cannot be written ({error.strerror}). Name a file in a folder that you may write to.")
