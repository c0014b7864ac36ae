"""The adapters' end of the pipe: orders come as JSON lines on stdin, replies go as JSON lines to what was stdout.

Standard library only, beside the Neo4j driver that every peer brings: this file runs in each peer's own environment.
"""

import asyncio
import inspect
import json
import logging
import os
import sys
import time
import traceback
from array import array
from pathlib import Path


class Turn:
    """A message or a passage: its id, what is embedded of it, what was said, by whom, where, when, and its vector."""

    def __init__(self, row, vector):
        self.id, self.text, self.said = row["id"], row["text"], row["said"]
        self.speaker, self.session, self.at, self.title = row["speaker"], row["session"], row["at"], row["title"]
        self.vector = vector

    @property
    def told(self):
        """What was said with who said it, or a passage under its title."""
        if self.speaker:
            return f"{self.speaker}: {self.said}"
        return f"{self.title}\n{self.said}" if self.title else self.said


class Vectors:
    """The vectors of this run: those handed over by text, any other asked of the bench, whose time is told apart."""

    def __init__(self, send, receive):
        self._send, self._receive = send, receive
        self.known = {}
        self.waited = 0.0

    def of(self, texts):
        missing = [text for text in dict.fromkeys(texts) if text not in self.known]
        if missing:
            started = time.perf_counter()
            self._send({"embed": missing})
            for text, vector in zip(missing, self._receive()["vectors"], strict=True):
                self.known[text] = vector
            self.waited += time.perf_counter() - started
        return [self.known[text] for text in texts]

    def one(self, text):
        return self.of([text])[0]


class Wire:
    """Counts what the driver sends: statements (RUN), and times it wrote to the server and had to wait."""

    def __init__(self):
        self.statements = self.trips = 0
        from neo4j._async.io._bolt._base import AsyncBolt
        from neo4j._sync.io._bolt._base import Bolt

        for connection in (Bolt, AsyncBolt):
            self._watch(connection)

    def _watch(self, connection):
        append, send = connection._append, connection._send_all

        def counted(bolt, signature, *arguments, **named):
            self.statements += signature == b"\x10"
            return append(bolt, signature, *arguments, **named)

        def flushed(bolt):
            self.trips += bool(bolt.responses)
            return send(bolt)

        connection._append, connection._send_all = counted, flushed


def serve(peer):
    """Obeys until told to close.

    `peer` has open(order, vectors), ingest(turns), ask(text, vector, limit, way) and close(). Each may be a coroutine.
    `ask` returns ids, best first; `clear()`, where there is one, forgets all that went in.
    """
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints must not meet the replies
    sys.stdout = sys.stderr

    logging.getLogger("neo4j").setLevel(logging.ERROR)  # hints of the server on statements that are not ours

    def send(message):
        replies.write(json.dumps(message, ensure_ascii=False) + "\n")
        replies.flush()

    def receive():
        line = sys.stdin.readline()
        return json.loads(line) if line else {"do": "close"}

    with asyncio.Runner() as runner:
        _Serving(peer, runner, send, receive).run()


class _Serving:
    def __init__(self, peer, runner, send, receive):
        self._peer, self._runner, self._send, self._receive = peer, runner, send, receive
        self._vectors = Vectors(send, receive)
        self._wire = Wire()

    def run(self):
        while True:
            order = self._receive()
            try:
                reply = getattr(self, "_" + order["do"])(order)
            except Exception as error:  # noqa: BLE001 - whatever a peer raises is told to the bench
                traceback.print_exc()
                reply = {"error": f"{type(error).__name__}: {error}"[:600]}
            self._send(reply)
            if order["do"] == "close":
                return

    def _call(self, act, *arguments):
        given = act(*arguments)
        if not inspect.isawaitable(given):
            return given

        async def awaited():
            return await given

        return self._runner.run(awaited())

    def _open(self, order):
        self._call(self._peer.open, order, self._vectors)
        return {"open": True}

    def _clear(self, _order):
        self._vectors.known.clear()
        clear = getattr(self._peer, "clear", None)
        if clear:
            self._call(clear)
        return {"cleared": clear is not None}

    def _ingest(self, order):
        turns = [Turn(row, vector) for row, vector in _rows(order)]
        self._vectors.waited = 0.0
        before = self._wire.statements, self._wire.trips
        started = time.perf_counter()
        self._call(self._peer.ingest, turns)
        seconds = time.perf_counter() - started
        return {
            "seconds": seconds - self._vectors.waited,
            "embedding_seconds": self._vectors.waited,
            "statements": self._wire.statements - before[0],
            "trips": self._wire.trips - before[1],
        }

    def _ask(self, order):
        asked = [(row["text"], vector) for row, vector in _rows(order)]
        for text, vector in asked:
            self._vectors.known[text] = vector
        before = self._wire.statements, self._wire.trips
        ranked, milliseconds = [], []
        for text, vector in asked:
            # What a peer spends in its embedder is told apart, also by one that embeds for itself.
            self._vectors.waited = 0.0
            started = time.perf_counter()
            ids = self._call(self._peer.ask, text, vector, order["limit"], order["way"])
            milliseconds.append(1000 * (time.perf_counter() - started - self._vectors.waited))
            ranked.append(list(ids))
        return {
            "ranked": ranked,
            "milliseconds": milliseconds,
            "statements": self._wire.statements - before[0],
            "trips": self._wire.trips - before[1],
        }

    def _close(self, _order):
        self._call(self._peer.close)
        return {"closed": True}


def _rows(order):
    """The rows of a file of JSON lines, each with its vector of the file of 32-bit numbers beside it."""
    numbers = array("f")
    numbers.frombytes(Path(order["vectors"]).read_bytes())
    size = order["dimensions"]
    with Path(order["rows"]).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            yield json.loads(line), numbers[number * size : (number + 1) * size].tolist()
