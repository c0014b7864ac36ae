"""A small extractor for tests about the graph: words by splitting, names by capitals, vectors by hashing."""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

import numpy as np

from extraction.encoder import open_embedder
from extraction.question.asked_period import asked_period
from extraction.question.kin_references import relative_references
from extraction.question.tense import tense_of
from extraction.text.keywords import words_of
from graph.errors import Invalid
from graph.extractor import ExtractionInput, RelativeReference
from graph.model.draft import Draft
from graph.model.extraction import (
    CandidateMention,
    Chunk,
    DraftReading,
    Embedded,
    EmbeddingModel,
    Extraction,
    LiteralFact,
    Mention,
    NameCandidate,
    Statement,
    Vector,
)
from graph.model.reading.question import Question
from graph.model.reading.sentence_vectors import packed
from graph.model.types import EntityType, LinkType, RelationType

MODEL = replace(open_embedder().model, spread=10.0, spreads={}, apart=None, far=None)
"""The record of the real engine, so that both may share one database, with the factor that fits vectors of letters."""

_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"[A-Z][a-z]+\d*(?: [A-Z][a-z]+\d*)*")
_ALIAS = re.compile(r" \(([A-Z][a-z]+)\)")
_SENTENCE = re.compile(r"[^.?!\n]+[.?!]?")
_BETWEEN = re.compile(r"(?: \([A-Z][a-z]+\))? ([a-z]+)(?: (?:in|at|for|with|to))? ")
_VERBS = {"joined": RelationType.WORKS_FOR, "leads": RelationType.LEADS, "met": RelationType.KNOWS}
_SUFFIXES = {
    "Corp": EntityType.ORGANIZATION, "Town": EntityType.LOCATION, "Day": EntityType.EVENT, "Idea": EntityType.CONCEPT,
}  # fmt: skip


class PlainExtractor:
    """Reads "Ada Byron (Ada) joined Acme Corp." A blank line parts chunks; capitalised words are names."""

    def __init__(self, model: EmbeddingModel = MODEL) -> None:
        self._model = model

    @property
    def embedding(self) -> EmbeddingModel:
        return self._model

    def read(self, draft: Draft) -> DraftReading:
        chunks = tuple(_chunks(draft.text))
        if not chunks:
            raise Invalid("text", "there is nothing to remember.")
        title = draft.title or draft.text[:50]
        words = words_of(draft.text, most=20, boost=1.5)
        return DraftReading(
            language="en",
            title=title,
            summary=draft.text[:200],
            micro_summary=draft.text[:80],
            chunks=chunks,
            pinned="remember this" in draft.text.lower(),
            keywords=words.keywords,
            word_count=words.count,
        )

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        return [_extraction(work) for work in works]

    def extract_stream(self, batches: Iterable[Sequence[ExtractionInput]]) -> Iterator[Sequence[Extraction]]:
        return map(self.extract, batches)

    def chunk_vectors(self, works: Sequence[ExtractionInput]) -> Sequence[Sequence[Vector]]:
        return [_vectors(work) for work in works]

    def embedded(self, works: Sequence[ExtractionInput]) -> Sequence[Embedded]:
        return [
            Embedded(vectors=_vectors(work), sentences=tuple(_sentences(chunk.text) for chunk in work.reading.chunks))
            for work in works
        ]

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        return [vector_of(text) for text in texts]

    def question(self, text: str, *, vector: bool = True, now: datetime | None = None) -> Question:
        period = asked_period(text, "en", now) if now else None
        worded = period.rest if period and period.rest else text
        words = tuple(dict.fromkeys(_words(worded)))[:256]
        names = tuple(NameCandidate(name.group().lower(), *name.span()) for name in _NAME.finditer(text))
        made = vector_of(worded) if vector else None
        return Question(
            text=text, language="en", vector=made, words=words, candidates=names, tense=tense_of(text), period=period
        )

    def warm(self) -> None:
        return None

    def called(self, question: str) -> Sequence[RelativeReference]:
        return relative_references(question, lambda: self.question(question, vector=False).candidates)

    def words_met(self, words: Collection[str], texts: Sequence[str]) -> Sequence[Sequence[frozenset[str]]]:
        asked = frozenset(words)
        return [[asked.intersection(_words(part)) for part in _SENTENCE.findall(text)] for text in texts]

    def sentences(self, text: str) -> Sequence[tuple[int, int]]:
        return [match.span() for match in _SENTENCE.finditer(text)]

    def content_words(self, texts: Sequence[str]) -> Sequence[frozenset[str]]:
        return [frozenset(_words(text)) for text in texts]

    def relevance(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """The share of a text's words that the question has."""
        asked = set(question.lower().split())
        return [len(asked & set(text.lower().split())) / max(1, len(set(text.lower().split()))) for text in texts]

    def tokens(self, text: str) -> int:
        return len(re.findall(r"[^\W_]{1,8}|[^\w ]|_", text))

    def close(self) -> None:
        return None


def vector_of(text: str) -> Vector:
    """The unit sum of one pseudo-random vector a word."""
    total = np.zeros(MODEL.dimensions, dtype=np.float32)
    for word in _words(text) or ["nothing"]:
        total += _word_vector(word)
    return (total / np.linalg.norm(total)).astype(np.float32)


@lru_cache(maxsize=50_000)
def _word_vector(word: str) -> Vector:
    seed = int.from_bytes(hashlib.sha256(word.encode("utf-8", "replace")).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(MODEL.dimensions).astype(np.float32)


def _words(text: str) -> list[str]:
    return [word.lower()[:64] for word in _WORD.findall(text)]


def _chunks(text: str) -> Iterator[Chunk]:
    ordinal = 0
    for piece in re.finditer(r"(?:[^\n]|\n(?!\n))+", text):
        if not piece.group().strip():
            continue
        start = piece.start()
        asked = " ".join(w for s in _SENTENCE.findall(piece.group()) if s.endswith("?") for w in _words(s))
        yield Chunk(
            ordinal=ordinal,
            start=start,
            end=piece.end(),
            text=piece.group(),
            language="en",
            words=" ".join(_words(piece.group())),
            asked=asked,
            asks=bool(asked),
        )
        ordinal += 1


def _extraction(work: ExtractionInput) -> Extraction:
    mentions: list[Mention] = []
    statements: list[Statement] = []
    for chunk in work.reading.chunks:
        first = len(mentions)
        for name in _NAME.finditer(chunk.text):
            if chunk.text[: name.start()].endswith(" ("):
                continue  # an alias of the name before it
            kind = _SUFFIXES.get(name.group().split()[-1], EntityType.PERSON)
            mentions.append(_mention(chunk, name, kind))
        statements += _statements(chunk, mentions, first)
        mentions += _whole(work.draft, chunk)
    return Extraction(
        reading=work.reading,
        vectors=_vectors(work),
        sentences=tuple(_sentences(chunk.text) for chunk in work.reading.chunks),
        mentions=tuple(mentions),
        statements=tuple(statements),
        literals=tuple(_literals(work)),
        candidates=tuple(
            CandidateMention(
                chunk=chunk.ordinal, start=chunk.start + name.start(), end=chunk.start + name.end(),
                surface=name.group(), key=name.group().lower(),
            )
            for chunk in work.reading.chunks
            for name in _NAME.finditer(chunk.text)
        ),
    )  # fmt: skip


def _literals(work: ExtractionInput) -> Iterator[LiteralFact]:
    """That something makes what has no name: "It makes anvils."."""
    for chunk in work.reading.chunks:
        for said in re.finditer(r"\b(\w++) (makes) (\w+)", chunk.text):
            yield LiteralFact(
                chunk=chunk.ordinal, subject=None, subject_text=said[1], predicate=said[2], lemma=said[2], object=None,
                object_text=said[3], start=chunk.start + said.start(), end=chunk.start + said.end(), confidence=0.7,
                reasons=("verb between",), method="plain",
            )  # fmt: skip


def _vectors(work: ExtractionInput) -> tuple[Vector, ...]:
    title = work.draft.title or ""
    return tuple(vector_of(f"{title} {chunk.text}") for chunk in work.reading.chunks)


def _sentences(text: str) -> bytes:
    return packed(np.stack([vector_of(sentence) for sentence in _SENTENCE.findall(text) or [text]]))


def _mention(chunk: Chunk, name: re.Match[str], kind: EntityType) -> Mention:
    alias = _ALIAS.match(chunk.text, name.end())
    return Mention(
        chunk=chunk.ordinal,
        start=chunk.start + name.start(),
        end=chunk.start + name.end(),
        surface=name.group(),
        name=name.group(),
        key=name.group().lower(),
        type=kind,
        link_type=LinkType.MENTIONS,
        confidence=0.8,
        reasons=("capital",),
        method="plain",
        aliases=(alias.group(1),) if alias else (),
        alias_keys=(alias.group(1).lower(),) if alias else (),
    )


def _statements(chunk: Chunk, mentions: Sequence[Mention], first: int) -> Iterator[Statement]:
    for place in range(first, len(mentions) - 1):
        one, other = mentions[place], mentions[place + 1]
        assert one.end is not None
        assert other.start is not None
        assert one.start is not None
        assert other.end is not None
        verb = _BETWEEN.fullmatch(chunk.text[one.end - chunk.start : other.start - chunk.start])
        if verb:
            yield Statement(
                chunk=chunk.ordinal,
                subject=place,
                object=place + 1,
                predicate=verb.group(1),
                lemma=verb.group(1),
                type=_VERBS.get(verb.group(1), RelationType.RELATES_TO),
                start=one.start,
                end=other.end,
                confidence=0.7,
                reasons=("verb between",),
                method="plain",
            )


def _whole(draft: Draft, chunk: Chunk) -> Iterator[Mention]:
    for name, link, kind in (
        (draft.title, LinkType.DESCRIBES, EntityType.CONCEPT),
        (draft.speaker, LinkType.PERFORMED_BY, EntityType.PERSON),
    ):
        if name:
            yield Mention(
                chunk=chunk.ordinal, start=None, end=None, surface=name, name=name, key=name.lower(), type=kind,
                link_type=link, confidence=0.9, reasons=("given",), method="given",
            )  # fmt: skip
