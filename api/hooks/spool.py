"""What a session has done so far, and what could not be kept yet, in files of this user: nothing waits for a server.

Each line is one JSON object, appended in one write, so that two hooks at once both have their say.
"""

import errno
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, cast

from platformdirs import user_state_path

from api.environment import memories_place, own_folder

_FILES_MOST: Final = 200
_WAITING_MOST: Final = 2 * 2**20
"""Bytes of what waits for a server at most; beyond it nothing is added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookDraft:
    """The body of a request that keeps something, and whether a person said it: what nobody did brings nothing back.

    Where no project was named, it is that of the `folder`.
    """

    body: dict[str, object]
    by_person: bool
    folder: str = ""


def spool_folder() -> Path:
    """Where the files lie of the memories that the settings name: what waits for one home is sent to no other."""
    return own_folder(user_state_path("enishi") / "hooks", memories_place())


def note_file(session: str, file: str) -> None:
    """Notes that a session changed a file, where the disk has room."""
    with suppress(OSError):
        _append(_session_file(session), {"file": file})


def files_of(session: str) -> list[str]:
    """The files that a session changed, in order, each once."""
    lines: list[dict[str, object]] = []
    with suppress(OSError):
        lines = _lines(_session_file(session))
    return list(dict.fromkeys(str(line["file"]) for line in lines if "file" in line))[:_FILES_MOST]


def end(session: str) -> None:
    """Forgets what was noted of a session."""
    with suppress(OSError):
        _session_file(session).unlink()


def keep_for_later(user: str, draft: HookDraft) -> bool:
    """Keeps a draft that no server could take; False where too much waits already, and on a full disk."""
    path = spool_folder() / "waiting.jsonl"
    with suppress(OSError):
        if path.stat().st_size > _WAITING_MOST:
            return False
    try:
        _append(path, {"user": user, **asdict(draft)})
    except OSError:
        return False
    return True


def replay(user: str, send: Callable[[HookDraft], bool]) -> None:
    """Sends what waits; what is not taken waits on. Each has an id of its own, so none is kept twice.

    The file is moved aside first: of two hooks at once one has it, and what is added meanwhile goes to a new one. One
    that was killed while it sent leaves its file, which the next takes up.
    """
    folder = spool_folder()
    for path in [folder / "waiting.jsonl", *_left_behind(folder)]:
        # A number of a process comes again one day: with the time none is written over.
        taken = folder / f"sending-{os.getpid()}-{time.time_ns()}.jsonl"
        try:
            path.rename(taken)
        except OSError:
            continue
        with suppress(OSError):
            _append(folder / "waiting.jsonl", *[line for line in _lines(taken) if not _is_taken(line, user, send)])
            taken.unlink()


def _is_taken(line: dict[str, object], user: str, send: Callable[[HookDraft], bool]) -> bool:
    """Whether what waited has been sent; what is no draft need not wait on."""
    body = line.get("body")
    if not isinstance(body, dict):
        return True
    draft = HookDraft(
        body=cast("dict[str, object]", body),
        by_person=line.get("by_person") is True,
        folder=str(line.get("folder") or ""),
    )
    return line.get("user") == user and send(draft)


def _left_behind(folder: Path) -> list[Path]:
    """Files of processes that have ended, and of this one."""
    left: list[Path] = []
    for path in folder.glob("sending-*.jsonl") if folder.is_dir() else ():
        number = path.stem.split("-")[1]
        if number.isdecimal() and (int(number) == os.getpid() or not _runs(int(number))):
            left.append(path)
    return left


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _session_file(session: str) -> Path:
    return spool_folder() / f"session-{sha256(session.encode('utf-8', 'replace')).hexdigest()[:24]}.jsonl"


def _append(path: Path, *lines: dict[str, object]) -> None:
    """Appends lines in one write. Raises OSError where the disk has no room for all of it."""
    if not lines:
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # They begin with an end of line: one that a full disk cut short spoils no other.
    written = b"".join(b"\n" + json.dumps(line).encode() + b"\n" for line in lines)
    # 0600: it holds what somebody said
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.write(handle, written) < len(written):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
    finally:
        os.close(handle)


def _lines(path: Path) -> list[dict[str, object]]:
    """The lines of a file that are whole. Raises OSError where it cannot be read."""
    lines: list[dict[str, object]] = []
    for written in path.read_bytes().split(b"\n"):
        with suppress(ValueError):
            line = json.loads(written)
            if isinstance(line, dict):
                lines.append(cast("dict[str, object]", line))
    return lines
