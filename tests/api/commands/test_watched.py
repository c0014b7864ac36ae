"""What changes while a command reads its files for the first time is told afterwards."""

from pathlib import Path

import pytest

from api.commands.watched import changes_below
from graph.errors import Misconfigured


def test_a_change_before_anybody_asks_is_told(tmp_path: Path) -> None:
    changes = changes_below([tmp_path], debounce_ms=100)
    for number in range(3):
        (tmp_path / f"{number}.md").write_text("written while the first sync was at work", "utf-8")
    told: set[str] = set()
    while len(told) < 3:
        told |= {Path(path).name for _, path in next(changes)}
    assert told == {"0.md", "1.md", "2.md"}


def test_what_cannot_be_watched_is_told(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="without --watch"):
        changes_below([tmp_path / "gone"], debounce_ms=100)
