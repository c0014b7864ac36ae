"""A stub of an OpenAI-compatible chat endpoint, and an extractor without models for it to stand beside."""

import json
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast

import numpy as np

from extraction.names import name_key
from graph.extracts import Work
from graph.model import (
    Chunk,
    Draft,
    EmbeddingModel,
    EntityType,
    Extraction,
    LinkType,
    Mention,
    Question,
    Reading,
)

Answer = tuple[int, dict[str, str], bytes]
Rule = Callable[[int, dict[str, object]], Answer]


def completion(content: object) -> Answer:
    """A chat completion that says this: text as it is, anything else as JSON."""
    said = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return 200, {}, json.dumps({"choices": [{"message": {"role": "assistant", "content": said}}]}).encode()


@dataclass(slots=True)
class ChatStub:
    """Answers what `rule` says and keeps what it was asked."""

    url: str = ""
    rule: Rule = lambda _number, _body: completion({"pieces": []})
    asked: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    keys: list[str | None] = field(default_factory=list[str | None])

    def texts(self) -> list[str]:
        """What the person's part of each request said."""
        return [asked_of(body) for body in self.asked]


def asked_of(body: dict[str, object]) -> str:
    """What the person's part of a request says."""
    return cast("list[dict[str, str]]", body["messages"])[1]["content"]


@contextmanager
def chat_stub() -> Generator[ChatStub]:
    """A running stub on this machine."""
    stub = ChatStub()

    class Replies(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            stub.asked.append({**body, "path": self.path})
            stub.keys.append(self.headers["Authorization"])
            status, headers, content = stub.rule(len(stub.asked), body)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Keeps the test's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Replies)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    stub.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield stub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class PlainRules:
    """An extractor that finds the given names where they stand, and nothing else."""

    def __init__(self, names: Sequence[tuple[str, EntityType]] = ()) -> None:
        self._names = names

    @property
    def embedding(self) -> EmbeddingModel:
        return EmbeddingModel(name="none", dimensions=2, version="1", query_prefix="", passage_prefix="", spread=1.0)

    def read(self, draft: Draft) -> Reading:
        chunk = Chunk(ordinal=0, start=0, end=len(draft.text), text=draft.text, language="en", words="")
        return Reading(language="en", title="", summary="", micro_summary="", chunks=(chunk,), pinned=False)

    def extract(self, works: Sequence[Work]) -> Sequence[Extraction]:
        return [
            Extraction(
                reading=work.reading,
                vectors=(np.ones(2, np.float32),),
                mentions=tuple(self._mentions(work.draft.text)),
                statements=(),
            )
            for work in works
        ]

    def extract_stream(self, batches: Iterable[Sequence[Work]]) -> Iterator[Sequence[Extraction]]:
        return map(self.extract, batches)

    def question(self, text: str, *, vector: bool = True) -> Question:
        return Question(text=text, language="en", vector=np.ones(2, np.float32) if vector else None, words=(), keys=())

    def close(self) -> None:
        """Nothing to end."""

    def _mentions(self, text: str) -> Iterator[Mention]:
        for name, kind in self._names:
            start = text.find(name)
            if start >= 0:
                yield Mention(
                    chunk=0,
                    start=start,
                    end=start + len(name),
                    surface=name,
                    name=name,
                    key=name_key(name),
                    type=kind,
                    link_type=LinkType.MENTIONS,
                    confidence=0.5,
                    reasons=("rule",),
                    method="rule",
                )


def work(rules: PlainRules, text: str, speaker: str | None = None) -> Work:
    """A text on its way to the extractor."""
    draft = Draft(text=text, speaker=speaker)
    return Work(draft, rules.read(draft))
