"""An application behind a real server on a free port, for what a test client does not show."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI


@contextmanager
def served(app: FastAPI, port: int = 0) -> Generator[int]:
    """The port at which an application is served; that which was named, where one was."""
    with socket.create_server(("127.0.0.1", port)) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield int(listening.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()
