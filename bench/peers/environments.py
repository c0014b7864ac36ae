"""An environment for each peer, made when it is first asked for and kept as long as its pinned list stays the same."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from bench.peers.exchange import PeerFailed

ADAPTERS = Path(__file__).parent / "adapters"


def interpreter(adapter: str, cache: Path) -> Path:
    """The Python of a peer's environment under `cache`, installed now if need be; PeerFailed when it cannot be."""
    wanted = ADAPTERS / f"{adapter}.requirements.txt"
    mark = hashlib.sha256(wanted.read_bytes()).hexdigest()
    folder = cache / adapter
    python, stamp = folder / "bin" / "python", folder / "installed"
    if python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == mark:
        return python
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{adapter}: installing {wanted.name} …", file=sys.stderr, flush=True)
    _run([sys.executable, "-m", "venv", str(folder)], adapter)
    uv = Path(sys.executable).parent / "uv"
    listed = ["-r", str(wanted)]
    if uv.exists():
        _run([str(uv), "pip", "install", "--quiet", "--python", str(python), *listed], adapter)
    else:
        _run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *listed], adapter)
    stamp.write_text(mark, encoding="utf-8")
    return python


def _run(command: list[str], adapter: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PeerFailed(f"{adapter} could not be installed: {done.stderr.strip()[-400:]}")
