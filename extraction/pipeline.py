"""Text to knowledge: the extractor that the graph is given, from a draft's reading to vectors, mentions and facts."""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import accumulate, islice
from typing import Final

import numpy as np

from extraction.draft_reading import indexed_form, read_draft
from extraction.encoder import Embeds, QuestionVectors, open_embedder
from extraction.encoder.states import EncoderInput, EncoderStates, EncoderView
from extraction.facts.assembly import assembled, contexts_of, guess_of
from extraction.facts.given_facts import told_facts, with_given
from extraction.facts.predicate_types import Predicates
from extraction.lang.shared.languages import LanguageRegistry
from extraction.main_module import can_spawn
from extraction.model.context import Context
from extraction.model.findings import Findings
from extraction.names.known_names import asked_names
from extraction.names.speakers import asked_of_me
from extraction.names.titles import TitleGuess, bare_title
from extraction.question.answer_type import sought
from extraction.question.asked_amounts import asked_amounts
from extraction.question.asked_period import asked_period
from extraction.question.cross_encoder import CrossEncoder
from extraction.question.kin_references import called, of_me
from extraction.question.name_blocks import question_blocks
from extraction.settings import ExtractionSettings
from extraction.text.language import language_of
from extraction.text.plain import plain, visible
from extraction.text.token_counts import prompt_tokens
from extraction.text.words import query_words, words_met
from extraction.workers import Workers
from graph.errors import Invalid, Misconfigured
from graph.extractor import ExtractionInput, RelativeReference
from graph.model.draft import Draft
from graph.model.extraction import Chunk, DraftReading, EmbeddingModel, Extraction, Vector
from graph.model.question import Question
from graph.model.sentence_vectors import MOST, packed
from graph.model.types import EntityType

_TOGETHER: Final = 24_000
"""Characters that are understood at once: what the encoder saw of them, 6 KB a token, is held until it is read."""
_FACTS_MEANT: Final = MOST // 2
"""Of the sentences of a chunk so many may be given facts: its own must have room."""
_QUESTION_CHARACTERS = 4_000
_QUESTION_WORDS = 256


def _now() -> datetime:
    return datetime.now(UTC)


class Pipeline:
    """Extracts knowledge in English and Japanese; safe to share between threads, models load when first needed."""

    def __init__(
        self,
        settings: ExtractionSettings | None = None,
        *,
        embedder: Embeds | None = None,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        """`embedder` replaces the engine that the settings name; worker processes open the settings' own.

        `clock` dates a draft that carries no time.
        """
        self._settings = settings or ExtractionSettings()
        self._embedder = embedder or open_embedder(self._settings.vectors)
        self._questions = QuestionVectors(self._embedder, self._settings.vectors)
        self._eyes = EncoderView(self._embedder, self._settings.vectors)
        self._tongues = LanguageRegistry(self._settings, eyes=self._eyes)
        self._predicates = Predicates(self._embedder)
        self._rereader = CrossEncoder(self._settings.reranker)
        self._clock = clock
        self._workers: Workers | None = None
        self._lock = threading.Lock()

    @property
    def embedding(self) -> EmbeddingModel:
        """The model behind every vector this extractor makes."""
        return self._embedder.model

    def warm(self, *languages: str) -> None:
        """Loads the encoder and the pipelines of the languages (both when none is named), so no caller waits for it.

        A cross-encoder that cannot be loaded is told to those who ask for it: others do without.
        """
        self._embedder.passages(["warm"])
        for language in languages or ("en", "ja"):
            self._tongues.load(language)
        if self._rereader.named:
            with suppress(Misconfigured):
                self._rereader.relevance("warm", ["warm"])

    def read(self, draft: Draft) -> DraftReading:
        """Language, titles and chunks of a draft. Raises Invalid when there is nothing visible in its text."""
        return read_draft(draft, self._embedder, self._settings)

    def extract(self, works: Sequence[ExtractionInput]) -> Sequence[Extraction]:
        """One extraction for each piece of work, in order; all texts of a language go through its pipeline together."""
        titles = _guesses(works)
        pieces = [(work, chunk) for work in works for chunk in work.reading.chunks]
        # Drawn group by group: a title that only the encoder can tell is read before the contexts that know of it.
        contexts = self._contexts(works, titles)
        vectors: list[Vector] = []
        sentences: list[bytes] = []
        findings: list[Findings] = []
        for group in _groups(pieces):
            made, sights, told = self._seen(group, titles)
            vectors += made
            sentences += told
            findings += self._findings(group, list(islice(contexts, len(group))), sights)
        ends = list(accumulate(len(work.reading.chunks) for work in works))
        frames = list(zip([0, *ends], ends, strict=False))
        meant = self._meant(
            works, [vectors[start] for start, _ in frames], [sentences[start:end] for start, end in frames]
        )
        memories = [
            assembled(work, findings[start:end], titles.get(work.draft.title or ""))
            for work, (start, end) in zip(works, frames, strict=True)
        ]
        typed = self._predicates.typed(memories)
        told = [
            with_given(work, mentions, statements)
            for work, (mentions, _), statements in zip(works, memories, typed, strict=True)
        ]
        return [
            Extraction(
                reading=work.reading,
                vectors=tuple(vectors[start:end]),
                sentences=tuple(shown),
                mentions=mentions,
                statements=statements,
            )
            for work, (start, end), shown, (mentions, statements) in zip(works, frames, meant, told, strict=True)
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
        """The vectors of the chunks of each piece of work, in order, as `extract` makes them, and nothing else."""
        made = iter(self._vectors([_form(work, chunk) for work in works for chunk in work.reading.chunks]))
        return [list(islice(made, len(work.reading.chunks))) for work in works]

    def vectors(self, texts: Sequence[str]) -> Sequence[Vector]:
        """The vectors of short texts, names for instance, as passages: one of length 1 for each, in order."""
        return list(self._embedder.passages(list(texts)))

    def question(self, text: str, *, vector: bool = True, now: datetime | None = None) -> Question:
        """A question's vector, at most 256 distinct index words and the keys of every name it may hold.

        With `now`, the time it asks about as well. Raises Invalid when nothing visible was asked. The encoder sees the
        first 4,000 characters.
        """
        if not visible(text):
            raise Invalid("question", "it is empty.", allowed="at least one visible character")
        clean = text.encode("utf-8", "replace").decode("utf-8")
        clean = plain(clean) or clean
        language = language_of(clean)
        period = asked_period(clean, language, now) if now is not None else None
        # Who asks what was said in June does not look for what speaks of June.
        worded = period.rest if period is not None and period.rest else clean
        language = language_of(worded)
        words, pieces = query_words(worded, language)
        names, types = (*asked_names(clean), *asked_of_me(clean), *asked_amounts(clean, language)), sought(clean)
        return Question(
            text=text,
            language=language,
            vector=self._questions.of(worded[:_QUESTION_CHARACTERS]) if vector else None,
            words=tuple(words[:_QUESTION_WORDS]),
            pieces=pieces,
            candidates=names,
            blocks=question_blocks(clean),
            answer_types=types,
            of_me=EntityType.PERSON not in types and of_me(clean, names),
            period=period,
        )

    def called(self, question: str) -> Sequence[RelativeReference]:
        """Those a question calls by what they are to somebody, in its order: at most four of its beginning."""
        clean = question.encode("utf-8", "replace").decode("utf-8")  # as long as the question
        return called(clean, lambda: asked_names(clean))

    def words_met(self, words: Collection[str], texts: Sequence[str]) -> Sequence[Sequence[frozenset[str]]]:
        """For each text, those of the index words of a question that stand in each of its sentences, in order."""
        return words_met(words, texts)

    def relevance(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """How well each text answers the question, 0 to 1. Raises Misconfigured when no cross-encoder is named."""
        return self._rereader.relevance(question, texts)

    def tokens(self, text: str) -> int:
        """How many tokens of a prompt a text takes, counted with the embedder's tokeniser, never too few for Japanese.

        A text of two lines takes what each of them takes, and one more.
        """
        return prompt_tokens(text, self._embedder.count)

    def close(self) -> None:
        """Ends worker processes once what is under way in them is done; what was not begun is dropped."""
        with self._lock:
            workers, self._workers = self._workers, None
        if workers is not None:
            workers.close()

    def _seen(
        self, pieces: Sequence[tuple[ExtractionInput, Chunk]], titles: dict[str, TitleGuess]
    ) -> tuple[list[Vector], list[EncoderStates | None], list[bytes]]:
        """The vectors of chunks, and what the encoder saw of each and of its sentences where the engine shows it.

        What only a shape tells of their titles is read on the way: the encoder saw them before the text.
        """
        forms = [_form(work, chunk) for work, chunk in pieces]
        if not self._eyes.shared:
            self._read_titles(titles, {work.draft.title: None for work, _ in pieces if work.draft.title})
            return self._vectors(forms), [None] * len(pieces), []
        vectors, seeings = self._eyes.watched(forms)
        leads: dict[str, EncoderStates | None] = {}
        for (work, _), form, seeing in zip(pieces, forms, seeings, strict=True):
            title = work.draft.title
            if title and leads.get(title) is None:
                leads[title] = seeing.lead if form.lead == f"{title}\n" else None
        self._read_titles(titles, leads)
        return list(vectors), [seeing.text for seeing in seeings], [seeing.sentences for seeing in seeings]

    def _meant(
        self, works: Sequence[ExtractionInput], firsts: Sequence[Vector], sentences: Sequence[list[bytes]]
    ) -> list[list[bytes]]:
        """The vectors of each work's sentences chunk by chunk, the facts given with it among those of its first.

        So a memory is found by what its facts mean, and its own vector stays the one of its text: facts in common make
        no two texts alike. Where the engine shows no sentences, the first chunk is one sentence beside its facts.
        """
        told = [told_facts(work.draft)[:_FACTS_MEANT] for work in works]
        facts = [fact for some in told for fact in some]
        made = iter(self._embedder.passages(facts, [language_of(fact) for fact in facts]) if facts else ())
        meant: list[list[bytes]] = []
        for work, some, first, own in zip(works, told, firsts, sentences, strict=True):
            shown = own
            if some:
                beside = np.stack(list(islice(made, len(some))))
                of_text, *others = own or [packed(first[None]), *[b""] * (len(work.reading.chunks) - 1)]
                shown = [(packed(beside) + of_text)[: MOST * beside.shape[1]], *others]
            meant.append(shown)
        return meant

    def _vectors(self, forms: Sequence[EncoderInput]) -> list[Vector]:
        given = [form.lead + form.text for form in forms]
        texts = [plain(form) or form for form in given]
        if not texts:
            return []
        # Neighbours of like length waste no padding; the engine need not sort again.
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        made = self._embedder.passages([texts[place] for place in order], [forms[place].language for place in order])
        vectors = np.empty_like(made)
        vectors[order] = made
        return list(vectors)

    def _contexts(self, works: Sequence[ExtractionInput], titles: Mapping[str, TitleGuess]) -> Iterator[Context]:
        now = self._clock()
        for work in works:
            title = titles.get(work.draft.title or "")
            yield from (context for _, context in contexts_of(work, title, self._settings, now))

    def _findings(
        self,
        pieces: Sequence[tuple[ExtractionInput, Chunk]],
        contexts: Sequence[Context],
        sights: Sequence[EncoderStates | None],
    ) -> list[Findings]:
        found: list[Findings] = [Findings()] * len(pieces)
        for language in sorted({chunk.language for _, chunk in pieces}):
            places = [place for place, (_, chunk) in enumerate(pieces) if chunk.language == language]
            read = self._tongues.find(
                language,
                [pieces[place][1].text for place in places],
                [contexts[place] for place in places],
                [sights[place] for place in places],
            )
            for place, findings in zip(places, read, strict=True):
                found[place] = findings
        return found

    def _read_titles(self, titles: dict[str, TitleGuess], sights: Mapping[str, EncoderStates | None]) -> None:
        """For a title that a language sees as one name: that name's type."""
        shaped = [title for title in sights if title in titles and titles[title].reason == "shape"]
        bare = [bare_title(title) for title in shaped]
        languages = [language_of(title) for title in bare]
        now = self._clock()
        for language in sorted(set(languages)):
            places = [place for place, one in enumerate(languages) if one == language]
            contexts = [Context(when=now)] * len(places)
            texts = [bare[place] for place in places]
            seen = [sights[shaped[place]] for place in places]
            for place, found in zip(places, self._tongues.find(language, texts, contexts, seen), strict=True):
                whole = [name for name in found.names if name.end - name.start >= 0.8 * len(bare[place])]
                if whole:
                    guess = TitleGuess(whole[0].type, round(whole[0].confidence * 0.8, 3), "read alone")
                    titles[shaped[place]] = guess


def _groups(pieces: Sequence[tuple[ExtractionInput, Chunk]]) -> Iterator[list[tuple[ExtractionInput, Chunk]]]:
    """The chunks in order, as many together as may be held."""
    group: list[tuple[ExtractionInput, Chunk]] = []
    held = 0
    for piece in pieces:
        size = len(piece[1].text)
        if group and held + size > _TOGETHER:
            yield group
            group, held = [], 0
        group.append(piece)
        held += size
    if group:
        yield group


def _form(work: ExtractionInput, chunk: Chunk) -> EncoderInput:
    form = indexed_form(work.draft, chunk.text, chunk.language)
    return EncoderInput(form[: len(form) - len(chunk.text)], chunk.text)


def _guesses(works: Sequence[ExtractionInput]) -> dict[str, TitleGuess]:
    """What each given title names, the same for equal titles, as far as it is told without reading it."""
    best: dict[str, TitleGuess] = {}
    for work in works:
        title = work.draft.title
        if title:
            guess = guess_of(work)
            best[title] = max(best.get(title, guess), guess, key=lambda one: one.confidence)
    return best
