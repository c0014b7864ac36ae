"""The REST server of this machine: where it is, by its record and by the settings, whose it is, and how it is asked.

Nothing of what it answers is imported here: who only hands messages on, as the bridge of agents does, needs none of it.
"""

import hmac
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from platformdirs import user_data_dir

from api import environment
from api.json_form import encoded
from api.proof import proof, secret_in
from api.rest.problems import CROWDED
from graph.errors import Conflict, EnishiError, Invalid, Misconfigured, NotFound, QueryError, Unavailable

KNOCK_S = 2.0
"""A server of this machine that does not say who it is within this time is not asked."""
_ERRORS: tuple[type[EnishiError], ...] = (Invalid, NotFound, Conflict, Unavailable, Misconfigured, QueryError)


class Unasked(Exception):
    """The server has done nothing of this: it is gone, or its door refuses what the knowledge has a better word for."""


class Unsure(Exception):
    """The server was asked, and whether it has carried that out cannot be told."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where a REST server of this machine listens, and the key to show it."""

    host: str
    port: int
    key: str | None = None

    def ask(
        self, verb: str, path: str, body: object = None, *, user: str = "", patience_s: float | None = None
    ) -> object:
        """The JSON it answers. Raises the errors of graph.errors that it tells, Unasked, and Unsure."""
        connection = HTTPConnection(self.host, self.port, timeout=patience_s)
        try:
            try:
                sent = None if body is None else encoded(body)
                headers = self._headers(user, has_body=body is not None)
                connection.connect()
            except (OSError, HTTPException, ValueError, TypeError, RecursionError) as error:
                raise Unasked(str(error)) from error
            try:
                connection.request(verb, path, sent, headers)
                response = connection.getresponse()
                answer = json.loads(response.read() or b"null")
            except (OSError, HTTPException, ValueError, RecursionError) as error:
                raise Unsure(str(error)) from error
        finally:
            connection.close()
        if response.status >= 400:
            raise error_of(response.status, answer)
        return answer

    def _headers(self, user: str, *, has_body: bool) -> dict[str, str]:
        """All but Host, which the connection writes: that of IPv6 in brackets."""
        from graph.journal.actor import is_unattended  # noqa: PLC0415 -- `--help` must not pay for it

        headers: dict[str, str] = {}
        if user:
            headers["X-Enishi-User"] = user.encode().decode("latin-1")
            headers["X-Enishi-By"] = "cli"
        if is_unattended():
            headers["X-Enishi-Unattended"] = "1"
        if self.key is not None:
            headers["Authorization"] = f"Bearer {self.key}"
        if has_body:
            headers["Content-Type"] = "application/json"
        return headers

    def is_ours(self, secret: bytes, fingerprint: str) -> bool:
        """Whether it knows the secret of this user and keeps the memories of this fingerprint (`api.environment`)."""
        challenge = os.urandom(16).hex()
        try:
            health = self.ask("GET", f"/health?challenge={challenge}", patience_s=KNOCK_S)
        except (EnishiError, Unasked, Unsure):
            return False
        members: dict[str, object] = health if isinstance(health, dict) else {}
        given = str(members.get("proof", "")).encode("utf-8", "replace")
        wanted = proof(secret, challenge, self.host, self.port).encode()
        return hmac.compare_digest(given, wanted) and members.get("fingerprint") == fingerprint


def error_of(status: int, problem: object) -> Exception:
    """The error that a problem of RFC 9457 tells: that of `Knowledge`; for one of the door alone Unasked or Unsure.

    The door refuses before anything is done, and by 5xx tells that something was begun, unless it is crowded.
    """
    members: dict[str, object] = problem if isinstance(problem, dict) else {}
    kind = str(members.get("type", "")).rpartition(":")[2].replace("-", "")
    raised = next((each for each in _ERRORS if each.__name__.casefold() == kind), None)
    if raised is None or "errors" in members:
        begun = status >= 500 and kind != CROWDED.casefold()
        return (Unsure if begun else Unasked)(f"{status}: {members.get('detail', '')}")
    # The message is whole already: the constructors would put it together once more.
    error = raised.__new__(raised, str(members.get("detail", "")))
    for name in ("field", "allowed", "retry_after"):
        if name in members:
            setattr(error, name, members[name])
    return error


def server_of(user: str) -> Server | None:
    """The REST server of this machine that keeps the same memories as the settings of this process describe."""
    secret = secret_in(server_folder())
    if secret is None or environment.is_refused():
        return None
    try:
        key, address = environment.key_of(user), environment.address()
    except (ValueError, TypeError, AttributeError):
        return None  # what is wrong with the settings is told by those who read them all
    ours = environment.fingerprint()
    # Without the key: who listens there may be anybody until it has shown whose it is.
    servers = (Server(host, port) for host, port in dict.fromkeys((*_recorded_addresses(), address)))
    return next((replace(server, key=key) for server in servers if server.is_ours(secret, ours)), None)


def server_folder() -> Path:
    """Where the record, the log and the secret are kept of the server whose memories the settings name."""
    return environment.own_folder(_all_servers(), environment.memories_place())


def stranger_at(host: str, port: int) -> str | None:
    """What an Enishi keeps that listens there with other memories or settings than these: "the memories of /home/x"."""
    try:
        health = Server(environment.reached_at(host), port).ask("GET", "/health", patience_s=KNOCK_S)
    except (EnishiError, Unasked, Unsure):
        return None
    theirs: object = health.get("fingerprint") if isinstance(health, dict) else None
    if theirs is None or theirs == environment.fingerprint():
        return None
    folders = {*_all_servers().glob("*/"), _all_servers()} - {server_folder()}
    record = next((record for folder in folders if (record := record_in(folder)).get("port") == port), {})
    return (
        f"the memories of {record.get('memories')}" if record else "other memories, or reads them with other settings"
    )


def record_in(folder: Path) -> Mapping[str, str | int | float]:
    """The record of the server that was started in the background of a folder; empty where there is none."""
    try:
        record = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def _all_servers() -> Path:
    return Path(user_data_dir("enishi")) / "api"


def _recorded_addresses() -> list[tuple[str, int]]:
    """Where the server listens that was started in the background, by its record; it may be gone."""
    record = record_in(server_folder())
    try:
        host, port = str(record["host"]), int(record["port"])
    except (ValueError, TypeError, KeyError):
        return []
    return [(environment.reached_at(host), port)]
