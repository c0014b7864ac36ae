"""Ranking: candidates with raw signals become hits in order, with every part of the score and a line that says why."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from statistics import median

from graph.lifecycle.packing import byte_count
from graph.lifecycle.strength import strength
from graph.model.endings import Ending, any_over
from graph.model.memory import Memory
from graph.model.recalled import Hit, Parts, RetrievalPath
from graph.model.talk.assistants import Wanted, is_assistant, wanted_of_assistant
from graph.model.types import EntityType
from graph.recall.reasons import joined_phrases, phrase
from graph.settings import CueSettings, GraphSettings

WORDS_SHARE = 0.42
"""How much of the base score is words; the rest is meaning.

Japanese words alone at 0.48, with a power of 1.5: JSQuAD R@1 + 0.4, JaQuAD + 0.2, the short notes of the sample − 2.6
of R@10.
"""
WORDS_POWER = 1.7
"""The power of a word score as a share of the best one: a chunk that shares only common words gets little."""
TURNS_DISTANCE = 0.6
"""How much of a turn's distance to the nearest turn counts against it; against a passage all of its distance does.

A turn is short, and its vector holds what is said around it. Measured with centred vectors: LoCoMo is best with a
factor of 3 (4.5 costs 1.5), passages with 5 (3 costs MuSiQue without titles 4). By how much all turns are farther than
a passage counts whole: else they came before passages as near as they (the sample's nDCG@10 + 1.3).
"""
LINKED = 0.3
"""Weight of being about an entity that the question names."""
COMMON_TYPES = (EntityType.CONCEPT, EntityType.OBJECT, EntityType.TASK)
"""Types of what is mostly called by a common noun ("director", "part")."""
COMMON_SHARE = 0.6
"""Weight of a join over such an entity, relative to a name's. Measured: MuSiQue R@5 + 1.1, without titles + 1.7."""
NEARER = 0.5
"""How much a join loses for the distance in meaning to the nearest chunk joined by the same entity.

One entity ties all that tells of it alike. Measured: JEMHopQA compositional full@5 + 1.6, its needles among 100,000
turns R@5 + 0.4, others as they were; 1 costs MuSiQue 0.5, and against the nearest of all tied 2Wiki 1.6.
"""
SHORT, LONG = 150, 250
"""Median characters of the candidates up to which they are notes, and from which passages.

Of notes words count what they tell, and joins `NOTES_JOIN`; without this bound JaQuAD loses 0.9.
"""
NOTES_JOIN = 0.55
"""Weight of a join among notes: those of one life or one team share a few people, and a tie over these tells less.

Learnt from pairs of the sample, `lives`, notes of teams, `superseded` and JEMHopQA: 0.49 (0.33 to 0.61 in 95 of 100
samples). Against 0.7, in points of nDCG@10: the sample's questions in the language of their answer + 0.6 (− 0.3 to
2.3), others within 0.1 but for `lives` R@5 in four groups of users, + 0.7; JEMHopQA as it was with 0.5 and 0.6. Among
passages the weight stays: MuSiQue and 2Wiki live on it.
"""
DIRECT_ON_TOP = 2
"""So many of the best direct hits keep their places: what the graph adds must not push out a plain answer."""
RRF_K = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""
STEP = 0.8
"""What each step over the graph is worth of the one before, in the `weighted` recipe."""

JAPANESE_I = (
    r"俺|わたし|(?<![下公])僕|ぼく(?!し|とう)"
    r"|(?<!公)私(?![立的鉄物服費営有設邸塾製語怨欲情法財]|学(?!校)|用(?!事)|書箱|小説|生活)"
    # "My home", not the inside of something (そのうち, 若いうちに) nor a longer word (うちわ, もうちょっと).
    r"|(?<![のいるたぬなくむぶすつうぐお])うち(?=[のはもがらにへでを、,]|じゃ)"
)
"""First-person words, and not what only looks so (私立)."""
_FIRST_PERSON = re.compile(rf"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our)\b|{JAPANESE_I}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkCandidate:
    """A chunk that may answer, with its raw signals as the database returned them."""

    chunk_id: str
    memory: Memory
    text: str
    start: int
    end: int
    asks: bool
    language: str | None = None
    answers: str | None = None
    """Id of the turn just before, where another speaker asks in it."""
    names: tuple[str, ...] = ()
    """The entities of an asked answer type that it names, in order."""
    strangers: bool = False
    """Whether it tells of others alone where somebody asks about themselves."""
    with_assistant: bool = False
    """Whether it is a turn of a talk with an assistant."""
    standing: float = 0.0
    """Whether it says how things shall always be done, and less where that is for another project."""
    of_kind: float = 0.0
    """1 where its memory is of a kind that is asked for, or it tells a decision where these are, and more where nothing
    else is asked for.
    """
    cosine: float | None = None
    sentence: float | None = None
    """The cosine of its sentence nearest to the question."""
    words: float | None = None
    base: float = 0.0
    linked: float = 0.0
    closeness: float = 0.0
    ties: tuple[RetrievalPath, ...] = field(default=())
    endings: tuple[Ending, ...] = ()
    """What of the chunk is over."""

    @property
    def nearness(self) -> float | None:
        """Cosine with the question: of a passage that of its nearest sentence, where known."""
        return self.cosine if self.sentence is None or self.memory.speaker else self.sentence

    @property
    def strongest(self) -> RetrievalPath:
        """The path of the highest weight; needs at least one."""
        return max(self.ties, key=lambda tie: tie.weight)


def earned_cues(
    wanted: Wanted,
    weights: CueSettings,
    *,
    text: str,
    speaker: str | None,
    asks: bool,
    asked_before: float = 0.0,
    naming: float = 0.0,
    strangers: bool = False,
    with_assistant: bool = False,
    standing: float = 0.0,
    of_kind: float = 0.0,
) -> Mapping[str, float]:
    """The cues a text earns for a wanted, by name, as shares of the best base score; none of those that weigh 0.

    A passage can earn three of its own: `naming` (0–1) weighs that it names an entity of the asked type, `strangers`
    says that it tells only of others where somebody asks about themselves, `of_kind` (1, or more where nothing else
    is asked for) that it is of a kind that is asked for. A turn can earn all others. `asked_before` is the
    base score, as such a share, of the turn just before, where another speaker asks in it. Where something is to be
    done, `standing` (0–1) weighs that either says how such things shall always be done.

    In a talk `with_assistant` people say what is the case and ask in one breath, and no answer is the evidence: there a
    turn neither loses by asking nor gains by replying.
    """
    earned = {
        "names": weights.names * naming,
        "strangers": weights.strangers * strangers,
        "standing": weights.standing * standing * wanted.to_do,
        "kind": weights.kind * of_kind,
    }
    if is_assistant(speaker):
        earned |= {"assistant": weights.assistant * (not wanted.answer)}
    elif speaker is not None:
        before = 0.0 if with_assistant else asked_before
        earned |= _of_turn(weights, text, asks=asks and not with_assistant, asked_before=before)
    return {name: share for name, share in earned.items() if share}


def _of_turn(weights: CueSettings, text: str, *, asks: bool, asked_before: float) -> dict[str, float]:
    return {
        "asks": weights.asks * asks,
        "reply": weights.reply * max(0.0, asked_before),
        "first-person": weights.first_person * (_FIRST_PERSON.search(text) is not None),
    }


def joined(
    candidates: Sequence[ChunkCandidate],
    question: str,
    settings: GraphSettings,
    now: datetime,
    *,
    join: bool = True,
    language: str = "en",
) -> list[Hit]:
    """The default recipe: `(base + best · (join + 0.3 · linked + cues)) · recency · importance`.

    The two best direct hits stay on top. One hit a memory, by its best chunk; equal scores by id. `join` is the weight
    of the strongest tie times `1 − 0.5 · (nearest − nearness)`, the nearest chunk joined by the same entity; among
    notes `NOTES_JOIN` of that.
    """
    best = max((candidate.base for candidate in candidates), default=0.0) or 1.0
    share = {candidate.chunk_id: candidate.base / best for candidate in candidates}
    nearest, counts = _nearest_tied(candidates), _joins_count(candidates)
    speakers = {c.memory.speaker for c in candidates if c.memory.speaker and c.memory.session_id}
    reading = wanted_of_assistant(question)
    candidates = [_without_speakers(speakers, candidate) for candidate in candidates]
    telling = _naming_weight(candidates)
    scored: list[tuple[float, float, Hit]] = []
    for candidate in candidates:
        memory = candidate.memory
        before = share.get(candidate.answers or "", 0.0)
        earned = _earned(candidate, reading, settings, before, telling if candidate.names else 0.0)
        weight = counts * _join_weight(candidate, nearest) if join and candidate.ties else 0.0
        parts = Parts(
            cosine=candidate.cosine,
            sentence=candidate.sentence,
            words=candidate.words,
            base=candidate.base,
            join=best * weight,
            linked=best * LINKED * candidate.linked,
            cues=best * sum(earned.values()),
            recency=recency(memory, settings, now, over=any_over(candidate.endings)),
            importance=importance(memory, settings),
        )
        factor = parts.recency * parts.importance
        direct = (parts.base + parts.linked + parts.cues) * factor
        score = direct + parts.join * factor
        scored.append((direct, score, _hit(candidate, score, parts, sorted(earned), language)))
    return _with_direct_on_top(scored)


def _without_speakers(speakers: Collection[str], candidate: ChunkCandidate) -> ChunkCandidate:
    """The candidate without who says it among its names, a turn without all who talk: they are rarely asked for."""
    present = speakers if candidate.memory.session_id else {candidate.memory.speaker}
    if not any(name in present for name in candidate.names):
        return candidate
    return replace(candidate, names=tuple(name for name in candidate.names if name not in present))


def _naming_weight(candidates: Sequence[ChunkCandidate]) -> float:
    """Weight of the cue `names`: 1 minus the share of direct candidates that name an entity of the asked type.

    Of long passages nearly all name somebody. Measured with 0.3 for it: LoCoMo nDCG@10 + 1.3, its R@5 + 1.4.
    """
    direct = [bool(candidate.names) for candidate in candidates if candidate.base > 0]
    return 1 - sum(direct) / len(direct) if direct else 0.0


def _earned(
    candidate: ChunkCandidate, wanted: Wanted, settings: GraphSettings, asked_before: float, naming: float
) -> Mapping[str, float]:
    """The cues of a candidate; one that the graph alone led to has none but that it is of a kind that is asked for."""
    if candidate.base <= 0:
        return {"kind": settings.cues.kind * candidate.of_kind} if candidate.of_kind and settings.cues.kind else {}
    return earned_cues(
        wanted,
        settings.cues,
        text=candidate.text,
        speaker=candidate.memory.speaker,
        asks=candidate.asks,
        asked_before=asked_before,
        naming=naming,
        strangers=candidate.strangers,
        with_assistant=candidate.with_assistant,
        # Of talk it counts where an assistant hears it; what nobody is said to say is no talk, whatever its session.
        standing=candidate.standing
        if candidate.with_assistant or not (candidate.memory.session_id and candidate.memory.speaker)
        else 0.0,
        of_kind=candidate.of_kind,
    )


def _nearest_tied(candidates: Sequence[ChunkCandidate]) -> dict[str, float]:
    """For each entity, the nearness of the nearest chunk whose strongest tie it is."""
    nearest: dict[str, float] = {}
    for candidate in candidates:
        if candidate.ties and candidate.nearness is not None:
            entity = candidate.strongest.entity
            nearest[entity] = max(nearest.get(entity, -1.0), candidate.nearness)
    return nearest


def passages_share(length: float) -> float:
    """How much candidates of this median length are passages, from 0 for notes to 1: `(length − SHORT) / (LONG −
    SHORT)`.
    """
    return min(1.0, max(0.0, (length - SHORT) / (LONG - SHORT)))


def median_length(candidates: Sequence[ChunkCandidate]) -> float | None:
    """The median length of candidates that are no turns, in characters; None where all are turns."""
    lengths = [candidate.end - candidate.start for candidate in candidates if not candidate.memory.speaker]
    return median(lengths) if lengths else None


def _joins_count(candidates: Sequence[ChunkCandidate]) -> float:
    """What a join counts: 1 among passages, `NOTES_JOIN` among notes. Turns are neither, and nothing joins them."""
    length = median_length(candidates)
    return 1.0 if length is None else NOTES_JOIN + (1 - NOTES_JOIN) * passages_share(length)


def _join_weight(candidate: ChunkCandidate, nearest: Mapping[str, float]) -> float:
    tie = candidate.strongest
    behind = 0.0 if candidate.nearness is None else nearest[tie.entity] - candidate.nearness
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


def word_shares(hits: Sequence[Hit], *, scored: bool) -> list[Hit]:
    """The hits with lexical scores as shares of the best one: 3.849 and 1.283 become 1.0 and 0.33.

    BM25 itself weighs a word by how many chunks of all users hold it, which is nobody's business. With `scored` it is
    the score of a hit too. For what is shown alone, after everything is ranked.
    """
    best = max((hit.parts.words or 0.0 for hit in hits), default=0.0)
    if best <= 0:
        return list(hits)
    return [
        replace(
            hit,
            score=_share(hit.score, best) if scored else hit.score,
            parts=hit.parts if hit.parts.words is None else replace(hit.parts, words=_share(hit.parts.words, best)),
        )
        for hit in hits
    ]


def _share(words: float, best: float) -> float:
    return round(words / best, 2)


def rrf(by_cosine: Sequence[ChunkCandidate], by_words: Sequence[ChunkCandidate], *, language: str = "en") -> list[Hit]:
    """Reciprocal rank fusion: `Σ 1 / (60 + rank)` over the two lists."""
    scores: dict[str, float] = {}
    seen: dict[str, ChunkCandidate] = {}
    for ranking in (by_cosine, by_words):
        for rank, candidate in enumerate(ranking, 1):
            scores[candidate.chunk_id] = scores.get(candidate.chunk_id, 0.0) + 1 / (RRF_K + rank)
            seen[candidate.chunk_id] = _with_signals_of(seen.get(candidate.chunk_id), candidate)
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
        merged[candidate.chunk_id] = _with_signals_of(merged.get(candidate.chunk_id), candidate)
    hits: list[Hit] = []
    for candidate in merged.values():
        semantic = max(0.0, candidate.cosine or 0.0)
        fresh = strength(candidate.memory, settings, now, over=any_over(candidate.endings))
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


def recency(memory: Memory, settings: GraphSettings, now: datetime, *, over: bool = False) -> float:
    """A factor within 1 ± `recency_swing`: `1 + swing × (2 × strength − 1)`."""
    if not settings.recency_swing:
        return 1.0
    return 1 + settings.recency_swing * (2 * strength(memory, settings, now, over=over) - 1)


def importance(memory: Memory, settings: GraphSettings) -> float:
    """A factor within 1 ± `importance_swing`; 1 for a memory of middle importance."""
    return 1 + settings.importance_swing * (memory.importance - 5) / 5


def _with_direct_on_top(scored: Sequence[tuple[float, float, Hit]]) -> list[Hit]:
    by_direct = sorted(scored, key=lambda s: (-s[0], s[2].chunk_id))
    top: dict[str, Hit] = {}
    for direct, _, hit in by_direct:
        # What has neither meaning nor words of the question is no answer that has to be kept.
        if len(top) == DIRECT_ON_TOP or direct <= 0:
            break
        top.setdefault(hit.memory.id, hit)
    rest = [hit for hit in one_a_memory([hit for _, _, hit in scored]) if hit.memory.id not in top]
    return [*lifted(list(top.values()), rest[0].score if rest else 0.0), *rest]


def lifted(top: Sequence[Hit], floor: float) -> list[Hit]:
    """The hits kept on top, their scores raised to `floor` at least; what was added is the part `kept`."""
    raised: list[Hit] = []
    for hit in reversed(top):
        floor = max(floor, hit.score)
        raised.append(with_score(hit, floor))
    return raised[::-1]


def lowered(hit: Hit, ceiling: float) -> Hit:
    """The hit with its score at most `ceiling`, below those shown already; what was taken is in the part `kept`."""
    return with_score(hit, min(hit.score, ceiling))


def with_score(hit: Hit, score: float) -> Hit:
    """The hit with the score of another place; what it gained or lost by that is in the part `kept`."""
    return replace(hit, score=score, parts=replace(hit.parts, kept=round(hit.parts.kept + score - hit.score, 6)))


def _with_signals_of(first: ChunkCandidate | None, other: ChunkCandidate) -> ChunkCandidate:
    if first is None:
        return other
    return ChunkCandidate(
        chunk_id=first.chunk_id,
        memory=first.memory,
        text=first.text,
        start=first.start,
        end=first.end,
        asks=first.asks,
        answers=first.answers,
        names=first.names,
        strangers=first.strangers,
        with_assistant=first.with_assistant,
        standing=first.standing,
        of_kind=first.of_kind,
        cosine=first.cosine if first.cosine is not None else other.cosine,
        words=first.words if first.words is not None else other.words,
        base=max(first.base, other.base),
        linked=max(first.linked, other.linked),
        closeness=max(first.closeness, other.closeness),
        ties=first.ties or other.ties,
        endings=first.endings or other.endings,
    )


def _hit(candidate: ChunkCandidate, score: float, parts: Parts, earned: Sequence[str], language: str) -> Hit:
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
        why=why(candidate, parts, earned, language),
        endings=candidate.endings,
        size_bytes=byte_count(candidate.memory.text),
    )


def why(candidate: ChunkCandidate, parts: Parts, earned: Sequence[str], language: str = "en") -> str:
    """One line that tells a person what led to this hit, strongest reason first."""
    reasons: list[tuple[float, str]] = []
    if candidate.words:
        reasons.append((parts.base, phrase("words", language)))
    nearness = candidate.nearness
    if nearness is not None and (parts.base > 0 or not candidate.ties):
        reasons.append((parts.base * 0.99, phrase("cosine", language, cosine=f"{nearness:.2f}")))
    if candidate.linked:
        reasons.append((parts.linked, phrase("linked", language)))
    if candidate.ties:
        tie = candidate.strongest
        reasons.append((parts.join or tie.weight, _led(tie, language)))
    reasons.sort(key=lambda reason: -reason[0])
    name = candidate.names[0] if candidate.names else ""
    lines = [text for _, text in reasons] + [phrase(sign, language, name=name) for sign in earned]
    return joined_phrases(lines, language) if lines else phrase("passes", language)


def _led(tie: RetrievalPath, language: str) -> str:
    if tie.crossings:
        return phrase("way", language, way=tie.way)
    return phrase("named" if tie.seed is None else "tie", language, entity=tie.entity)
