"""The languages behind one door: each loaded once, when its first text comes, and never given more than it can take."""

import importlib
import logging
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from extraction.context import Context
from extraction.found import Findings, FoundName
from extraction.settings import ExtractionSettings

_LOG: Final = logging.getLogger(__name__)
ROOMS: Final[Mapping[str, str]] = {"en": "extraction.english", "ja": "extraction.japanese"}
_LINE: Final = re.compile(r"\n[^\S\n]*(?:\n|[-*•・●○■□◆◇▪▶>#|+]|\(?\d{1,3}[.)）:：]\s|[^\n]*[|\t])")
_ENDS: Final = frozenset(".!?。！？．")
_NEW_WORDS: Final = 100_000
"""Words met since a pipeline was loaded after which it is loaded anew: spaCy forgets none, and these take 50 MB."""


class Tongue(Protocol):
    """What a language's package offers."""

    def load(self) -> Any:
        """The spaCy pipeline; each call loads it anew."""
        ...

    def find(self, docs: Iterable[Any], contexts: Sequence[Context]) -> Iterator[Findings]:
        """What its rules find in each document."""
        ...


class Tongues:
    """The spaCy pipelines of both languages. A pipeline serves one caller at a time."""

    def __init__(self, settings: ExtractionSettings, rooms: Mapping[str, str] = ROOMS) -> None:
        """`rooms` names the package of each language."""
        self._rooms = rooms
        self._batch = settings.batch
        self._longest = settings.sentence_tokens
        self._locks = {language: threading.Lock() for language in rooms}
        self._pipelines: dict[str, Any] = {}
        self._fullest: dict[str, int] = {}

    def load(self, language: str) -> None:
        """Loads a language's pipeline unless it is there."""
        with self._locks[language]:
            self._pipeline(language)

    def find(self, language: str, texts: Sequence[str], contexts: Sequence[Context]) -> list[Findings]:
        """Findings for each text in order. A text in neither language gives the known names that stand in it.

        A text on which a rule fails gives nothing and a warning in the log; the others of its batch go on.
        """
        if language not in self._rooms:
            return [Findings(names=tuple(known_names(text, one))) for text, one in zip(texts, contexts, strict=True)]
        if not texts:
            return []
        with self._locks[language]:
            nlp = self._pipeline(language)
            try:
                return self._read(language, nlp, texts, contexts)
            except Exception:  # noqa: BLE001  a text that a rule cannot bear must not cost the rest of its batch
                return [self._read_alone(language, nlp, text, one) for text, one in zip(texts, contexts, strict=True)]

    def _read(self, language: str, nlp: Any, texts: Sequence[str], contexts: Sequence[Context]) -> list[Findings]:
        docs = nlp.pipe((_bounded(nlp, text, self._longest) for text in texts), batch_size=self._batch)
        return list(self._room(language).find(docs, contexts))

    def _read_alone(self, language: str, nlp: Any, text: str, context: Context) -> Findings:
        try:
            return self._read(language, nlp, [text], [context])[0]
        except Exception as error:  # noqa: BLE001  the memory is kept and found; only what this text says is not read
            _LOG.warning("nothing was read off a text of %d characters: %s", len(text), type(error).__name__)
            return Findings()

    def _pipeline(self, language: str) -> Any:
        nlp = self._pipelines.get(language)
        if nlp is not None and len(nlp.vocab.strings) > self._fullest[language]:
            nlp = None
            del self._pipelines[language]
        if nlp is None:
            nlp = self._pipelines[language] = self._room(language).load()
            self._fullest[language] = len(nlp.vocab.strings) + _NEW_WORDS
        return nlp

    def _room(self, language: str) -> Tongue:
        # Imported by name when first needed: each brings a model of its own.
        return cast(Tongue, importlib.import_module(self._rooms[language]))


def known_names(text: str, context: Context) -> Iterator[FoundName]:
    """The context's known names as findings of their own: a literal match, surer the longer the name."""
    for span in context.spans:
        yield FoundName(
            start=span.start,
            end=span.end,
            surface=text[span.start : span.end],
            name=span.name,
            type=span.type,
            confidence=round(1 - 0.5 / (1 + (span.end - span.start) / 4), 3),
            reasons=("known name", "literal match"),
            method="known",
        )


def _bounded(nlp: Any, text: str, longest: int) -> Any:
    """The text, or a tokenised document with sentence starts set where a parser would find none for too long.

    Lists and tables begin a sentence with each line; a run without a sentence end is cut every `longest` tokens, so
    that the rules, some of which look at all pairs of a sentence, stay within bounds.
    """
    lines = [found.end() - 1 for found in _LINE.finditer(text)]
    if not lines and len(text) < longest:
        return text
    doc = nlp.make_doc(text)
    starts = _line_starts(doc, lines)
    run = 0
    for place, token in enumerate(doc):
        if place in starts:
            run = 0
        elif run >= longest:
            starts.add(place)
            run = 0
        run = 0 if token.text[-1:] in _ENDS else run + 1
    for place in starts:
        doc[place].is_sent_start = True
    return doc


def _line_starts(doc: Any, lines: Sequence[int]) -> set[int]:
    """The first visible token at or after each place."""
    starts: set[int] = set()
    wanted = iter(lines)
    line = next(wanted, None)
    for place, token in enumerate(doc):
        if line is None:
            break
        if token.idx >= line and not token.is_space:
            starts.add(place)
            while line is not None and line <= token.idx:
                line = next(wanted, None)
    starts.discard(0)
    return starts
