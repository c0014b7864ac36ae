"""The server's configuration and first password, written by us before it starts."""

import hashlib
import os
import secrets
from pathlib import Path

from graph.errors import Misconfigured
from graph.local.memory import MemoryLimits
from graph.local.settings import Profile

HASH_ROUNDS = 1024
USER = "neo4j"
ALWAYS = {
    "server.default_listen_address": "127.0.0.1",
    "server.https.enabled": "false",
    "dbms.routing.enabled": "false",
    "db.query.default_language": "CYPHER_25",
    "db.tx_log.rotation.retention_policy": "1 days 500M",
    "dbms.usage_report.enabled": "false",
    "client.allow_telemetry": "false",
    "dbms.fleet_manager.enabled": "false",
    "server.fleet_discovery.enabled": "false",
    "dbms.security.allow_csv_import_from_file_urls": "false",
    # Logged queries would copy what users asked us to remember into a log file.
    "db.logs.query.enabled": "OFF",
    # Without this the server waits twice five seconds after its databases are closed.
    "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
}
"""The settings of every server: loopback only, nothing sent anywhere, Cypher 25.

Each is known to the pinned version: the server refuses any other.
"""

LEAN = {
    "db.tx_log.preallocate": "false",
    "db.tx_log.rotation.size": "16m",
    "db.tx_log.rotation.retention_policy": "keep_none",
}
"""What the profile `lean` says besides: each log file of `ALWAYS` takes 256 MiB from its first line on."""


def configuration(*, bolt_port: int, http_port: int, memory: MemoryLimits, profile: Profile) -> str:
    """The text of neo4j.conf: `ALWAYS`, the ports, explicit memory."""
    settings = {
        **ALWAYS,
        "server.bolt.listen_address": f"127.0.0.1:{bolt_port}",
        "server.bolt.advertised_address": f"127.0.0.1:{bolt_port}",
        "server.http.listen_address": f"127.0.0.1:{http_port}",
        "server.http.advertised_address": f"127.0.0.1:{http_port}",
        "server.memory.pagecache.size": f"{memory.page_cache_mb}m",
        "db.memory.transaction.max": f"{max(memory.heap_mb // 2, 192)}m",
    }
    if profile == "lean":
        settings |= LEAN
    if profile == "test":
        # A database that grows from nothing has its statements planned anew every ten seconds: half the time of tests.
        settings["dbms.cypher.min_replan_interval"] = "1h"
    return "".join(f"{name}={value}\n" for name, value in settings.items())


def credential(password: str, salt: bytes) -> str:
    """The line of `data/dbms/auth.ini` that makes this the first password, without a change being asked for.

    The same line that `neo4j-admin dbms set-initial-password` writes (SHA-256 over salt and password, 1,024 rounds),
    which costs a whole JVM.
    """
    digest = salt + password.encode()
    for _ in range(HASH_ROUNDS):
        digest = hashlib.sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex()},{salt.hex()},{HASH_ROUNDS}:"


def keep_password(home: Path) -> str:
    """The password of this home's server: the kept one, else a new random one, in a file only its owner may read.

    A new one also becomes the server's first password. Raises Misconfigured when the server has one already and the
    file is gone.
    """
    kept = home / "password"
    if kept.exists():
        return kept.read_text(encoding="ascii").strip()
    if (home / "data" / "databases" / "system").exists():
        raise Misconfigured(
            f"The file {kept} with the password of the local Neo4j is gone. Bring it back, "
            "or move the folder around it aside to begin with an empty database."
        )
    password = secrets.token_urlsafe(24)
    auth = home / "data" / "dbms" / "auth.ini"
    auth.parent.mkdir(parents=True, exist_ok=True)
    write_private(auth, credential(password, secrets.token_bytes(32)))
    write_private(kept, password + "\n")
    return password


def write_private(path: Path, text: str) -> None:
    """Replace a file at once by one that only its owner may read or write."""
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)
