"""What of a memory is over or contradicted: read off rows, said in words, what is over ranked below what replaced it.

A memory may say more than what is over, so an ending is of a fact and its sentence, never of the memory. It moves a hit
only where it is what the question asks about, and only for questions about now; of its own time it is still the answer.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from graph.calendar.zones import at_offset
from graph.db.rows import moment
from graph.lifecycle.packing import PACKED, stretch
from graph.model.endings import BesideFact, Ending, EndingKind, any_over
from graph.model.reading.question import Period, Tense
from graph.model.recalled import Hit
from graph.recall.reasons import joined_phrases, phrase

OVER: Final = 0.8
"""The share of its score that a hit keeps where what is asked of it is over."""
_TYPE_WEIGHT: Final = math.log(2)
"""What it counts that an object is of the only asked type: as much as a word that all hits hold."""
_SHOWN_MOST: Final = 160
"""Characters of a sentence that a mark shows."""
_KINDS: Final = (
    (re.compile(r"ended$"), EndingKind.ENDED),
    (re.compile(r"\bden(?:y|ies)\b"), EndingKind.DENIED),
)
"""How the reason of an inference or link tells the kind; any other is a replacement."""
_CLAUSE_ENDS: Final = re.compile(r"[、,;；，]\s*")
WordsMet = Callable[[Collection[str], Sequence[str]], Sequence[Sequence[frozenset[str]]]]
"""For each text, the question's words in each of its sentences (`Extractor.words_met`)."""
ContentWords = Callable[[Sequence[str]], Sequence[frozenset[str]]]
"""The words of each text (`Extractor.content_words`)."""


def endings_of(rows: Iterable[Mapping[str, Any]], language: str, *, whole: str | None = None) -> tuple[Ending, ...]:
    """The endings of some rows of `recall/_endings`, in the order of the text: of each fact the earliest.

    Their marks are in a language ("en", "ja"); one whose sentence is not the `whole` text says which it is of.
    """
    by_place: defaultdict[int, dict[str, Ending]] = defaultdict(dict)
    otherwise: dict[str, Ending] = {}
    for row in rows:
        ending = _ending(row, language, whole)
        if ending.fact_id is None and not ending.over:
            # Of the memory as a whole: no sentence of it is meant.
            first = otherwise.get(ending.memory_id, ending)
            otherwise[ending.memory_id] = min(first, ending, key=lambda each: each.start)
            continue
        by_fact, fact = by_place[ending.start], ending.fact_id or ""
        by_fact[fact] = min(by_fact.get(fact, ending), ending, key=_order)
    endings = [ending for place in by_place for ending in _of_one_place(by_place[place])]
    by_facts = {ending.memory_id for ending in endings}
    endings += [otherwise[memory_id] for memory_id in sorted(otherwise) if memory_id not in by_facts]
    return tuple(sorted(endings, key=lambda ending: ending.start))


def _of_one_place(by_fact: Mapping[str, Ending]) -> list[Ending]:
    """Those of one sentence by fact, "" for the texts: where a fact tells it, the texts need not tell it again."""
    text, facts = by_fact.get(""), [by_fact[fact] for fact in sorted(by_fact) if fact]
    return [text] if text and not any_over(facts) else facts


def _order(ending: Ending) -> tuple[bool, datetime, str]:
    """What ended it first, of that the earliest: what is over is not open."""
    return not ending.over, ending.at, ending.memory_id


def _ending(row: Mapping[str, Any], language: str, whole: str | None) -> Ending:
    at = at_offset(moment(row["at"]), row.get("utc_offset"))
    reason = row["reason"] or ""
    ended = next((kind for pattern, kind in _KINDS if pattern.search(reason)), EndingKind.REPLACED)
    kind = EndingKind.CONTRADICTED if row["open"] else ended
    says, text = _line(row["says"] or stretch(row, row["start"], row["end"])), _line(row["text"] or _source_text(row))
    part = whole is not None and says != _line(whole)
    mark = phrase(f"over-{kind.value}", language, day=at.date().isoformat(), text=_cut(text))
    return Ending(
        at=at, kind=kind, mark=phrase("over-part", language, says=_cut(says), mark=mark) if part else mark,
        says=says, start=row["start"], end=row["end"], memory_id=row["memory_id"], text=text,
        confidence=row["confidence"] or 0.0, fact_id=row["fact_id"], inference_id=row["inference_id"],
        subject=row["subject"] or "", predicate=row["predicate"] or "", object=row["object"] or "",
        object_type=row["object_type"] or "", beside=tuple(BesideFact(**fact) for fact in row["beside"]),
    )  # fmt: skip


def _source_text(row: Mapping[str, Any]) -> str:
    """The sentence of a memory in the archive that ended something."""
    return stretch({PACKED: row.get("by_packed")}, row.get("by_start") or 0, row.get("by_end") or 0)


def _line(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN_MOST else text[: _SHOWN_MOST - 1] + "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedTime:
    """The time a question asks about: a period where it names one, else what its wording says."""

    tense: Tense
    period: Period | None = None

    def of(self, at: datetime) -> Tense:
        """Whether it asks about the time before a moment (ONCE), from it on (NOW), or may ask about both."""
        period = self.period
        if period is None or (period.since is None and period.until is None):
            return self.tense
        if period.until is not None and period.until <= at:
            return Tense.ONCE
        # Of a time that it lies in ("this year") the wording tells which side is meant.
        return Tense.NOW if period.since is not None and period.since >= at else self.tense


def rarity(words: Collection[str], texts: Sequence[str], words_met: WordsMet) -> dict[str, float]:
    """The weight of each of a question's words among the texts of its hits, `ln(1 + N / n)` where n of N hold it."""
    held = Counter(word for sentences in words_met(words, texts) for word in frozenset[str]().union(*sentences))
    return {word: math.log(1 + len(texts) / count) for word, count in held.items()}


def is_asked_of(
    hit: Hit,
    ending: Ending,
    weights: Mapping[str, float],
    types: Collection[str],
    words_met: WordsMet,
    content_words: ContentWords,
) -> bool:
    """Whether what ties a hit to a question is what is over, and not something else that the hit says.

    With `n(s)` the `weights` (`rarity`) of the question's words in sentence `s`, `ln 2 / k` more where its object is of
    one of the k asked types:

    - its sentence e holds as much as any of the text: `n(e) ≥ max n(s)`, and something where there are several;
    - no other fact of that sentence which still holds has more in common with the question, by its words.
      Where no fact tells what is over, the other facts are those of clauses that share no word with what ended it.

    "Ken lives in Bern. He works for Acme." with the home over is asked of by "Where does Ken live?" alone.
    """

    def weight(words: Iterable[str]) -> float:
        return math.fsum(weights.get(word, 0.0) for word in words)

    words = [*weights]
    of_type = _TYPE_WEIGHT / len(types) if types else 0.0
    asked_type = of_type if ending.object_type in types else 0.0
    if hit.text and _line(hit.text) != ending.says:
        sentences = words_met(words, [hit.text])[0]
        first = len(words_met(words, [hit.text[: max(0, ending.start - hit.start)].rstrip()])[0])
        count = max(1, len(words_met(words, [ending.says])[0]))
        mine = weight(frozenset[str]().union(*sentences[first : first + count])) + asked_type
        others = [weight(each) for each in (*sentences[:first], *sentences[first + count :])]
        if others and (mine == 0 or mine < max(others)):
            return False
    beside: Sequence[BesideFact] = ending.beside
    if beside and not ending.predicate:
        beside = _elsewhere(ending, words_met, content_words)
    if not beside:
        return True
    over = f"{ending.subject} {ending.predicate} {ending.object}"
    texts = [over, *(f"{fact.subject} {fact.lemma} {fact.object}" for fact in beside)]
    held = [weight(frozenset[str]().union(*sentences)) for sentences in words_met(words, texts)]
    rivals = [
        value + (of_type if fact.object_type in types else 0.0) for value, fact in zip(held[1:], beside, strict=True)
    ]
    return held[0] + asked_type >= max(rivals)


def _elsewhere(ending: Ending, words_met: WordsMet, content_words: ContentWords) -> list[BesideFact]:
    """The facts of the clauses of a sentence that share no word with the text which ended it.

    "The config is edge.toml, the rate is 1000." with "The rate is 5000 now." ends nothing of the first clause.
    """
    clauses = _CLAUSE_ENDS.split(ending.says)
    shared = words_met(content_words([ending.text])[0], clauses)
    others = [clause for clause, words in zip(clauses, shared, strict=True) if not any(words)]
    return [
        fact
        for fact in ending.beside
        if any(fact.subject in clause for clause in others) and any(fact.object in clause for clause in others)
    ]


def by_validity(
    hits: Sequence[Hit], time: AskedTime, asked_of: Callable[[Hit, Ending], bool], language: str
) -> list[Hit]:
    """Hits in order, what is over below what replaced it, or above it where the question asks about its time.

    For each hit of which something is over that the question asks of (`asked_of`), and the hit R of what ended it, or
    of what ended that in turn:

    - asked about now: `score(R) = max(score(R), score)`, then `score −= (1 − OVER) · |score|`;
    - asked about the time before: `score = max(score, score(R))`, R at most as much and right behind;
    - where the question may mean either time, or it is contradicted and not over, nothing moves.

    What is added or taken is the part `succession`.
    """
    by_memory = {hit.memory.id: hit for hit in hits}
    over = {
        hit.memory.id: ending for hit in hits for ending in hit.endings[::-1] if ending.over and asked_of(hit, ending)
    }
    score = {hit.memory.id: hit.score for hit in hits}
    behind: dict[str, int] = {}
    replacing: set[str] = set()
    for hit in hits:
        memory = hit.memory.id
        ending = over.get(memory)
        asked = time.of(ending.at) if ending else Tense.EITHER
        if ending is None or asked is Tense.EITHER:
            continue
        later = _last_of(memory, over, by_memory, time)
        if asked is Tense.ONCE:
            first = by_memory.get(ending.memory_id)
            if first is not None:
                score[memory] = max(score[memory], score[first.memory.id])
                behind[first.memory.id] = 1
            continue
        if later is not None:
            score[later] = max(score[later], hit.score)
            replacing.add(later)
        score[memory] -= (1 - OVER) * abs(score[memory])
        behind[memory] = behind.get(memory, 0) + 1
    moved = [_moved(hit, score[hit.memory.id], hit.memory.id in replacing, language) for hit in hits]
    return sorted(moved, key=lambda hit: (-hit.score, behind.get(hit.memory.id, 0)))


def as_sure(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, each at least as sure as the one below it that it ended, where that was moved (`by_validity`)."""
    sure = {hit.memory.id: hit.confidence for hit in hits}
    place = {hit.memory.id: at for at, hit in enumerate(hits)}
    for hit in sorted(hits, key=lambda hit: (hit.memory.occurred_at or hit.memory.created_at, hit.memory.id)):
        for ending in hit.endings if hit.parts.succession < 0 else ():
            over, later = sure[hit.memory.id], sure.get(ending.memory_id)
            above = place.get(ending.memory_id, len(hits)) < place[hit.memory.id]
            if ending.over and above and over is not None and later is not None:
                sure[ending.memory_id] = max(over, later)
    return [replace(hit, confidence=sure[hit.memory.id]) for hit in hits]


def _last_of(memory: str, over: Mapping[str, Ending], by_memory: Mapping[str, Hit], time: AskedTime) -> str | None:
    """The last memory of a chain of endings that is among the hits: Berlin, then Oslo, then Rome."""
    last, seen = None, {memory}
    while (ending := over.get(memory)) is not None and time.of(ending.at) is Tense.NOW:
        memory = ending.memory_id
        if memory in seen or memory not in by_memory:
            break
        seen.add(memory)
        last = memory
    return last


def _moved(hit: Hit, score: float, replaces: bool, language: str) -> Hit:
    reasons = {"replaces": replaces, "over": score < hit.score}
    why = joined_phrases([*(phrase(key, language) for key in reasons if reasons[key]), hit.why], language)
    parts = replace(hit.parts, succession=round(hit.parts.succession + score - hit.score, 6))
    return replace(hit, score=round(score, 6), why=why, parts=parts)
