"""What a command costs as a whole process: seconds, processor seconds, and the most memory it held."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one process and those that it waited for. `peak_mb` is the most that one of them held."""

    seconds: float
    cpu_s: float
    peak_mb: float


def line_of(*arguments: str) -> Sequence[str]:
    """The command line of `enishi` with these arguments."""
    return (sys.executable, "-m", "api.commands", *arguments)


def cost_of(*arguments: str, home: Path | None = None) -> Cost:
    """Runs `enishi` with these arguments. `home` is where its own database lives, instead of everyday's.

    What it prints is nobody's: no terminal makes it draw a bar. Raises CalledProcessError, with what it said, when it
    fails.
    """
    environment = {**os.environ, **({"ENISHI_LOCAL__HOME": str(home)} if home else {})}
    began = perf_counter()
    with (
        TemporaryFile("w+", encoding="utf-8") as said,
        subprocess.Popen(line_of(*arguments), stdout=subprocess.DEVNULL, stderr=said, env=environment) as process,
    ):
        _, status, used = os.wait4(process.pid, 0)
        spent = perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise subprocess.CalledProcessError(process.returncode, process.args, stderr=said.read())
    return Cost(spent, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
