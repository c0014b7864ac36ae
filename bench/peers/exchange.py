"""The bench's end of the pipe to an adapter: one order out, and one reply back, with questions for vectors between."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self, cast

from extraction.encoder import Embeds


class PeerFailed(Exception):
    """A peer could not do what it was told; the text says what it said."""


class Adapter:
    """A peer in a process and an environment of its own. Whatever it prints goes to `log`."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], folder: Path, log: Path, embedder: Embeds
    ) -> None:
        self._embedder = embedder
        self._log = log.open("w", encoding="utf-8")
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=folder,
            env=dict(environment),
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.told("close")
        finally:
            self._process.kill()
            with suppress(BrokenPipeError), self._process:  # what could not be sent to it is lost with it
                pass
            self._log.close()

    def told(self, order: str, **fields: object) -> dict[str, object]:
        """The reply to an order. Raises PeerFailed with what the peer told of its failure."""
        self._send({"do": order, **fields})
        while True:
            reply = parsed(self._stream(self._process.stdout).readline(), order, self._log.name)
            texts = reply.get("embed")
            if not isinstance(texts, list):
                return reply
            vectors = self._embedder.passages(cast("list[str]", texts))
            self._send({"vectors": [vector.tolist() for vector in vectors]})

    def _send(self, message: Mapping[str, object]) -> None:
        stream = self._stream(self._process.stdin)
        try:
            stream.write(json.dumps(message, ensure_ascii=False) + "\n")
            stream.flush()
        except BrokenPipeError as error:
            raise PeerFailed(f"it ended before its next order; see {self._log.name}") from error

    @staticmethod
    def _stream(stream: IO[str] | None) -> IO[str]:
        assert stream is not None
        return stream


def parsed(line: str, order: str, log: str) -> dict[str, object]:
    """One line of an adapter. Raises PeerFailed when it ended, says nothing we read, or tells of an error."""
    if not line:
        raise PeerFailed(f"it ended while told to {order}; see {log}")
    try:
        reply = json.loads(line)
    except json.JSONDecodeError as error:
        raise PeerFailed(f"it answered {line[:80]!r} when told to {order}") from error
    if not isinstance(reply, dict):
        raise PeerFailed(f"it answered {line[:80]!r} when told to {order}")
    told = cast("dict[str, object]", reply)
    if "error" in told:
        raise PeerFailed(f"told to {order}: {told['error']}")
    return told
