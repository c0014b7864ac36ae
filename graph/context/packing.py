"""Packs chunks into a prompt: the most valuable within a token budget, without repeats, numbered for citation."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.intake.text_identity import numbers, statement_key, wording
from graph.model.context import Citation, ContextOrder
from graph.model.endings import Ending
from graph.recall.excerpts import CUT, LONGEST_TOKEN, Span, excerpt

Tokens = Callable[[str], int]
"""How many tokens a text takes."""

_NAME_MOST = 80
"""Characters of a speaker or title that are shown."""
_AMPLE = 64
"""Tokens of room from which part of a text is taken at once; with less, shorter texts are tried whole first.

But for the first of all, which is worth more than any shorter one. Measured in 64 tokens: of the answers to notes of
teams 55 % for 36 in English and 47 for 31 in Japanese, HotpotQA 23 for 14, JaQuAD as it was; evidence of LoCoMo 40 for
33. Larger budgets are filled as before. One sentence of each of several texts, by its words, by its vector or by the
facts it states, gave less with 96 to 512 tokens on one set or another than what fits whole.
"""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LINE_LEAST = 6
"""Tokens of the shortest line there may be: its number and a word."""
_ROUNDS = 3
"""Times the rest of the budget is filled again: most lines turn out shorter, since a day is shown once."""
_RUN = 3
"""Words in a row that are compared; a Japanese character counts as one."""
_LEAST = 4
"""Words below which only a text of the same words counts as a repeat."""
_DAYS = 5
"""Days on which the same was told that are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a context shows of a memory beside its text. `chunks` is how many it has."""

    id: str
    told_at: datetime
    speaker: str | None
    title: str | None
    """A title that was given; one made of the text tells nothing more."""
    pinned: bool
    duplicate_of: str | None
    chunks: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A chunk that may stand in a context, and its value.

    `beside` are the chunks of hits next to it. `score` and `why` are those of a hit.
    """

    source: Source
    chunk_id: str
    ordinal: int
    text: str
    start: int
    value: float
    score: float | None = None
    why: str
    beside: tuple[str, ...] = ()
    endings: tuple[Ending, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """The text of a context, its citations in the order of the text, its tokens, and what it shows or repeats."""

    text: str
    citations: tuple[Citation, ...]
    tokens: int
    memory_ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of a memory's text that is shown."""

    start: int
    text: str
    opens: bool
    """Whether nothing of the memory is left out before it."""
    closes: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One memory of a context, as far as it is shown."""

    source: Source
    stretches: Sequence[_Stretch]
    """In the order of the text; one at least."""
    offers: tuple[Offer, ...]

    @property
    def value(self) -> float:
        return max(offer.value for offer in self.offers)

    @property
    def endings(self) -> tuple[Ending, ...]:
        """What is over or contradicted of the sentences that are shown."""
        return tuple(
            ending
            for offer in self.offers
            for ending in offer.endings
            if any(stretch.start < ending.end and ending.start < stretch.end for stretch in self.stretches)
        )


@dataclass(frozen=True, slots=True)
class _Wording:
    """What is compared of a text."""

    wording: str
    runs: frozenset[str]
    numbers: frozenset[str]


@dataclass(slots=True)
class RepeatIndex:
    """Near-duplicate detection: the texts shown so far, by their speakers and their runs of three words.

    A text repeats another of the same speaker when all of its runs and all of its numbers are in it.
    """

    _by_text: dict[str, _Wording] = field(default_factory=dict[str, _Wording])
    _whole: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    _by_run: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    _shown: list[tuple[str, str, frozenset[str]]] = field(default_factory=list[tuple[str, str, frozenset[str]]])

    def add(self, key: str, speaker: str, shown: str, whole: str) -> None:
        """Remembers what is shown of a `whole` text under a key; `speaker` is "" where nobody said it."""
        place, words = len(self._shown), self._words(shown)
        self._shown.append((key, speaker, words.numbers))
        self._whole.setdefault((speaker, self.wording(whole)), key)
        for run in words.runs:
            self._by_run.setdefault(run, []).append(place)

    def wording(self, text: str) -> str:
        """The wording of a text."""
        return self._words(text).wording

    def _words(self, text: str) -> _Wording:
        # The same text is asked about again whenever there is room again.
        if text not in self._by_text:
            words = wording(text)
            self._by_text[text] = _Wording(words, _runs(words), numbers(words))
        return self._by_text[text]

    def repeated(self, speaker: str, text: str) -> str | None:
        """The key of the text that this one repeats: the same words, or one that holds nearly all of it.

        Three words or fewer of a speaker are the answer to what somebody else said just before, and repeat nothing.
        """
        words = self._words(text)
        short = len(words.runs) + _RUN - 1 < _LEAST
        if short and speaker:
            return None
        same = self._whole.get((speaker, words.wording))
        return same if same is not None or short else self._holding(speaker, words)

    def _holding(self, speaker: str, words: _Wording) -> str | None:
        counts = Counter(place for run in words.runs for place in self._by_run.get(run, ()))
        for place, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            if count < len(words.runs):
                return None
            key, other_speaker, shown_numbers = self._shown[place]
            if other_speaker == speaker and words.numbers <= shown_numbers:
                return key
        return None


def _runs(wording: str) -> frozenset[str]:
    """Every three words in a row."""
    words = wording.split(" ")
    if len(words) <= _RUN:
        return frozenset((wording,))
    return frozenset(map(" ".join, zip(*(words[at:] for at in range(_RUN)), strict=False)))


def packed(
    offers: Iterable[Offer],
    words: Sequence[str],
    *,
    budget: int,
    pinned_share: float,
    order: ContextOrder,
    with_ids: bool,
    tokens: Tokens,
    each: int | None = None,
) -> Packed:
    """The offers that fit into a token budget, the most valuable first, equal ones by id.

    Pinned ones may take `pinned_share` of the budget first, and later what others leave. Of an offer that does not fit
    whole, the sentences with the question's `words` (lower case) are shown. `tokens` counts the final text too, which
    never exceeds the budget. With `each`, hits have at first so many tokens at most, so that more of them are told.
    """
    ordered = sorted(offers, key=lambda offer: (-offer.value, offer.chunk_id))
    packing = _Packing(_weights(ordered, words), budget, order, tokens, with_ids=with_ids)
    ordered = packing.newest_first(ordered)
    pinned = [offer for offer in ordered if offer.source.pinned]
    others = len(pinned) < len(ordered)
    packing.fill(pinned, math.floor(budget * pinned_share) if others else budget)
    if each:
        packing.fill([offer for offer in ordered if offer.score is not None], budget, each)
    for _ in range(_ROUNDS):
        if not packing.fill(ordered, budget):
            break
    return packing.closed([offer for offer in ordered if offer.score is not None or offer.source.pinned])


@dataclass(slots=True)
class _Packing:
    weights: Mapping[str, float]
    budget: int
    order: ContextOrder
    tokens: Tokens
    with_ids: bool
    entries: dict[str, _Entry] = field(default_factory=dict[str, _Entry])
    """By memory id, in the order in which they were chosen."""
    repeats: dict[str, list[Source]] = field(default_factory=dict[str, list[Source]])
    """For a memory id, the memories that repeat it."""
    repeat_index: RepeatIndex = field(default_factory=RepeatIndex)
    done: set[str] = field(default_factory=set[str])
    """Chunks that are shown whole, or left out as repeats."""
    known: dict[str, int] = field(default_factory=dict[str, int])

    def newest_first(self, offers: Sequence[Offer]) -> list[Offer]:
        """The offers in their order; of several with one speaker and the same words, the newest first."""
        same: dict[tuple[str | None, str], list[Offer]] = {}
        for offer in offers:
            same.setdefault((offer.source.speaker, self.repeat_index.wording(offer.text)), []).append(offer)
        for same_words in same.values():
            same_words.sort(key=lambda offer: offer.source.told_at, reverse=True)
        return [same[offer.source.speaker, self.repeat_index.wording(offer.text)].pop(0) for offer in offers]

    def fill(self, offers: Sequence[Offer], budget: int, each: int | None = None) -> bool:
        """Takes the offers that fit, in their order, then parts of others; whether anything was taken.

        With `each` no offer takes more tokens than that, and each comes in its turn, be it a part.
        """
        room = budget - self._taken()
        before = self.entries.copy()
        for least in (0,) if each else (_AMPLE, 0):
            for offer in offers:
                if room < _LINE_LEAST:
                    break
                if offer.chunk_id not in self.done:
                    room -= self._took(offer, min(room, each or room), least)
        return self.entries != before

    def closed(self, offers: Sequence[Offer]) -> Packed:
        """The text and its citations. Where the whole counts more tokens than its parts, the last entry is dropped.

        Offers without room may still repeat what is shown.
        """
        while True:
            entries = self._arranged()
            blocks = self._blocks(entries)
            text = self._text(entries, blocks)
            count = self.tokens(text) if text else 0
            if count <= self.budget:
                break
            gone, _ = self.entries.popitem()
            self.repeats.pop(gone, None)
        for offer in offers:
            if offer.source.id not in self.entries and offer.chunk_id not in self.done:
                self._is_repeat(offer)
        # Of a memory that repeats in one chunk, another may tell something new.
        self.repeats = {
            identity: [source for source in also if source.id not in self.entries]
            for identity, also in self.repeats.items()
        }
        citations = tuple(
            self._citation(number, entry, block)
            for number, (entry, block) in enumerate(zip(entries, blocks, strict=True), 1)
        )
        memory_ids = frozenset(self.entries) | {source.id for also in self.repeats.values() for source in also}
        return Packed(text=text, citations=citations, tokens=count, memory_ids=memory_ids)

    def _took(self, offer: Offer, room: int, least: int) -> int:
        """Shows an offer or part of it; the tokens that takes, 0 where it is not shown."""
        source = offer.source
        entry = self.entries.get(source.id)
        spent = self._cost(entry) if entry else 0
        whole = _joined(entry, offer, (0, len(offer.text)))
        if len(offer.text) <= LONGEST_TOKEN * (room + spent) and (cost := self._cost(whole) - spent) <= room:
            if entry is None and self._is_repeat(offer):
                return 0
            self.done.add(offer.chunk_id)
            return self._keep(whole, offer.text, cost)
        # A part is worth its place only where nothing else of the memory is shown.
        if entry is not None or (room < least and self.entries) or self._is_repeat(offer):
            return 0
        bare = _joined(None, replace(offer, text="", ordinal=0), (0, 0))
        span = excerpt(offer.text, self.weights, room - self._cost(bare), lambda text: self._count(_laid(text)))
        if span is None:
            return 0
        part = _joined(None, offer, span)
        cost = self._cost(part)
        return self._keep(part, offer.text[slice(*span)], cost) if cost <= room else 0

    def _keep(self, entry: _Entry, text: str, cost: int) -> int:
        self.entries[entry.source.id] = entry
        self.repeat_index.add(entry.source.id, entry.source.speaker or "", text, entry.offers[-1].text)
        return cost

    def _is_repeat(self, offer: Offer) -> bool:
        source = offer.source
        first = self._flagged(source, offer.text) or self.repeat_index.repeated(source.speaker or "", offer.text)
        if first is None or first not in self.entries:
            return False
        # One chunk of a memory may repeat this one and the next another: it is listed once.
        if not any(source in also for also in self.repeats.values()):
            self.repeats.setdefault(first, []).append(source)
        self.done.add(offer.chunk_id)
        return True

    def _flagged(self, source: Source, text: str) -> str | None:
        """The memory shown already that this one is flagged to duplicate (`duplicate_of`), or that duplicates it.

        A flag may come from before, or from a person: what does not plainly say the same is shown all the same.
        """
        for identity, entry in self.entries.items():
            other = entry.source
            flagged = source.duplicate_of == identity or other.duplicate_of == source.id
            if not flagged or (source.chunks, other.chunks, source.speaker) != (1, 1, other.speaker):
                continue
            if statement_key(text) == statement_key(" ".join(stretch.text for stretch in entry.stretches)):
                return identity
        return None

    def _cost(self, entry: _Entry) -> int:
        """The most tokens an entry takes, line break included: with its day and a number of three digits."""
        lines = _line(999, entry, None, self.repeats.get(entry.source.id, ()))
        listed = self._count(f"\n[999] {entry.source.id}") if self.with_ids else 0
        return self._count(lines) + self._count("\n") + listed

    def _taken(self) -> int:
        entries = self._arranged()
        text = self._text(entries, self._blocks(entries))
        return self.tokens(text) + self._count("\n") if text else 0

    def _count(self, text: str) -> int:
        if text not in self.known:
            self.known[text] = self.tokens(text)
        return self.known[text]

    def _arranged(self) -> list[_Entry]:
        """The entries as they stand in the text."""
        entries = list(self.entries.values())
        if self.order is ContextOrder.TIME:
            return sorted(entries, key=lambda entry: (not entry.source.pinned, *_when(entry)))
        talks = _talks(entries)
        worth = {leader: max(entry.value for entry in talk) for leader, talk in talks.items()}
        ranked = sorted(talks, key=lambda leader: (not talks[leader][0].source.pinned, -worth[leader], leader))
        return [entry for leader in ranked for entry in sorted(talks[leader], key=_when)]

    def _blocks(self, entries: Sequence[_Entry]) -> list[str]:
        """The lines of each entry; the day is shown where it differs from that of the entry before."""
        days = [None, *(_day(entry) for entry in entries)]
        return [
            _line(number, entry, days[number - 1], self.repeats.get(entry.source.id, ()))
            for number, entry in enumerate(entries, 1)
        ]

    def _text(self, entries: Sequence[_Entry], blocks: Sequence[str]) -> str:
        lines = list(blocks)
        if self.with_ids:
            lines += [f"[{number}] {entry.source.id}" for number, entry in enumerate(entries, 1)]
        return "\n".join(lines)

    def _citation(self, number: int, entry: _Entry, block: str) -> Citation:
        source = entry.source
        best = max(entry.offers, key=lambda offer: (offer.score is not None, offer.value))
        return Citation(
            number=number,
            memory_id=source.id,
            chunk_ids=tuple(sorted({offer.chunk_id for offer in entry.offers})),
            spans=tuple((stretch.start, stretch.end) for stretch in entry.stretches),
            told_at=source.told_at,
            speaker=source.speaker,
            title=source.title,
            pinned=source.pinned,
            score=best.score,
            why=best.why,
            tokens=self._count(block),
            cut=len(entry.stretches) > 1 or not (entry.stretches[0].opens and entry.stretches[-1].closes),
            repeats=tuple(repeated.id for repeated in self.repeats.get(source.id, ())),
            endings=entry.endings,
        )


def _weights(offers: Sequence[Offer], words: Sequence[str]) -> dict[str, float]:
    """The weight of each word of the question: `ln(1 + N / n)`, where n of N chunks hold it."""
    texts = [offer.text.casefold() for offer in offers]
    holding = Counter(word for text in texts for word in words if word in text)
    return {word: math.log(1 + len(texts) / count) for word, count in holding.items()}


def _joined(entry: _Entry | None, offer: Offer, span: Span) -> _Entry:
    """An entry with one chunk more, or part of one."""
    start, end = span
    stretch = _Stretch(
        offer.start + start,
        offer.text[start:end],
        opens=start == 0 and offer.ordinal == 0,
        closes=end == len(offer.text) and offer.ordinal == offer.source.chunks - 1,
    )
    if entry is None:
        return _Entry(offer.source, (stretch,), (offer,))
    merged: list[_Stretch] = []
    for other in sorted((*entry.stretches, stretch), key=lambda stretch: stretch.start):
        if merged and _touching(merged[-1], other, entry.offers, offer):
            merged[-1] = _merged(merged[-1], other)
        else:
            merged.append(other)
    return _Entry(entry.source, tuple(merged), tuple(dict.fromkeys((*entry.offers, offer))))


def _touching(first: _Stretch, other: _Stretch, offers: Sequence[Offer], last: Offer) -> bool:
    """Whether only white space lies between two stretches: they overlap, or are whole neighbouring chunks."""
    if other.start <= first.end:
        return True
    ends = {offer.start + len(offer.text): offer.ordinal for offer in (*offers, last)}
    starts = {offer.start: offer.ordinal for offer in (*offers, last)}
    return first.end in ends and starts.get(other.start) == ends[first.end] + 1


def _merged(first: _Stretch, other: _Stretch) -> _Stretch:
    gap = max(0, other.start - first.end)
    # The blanks between neighbouring chunks are not read: one for one keeps the offsets true.
    between = "\n".ljust(gap) if gap > 1 else " " * gap
    rest = between + other.text[max(0, first.end - other.start) :]
    return _Stretch(first.start, first.text + rest, opens=first.opens, closes=other.closes if rest else first.closes)


def _talks(entries: Sequence[_Entry]) -> dict[str, list[_Entry]]:
    """Groups of entries by one of their ids: turns that follow each other together, every other memory alone."""
    leader = {entry.source.id: entry.source.id for entry in entries}

    def led(identity: str) -> str:
        while leader[identity] != identity:
            identity = leader[identity]
        return identity

    holding = {offer.chunk_id: entry for entry in entries for offer in entry.offers}
    for entry in entries:
        for offer in entry.offers:
            for beside in offer.beside:
                other = holding.get(beside)
                if other is not None and other.source.pinned == entry.source.pinned:
                    first, second = sorted((led(other.source.id), led(entry.source.id)))
                    leader[second] = first
    talks: dict[str, list[_Entry]] = {}
    for entry in entries:
        talks.setdefault(led(entry.source.id), []).append(entry)
    return talks


def _when(entry: _Entry) -> tuple[datetime, str]:
    return (entry.source.told_at, entry.source.id)


def _day(entry: _Entry) -> str:
    return entry.source.told_at.date().isoformat()


def _line(number: int, entry: _Entry, day: str | None, repeats: Sequence[Source] = ()) -> str:
    """`[1] 2026-05-01 Alice: text (ended 2026-06-01: …)`; without the day where it is that of the entry before.

    What was told on several days, as "Ran 5 km today." may be, is shown once with all of them.
    """
    days = sorted({source.told_at.date().isoformat() for source in repeats} - {_day(entry)}, reverse=True)
    listed = [_day(entry), *days[:_DAYS], *([f"{len(days) - _DAYS} days more"] if len(days) > _DAYS else [])]
    day_of_entry = ", ".join(listed)
    name = _short(entry.source.speaker or entry.source.title or "")
    head = " ".join(part for part in ("" if day_of_entry == day else day_of_entry, name) if part)
    over = "; ".join(dict.fromkeys(ending.mark for ending in entry.endings))
    return f"[{number}] " + (f"{head}: " if head else "") + _laid(_marks(entry)) + (f" ({over})" if over else "")


def _marks(entry: _Entry) -> str:
    """The text shown of a memory, with "…" wherever something is left out."""
    stretches = entry.stretches
    shown = f" {CUT} ".join(stretch.text for stretch in stretches)
    return ("" if stretches[0].opens else CUT) + shown + ("" if stretches[-1].closes else CUT)


def _short(name: str) -> str:
    line = " ".join(_CONTROLS.sub(" ", name).split())
    return line if len(line) <= _NAME_MOST else line[: _NAME_MOST - 1] + CUT


def _laid(text: str) -> str:
    """The text with its further lines indented, so that only entries begin with numbers; no empty lines."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return _CONTROLS.sub(" ", "\n  ".join(lines).lstrip())
