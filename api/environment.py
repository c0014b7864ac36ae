"""The ENISHI_ variables as they are written, in the environment and in `.env`: all that a short command reads of them.

Reading all settings with their bounds takes longer than a question to a running server. Those that a question needs
(the user, the address, the key) are read here as `api.settings` reads them; whoever opens the database reads that.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from datetime import tzinfo
from importlib.resources import files
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from platformdirs import user_data_dir

from api.release import release

PREFIX = "ENISHI_"
HOST, PORT, USER = "127.0.0.1", 8472, "me"
"""What `ApiSettings` has where nothing is set."""
_ELSEWHERE = ("ENISHI_API__", "ENISHI_DEBUG", "ENISHI_TEST_")
"""Variables that change neither which memories there are nor how they are read and ranked."""
_ANYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 -- compared with, not listened at
_SECRETS = ("PASSWORD", "KEY")
FILE: Final = "ENISHI_ENV_FILE"
"""The variable that names a file of settings; what is named may set everything."""
OF_FOLDER: Final = ".env"
NOT_OF_FOLDER: Final = frozenset(
    {
        "java_home",
        "home",
        "jars",
        "cache",
        "folder",
        "model",
        "repository",
        "uri",
        "url",
        "host",
        "keys",
        "cors_origins",
    }
)
"""Settings by which programs run, files are written, texts leave the machine or others are let in.

The folder a command happens to run in may be somebody else's, such as one that was just cloned.
"""
PATHS: Final = frozenset({"java_home", "home", "jars", "cache", "folder"})
"""Settings that name a place from the folder in which a command runs, unless they begin at the root."""
_MODEL: Final = "model"
"""A name, or the folder where one lies."""


def variables() -> Mapping[str, str]:
    """The ENISHI_ variables by name in capitals; those of the environment over those of the folder's `.env`."""
    return _ours({**_dotenv(Path(os.environ.get(FILE) or OF_FOLDER).expanduser()), **os.environ})


def is_refused() -> bool:
    """Whether the `.env` of this folder sets what it may not: then `api.settings` says so, and nobody is asked before.

    A server that was started elsewhere does not know the file, and would answer with other memories than it names.
    """
    if os.environ.get(FILE):
        return False
    return any(
        part in NOT_OF_FOLDER
        for written, value in _ours(_dotenv(Path(OF_FOLDER))).items()
        for name, _ in _apart(written, value)
        for part in name.casefold().split("__")[1:]
    )


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
    written = variables()
    return reached_at(written.get("ENISHI_API__HOST", HOST)), int(written.get("ENISHI_API__PORT", PORT))


def reached_at(host: str) -> str:
    """The address by which a program of this machine reaches what listens at a host."""
    return HOST if host in _ANYWHERE else host


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

    A hash of the release with its newest migration, of the variables without secrets, with places made whole, and of
    the folder where this user's database lies.
    """
    telling = {
        name: _whole(name, value)
        for name, value in _settings().items()
        if not name.startswith(_ELSEWHERE) and not name.endswith(_SECRETS)
    }
    mine = [release(), _newest_migration(), str(Path(user_data_dir("enishi")).absolute())]
    written = json.dumps([*mine, sorted(telling.items())])
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def time_zone() -> tzinfo | None:
    """The zone of times that name none; None for this machine's, also where the settings name one that is none."""
    try:
        return ZoneInfo(name) if (name := _settings().get("ENISHI_GRAPH__TIME_ZONE")) else None
    except (ValueError, OSError, KeyError):
        return None  # what is wrong with the settings is told by those who read them all


def memories_place() -> str:
    """Where the memories lie that the settings name, a Neo4j with its database or a folder.

    `"bolt://db.example.org:7687 neo4j"`, `"/home/taro/work"`. Two that differ have servers of their own.
    """
    written = _settings()
    uri, database, home = (written.get(f"ENISHI_{name}") for name in ("NEO4J__URI", "NEO4J__DATABASE", "LOCAL__HOME"))
    return place_of(uri, database or "neo4j", home)


def place_of(uri: str | None, database: str, home: str | None) -> str:
    """Where the memories lie of who sets these: a Neo4j elsewhere goes before a folder."""
    if uri:
        return f"{uri} {database}"
    return _whole("home", home) if home else usual_place()


def own_folder(folder: Path, place: str) -> Path:
    """The folder for what is kept beside the memories of a place: no two places share a queue, a record or a secret.

    It is the `folder` itself for the usual place, for each other one a folder in it.
    """
    if place == usual_place():
        return folder
    return folder / hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def usual_place() -> str:
    """The folder of the memories of a user who sets none."""
    return str(Path(user_data_dir("enishi")).absolute() / "neo4j")


def _settings() -> dict[str, str]:
    """Each single setting by its name, also of those that are written as one JSON."""
    return dict(each for written, value in variables().items() for each in _apart(written, value))


def _ours(written: Mapping[str, str]) -> dict[str, str]:
    return {name.upper(): value for name, value in written.items() if name.upper().startswith(PREFIX)}


def _apart(name: str, value: str) -> Iterator[tuple[str, str]]:
    """The single settings of a variable: ENISHI_LOCAL='{"home": "x"}' is ENISHI_LOCAL__HOME=x."""
    if value.lstrip().startswith("{"):
        try:
            held: object = json.loads(value)
        except ValueError:
            held = None
        if isinstance(held, dict):
            for key, each in held.items():
                inner = each if isinstance(each, str) else json.dumps(each)
                yield from _apart(f"{name}__{key}".upper(), inner)
            return
    yield name, value


def _whole(name: str, value: str) -> str:
    """A value by which two processes tell whether they mean the same, whatever folder each runs in."""
    last = name.rpartition("__")[2].casefold()
    if last in PATHS or (last == _MODEL and os.path.exists(value)):  # noqa: PTH110 -- a Path takes no null byte
        return os.path.abspath(os.path.expanduser(value))  # noqa: PTH100, PTH111 -- and does not take away ".."
    return value


def _newest_migration() -> str:
    """The name of the newest migration of the schema that this release brings a database to."""
    folder = files("cypher") / "schema" / "migrations"
    return max(file.name for file in folder.iterdir() if file.name.startswith("m"))


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
