"""The wheel is whole: in an environment that has nothing but it, agents get their tools."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests.api.agent_doors import ERAS, talked

ROOT = Path(__file__).parents[3]
UV = Path(sys.executable).with_name("uv")

pytestmark = [pytest.mark.full, pytest.mark.skipif(not UV.exists(), reason="uv is not installed")]


def executed(*words: object, cwd: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `enishi` of an environment into which only the wheel and what it asks for were installed."""
    folder = tmp_path_factory.mktemp("wheel")
    executed("make", "wheel", f"DIST={folder}", f"BIN={Path(sys.executable).parent}", cwd=ROOT)
    (wheel,) = folder.glob("enishi-*.whl")
    fresh = folder / "fresh"
    executed(UV, "venv", "--quiet", "--python", sys.executable, fresh, cwd=folder)
    install = (UV, "pip", "install", "--quiet", "--python", fresh / "bin" / "python")
    executed(*install, "-c", ROOT / "requirements.lock", wheel, cwd=folder)
    return fresh / "bin" / "enishi"


@pytest.mark.parametrize("era", ERAS)
def test_agents_get_their_tools_from_the_wheel_alone(program: Path, era: str, tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path),
        "ENISHI_NEO4J__URI": "bolt://127.0.0.1:9",  # else Neo4j would be fetched
    }  # fmt: skip
    started = StdioServerParameters(command=str(program), args=["mcp", "--direct"], env=environment, cwd=tmp_path)

    async def talk() -> None:
        async with Client(started, mode=era) as client:
            assert len((await client.list_tools()).tools) == 8
            assert "recall_ja" in [prompt.name for prompt in (await client.list_prompts()).prompts]
            assert client.instructions is not None or era != "legacy"
            for resource in (await client.list_resources()).resources:
                if str(resource.uri).startswith("ui://"):
                    (page,) = (await client.read_resource(resource.uri)).contents
                    assert "<html" in page.model_dump_json()

    talked(talk)
