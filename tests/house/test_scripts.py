"""The scripts that make packaged files keep up with the code they are written against."""

from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "scripts").rglob("*.py")
    if path.name != "__init__.py"
)
OF_TRAINING = {"jax", "jaxlib", "optax"}
"""The packages of the group `train`, which the tests do without."""


@pytest.mark.models
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_finds_all_that_it_imports(script: str) -> None:
    try:
        import_module(script)
    except ModuleNotFoundError as missing:
        if missing.name not in OF_TRAINING:
            raise
        pytest.skip(f"{missing.name} is of the group train")
