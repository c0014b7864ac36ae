"""Reads a draft without a model: language, chunks, title, summaries, and whether it asks to be pinned."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from extraction.facts.given_facts import fact_sentences, resolved_name
from extraction.names.keys import name_key
from extraction.pin_instructions import content_of, may_pin
from extraction.settings import ExtractionSettings
from extraction.text.chunks import Counts, spans_of
from extraction.text.keywords import words_of
from extraction.text.language import detected_language, language_of
from extraction.text.plain import has_visible_text
from extraction.text.sentences import SENTENCE
from extraction.text.words import MOST, index_words
from graph.errors import Invalid
from graph.model.draft import Draft
from graph.model.extraction import Chunk, DraftReading

_ASKS: Final = re.compile(r"[?？][」』）)\"”']*\s*$|(?:ます|です|でしょう|の)か[。」]?\s*$")
_SOFT: Final = re.compile(r"[、，,;；:：]\s*|\s+")
_HARD: Final = re.compile(r"[。！？!?]+[」』）)\"”']*|\.(?=\s)")
_TERMS: Final = re.compile(r"[A-Za-z\u00c0-\u024f]{3,}|[\u30a1-\u30fc]{2,}|[\u4e00-\u9fff]{2}|\d+")
_LEAD: Final = 20_000
"""Characters of a text from which its summary is taken."""
_LEAST_MICRO: Final = 50

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def read_draft(draft: Draft, counts: Counts, settings: ExtractionSettings) -> DraftReading:
    """The reading of a draft; the index words of its chunks include date and speaker.

    Raises Invalid for a text without any visible character, or with lone surrogates or NUL in it.
    """
    text = draft.text
    _check(text)
    start, end, pinned = content_of(text, settings.pin_instructions if may_pin(draft) else ())
    spans = spans_of(text, start, end, counts, size=settings.chunk_tokens, overlap=settings.chunk_overlap)
    chunks = tuple(_chunks(draft, spans))
    content = text[start:end]
    words = words_of(content, most=settings.keywords_most, boost=settings.keyword_boost, without=settings.stop_words)
    return DraftReading(
        language=_language(chunks),
        title=draft.title or title_of(content, settings.title_characters),
        summary=summary_of(content, settings.summary_sentences, settings.summary_characters),
        micro_summary=micro_summary_of(content, settings.micro_summary_characters),
        chunks=chunks,
        pinned=pinned or draft.pinned,
        given=_given_keys(draft),
        keywords=words.keywords,
        word_count=words.count,
    )


def _given_keys(draft: Draft) -> tuple[str, ...]:
    """The keys of the names in given facts.

    Raises Invalid for an invisible name, or a fact that relates a name to itself.
    """
    keys: list[str] = []
    for place, fact in enumerate(draft.facts):
        if not all(has_visible_text(name) for name, _ in fact.ends):
            raise Invalid(f"facts[{place}]", "nothing of a name is visible.", allowed="names that can be seen")
        subject, object_ = (name_key(resolved_name(name, draft.speaker)) for name, _ in fact.ends)
        if subject == object_:
            raise Invalid(f"facts[{place}]", "it ties a name to itself.", allowed="two different names")
        keys += (subject, object_)
    return tuple(keys)


def indexed_form(draft: Draft, text: str, language: str) -> str:
    """What is embedded and indexed of a chunk: its text after the given title, of a turn after date and speaker too."""
    titled = f"{draft.title}\n{text}" if draft.title else text
    if not draft.speaker:
        return titled
    when = draft.occurred_at or draft.created_at
    spelled = f"{spelled_date(when, language)} " if when else ""
    return f"{spelled}{draft.speaker}: {titled}"


def spelled_date(when: datetime, language: str) -> str:
    """A date and time in words: "7:31 pm on 21 January, 2022" or 2022年1月21日 19:31."""
    if language == "ja":
        return f"{when.year}年{when.month}月{when.day}日 {when.hour}:{when.minute:02}"
    half = "am" if when.hour < 12 else "pm"
    clock = f"{when.hour % 12 or 12}:{when.minute:02} {half}"
    return f"{clock} on {when.day} {_MONTHS[when.month - 1]}, {when.year}"


def title_of(content: str, characters: int) -> str:
    """The first characters of a text in one line, followed by "..." when there is more."""
    line = " ".join(content[: characters * 8].split())
    if len(line) <= characters and len(content) <= characters * 8:
        return line
    return line[:characters].rstrip() + "..."


def micro_summary_of(content: str, characters: int) -> str:
    """The text in one line when it fits, else 50 to `characters` of it, cut at punctuation where possible."""
    line = " ".join(content[: characters * 8].split())
    if len(line) <= characters and len(content) <= characters * 8:
        return line
    line = line[:characters]
    for pause in (_HARD, _SOFT):
        ends = [match.end() for match in pause.finditer(line) if _LEAST_MICRO <= match.end() <= characters]
        if ends:
            return line[: ends[-1]].rstrip()
    return line[: characters - 1] + "…"


def summary_of(content: str, sentences: int, characters: int) -> str:
    """An extractive summary: the first sentence and those with the highest weight, in the order of the text.

    The weight is the mean tf · idf of a sentence's terms over the first 20,000 characters.
    """
    sentences_of_lead = [" ".join(part.split()) for part in SENTENCE.findall(content[:_LEAD])]
    parts = [part for part in sentences_of_lead if part]
    if len(parts) <= sentences and sum(map(len, parts)) + len(parts) <= characters:
        return _joined(parts)
    chosen: list[int] = []
    room_left = characters
    for place in _ranked(parts):
        if len(chosen) < sentences and len(parts[place]) < room_left:
            chosen.append(place)
            room_left -= len(parts[place]) + 1
    if not chosen:
        return parts[0][: characters - 1] + "…"
    return _joined([parts[place] for place in sorted(chosen)])


def _check(text: str) -> None:
    if not has_visible_text(text):
        raise Invalid("text", "there is nothing to remember in it.", allowed="at least one visible character")
    if "\x00" in text:
        raise Invalid("text", "it holds a NUL character.", allowed="text without U+0000")
    if not text.isascii() and re.search("[\ud800-\udfff]", text):
        raise Invalid("text", "it holds a lone surrogate, so it is not valid Unicode.", allowed="valid UTF-8 text")


def _chunks(draft: Draft, spans: Iterable[tuple[int, int]]) -> Iterator[Chunk]:
    for ordinal, span in enumerate(spans):
        yield _chunk(draft, ordinal, span)


def _chunk(draft: Draft, ordinal: int, span: tuple[int, int]) -> Chunk:
    text = draft.text[span[0] : span[1]]
    language = language_of(text)
    words_language = detected_language(text, language)
    questions = questions_in(text) if draft.speaker else ""
    words = index_words(indexed_form(draft, text, language), words_language)
    if ordinal == 0 and draft.facts:
        # A memory is found by what is given with it. Its vector stays its own: facts in common make no two texts alike.
        facts = "\n".join(fact_sentences(draft))
        words = [*words, *index_words(facts, detected_language(facts))][:MOST]
    return Chunk(
        ordinal=ordinal,
        start=span[0],
        end=span[1],
        text=text,
        language=language,
        words=" ".join(words),
        asked=" ".join(index_words(questions, words_language)),
        asks=bool(questions),
    )


def questions_in(text: str) -> str:
    """The questions among the sentences of a text, joined."""
    return " ".join(part for part in SENTENCE.findall(text) if _ASKS.search(part))


def _language(chunks: Sequence[Chunk]) -> str:
    """The language of most characters."""
    sizes: Counter[str] = Counter()
    for chunk in chunks:
        sizes[chunk.language] += len(chunk.text)
    return max(sizes, key=lambda language: sizes[language])


def _ranked(parts: Sequence[str]) -> list[int]:
    """The indices of sentences: the first one, then the others by the mean tf · idf of their terms, falling."""
    terms = [Counter(term.casefold() for term in _TERMS.findall(part)) for part in parts]
    spread = Counter(term for counted in terms for term in counted)
    total = sum(terms, Counter[str]())

    def weight(place: int) -> float:
        counted = terms[place]
        if not counted:
            return 0.0
        carried = sum(math.log1p(total[term]) * math.log1p(len(parts) / spread[term]) for term in counted)
        return carried / math.sqrt(len(counted)) / math.sqrt(1 + place / 8)

    return [0, *sorted(range(1, len(parts)), key=weight, reverse=True)]


def _joined(parts: Sequence[str]) -> str:
    """Joins sentences with a space, but not after Japanese punctuation."""
    line = ""
    for part in parts:
        line += part if not line or line[-1] in "。！？」』）" else f" {part}"
    return line
