"""How a REST server shows a command of the same user that it is that user's: HMAC of a challenge under a secret.

Anybody may listen where a server is expected. What can read the secret, in a file that only its owner may read, runs
for the same user; nobody else is sent a key or a text. The proof holds for one address, so that it cannot be fetched
from the true server and passed on at another.
"""

import hashlib
import hmac
import os
from pathlib import Path
from typing import Final

from api.environment import reached_at

_FILE: Final = "secret"
_BYTES: Final = 32


def secret_in(folder: Path) -> bytes | None:
    """The secret that the servers and commands of this user share; None where no server ever ran."""
    try:
        return (folder / _FILE).read_bytes() or None
    except OSError:
        return None


def made_secret(folder: Path) -> bytes:
    """The secret of a folder, made where there is none. Raises OSError where it cannot be kept."""
    if (kept := secret_in(folder)) is not None:
        return kept
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = folder / f"{_FILE}.{os.getpid()}"
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(os.urandom(_BYTES))
    # A link is there whole or not at all: of two servers that start at once, both read that of the first.
    try:
        (folder / _FILE).hardlink_to(draft)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        draft.replace(folder / _FILE)
    draft.unlink(missing_ok=True)
    return (folder / _FILE).read_bytes()


def proof(secret: bytes, challenge: str, host: str, port: int) -> str:
    """What a server at this address answers to a challenge."""
    message = f"{challenge} {reached_at(host)} {port}".encode("utf-8", "surrogatepass")
    return hmac.new(secret, message, hashlib.sha256).hexdigest()
