"""The languages behind one door: each loaded once, when its first text comes, and never given more than it can take."""

import ctypes
import gc
import importlib
import logging
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, cast

from extraction.encoder.states import SIGHT, EncoderStates, EncoderView
from extraction.lang.shared.completed import Completed
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName
from extraction.settings import ExtractionSettings

_LOG: Final = logging.getLogger(__name__)
ROOMS: Final[Mapping[str, str]] = {"en": "extraction.lang.en", "ja": "extraction.lang.ja"}
_LINE: Final = re.compile(r"\n[^\S\n]*(?:\n|[-*•・●○■□◆◇▪▶>#|+]|\(?\d{1,3}[.)）:：]\s|[^\n]*[|\t])")
_ENDS: Final = frozenset(".!?。！？．")
_NEW_WORDS: Final = 100_000
"""Words met since a pipeline was loaded after which it is loaded anew: spaCy forgets none, and these take 50 MB."""
_TOGETHER: Final = 4_000
"""Characters that go through a pipeline at once, those of texts that are not ASCII twice: the networks hold some 20 KB
for each token while they read it, and Japanese, or a row of emoji, has more tokens to a character."""

_MUCH: Final = 3 * _TOGETHER
"""As much at once leaves the heap full of holes, 60 MB and more: they are handed back to the system."""


class LanguagePack(Protocol):
    """What a language's package offers."""

    def load(self, eyes: EncoderView | None) -> Any:
        """The spaCy pipeline, looking at documents that bring no sight along with `eyes`; each call loads it anew."""
        ...

    def left_out(self, text: str) -> Iterable[tuple[int, str]]:
        """The words by which a note would say who it is about, each with the place before which it leaves them out."""
        ...

    def find(self, docs: Iterable[Any], contexts: Sequence[Context]) -> Iterator[Findings]:
        """What its rules find in each document."""
        ...


class LanguageRegistry:
    """The spaCy pipelines of both languages. A pipeline serves one caller at a time."""

    def __init__(
        self, settings: ExtractionSettings, rooms: Mapping[str, str] = ROOMS, *, eyes: EncoderView | None = None
    ) -> None:
        """`rooms` names the package of each language; `eyes` look at what nobody has embedded."""
        self._rooms = rooms
        self._eyes = eyes
        self._batch = settings.batch
        self._longest = settings.sentence_tokens
        self._locks = {language: threading.Lock() for language in rooms}
        self._pipelines: dict[str, Any] = {}
        self._fullest: dict[str, int] = {}

    def load(self, language: str) -> None:
        """Loads a language's pipeline unless it is there."""
        with self._locks[language]:
            self._pipeline(language)

    def find(
        self,
        language: str,
        texts: Sequence[str],
        contexts: Sequence[Context],
        sights: Sequence[EncoderStates | None] = (),
    ) -> list[Findings]:
        """Findings for each text in order. A text in neither language gives the known names that stand in it.

        `sights` tell what the encoder saw of each text; one that comes without is looked at here. A text on which a
        rule fails gives nothing and a warning in the log; the others of its batch go on.
        """
        if language not in self._rooms:
            return [Findings(names=tuple(known_names(text, one))) for text, one in zip(texts, contexts, strict=True)]
        if not texts:
            return []
        given = [
            _Given(text, context, sight)
            for text, context, sight in zip(texts, contexts, sights or [None] * len(texts), strict=True)
        ]
        found: list[Findings] = [Findings()] * len(texts)
        weights = [_weight(text) for text in texts]
        with self._locks[language]:
            nlp = self._pipeline(language)
            for group in groups(weights, texts=self._batch, characters=_TOGETHER):
                for place, findings in zip(group, self._read(language, nlp, [given[at] for at in group]), strict=True):
                    found[place] = findings
        if sum(weights) >= _MUCH:
            hand_memory_back()
        return found

    def _read(self, language: str, nlp: Any, given: Sequence["_Given"]) -> list[Findings]:
        try:
            return self._understood(language, nlp, given)
        except Exception:  # noqa: BLE001  a text that a rule cannot bear must not cost the rest of its batch
            return [self._read_alone(language, nlp, one) for one in given]

    def _understood(self, language: str, nlp: Any, given: Sequence["_Given"]) -> list[Findings]:
        room = self._room(language)
        whole = [_completed(room, one) for one in given]
        read = [
            _Given(text.text, text.context(one.context), text.sight(one.sight), text.starts)
            if text is not None
            else one
            for text, one in zip(whole, given, strict=True)
        ]
        docs = nlp.pipe((_document(nlp, one, self._longest) for one in read), batch_size=len(read))
        found = room.find(docs, [one.context for one in read])
        return [one if text is None else text.findings(one) for text, one in zip(whole, found, strict=True)]

    def _read_alone(self, language: str, nlp: Any, given: "_Given") -> Findings:
        try:
            return self._understood(language, nlp, [given])[0]
        except Exception as error:  # noqa: BLE001  the memory is kept and found; only what this text says is not read
            _LOG.warning("nothing was read off a text of %d characters: %s", len(given.text), type(error).__name__)
            return Findings()

    def _pipeline(self, language: str) -> Any:
        nlp = self._pipelines.get(language)
        if nlp is not None and len(nlp.vocab.strings) > self._fullest[language]:
            nlp = None
            del self._pipelines[language]
            gc.collect()  # it refers to itself: else it would stay beside the new one for a while
        if nlp is None:
            nlp = self._pipelines[language] = self._room(language).load(self._eyes)
            self._fullest[language] = len(nlp.vocab.strings) + _NEW_WORDS
            hand_memory_back()  # what loading alone had needed, 25 MB
        return nlp

    def _room(self, language: str) -> LanguagePack:
        # Imported by name when first needed: each brings a model of its own.
        return cast(LanguagePack, importlib.import_module(self._rooms[language]))


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


def groups(lengths: Sequence[int], *, texts: int, characters: int) -> list[list[int]]:
    """Places of texts of like length, shortest first, at most so many texts and characters together.

    A pipeline holds all that its networks make of a batch: long texts go through it a few at a time.
    """
    made: list[list[int]] = []
    held = 0
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if not made or len(made[-1]) >= texts or held + lengths[place] > characters:
            made.append([])
            held = 0
        made[-1].append(place)
        held += lengths[place]
    return made


def hand_memory_back() -> None:
    """Gives the system what the heap holds and nobody uses, where the C library can."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # not glibc: it has ways of its own
        return
    trim(0)


def _weight(text: str) -> int:
    return len(text) if text.isascii() else 2 * len(text)


class _Given(NamedTuple):
    """A text to be read, and what is known of it."""

    text: str
    context: Context
    sight: EncoderStates | None
    starts: Sequence[int] = ()
    """Where sentences begin, beside those that its lines and its signs tell."""


def _completed(room: LanguagePack, given: _Given) -> Completed | None:
    """The text with what it leaves out, where it may be about the user without a word for them."""
    if not (given.context.memo and given.context.unsaid):
        return None
    missing = tuple(room.left_out(given.text))
    return Completed(given.text, missing) if missing else None


def _document(nlp: Any, given: _Given, longest: int) -> Any:
    """The text, or a tokenised document with sentence starts set where a parser would find none for too long.

    Lists and tables begin a sentence with each line; a run without a sentence end is cut every `longest` tokens, so
    that the rules, some of which look at all pairs of a sentence, stay within bounds.
    """
    text = given.text
    lines = sorted({*(found.end() - 1 for found in _LINE.finditer(text)), *given.starts})
    plain = not lines and len(text) < longest
    if plain and given.sight is None:
        return text
    doc = nlp.make_doc(text)
    if given.sight is not None:
        doc.user_data[SIGHT] = given.sight
    if plain:
        return doc
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
