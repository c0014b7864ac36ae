"""Where the REST server of this machine is: by its record, by the settings, and only where it shows whose it is."""

import json
from dataclasses import replace
from pathlib import Path

from platformdirs import user_data_dir

from api import environment
from api.proof import secret_in
from api.remote import Server


def server_of(user: str) -> Server | None:
    """The REST server of this machine that keeps the same memories as the settings of this process describe."""
    secret = secret_in(server_folder())
    if secret is None or environment.is_refused():
        return None
    try:
        key, address = environment.key_of(user), environment.address()
    except (ValueError, TypeError, AttributeError):
        return None  # what is wrong with the settings is told by those who read them all
    ours = environment.fingerprint()
    # Without the key: who listens there may be anybody until it has shown whose it is.
    servers = (Server(host, port) for host, port in dict.fromkeys((*_recorded_addresses(), address)))
    return next((replace(server, key=key) for server in servers if server.is_ours(secret, ours)), None)


def server_folder() -> Path:
    """Where the background server's record and log are kept."""
    return Path(user_data_dir("enishi")) / "api"


def _recorded_addresses() -> list[tuple[str, int]]:
    """Where the server listens that was started in the background, by its record; it may be gone."""
    try:
        record = json.loads((server_folder() / "state.json").read_text(encoding="utf-8"))
        host, port = str(record["host"]), int(record["port"])
    except (OSError, ValueError, TypeError, KeyError):
        return []
    return [(environment.reached_at(host), port)]
