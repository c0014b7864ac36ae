"""Measures what summaries keep: of human event lists of talks (LoCoMo), and of the decisions of teams (worknotes).

Each session is summarised at a tenth of its characters. An event is kept where one quotation holds 60 percent of its
content words (`kept`). `possible` are the events of which any sentence of the session does, however long the summary:
what quotations can keep at most. `kept_together` counts an event where all quotations together hold as much,
`possible_together` where the whole session does. `known` and `known_together` are what sentences of a tenth keep that
are chosen by somebody who knows the events: the ceiling of both. The floor is `kept` where the first sentences of the
session are taken instead. `decisions` is the share of decisions of worknotes that are kept whole, and `decided` that of
decisions among the notes that are taken for some.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from bench.routing import percent
from bench.sets import located, rows, talks
from extraction.text.sentences import spans_of_sentences
from extraction.text.words import index_words
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.talk.summaries import Kept

SET = "retention"
_SHARE = 0.1
_WORDS = 0.6
_TOKENS = 0.36
"""Tokens of a character of English: a first guess of the budget, lowered until the summary fits its characters."""
_LEAST = 8


def measured(knowledge: Knowledge, user: str, data: Path, split: str) -> dict[str, object]:
    """The metrics of the set in percent, and how many events and characters there are."""
    kept, possible, known, together, possible_together, known_together, floor = (list[bool]() for _ in range(7))
    quoted, all_of = 0, 0
    lists = {row["conv"]: row["event_summary"] for row in rows(located(data, "locomo", f"{split}.summaries"))}
    for corpus in talks(data, "locomo", split):
        for session, drafts in _sessions(corpus.drafts).items():
            events = _events(lists[corpus.name], session.rpartition("-")[2])
            if not events:
                continue
            owner = f"{user}-{session}"
            for outcome in knowledge.remember_many(owner, drafts):
                if outcome.error is not None:
                    raise outcome.error
            characters = sum(len(draft.text) for draft in drafts)
            quoted_texts = _summary(knowledge, owner, session, int(characters * _SHARE))
            quotes = [f"{speaker}: {text}" for speaker, text in quoted_texts]
            quoted, all_of = quoted + sum(len(text) for _, text in quoted_texts), all_of + characters
            sentences = [f"{draft.speaker}: {part}" for draft in drafts for part in _sentences(draft.text)]
            first = _first([draft.text for draft in drafts], int(characters * _SHARE))
            alone = _chosen(sentences, characters * _SHARE, events, _whole)
            jointly = _chosen(sentences, characters * _SHARE, events, _parts)
            for event in events:
                known.append(_holds(alone, event))
                known_together.append(_holds([" ".join(jointly)], event))
                kept.append(_holds(quotes, event))
                possible.append(_holds(sentences, event))
                together.append(_holds([" ".join(quotes)], event))
                possible_together.append(_holds([" ".join(sentences)], event))
                floor.append(_holds(first, event))
            knowledge.forget_user(owner)
    return {
        "kept": percent(kept),
        "possible": percent(possible),
        "known": percent(known),
        "kept_together": percent(together),
        "possible_together": percent(possible_together),
        "known_together": percent(known_together),
        "floors": {"first sentences": {"kept": percent(floor)}},
        **_decisions(knowledge, user, data),
        "events": len(kept),
        "characters": round(100 * quoted / max(1, all_of), 1),
    }


def _summary(knowledge: Knowledge, owner: str, session: str, most: int) -> list[tuple[str | None, str]]:
    """What a summary of a session quotes within so many characters, each with who said it."""
    tokens = max(_LEAST, int(most * _TOKENS))
    while True:
        made = knowledge.summaries(owner).summarize(session_id=session, budget_tokens=tokens).summary
        quotes = [] if made is None else [(quote.speaker, quote.text) for quote in made.quotes]
        if sum(len(text) for _, text in quotes) <= most or tokens <= _LEAST:
            return quotes
        tokens = int(tokens * 0.95)


def _sessions(turns: list[tuple[str, Draft]]) -> dict[str, list[Draft]]:
    found: dict[str, list[Draft]] = {}
    for _, draft in turns:
        found.setdefault(draft.session_id or "", []).append(draft)
    return found


def _events(lists: dict[str, Any], session: str) -> list[frozenset[str]]:
    """The content words of the events that people wrote down for a session."""
    listed = lists.get(f"events_session_{session}", {})
    events = [event for each in listed.values() if isinstance(each, list) for event in each]
    words = [frozenset(index_words(str(event), "en")) for event in events]
    return [each for each in words if each]


def _holds(texts: list[str], event: frozenset[str]) -> bool:
    return any(len(event.intersection(index_words(text, "en"))) >= _WORDS * len(event) for text in texts)


def _chosen(
    sentences: list[str],
    most: float,
    events: list[frozenset[str]],
    worth: Callable[[list[frozenset[str]], list[frozenset[str]]], float],
) -> list[str]:
    """Sentences within so many characters, each time the one that adds most a character to what they are worth."""
    words = [frozenset(index_words(sentence, "en")) for sentence in sentences]
    chosen: list[int] = []
    while True:
        before = worth([words[place] for place in chosen], events)
        gains = [
            ((worth([words[each] for each in (*chosen, place)], events) - before) / max(1, len(sentence)), place)
            for place, sentence in enumerate(sentences)
            if place not in chosen and len(sentence) <= most
        ]
        gain, place = max(gains, default=(0.0, 0))
        if gain <= 0:
            return [sentences[place] for place in chosen]
        chosen.append(place)
        most -= len(sentences[place])


def _whole(chosen: list[frozenset[str]], events: list[frozenset[str]]) -> float:
    """How many events one sentence holds."""
    return sum(any(len(event & words) >= _WORDS * len(event) for words in chosen) for event in events)


def _parts(chosen: list[frozenset[str]], events: list[frozenset[str]]) -> float:
    """How much of each event all sentences hold together."""
    all_words = frozenset[str]().union(*chosen)
    return sum(min(1.0, len(event & all_words) / (_WORDS * len(event))) for event in events)


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in spans_of_sentences(text)]


def _first(texts: list[str], most: int) -> list[str]:
    """The beginning of a session, whole turns."""
    found: list[str] = []
    for text in texts:
        if sum(map(len, found)) + len(text) > most:
            break
        found.append(text)
    return found


def _decisions(knowledge: Knowledge, user: str, data: Path) -> dict[str, float]:
    """How many decisions of the stories stand whole in a summary, and how much of what does as one is some."""
    kept, decided = list[bool](), list[bool]()
    for path in sorted((data / "worknotes").glob("*/*.memories.jsonl")):
        notes = rows(path)
        owner = f"{user}-{path.name.partition('.')[0]}"
        ids: dict[str, str] = {}
        drafts = [
            Draft(
                text=note["text"], project="team", speaker=note["speaker"],
                occurred_at=datetime.fromisoformat(note["occurred_at"]),
            )
            for note in notes
        ]  # fmt: skip
        for note, outcome in zip(notes, knowledge.remember_many(owner, drafts), strict=True):
            if outcome.remembered is not None:
                ids[note["id"]] = outcome.remembered.id
        summary = knowledge.summaries(owner).summarize("team", budget_tokens=400).summary
        whole = {quote.memory_id: quote.kept for quote in summary.quotes if quote.kept} if summary else {}
        kept += [ids[note["id"]] in whole for note in notes if note["decision"]]
        decided += [bool(note["decision"]) for note in notes if whole.get(ids[note["id"]]) is Kept.DECISION]
        knowledge.forget_user(owner)
    return {"decisions": percent(kept), "decided": percent(decided)}
