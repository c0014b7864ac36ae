"""What the server under a benchmark takes of its machine, asked of the server itself."""

import json
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

import psutil
from neo4j import Driver, GraphDatabase

from api.settings import settings
from graph.local.server import LocalServer

_MEBIBYTE = 1024 * 1024
_WATCHED_S = 10.0
_RESTING = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """MiB of the store on disk, of the server's memory and of this process with its workers; None where not seen."""

    store_mb: int | None
    heap_used_mb: int
    heap_most_mb: int
    page_cache_mb: int | None
    server_rss_mb: int | None
    client_rss_mb: int


@contextmanager
def driven() -> Generator[Driver]:
    """A driver of its own on the database of the settings, for what no statement of the product asks."""
    chosen = settings()
    neo4j = chosen.neo4j
    if neo4j.uri is None:
        local = LocalServer(chosen.local).ensure()
        uri, auth = local.uri, (local.user, local.password)
    else:
        uri, auth = neo4j.uri, (neo4j.user, neo4j.password.get_secret_value()) if neo4j.password else None
    with GraphDatabase.driver(uri, auth=auth, notifications_min_severity="OFF") as driver:
        yield driver


def footprint() -> Footprint:
    """What is taken now. Store and resident memory are seen where the server runs on this machine."""
    with driven() as driver:
        heap = _first(
            driver,
            "CALL dbms.queryJmx('java.lang:type=Memory') YIELD attributes "
            "RETURN attributes.HeapMemoryUsage.value.properties AS found",
        )
        server = _server(driver)
        folder = _first(driver, "SHOW SETTINGS 'server.directories.data' YIELD value RETURN value AS found")
        cache = _first(driver, "SHOW SETTINGS 'server.memory.pagecache.size' YIELD value RETURN value AS found")
    return Footprint(
        store_mb=_folder_mb(Path(folder)),
        heap_used_mb=heap["used"] // _MEBIBYTE,
        heap_most_mb=heap["max"] // _MEBIBYTE,
        page_cache_mb=_mebibytes(cache),
        server_rss_mb=_resident_mb(server),
        client_rss_mb=sum(process.memory_info().rss for process in _family()) // _MEBIBYTE,
    )


def processor_seconds() -> float:
    """Seconds of processor that this process, its workers and a server on this machine have taken so far."""
    with driven() as driver:
        server = _server(driver)
    times = [process.cpu_times() for process in (*_family(), *([] if server is None else [server]))]
    return sum(each.user + each.system for each in times)


def local_processor_seconds(home: Path) -> float:
    """Seconds of processor that the server of this home has taken since its start."""
    state = json.loads((home / "state.json").read_text(encoding="utf-8"))
    spent = psutil.Process(int(state["pid"])).cpu_times()
    return spent.user + spent.system


def at_rest(patience_s: float = 900.0) -> float:
    """Waits until a server on this machine has merged its indexes, that is, takes less than a tenth of a core.

    Returns how many seconds that took; after `patience_s` it is waited for no longer.
    """
    with driven() as driver:
        server = _server(driver)
    began = time.perf_counter()
    while server is not None and time.perf_counter() - began < patience_s:
        before = server.cpu_times()
        time.sleep(_WATCHED_S)
        after = server.cpu_times()
        if after.user + after.system - before.user - before.system < _RESTING * _WATCHED_S:
            break
    return time.perf_counter() - began


def _family() -> list[psutil.Process]:
    """This process and its workers."""
    process = psutil.Process()
    return [process, *process.children(recursive=True)]


def _server(driver: Driver) -> psutil.Process | None:
    """The process of the server, None where it is on another machine."""
    name = _first(
        driver, "CALL dbms.queryJmx('java.lang:type=Runtime') YIELD attributes RETURN attributes.Name.value AS found"
    )
    try:
        process = psutil.Process(int(name.partition("@")[0]))
        return process if "java" in process.name() else None
    except psutil.Error:
        return None


def _first(driver: Driver, statement: LiteralString) -> Any:
    return driver.execute_query(statement).records[0]["found"]


def _folder_mb(folder: Path) -> int | None:
    if not folder.is_dir():
        return None
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // _MEBIBYTE


def _resident_mb(process: psutil.Process | None) -> int | None:
    try:
        return None if process is None else process.memory_info().rss // _MEBIBYTE
    except psutil.Error:
        return None


def _mebibytes(text: str | None) -> int | None:
    """MiB of a size such as "1.06GiB"."""
    units = {"KiB": 1 / 1024, "MiB": 1, "GiB": 1024, "TiB": 1024 * 1024}
    for unit, size in units.items():
        if text and text.endswith(unit):
            return round(float(text.removesuffix(unit)) * size)
    return None
