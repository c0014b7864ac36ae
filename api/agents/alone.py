"""Stdio without a running server: this process answers by itself.

What agents ask first needs no memories. So the database is opened and the models load when it has been answered, behind
it; a tool that is called meanwhile waits for them. The very first, `initialize`, needs not even this module.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

import anyio

from api.agents.asker import Asker
from api.agents.handshake import Opening
from api.agents.server import create_server
from api.agents.stdio import served
from api.agents.tools import Memories
from graph.errors import EnishiError

if TYPE_CHECKING:
    from api.background import BackgroundJobs
    from graph.knowledge import Knowledge

_SILENT_S: Final = 3.0
"""An agent that has listed no tools by then gets the memories opened all the same."""
_LAST_S: Final = 2.0
"""How long memories that are being opened are waited for when the agent has gone."""


class Alone:
    """The memories of one agent in this process, with the background work that a server would do."""

    def __init__(
        self, open_knowledge: "Callable[[], Knowledge]", jobs_of: "Callable[[Knowledge], BackgroundJobs]", asker: Asker
    ) -> None:
        self._jobs_of = jobs_of
        self._jobs: BackgroundJobs | None = None
        self._ended = False
        self._listed = Event()
        self._memories = Memories(open_knowledge, lambda: asker, on_saved=self._wake)

    def run(self, profile: str, began: Opening) -> None:
        """Serves until the agent closes its side, from what it began with."""
        server = create_server(self._memories, profile, on_listed=self._listed.set)
        opening = Thread(target=self._open, name="enishi-opening", daemon=True)
        opening.start()
        try:
            with suppress(KeyboardInterrupt):
                anyio.run(partial(served, server.protocol, began))
        finally:
            self._ended = True
            self._listed.set()
            opening.join(_LAST_S)
            if self._jobs is not None:
                self._jobs.stop()
            if not opening.is_alive():  # else Neo4j is being fetched or started still, which ends with this process
                self._memories.close()

    def _open(self) -> None:
        self._listed.wait(_SILENT_S)
        if self._ended:
            return
        with suppress(EnishiError):  # the tool that needs the memories tries again, and says what is wrong
            jobs = self._jobs_of(self._memories.knowledge)
            jobs.start()
            self._jobs = jobs

    def _wake(self) -> None:
        if self._jobs is not None:
            self._jobs.wake()
