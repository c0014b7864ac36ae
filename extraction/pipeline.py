"""The extractor that the graph is given: from a draft to chunks, vectors, mentions and statements."""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import accumulate, islice
from typing import Final

import numpy as np

from extraction.draft_reading import indexed_form, read_draft
from extraction.encoder import Embeds, QuestionVectors, open_embedder
from extraction.encoder.states import EncodedText, EncoderInput, EncoderStates, EncoderView
from extraction.facts.assembly import assemble, candidates_of, contexts_of, guess_of
from extraction.facts.given_facts import fact_sentences, with_given_facts
from extraction.facts.predicate_types import PredicateClassifier
from extraction.lang.shared.languages import LanguageRegistry
from extraction.main_module import can_spawn
from extraction.model.context import Context
from extraction.model.findings import Findings
from extraction.names.known_names import asked_names
from extraction.names.speakers import user_references
from extraction.names.titles import TitleGuess, undated_title
from extraction.question.answer_type import answer_types
from extraction.question.asked_amounts import asked_amounts
from extraction.question.asked_dates import days_otherwise
from extraction.question.asked_period import asked_period
from extraction.question.asks_newest import asks_for_newest
from extraction.question.cross_encoder import CrossEncoder
from extraction.question.kin_references import of_me, relative_references
from extraction.question.name_blocks import question_blocks
from extraction.question.tense import tense_of
from extraction.settings import ExtractionSettings
from extraction.text.language import detected_language, language_of, question_languages
from extraction.text.plain import has_visible_text, plain
from extraction.text.sentences import spans_of_sentences
from extraction.text.token_counts import prompt_tokens
from extraction.text.words import matched_words, query_words, unelided
from extraction.workers import Workers
from graph.errors import Invalid, Misconfigured
from graph.extractor import ExtractionInput, RelativeReference
from graph.model.draft import Draft
from graph.model.extraction import Chunk, DraftReading, Embedded, EmbeddingModel, Extraction, Vector
from graph.model.reading.question import Question
from graph.model.reading.sentence_vectors import MOST, packed
from graph.model.types import EntityType

_GROUP_CHARACTERS: Final = 24_000
"""Characters of the chunks extracted together: their encoder states, 6 KB a token, are held in memory until read."""
_FACT_SENTENCES: Final = MOST // 2
"""At most this many of a chunk's sentence vectors are those of given facts, so that its own sentences have room."""
_TitlePlace = tuple[str, str]
"""A title and the text it stands before: what it names is read off these alone, whatever else is read at once."""
_QUESTION_CHARACTERS = 4_000
_QUESTION_WORDS = 256


def _now() -> datetime:
    return datetime.now(UTC)


class Pipeline:
    """Extracts knowledge in English and Japanese. Safe to share between threads; models load when first needed."""

    def __init__(
        self,
        settings: ExtractionSettings | None = None,
        *,
        embedder: Embeds | None = None,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        """`embedder` replaces the engine that the settings name, but not in worker processes.

        `clock` dates a draft that carries no time.
        """
        self._settings = settings or ExtractionSettings()
        self._embedder = embedder or open_embedder(self._settings.vectors)
        self._questions = QuestionVectors(self._embedder, self._settings.vectors)
        self._encoder_view = EncoderView(self._embedder, self._settings.vectors)
        self._languages = LanguageRegistry(self._settings, encoder_view=self._encoder_view)
        self._predicates = PredicateClassifier(self._embedder)
        self._cross_encoder = CrossEncoder(self._settings.reranker)
        self._clock = clock
        self._workers: Workers | None = None
        self._lock = threading.Lock()

    @property
    def embedding(self) -> EmbeddingModel:
        """The embedding model of every vector."""
        return self._embedder.model

    def warm(self, *languages: str) -> None:
        """Loads the encoder and the pipelines of the languages (all when none is named) ahead of the first call.

        A cross-encoder that cannot be loaded is no error here: `relevance` raises it.
        """
        self._embedder.passages(["warm"])
        for language in languages or ("en", "ja"):
            self._languages.load(language)
        if self._cross_encoder.is_configured:
            with suppress(Misconfigured):
                self._cross_encoder.relevance("warm", ["warm"])

    def read(self, draft: Draft) -> DraftReading:
        """Language, titles and chunks of a draft. Raises Invalid when there is nothing visible in its text."""
        return read_draft(draft, self._embedder, self._settings)

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        """One extraction for each input, in order; texts of one language share a pipeline run."""
        titles = _guesses(works)
        pieces = [(work, chunk) for work in works for chunk in work.reading.chunks]
        # A generator: the type of a title may need the encoder, and must be known before the contexts that use it.
        contexts = self._contexts(works, titles)
        vectors: list[Vector] = []
        sentences: list[bytes] = []
        findings: list[Findings] = []
        for group in _groups(pieces):
            group_vectors, states, group_sentences = self._encoded(group, titles)
            vectors += group_vectors
            sentences += group_sentences
            findings += self._findings(group, list(islice(contexts, len(group))), states)
        ranges = _ranges(works)
        sentence_vectors = self._sentence_vectors(works, ranges, vectors, sentences)
        memories = [
            assemble(work, findings[start:end], titles.get(_title_place(work)))
            for work, (start, end) in zip(works, ranges, strict=True)
        ]
        typed = self._predicates.typed([(mentions, statements) for mentions, statements, _ in memories])
        completed = [
            with_given_facts(work, mentions, statements)
            for work, (mentions, _, _), statements in zip(works, memories, typed, strict=True)
        ]
        return [
            Extraction(
                reading=work.reading,
                vectors=tuple(vectors[start:end]),
                sentences=tuple(work_sentences),
                mentions=mentions,
                statements=statements,
                literals=literals,
                candidates=tuple(candidates_of(work, findings[start:end], literals)),
            )
            for work, (start, end), work_sentences, (mentions, statements), (_, _, literals) in zip(
                works, ranges, sentence_vectors, completed, memories, strict=True
            )
        ]

    def extract_stream(self, batches: Iterable[Sequence[ExtractionInput]]) -> Iterator[Sequence[Extraction]]:
        """One list of extractions for each batch, in order.

        With several workers the batches are cut into units for them, at most one more under way than there are
        workers. Raises Unavailable when a worker dies. A script without `if __name__ == "__main__"` cannot have
        workers: its batches are understood in this process.
        """
        count = self._settings.worker_count
        if count == 1 or not can_spawn():
            return map(self.extract, batches)
        with self._lock:
            if self._workers is None:
                self._workers = Workers(self._settings, count)
        return self._workers.stream(batches)

    def chunk_vectors(self, works: Sequence[ExtractionInput]) -> Sequence[Sequence[Vector]]:
        """The vectors of each input's chunks, in order: the same as `extract` makes, without extracting."""
        made = iter(self._vectors([_form(work, chunk) for work in works for chunk in work.reading.chunks]))
        return [list(islice(made, len(work.reading.chunks))) for work in works]

    def embedded(self, works: Sequence[ExtractionInput]) -> Sequence[Embedded]:
        """The vectors of each input's chunks and their sentences, in order: the same as `extract` makes."""
        vectors: list[Vector] = []
        sentences: list[bytes] = []
        for group in _groups([(work, chunk) for work in works for chunk in work.reading.chunks]):
            forms = [_form(work, chunk) for work, chunk in group]
            if not self._encoder_view.shared:
                vectors += self._vectors(forms)
                continue
            group_vectors, encodings = self._encoder_view.encoded(forms)
            vectors += list(group_vectors)
            sentences += self._kept_sentences(encodings)
        ranges = _ranges(works)
        sentence_vectors = self._sentence_vectors(works, ranges, vectors, sentences)
        return [
            Embedded(vectors=tuple(vectors[start:end]), sentences=tuple(of_work))
            for (start, end), of_work in zip(ranges, sentence_vectors, strict=True)
        ]

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        """Unit vectors of short texts such as names, embedded as passages, in order."""
        return list(self._embedder.passages(list(texts)))

    def question(self, text: str, *, vector: bool = True, now: datetime | None = None) -> Question:
        """A question analysed: vector, at most 256 index words, candidate names, answer types; with `now` its period.

        Raises Invalid when nothing visible was asked. The encoder reads the first 4,000 characters.
        """
        if not has_visible_text(text):
            raise Invalid("question", "it is empty.", allowed="at least one visible character")
        clean = text.encode("utf-8", "replace").decode("utf-8")
        clean = plain(clean) or clean
        worded, language = clean, language_of(clean)
        words_language, *others = question_languages(clean, language)
        period = asked_period(clean, language, now) if now is not None else None
        if period is not None and period.rest:
            # Without its time: "what did we discuss in June" does not look for texts that mention June.
            worded, language = period.rest, language_of(period.rest)
        words, pieces = query_words(worded, words_language, others)
        names, types = (
            (
                *asked_names(unelided(clean) if language == "fr" else clean),
                *user_references(clean, language),
                *asked_amounts(clean, language),
            ),
            answer_types(clean),
        )
        return Question(
            text=text,
            language=language,
            vector=self._questions.of(worded[:_QUESTION_CHARACTERS]) if vector else None,
            words=tuple(words[:_QUESTION_WORDS]),
            pieces=pieces,
            otherwise=tuple(days_otherwise(worded)),
            candidates=names,
            blocks=question_blocks(clean),
            answer_types=types,
            tense=tense_of(clean),
            of_me=EntityType.PERSON not in types and of_me(clean, names),
            newest=asks_for_newest(clean),
            period=period,
        )

    def called(self, question: str) -> Sequence[RelativeReference]:
        """The relatives a question refers to by their role ("my sister"), in order, at most four."""
        clean = question.encode("utf-8", "replace").decode("utf-8")  # offsets stay true
        return relative_references(clean, lambda: asked_names(clean))

    def words_met(self, words: Collection[str], texts: Sequence[str]) -> Sequence[Sequence[frozenset[str]]]:
        """For each text, the index words of a question that occur in each of its sentences, in order."""
        return matched_words(words, texts)

    def sentences(self, text: str) -> Sequence[tuple[int, int]]:
        """Start and end of every sentence in characters, in order and without gaps."""
        return spans_of_sentences(text)

    def content_words(self, texts: Sequence[str]) -> Sequence[frozenset[str]]:
        """The words of each text as an index holds them, without those that are pieces of others."""
        kept: list[frozenset[str]] = []
        for text in texts:
            words, pieces = query_words(text, detected_language(text))
            kept.append(frozenset(words) - pieces)
        return kept

    def relevance(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """How well each text answers the question, 0 to 1. Raises Misconfigured when no cross-encoder is named."""
        return self._cross_encoder.relevance(question, texts)

    def tokens(self, text: str) -> int:
        """An upper estimate of the prompt tokens of a text, by the embedder's tokeniser.

        Additive over lines: two lines take the sum of both and one more.
        """
        return prompt_tokens(text, self._embedder.count)

    def close(self) -> None:
        """Ends worker processes after the units under way; units not begun are dropped."""
        with self._lock:
            workers, self._workers = self._workers, None
        if workers is not None:
            workers.close()

    def _encoded(
        self, pieces: Sequence[tuple[ExtractionInput, Chunk]], titles: dict[_TitlePlace, TitleGuess]
    ) -> tuple[list[Vector], list[EncoderStates | None], list[bytes]]:
        """Chunk vectors and, where the engine exposes hidden states, each chunk's states and sentence vectors.

        Titles that only their shape classifies are read on the way: their tokens precede the text in the encoder input.
        """
        forms = [_form(work, chunk) for work, chunk in pieces]
        if not self._encoder_view.shared:
            self._read_titles(titles, {_title_place(work): None for work, _ in pieces if work.draft.title})
            return self._vectors(forms), [None] * len(pieces), []
        vectors, encodings = self._encoder_view.encoded(forms)
        title_states: dict[_TitlePlace, EncoderStates | None] = {}
        for (work, chunk), form, encoding in zip(pieces, forms, encodings, strict=True):
            title = work.draft.title
            if title and chunk is work.reading.chunks[0]:
                title_states[_title_place(work)] = encoding.lead if form.lead == f"{title}\n" else None
        self._read_titles(titles, title_states)
        return list(vectors), [encoding.text for encoding in encodings], self._kept_sentences(encodings)

    def _kept_sentences(self, encodings: Sequence[EncodedText]) -> list[bytes]:
        """The packed sentence vectors of each chunk; none of any where the settings keep none."""
        return [encoding.sentences for encoding in encodings] if self._settings.vectors.sentences else []

    def _sentence_vectors(
        self,
        works: Sequence[ExtractionInput],
        ranges: Sequence[tuple[int, int]],
        vectors: Sequence[Vector],
        sentences: Sequence[bytes],
    ) -> list[list[bytes]]:
        """Packed sentence vectors of each input by chunk; those of the facts given with it go to its first chunk.

        A memory is found by its facts that way, and its chunk vector stays that of its text: shared facts make no two
        texts similar. Without sentence vectors of the text its first chunk counts as one sentence.
        """
        facts_by_work = [fact_sentences(work.draft)[:_FACT_SENTENCES] for work in works]
        facts = [fact for work_facts in facts_by_work for fact in work_facts]
        fact_vectors = iter(self._embedder.passages(facts) if facts else ())
        packed_by_work: list[list[bytes]] = []
        for work, work_facts, (start, end) in zip(works, facts_by_work, ranges, strict=True):
            packed_vectors = text_sentences = list(sentences[start:end])
            if work_facts:
                facts_matrix = np.stack(list(islice(fact_vectors, len(work_facts))))
                of_text, *others = text_sentences or [
                    packed(vectors[start][None]),
                    *[b""] * (len(work.reading.chunks) - 1),
                ]
                packed_vectors = [(packed(facts_matrix) + of_text)[: MOST * facts_matrix.shape[1]], *others]
            packed_by_work.append(packed_vectors)
        return packed_by_work

    def _vectors(self, forms: Sequence[EncoderInput]) -> list[Vector]:
        inputs = [form.lead + form.text for form in forms]
        texts = [plain(form) or form for form in inputs]
        if not texts:
            return []
        # Sorted by length: less padding.
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        sorted_vectors = self._embedder.passages(
            [texts[place] for place in order], [forms[place].language for place in order]
        )
        vectors = np.empty_like(sorted_vectors)
        vectors[order] = sorted_vectors
        return list(vectors)

    def _contexts(
        self, works: Sequence[ExtractionInput], titles: Mapping[_TitlePlace, TitleGuess]
    ) -> Iterator[Context]:
        now = self._clock()
        for work in works:
            title = titles.get(_title_place(work))
            yield from (context for _, context in contexts_of(work, title, now))

    def _findings(
        self,
        pieces: Sequence[tuple[ExtractionInput, Chunk]],
        contexts: Sequence[Context],
        states: Sequence[EncoderStates | None],
    ) -> list[Findings]:
        findings_by_piece: list[Findings] = [Findings()] * len(pieces)
        for language in sorted({chunk.language for _, chunk in pieces}):
            places = [place for place, (_, chunk) in enumerate(pieces) if chunk.language == language]
            language_findings = self._languages.find(
                language,
                [pieces[place][1].text for place in places],
                [contexts[place] for place in places],
                [states[place] for place in places],
            )
            for place, findings in zip(places, language_findings, strict=True):
                findings_by_piece[place] = findings
        return findings_by_piece

    def _read_titles(
        self, titles: dict[_TitlePlace, TitleGuess], states: Mapping[_TitlePlace, EncoderStates | None]
    ) -> None:
        """Gives a title that the recogniser reads as one name that name's type."""
        shaped = [place for place in states if place in titles and titles[place].reason == "shape"]
        bare = [undated_title(title) for title, _ in shaped]
        languages = [language_of(title) for title in bare]
        now = self._clock()
        for language in sorted(set(languages)):
            places = [place for place, title_language in enumerate(languages) if title_language == language]
            contexts = [Context(when=now)] * len(places)
            texts = [bare[place] for place in places]
            title_states = [states[shaped[place]] for place in places]
            for place, findings in zip(
                places, self._languages.find(language, texts, contexts, title_states), strict=True
            ):
                whole = [name for name in findings.names if name.end - name.start >= 0.8 * len(bare[place])]
                if whole:
                    guess = TitleGuess(whole[0].type, round(whole[0].confidence * 0.8, 3), "read alone")
                    titles[shaped[place]] = guess


def _groups(pieces: Sequence[tuple[ExtractionInput, Chunk]]) -> Iterator[list[tuple[ExtractionInput, Chunk]]]:
    """The chunks in order, in groups of at most `_GROUP_CHARACTERS`."""
    group: list[tuple[ExtractionInput, Chunk]] = []
    held = 0
    for piece in pieces:
        size = len(piece[1].text)
        if group and held + size > _GROUP_CHARACTERS:
            yield group
            group, held = [], 0
        group.append(piece)
        held += size
    if group:
        yield group


def _ranges(works: Sequence[ExtractionInput]) -> list[tuple[int, int]]:
    """Where the chunks of each input begin and end among those of all."""
    ends = list(accumulate(len(work.reading.chunks) for work in works))
    return list(zip([0, *ends], ends, strict=False))


def _form(work: ExtractionInput, chunk: Chunk) -> EncoderInput:
    form = indexed_form(work.draft, chunk.text, chunk.language)
    return EncoderInput(form[: len(form) - len(chunk.text)], chunk.text)


def _title_place(work: ExtractionInput) -> _TitlePlace:
    return work.draft.title or "", work.reading.chunks[0].text


def _guesses(works: Sequence[ExtractionInput]) -> dict[_TitlePlace, TitleGuess]:
    """The guess for each title that needs no model."""
    return {_title_place(work): guess_of(work) for work in works if work.draft.title}
