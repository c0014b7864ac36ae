"""The part of the small knowledge that cares for its index: real keywords and snippets of what little it keeps."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from api.rest.bodies import feedback as feedback_examples
from api.rest.bodies import index as examples
from extraction.text.keywords import words_of
from graph.care.feedback import FeedbackDesk, checked_score, succeeded
from graph.care.index_care import IndexCare
from graph.errors import Invalid, NotFound
from graph.intake.checks import choice
from graph.knowledge import Knowledge
from graph.lifecycle.snippets import snippets
from graph.model.care.feedback import Feedback, FeedbackStats
from graph.model.care.index import (
    Finding,
    IndexCheck,
    IndexEntry,
    IndexStats,
    KeywordDetail,
    KeywordHit,
    KeywordPage,
    KeywordSummary,
    KeywordUse,
    Repaired,
    Updated,
    UpdateKind,
)
from graph.model.care.metrics import Activity, Alert, GraphCounts, Measured, SearchTimes
from graph.model.memory import Memory

NOW = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
COUNTS = GraphCounts(
    memories=10, active=8, archived=2, importance_sum=40.0, buckets=(8, 7, 5, 1, 0), duplicates=1, entities=20,
    relations=10, components=4, feedback_judged=4, feedback_succeeded=3,
)  # fmt: skip
ACTIVITY = Activity(
    searches={"hybrid": SearchTimes(within=(0, 0, 1, 3, 3, 3, 3, 3, 3, 3), count=4, seconds=9.2)},
    index_updates={"full": 2}, indexing_failures=1, failures_in_a_row=0, cache_hits=3, cache_misses=1,
)  # fmt: skip


class FakeIndex(Knowledge):
    """`findings` are what a check finds, until a repair; `given` what was said of answers, `raised` the alerts."""

    def __init__(self) -> None:
        self.findings: tuple[Finding, ...] = ()
        self.given: dict[str, list[Feedback]] = {}
        self.raised: tuple[Alert, ...] = ()
        self.graphs: dict[str, GraphCounts] = {"": COUNTS}

    @abstractmethod
    def all_of(self, user_id: str) -> list[Memory]:
        """All memories of a user."""

    @abstractmethod
    def owned(self, user_id: str, memory_id: str) -> Memory:
        """A memory of this user. Raises NotFound."""

    def index(self, user_id: str) -> IndexCare:
        return _Area(self, user_id)

    def feedback(self, user_id: str) -> FeedbackDesk:
        return _Desk(self, user_id)

    def alerts(self, user_id: str) -> tuple[Alert, ...]:
        self.all_of(user_id)
        return self.raised

    def measured(self) -> Measured:
        return Measured(graphs=self.graphs, users=2, floors=(0.0, 1.0, 4.0, 7.0, 9.0), at=NOW, activity=ACTIVITY)


class _Desk(FeedbackDesk):
    def __init__(self, knowledge: FakeIndex, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def give(
        self,
        question: str | None = None,
        *,
        helped: Sequence[str] = (),
        unhelpful: Sequence[str] = (),
        score: int | None = None,
    ) -> Feedback:
        checked_score(score)
        for each in (*helped, *unhelpful):
            self._knowledge.owned(self._user_id, each)
        given = Feedback(
            id="01M8EH3QTVEDB6KMKJCN39BB8P", at=NOW, question=question, helped=tuple(helped), score=score,
            unhelpful=tuple(unhelpful),
            success=succeeded(helped=bool(helped), unhelpful=bool(unhelpful), score=score, least=4),
        )  # fmt: skip
        self._knowledge.given.setdefault(self._user_id, []).append(given)
        return given

    def latest(self, *, limit: int = 20) -> tuple[Feedback, ...]:
        return tuple(self._knowledge.given.get(self._user_id, ())[-1:][:limit])

    def stats(self) -> FeedbackStats:
        return feedback_examples.FEEDBACK_STATS


class _Area(IndexCare):
    def __init__(self, knowledge: FakeIndex, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def entry(self, memory_id: str) -> IndexEntry:
        memory = self._knowledge.owned(self._user_id, memory_id)
        words = words_of(memory.text, most=20, boost=1.5)
        return replace(
            examples.ENTRY, memory_id=memory.id, title=memory.title, words=words.count, characters=len(memory.text),
            keywords=tuple(
                KeywordUse(word=each.word, count=each.count, weight=each.weight, snippets=_cut(memory.text, each.word))
                for each in words.keywords
            ),
        )  # fmt: skip

    def keywords(self, prefix: str = "", *, limit: int = 50, cursor: str | None = None) -> KeywordPage:
        summaries = [each for each in self._summaries() if each.word.casefold().startswith(prefix.casefold())]
        start = int(cursor or 0)
        more = str(start + limit) if start + limit < len(summaries) else None
        return KeywordPage(keywords=tuple(summaries[start : start + limit]), total=len(summaries), next_cursor=more)

    def keyword(self, word: str, *, limit: int = 20) -> KeywordDetail:
        summary = next((each for each in self._summaries() if each.word.casefold() == word.casefold()), None)
        if summary is None:
            raise NotFound("keyword", word)
        hits = [
            KeywordHit(memory_id=memory.id, title=memory.title, score=memory.importance, occurrences=len(shown),
                       snippets=shown)
            for memory in self._knowledge.all_of(self._user_id)
            if (shown := _cut(memory.text, summary.word))
        ]  # fmt: skip
        return KeywordDetail(keyword=summary, hits=tuple(hits[:limit]))

    def stats(self) -> IndexStats:
        return replace(examples.STATS, memories=len(self._knowledge.all_of(self._user_id)))

    def update(self, kind: UpdateKind = UpdateKind.INCREMENTAL, ids: Sequence[str] = ()) -> Updated:
        kind = choice("kind", UpdateKind, kind)
        if (kind is UpdateKind.SELECTIVE) != bool(ids):
            raise Invalid("ids", "they do not fit the kind.", allowed="ids with the kind selective alone")
        chosen = [self._knowledge.owned(self._user_id, each) for each in ids] or self._knowledge.all_of(self._user_id)
        return replace(examples.UPDATED, kind=kind, memories=len(chosen), looked_at=len(chosen))

    def check(self) -> IndexCheck:
        number = len(self._knowledge.all_of(self._user_id))
        return replace(examples.CHECK, memories=number, chunks=number, findings=self._knowledge.findings)

    def repair(self, *, dry_run: bool = False) -> Repaired:
        before = self._knowledge.findings
        if not dry_run:
            self._knowledge.findings = ()
        return Repaired(dry_run=dry_run, before=before, after=self._knowledge.findings)

    def _summaries(self) -> list[KeywordSummary]:
        joined = "\n".join(memory.text for memory in self._knowledge.all_of(self._user_id))
        return [
            KeywordSummary(key=each.key, word=each.word, frequency=each.count, memories=1, importance_weight=1.0)
            for each in words_of(joined, most=1_000, boost=1.5).keywords
        ]


def _cut(text: str, word: str) -> tuple[str, ...]:
    return snippets(text, word, most=3, characters=80)
