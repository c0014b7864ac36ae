"""The pinned dependencies are complete, hashed, and ask no particular registry."""

import re
import tomllib
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINNED = re.compile(
    r"^([a-z0-9-]+)==(\S+)(?: ;[^\\\n]*)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


def named(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found is not None
    return re.sub(r"[._]", "-", found[0]).lower()


def test_every_dependency_is_pinned() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = cast(list[str], [*declared["project"]["dependencies"], *declared["dependency-groups"]["dev"]])
    assert {named(requirement) for requirement in [*wanted, "setuptools", "uv"]} <= {
        pin[1] for pin in PINNED.finditer(LOCK)
    }


def test_every_line_of_the_lock_is_a_pin_with_its_hashes() -> None:
    assert PINNED.sub("", LOCK) == ""


def test_the_lock_names_no_registry_and_no_place() -> None:
    assert "://" not in LOCK
    assert not re.search(r"^-", LOCK, re.MULTILINE)
