"""Measures routing: messages to the projects of memories that were remembered with them, through the product's door.

- `clinc150_domain_k…`: ten projects, one a domain, each with k examples of its fifteen topics.
- `xsid_en_ja`: fifteen projects of English commands, asked in Japanese; no memory is the translation of a message.
- `xsid_ja_ja`: the same in Japanese alone, each half asked of the other.
- `projects120`: 90 projects of one or two topics of clinc150, 20 of services (SGD), the stories of worknotes, and talks
  of Japanese speakers that nobody asks for, up to 120 in all.
- `out_of_scope`: messages of no project that are told so or held for hardly sure, in percent.
- `p95_ms`: of a message once thirty more projects are there.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from bench.sets import dialogues, located, rows, stream
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.talk.routing import Certainty

SET = "routing"
EXAMPLES = (5, 20, 100)
MESSAGES_MOST = 1_000
"""Messages of one metric, evenly over all."""
OF_PROJECTS = 60
"""Examples of a topic in `projects120`."""
PROJECTS = 120
_MORE = 30
_FOLDS = 3
_PAIRED = 12
"""Topics of a domain that share a project two by two; each other has one to itself."""
_SERVICE_TALKS = 40
_TALK_TURNS = 60
_SERVICE_MESSAGES = 12


@dataclass(frozen=True, slots=True)
class Message:
    """A message and the project it belongs to; "" for none."""

    text: str
    project: str


def measured(knowledge: Knowledge, user: str, data: Path, split: str) -> dict[str, object]:
    """The metrics of the set; every user of it is forgotten afterwards."""
    found: dict[str, object] = {}
    messages = clinc_messages(data, split)
    outside = [message for message in messages if not message.project]
    inside = evenly([message for message in messages if message.project])
    before = 0
    for k in EXAMPLES:
        remembered(knowledge, f"{user}-clinc", clinc_memories(data, before, k))
        found[f"clinc150_domain_k{k}"] = accuracy(knowledge, f"{user}-clinc", inside)
        before = k
    found["out_of_scope"] = unsure(knowledge, f"{user}-clinc", outside)
    for name, folds in (("xsid_en_ja", xsid_across(data, split)), ("xsid_ja_ja", xsid_within(data, split))):
        rights: list[bool] = []
        for fold, (memories, asked) in enumerate(folds):
            remembered(knowledge, f"{user}-{name}-{fold}", memories)
            rights += correct(knowledge, f"{user}-{name}-{fold}", asked)
        found[name] = percent(rights)
    memories, asked = projects(data, split)
    remembered(knowledge, f"{user}-projects", memories)
    found["projects120"] = accuracy(knowledge, f"{user}-projects", evenly(asked))
    for number in range(_MORE):
        knowledge.create_project(f"{user}-projects", f"spare/project-{number}", "Nothing is kept here yet.")
    found["p95_ms"] = p95(knowledge, f"{user}-projects", evenly(asked, 200))
    found["messages"] = {"clinc150": len(inside), "projects120": len(evenly(asked))}
    return found


def remembered(knowledge: Knowledge, user: str, memories: Sequence[Message]) -> None:
    """Remembers texts with their projects."""
    drafts = (Draft(text=memory.text, project=memory.project) for memory in memories)
    for outcome in knowledge.remember_many(user, drafts):
        if outcome.error is not None:
            raise outcome.error


def correct(knowledge: Knowledge, user: str, messages: Sequence[Message]) -> list[bool]:
    """Whether each message is routed to its project."""
    routing = knowledge.routing(user)
    return [routing.route(message.text).primary == message.project for message in messages]


def accuracy(knowledge: Knowledge, user: str, messages: Sequence[Message]) -> float:
    """The share of messages that are routed to their project, in percent."""
    return percent(correct(knowledge, user, messages))


def unsure(knowledge: Knowledge, user: str, messages: Sequence[Message]) -> float:
    """The share of messages of no project for which none is chosen, or one that is hardly sure, in percent."""
    routed = [knowledge.routing(user).route(message.text) for message in messages]
    return percent([each.primary is None or each.confidence is Certainty.LOW for each in routed])


def p95(knowledge: Knowledge, user: str, messages: Sequence[Message]) -> float:
    """Milliseconds within which 95 of 100 messages are routed, one after the other."""
    routing = knowledge.routing(user)
    times: list[float] = []
    for message in messages:
        started = time.perf_counter()
        routing.route(message.text)
        times.append((time.perf_counter() - started) * 1000)
    return round(float(np.quantile(times, 0.95)), 1)


def percent(rights: Sequence[bool]) -> float:
    """How many of them are true, in percent."""
    return round(100 * sum(rights) / max(1, len(rights)), 1)


def evenly(messages: Sequence[Message], most: int = MESSAGES_MOST) -> list[Message]:
    """At most so many of them, evenly over all."""
    step = max(1.0, len(messages) / most)
    return [messages[int(place * step)] for place in range(min(most, len(messages)))]


def clinc_memories(data: Path, after: int, most: int) -> list[Message]:
    """Of each topic the examples after the first `after` up to `most`, with its domain as project."""
    return [Message(text, domain) for text, _, domain in _clinc_examples(data, after, most)]


def clinc_messages(data: Path, split: str) -> list[Message]:
    """The messages of a split with their domains, and those of none."""
    return [Message(row["text"], row["domain"] or "") for row in rows(located(data, "clinc150", split))]


def _clinc_examples(data: Path, after: int, most: int) -> Iterator[tuple[str, str, str]]:
    """Text, topic and domain."""
    count: defaultdict[str, int] = defaultdict(int)
    for row in stream(located(data, "clinc150", "train")):
        place = count[row["intent"]]
        count[row["intent"]] += 1
        if after <= place < most:
            yield row["text"], row["intent"], row["domain"]


def xsid_across(data: Path, split: str) -> list[tuple[list[Message], list[Message]]]:
    """A third of the Japanese messages each, and the English memories that are no translation of one of them."""
    commands = rows(located(data, "xsid_en_ja", split))
    japanese = [row for row in commands if row["lang"] == "ja"]
    folds: list[tuple[list[Message], list[Message]]] = []
    for fold in range(_FOLDS):
        asked = japanese[fold::_FOLDS]
        pairs = {row["pair"] for row in asked}
        kept = [row for row in commands if row["lang"] == "en" and row["pair"] not in pairs]
        folds.append((_commands(kept), _commands(asked)))
    return folds


def xsid_within(data: Path, split: str) -> list[tuple[list[Message], list[Message]]]:
    """The Japanese commands in two halves, each asked of the other."""
    commands = _commands([row for row in rows(located(data, "xsid_en_ja", split)) if row["lang"] == "ja"])
    halves = commands[::2], commands[1::2]
    return [halves, (halves[1], halves[0])]


def projects(
    data: Path, split: str, *, examples: int = OF_PROJECTS, service_talks: int = _SERVICE_TALKS
) -> tuple[list[Message], list[Message]]:
    """The memories of 120 projects, and messages to those that can be told by what is said."""
    named = _topic_projects(data)
    memories = [Message(text, named[topic]) for text, topic, _ in _clinc_examples(data, 0, examples)]
    asked = [
        Message(row["text"], named[row["intent"]])
        for row in rows(located(data, "clinc150", split))
        if row["intent"] in named
    ]
    for kept, messages in (_services(data, split, service_talks), _stories(data)):
        memories += kept
        asked += messages
    there = len({memory.project for memory in memories})
    for number, talk in enumerate(islice(_talks(data), PROJECTS - there)):
        memories += [Message(text, f"talks/talk-{number}") for text in talk]
    return memories, asked


def _topic_projects(data: Path) -> dict[str, str]:
    """The project of each topic: `travel/translate-travel_alert`."""
    domains: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for row in stream(located(data, "clinc150", "train")):
        domains[row["domain"]][row["intent"]] = None
    named: dict[str, str] = {}
    for domain, topics in domains.items():
        ordered = list(topics)
        groups = [ordered[place : place + 2] for place in range(0, _PAIRED, 2)] + [[t] for t in ordered[_PAIRED:]]
        for group in groups:
            named |= dict.fromkeys(group, f"{domain}/{'-'.join(group)}")
    return named


def _services(data: Path, split: str, kept_talks: int) -> tuple[list[Message], list[Message]]:
    """What users say first in talks about twenty services; the messages are those of other talks."""
    talks: defaultdict[str, list[list[str]]] = defaultdict(list)
    for row in stream(located(data, "scale_en_sgd", "scale.dialogues")):
        if len(row["services"]) == 1:
            talks[row["services"][0].split("_")[0]].append([text for speaker, text in row["u"] if speaker == 0])
    memories: list[Message] = []
    asked: list[Message] = []
    first = _SERVICE_TALKS + (_SERVICE_MESSAGES if split == "heldout" else 0)
    for name in sorted(talks, key=lambda name: (-len(talks[name]), name))[:20]:
        memories += [Message(text, f"services/{name}") for talk in talks[name][:kept_talks] for text in talk[:3]]
        asked += [Message(talk[0], f"services/{name}") for talk in talks[name][first : first + _SERVICE_MESSAGES]]
    return memories, asked


def _stories(data: Path) -> tuple[list[Message], list[Message]]:
    """The notes of each team, and the questions about them."""
    memories: list[Message] = []
    asked: list[Message] = []
    for path in sorted((data / "worknotes").glob("*/*.memories.jsonl")):
        project = f"teams/{path.parent.name}-{path.name.partition('.')[0]}"
        memories += [Message(row["text"], project) for row in rows(path)]
        questions = rows(path.with_name(path.name.replace("memories", "questions")))
        asked += [Message(row["question"], project) for row in questions if row["evidence"]]
    return memories, asked


def _talks(data: Path) -> Iterator[list[str]]:
    """Talks of Japanese speakers, some dialogues a talk."""
    turns: list[str] = []
    for dialogue in dialogues(data, "scale_ja_realpersonachat"):
        turns += [draft.text for draft in dialogue]
        if len(turns) >= _TALK_TURNS:
            yield turns[:_TALK_TURNS]
            turns = []


def _commands(found: Sequence[dict[str, Any]]) -> list[Message]:
    return [Message(row["text"], f"commands/{row['intent'].replace('/', '-')}") for row in found]
