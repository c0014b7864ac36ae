"""Measures `enishi mcp` as agents start it: seconds until it answers `initialize`.

    python -m bench.agents [--runs 10] [--user demo]

It tells the processor seconds as well, which another program on the machine moves little.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

_PROTOCOL = "2025-06-18"


class Agent:
    """A client of one process of `enishi mcp`, which has been answered `initialize`."""

    def __init__(self, user: str) -> None:
        began = perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "api.commands", "mcp", "--user", user],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
        )  # fmt: skip
        self._asked = 0
        self.ask("initialize", protocolVersion=_PROTOCOL, capabilities={}, clientInfo={"name": "bench", "version": "1"})
        self.started_s = perf_counter() - began
        self.started_cpu_s = self._processor_seconds()
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def ask(self, method: str, **params: object) -> Any:
        """The result of a request. Raises RuntimeError where there is none."""
        self._asked += 1
        self._send({"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("id") == self._asked and "method" not in message:
                if "result" not in message or message["result"].get("isError"):
                    raise RuntimeError(line)
                return message["result"]
        raise RuntimeError(f"The process ended before it answered {method}.")

    def close(self) -> None:
        """Ends the process as an agent does: it closes its side."""
        self._process.communicate()

    def _send(self, message: dict[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _processor_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Prints the medians of the starts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--user", default="demo")
    chosen = parser.parse_args()
    starts: list[tuple[float, float]] = []
    for _ in range(chosen.runs):
        agent = Agent(chosen.user)
        starts.append((agent.started_s, agent.started_cpu_s))
        agent.close()
    seconds, cpu = zip(*starts, strict=True)
    print(
        json.dumps(
            {
                "initialize_s": round(median(seconds), 2),
                "initialize_cpu_s": round(median(cpu), 2),
            }
        )
    )


if __name__ == "__main__":
    main()
