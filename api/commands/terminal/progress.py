"""The bar over long work: what it does before the first is done, how many are done, and how fast it is now."""

from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic

from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

from api.commands.terminal import screen

WINDOW_S = 30.0
"""The rate is that of so many seconds: work is done in batches, and the start, when models load, tells nothing."""
LOADING = "loading the language models"
SETTLING = "settling names and relations"
"""What is done at the end, when each memory is there: names that later memories tell more of are read anew."""


class Pace:
    """How many are done a second over the last WINDOW_S, and how long the rest will take at that pace.

    100 done at 0 s and 100 more at 10 s: 10 a second. `clock` gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._done = 0
        self._marks: deque[tuple[float, int]] = deque()

    def step(self, done: int) -> None:
        """So many more are done now."""
        now = self._clock()
        self._done += done
        if self._marks and now - self._marks[-1][0] < 1:  # a batch ends at one moment
            self._marks[-1] = (self._marks[-1][0], self._done)
        else:
            self._marks.append((now, self._done))
        while len(self._marks) > 2 and now - self._marks[1][0] > WINDOW_S:
            self._marks.popleft()

    def rate(self) -> float | None:
        """A second; None before there are two batches to tell it by."""
        if len(self._marks) < 2:
            return None
        (since, before), (_, done) = self._marks[0], self._marks[-1]
        return (done - before) / max(self._clock() - since, 1e-9)

    def left(self, total: int | None) -> float | None:
        """Seconds until all are done; None where nobody can say."""
        rate = self.rate()
        return (total - self._done) / rate if rate and total is not None else None


class ProgressBar:
    """What long work reports its progress to: what is taken up (`reading`) and what is done (`step`)."""

    def __init__(self, progress: Progress, name: str, total: int | None, first: str = LOADING) -> None:
        self._progress, self._total, self._first = progress, total, first
        self._pace = Pace()
        self._read = self._done = self._failed = 0
        self._task = progress.add_task(name, total=total, phase=first, pace="")

    def reading(self, count: int = 1) -> None:
        """So many more were taken up; they are done when their batch is."""
        self._read += count
        self._show()

    def out_of(self, total: int) -> None:
        """So many there are in all, as is known by now."""
        self._total = total
        self._progress.update(self._task, total=total)

    def step(self, done: int = 1, *, failed: int = 0) -> None:
        """So many more are done, of which so many have failed."""
        self._done += done
        self._failed += failed
        self._pace.step(done)
        self._show(advance=done)

    def _show(self, advance: int = 0) -> None:
        rate, left = self._pace.rate(), self._pace.left(self._total)
        pace = "" if rate is None else f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s"
        if left:
            pace += f"  {duration(left)} left"
        if self._failed:
            pace += f"  {self._failed:,} failed"
        self._progress.update(self._task, advance=advance, phase=self._phase(), pace=pace)

    def _phase(self) -> str:
        under_way = self._read - self._done
        if not self._done:
            return self._first
        if under_way > 0:
            return f"{under_way:,} under way"
        return SETTLING if self._read else ""


def duration(seconds: float) -> str:
    """A time to wait as people read it: "2:05", "1:02:05"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def progress_bar(name: str, *, total: int | None, shown: bool = True, first: str = LOADING) -> Generator[ProgressBar]:
    """A bar over `total` steps, None where nobody knows; it stays when done, and is silent when nobody watches.

    `first` is what is done before the first step.
    """
    console = screen.err()
    columns = (
        SpinnerColumn(finished_text=" "),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}", style="green", markup=False),
        TextColumn("{task.fields[phase]}", style="dim", markup=False),
    )
    with Progress(*columns, console=console, disable=not (shown and console.is_terminal)) as progress:
        yield ProgressBar(progress, screen.shortened(name, 40), total, first)
