"""How well questions are answered through the product: ingested into Neo4j, recalled from it, beside plain floors."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from bench.measures import MANY, full, intervals, macro, mean, ndcg, percent, recall
from bench.sets import CHATS, SAMPLE, TALKS, WORKNOTES, Corpus, EvalQuestion, corpora
from graph.knowledge import Knowledge
from graph.model.recalled import Mode, Recipe

Ranker = Callable[[str], Sequence[str]]
_LIMIT = 10

FLOORS: dict[str, tuple[Mode, Recipe]] = {
    "vector only": (Mode.SEMANTIC, Recipe.JOINED),
    "full text only": (Mode.KEYWORD, Recipe.JOINED),
    "RRF of both": (Mode.HYBRID, Recipe.RRF),
}
DEFAULT = "default"


def measured(knowledge: Knowledge, user: str, data: Path, name: str, split: str) -> dict[str, object]:
    """The metrics of one set and, as `floors`, those of the floors, all from the same graph."""
    rankings: dict[str, list[tuple[EvalQuestion, Sequence[str]]]] = defaultdict(list)
    for number, corpus in enumerate(corpora(data, name, split)):
        owner = f"{user}-{name}-{number}"
        ids = stored(knowledge, owner, corpus)
        for asked in corpus.questions:
            for label, (mode, recipe) in {DEFAULT: (Mode.HYBRID, Recipe.JOINED), **FLOORS}.items():
                recalled = knowledge.recall(owner, asked.text, mode=mode, recipe=recipe, limit=_LIMIT)
                ranked = [one for hit in recalled.hits for one in ids[hit.memory.id]]
                rankings[label].append((asked, ranked))
    result: dict[str, object] = dict(scores(name, rankings[DEFAULT]))
    result["questions"] = len(rankings[DEFAULT])
    result["counts"] = counts(name, [asked for asked, _ in rankings[DEFAULT]])
    if len(rankings[DEFAULT]) < MANY:
        result["intervals"] = intervals(rankings[DEFAULT], partial(scores, name))
    result["floors"] = {label: scores(name, rankings[label]) for label in FLOORS}
    return result


def stored(knowledge: Knowledge, user: str, corpus: Corpus) -> dict[str, list[str]]:
    """Ingests a corpus; the set's ids of each memory (equal documents are one memory)."""
    ids: dict[str, list[str]] = defaultdict(list)
    drafts = [draft for _, draft in corpus.drafts]
    for (identity, _), outcome in zip(corpus.drafts, knowledge.remember_many(user, drafts), strict=True):
        if outcome.remembered is None:
            raise RuntimeError(f"{corpus.name}: a document was refused: {outcome.error}")
        ids[outcome.remembered.id].append(identity)
    return ids


def scores(name: str, rankings: Sequence[tuple[EvalQuestion, Sequence[str]]]) -> dict[str, float]:
    """The metrics of one set for one way of ranking, in percent."""
    if name in TALKS:
        return _talk_scores(rankings)
    if name == SAMPLE:
        return _sample_scores(rankings)
    if name == CHATS:
        return _chat_scores(rankings)
    if name in WORKNOTES:
        return _note_scores(rankings)
    found = {
        f"R{k}": percent(mean([recall(ranked, asked.gold, k) for asked, ranked in rankings])) for k in (1, 2, 5, 10)
    }
    found["full5"] = percent(mean([full(ranked, asked.gold, 5) for asked, ranked in rankings]))
    bridges = [(asked, ranked) for asked, ranked in rankings if asked.category == "compositional"]
    if bridges:
        found["full5_compositional"] = percent(mean([full(ranked, asked.gold, 5) for asked, ranked in bridges]))
    return found


def counts(name: str, asked: Sequence[EvalQuestion]) -> dict[str, int]:
    """Of how many questions each metric is that is of a part of the set alone."""
    categories = [question.category for question in asked]
    if name in TALKS:
        return {"R10_nonadv": len(categories) - categories.count("adversarial")}
    if name == SAMPLE:
        parts = {"": ("same", "other"), "_same": ("same",), "_other": ("other",)}
        return {
            f"{metric}{label}": sum(category in kinds for category in categories)
            for label, kinds in parts.items()
            for metric in ("ndcg10", "R10")
        }
    if name in WORKNOTES:
        return {"stale": sum(bool(question.outdated) for question in asked)}
    compositional = categories.count("compositional")
    return {"full5_compositional": compositional} if compositional else {}


def _sample_scores(rankings: Sequence[tuple[EvalQuestion, Sequence[str]]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for label, kinds in {"": {"same", "other"}, "_same": {"same"}, "_other": {"other"}}.items():
        some = [(asked, ranked) for asked, ranked in rankings if asked.category in kinds]
        found[f"ndcg10{label}"] = percent(mean([ndcg(ranked, asked.gold) for asked, ranked in some]))
        found[f"R10{label}"] = percent(mean([recall(ranked, asked.gold, 10) for asked, ranked in some]))
    return found


def _talk_scores(rankings: Sequence[tuple[EvalQuestion, Sequence[str]]]) -> dict[str, float]:
    gains: dict[str, list[float]] = defaultdict(list)
    for asked, ranked in rankings:
        gains[asked.category].append(ndcg(ranked, asked.gold))
    true = [(asked, ranked) for asked, ranked in rankings if asked.category != "adversarial"]
    return {
        "ndcg10_macro": percent(macro(gains)),
        "R5": percent(mean([recall(ranked, asked.gold, 5) for asked, ranked in rankings])),
        "R10": percent(mean([recall(ranked, asked.gold, 10) for asked, ranked in rankings])),
        "R10_nonadv": percent(mean([recall(ranked, asked.gold, 10) for asked, ranked in true])),
    }


def _chat_scores(rankings: Sequence[tuple[EvalQuestion, Sequence[str]]]) -> dict[str, float]:
    """`any`: one turn of the gold is among the first k; `cov`: the share of them that is; `all`: all are."""
    found = {
        f"any{k}": percent(mean([float(bool(set(ranked[:k]) & set(asked.gold))) for asked, ranked in rankings]))
        for k in (1, 5, 10)
    }
    found["cov10"] = percent(mean([recall(ranked, asked.gold, 10) for asked, ranked in rankings]))
    found["all10"] = percent(mean([full(ranked, asked.gold, 10) for asked, ranked in rankings]))
    return found


def _note_scores(rankings: Sequence[tuple[EvalQuestion, Sequence[str]]]) -> dict[str, float]:
    """`stale`: of what was answered otherwise once, how often an outdated note stands above all evidence."""
    changed = [(asked, ranked) for asked, ranked in rankings if asked.outdated]
    return {
        "R5": percent(mean([recall(ranked, asked.gold, 5) for asked, ranked in rankings])),
        "all5": percent(mean([full(ranked, asked.gold, 5) for asked, ranked in rankings])),
        "ndcg10": percent(mean([ndcg(ranked, asked.gold) for asked, ranked in rankings])),
        "stale": percent(
            mean([float(_first(ranked, asked.outdated) < _first(ranked, asked.gold)) for asked, ranked in changed])
        ),
    }


def _first(ranked: Sequence[str], wanted: Sequence[str]) -> int:
    """The place of the first of them; after all where none is there."""
    return min((place for place, item in enumerate(ranked) if item in wanted), default=len(ranked))
