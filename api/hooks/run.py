"""One call of a hook: it never fails the session, whatever it is handed and whether a server runs."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from api import environment
from api.hooks import spool
from api.hooks.answers import BUDGET, HookOptions, answer, drafts
from api.hooks.events import PAYLOAD_MOST, HookEvent, payload_of
from api.hooks.spool import HookDraft
from api.running import Server, Unasked, Unsure, server_of
from graph.errors import EnishiError, Invalid, NotFound

PATIENCE_S: Final = 1.0
"""A server that takes longer to say what it knows is not waited for."""


def main(arguments: list[str]) -> None:
    """`enishi hook EVENT`, read by itself: the whole command line takes longer to load than the hook may take."""
    parser = argparse.ArgumentParser(prog="enishi hook", add_help=False, exit_on_error=False)
    parser.add_argument("event")
    parser.add_argument("--project", "-p")
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--no-keep", action="store_true")
    parser.add_argument("--user")
    try:
        given, _ = parser.parse_known_args(arguments)
    except (argparse.ArgumentError, SystemExit) as error:
        _warn(f"this hook cannot be read: {error}")
        return
    user = given.user or environment.default_user()
    options = HookOptions(user=user, project=given.project, budget_tokens=given.budget, keep=not given.no_keep)
    run_hook(given.event, options)


def run_hook(event: str, options: HookOptions) -> None:
    """Reads the payload, answers on standard output, and says on standard error what went wrong."""
    try:
        _run(HookEvent(event), options)
    except Exception as error:  # noqa: BLE001 -- see below
        # Whatever it is: a session must not end because of its memory.
        print(f"enishi: the hook for {event[:40]} did nothing: {type(error).__name__}: {error}"[:400], file=sys.stderr)


def _run(event: HookEvent, options: HookOptions) -> None:
    payload = payload_of(sys.stdin.buffer.read(PAYLOAD_MOST), event)
    kept = drafts(payload, options)
    if event is HookEvent.POST_TOOL_USE:
        return
    server = server_of(options.user)
    if server is None:
        _keep_all(options, kept, "no Enishi server runs (enishi serve)")
    else:
        asks = _Asking(server, options.user)
        try:
            known = options if options.project else replace(options, project=asks.project_of(payload.cwd))
            spoken = answer(payload, known, asks)
            if spoken:
                print(json.dumps(spoken), flush=True)
        except (EnishiError, Unasked, Unsure) as error:
            _warn(f"the server told nothing: {error}")
        for draft in kept:
            if not _send(asks, draft):
                _keep_all(options, [draft], "the server did not take a turn")
        spool.replay(options.user, lambda draft: _send(asks, draft))
    if event is HookEvent.SESSION_END:
        spool.end(payload.session_id)


class _Asking:
    """Requests of one user, each answered at once or not at all."""

    def __init__(self, server: Server, user: str) -> None:
        self._server = server
        self._user = user
        self._projects: dict[str, str | None] = {}

    def __call__(self, verb: str, path: str, body: object = None) -> object:
        return self._server.ask(verb, path, body, user=self._user, patience_s=PATIENCE_S)

    def project_of(self, folder: str) -> str | None:
        """The project that is kept for a folder (`enishi projects here`); None where none is. Raises as a call does."""
        if folder and folder not in self._projects:
            self._projects[folder] = self._called(folder)
        return self._projects.get(folder)

    def _called(self, folder: str) -> str | None:
        from api.folders import folder_keys  # noqa: PLC0415 -- who names a project needs no keys

        try:
            known = folder_keys(Path(folder))
            called = self("POST", "/api/places/called", {"keys": list(known.keys), "override": known.override})
        except (NotFound, Invalid, OSError, ValueError, RuntimeError):
            return None
        return str(called["path"]) if isinstance(called, dict) else None


def _send(asks: _Asking, draft: HookDraft) -> bool:
    """Whether the server has a draft now; what it refuses for good is not sent again."""
    from graph.journal.actor import unattended  # noqa: PLC0415 -- a changed file is noted without it

    try:
        project = asks.project_of(draft.folder)
        with unattended(agreed=draft.by_person):
            asks("POST", "/api/memories?enrich=later", draft.body | ({"project": project} if project else {}))
    except EnishiError as error:
        if error.exit_code in {2, 4}:
            _warn(f"a turn was refused: {error}")
            return True
        return False
    except (Unasked, Unsure):
        return False
    return True


_NO_ROOM: Final = ": what was said is lost, for too much waits for it already or the disk is full"


def _keep_all(options: HookOptions, kept: list[HookDraft], why: str) -> None:
    waiting = [spool.keep_for_later(options.user, draft) for draft in kept]
    ending = "" if not kept else ": what was said waits for it" if all(waiting) else _NO_ROOM
    _warn(f"{why}{ending}")


def _warn(text: str) -> None:
    print(f"enishi: {text}"[:400], file=sys.stderr)
