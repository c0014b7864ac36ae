"""Stdio on one side, a running server's endpoint on the other: every message of an agent becomes a request of HTTP.

The server has the models, the connections and the protocol's library loaded; this process reads lines and posts them,
so that it is there in a fraction of a second and weighs nothing. It lives for hours, and whoever takes the address of a
server that ended must be sent nothing: before each message the server shows anew whose it is. Where one has forgotten a
session, because it was started again, the session is begun anew without the agent noticing.
"""

import base64
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from socket import SHUT_RDWR
from threading import Lock, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from api.agents.asker import AUDIENCE_HEADER, PROJECT_HEADER, USER_HEADER, Asker

if TYPE_CHECKING:
    from api.running import Server

_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
_NAMED: Final[Mapping[str, str]] = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The parameter that is told in a header too, by method."""
_PLAIN: Final = re.compile(r"[!-~]([ -~]*[!-~])?")
_ENCODED: Final = re.compile(r"=\?base64\?.*\?=")
_LAST_ANSWERS_S: Final = 30.0
"""How long answers are waited for once the agent has closed its side."""
_PATIENCE_S: Final = (0.0, 0.5, 1.5)
"""Pauses before each look for the server: it may be starting again."""
_PARSE_ERROR, _INTERNAL_ERROR = -32700, -32603
_GONE: Final = "The server of Enishi is not running. Start it: enishi serve --detach. Then call again."
_UNSURE: Final = (
    "The server of Enishi was asked and went away before it answered: whether this was done is not known. "
    "Look (search_memories) before you repeat it."
)


class Gone(Exception):
    """Nobody listens: nothing was done."""


class Forgotten(Exception):
    """The server does not know the session."""


class Bridge:
    """One agent's connection. `find` tells where the server is that just showed whose it is; None where none runs."""

    def __init__(self, find: "Callable[[], Server | None]", asker: Asker, path: str, out: BinaryIO) -> None:
        self._find = find
        self._asker = asker
        self._path = path
        self._out = out
        self._writing, self._beginning = Lock(), Lock()
        self._initialize: dict[str, Any] | None = None
        self._session: dict[str, str] = {}
        self._open: dict[object, HTTPConnection] = {}

    def run(self, lines: Iterable[bytes]) -> None:
        """Carries messages until the agent closes its side, and the answers that are still to come."""
        asked: list[Thread] = []
        for line in lines:
            if not line.strip():
                continue
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                self._write(_error(None, _PARSE_ERROR, "This line is no JSON."))
                continue
            if not isinstance(message, dict) or "id" not in message or "method" not in message:
                self._tell(message)
            elif message["method"] == "initialize":
                self._answer(message)
            else:
                thread = Thread(target=self._answer, args=(message,), daemon=True)
                thread.start()
                asked = [each for each in asked if each.is_alive()] + [thread]
        ends = monotonic() + _LAST_ANSWERS_S
        for thread in asked:
            thread.join(max(0.0, ends - monotonic()))
        self._end_session()

    def _tell(self, message: Any) -> None:
        """Hands on what has no answer: notifications, and answers to what the server asked."""
        params = message.get("params") if isinstance(message, dict) else None
        if isinstance(message, dict) and message.get("method") == "notifications/cancelled" and not self._session:
            given_up = self._open.pop(params.get("requestId"), None) if isinstance(params, dict) else None
            if given_up is not None and given_up.sock is not None:
                with suppress(OSError):
                    given_up.sock.shutdown(SHUT_RDWR)  # as HTTP says it
            return
        try:
            for _ in self._exchanged(message):
                pass
        except (Gone, Forgotten, OSError, HTTPException, ValueError):
            return  # nobody waits for it

    def _answer(self, message: dict[str, Any]) -> None:
        """Writes what the server sends in answer to a request; where it cannot, what happened."""
        answered = False
        try:
            for sent in self._answers(message):
                answered = answered or sent.get("id") == message["id"]
                self._write(sent)
        except Gone:
            self._write(_refused(message, _GONE))
        except (OSError, HTTPException, ValueError, AttributeError):  # the last when the connection was given up
            if message["id"] in self._open and not answered:
                self._write(_refused(message, _UNSURE))
        finally:
            self._open.pop(message["id"], None)

    def _answers(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        try:
            yield from self._exchanged(message)
        except (Gone, Forgotten):
            yield from self._begun_again(message)

    def _server(self) -> "Server":
        for pause in _PATIENCE_S:
            sleep(pause)
            server = self._find()
            if server is not None:
                return server
        raise Gone

    def _begun_again(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The answers to a request of a session that the server does not know, after another was begun."""
        lost = dict(self._session)
        with self._beginning:
            if self._initialize is not None and message["method"] != "initialize" and self._session == lost:
                self._session = {}
                try:
                    for _ in self._exchanged(self._initialize):
                        pass
                except (Gone, Forgotten, OSError, HTTPException, ValueError):
                    self._session = lost  # so that the next message begins anew too
                    raise
                for _ in self._exchanged({"jsonrpc": "2.0", "method": "notifications/initialized"}):
                    pass
        try:
            yield from self._exchanged(message)
        except Forgotten:
            raise Gone from None

    def _exchanged(self, message: Any) -> Iterator[dict[str, Any]]:
        """Posts a message and yields what comes back. Raises Gone, Forgotten, and what a broken connection raises."""
        server = self._server()
        connection = HTTPConnection(server.host, server.port)
        try:
            connection.connect()
        except OSError as error:
            raise Gone from error
        try:
            if isinstance(message, dict) and "method" in message and "id" in message:
                self._open[message["id"]] = connection
            body = json.dumps(message, ensure_ascii=True).encode()
            connection.request("POST", self._path, body, self._headers(server, message))
            response = connection.getresponse()
            if response.status == 404 and self._session:
                raise Forgotten
            if isinstance(message, dict) and message.get("method") == "initialize":
                yield from self._begin(message, response)
            else:
                yield from _received(message, response)
        finally:
            connection.close()

    def _begin(self, message: dict[str, Any], response: HTTPResponse) -> Iterator[dict[str, Any]]:
        """Keeps what every later request of the session has to say."""
        self._initialize = message
        session = response.getheader("Mcp-Session-Id")
        for sent in _received(message, response):
            result = sent.get("result")
            if session is not None and isinstance(result, dict):
                version = str(result.get("protocolVersion", ""))
                self._session = {"Mcp-Session-Id": session, "Mcp-Protocol-Version": version}
            yield sent

    def _headers(self, server: "Server", message: Any) -> dict[str, str]:
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            USER_HEADER: _latin(self._asker.user),
        }
        if self._asker.project is not None:
            headers[PROJECT_HEADER] = _latin(self._asker.project)
        if self._asker.audience is not None:
            headers[AUDIENCE_HEADER] = _latin(self._asker.audience)
        if server.key is not None:
            headers["Authorization"] = f"Bearer {server.key}"
        params = message.get("params") if isinstance(message, dict) else None
        meta = params.get("_meta") if isinstance(params, dict) else None
        version = meta.get(_VERSION) if isinstance(meta, dict) else None
        if not isinstance(version, str) or not isinstance(params, dict):
            return headers | self._session
        method = str(message.get("method", ""))
        headers |= {"Mcp-Protocol-Version": version, "Mcp-Method": _field(method)}
        name = params.get(_NAMED.get(method, ""))
        return headers | ({"Mcp-Name": _field(name)} if isinstance(name, str) else {})

    def _end_session(self) -> None:
        server = self._find() if self._session else None
        if server is None:
            return
        connection = HTTPConnection(server.host, server.port, timeout=2.0)
        try:
            connection.request("DELETE", self._path, headers=self._headers(server, {}))
            connection.getresponse().read()
        except (OSError, HTTPException):
            pass  # it ends by itself when nobody has used it for a while
        finally:
            connection.close()

    def _write(self, message: dict[str, Any]) -> None:
        with self._writing:
            self._out.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))
            self._out.write(b"\n")
            self._out.flush()


def _received(message: Any, response: HTTPResponse) -> Iterator[dict[str, Any]]:
    """The messages of a response: one, or a stream of them."""
    kind = (response.getheader("Content-Type") or "").partition(";")[0].strip()
    if kind == "text/event-stream":
        yield from _events(response)
        return
    body = response.read()
    if not body.strip():
        return
    answer = json.loads(body)
    if not isinstance(answer, dict):
        raise ValueError("no message")  # noqa: TRY004 -- as for a body that cannot be read
    if "jsonrpc" in answer:
        asked = message.get("id") if isinstance(message, dict) else None
        yield answer if answer.get("id") is not None else {**answer, "id": asked}
    elif isinstance(message, dict) and "id" in message:
        yield _refused(message, str(answer.get("detail", "The server of Enishi refused this.")))


def _events(response: HTTPResponse) -> Iterator[dict[str, Any]]:
    """The messages of a stream of server-sent events."""
    data: list[bytes] = []
    while line := response.readline():
        line = line.rstrip(b"\r\n")
        if line.startswith(b"data:"):
            data.append(line.removeprefix(b"data:").removeprefix(b" "))
        elif not line and data:
            text, data = b"\n".join(data), []
            if text.strip():
                yield json.loads(text)


def _refused(message: dict[str, Any], what: str) -> dict[str, Any]:
    """What went wrong, where agents read it: as a tool's reply, for another request as an error."""
    if message.get("method") != "tools/call":
        return _error(message["id"], _INTERNAL_ERROR, what)
    result = {"content": [{"type": "text", "text": what}], "isError": True, "resultType": "complete"}
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


def _error(identity: object, code: int, what: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": what}}


def _latin(text: str) -> str:
    """A text as a header holds it: HTTP writes headers as Latin-1, what is in them is UTF-8."""
    return text.encode().decode("latin-1")


def _field(value: str) -> str:
    """A value as a header of the protocol: as it is where it can stand there, else encoded."""
    if _PLAIN.fullmatch(value) and not _ENCODED.fullmatch(value):
        return value
    return f"=?base64?{base64.b64encode(value.encode('utf-8', 'replace')).decode()}?="


def run(find: "Callable[[], Server | None]", asker: Asker, path: str) -> None:
    """Ties the streams of this process to the server until the agent leaves. All else printed goes to stderr."""
    out = sys.stdout.buffer
    sys.stdout = sys.stderr
    Bridge(find, asker, path, out).run(iter(sys.stdin.buffer.readline, b""))
