"""A process that is killed while it makes the summary of a talk: what was told is kept once, the summary follows."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from graph.db.store import Store
from graph.errors import NotFound
from graph.knowledge import Knowledge
from graph.model.filters import Filters
from graph.model.memory import Memory
from graph.projects.conversation.journal import FILE, Journal
from graph.settings import ConversationSettings, GraphSettings, Neo4jSettings, SummarySettings
from tests.live.conftest import Clock
from tests.live.plain_extractor import PlainExtractor

PROJECT = "work/museum"
VISITS = [f"Visitor {n} asked Bob Moore about the opening hours of room {n}." for n in range(20)]
MORE_VISITS = [f"Guest {n} asked Bob Moore about the price of picture {n}." for n in range(20)]
ENDING = """
import os, signal, sys
from datetime import datetime
from pathlib import Path
from pydantic import SecretStr
from graph.db.store import Store, opened
from graph.knowledge import Knowledge
from graph.projects.conversation.journal import Journal
from graph.projects.summaries.summaries import Summarizer
from graph.settings import Neo4jSettings
from tests.live.plain_extractor import PlainExtractor
from tests.live.test_killed_summary import MORE_VISITS, PROJECT, VISITS, settings_at

uri, user, password, user_id, now, folder, moment, *again = sys.argv[1:]

def die(*given, **named):
    os.kill(os.getpid(), signal.SIGKILL)

together = Store.together

def torn(self, work, **given):
    def half(runs):
        def run(name, params):
            done = runs(name, params)
            if name == "summary/store":
                die()
            return done
        return work(run)
    return together(self, half, **given)

if moment == "kept, not yet marked so":
    Journal.done = die
elif moment == "sentences chosen":
    Summarizer._kept = die
else:
    Store.together = torn
place = Neo4jSettings(uri=uri, user=user, password=SecretStr(password) if password else None)
knowledge = Knowledge(
    lambda: opened(place), PlainExtractor(), settings_at(Path(folder)), clock=lambda: datetime.fromisoformat(now)
)
knowledge.conversation(user_id).end("s", MORE_VISITS if again else VISITS, project=PROJECT)
"""
MOMENTS = {"kept, not yet marked so": len(VISITS), "sentences chosen": 0, "written, not yet committed": 0}
"""When the process dies, and how many turns the log has then that are not marked as kept."""


def settings_at(folder: Path) -> GraphSettings:
    """A window so small that a summary is due; the log lies in a folder of the test."""
    return GraphSettings(
        summaries=SummarySettings(window_tokens=1_000, verbatim_days=1), conversation=ConversationSettings(home=folder)
    )


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_in_the_midst_of_a_summary_leaves_the_log_whole_and_the_summary_is_made_afterwards(
    moment: str, store: Store, user_id: str, clock: Clock, neo4j_settings: Neo4jSettings, tmp_path: Path
) -> None:
    knowledge = Knowledge(lambda: store, PlainExtractor(), settings_at(tmp_path), clock=clock)
    knowledge.create_project(user_id, PROJECT)
    killed(neo4j_settings, user_id, clock, tmp_path, moment)
    assert len(Journal(tmp_path).waiting(user_id)) == MOMENTS[moment]
    assert (tmp_path / FILE).read_text(encoding="utf-8").endswith("\n")
    assert kept(knowledge, user_id) == sorted(VISITS)
    summaries = knowledge.summaries(user_id)
    with pytest.raises(NotFound):
        summaries.summary(PROJECT)

    clock.advance(days=9)
    ended = knowledge.conversation(user_id).end("s", ["Bob Moore answered all of them."], project=PROJECT)
    assert (ended.waiting, ended.failed) == (0, {})
    made = ended.summarized
    assert made is not None
    assert made.success
    assert made.summary is not None
    assert made.summary == summaries.summary(PROJECT)
    texts = {memory.id: memory.text for memory in memories(knowledge, user_id)}
    assert sorted(texts.values()) == sorted([*VISITS, "Bob Moore answered all of them."])
    assert made.summary.quotes
    assert all(quote.text in texts[quote.memory_id] for quote in made.summary.quotes)


@pytest.mark.parametrize("moment", ["sentences chosen", "written, not yet committed"])
def test_a_kill_while_a_summary_is_made_anew_leaves_the_one_before(
    moment: str, store: Store, user_id: str, clock: Clock, neo4j_settings: Neo4jSettings, tmp_path: Path
) -> None:
    knowledge = Knowledge(lambda: store, PlainExtractor(), settings_at(tmp_path), clock=clock)
    knowledge.create_project(user_id, PROJECT)
    talk, summaries = knowledge.conversation(user_id), knowledge.summaries(user_id)
    talk.end("s", VISITS, project=PROJECT)
    clock.advance(days=9)
    assert talk.end("s", ["Bob Moore answered all of them."], project=PROJECT).summarized is not None
    before = summaries.summary(PROJECT)
    clock.advance(days=9)
    killed(neo4j_settings, user_id, clock, tmp_path, moment, "again")
    assert summaries.summary(PROJECT) == before
    assert kept(knowledge, user_id) == sorted([*VISITS, *MORE_VISITS, "Bob Moore answered all of them."])
    clock.advance(days=9)
    assert talk.end("s", ["Bob Moore went home."], project=PROJECT).summarized is not None
    assert summaries.summary(PROJECT) != before


def killed(place: Neo4jSettings, user_id: str, clock: Clock, folder: Path, moment: str, *again: str) -> None:
    """Has another process end the talk, which dies at this moment."""
    password = place.password.get_secret_value() if place.password else ""
    given = [place.uri or "", place.user, password, user_id, clock.now.isoformat(), str(folder), moment, *again]
    child = subprocess.run(
        [sys.executable, "-c", ENDING, *given],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}, capture_output=True, check=False,
    )  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr.decode()


def kept(knowledge: Knowledge, user_id: str) -> list[str]:
    return sorted(memory.text for memory in memories(knowledge, user_id))


def memories(knowledge: Knowledge, user_id: str) -> tuple[Memory, ...]:
    return knowledge.memories(user_id, filters=Filters(project=PROJECT), limit=100).memories
