"""Measures `enishi mcp` as agents start it: its start, and how much it adds to a question.

    python -m bench.agents [--runs 10] [--size 5000] [--made] [--data DIR] [--json OUT]

The start is of whole processes: seconds until `initialize` and until the first `tools/list` are answered, and the
processor seconds, which another program on the machine moves little. A question is asked through such a process and
through Python in turns, over the same memories: turns of a load corpus, or with `--made` memories that are written
straight into the graph, which so many can be that nobody waits for their understanding. `--size 0` measures the start
alone.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from time import perf_counter, time_ns
from typing import Any

from api.app import build
from api.settings import settings as read_settings
from bench.lifecycle import filled, made_question
from bench.measures import milliseconds, percentile
from bench.output import give_out
from bench.server import at_rest
from bench.sets import chatter
from bench.speed import questions_of
from graph.model.draft import Draft

_PROTOCOL = "2025-06-18"
_WARM = 120
"""Questions that warm plans, caches and the compiled code of the database on both sides, as a server has them."""
_MADE_QUESTIONS = 300
_LIMIT = 10


class Agent:
    """A client of one process of `enishi mcp`, which has been answered `initialize` and `tools/list`."""

    def __init__(self, user: str) -> None:
        began = perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "api.commands", "mcp", "--direct", "--user", user],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
        )  # fmt: skip
        self._asked = 0
        self.ask("initialize", protocolVersion=_PROTOCOL, capabilities={}, clientInfo={"name": "bench", "version": "1"})
        self.initialized_s, self.initialized_cpu_s = perf_counter() - began, self._processor_seconds()
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.ask("tools/list")
        self.listed_s, self.listed_cpu_s = perf_counter() - began, self._processor_seconds()

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

    def search(self, question: str) -> None:
        """Asks for the memories that answer a question."""
        self.ask("tools/call", name="search_memories", arguments={"query": question, "limit": _LIMIT})

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


def starts(runs: int, user: str) -> dict[str, object]:
    """The medians of several starts."""
    agents: list[Agent] = []
    for _ in range(runs):
        agent = Agent(user)
        agent.close()
        agents.append(agent)
    return {
        "runs": runs,
        "initialize_s": round(median(agent.initialized_s for agent in agents), 2),
        "initialize_cpu_s": round(median(agent.initialized_cpu_s for agent in agents), 2),
        "tools_s": round(median(agent.listed_s for agent in agents), 2),
        "tools_cpu_s": round(median(agent.listed_cpu_s for agent in agents), 2),
    }


def understood(drafts: Sequence[Draft], user: str) -> Sequence[str]:
    """Remembers drafts; returns what to ask about them."""
    knowledge = build(read_settings())
    try:
        for outcome in knowledge.remember_many(user, drafts):
            if outcome.error is not None:
                raise outcome.error
    finally:
        knowledge.close()
    return list(questions_of(drafts))


def questions(asked: Sequence[str], size: int, user: str) -> dict[str, object]:
    """Milliseconds of a question through an agent's process and through Python, and what the process adds."""
    knowledge = build(read_settings())
    agent = Agent(user)
    by_agent: list[float] = []
    by_python: list[float] = []
    try:
        for number, question in enumerate(asked):
            through_agent = milliseconds(lambda text=question: agent.search(text))
            through_python = milliseconds(lambda text=question: knowledge.recall(user, text, limit=_LIMIT))
            if number >= _WARM:
                by_agent.append(through_agent)
                by_python.append(through_python)
    finally:
        agent.close()
        knowledge.forget_user(user)
        knowledge.close()
    return {
        "memories": size,
        "questions": len(by_agent),
        "search_p50_ms": round(percentile(by_agent, 0.5), 1),
        "search_p95_ms": round(percentile(by_agent, 0.95), 1),
        "python_p50_ms": round(percentile(by_python, 0.5), 1),
        "python_p95_ms": round(percentile(by_python, 0.95), 1),
        "added_mean_ms": round(mean(by_agent) - mean(by_python), 1),
    }


def main() -> None:
    """Measures, and prints the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--size", type=int, default=5_000, help="memories that are asked")
    parser.add_argument("--made", action="store_true", help="memories that are written straight into the graph")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--json", type=Path, help="file to write the result to, for bench.tables")
    chosen = parser.parse_args()
    user = f"agents-{time_ns():x}"
    result = starts(chosen.runs, user)
    if chosen.size:
        if chosen.made:
            filled(user, chosen.size)
            at_rest()
            draws = random.Random(11)
            asked: Sequence[str] = [made_question(draws) for _ in range(_MADE_QUESTIONS)]
        else:
            asked = understood(chatter(chosen.data, "scale_en_sgd", chosen.size), user)
        result |= questions(asked, chosen.size, user)
    give_out({"agents": result}, chosen.json)


if __name__ == "__main__":
    main()
