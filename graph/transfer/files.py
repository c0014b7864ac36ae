"""Exports as files: packed by zstd, there whole or not at all, and read line by line from their beginning.

`zstd -d` reads them without Enishi, `age -d` those that are encrypted. A file that is no zstd is read as plain lines.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import zstandard

from graph.durable import DISK_FULL, replace_durably
from graph.errors import Invalid, Misconfigured, Unavailable
from graph.transfer import encryption

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

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


def made(folder: Path) -> None:
    """Makes a folder that its owner alone may read, where there is none. Raises as `put` does."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise _refusal(error, folder) from error


def reader(path: Path, keys: Sequence[str] = ()) -> Callable[[], Iterator[bytes]]:
    """What reads the lines of a file, each time from its beginning, by a secret key where it is encrypted.

    Raises Invalid for no file, for a broken one, and for one that none of the keys opens.
    """

    def lines() -> Iterator[bytes]:
        try:
            with path.open("rb") as file:
                encrypted = file.read(len(encryption.MAGIC)) == encryption.MAGIC
                file.seek(0)
                if not encrypted:
                    yield from _read(file)
                    return
                with closing(encryption.decrypted(file, keys)) as pieces:
                    yield from _read(io.BufferedReader(_Pieces(pieces)))
        except (OSError, zstandard.ZstdError) as error:
            why = (isinstance(error, OSError) and error.strerror) or "it is damaged"
            raise Invalid("file", f"{path} cannot be read: {why}.", allowed="a file that was exported") from error

    return lines


class _Pieces(io.RawIOBase):
    """A file of pieces that come one after the other."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        super().__init__()
        self._pieces = pieces
        self._rest = b""

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fills as much as comes; 0 at the end."""
        self._rest = self._rest or next(self._pieces, b"")
        view = memoryview(buffer)
        size = min(len(view), len(self._rest))
        view[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def _read(file: io.BufferedReader) -> Iterator[bytes]:
    """The lines of a file, packed or plain."""
    if file.peek(len(MAGIC))[: len(MAGIC)] != MAGIC:
        yield from file
        return
    with zstandard.ZstdDecompressor().stream_reader(file) as unpacked:
        yield from _lines(unpacked)


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
