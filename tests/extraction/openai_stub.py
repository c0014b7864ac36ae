"""A stub of an OpenAI-compatible server on this machine, whatever of its protocol is asked."""

import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = tuple[int, dict[str, str], bytes]
Rule = Callable[[int, dict[str, object]], Answer]


@dataclass(slots=True)
class Endpoint:
    """Answers what `rule` says and keeps what it was asked."""

    rule: Rule
    url: str = ""
    asked: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    keys: list[str | None] = field(default_factory=list[str | None])


@contextmanager
def running(rule: Rule) -> Generator[Endpoint]:
    """An endpoint that runs until the end of the block."""
    stub = Endpoint(rule)

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
