"""The command as a process of its own: quick to start, quiet when the reader leaves, sound in any encoding."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Generator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from typer import Typer
from typer.main import get_command

from api.api_settings import ApiSettings
from api.commands.root import COMMANDS
from api.proof import made_secret
from api.rest.app import create_app
from api.running import server_folder
from bench.cli import COMMANDS as MEASURED
from graph.local.launch import module_command
from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.served import served

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
HEAVY = ("numpy", "neo4j", "spacy", "onnxruntime", "fastapi", "uvicorn", "pydantic", "httpx")

DRIVEN = """
import sys
from api.commands.root import run
from enishi import Draft
from tests.api.fake_knowledge import FakeKnowledge

knowledge = FakeKnowledge()
for number in range(int(sys.argv.pop(1))):
    knowledge.remember("me", Draft(text=f"記憶 {number} " + "長い文章。" * 40))
sys.exit(run(sys.argv[1:], build=lambda _: knowledge, default_user=lambda: "me"))
"""


def started(code: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", code, *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | environment,
    )


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from api.commands.root import run; run(['--help']); "
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    shown, loaded = started(code).communicate()
    assert b"remember" in shown
    assert loaded.decode().strip() == "[]"


@pytest.mark.parametrize(
    "command",
    [(*module_command("api.commands"), "serve", "--help"), (*module_command("graph.local.training"),)],
    ids=lambda command: command[-1],
)
def test_processes_of_ours_run_nothing_of_the_folder_they_start_in(command: tuple[str, ...], tmp_path: Path) -> None:
    stray = f"from pathlib import Path; Path({str(tmp_path / 'ran')!r}).touch()"
    for name in ("api", "graph", "extraction"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(stray, encoding="utf-8")
    (tmp_path / "filelock.py").write_text(stray, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ended = subprocess.run([*command], cwd=tmp_path, capture_output=True, env=environment, check=False)
    assert not (tmp_path / "ran").exists()
    assert b"--detach" in ended.stdout or b"IndexError" in ended.stderr


def test_worker_processes_of_a_command_run_nothing_of_the_folder_they_start_in(tmp_path: Path) -> None:
    (tmp_path / "multiprocessing.py").write_text("from pathlib import Path; Path('ran').touch()", encoding="utf-8")
    code = (
        "import sys; from api.commands import root; sys.argv = ['enishi', '--help']\n"
        "try: root.main()\nexcept SystemExit: pass\n"
        "import multiprocessing as m; p = m.get_context('spawn').Process(target=print); p.start(); p.join()"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, env=environment, check=True)
    assert not (tmp_path / "ran").exists()


def test_a_reader_that_leaves_early_is_no_error_message() -> None:
    for arguments in (("list", "--limit", "200"), ("list", "--limit", "200", "--json")):
        process = started(DRIVEN, "200", *arguments)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait()
        process.stderr.close()


def test_an_encoding_without_japanese_gets_question_marks_and_escaped_json() -> None:
    shown, complaint = started(DRIVEN, "5", "list", "--limit", "2", PYTHONIOENCODING="ascii").communicate()
    assert complaint == b"" or b"More" in complaint
    assert b"?? 4" in shown
    shown, _ = started(DRIVEN, "5", "list", "--limit", "2", "--json", PYTHONIOENCODING="ascii").communicate()
    assert rb"\u8a18\u61b6 4" in shown


def test_what_is_no_terminal_gets_neither_colour_nor_a_bar() -> None:
    shown, complaint = started(DRIVEN, "5", "list", "--limit", "2").communicate()
    assert b"\x1b" not in shown + complaint
    assert "記憶 4".encode() in shown


def test_the_table_of_commands_is_what_the_modules_add() -> None:
    for module, commands in COMMANDS.items():
        app = Typer()
        app.callback()(lambda: None)  # without one, a single command would be the whole line
        import_module(f"api.commands.{module}").add_to(app)
        assert {*cast("Any", get_command(app)).commands} == {*commands}, module


def test_a_command_imports_the_module_of_no_other() -> None:
    code = (
        "import sys; from api.commands.root import run; run(['list', '--help']); "
        "print([name for name in sys.modules if name.startswith('api.commands.') and 'serve' in name], file=sys.stderr)"
    )
    shown, loaded = started(code).communicate()
    assert b"--cursor" in shown
    assert loaded.decode().strip() == "[]"


MODELS = (
    "spacy", "onnxruntime", "sudachipy", "sentencepiece", "torch", "transformers", "extraction.pipeline",
    "extraction.encoder",
)  # fmt: skip
"""What is loaded to read a text or to make a vector."""
LIGHT = ("list", "show", "stats", "pin", "archive", "forget", "entities", "db status")
"""Commands that read no text anew."""


@pytest.fixture
def serving(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[FakeKnowledge]:
    """A server of this user's, as the commands of other processes find it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in [name for name in os.environ if name.startswith("ENISHI_")]:
        monkeypatch.delenv(name)
    if command != "db status":  # which tells of the database of this machine, and starts none
        monkeypatch.setenv("ENISHI_NEO4J__URI", "bolt://127.0.0.1:1")
    knowledge = FakeKnowledge()
    folder = server_folder()
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    app = create_app(knowledge, ApiSettings(port=port), secret=made_secret(folder))
    (folder / "state.json").write_text(json.dumps({"host": "127.0.0.1", "port": port}), encoding="utf-8")
    with served(app, port):
        # The first answer takes longer than a command waits for it where the machine is busy.
        httpx.get(f"http://127.0.0.1:{port}/health", timeout=60, trust_env=False)
        yield knowledge


@pytest.mark.parametrize("command", LIGHT)
def test_what_reads_no_text_anew_loads_no_model_where_a_server_runs(command: str, serving: FakeKnowledge) -> None:
    identity = serving.remember("me", Draft(text="Tanaka works for Acme in Osaka")).id
    line = [identity if word == "ID" else word for word in MEASURED[command]]
    code = (
        f"import sys; from api.commands.root import run; code = run({line} + ['--verbose', '--user', 'me']); "
        f"print('code', code, [name for name in {MODELS} if name in sys.modules], file=sys.stderr)"
    )
    shown, told = started(code).communicate()
    # There is no database here: its state is told, and that it does not run.
    assert told.decode().splitlines()[-1] == f"code {3 if command == 'db status' else 0} []", told.decode()
    assert command == "db status" or b"Asking the REST server" in told
    assert shown


@pytest.mark.parametrize("command", ["sync"])
def test_a_sync_beside_a_server_loads_neither_models_nor_the_graph(
    command: str, serving: FakeKnowledge, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("# A\n\nTanaka works for Acme in Osaka.\n", encoding="utf-8")
    heavy = (*MODELS, "numpy", "neo4j", "fastapi", "graph.knowledge")
    code = (
        f"import sys; from api.commands.root import run; code = run([{command!r}, {str(notes)!r}, '--user', 'me']); "
        f"print('code', code, [name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    for counts in (b"1 added", b"nothing to do"):
        shown, last = started(code).communicate()
        assert counts in shown
        assert last.decode().splitlines()[-1] == "code 0 []", last.decode()
    assert [memory.text for memory in serving.memories("me").memories] == ["Tanaka works for Acme in Osaka."]


def test_a_model_that_is_loaded_would_be_seen() -> None:
    code = f"import sys, extraction.pipeline; print([name for name in {MODELS} if name in sys.modules])"
    shown, told = started(code).communicate()
    assert b"extraction.pipeline" in shown, told
