"""The ENISHI_ variables as they are written, in the environment and in `.env`: all that a short command reads of them.

Reading all settings with their bounds takes longer than a question to a running server. Those that a question needs
(the user, the address, the key) are read here as `api.settings` reads them; whoever opens the database reads that.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_dir

PREFIX = "ENISHI_"
HOST, PORT, USER = "127.0.0.1", 8472, "me"
"""What `ApiSettings` has where nothing is set."""
_ELSEWHERE = ("ENISHI_API__", "ENISHI_DEBUG", "ENISHI_TEST_")
"""Variables that change neither which memories there are nor how they are read and ranked."""
_SECRETS = ("PASSWORD", "KEY")
_NOT_OF_FOLDER = ("__HOST", "__KEYS", "__URI", "__HOME", "__URL")
"""What the `.env` of whatever folder a command runs in may not say: where to ask, and with which key."""


def variables() -> Mapping[str, str]:
    """The ENISHI_ variables by name in capitals; those of the environment over those of the folder's `.env`."""
    named = os.environ.get("ENISHI_ENV_FILE")
    of_file = _dotenv(Path(named or ".env").expanduser())
    if not named:
        of_file = {name: value for name, value in of_file.items() if not name.upper().endswith(_NOT_OF_FOLDER)}
    written = {**of_file, **os.environ}
    return {name.upper(): value for name, value in written.items() if name.upper().startswith(PREFIX)}


def default_user() -> str:
    """The user meant where none is named."""
    return variables().get("ENISHI_API__DEFAULT_USER", USER)


def is_direct() -> bool:
    """Whether commands shall open the database themselves, whatever server runs: so asked, or written as one JSON."""
    if "ENISHI_API" in variables():
        return True
    return variables().get("ENISHI_API__DIRECT", "").strip().casefold() in {"1", "true", "yes", "on", "y", "t"}


def address() -> tuple[str, int]:
    """Host and port of the REST server that the settings name. Raises ValueError where the port is no number."""
    host = variables().get("ENISHI_API__HOST", HOST)
    return ("127.0.0.1" if host in {"0.0.0.0", "::"} else host), int(variables().get("ENISHI_API__PORT", PORT))  # noqa: S104


def key_of(user: str) -> str | None:
    """A key that speaks for a user, as it is sent; None where there are none, or only hashes of them.

    Raises ValueError, AttributeError or TypeError where the keys cannot be read.
    """
    keys = json.loads(variables().get("ENISHI_API__KEYS") or "{}")
    for key, users in keys.items():
        if not key.startswith("sha256:") and (users == "*" or user in users):
            return key
    return None


def fingerprint() -> str:
    """What tells whether another process of Enishi keeps the same memories and reads them in the same way.

    A hash of the variables, without secrets, and of the folder where this user's database lies.
    """
    telling = {
        name: value
        for name, value in variables().items()
        if not name.startswith(_ELSEWHERE) and not name.endswith(_SECRETS)
    }
    written = json.dumps([user_data_dir("enishi"), sorted(telling.items())])
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _dotenv(path: Path) -> dict[str, str]:
    """The assignments of a `.env` file; quotes around a value are not part of it."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    pairs = (line.strip().removeprefix("export ").partition("=") for line in lines if "=" in line)
    return {name.strip(): _unquoted(value.strip()) for name, _, value in pairs if not name.lstrip().startswith("#")}


def _unquoted(value: str) -> str:
    if value[:1] in {"'", '"'}:
        return value[1:].partition(value[0])[0]
    return value.partition(" #")[0].rstrip()
