"""A script without `if __name__ == "__main__"` is understood in one process; with it, and from a prompt, in several."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ASKS = "from extraction.main_module import can_spawn\n"
PRINTS = "print(can_spawn(), can_spawn())\n"
STREAMS = """
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.extractor import ExtractionInput
from graph.model.draft import Draft

pipeline = Pipeline(ExtractionSettings(workers=2))
drafts = [Draft(text="Ada Lovelace lives in London."), Draft(text="Grace Hopper works in Boston.")]
batches = [[ExtractionInput(draft, pipeline.read(draft))] for draft in drafts]
for batch in pipeline.extract_stream(batches):
    print([mention.name for extraction in batch for mention in extraction.mentions])
pipeline.close()
"""


def ran(*arguments: str, given: str | None = None) -> tuple[str, str]:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout, done.stderr


def script(folder: Path, text: str) -> str:
    path = folder / "script.py"
    path.write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{text}", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "work",
    [
        PRINTS,
        f"def main():\n    {PRINTS}\nmain()\n",
        f"if __name__ == '__main__':\n    pass\n{PRINTS}",
        f"import threading\nthread = threading.Thread(target=lambda: {PRINTS.strip()})\n"
        "thread.start()\nthread.join()\n",
    ],
)
def test_a_script_that_works_at_its_top_level_would_run_again(tmp_path: Path, work: str) -> None:
    out, err = ran(script(tmp_path, ASKS + work))
    assert out == "False False\n"
    assert err.count("one process") == 1


@pytest.mark.parametrize(
    "work",
    [
        f"if __name__ == '__main__':\n    {PRINTS}",
        f'def main():\n    {PRINTS}\nif "__main__" == __name__:\n    main()\n',
        f"import atexit\natexit.register(lambda: {PRINTS.strip()})\n",
    ],
)
def test_a_guarded_script_does_not(tmp_path: Path, work: str) -> None:
    assert ran(script(tmp_path, ASKS + work)) == ("True True\n", "")


def test_what_is_typed_is_not_imported_again() -> None:
    assert ran("-c", ASKS + PRINTS) == ("True True\n", "")


def test_what_is_piped_could_not_be_imported_again() -> None:
    out, err = ran("-", given=ASKS + PRINTS)
    assert out == "False False\n"
    assert err.count("one process") == 1


@pytest.mark.models
@pytest.mark.parametrize("is_piped", [False, True])
def test_a_script_without_a_guard_is_understood_in_its_own_process(tmp_path: Path, *, is_piped: bool) -> None:
    out, err = ran("-", given=STREAMS) if is_piped else ran(script(tmp_path, STREAMS))
    first, second = out.splitlines()
    assert "Ada Lovelace" in first
    assert "Grace Hopper" in second
    assert err.count("one process") == 1
