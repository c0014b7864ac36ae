"""Detects the encoding of a file and opens it as text."""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TextIO, cast

from charset_normalizer import from_bytes

from api.sources.binaries import refuse_documents
from api.sources.codepages import codepage_of
from graph.errors import Invalid

SAMPLE = 1 << 20
LINE_LIMIT = 1 << 24
"""Characters after which a line is cut: sixteen times the longest text a memory may have."""

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
JAPANESE = ("cp932", "euc_jp")
WESTERN = "cp1252"
WESTERN_LEAST = 0.9
FITTING = re.compile(
    "[àâäáãåæçèéêëìíîïñòóôöõøœßùúûüýÿðþšž]"  # letters, anywhere in a word
    "|(?<![a-zà-ÿ])[ÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖÕØŒÙÚÛÜÝÐÞŠŽŸ]"  # capitals, where a word begins
    "|(?<=[A-ZÀ-Þ])[ÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖÕØŒÙÚÛÜÝÐÞ](?=[A-ZÀ-Þ]|\\b)"
    "|[’‘](?=\\w)|(?<=\\w)[’]"
    "|(?<!\\w)[“„«‘‚¿¡£€©§•–—…\u00a0](?=.)|°(?=[CF]\\b)|[”»’…®™°ºª€%\u00a0–—²³½¼¾](?!\\w)"
)
KANA = re.compile("[\u3041-\u30ff]")
HALF_WIDTH = re.compile("[\uff61-\uff9f]")
BROKEN = re.compile("[\udc80-\udcff]")
BEYOND_ASCII = re.compile("[^\x00-\x7f]")


class Encoding(NamedTuple):
    """The codec of a file, how it treats broken bytes, and whether it is a guess that may be wrong."""

    name: str
    errors: str = "strict"
    guessed: bool = False


def open_text(path: Path, encoding: Encoding) -> TextIO:
    """The file as text, with its line ends as they are."""
    return path.open(encoding=encoding.name, errors=encoding.errors, newline="")


def encoding_of(path: Path, named: str | None = None) -> Encoding:
    """The encoding named, or else the one found.

    A byte here and there that is not UTF-8 becomes a lone surrogate, so that one broken line costs one record and not
    the file. Raises Invalid for documents, binary files, unknown encodings and files no encoding fits.
    """
    refuse_documents(path)
    if named is not None:
        return _named_codec(path, named)
    with path.open("rb") as stream:
        head = stream.read(SAMPLE)
    for mark, name in MARKS:
        if head.startswith(mark):
            return Encoding(name, "surrogateescape") if name == "utf-8-sig" else _strictly(path, name)
    _refuse_binary(path)
    if b"\x1b$" in head and _decodes(path, "iso2022_jp"):
        return Encoding("iso2022_jp")
    if _decodes(path, "utf-8") or _mostly_utf8(path):
        return Encoding("utf-8", "surrogateescape")
    return _guessed(path, _first_beyond_ascii(path))


def numbered(stream: TextIO) -> Iterator[tuple[int, str]]:
    """Each line with its number from 1. A line longer than LINE_LIMIT comes cut to one character more than that."""
    number = 0
    while line := stream.readline(LINE_LIMIT + 1):
        number += 1
        rest = line
        while len(rest) > LINE_LIMIT and not rest.endswith(("\n", "\r")):
            rest = stream.readline(LINE_LIMIT + 1)
        yield number, line


def _named_codec(path: Path, name: str) -> Encoding:
    try:
        codec = codecs.lookup(name)
        codec.incrementaldecoder(errors="strict").decode(b"", final=True)
        "".encode(name)
    except (LookupError, TypeError) as error:
        raise Invalid(
            "encoding", "there is no text encoding of this name.", allowed="utf-8, cp932, euc_jp …"
        ) from error
    if codec.name == "utf-8":
        _refuse_binary(path)
        return Encoding("utf-8-sig", "surrogateescape")
    return _strictly(path, name)


def _strictly(path: Path, name: str) -> Encoding:
    if not _decodes(path, name):
        raise Invalid("encoding", f"the file is not valid {name}. Name the right one with --encoding.")
    return Encoding(name)


def _refuse_binary(path: Path) -> None:
    if any(b"\x00" in block for block in _blocks(path)):
        raise Invalid(
            "path",
            "the file holds NUL bytes: it is binary, or text in UTF-16 without a mark. For the latter say "
            "--encoding utf-16-le.",
        )


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while block := stream.read(SAMPLE):
            yield block


def _decodes(path: Path, name: str) -> bool:
    decoder = codecs.getincrementaldecoder(name)(errors="strict")
    try:
        for block in _blocks(path):
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeError:
        return False
    return True


def _mostly_utf8(path: Path) -> bool:
    """Whether the characters beyond ASCII are good UTF-8 at least four times out of five, over the whole file."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
    bad = all_together = 0
    for block in _blocks(path):
        text = decoder.decode(block)
        bad += len(BROKEN.findall(text))
        all_together += len(BEYOND_ASCII.findall(text))
    return bad * 5 <= all_together


def _first_beyond_ascii(path: Path) -> bytes:
    """A sample from where the file stops being ASCII: only there can encodings be told apart."""
    at = 0
    for block in _blocks(path):
        if not block.isascii():
            at += next(index for index, byte in enumerate(block) if byte > 0x7F)
            break
        at += len(block)
    with path.open("rb") as stream:
        stream.seek(max(0, at - 256))
        return stream.read(SAMPLE // 4)


def _guessed(path: Path, sample: bytes) -> Encoding:
    """Japanese encodings first, as kana give them away; then what reads best by far; then Western letters within words;
    then the detector.

    What Windows writes in Western Europe is asked for before the detector, which takes a short French text for Czech.
    """
    scores = {name: _kana_share(sample, name) for name in JAPANESE}
    for name in sorted(JAPANESE, key=lambda name: -scores[name]):
        if scores[name] >= 0.1 and _decodes(path, name):
            return Encoding(name)
    read = codepage_of(sample)
    if read is not None and read != WESTERN and _decodes(path, read):
        return Encoding(read, guessed=True)
    western = _decodes(path, WESTERN) and _western_share(sample) >= WESTERN_LEAST
    best = from_bytes(sample).best()
    if western:
        return Encoding(WESTERN, guessed=best is None or best.encoding not in (WESTERN, "latin_1", "iso8859_15"))
    if best is not None and _decodes(path, best.encoding):
        return Encoding(best.encoding, guessed=True)
    raise Invalid("encoding", "cannot be told. Name it with --encoding.", allowed="utf-8, cp932, euc_jp, latin-1 …")


def _western_share(sample: bytes) -> float:
    """How many of the characters beyond ASCII stand as the letters and signs of Western Europe do.

    Accented letters are a few among plain ones, a capital begins its word, and signs stand beside no letter that they
    cannot touch. Text in Cyrillic, Greek or Polish read so is full of capitals and signs within words.
    """
    text = sample.decode(WESTERN, errors="replace")
    beyond = BEYOND_ASCII.findall(text)
    letters = sum(character.isalpha() for character in text)
    if not beyond or sum(character.isalpha() for character in beyond) > 0.4 * letters:
        return 0.0
    return sum(len(match) for match in FITTING.findall(text)) / len(beyond)


def _kana_share(sample: bytes, name: str) -> float:
    """Kana among the characters beyond ASCII, less the half-width ones that wrong decoding is full of."""
    text = sample.decode(name, errors="ignore")
    others = len(cast(list[str], BEYOND_ASCII.findall(text)))
    return (len(KANA.findall(text)) - 2 * len(HALF_WIDTH.findall(text))) / max(1, others)
