"""Fits the weights of the ranking over several evaluation sets at once, without asking the database anew.

Usage: python -m scripts.weigh_ranking collect DATA CANDIDATES.pickle SET…   (asks the questions; needs the database)
       python -m scripts.weigh_ranking fit CANDIDATES.pickle…

`collect` keeps the candidates of each question with their raw signals. `fit` learns all weights by which signals add up
(`WEIGHTS`) from pairs of evidence and what is none, drawn alike often from each set, and prints each with the interval
in which it lies for 95 of 100 samples of the questions; one whose interval holds 0 should go. Then it ranks each set
with the weights learnt from the others, and all sets without each weight and constant (`WITHOUT`), and prints what that
changes: the means of nDCG@10, of whether the first hit is evidence and of whether all of it is among ten, in points.
"""

import pickle
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np

from api.app import store
from api.settings import settings as read_settings
from bench import superseded
from bench.measures import full, ndcg, recall
from bench.quality import stored
from bench.run import SUPERSEDED, built
from bench.sets import SAMPLE, Corpus, EvalQuestion, corpora
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.db.store import Store
from graph.knowledge import utc_now
from graph.model.filters import Filters
from graph.model.reading.question import Question
from graph.model.recalled import Mode, Recipe
from graph.recall import newest, ranking, sentence_rescoring
from graph.recall.ranking import ChunkCandidate, joined
from graph.recall.recalling import Recaller
from graph.recall.searches import Search, Searches
from graph.recall.sentence_rescoring import refined
from graph.settings import CueSettings, GraphSettings
from scripts.logistic import fitted

_LIMIT = 11
SAMPLES = 300
PAIRS = 1_000
"""Pairs drawn of each set for one fit."""
RIVALS = 10
"""The best candidates that are no evidence are compared with each that is."""
PENALTY = 3.0
"""How much a weight is pulled to the shipped one."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)
STILL = GraphSettings(recency_swing=0, importance_swing=0)
CUES = tuple(CueSettings.model_fields)
WEIGHTS = ("meaning", "words", "join", "linked", *CUES)
"""What adds up to a score. `meaning` and `words` are told as shares of their sum, the others against it."""
WITHOUT: dict[tuple[Any, str], float] = {
    (sentence_rescoring, "WORDS_POWER"): 1.0,
    (sentence_rescoring, "TURNS_DISTANCE"): 1.0,
    (sentence_rescoring, "OF_PASSAGES"): 0.0,
    (sentence_rescoring, "OF_TURNS"): 0.0,
    (sentence_rescoring, "TOGETHER"): 0.0,
    (sentence_rescoring, "OF_ITSELF"): 0.0,
    (sentence_rescoring, "COVERED"): 0.01,
    (ranking, "LINKED"): 0.0,
    (ranking, "NEARER"): 0.0,
    (ranking, "NOTES_JOIN"): 1.0,
    (ranking, "DIRECT_ON_TOP"): 0,
    (newest, "UPDATED"): 2.0,
    (newest, "CHANGES"): 2.0,
    (newest, "AS_ASKED"): 1e-9,
    (newest, "ALIKE"): 0.0,
    (newest, "ALIKE_IN_ALL"): 0.0,
    (newest, "MEANT"): -9.0,
}
"""Constants of modules, each with the value at which it does nothing."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a set, what was read of it, its candidates, and the set's ids of each memory."""

    set: str
    evidence: EvalQuestion
    question: Question
    candidates: Sequence[ChunkCandidate]
    ids: Mapping[str, Sequence[str]]

    def is_evidence(self, memory: str) -> bool:
        """Whether a memory is evidence."""
        return not set(self.ids[memory]).isdisjoint(self.evidence.gold)


class ReadOnce(Pipeline):
    """A pipeline that reads each text once, however often it is ranked."""

    def __init__(self) -> None:
        super().__init__(ExtractionSettings(workers=1))
        self._met, self._content = cache(super().words_met), cache(super().content_words)

    def words_met(self, words: Any, texts: Any) -> Any:  # noqa: D102 -- as the pipeline's
        return self._met(tuple(words), tuple(texts))

    def content_words(self, texts: Any) -> Any:  # noqa: D102 -- as the pipeline's
        return self._content(tuple(texts))


def main() -> None:
    """Collects candidates or fits weights."""
    if sys.argv[1] == "collect":
        collect(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])
    else:
        fit([row for path in sys.argv[2:] for row in pickle.loads(Path(path).read_bytes())])  # noqa: S301 -- ours


def collect(data: Path, target: Path, names: Sequence[str]) -> None:
    """Writes the candidates of all questions of the sets."""
    chosen, rows = read_settings(), list[Asked]()
    knowledge, database = built(), store(chosen)
    extractor = Pipeline(ExtractionSettings(workers=1))
    recaller = Recaller(database, extractor, chosen.graph, utc_now)
    searches = Searches(database, extractor, chosen.graph)
    try:
        for name in names:
            for place, corpus in enumerate(stories() if name == SUPERSEDED else corpora(data, name, "dev")):
                user = f"weigh-{name}-{place}"
                ids = dict(stored(knowledge, user, corpus))
                for evidence in corpus.questions:
                    question = recaller.asked(user, evidence.text, Mode.HYBRID)
                    search = Search(user_id=user, asked=question, filters=Filters(), wanted=_LIMIT)
                    part = f"{name} {evidence.category}" if name == SAMPLE else name
                    rows.append(Asked(part, evidence, question, searches.hybrid(search), ids))
            print(name, len(rows), flush=True)
        target.write_bytes(pickle.dumps(rows))
    finally:
        database.close()
        knowledge.close()


def stories() -> Iterator[Corpus]:
    """The stories in which something changed."""
    for story in superseded.stories():
        asked = [EvalQuestion(row["text"], tuple(row["first"]), row["about"]) for row in story.questions]
        yield Corpus(story.id, list(story.drafts), asked)


def fit(rows: Sequence[Asked]) -> None:
    """Prints the weights learnt, how each set is ranked with those learnt from the others, and what each brings."""
    extractor = ReadOnce()
    sets = np.array([row.set for row in rows])
    names, pairs = sorted(set(sets.tolist())), [pairs_of(row, extractor) for row in rows]
    chance = np.random.default_rng(1)
    learnt = learn(pairs, sets, names, chance)
    drawn = np.array([learn(pairs, sets, names, chance, again=True) for _ in range(SAMPLES)])
    for name, shipped, weight, low, high in zip(
        WEIGHTS, shipped_weights(), learnt, *np.percentile(drawn, (2.5, 97.5), axis=0), strict=True
    ):
        print(f"{name:14} shipped {shipped:6.3f}  learnt {weight:6.3f} ({low:.3f} to {high:.3f})")
    shipped = qualities(rows, extractor)
    for name in names:
        here = sets == name
        some = [row for row in rows if row.set == name]
        with ranked_by(learn(pairs, sets, [other for other in names if other != name], chance)) as settings:
            measured = qualities(some, extractor, settings)
        change = told(measured - shipped[here], sets[here])
        print(
            f"{name:16} {np.round(100 * shipped[here].mean(0), 1)}, by the weights of the others {change}", flush=True
        )
    with ranked_by(learnt) as settings:
        print(f"all, by their own weights {told(qualities(rows, extractor, settings) - shipped, sets)}", flush=True)
    for cue in CUES:
        without = qualities(rows, extractor, with_cues({cue: 0.0}))
        print(f"without {cue} {told(without - shipped, sets)}", flush=True)
    for (module, name), value in WITHOUT.items():
        with changed(module, name, value):
            print(f"without {name} {told(qualities(rows, extractor) - shipped, sets)}", flush=True)


def shipped_weights() -> np.ndarray:
    """The weights of the product, in the order of `WEIGHTS`."""
    share = sentence_rescoring.WORDS_SHARE
    return np.array([1 - share, share, 1.0, ranking.LINKED, *(getattr(STILL.cues, cue) for cue in CUES)])


def pairs_of(row: Asked, extractor: Pipeline) -> np.ndarray:
    """What each piece of evidence has more of each signal than each of its rivals, a row a pair."""
    with changed(sentence_rescoring, "WORDS_SHARE", 0.0):
        meaning = {one.chunk_id: one.base for one in refined(row.candidates, row.question, extractor)}
    with changed(sentence_rescoring, "WORDS_SHARE", 1.0):
        words = {one.chunk_id: one.base for one in refined(row.candidates, row.question, extractor)}
    candidates = refined(row.candidates, row.question, extractor)
    hits = joined(candidates, row.question.text, STILL, NOW)
    none = dict.fromkeys(CUES, 0.0)
    cues = [
        {
            hit.memory.id: hit.parts.cues
            for hit in joined(candidates, row.question.text, with_cues(none | {cue: 1.0}), NOW)
        }
        for cue in CUES
    ]
    table = {
        hit.memory.id: [
            meaning[hit.chunk_id], words[hit.chunk_id], hit.parts.join, hit.parts.linked / ranking.LINKED,
            *(parts[hit.memory.id] for parts in cues),
        ]
        for hit in hits
    }  # fmt: skip
    evidence = [hit.memory.id for hit in hits if row.is_evidence(hit.memory.id)]
    rivals = [hit.memory.id for hit in hits if not row.is_evidence(hit.memory.id)][:RIVALS]
    found = [np.subtract(table[one], table[other]) for one in evidence for other in rivals]
    return np.array(found).reshape(-1, len(WEIGHTS))


def learn(
    pairs: Sequence[np.ndarray],
    sets: np.ndarray,
    names: Sequence[str],
    chance: np.random.Generator,
    *,
    again: bool = False,
) -> np.ndarray:
    """The weights learnt from the pairs of some sets, by logistic regression; `again` draws the questions as well."""
    drawn: list[np.ndarray] = []
    for name in names:
        own = [one for one, of_set in zip(pairs, sets, strict=True) if of_set == name]
        some = [own[place] for place in chance.integers(0, len(own), len(own))] if again else own
        there = np.concatenate(some)
        if len(there):
            drawn.append(there[chance.integers(0, len(there), PAIRS)])
    table, shipped = np.concatenate(drawn), shipped_weights()
    scale = float(fitted((table @ shipped)[:, None], np.ones(len(table)), 0.0)[0])
    weights = fitted(table, np.ones(len(table)), PENALTY, scale * shipped)
    return weights / (weights[0] + weights[1])


def with_cues(values: Mapping[str, float]) -> GraphSettings:
    """The settings with other values of cues, whatever is allowed."""
    return STILL.model_copy(update={"cues": STILL.cues.model_copy(update=dict(values))})


@contextmanager
def ranked_by(weights: np.ndarray) -> Generator[GraphSettings]:
    """The settings with other weights, and the constants changed for a while."""
    by_name = dict(zip(WEIGHTS, weights.tolist(), strict=True))
    with ExitStack() as stack:
        stack.enter_context(changed(sentence_rescoring, "WORDS_SHARE", by_name["words"]))
        stack.enter_context(changed(ranking, "LINKED", by_name["linked"]))
        stack.enter_context(changed(ranking, "NOTES_JOIN", ranking.NOTES_JOIN * by_name["join"]))
        yield with_cues({cue: by_name[cue] for cue in CUES})


@contextmanager
def changed(owner: Any, name: str, value: object) -> Generator[None]:
    """An attribute at another value for a while."""
    shipped = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, shipped)


def qualities(rows: Sequence[Asked], extractor: Pipeline, settings: GraphSettings = STILL) -> np.ndarray:
    """Of each question nDCG@10, whether the first hit is evidence, and whether all evidence is among ten."""
    recaller = Recaller(cast(Store, None), extractor, settings, lambda: NOW)
    return np.array([_qualities(row, recaller) for row in rows])


def _qualities(row: Asked, recaller: Recaller) -> tuple[float, float, float]:
    search = Search(user_id="", asked=row.question, filters=Filters(), wanted=_LIMIT)

    def candidates(*_: object, **__: object) -> Sequence[ChunkCandidate]:
        return row.candidates

    def count(*_: object) -> int:
        return len(row.ids)

    with changed(Searches, "hybrid", candidates), changed(Searches, "chunks", count):
        hits = recaller.ranked(search, Mode.HYBRID, Recipe.JOINED).hits
    ranked = [one for hit in hits[:10] for one in row.ids[hit.memory.id]]
    gold = row.evidence.gold
    return ndcg(ranked, gold), float(recall(ranked, gold, 1) > 0), full(ranked, gold, 10)


def told(differences: np.ndarray, sets: np.ndarray) -> str:
    """The mean difference of each measure in points, each set counting alike, and the interval of their mean."""
    chance, names = np.random.default_rng(1), sorted(set(sets.tolist()))
    each = [differences[sets == name] for name in names]
    drawn = np.mean([one[chance.integers(0, len(one), (SAMPLES, len(one)))].mean((1, 2)) for one in each], axis=0)
    low, high = np.percentile(100 * drawn, (2.5, 97.5))
    means = np.round(100 * np.mean([one.mean(0) for one in each], axis=0), 1)
    return f"{means} ({low:.2f} to {high:.2f})"


if __name__ == "__main__":
    main()
