"""Exports that only the holder of a key can read: the age format (age-encryption.org/v1), which `age -d` reads too.

    # public key: age1cvc4…      encrypts, and may lie anywhere
    AGE-SECRET-KEY-14AMT…        reads; kept apart from what it opens

Both ways piece by piece: however large an export is, a few pieces of it are held.
"""

import os
import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from typing import BinaryIO, Final, Protocol, cast

import pyrage

from graph.errors import Conflict, Invalid, Misconfigured

MAGIC: Final = b"age-encryption.org/v1"
PUBLIC: Final = re.compile(r"\bage1[02-9ac-hj-np-z]{58}\b")
_SECRET: Final = re.compile(r"^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$", re.MULTILINE)
_KEYS_MOST: Final = 100_000
"""Bytes of a file of keys."""
_AHEAD: Final = 8
"""Pieces that may wait between the two threads."""
_LOOK_S: Final = 0.2


class _Key(Protocol):
    """A key of the library: of a recipient, or secret."""

    def to_public(self) -> "_Key": ...


class _Keys(Protocol):
    """What makes keys of a kind."""

    def from_str(self, text: str) -> _Key: ...
    def generate(self) -> _Key: ...


class _Age(Protocol):
    """What is used of the library, which tells nothing of its types."""

    def encrypt_io(self, reader: object, writer: object, recipients: Sequence[_Key]) -> None: ...
    def decrypt_io(self, reader: object, writer: object, identities: Sequence[_Key]) -> None: ...


_AGE: Final = cast(_Age, pyrage)
_RECIPIENTS: Final = cast(_Keys, pyrage.x25519.Recipient)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
_IDENTITIES: Final = cast(_Keys, pyrage.x25519.Identity)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]


class _Ended(Exception):
    """The other side has gone."""


def new_key(path: Path, now: datetime) -> str:
    """Writes a new key to a file that its owner alone may read; returns its public half.

    Raises Conflict where the file is there, Misconfigured where it cannot be written.
    """
    secret = _IDENTITIES.generate()
    public = str(secret.to_public())
    text = f"# created: {now.isoformat(timespec='seconds')}\n# public key: {public}\n{secret}\n"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Conflict(f"{path} is there already. A key is never written over: name another file.") from None
    except OSError as error:
        raise Misconfigured(f"{path} cannot be written ({error.strerror}). Name another file.") from error
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
    return public


def public_keys(given: Iterable[str]) -> tuple[str, ...]:
    """The public keys that are named: themselves, or by files that hold them. Raises Invalid where there is none."""
    keys: list[str] = []
    for name in given:
        named = [name] if PUBLIC.fullmatch(name) else PUBLIC.findall(_key_text(name))
        if not named:
            raise Invalid("encrypt_for", "it holds no public key.", allowed="age1…, or a file that holds such a key")
        keys += named
    return tuple(dict.fromkeys(keys))


def secret_keys(path: str | Path) -> tuple[str, ...]:
    """The secret keys of a file, as `new_key` and age-keygen write it. Raises Invalid where there is none."""
    keys = _SECRET.findall(_key_text(path))
    if not keys:
        raise Invalid("key", "the file holds no secret key.", allowed="a file with a line AGE-SECRET-KEY-1…")
    return tuple(keys)


def _key_text(path: str | Path) -> str:
    try:
        with Path(path).open("rb") as file:
            return file.read(_KEYS_MOST).decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        raise Invalid("key", "its file cannot be read.", allowed="a file with a key") from error


def encrypted(pieces: Iterable[bytes], keys: Sequence[str]) -> Iterator[bytes]:
    """Pieces of bytes, encrypted for some public keys; the pieces are made in the caller's thread.

    Raises Invalid for what is no key.
    """
    recipients = [_parsed(_RECIPIENTS, key, "encrypt_for") for key in keys]
    given: Queue[bytes | None] = Queue(_AHEAD)
    made: deque[bytes] = deque()
    work = _Work(lambda: _AGE.encrypt_io(_Source(given), _Sink(made.append), recipients))
    whole = False
    try:
        for piece in pieces:
            _handed(given, piece, work)
            while made:
                yield made.popleft()
        whole = True
    finally:
        with suppress(_Ended):
            _handed(given, None, work)
        work.join()
        if whole and work.error is not None:
            raise work.error
    yield from made


def decrypted(file: BinaryIO, keys: Sequence[str]) -> Generator[bytes]:
    """The bytes that a file holds for one of some secret keys. Raises OSError where it is damaged, Invalid without."""
    identities = [_parsed(_IDENTITIES, key, "key") for key in keys]
    if not identities:
        raise Invalid("key", "the file is encrypted.", allowed="the file of its key (--key)")
    made: Queue[bytes] = Queue(_AHEAD)
    gone: list[bool] = []

    def take(piece: bytes) -> None:
        while not gone:
            with suppress(Full):
                made.put(piece, timeout=_LOOK_S)
                return
        raise _Ended

    work = _Work(lambda: _AGE.decrypt_io(file, _Sink(take), identities))
    try:
        while True:
            try:
                yield made.get(timeout=_LOOK_S if work.running else 0)
            except Empty:
                if not work.running and made.empty():
                    break
    finally:
        gone.append(True)
        work.join()
    match work.error:
        case None:
            return
        case OSError() as damaged:
            raise damaged
        case error:
            raise Invalid("key", "it does not open this file.", allowed="the key that it was encrypted for") from error


class _Work:
    """A thread that does one thing, and what went wrong with it."""

    def __init__(self, task: Callable[[], None]) -> None:
        self.error: Exception | None = None
        self._task = task
        self._thread = Thread(target=self._run, name="age", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._task()
        except Exception as error:  # noqa: BLE001 -- whoever waits for it raises it
            self.error = error

    @property
    def running(self) -> bool:
        """Whether it is under way."""
        return self._thread.is_alive()

    def join(self) -> None:
        """Waits until it is done."""
        self._thread.join()


class _Source:
    """A file of what is put into a queue, until None is."""

    def __init__(self, given: Queue[bytes | None]) -> None:
        self._given = given
        self._rest: bytes | None = b""

    def read(self, size: int = -1) -> bytes:
        """The next bytes, at most `size`; none at the end."""
        while self._rest == b"":
            self._rest = self._given.get()
        if self._rest is None:
            return b""
        most = len(self._rest) if size < 0 else size
        piece, self._rest = self._rest[:most], self._rest[most:]
        return piece


class _Sink:
    """A file that hands on what is written to it."""

    def __init__(self, take: Callable[[bytes], None]) -> None:
        self._take = take

    def write(self, piece: bytes) -> int:
        """Hands a piece on."""
        self._take(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """Nothing is held back."""


def _handed(given: Queue[bytes | None], piece: bytes | None, work: _Work) -> None:
    """Puts a piece into a queue as soon as it has room. Raises _Ended where nobody takes it any more."""
    while True:
        try:
            given.put(piece, timeout=_LOOK_S)
        except Full:
            if not work.running:
                raise _Ended from work.error
        else:
            return


def _parsed(kind: _Keys, key: str, field: str) -> _Key:
    try:
        return kind.from_str(key)
    except Exception as error:
        # The library's errors have no class in common.
        raise Invalid(field, "this is no key.", allowed="age1… to encrypt for, AGE-SECRET-KEY-1… to read") from error
