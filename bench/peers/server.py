"""The database of one peer: a Neo4j of its own home, empty when the peer begins and gone when it is done."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from neo4j import Driver, GraphDatabase

from graph.local.server import Address, LocalServer
from graph.local.settings import LocalSettings


class Server:
    """A running server and what the bench does to it between two peers or two corpora."""

    def __init__(self, address: Address, driver: Driver) -> None:
        self.address = address
        self._driver = driver

    def emptied(self) -> None:
        """Takes every node away; indexes stay, as they do in a database that is used."""
        with self._driver.session() as session:
            session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS").consume()


@contextmanager
def fresh(settings: LocalSettings, home: Path) -> Generator[Server]:
    """A server that begins with nothing; it is stopped afterwards, and what it stored is left for `bytes_used`."""
    local = LocalServer(settings.model_copy(update={"home": home}))
    local.stop()
    shutil.rmtree(home, ignore_errors=True)
    address = local.ensure()
    try:
        with GraphDatabase.driver(address.uri, auth=(address.user, address.password)) as driver:
            yield Server(address, driver)
    finally:
        local.stop()


def bytes_used(home: Path) -> int:
    """What the store and its indexes take on the disk, transaction logs left out. The server must be stopped."""
    store = home / "data" / "databases" / "neo4j"
    return sum(path.stat().st_size for path in store.rglob("*") if path.is_file())
