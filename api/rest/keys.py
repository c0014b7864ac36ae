"""API keys: the users each may speak for, or that it may ask in Cypher and nothing else."""

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from api.api_settings import ApiSettings
from graph.errors import Invalid, Misconfigured
from graph.intake.checks import checked_user

CYPHER_PATH = "/api/cypher"
"""Where a key for Cypher lets in."""
_SHORTEST_KEY = 20
_HASHED = re.compile(r"sha256:([0-9a-fA-F]{64})")


@dataclass(frozen=True, slots=True)
class Key:
    """A key as its SHA-256 digest, and the users it speaks for; None is every user.

    One for `cypher` speaks for nobody: what it asks is of the whole database, and only read.
    """

    digest: bytes
    users: tuple[str, ...] | None
    cypher: bool = False

    def speaks_for(self, user_id: str) -> bool:
        """Whether this key may act for a user."""
        return self.users is None or user_id in self.users


def keys_of(settings: ApiSettings) -> tuple[Key, ...]:
    """The keys of a deployment; Misconfigured when one is weak or bound to nobody.

    Also Misconfigured when the door would listen elsewhere than on this machine without any key.
    """
    if not settings.keys and not is_loopback(settings.host):
        raise Misconfigured(
            f"Listening at {settings.host} lets other machines in, so it needs API keys. "
            "Set ENISHI_API__KEYS, or listen at 127.0.0.1."
        )
    return tuple(_key(secret.get_secret_value(), users) for secret, users in settings.keys.items())


def cypher_keys_of(settings: ApiSettings) -> tuple[Key, ...]:
    """The keys for Cypher; Misconfigured when one is weak or speaks for users as well."""
    keys = tuple(Key(_digest(secret.get_secret_value()), (), cypher=True) for secret in settings.cypher_keys)
    others = {_digest(secret.get_secret_value()) for secret in settings.keys}
    if any(key.digest in others for key in keys):
        raise Misconfigured("An API key for Cypher speaks for users as well. Make another: a key does one of both.")
    return keys


def matching_key(keys: Sequence[Key], presented: str) -> Key | None:
    """The key that was presented; every key is compared, in constant time, whether one matches or not."""
    digest = hashlib.sha256(presented.encode("utf-8", "surrogatepass")).digest()
    match: Key | None = None
    for key in keys:
        if hmac.compare_digest(key.digest, digest):
            match = key
    return match


def user_for(key: Key | None, named: str | None, default: str) -> str | None:
    """The user a request is for, or None when its key may not speak for that user.

    A request that names nobody is for the default user, or for the only user of its key.
    """
    if named is None and key is not None and key.users is not None and len(key.users) == 1:
        return key.users[0]
    user_id = default if named is None else checked_user(named)
    return user_id if key is None or key.speaks_for(user_id) else None


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    if host.casefold().rstrip(".") == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _digest(secret: str) -> bytes:
    hashed = _HASHED.fullmatch(secret)
    if hashed is None and (secret.startswith("sha256:") or len(secret) < _SHORTEST_KEY):
        raise Misconfigured(
            f"An API key is too weak: it needs at least {_SHORTEST_KEY} characters, "
            'or is "sha256:" and 64 hexadecimal digits. Make one with: openssl rand -hex 32'
        )
    return bytes.fromhex(hashed[1]) if hashed else hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def _key(secret: str, users: Sequence[str]) -> Key:
    digest = _digest(secret)
    if users == "*":
        return Key(digest, None)
    if not users:
        raise Misconfigured('An API key is bound to nobody. Give it a list of user ids, or "*" for every user.')
    try:
        return Key(digest, tuple(checked_user(user_id) for user_id in users))
    except Invalid as error:
        raise Misconfigured(f"An API key is bound to something that is no user id: {error}") from error
