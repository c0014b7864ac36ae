"""Jars are fetched as the lock file names them, over any network there is."""

import hashlib
import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from graph.errors import Misconfigured, Unavailable
from graph.local import jars

CONTENTS = {f"org/example/part{n}/1.0/part{n}-1.0.jar": bytes([n]) * (100_000 + n) for n in range(5)}


class Mirror:
    """A Maven repository on this machine that keeps count, and misbehaves when told to."""

    def __init__(self) -> None:
        self.files = dict(CONTENTS)
        self.asked: list[tuple[str, str | None]] = []
        self.cut_at: int | None = None
        self.status: int | None = None
        mirror = self

        class Door(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                mirror.answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                del format, args

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def answer(self, door: BaseHTTPRequestHandler) -> None:
        span = door.headers.get("Range")
        self.asked.append((door.path.lstrip("/"), span))
        body = self.files.get(door.path.lstrip("/"))
        if self.status is not None or body is None:
            door.send_error(self.status or 404)
            return
        first = int(span.removeprefix("bytes=").rstrip("-")) if span else 0
        door.send_response(206 if span else 200)
        door.send_header("Content-Length", str(len(body) - first))
        door.end_headers()
        cut, self.cut_at = self.cut_at, None
        door.wfile.write(body[first:cut])
        door.close_connection = True

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    opened = Mirror()
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def small_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        json.dumps(
            {
                "group": "org.example",
                "artifact": path.split("/")[2],
                "version": "1.0",
                "classifier": None,
                "sha256": hashlib.sha256(body).hexdigest(),
                "size": len(body),
            }
        )
        for path, body in CONTENTS.items()
    ]
    monkeypatch.setattr(jars, "lock_text", lambda: "\n".join(lines))


def fill(folder: Path, mirror: Mirror, seen: list[tuple[int, int]] | None = None) -> list[Path]:
    progress = None if seen is None else lambda done, total: seen.append((done, total))  # pyright: ignore
    return jars.ensure(folder, repository=mirror.url, connections=1, progress=progress)


def test_an_empty_folder_is_filled_in_the_order_of_the_lock(tmp_path: Path, mirror: Mirror) -> None:
    seen: list[tuple[int, int]] = []
    paths = fill(tmp_path / "jars", mirror, seen)
    assert [path.read_bytes() for path in paths] == list(CONTENTS.values())
    total = sum(map(len, CONTENTS.values()))
    assert seen[0] == (0, total)
    assert seen[-1] == (total, total)
    assert not list((tmp_path / "jars").glob("*.part"))


def test_a_full_folder_needs_no_network(tmp_path: Path, mirror: Mirror) -> None:
    fill(tmp_path, mirror)
    (tmp_path / jars.VERIFIED).unlink()
    paths = jars.ensure(tmp_path, repository="http://127.0.0.1:9", connections=1)
    assert len(paths) == len(CONTENTS)


def test_a_broken_connection_is_resumed_where_it_broke(tmp_path: Path, mirror: Mirror) -> None:
    mirror.cut_at = 70_000
    paths = fill(tmp_path, mirror)
    assert [path.read_bytes() for path in paths] == list(CONTENTS.values())
    resumed = [span for _, span in mirror.asked if span]
    assert len(resumed) == 1
    assert 0 < int(resumed[0].removeprefix("bytes=").rstrip("-")) <= 70_000


def test_a_part_of_an_earlier_run_is_not_fetched_again(tmp_path: Path, mirror: Mirror) -> None:
    body = CONTENTS["org/example/part4/1.0/part4-1.0.jar"]
    (tmp_path / "part4-1.0.jar.part").write_bytes(body[:50_000])
    fill(tmp_path, mirror)
    assert ("org/example/part4/1.0/part4-1.0.jar", "bytes=50000-") in mirror.asked


def test_a_part_of_something_else_is_thrown_away(tmp_path: Path, mirror: Mirror) -> None:
    (tmp_path / "part4-1.0.jar.part").write_bytes(b"?" * 50_000)
    paths = fill(tmp_path, mirror)
    assert paths[4].read_bytes() == CONTENTS["org/example/part4/1.0/part4-1.0.jar"]


def test_a_file_that_is_not_the_locked_one_is_refused_and_not_kept(tmp_path: Path, mirror: Mirror) -> None:
    name = "org/example/part2/1.0/part2-1.0.jar"
    mirror.files[name] = b"!" * len(CONTENTS[name])
    with pytest.raises(Misconfigured, match=r"part2-1\.0\.jar that is not the one the lock file names"):
        fill(tmp_path, mirror)
    assert not list(tmp_path.glob("part2*"))
    mirror.files[name] = CONTENTS[name]
    assert len(fill(tmp_path, mirror)) == len(CONTENTS)


def test_a_damaged_file_is_replaced(tmp_path: Path, mirror: Mirror) -> None:
    paths = fill(tmp_path, mirror)
    paths[1].write_bytes(b"short")
    assert fill(tmp_path, mirror)[1].read_bytes() == list(CONTENTS.values())[1]


def test_damage_that_leaves_the_size_is_noticed_by_the_time_of_change(tmp_path: Path, mirror: Mirror) -> None:
    paths = fill(tmp_path, mirror)
    asked = len(mirror.asked)
    assert fill(tmp_path, mirror) == paths
    assert len(mirror.asked) == asked
    with paths[1].open("r+b") as file:
        file.seek(50_000)
        file.write(bytes(4_000))
    assert fill(tmp_path, mirror)[1].read_bytes() == list(CONTENTS.values())[1]


def test_files_are_verified_once_for_each_lock_file_whatever_their_times(tmp_path: Path, mirror: Mirror) -> None:
    paths = fill(tmp_path, mirror)
    before = paths[1].stat()
    paths[1].write_bytes(bytes(before.st_size))
    os.utime(paths[1], ns=(before.st_atime_ns, before.st_mtime_ns))
    (tmp_path / jars.VERIFIED).write_text("of another lock file")
    assert fill(tmp_path, mirror)[1].read_bytes() == list(CONTENTS.values())[1]


def test_a_missing_file_at_the_mirror_names_the_setting(tmp_path: Path, mirror: Mirror) -> None:
    del mirror.files["org/example/part3/1.0/part3-1.0.jar"]
    with pytest.raises(Unavailable, match=r"status 404.*repository"):
        fill(tmp_path, mirror)


def test_a_failing_server_is_asked_again_then_reported(tmp_path: Path, mirror: Mirror) -> None:
    mirror.status = 503
    with pytest.raises(Unavailable, match="status 503"):
        fill(tmp_path, mirror)
    assert len(mirror.asked) >= jars.ATTEMPTS


def test_no_network_names_the_setting_for_a_mirror(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"ConnectError.*mirror"):
        jars.ensure(tmp_path, repository="http://127.0.0.1:9", connections=1)


def test_too_little_space_is_said_before_anything_is_fetched(
    tmp_path: Path, mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jars, "SPARE_BYTES", 2**62)
    with pytest.raises(Misconfigured, match="not enough disk space"):
        fill(tmp_path, mirror)
    assert not mirror.asked


def test_a_full_folder_that_cannot_be_written_serves_and_an_empty_one_is_an_error(
    tmp_path: Path, mirror: Mirror
) -> None:
    fill(tmp_path / "full", mirror)
    (tmp_path / "full" / jars.VERIFIED).unlink()
    (tmp_path / "full" / jars.VERIFIED).mkdir()
    assert len(fill(tmp_path / "full", mirror)) == len(CONTENTS)
    (tmp_path / "file").touch()
    with pytest.raises(Misconfigured, match="cannot be written"):
        fill(tmp_path / "file", mirror)
