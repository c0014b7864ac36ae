"""How fast long work is told to be: by what was done last, without the time the models took to load."""

import pytest
from rich.progress import Progress

from api.commands.terminal.progress import LOADING, SETTLING, WINDOW_S, Pace, ProgressBar, duration


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def paced(*steps: tuple[float, int]) -> tuple[Pace, Clock]:
    """A pace after so many were done at these seconds."""
    clock = Clock()
    pace = Pace(clock)
    for clock.now, done in steps:
        pace.step(done)
    return pace, clock


def test_what_the_start_took_is_in_no_rate() -> None:
    pace, _ = paced((55.0, 200), (65.0, 200))
    assert pace.rate() == 20
    assert pace.left(1000) == 30


def test_one_batch_tells_no_rate() -> None:
    pace, _ = paced((55.0, 200))
    assert (pace.rate(), pace.left(1000)) == (None, None)


def test_the_items_of_a_batch_are_one_step() -> None:
    pace, _ = paced(*[(55.0 + n / 1000, 1) for n in range(200)], *[(65.0 + n / 1000, 1) for n in range(200)])
    assert pace.rate() == pytest.approx(20, rel=0.03)


def test_only_the_last_half_minute_counts() -> None:
    slow = [(10.0 * n, 10) for n in range(10)]
    quick = [(100.0 + 10 * n, 1000) for n in range(1, 6)]
    pace, _ = paced(*slow, *quick)
    assert pace.rate() == 100


def test_a_rate_falls_while_nothing_is_done() -> None:
    pace, clock = paced((0.0, 100), (10.0, 100))
    clock.now = 2 * WINDOW_S
    assert pace.rate() == pytest.approx(100 / (2 * WINDOW_S))


def test_nobody_knows_how_long_the_rest_of_a_stream_takes() -> None:
    pace, _ = paced((0.0, 100), (10.0, 100))
    assert pace.left(None) is None


@pytest.mark.parametrize(("seconds", "shown"), [(5, "0:05"), (125, "2:05"), (3725, "1:02:05")])
def test_a_time_to_wait_is_written_as_people_read_it(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


def phases(*, first: str = LOADING, read: int = 0, done: tuple[int, ...] = ()) -> list[str]:
    """What a bar says before its first step, and after each."""
    progress = Progress(disable=True)
    bar = ProgressBar(progress, "notes.md", None, first)
    said = [progress.tasks[0].fields["phase"]]
    if read:
        bar.reading(read)
    for count in done:
        bar.step(count)
        said.append(progress.tasks[0].fields["phase"])
    return said


def test_a_bar_says_what_is_done_before_the_first_step_meanwhile_and_at_the_end() -> None:
    assert phases(read=300, done=(200, 100)) == [LOADING, "100 under way", SETTLING]
    assert phases(first="reading the graph", done=(200,)) == ["reading the graph", ""]
