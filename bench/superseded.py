"""Stories in which something changed: whether what holds now comes first, and what is over is marked and answers then.

Each line of `bench/superseded/*.jsonl` is one story: a few dated memories, those `over` at its end, and questions
`about` now or then with the memories that answer them. In some nothing was superseded: there a mark is an error.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from bench.measures import mean, percent
from bench.quality import DEFAULT, FLOORS
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.endings import any_over
from graph.model.recalled import Mode, Recipe

STORIES: Final = Path(__file__).parent / "superseded"
_LIMIT: Final = 10
_BUDGET: Final = 1_000


@dataclass(frozen=True, slots=True)
class Story:
    """Memories by their ids in the story, questions, and which memories are over at its end."""

    id: str
    drafts: tuple[tuple[str, Draft], ...]
    questions: tuple[dict[str, Any], ...]
    over: frozenset[str]


def measured(knowledge: Knowledge, user: str) -> dict[str, object]:
    """In percent: `first` (answer first, of now), `then` (of its own time), `marked` (rightly marked or unmarked).

    The `floors` are plain searches of the same graph. `wrong` lists what failed, to be looked at.
    """
    first: dict[tuple[str, str], list[float]] = defaultdict(list)
    marked: list[float] = []
    wrong: list[str] = []
    for story in stories():
        owner = f"{user}-{story.id}"
        ids = _stored(knowledge, owner, story)
        for asked in story.questions:
            for label, (mode, recipe) in {DEFAULT: (Mode.HYBRID, Recipe.JOINED), **FLOORS}.items():
                hits = knowledge.recall(owner, asked["text"], mode=mode, recipe=recipe, limit=_LIMIT).hits
                right = bool(hits) and ids[hits[0].memory.id] in asked["first"]
                first[label, asked["about"]].append(right)
                if label == DEFAULT and not right:
                    wrong.append(f"{story.id} {asked['about']}: {asked['text']}")
        # Whatever is asked, all is among the hits and in the context: each memory is there with its mark, or without.
        marks = _marks(knowledge, owner, story, ids)
        marked += [seen == (memory in story.over) for (memory, _), seen in marks.items()]
        wrong += [
            f"{story.id} {where}: {memory} {'not ' * (not seen)}marked"
            for (memory, where), seen in marks.items()
            if seen != (memory in story.over)
        ]
    result: dict[str, object] = {
        "first": percent(mean(first[DEFAULT, "now"])),
        "marked": percent(mean(marked)),
        "then": percent(mean(first[DEFAULT, "then"])),
        "questions": len(first[DEFAULT, "now"]) + len(first[DEFAULT, "then"]),
    }
    result["floors"] = {
        label: {"first": percent(mean(first[label, "now"])), "then": percent(mean(first[label, "then"]))}
        for label in FLOORS
    }
    result["wrong"] = wrong
    return result


def stories() -> Iterator[Story]:
    """All stories of both languages."""
    for path in sorted(STORIES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            drafts = tuple((memory["id"], _draft(memory)) for memory in row["memories"])
            yield Story(row["id"], drafts, tuple(row["questions"]), frozenset(row["over"]))


def _draft(memory: dict[str, str]) -> Draft:
    return Draft(text=memory["text"], occurred_at=datetime.fromisoformat(f"{memory['date']}T09:00:00+00:00"))


def _stored(knowledge: Knowledge, user: str, story: Story) -> dict[str, str]:
    """Keeps the memories of a story, one by one and without any background work; the story's ids by the graph's."""
    ids: dict[str, str] = {}
    for identity, draft in story.drafts:
        ids[knowledge.remember(user, draft).id] = identity
    return ids


def _marks(knowledge: Knowledge, user: str, story: Story, ids: dict[str, str]) -> dict[tuple[str, str], bool]:
    """Whether each memory that is found is marked, in hits and in contexts."""
    seen: dict[tuple[str, str], bool] = {}
    for asked in story.questions:
        hits = knowledge.recall(user, asked["text"], limit=_LIMIT).hits
        context = knowledge.context(user, asked["text"], budget_tokens=_BUDGET)
        shown: Sequence[tuple[str, str, bool]] = [
            *((hit.memory.id, "hits", any_over(hit.endings)) for hit in hits),
            *((one.memory_id, "context", any_over(one.endings)) for one in context.citations),
        ]
        for memory, where, marked in shown:
            seen[ids[memory], where] = seen.get((ids[memory], where), True) and marked
    return seen
