"""Answers questions: the candidates from the database, their ranking, pages of it, and how the search went."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graph.calendar.zones import local
from graph.db.filters import Cursor, asked_hash, checked_limit, cursor_of, filter_row
from graph.db.store import Store, counted, traced
from graph.errors import Invalid
from graph.extractor import Extractor
from graph.intake.checks import checked_question, checked_user
from graph.model.endings import any_over
from graph.model.filters import Filters
from graph.model.memory import Memory
from graph.model.reading.asked_kinds import asked_kinds
from graph.model.reading.question import Period, Question, Tense
from graph.model.recalled import Hit, Mode, Named, Recalled, Recipe
from graph.model.talk.assistants import looks_back
from graph.model.trace import Ran, TimeRead, Trace
from graph.model.types import EntityType
from graph.recall import entity_mode as about
from graph.recall import second_step as deeper
from graph.recall import temporal_mode as temporal
from graph.recall.confidence import with_confidence
from graph.recall.endings import AskedTime, as_sure, by_validity, is_asked_of, rarity
from graph.recall.newest import about as about_question
from graph.recall.newest import in_order_of, newest_first, over_time, told_at, updated_first
from graph.recall.no_answer import has_no_answer
from graph.recall.ranking import by_signal, joined, lowered, rrf, weighted, word_shares
from graph.recall.reasons import answer_language, phrase
from graph.recall.relatives import Relatives, asks_for_the_named
from graph.recall.reranking import as_read, reranked
from graph.recall.searches import Search, Searches
from graph.recall.sentence_rescoring import refined
from graph.settings import GraphSettings

DEEPEST = 10_000
"""Hits after which a recall cannot be continued by its cursor."""
_LISTED = 1_000
"""Hits that are looked at for a list of what is about a question."""
_DEEPER = 4
"""Each further layer of a continued recall retrieves this many times more candidates."""
_BY_VECTOR = frozenset({Mode.HYBRID, Mode.SEMANTIC, Mode.TEMPORAL, Mode.ENTITY})


@dataclass(frozen=True, slots=True)
class Ranked:
    """Hits, best first, with the note, entities and period found while ranking."""

    hits: list[Hit]
    note: str | None = None
    named: tuple[Named, ...] = ()
    period: Period | None = None


def spent(started: float, **ends: float) -> dict[str, float]:
    """Milliseconds of each step, given by when it ended, in order, and of all of them: `total`."""
    times = [started, *ends.values()]
    steps = {step: end - before for step, end, before in zip(ends, times[1:], times, strict=False)}
    return {step: round(1000 * seconds, 3) for step, seconds in (*steps.items(), ("total", times[-1] - started))}


class Recaller:
    """Answers questions with memories: retrieval, rescoring, ranking, paging. One a process; safe between threads."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        settings: GraphSettings,
        clock: Callable[[], datetime],
    ) -> None:
        self._searches = Searches(store, extractor, settings)
        self._extractor = extractor
        self.relatives = Relatives(store, extractor, clock)
        self._settings = settings
        self._clock = clock

    def hits(
        self,
        user_id: str,
        question: str,
        mode: Mode,
        recipe: Recipe,
        filters: Filters,
        limit: int,
        cursor: str | None,
        *,
        min_confidence: float = 0.0,
        explain: bool = False,
    ) -> Recalled:
        """One page of the memories that answer, best first, without those less sure than `min_confidence`.

        Raises Invalid for a malformed question or filters.
        """
        checked_user(user_id)
        checked_question(question)
        narrowed = filter_row(filters)  # refused before anything is read
        used = recipe if mode is Mode.HYBRID else None
        same = asked_hash(user_id, mode, used, question, narrowed)
        after = cursor_of(cursor, same) if cursor else None
        depth = (after.depth if after else 0) or checked_limit(limit)
        checked_limit(limit)
        started = time.perf_counter()
        with ExitStack() as watch:
            trips = watch.enter_context(counted())
            ran = watch.enter_context(traced()) if explain else []
            asked = self.asked(user_id, question, mode, filters.audience)
            understood = time.perf_counter()
            search = Search(user_id=user_id, asked=asked, filters=filters, wanted=depth + 1)
            ranked = self._layered(search, mode, recipe, limit, after)
            hits = word_shares(ranked.hits, scored=mode is Mode.KEYWORD)
            page = _after(hits, after)
            shown = self._judged(asked, hits, self._whole(user_id, page[:limit]))
        done = time.perf_counter()
        given = (after.given if after else 0) + len(shown)
        sure = sure_enough(shown, min_confidence)
        more = len(page) > limit and bool(shown)
        return Recalled(
            mode=mode,
            recipe=used,
            hits=tuple(sure),
            next_cursor=Cursor(given, shown[-1].score, shown[-1].memory.id, depth, same).text() if more else None,
            milliseconds=spent(started, question=understood, search=done),
            round_trips=trips.count,
            read_as=asked.text if asked.text != question else None,
            note=answer_note(ranked.note, len(shown), len(sure), answer_language(question)),
            named=ranked.named,
            trace=_trace(asked, ranked, ran) if explain else None,
        )

    def narrowed(
        self,
        user_id: str,
        question: str,
        mode: Mode,
        filters: Filters,
        limit: int,
        cursor: str | None,
        *,
        min_confidence: float = 0.0,
        explain: bool = False,
    ) -> Recalled:
        """The memories that are about a question, the newest (`recent`) or the most important (`importance`) first.

        About it are the hits of `hybrid` with a fair share of the best score (`ABOUT`), of the first thousand at most.
        """
        checked_user(user_id)
        narrowed = filter_row(filters)
        same = asked_hash(user_id, mode, None, question, narrowed)
        after = cursor_of(cursor, same) if cursor else None
        checked_limit(limit)
        started = time.perf_counter()
        with ExitStack() as watch:
            trips = watch.enter_context(counted())
            ran = watch.enter_context(traced()) if explain else []
            asked = self.asked(user_id, question, Mode.HYBRID, filters.audience)
            understood = time.perf_counter()
            search = Search(user_id=user_id, asked=asked, filters=filters, wanted=_LISTED)
            language = answer_language(question)
            ranked = self._remarked(search, self._hybrid(search, language))
            listed = in_order_of(mode, word_shares(about_question(ranked.hits), scored=False), language)
            given = 1 + max(
                (place for place, hit in enumerate(listed) if after and hit.memory.id == after.id), default=-1
            )
            shown = self._judged(asked, ranked.hits, self._whole(user_id, listed[given : given + limit]))
        done = time.perf_counter()
        given += len(shown)
        more = given < len(listed)
        sure = sure_enough(shown, min_confidence)
        return Recalled(
            mode=mode,
            recipe=None,
            hits=tuple(sure),
            next_cursor=Cursor(given, shown[-1].score, shown[-1].memory.id, 0, same).text() if more else None,
            milliseconds=spent(started, question=understood, search=done),
            round_trips=trips.count,
            read_as=asked.text if asked.text != question else None,
            note=answer_note(ranked.note, len(shown), len(sure), language),
            trace=_trace(asked, ranked, ran) if explain else None,
        )

    def asked(self, user_id: str, question: str, mode: Mode, audience: str | None = None) -> Question:
        """The question analysed, after relatives in it got their names ("my sister" → "my sister Nora")."""
        named = self.relatives.named(user_id, question, audience)
        now = self._now() if mode is Mode.TEMPORAL else None
        asked = self._extractor.question(named, vector=mode in _BY_VECTOR, now=now)
        # "Who is my dentist?" asks for the name just put in: no other person is its answer.
        known = asks_for_the_named(question, named)
        return replace(asked, answer_types=asked.answer_types - {EntityType.PERSON}) if known else asked

    def _layered(self, search: Search, mode: Mode, recipe: Recipe, limit: int, after: Cursor | None) -> Ranked:
        """The ranking as far down as a page needs it.

        A deeper layer may rank a memory high that a shallower one did not retrieve. So that pages neither repeat nor
        miss one, what was ranked first stays first, and a deeper layer only continues below it.
        """
        hits: list[Hit] = []
        for wanted in _layers(search.wanted):
            layer = self.ranked(replace(search, wanted=wanted, lean=wanted > search.wanted), mode, recipe)
            there = {hit.memory.id for hit in hits}
            new = [hit for hit in layer.hits if hit.memory.id not in there]
            hits += [lowered(hit, hits[-1].score) for hit in new] if hits else new
            ranked = replace(layer, hits=hits)
            if len(_after(hits, after)) > limit or len(layer.hits) < wanted:
                return ranked
        return Ranked(hits)

    def ranked(self, search: Search, mode: Mode, recipe: Recipe) -> Ranked:
        """The hits of one layer, best first: at least `search.wanted` where there are so many."""
        searches, settings, language = self._searches, self._settings, answer_language(search.asked.text)
        match mode, recipe:
            case Mode.SEMANTIC, _:
                return Ranked(by_signal(searches.near(search), "cosine", settings, language=language))
            case Mode.KEYWORD, _:
                return Ranked(by_signal(searches.by_words(search), "words", settings, language=language))
            case Mode.GRAPH, _:
                return Ranked(by_signal(searches.by_graph(search), "closeness", settings, language=language))
            case Mode.TEMPORAL, _:
                return self._temporal(search, language)
            case Mode.ENTITY, _:
                return self._entity(search, language)
            case Mode.HYBRID, Recipe.RRF:
                return Ranked(rrf(searches.near(search), searches.by_words(search), language=language))
            case Mode.HYBRID, Recipe.WEIGHTED:
                near = searches.near_enough(search)
                around = searches.around(search, near)
                return Ranked(weighted(near, around, settings, self._clock(), language=language))
            case Mode.HYBRID, Recipe.DEEP:
                return self._remarked(search, self._deep(search, language))
            case Mode.HYBRID, Recipe.RERANKED:
                return self._remarked(search, self._reranked(search, language))
            case Mode.HYBRID, Recipe.JOINED if looks_back(search.asked.text):
                return self._remarked(search, self._over_time(search, language))
            case Mode.HYBRID, _:
                return self._remarked(search, self._hybrid(search, language, join=recipe is Recipe.JOINED))
            case _:
                raise Invalid(
                    "mode", f"{mode} is asked for through another call.", allowed="a mode that takes a question"
                )

    def _remarked(self, search: Search, hits: list[Hit]) -> Ranked:
        """The hits, with a note where none of them comes near the question: one more read where that may be."""
        asked = search.asked
        unanswered = asked_kinds(asked.text).isdisjoint(hit.memory.kind for hit in hits) and has_no_answer(
            hits,
            asked.words,
            asked.pieces,
            far=self._extractor.embedding.far,
            texts=lambda: self._searches.chunks(search.user_id),
            words_met=self._extractor.words_met,
        )
        language = answer_language(asked.text)
        if unanswered:
            return Ranked(hits, phrase("no-answer", language))
        if asked.newest:
            return Ranked(newest_first(hits, language))
        return Ranked(self._updated(asked, hits, language) if hits and asked.tense is Tense.NOW else hits)

    def _updated(self, asked: Question, hits: list[Hit], language: str) -> list[Hit]:
        """The hits with a newer note on the matter of the first before it, if it is of the time that is asked about."""
        spread = self._extractor.embedding.spread_in(asked.language)
        updated = updated_first(hits, asked.words, self._extractor.content_words, language, spread=spread)
        if updated[0].memory.id == hits[0].memory.id:
            return hits
        time = AskedTime(tense=asked.tense, period=self._period(asked))
        return updated if time.of(told_at(updated[0])) is Tense.NOW else hits

    def _period(self, asked: Question) -> Period | None:
        """The time that a question names: read only where it tells something, for it takes some milliseconds."""
        return asked.period or self._extractor.question(asked.text, vector=False, now=self._now()).period

    def _hybrid(
        self,
        search: Search,
        language: str,
        *,
        among: Sequence[str] = (),
        only: bool = False,
        every: int = 0,
        join: bool = True,
    ) -> list[Hit]:
        candidates = self._searches.hybrid(search, among=among, only=only, every=every)
        asked = search.asked
        candidates = refined(candidates, asked, self._extractor)
        hits = joined(candidates, asked.text, self._settings, self._clock(), join=join, language=language)
        return self._by_validity(asked, hits, language)

    def _over_time(self, search: Search, language: str) -> list[Hit]:
        """The hits of a question that looks back, with what other sessions say of the matter of the best ones."""
        hits = self._hybrid(search, language)
        ties = self._searches.thread(search, hits)
        there = {hit.memory.id for hit in hits}
        more = [memory for memory in ties if memory not in there]
        if more:
            # These are ranked by themselves, for beside them the hits would be told apart in another way.
            beyond = self._hybrid(search, language, among=more, only=True, every=len(more))
            hits = [*hits, *(lowered(hit, hits[-1].score) for hit in beyond)]
        return over_time(hits, ties, language)

    def _by_validity(self, asked: Question, hits: list[Hit], language: str) -> list[Hit]:
        """The hits with what is over below what replaced it; where nothing is over they stay as they are, for nothing.

        The time that a question asks about is read only here: few hits have an ending.
        """
        if not any(any_over(hit.endings) for hit in hits):
            return hits
        period = self._period(asked)
        types = frozenset(kind.value for kind in asked.answer_types)
        met_in = self._extractor.words_met
        weights = rarity(asked.words, [hit.text for hit in hits], met_in)
        return by_validity(
            hits,
            AskedTime(tense=asked.tense, period=period),
            lambda hit, ending: is_asked_of(hit, ending, weights, types, met_in, self._extractor.content_words),
            language,
        )

    def _deep(self, search: Search, language: str) -> list[Hit]:
        hits = self._hybrid(search, language)
        asked = search.asked
        steps = [
            deeper.Step(memory, self._searches.near(replace(search, asked=self._extractor.question(text))))
            for memory, text in deeper.follow_ups(asked.text, asked.words, hits)
        ]
        spread = self._extractor.embedding.spread_in(asked.language)
        return deeper.deepened(hits, steps, self._settings, spread=spread, language=language)

    def _reranked(self, search: Search, language: str) -> list[Hit]:
        if search.lean:  # a deeper layer goes on below what was read again
            return self._hybrid(search, language)
        most = self._settings.reranked
        hits = self._hybrid(replace(search, wanted=max(search.wanted, most)), language)
        # What is archived or long travelled without the text that matched.
        bare = [hit for hit in hits[:most] if not hit.text]
        whole = {hit.memory.id: hit for hit in self._whole(search.user_id, bare)}
        read = [whole.get(hit.memory.id, hit) for hit in hits[:most]]
        relevance = self._extractor.relevance(search.asked.text, [as_read(hit) for hit in read])
        return reranked([*read, *hits[most:]], relevance, language=language)

    def _temporal(self, search: Search, language: str) -> Ranked:
        now = self._now()
        zone = now.tzinfo or UTC
        read = temporal.temporal_signal(self._searches, self._extractor, search, zone, language)
        if read.period is None:
            # Without its time a question is not what hybrid would be asked.
            asked = search.asked if search.asked.period is None else self._extractor.question(search.asked.text)
            hits = self._hybrid(replace(search, asked=asked), language)
            return Ranked(hits, read.note, period=search.asked.period)
        dates = temporal.dated(self._searches, search, read.period, now)
        # Asked for the time alone, others are wanted only when too few lie in it.
        enough = read.period.only and len(dates) >= search.wanted
        hits = self._hybrid(search, language, among=list(dates), only=enough, every=temporal.ranked(len(dates), search))
        ranked, inside = temporal.fitted(hits, dates, read.period, zone, language)
        empty = None if inside else phrase("nothing-inside", language, said=read.period.words)
        return Ranked(ranked, " ".join(filter(None, (read.note, empty))) or None, period=read.period)

    def _entity(self, search: Search, language: str) -> Ranked:
        named = about.named(self._searches, search)
        tells = about.telling(self._searches, search, named) if named else {}
        hits = self._hybrid(search, language, among=list(tells), only=True, every=len(tells)) if tells else []
        note = about.note_of(named, language)
        return Ranked(about.about_first(hits, tells, named, language), note, named)

    def _judged(self, asked: Question, ranked: Sequence[Hit], shown: Sequence[Hit]) -> list[Hit]:
        """The hits of a page with their confidence: by the scores they were ranked with, whatever order they have."""
        scores = {hit.memory.id: hit.score for hit in ranked}
        scored = [replace(hit, score=scores.get(hit.memory.id, hit.score)) for hit in shown]
        judged = with_confidence(scored, max(scores.values(), default=0.0), asked, self._extractor)
        shown = [replace(hit, confidence=other.confidence) for hit, other in zip(shown, judged, strict=True)]
        return as_sure(shown)

    def _now(self) -> datetime:
        """This moment in the zone in which the days of a question begin."""
        return local(self._clock(), self._settings.time_zone)

    def _whole(self, user_id: str, hits: list[Hit]) -> list[Hit]:
        """The hits with all of their memories: one more read, for those that travelled without."""
        partial = [hit.memory.id for hit in hits if not hit.memory.text]
        memories = self._searches.whole(user_id, partial) if partial else {}
        return [_with(hit, memories.get(hit.memory.id)) for hit in hits]


def _layers(wanted: int) -> Iterator[int]:
    while True:
        yield min(wanted, DEEPEST)
        if wanted >= DEEPEST:
            return
        wanted *= _DEEPER


def _with(hit: Hit, memory: Memory | None) -> Hit:
    return hit if memory is None else replace(hit, memory=memory, text=memory.text[hit.start : hit.end])


def _after(ranked: list[Hit], after: Cursor | None) -> list[Hit]:
    if after is None:
        return ranked
    for place, hit in enumerate(ranked):
        if hit.memory.id == after.id:
            return ranked[place + 1 :]
    return ranked[max(0, after.given) :]


def sure_enough(hits: Iterable[Hit], least: float) -> list[Hit]:
    """The hits of at least this confidence; those whose confidence is not known stay."""
    return [hit for hit in hits if hit.confidence is None or hit.confidence >= least]


def answer_note(note: str | None, near: int, sure: int, language: str) -> str | None:
    """The note of an answer; where all that came near is less sure than was asked for, that."""
    return phrase("none-sure", language) if near and not sure else note


def _trace(asked: Question, ranked: Ranked, ran: list[Ran]) -> Trace:
    period = ranked.period
    return Trace(
        language=asked.language,
        words=asked.words,
        keys=asked.keys,
        time=TimeRead(said=period.words, since=period.since, until=period.until) if period else None,
        candidates=len(ranked.hits),
        statements=tuple(ran),
    )
