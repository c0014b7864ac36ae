"""Tells what the weights of the ranking are worth over several evaluation sets, without asking the database anew.

Usage: python -m scripts.weigh_ranking collect DATA CANDIDATES.pickle SET…   (asks the questions; needs the database)
       python -m scripts.weigh_ranking weigh CANDIDATES.pickle

`collect` keeps the candidates of each question with their raw signals, twice as many as are ranked. `weigh` ranks
them with each weight at other values, and prints for each set what that changes: the mean of nDCG@10, of whether the
first hit is evidence and of whether all of it is among ten, in points, with the 95 % bootstrap interval. Last it
chooses the value of each weight on all talks or stories but one, and tells how that one is ranked with it.
"""

import pickle
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import numpy as np

from api.app import store
from api.settings import settings as read_settings
from bench.measures import full, ndcg, recall
from bench.quality import stored
from bench.run import built
from bench.sets import EvalQuestion, corpora
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.knowledge import utc_now
from graph.model.filters import Filters
from graph.model.reading.question import Question
from graph.model.recalled import Mode
from graph.recall import ranking, sentence_rescoring
from graph.recall.ranking import ChunkCandidate, joined
from graph.recall.reasons import answer_language
from graph.recall.recalling import Recaller
from graph.recall.searches import Search, Searches
from graph.recall.sentence_rescoring import refined
from graph.settings import GraphSettings

WIDER = 2
_LIMIT = 11
SAMPLES = 2_000
NOW = datetime(2026, 1, 1, tzinfo=UTC)
STILL = GraphSettings(recency_swing=0, importance_swing=0)
CUES = {
    "assistant": (0.0, -0.2, -0.3, -0.5),
    "standing": (0.0, 0.2, 0.3, 0.5),
    "first_person": (0.0, 0.1),
    "asks": (0.0, -0.12),
    "reply": (0.0, 0.2),
    "names": (0.0, 0.2, 0.4),
}
"""Values of cues that are tried beside the shipped ones."""
CONSTANTS: dict[tuple[ModuleType, str], tuple[float, ...]] = {
    (sentence_rescoring, "OF_ITSELF"): (0.0, 0.4, 0.8),
    (sentence_rescoring, "OF_TURNS"): (0.0, 0.3, 0.5),
    (sentence_rescoring, "WORDS_SHARE"): (0.3, 0.36, 0.5),
    (ranking, "NOTES_JOIN"): (0.5, 0.85, 1.0),
    (ranking, "NEARER"): (0.0, 1.0),
}
"""The same for constants of modules."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a set, what was read of it, its candidates, and the set's ids of each memory."""

    set: str
    corpus: str
    evidence: EvalQuestion
    question: Question
    candidates: Sequence[ChunkCandidate]
    ids: dict[str, list[str]]


def main() -> None:
    """Collects candidates or weighs them."""
    if sys.argv[1] == "collect":
        collect(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])
    else:
        weigh(Path(sys.argv[2]))


def collect(data: Path, target: Path, names: Sequence[str]) -> None:
    """Writes the candidates of all questions of the sets."""
    chosen, rows = read_settings(), list[Asked]()
    wide = chosen.graph.model_copy(update={"kept": WIDER * chosen.graph.kept})
    knowledge, database = built(), store(chosen)
    extractor = Pipeline(ExtractionSettings(workers=1))
    recaller, searches = Recaller(database, extractor, wide, utc_now), Searches(database, extractor, wide)
    try:
        for name in names:
            for place, corpus in enumerate(corpora(data, name, "dev")):
                user = f"weigh-{name}-{place}"
                ids = dict(stored(knowledge, user, corpus))
                for evidence in corpus.questions:
                    question = recaller.asked(user, evidence.text, Mode.HYBRID)
                    search = Search(user_id=user, asked=question, filters=Filters(), wanted=_LIMIT)
                    rows.append(Asked(name, corpus.name, evidence, question, searches.hybrid(search), ids))
            print(name, len(rows), flush=True)
        target.write_bytes(pickle.dumps(rows))
    finally:
        database.close()
        knowledge.close()


def weigh(source: Path) -> None:
    """Prints what each value of each weight changes in each set, and how what was left out is ranked."""
    rows: list[Asked] = pickle.loads(source.read_bytes())  # noqa: S301 -- written by `collect`
    extractor = Pipeline(ExtractionSettings(workers=1))
    shipped = qualities(rows, extractor, STILL)
    sets, groups = np.array([row.set for row in rows]), np.array([f"{row.set} {row.corpus}" for row in rows])
    for name in sorted(set(sets)):
        print(f"{name:16} {np.round(100 * shipped[sets == name].mean(0), 1)}")
    for weight, values in changes(rows, extractor):
        tried = {"shipped": shipped, **values}
        for value, measured in values.items():
            told = [
                f"{name} {interval(measured[sets == name] - shipped[sets == name])}"
                for name in sorted(set(sets))
                if not np.allclose(measured[sets == name], shipped[sets == name])
            ]
            print(f"{weight} {value}: {'; '.join(told) or 'nothing changes'}", flush=True)
        print(f"{weight}, chosen without what is ranked: {interval(left_out(tried, groups) - shipped)}", flush=True)


def changes(rows: Sequence[Asked], extractor: Pipeline) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    """Each weight with the qualities of all questions at each other value."""
    for name, values in CUES.items():
        cues = [STILL.model_copy(update={"cues": STILL.cues.model_copy(update={name: value})}) for value in values]
        yield name, {str(v): qualities(rows, extractor, cue) for v, cue in zip(values, cues, strict=True)}
    for (module, name), values in CONSTANTS.items():
        measured: dict[str, np.ndarray] = {}
        for value in values:
            with changed(module, name, value):
                measured[str(value)] = qualities(rows, extractor, STILL)
        yield name, measured


@contextmanager
def changed(module: ModuleType, name: str, value: float) -> Iterator[None]:
    """A constant of a module at another value for a while."""
    shipped = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, shipped)


def qualities(rows: Sequence[Asked], extractor: Pipeline, settings: GraphSettings) -> np.ndarray:
    """Of each question nDCG@10, whether the first hit is evidence, and whether all evidence is among ten."""
    return np.array([_qualities(row, extractor, settings) for row in rows])


def _qualities(row: Asked, extractor: Pipeline, settings: GraphSettings) -> tuple[float, float, float]:
    candidates = refined(row.candidates, row.question, extractor)
    hits = joined(candidates, row.question.text, settings, NOW, language=answer_language(row.question.text))
    ranked = [one for hit in hits[:10] for one in row.ids[hit.memory.id]]
    gold = row.evidence.gold
    return ndcg(ranked, gold), float(recall(ranked, gold, 1) > 0), full(ranked, gold, 10)


def interval(differences: np.ndarray) -> str:
    """The mean difference of each measure in points, with the interval of their mean."""
    chance = np.random.default_rng(1)
    drawn = chance.integers(0, len(differences), (SAMPLES, len(differences)))
    low, high = np.percentile(100 * differences[drawn].mean((1, 2)), (2.5, 97.5))
    return f"{np.round(100 * differences.mean(0), 1)} ({low:.1f} to {high:.1f})"


def left_out(tried: dict[str, np.ndarray], groups: np.ndarray) -> np.ndarray:
    """The qualities of each group of questions with the value that is best for all other groups."""
    ranked = np.zeros_like(tried["shipped"])
    for group in set(groups.tolist()):
        here = groups == group
        means = {value: float(measured[~here].mean()) for value, measured in tried.items()}
        ranked[here] = tried[max(means, key=means.__getitem__)][here]
    return ranked


if __name__ == "__main__":
    main()
