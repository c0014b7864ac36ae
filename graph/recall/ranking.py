"""Turns candidates with raw signals into hits in order, with every part of the score and a line that says why."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.model.memory import Memory
from graph.model.paths import RetrievalPath
from graph.model.recalled import Hit, Parts
from graph.model.types import EntityType
from graph.recall.cues import QuestionCues, asked, cues
from graph.recall.reasons import told, told_together
from graph.settings import GraphSettings

WORDS_SHARE = 0.42
"""How much of the base score is words; the rest is meaning.

Japanese words alone at 0.48, with a power of 1.5: JSQuAD R@1 + 0.4, JaQuAD + 0.2, the short notes of the sample − 2.6
of R@10.
"""
WORDS_POWER = 1.7
"""What the share of the best word score is raised to: common words alone reach half of it or less."""
UNHEARD = 0.8
"""What a chunk in another language than the question has for the words it cannot share: so much of its meaning.

Measured on 110 questions over 208 memories of both languages, nDCG@10: those answered in the other language 31 to 58,
the others 83 to 78: among ten now come 84 % of what answers, and came 63 %.
"""
UNHEARD_TURN = 0.5
"""The same for a turn of a talk: so much of its meaning or of its words, whichever is more.

In a talk of both languages its words are mostly those of the turns around it. Measured on the same questions: those
answered in the other language 63.7 to 66.1, the others 75.6 to 77.8, their R@10 85.9 to 88.5; 0.4 and 0.6 do as well.
Among 2,253 memories of both languages, notes, passages and talks, nothing was lost.
"""
TURNS_DISTANCE = 0.6
"""How much of its distance to the nearest turn counts against a turn of a talk; all of it does against a passage.

A turn is short, and its vector holds what is said around it. Measured with centred vectors: LoCoMo is best with a
factor of 3 (4.5 costs 1.5), passages with 5 (3 costs MuSiQue without titles 4). By how much all turns are farther than
a passage counts whole: else they came before passages as near as they (the sample's nDCG@10 + 1.3).
"""
LINKED = 0.3
"""Weight of being about an entity that the question names."""
COMMON_TYPES = (EntityType.CONCEPT, EntityType.OBJECT, EntityType.TASK)
"""Types of what is mostly called by a common noun ("director", "part")."""
COMMON_SHARE = 0.6
"""What such an entity ties two chunks for, of what a name would. Measured: MuSiQue R@5 + 1.1, without titles + 1.7."""
NEARER = 0.5
"""How much of what ties a chunk to an answer its distance to the nearest that the same entity ties most takes away.

One entity ties all that tells of it alike. Measured: JEMHopQA compositional full@5 + 1.6, its needles among 100,000
turns R@5 + 0.4, others as they were; 1 costs MuSiQue 0.5, and against the nearest of all tied 2Wiki 1.6.
"""
DIRECT_ON_TOP = 2
"""The best direct hits keep their places: what the graph adds must not push out a plain answer."""
RRF_K = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""
STEP = 0.8
"""What each step over the graph is worth of the one before, in the `weighted` recipe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkCandidate:
    """A chunk that may answer, as the database returned it: raw signals, no judgement."""

    chunk_id: str
    memory: Memory
    text: str
    start: int
    end: int
    asks: bool
    language: str | None = None
    answers: str | None = None
    """The chunk just before in a talk, where somebody else asks in it."""
    names: tuple[str, ...] = ()
    """What it names of the sort that is asked for, in order."""
    strangers: bool = False
    """Whether it tells of others alone where somebody asks about themselves."""
    cosine: float | None = None
    sentence: float | None = None
    """The cosine of its sentence nearest to the question."""
    words: float | None = None
    base: float = 0.0
    linked: float = 0.0
    closeness: float = 0.0
    ties: tuple[RetrievalPath, ...] = field(default=())

    @property
    def nearness(self) -> float | None:
        """How near its meaning is to the question: of a passage its nearest sentence counts, where that is known."""
        return self.cosine if self.sentence is None or self.memory.speaker else self.sentence

    @property
    def strongest(self) -> RetrievalPath:
        """The tie that counts. Only for what is tied at all."""
        return max(self.ties, key=lambda tie: tie.weight)


def joined(
    candidates: Sequence[ChunkCandidate],
    question: str,
    settings: GraphSettings,
    now: datetime,
    *,
    join: bool = True,
    language: str = "en",
) -> list[Hit]:
    """The measured default: `base + best · (join + 0.3 · linked + cues)`, the two best direct hits on top, bounded
    recency and importance as factors. One hit a memory, by its best chunk; ties broken by id.

    `join` is the weight of the strongest tie times `1 − 0.5 · (nearest − nearness)`, the nearest of those that
    an entity of that name ties most.
    """
    best = max((candidate.base for candidate in candidates), default=0.0) or 1.0
    share = {candidate.chunk_id: candidate.base / best for candidate in candidates}
    nearest = _nearest_tied(candidates)
    speakers = {candidate.memory.speaker for candidate in candidates if candidate.memory.speaker}
    reading = asked(question, speakers)
    candidates = [_beside(speakers, candidate) for candidate in candidates]
    telling = _telling(candidates)
    scored: list[tuple[float, float, Hit]] = []
    for candidate in candidates:
        memory = candidate.memory
        before = share.get(candidate.answers or "", 0.0)
        signs = _signs(candidate, reading, settings, before, telling if candidate.names else 0.0)
        weight = _tied(candidate, nearest) if join and candidate.ties else 0.0
        parts = Parts(
            cosine=candidate.cosine,
            sentence=candidate.sentence,
            words=candidate.words,
            base=candidate.base,
            join=best * weight,
            linked=best * LINKED * candidate.linked,
            cues=best * sum(signs.values()),
            recency=recency(memory, settings, now),
            importance=importance(memory, settings),
        )
        factor = parts.recency * parts.importance
        direct = (parts.base + parts.linked + parts.cues) * factor
        score = direct + parts.join * factor
        scored.append((direct, score, _hit(candidate, score, parts, sorted(signs), language)))
    return _with_direct_on_top(scored)


def _beside(speakers: Collection[str], one: ChunkCandidate) -> ChunkCandidate:
    """The candidate with those it names that are no speakers: whom everybody talks to is rarely what is asked for."""
    if not any(name in speakers for name in one.names):
        return one
    return replace(one, names=tuple(name for name in one.names if name not in speakers))


def _telling(candidates: Sequence[ChunkCandidate]) -> float:
    """How much it tells that one of them names what may be asked for: the less, the more of them do.

    Of long passages nearly all name somebody. Measured with 0.3 for it: LoCoMo nDCG@10 + 1.3, its R@5 + 1.4.
    """
    direct = [bool(one.names) for one in candidates if one.base > 0]
    return 1 - sum(direct) / len(direct) if direct else 0.0


def _signs(
    one: ChunkCandidate, reading: QuestionCues, settings: GraphSettings, asked_before: float, naming: float
) -> Mapping[str, float]:
    """The cues of a text; of what answers by its ties alone, none."""
    if one.base <= 0:
        return {}
    return cues(
        reading,
        settings.cues,
        text=one.text,
        speaker=one.memory.speaker,
        asks=one.asks,
        asked_before=asked_before,
        naming=naming,
        strangers=one.strangers,
    )


def _nearest_tied(candidates: Sequence[ChunkCandidate]) -> dict[str, float]:
    """By the name of an entity, how near the nearest chunk is that it ties most to an answer."""
    nearest: dict[str, float] = {}
    for one in candidates:
        if one.ties and one.nearness is not None:
            entity = one.strongest.entity
            nearest[entity] = max(nearest.get(entity, -1.0), one.nearness)
    return nearest


def _tied(one: ChunkCandidate, nearest: Mapping[str, float]) -> float:
    tie = one.strongest
    behind = 0.0 if one.nearness is None else nearest[tie.entity] - one.nearness
    return tie.weight * max(0.0, 1 - NEARER * behind)


def by_signal(
    candidates: Sequence[ChunkCandidate], signal: str, settings: GraphSettings, *, language: str = "en"
) -> list[Hit]:
    """Hits in the order of one raw signal: "cosine", "words" or "closeness"."""
    hits: list[Hit] = []
    for candidate in candidates:
        value = getattr(candidate, signal)
        if value is None or (signal == "cosine" and value < settings.similarity_floor):
            continue
        parts = Parts(cosine=candidate.cosine, words=candidate.words, join=candidate.closeness)
        hits.append(_hit(candidate, value, parts, (), language))
    return one_a_memory(hits)


def rrf(by_cosine: Sequence[ChunkCandidate], by_words: Sequence[ChunkCandidate], *, language: str = "en") -> list[Hit]:
    """Reciprocal rank fusion: `Σ 1 / (60 + rank)` over the two lists."""
    scores: dict[str, float] = {}
    seen: dict[str, ChunkCandidate] = {}
    for ranking in (by_cosine, by_words):
        for rank, candidate in enumerate(ranking, 1):
            scores[candidate.chunk_id] = scores.get(candidate.chunk_id, 0.0) + 1 / (RRF_K + rank)
            seen[candidate.chunk_id] = _merged(seen.get(candidate.chunk_id), candidate)
    hits = [
        _hit(seen[chunk], score, Parts(cosine=seen[chunk].cosine, words=seen[chunk].words, base=score), (), language)
        for chunk, score in scores.items()
    ]
    return one_a_memory(hits)


def weighted(
    near: Sequence[ChunkCandidate],
    around: Sequence[ChunkCandidate],
    settings: GraphSettings,
    now: datetime,
    *,
    language: str = "en",
) -> list[Hit]:
    """`0.6 · semantic + 0.3 · graph proximity + 0.1 · recency`, each on 0–1, whether vector or graph found it."""
    merged: dict[str, ChunkCandidate] = {}
    for candidate in (*near, *around):
        merged[candidate.chunk_id] = _merged(merged.get(candidate.chunk_id), candidate)
    hits: list[Hit] = []
    for candidate in merged.values():
        semantic = max(0.0, candidate.cosine or 0.0)
        fresh = freshness(candidate.memory, settings, now)
        score = 0.6 * semantic + 0.3 * min(1.0, candidate.closeness) + 0.1 * fresh
        parts = Parts(cosine=candidate.cosine, base=0.6 * semantic, join=0.3 * candidate.closeness, recency=fresh)
        hits.append(_hit(candidate, score, parts, (), language))
    return one_a_memory(hits)


def one_a_memory(hits: Sequence[Hit]) -> list[Hit]:
    """The best hit of each memory, highest score first, ties broken by id."""
    best: dict[str, Hit] = {}
    for hit in sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id)):
        best.setdefault(hit.memory.id, hit)
    return list(best.values())


def freshness(memory: Memory, settings: GraphSettings, now: datetime) -> float:
    """1 for a memory of this moment, halved every `half_life_days`: `2^(−age / half life)`."""
    age_days = max(0.0, (now - (memory.occurred_at or memory.created_at)).total_seconds() / 86_400)
    return math.pow(2, -age_days / settings.half_life_days)


def recency(memory: Memory, settings: GraphSettings, now: datetime) -> float:
    """A factor within 1 ± `recency_swing`."""
    if not settings.recency_swing:
        return 1.0
    return 1 + settings.recency_swing * (2 * freshness(memory, settings, now) - 1)


def importance(memory: Memory, settings: GraphSettings) -> float:
    """A factor within 1 ± `importance_swing`; 1 for a memory of middle importance."""
    return 1 + settings.importance_swing * (memory.importance - 5) / 5


def _with_direct_on_top(scored: Sequence[tuple[float, float, Hit]]) -> list[Hit]:
    by_direct = sorted(scored, key=lambda s: (-s[0], s[2].chunk_id))
    top: dict[str, Hit] = {}
    for _, _, hit in by_direct:
        if len(top) == DIRECT_ON_TOP:
            break
        top.setdefault(hit.memory.id, hit)
    rest = [hit for hit in one_a_memory([hit for _, _, hit in scored]) if hit.memory.id not in top]
    return [*lifted(list(top.values()), rest[0].score if rest else 0.0), *rest]


def lifted(top: Sequence[Hit], floor: float) -> list[Hit]:
    """The hits that are kept on top, with what had to be added to their scores for that as a part of its own."""
    raised: list[Hit] = []
    for hit in reversed(top):
        floor = max(floor, hit.score)
        kept = round(hit.parts.kept + floor - hit.score, 6)
        raised.append(replace(hit, score=floor, parts=replace(hit.parts, kept=kept)))
    return raised[::-1]


def lowered(hit: Hit, ceiling: float) -> Hit:
    """The hit below those that are shown already, with what was taken from its score for that in the same part."""
    score = min(hit.score, ceiling)
    return replace(hit, score=score, parts=replace(hit.parts, kept=round(hit.parts.kept + score - hit.score, 6)))


def _merged(one: ChunkCandidate | None, other: ChunkCandidate) -> ChunkCandidate:
    if one is None:
        return other
    return ChunkCandidate(
        chunk_id=one.chunk_id,
        memory=one.memory,
        text=one.text,
        start=one.start,
        end=one.end,
        asks=one.asks,
        answers=one.answers,
        names=one.names,
        strangers=one.strangers,
        cosine=one.cosine if one.cosine is not None else other.cosine,
        words=one.words if one.words is not None else other.words,
        base=max(one.base, other.base),
        linked=max(one.linked, other.linked),
        closeness=max(one.closeness, other.closeness),
        ties=one.ties or other.ties,
    )


def _hit(candidate: ChunkCandidate, score: float, parts: Parts, signs: Sequence[str], language: str) -> Hit:
    return Hit(
        memory=candidate.memory,
        chunk_id=candidate.chunk_id,
        text=candidate.text,
        start=candidate.start,
        end=candidate.end,
        score=round(score, 6),
        parts=parts,
        ties=candidate.ties,
        entities=tuple(dict.fromkeys(tie.entity for tie in candidate.ties)),
        why=why(candidate, parts, signs, language),
    )


def why(candidate: ChunkCandidate, parts: Parts, signs: Sequence[str], language: str = "en") -> str:
    """One line that tells a person what led to this hit, strongest reason first."""
    reasons: list[tuple[float, str]] = []
    if candidate.words:
        reasons.append((parts.base, told("words", language)))
    nearness = candidate.nearness
    if nearness is not None and (parts.base or not candidate.ties):
        reasons.append((parts.base * 0.99, told("cosine", language, cosine=f"{nearness:.2f}")))
    if candidate.linked:
        reasons.append((parts.linked, told("linked", language)))
    if candidate.ties:
        tie = candidate.strongest
        reasons.append((parts.join or tie.weight, _led(tie, language)))
    reasons.sort(key=lambda reason: -reason[0])
    name = candidate.names[0] if candidate.names else ""
    lines = [text for _, text in reasons] + [told(sign, language, name=name) for sign in signs]
    return told_together(lines, language) if lines else told("passes", language)


def _led(tie: RetrievalPath, language: str) -> str:
    if tie.crossings:
        return told("way", language, way=tie.way)
    return told("named" if tie.seed is None else "tie", language, entity=tie.entity)
