"""Whether ranking by the strength of memories finds more, by each curve along which it may fall.

Dated sets are kept and asked about as on the day after their last memory: talks, notes of teams, the sample. All curves
rank the same memories: `off` has no recency at all, `plain` halves every memory alike, `by_kind` and `fsrs` are the
others of `ENISHI_GRAPH__STRENGTH__FADING`. Nothing of the sets was ever used, so that what uses add to the strength
shows in none of them. `kinds` counts memories that are of a kind.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final, cast

from api.app import LazyExtractor, store
from api.settings import Settings
from api.settings import settings as read_settings
from bench.quality import scores, stored
from bench.sets import SAMPLE, TALKS, WORKNOTES, Corpus, EvalQuestion, corpora
from extraction.encoder import open_embedder
from extraction.pipeline import Pipeline
from graph.extractor import Extractor
from graph.knowledge import Knowledge
from graph.lifecycle.kinds.kinds import kind_of
from graph.settings import GraphSettings, StrengthSettings

SET: Final = "fading"
OF: Final = (SAMPLE, *WORKNOTES, *TALKS)
_LIMIT: Final = 10


def measured(user: str, data: Path, split: str) -> dict[str, object]:
    """The metrics of each set by each curve, in percent, as `set:curve`."""
    chosen = read_settings()
    asked_at = _Clock()
    ways = {name: _knowledge(chosen, settings, asked_at) for name, settings in _curves(chosen.graph).items()}
    result: dict[str, object] = {}
    for name in OF:
        rankings: dict[str, list[tuple[EvalQuestion, Sequence[str]]]] = defaultdict(list)
        kinds = 0
        for number, corpus in enumerate(corpora(data, name, split)):
            owner = f"{user}-{name}-{number}"
            asked_at.now = _last(corpus) + timedelta(days=1)
            ids = stored(ways["off"], owner, corpus)
            kinds += sum(kind_of(draft) is not None for _, draft in corpus.drafts)
            for asked in corpus.questions:
                for curve, knowledge in ways.items():
                    hits = knowledge.recall(owner, asked.text, limit=_LIMIT).hits
                    rankings[curve].append((asked, [one for hit in hits for one in ids[hit.memory.id]]))
            ways["off"].forget_user(owner)
        result[name] = {"questions": len(rankings["off"]), "kinds": kinds} | {
            curve: scores(name, ranked) for curve, ranked in rankings.items()
        }
    for knowledge in ways.values():
        knowledge.close()
    return result


class _Clock:
    """The time at which a set is kept and asked about."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now


def _curves(graph: GraphSettings) -> Mapping[str, GraphSettings]:
    """The settings of each curve; importance is off, so that recency alone moves ranks."""
    even = graph.model_copy(update={"importance_swing": 0.0})
    return {
        "off": even.model_copy(update={"recency_swing": 0.0}),
        "plain": even.model_copy(update={"strength": StrengthSettings(fading="half_life")}),
        "by_kind": even.model_copy(update={"strength": StrengthSettings(fading="by_kind")}),
        "fsrs": even.model_copy(update={"strength": StrengthSettings(fading="fsrs")}),
    }


def _knowledge(chosen: Settings, graph: GraphSettings, clock: _Clock) -> Knowledge:
    """The product with these settings; the models are loaded once for all."""
    return Knowledge(lambda: store(chosen), cast("Extractor", _extractor()), graph, clock=clock)


@cache
def _extractor() -> LazyExtractor:
    extraction = read_settings().extraction
    return LazyExtractor(open_embedder(extraction.vectors).model, lambda: Pipeline(extraction))


def _last(corpus: Corpus) -> datetime:
    """When the last memory of a corpus that has a time was told."""
    times = [when for _, draft in corpus.drafts if (when := draft.occurred_at or draft.created_at) is not None]
    return max((when if when.tzinfo else when.replace(tzinfo=UTC) for when in times), default=datetime.now(UTC))
