"""Text to knowledge: the extractor that the graph is given, from a draft's reading to vectors, mentions and facts."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime

import numpy as np

from extraction.assembly import assembled, contexts_of, guess_of
from extraction.context import Context
from extraction.found import Findings
from extraction.known import candidate_keys
from extraction.language import language_of
from extraction.plain import plain, visible
from extraction.reading import indexed_form, read_draft
from extraction.settings import ExtractionSettings
from extraction.titles import TitleGuess, bare_title
from extraction.tongues import Tongues
from extraction.vectors import Embeds, open_embedder
from extraction.words import query_words
from extraction.workers import Workers
from graph.errors import Invalid
from graph.extracts import Work
from graph.model import Draft, EmbeddingModel, Extraction, Question, Reading, Vector

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
        self._tongues = Tongues(self._settings)
        self._clock = clock
        self._workers: Workers | None = None
        self._lock = threading.Lock()

    @property
    def embedding(self) -> EmbeddingModel:
        """The model behind every vector this extractor makes."""
        return self._embedder.model

    def warm(self, *languages: str) -> None:
        """Loads the encoder and the pipelines of the languages (both when none is named), so no caller waits for it."""
        self._embedder.passages(["warm"])
        for language in languages or ("en", "ja"):
            self._tongues.load(language)

    def read(self, draft: Draft) -> Reading:
        """Language, titles and chunks of a draft. Raises Invalid when there is nothing visible in its text."""
        return read_draft(draft, self._embedder, self._settings)

    def extract(self, works: Sequence[Work]) -> Sequence[Extraction]:
        """One extraction for each piece of work, in order; all texts of a language go through its pipeline together."""
        vectors = self._vectors(works)
        titles = self._titles(works)
        findings = self._findings(works, titles)
        extractions: list[Extraction] = []
        at = 0
        for work, title in zip(works, titles, strict=True):
            end = at + len(work.reading.chunks)
            mentions, statements = assembled(work, findings[at:end], title)
            extractions.append(
                Extraction(
                    reading=work.reading,
                    vectors=tuple(vectors[at:end]),
                    mentions=mentions,
                    statements=statements,
                )
            )
            at = end
        return extractions

    def extract_stream(self, batches: Iterable[Sequence[Work]]) -> Iterator[Sequence[Extraction]]:
        """One list of extractions for each batch, in order.

        With several workers the batches are cut into units for them, at most one more under way than there are
        workers. Raises Unavailable when a worker dies.
        """
        count = self._settings.worker_count
        if count == 1:
            return map(self.extract, batches)
        with self._lock:
            if self._workers is None:
                self._workers = Workers(self._settings, count)
        return self._workers.stream(batches)

    def question(self, text: str, *, vector: bool = True) -> Question:
        """A question's vector, at most 256 distinct index words and the keys of every name it may hold.

        Raises Invalid when nothing visible was asked. The encoder sees the first 4,000 characters.
        """
        if not visible(text):
            raise Invalid("question", "it is empty.", allowed="at least one visible character")
        clean = text.encode("utf-8", "replace").decode("utf-8")
        clean = plain(clean) or clean
        language = language_of(clean)
        return Question(
            text=text,
            language=language,
            vector=self._embedder.queries([clean[:_QUESTION_CHARACTERS]])[0] if vector else None,
            words=tuple(query_words(clean, language)[:_QUESTION_WORDS]),
            keys=candidate_keys(clean),
        )

    def close(self) -> None:
        """Ends worker processes once what is under way in them is done; what was not begun is dropped."""
        with self._lock:
            workers, self._workers = self._workers, None
        if workers is not None:
            workers.close()

    def _vectors(self, works: Sequence[Work]) -> list[Vector]:
        forms = [
            indexed_form(work.draft, chunk.text, chunk.language) for work in works for chunk in work.reading.chunks
        ]
        texts = [plain(form) or form for form in forms]
        if not texts:
            return []
        # Neighbours of like length waste no padding; the engine need not sort again.
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        made = self._embedder.passages([texts[place] for place in order])
        vectors = np.empty_like(made)
        vectors[order] = made
        return list(vectors)

    def _findings(self, works: Sequence[Work], titles: Sequence[TitleGuess | None]) -> list[Findings]:
        now = self._clock()
        chunks = [
            pair
            for work, title in zip(works, titles, strict=True)
            for pair in contexts_of(work, title, self._settings, now)
        ]
        found: list[Findings] = [Findings()] * len(chunks)
        for language in sorted({chunk.language for chunk, _ in chunks}):
            places = [place for place, (chunk, _) in enumerate(chunks) if chunk.language == language]
            texts = [chunks[place][0].text for place in places]
            contexts = [chunks[place][1] for place in places]
            for place, findings in zip(places, self._tongues.find(language, texts, contexts), strict=True):
                found[place] = findings
        return found

    def _titles(self, works: Sequence[Work]) -> list[TitleGuess | None]:
        """What each given title names, the same for equal titles; what only a shape tells is read by the languages."""
        best: dict[str, TitleGuess] = {}
        for work in works:
            title = work.draft.title
            if title:
                guess = guess_of(work)
                best[title] = max(best.get(title, guess), guess, key=lambda one: one.confidence)
        best |= self._read_titles([title for title, guess in best.items() if guess.reason == "shape"])
        return [best.get(work.draft.title or "") for work in works]

    def _read_titles(self, titles: Sequence[str]) -> dict[str, TitleGuess]:
        """For a title that a language sees as one name: that name's type."""
        bare = [bare_title(title) for title in titles]
        languages = [language_of(title) for title in bare]
        now = self._clock()
        read: dict[str, TitleGuess] = {}
        for language in sorted(set(languages)):
            places = [place for place, one in enumerate(languages) if one == language]
            contexts = [Context(when=now)] * len(places)
            texts = [bare[place] for place in places]
            for place, found in zip(places, self._tongues.find(language, texts, contexts), strict=True):
                whole = [name for name in found.names if name.end - name.start >= 0.8 * len(bare[place])]
                if whole:
                    guess = TitleGuess(whole[0].type, round(whole[0].confidence * 0.8, 3), "read alone")
                    read[titles[place]] = guess
        return read
