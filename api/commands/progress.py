"""Progress on standard error: a bar with rate and time left on a terminal, silence elsewhere."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from api.commands import screen


class Bar(Protocol):
    """What the work tells of its progress."""

    def step(self, done: int = 1, *, failed: int = 0) -> None:
        """So many more are done, of which so many have failed."""
        ...


class _Silent:
    def step(self, done: int = 1, *, failed: int = 0) -> None:
        """Says nothing."""


class _Shown:
    def __init__(self, progress: Progress, name: str, total: int | None) -> None:
        self._progress = progress
        self._task = progress.add_task(name, total=total, failed=0)
        self._failed = 0

    def step(self, done: int = 1, *, failed: int = 0) -> None:
        self._failed += failed
        self._progress.update(self._task, advance=done, failed=self._failed)


class _Rate(ProgressColumn):
    """What is done a second since the start: work is done in batches, and the last one's own rate would jump about."""

    def render(self, task: Task) -> Text:
        taken = task.finished_time or task.elapsed
        speed = task.completed / taken if taken and task.completed else None
        failed = task.fields.get("failed", 0)
        return Text("" if speed is None else f"{speed:,.0f}/s", style="green") + Text(
            f"  {failed:,} failed" if failed else "", style="red"
        )


@contextmanager
def bar(name: str, *, total: int | None, shown: bool = True) -> Generator[Bar]:
    """A bar over `total` steps, None where nobody knows; it stays when done, and is silent when nobody watches."""
    console = screen.err()
    if not shown or not console.is_terminal:
        yield _Silent()
        return
    columns = (
        SpinnerColumn(finished_text=" "),  # moves while models load, before the first batch is done
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console) as progress:
        yield _Shown(progress, screen.shortened(name, 40), total)
