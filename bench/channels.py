"""Measures that channels share one memory: what was told in one is asked for in another, and pins outlive a month.

The sample and the stories of worknotes, each memory told in one of four channels by turns. `R5` is the share of
questions, asked in a channel in which none of their answers was told, of which an answer is among the first five hits;
it is told beside that of a plain search by words. `pinned`: the first memory of each project is pinned; thirty days and
a rotation later, a talk about the project that begins in another channel has it word for word in its prompt.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from bench.routing import percent
from bench.sets import Corpus, EvalQuestion, rows, sample
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Mode

SET: Final = "channels"
DAYS: Final = 30
_CHANNELS: Final = ("cli", "slack", "line", "discord")
_FIRST: Final = 5
_TEAM: Final = "team"
"""The project of what has none."""


def measured(knowledge: Knowledge, later: Callable[[], Knowledge], user: str, data: Path) -> dict[str, object]:
    """The metrics in percent. `later` opens the same memories as they are `DAYS` days from now."""
    hits: list[bool] = []
    by_words: list[bool] = []
    pins: dict[str, dict[str, str]] = {}
    for corpus in [sample(), *_stories(data)]:
        owner = f"{user}-{corpus.name}"
        ids, told_in = _told(knowledge, owner, corpus)
        for question in corpus.questions:
            gold = {ids[each] for each in question.gold if each in ids}
            channel = next((c for c in _CHANNELS if c not in {told_in[each] for each in question.gold}), "mail")
            knowledge.conversation(owner).begin(f"asks-{channel}", question.text, channel=channel)
            hits.append(_among(knowledge, owner, question.text, Mode.HYBRID, gold))
            by_words.append(_among(knowledge, owner, question.text, Mode.KEYWORD, gold))
        pins[owner] = _pinned(knowledge, owner)
    kept: list[bool] = []
    then = later()
    for owner, texts in pins.items():
        then.rotation(owner).run()
        for project, text in texts.items():
            begun = then.conversation(owner).begin("a month later", "What now?", channel="mail", project=project)
            kept.append(text in begun.context.text)
    then.close()
    for owner in pins:
        knowledge.forget_user(owner)
    return {
        "R5": percent(hits),
        "pinned": percent(kept),
        "questions": len(hits),
        "pins": len(kept),
        "floors": {"full text only": {"R5": percent(by_words)}},
    }


def _stories(data: Path) -> list[Corpus]:
    """What each team wrote down, and the questions about it."""
    corpora: list[Corpus] = []
    for path in sorted((data / "worknotes").glob("*/*.memories.jsonl")):
        corpus = Corpus(f"{path.parent.name}-{path.name.partition('.')[0]}")
        for row in rows(path):
            when = datetime.fromisoformat(row["occurred_at"])
            corpus.drafts.append((row["id"], Draft(text=row["text"], speaker=row["speaker"], occurred_at=when)))
        for row in rows(path.with_name(path.name.replace("memories", "questions"))):
            if row["evidence"]:
                corpus.questions.append(EvalQuestion(row["question"], tuple(row["evidence"]), row["kind"]))
        corpora.append(corpus)
    return corpora


def _told(knowledge: Knowledge, owner: str, corpus: Corpus) -> tuple[dict[str, str], dict[str, str]]:
    """The ids of the memories, and in which channel each was told."""
    told_in = {identity: _CHANNELS[n % len(_CHANNELS)] for n, (identity, _) in enumerate(corpus.drafts)}
    drafts = [
        replace(draft, channel=told_in[identity], session_id=f"{told_in[identity]}-1", project=draft.project or _TEAM)
        for identity, draft in corpus.drafts
    ]
    ids: dict[str, str] = {}
    for (identity, _), outcome in zip(corpus.drafts, knowledge.remember_many(owner, drafts), strict=True):
        if outcome.remembered is None:
            raise outcome.error or RuntimeError(identity)
        ids[identity] = outcome.remembered.id
    return ids, told_in


def _among(knowledge: Knowledge, owner: str, question: str, mode: Mode, gold: set[str]) -> bool:
    recalled = knowledge.recall(owner, question, mode=mode, limit=_FIRST)
    return not gold.isdisjoint(hit.memory.id for hit in recalled.hits)


def _pinned(knowledge: Knowledge, owner: str) -> dict[str, str]:
    """Pins the first memory of each project; the texts by project."""
    texts: dict[str, str] = {}
    for project in knowledge.projects(owner):
        memory = knowledge.memories(owner, filters=Filters(project=project.path), limit=1).memories[0]
        knowledge.pin(owner, memory.id)
        texts[project.path] = memory.text
    return texts
