"""How much of the evidence stands in a context of so many tokens, beside hits put one after the other."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.measures import mean, percent, percentile
from bench.quality import stored
from bench.sets import Corpus, EvalQuestion, corpora
from extraction.encoder import open_embedder
from extraction.text.token_counts import prompt_tokens
from graph.knowledge import Knowledge
from graph.model.context import Context
from graph.model.recalled import Recalled

SETS: Final = {"context-en": ("locomo",), "context-ja": ("jaquad", "jemhopqa_facts")}
"""The sets whose documents and questions each of ours is made of."""

BUDGETS = (256, 512, 1024, 2048)
_ASKED = 100
"""Questions of one set at least, where it has them, spread evenly over all."""
_HITS = 100
_OWN = "context"
_FLOORS = ("texts alone", "texts with head and id")
_WAYS = (_OWN, *_FLOORS)


@dataclass(slots=True)
class Tally:
    """What one way of filling a budget told, question by question."""

    evidence: list[float] = field(default_factory=list[float])
    """The share of the evidence's characters that is told."""
    pieces: list[float] = field(default_factory=list[float])
    tokens: list[int] = field(default_factory=list[int])
    answered: list[bool] = field(default_factory=list[bool])
    """Whether a stretch that answers is told, where the set names such."""
    milliseconds: list[float] = field(default_factory=list[float])

    def metrics(self) -> dict[str, float]:
        """Percent of the evidence, tokens used, and tokens for each document of evidence told."""
        found = {
            "evidence": percent(mean(self.evidence)),
            "tokens": round(mean(self.tokens)),
            "tokens_per_evidence": round(sum(self.tokens) / max(1e-9, sum(self.pieces))),
        }
        if self.answered:
            found["answered"] = percent(mean([float(one) for one in self.answered]))
        if self.milliseconds:
            found["p50_ms"] = round(percentile(self.milliseconds, 0.5), 1)
        return found


def measured(knowledge: Knowledge, user: str, data: Path, name: str, split: str) -> dict[str, object]:
    """For each set and budget: the product's contexts, and as `floors` what is simpler, over the same recall."""
    embedder = open_embedder()
    found: dict[str, object] = {}
    for one in SETS[name]:
        tallies = {(way, budget): Tally() for way in _WAYS for budget in BUDGETS}
        all_corpora = corpora(data, one, split)
        step = max(1, sum(len(corpus.questions) for corpus in all_corpora) // _ASKED)
        for number, corpus in enumerate(all_corpora):
            owner = f"{user}-{name}-{one}-{number}"
            ids = stored(knowledge, owner, corpus)
            for asked in corpus.questions[::step]:
                _ask(knowledge, owner, corpus, ids, asked, tallies, lambda text: prompt_tokens(text, embedder.count))
        ways = {way: {str(budget): tallies[way, budget].metrics() for budget in BUDGETS} for way in _WAYS}
        found[one] = {**ways[_OWN], "floors": {way: ways[way] for way in _FLOORS}}
    return found


def _ask(
    knowledge: Knowledge,
    owner: str,
    corpus: Corpus,
    ids: Mapping[str, Sequence[str]],
    asked: EvalQuestion,
    tallies: Mapping[tuple[str, int], Tally],
    tokens: Callable[[str], int],
) -> None:
    recalled = knowledge.recall(owner, asked.text, limit=_HITS)
    texts = {identity: draft.text for identity, draft in corpus.drafts}
    evidence = {memory: texts[one] for memory, of_set in ids.items() for one in of_set if one in asked.gold}
    for budget in BUDGETS:
        started = time.perf_counter()
        context = knowledge.context(owner, asked.text, budget_tokens=budget)
        tally = tallies[_OWN, budget]
        tally.milliseconds.append(1000 * (time.perf_counter() - started))
        if tokens(context.text) > budget:
            raise RuntimeError(f"{corpus.name}: a context has more than {budget} tokens")
        _add(tally, asked, evidence, _shown(context), context.tokens)
        for way, lines in zip(_FLOORS, (_texts(recalled), _headed(recalled)), strict=True):
            _add(tallies[way, budget], asked, evidence, *_stopped(lines, budget, tokens))


def _add(
    tally: Tally,
    asked: EvalQuestion,
    evidence: Mapping[str, str],
    shown: Mapping[str, Sequence[tuple[int, int]]],
    used: int,
) -> None:
    told = {memory: sum(end - start for start, end in shown.get(memory, ())) for memory in evidence}
    shares = [min(1.0, told[memory] / len(text)) for memory, text in evidence.items()]
    tally.evidence.append(mean(shares))
    tally.pieces.append(sum(shares))
    tally.tokens.append(used)
    if asked.answers:
        stretches = [evidence[memory][start:end] for memory in evidence for start, end in shown.get(memory, ())]
        tally.answered.append(any(answer in text for text in stretches for answer in asked.answers))


def _shown(context: Context) -> dict[str, Sequence[tuple[int, int]]]:
    """The stretches of each memory that is told, or repeated by one that is."""
    shown: dict[str, Sequence[tuple[int, int]]] = {one.memory_id: one.spans for one in context.citations}
    return {also: one.spans for one in context.citations for also in one.repeats} | shown


def _texts(recalled: Recalled) -> Iterator[tuple[str, int, int, str]]:
    for hit in recalled.hits:
        yield hit.memory.id, hit.start, hit.end, hit.text


def _headed(recalled: Recalled) -> Iterator[tuple[str, int, int, str]]:
    for hit in recalled.hits:
        memory = hit.memory
        day = (memory.occurred_at or memory.created_at).date().isoformat()
        yield memory.id, hit.start, hit.end, f"[{memory.id}] {day} {memory.speaker or memory.title}: {hit.text}"


def _stopped(
    lines: Iterator[tuple[str, int, int, str]], budget: int, tokens: Callable[[str], int]
) -> tuple[dict[str, Sequence[tuple[int, int]]], int]:
    """What is told when lines are put one after the other until one does not fit."""
    shown: dict[str, Sequence[tuple[int, int]]] = {}
    used = 0
    for memory, start, end, line in lines:
        cost = tokens(line) + (1 if shown else 0)
        if used + cost > budget:
            break
        shown[memory] = [(start, end)]
        used += cost
    return shown, used
