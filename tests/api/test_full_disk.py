"""A file system that is really full: what was there stays whole, what found no room is said, and with room all goes on.

Each case runs in a process of its own that has mounted a small file system in a namespace of its own.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IN_A_SMALL_PLACE = ("unshare", "--user", "--map-root-user", "--mount")
SIZE = "96k"

FILLED = """
import errno, os, sys
from pathlib import Path
place = Path(sys.argv[1])
def fill():
    with open(place / "ballast", "ab", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 512)
        except OSError as error:
            assert error.errno == errno.ENOSPC, error
def free():
    (place / "ballast").unlink()
"""


def can_mount() -> bool:
    """Whether this user may mount a file system in a namespace of their own."""
    if shutil.which("unshare") is None:
        return False
    tried = subprocess.run(
        [*IN_A_SMALL_PLACE, "mount", "-t", "tmpfs", "-o", "size=8k", "none", "/mnt"], check=False, capture_output=True
    )
    return tried.returncode == 0


pytestmark = pytest.mark.skipif(not can_mount(), reason="no file system of one's own may be mounted here")

CASES = {
    "the journal of talks": """
from graph.projects.conversation.journal import Journal, JournalEntry
journal = Journal(place)
entry = lambda name: JournalEntry(id=name, user_id="taro", entry={"text": "a turn " * 400})
journal.append([entry("a")])
fill()
try:
    journal.append([entry("b")])
except OSError as error:
    print(error.strerror)
assert [each.id for each in journal.waiting()] == ["a"]
free()
journal.append([entry("c")])
assert [each.id for each in journal.waiting()] == ["a", "c"]
""",
    "what hooks could not hand over": """
os.environ["XDG_STATE_HOME"] = str(place)
from api.hooks import run, spool
from api.hooks.answers import HookOptions
draft = lambda text: spool.HookDraft(body={"text": text}, by_person=True)
assert spool.keep_for_later("taro", draft("first"))
fill()
run._keep_all(HookOptions(user="taro"), [draft("a turn " * 2000)], "No server runs")
spool.note_file("s", "a" * 5000)
free()
assert spool.keep_for_later("taro", draft("third"))
sent = []
spool.replay("taro", lambda each: sent.append(each.body["text"]) is None)
assert sent == ["first", "third"], sent
assert not list((place / "enishi" / "hooks").glob("*waiting*"))
""",
    "what hooks hand over again with no room for the rest": """
os.environ["XDG_STATE_HOME"] = str(place)
from api.hooks import spool
draft = lambda text: spool.HookDraft(body={"text": text}, by_person=True)
for text in ("first", "second"):
    spool.keep_for_later("taro", draft(text + " a turn" * 600))
fill()
tried = []
spool.replay("taro", lambda each: bool(tried.append(each.body["text"])))
assert len(tried) == 2 and list((place / "enishi" / "hooks").glob("sending-*"))
free()
sent = []
spool.replay("taro", lambda each: sent.append(each.body["text"][:6]) is None)
spool.replay("taro", lambda each: sent.append(each.body["text"][:6]) is None)
assert {"first ", "second"} <= set(sent), sent
""",
    "memories.md": """
import datetime
from graph.errors import Invalid
from api.markdown.memories_file import MemoriesFile
kept = MemoriesFile(place / ".agent", print)
kept.add("First.", [], datetime.date(2026, 1, 1))
before = kept.path.read_bytes()
fill()
try:
    kept.add("word " * 4000, [], datetime.date(2026, 1, 1))
except Invalid as error:
    print(error)
assert kept.path.read_bytes() == before
assert [each.name for each in kept.path.parent.iterdir() if each.name != kept.path.name and each.stat().st_size] == []
free()
kept.add("Third.", [], datetime.date(2026, 1, 1))
assert [each.content for each in kept.memories()] == ["First.", "Third."]
""",
    "a file that a sync writes": """
from api.markdown.folder import FileWrite, Folder
(place / "notes").mkdir()
note = place / "notes" / "a.md"
note.write_text("# A\\n\\nFirst.\\n")
folder = Folder(place / "notes", frozenset())
fill()
done = folder.write([FileWrite(file="a.md", text="# A\\n\\n" + "word " * 8000, before=note.read_text())])
assert done == frozenset()
print(*(fault.why for fault in folder.faults))
assert note.read_text() == "# A\\n\\nFirst.\\n"
free()
assert folder.write([FileWrite(file="a.md", text="# A\\n\\nSecond.\\n", before=note.read_text())])
assert folder.files() == ["a.md"] and note.read_text() == "# A\\n\\nSecond.\\n"
assert [each.name for each in (place / "notes").iterdir()] == ["a.md"]
""",
    "an export": """
from graph.errors import Unavailable
from graph.transfer import files
files.write(place / "one.zst", [b"first"])
before = (place / "one.zst").read_bytes()
fill()
try:
    files.write(place / "one.zst", (os.urandom(4096) for _ in range(64)))
except Unavailable as error:
    print(error)
assert (place / "one.zst").read_bytes() == before
free()
files.write(place / "one.zst", [b"second"])
assert b"".join(files.reader(place / "one.zst")()) == b"second"
assert [each.name for each in place.iterdir()] == ["one.zst"]
""",
}


TOLD = {
    "the journal of talks": "No space left",
    "what hooks could not hand over": "what was said is lost, for too much waits for it already or the disk is full",
    "what hooks hand over again with no room for the rest": "",
    "memories.md": "cannot be written",
    "a file that a sync writes": "cannot be written",
    "an export": "the disk is full. Make room and export again.",
}
"""What a person reads of each."""


@pytest.mark.parametrize("what", CASES)
def test_a_file_system_without_room_spoils_nothing_and_is_told(what: str, tmp_path: Path) -> None:
    program = tmp_path / "case.py"
    program.write_text(FILLED + CASES[what], encoding="utf-8")
    place = tmp_path / "small"
    place.mkdir()
    command = f'mount -t tmpfs -o size={SIZE} none "$1" && exec "$2" -P "$3" "$1"'
    ended = subprocess.run(
        [*IN_A_SMALL_PLACE, "sh", "-c", command, "sh", str(place), sys.executable, str(program)],
        check=False, capture_output=True, text=True, timeout=120, cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert TOLD[what] in ended.stdout + ended.stderr
