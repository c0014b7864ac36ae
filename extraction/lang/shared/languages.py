"""The registry of language packs: each spaCy pipeline loads with its first text and is fed bounded batches."""

import ctypes
import gc
import importlib
import logging
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol, cast

from extraction.encoder.states import ENCODER_STATES, EncoderStates, EncoderView
from extraction.lang.shared.ahead import with_plans
from extraction.lang.shared.amount_ends import with_amount_ends
from extraction.lang.shared.amounts import Spot
from extraction.lang.shared.asides import with_asides, with_closed
from extraction.lang.shared.completed import Completed
from extraction.lang.shared.decisions import told_once, with_marked_decisions
from extraction.lang.shared.fast_parse.looks import show_as_name
from extraction.lang.shared.given_starts import GIVEN_STARTS
from extraction.lang.shared.layout.lines import with_lines
from extraction.lang.shared.layout.markdown_tables import with_tables
from extraction.lang.shared.layout.tasks import boxed_in, marks_in, with_tasks
from extraction.lang.shared.parts import with_parts
from extraction.model.context import Context
from extraction.model.findings import Findings
from extraction.names.identifiers import identifiers, with_identifiers, with_known
from extraction.names.work_names import with_work_names
from extraction.settings import ExtractionSettings
from extraction.text.code import without_code
from extraction.text.markdown_tables import tables_in
from extraction.text.marked import MarkedText, without_marks

_LOG: Final = logging.getLogger(__name__)
LANGUAGE_PACKAGES: Final[Mapping[str, str]] = {
    "en": "extraction.lang.en",
    "fr": "extraction.lang.fr",
    "ja": "extraction.lang.ja",
    "und": "extraction.lang.other",
}
_LINE: Final = re.compile(r"\n[^\S\n]*(?:\n|[-*•・●○■□◆◇▪▶>#|+]|(?P<number>\(?\d{1,3}[.)）:：])\s|[^\n]*[|\t])")
_LOGGED: Final = re.compile(
    r"^[^\S\n]*(?:[-*•・][^\S\n]*)?\[?\d{1,2}:\d{2}(?::\d{2})?(?:[–~〜-]\d{1,2}:\d{2}(?::\d{2})?)?\]?[^\S\n]+(?!(?:[ap]m|[ap]\.m)\b)(?=\S)",
    re.MULTILINE,
)
"""The time before a line of a log, behind which a sentence begins."""
_HEADED: Final = re.compile(
    r"(?:^|(?<=[.!?][ ]))[^\S\n]*(?:[-*+•][^\S\n]+|\d{1,2}[.)][^\S\n]+)?"
    r"(?:@[a-z][\w.-]*[,:]?|[A-Za-z#][\w'’./#-]*(?: [\w'’./#-]+){0,3}(?:\([^()\n]{1,30}\))?"
    r"(?<!said)(?<!says)(?<!asked)(?<!wrote)(?<!writes)(?<!replied)(?<!added):)[^\S\n]+(?=\S)",
    re.MULTILINE,
)
"""Whom a sentence is said to, who says it, or what it is about: behind "@nina", "Ken:" and "Workaround:" one begins."""
_NAME_TAGS: Final = {"ja": {"TAG": "名詞-固有名詞-一般"}}
"""The tag of a name where the tokenizer gives the tags and no tagger after it."""
_SIGNED: Final = re.compile(r"(?<![A-Za-z0-9])(?=[-_.0-9]{0,40}[A-Za-z])[A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+")
"""What is written in Latin letters and digits with signs between or before them: receipt-flow, X_pending, .pdf."""
_OF_NOUNS: Final = ("名詞", "接頭辞", "接尾辞")
_EXTENSION: Final = re.compile(r"(?:_\w+)?\.[a-z]{2,5}(?![A-Za-z])")
_BEHIND_QUOTE: Final = re.compile(r"^[^\S\n]*>[^\n]*\n(?![^\S\n]*>)", re.MULTILINE)
"""A quoted line before one that is not: what follows is somebody else's sentence."""
_BEHIND_LINE: Final = re.compile(
    r"^(?:[^\S\n]*(?:[-*+•]|\d{1,2}[.)])[^\S\n][^\n]*|[^\n]{1,48}(?<![,;:–-]))\n(?=[A-Z])", re.MULTILINE
)
"""The end of an item of a list, or of a line too short to be filled, before one that begins with a capital."""
_ENDS: Final = frozenset(".!?。！？．")
_MOST_NEW_STRINGS: Final = 100_000
"""New strings in a pipeline's vocabulary after which it is reloaded: spaCy drops none, and these take 50 MB."""
_BATCH_CHARACTERS: Final = 4_000
"""Characters of a pipeline batch; those of texts that are not ASCII count twice.

The networks hold some 20 KB for each token, and Japanese or a row of emoji has more tokens to a character.
"""

_TRIM_CHARACTERS: Final = 3 * _BATCH_CHARACTERS
"""From this size on a call fragments the heap by 60 MB and more, which is returned to the system."""


class LanguagePack(Protocol):
    """The interface of a language package."""

    def load(self, encoder_view: EncoderView | None) -> Any:
        """A new spaCy pipeline; `encoder_view` encodes the documents that carry no encoder states."""
        ...

    def recased(self, nlp: Any, texts: Sequence[str], contexts: Sequence[Context]) -> Sequence[tuple[str, Context]]:
        """The texts with capitals where names lack them, of the same length, each with its context."""
        ...

    def left_out(self, text: str) -> Iterable[tuple[int, str]]:
        """The subject words that a note omits, each with the place before which it would stand."""
        ...

    def find_amounts(self, text: str) -> Iterable[Spot]:
        """The amounts of a text."""
        ...

    def is_group(self, words: str) -> bool:
        """Whether words name a group of people by how they end (開発課), whatever the tagger says of them."""
        ...

    def find(self, docs: Iterable[Any], contexts: Sequence[Context]) -> Iterator[Findings]:
        """The findings of the rules in each document."""
        ...


class LanguageRegistry:
    """The spaCy pipelines by language. A pipeline serves one caller at a time."""

    def __init__(
        self,
        settings: ExtractionSettings,
        packages: Mapping[str, str] = LANGUAGE_PACKAGES,
        *,
        encoder_view: EncoderView | None = None,
    ) -> None:
        """`packages` maps languages to packages; `encoder_view` encodes texts that come without states."""
        self._packages = packages
        self._encoder_view = encoder_view
        self._batch = settings.batch
        self._sentence_tokens = settings.sentence_tokens
        self._locks = {language: threading.Lock() for language in packages}
        # Packs share modules: two threads that import them at once may each see the other's half done.
        self._loading = threading.Lock()
        self._pipelines: dict[str, Any] = {}
        self._vocabulary_limits: dict[str, int] = {}

    def load(self, language: str) -> None:
        """Loads a language's pipeline unless it is there."""
        with self._locks[language]:
            self._pipeline(language)

    def find(
        self,
        language: str,
        texts: Sequence[str],
        contexts: Sequence[Context],
        states: Sequence[EncoderStates | None] = (),
    ) -> list[Findings]:
        """Findings for each text in order.

        `states` are the encoder states of the texts where they are known. A text on which a rule fails gives no
        findings and a warning in the log; the others of its batch are not affected.
        """
        if not texts:
            return []
        spotted = [identifiers(text) for text in texts]
        inputs = [
            _prose(_LanguageInput(text, with_known(context, text, here), text_states))
            for text, context, here, text_states in zip(
                texts, contexts, spotted, states or [None] * len(texts), strict=True
            )
        ]
        results: list[Findings] = [Findings()] * len(texts)
        weights = [_network_characters(text) for text in texts]
        with self._locks[language]:
            nlp, pack = self._pipeline(language), self._pack(language)
            for group in groups(weights, texts=self._batch, characters=_BATCH_CHARACTERS):
                for place, findings in zip(
                    group, self._read_batch(language, nlp, [inputs[at] for at in group]), strict=True
                ):
                    identified = with_identifiers(findings, texts[place], spotted[place])
                    text, context = inputs[place].text, contexts[place]
                    tables = tables_in(text, context.heads)
                    read = with_tables(identified, text, context.title, tables)
                    read = with_lines(read, text, context.title, tables)
                    read = with_parts(read, text, language)
                    read = with_closed(with_asides(read, text, language, pack.is_group), text)
                    read = with_tasks(with_plans(told_once(read), context.when), text)
                    results[place] = with_amount_ends(read, text, pack.find_amounts)
        if sum(weights) >= _TRIM_CHARACTERS:
            trim_heap()
        return results

    def _read_batch(self, language: str, nlp: Any, inputs: Sequence["_LanguageInput"]) -> list[Findings]:
        try:
            return self._findings(language, nlp, inputs)
        except Exception:  # noqa: BLE001  one text on which a rule fails must not cost the rest of its batch
            return [self._read_one(language, nlp, input_) for input_ in inputs]

    def _findings(self, language: str, nlp: Any, inputs: Sequence["_LanguageInput"]) -> list[Findings]:
        pack = self._pack(language)
        marked = [without_marks(input_.text, marks_in(input_.text)) for input_ in inputs]
        inputs = [_shown(input_, text) for input_, text in zip(inputs, marked, strict=True)]
        written = [input_.text for input_ in inputs]
        capitals = pack.recased(nlp, written, [input_.context for input_ in inputs])
        inputs = [_rewritten(input_, *text) for input_, text in zip(inputs, capitals, strict=True)]
        completed = [_completed(pack, input_) for input_ in inputs]
        read_inputs = [
            _LanguageInput(
                text.text, text.context(input_.context), text.states(input_.states), text.moved(input_.starts)
            )
            if text is not None
            else input_
            for text, input_ in zip(completed, inputs, strict=True)
        ]
        documents = (_document(nlp, language, input_, self._sentence_tokens) for input_ in read_inputs)
        docs = list(nlp.pipe(documents, batch_size=len(read_inputs)))
        read = pack.find(docs, [input_.context for input_ in read_inputs])
        findings = (
            with_marked_decisions(with_work_names(each, doc), doc, language, input_.context)
            for each, doc, input_ in zip(read, docs, read_inputs, strict=True)
        )
        of_shown = [
            _as_written(chunk_findings if text is None else text.findings(chunk_findings), input_.text, original)
            for text, chunk_findings, input_, original in zip(completed, findings, inputs, written, strict=True)
        ]
        return [
            chunk_findings if text is None else _of_original(chunk_findings, text)
            for text, chunk_findings in zip(marked, of_shown, strict=True)
        ]

    def _read_one(self, language: str, nlp: Any, input_: "_LanguageInput") -> Findings:
        try:
            return self._findings(language, nlp, [input_])[0]
        except Exception as error:  # noqa: BLE001  the memory is stored and found by its text; only its findings are lost
            _LOG.warning("nothing was read off a text of %d characters: %s", len(input_.text), type(error).__name__)
            return Findings()

    def _pipeline(self, language: str) -> Any:
        nlp = self._pipelines.get(language)
        if nlp is not None and len(nlp.vocab.strings) > self._vocabulary_limits[language]:
            nlp = None
            del self._pipelines[language]
            gc.collect()  # it refers to itself, and would otherwise stay beside the new one for a while
        if nlp is None:
            with self._loading:
                nlp = self._pipelines[language] = self._pack(language).load(self._encoder_view)
            self._vocabulary_limits[language] = len(nlp.vocab.strings) + _MOST_NEW_STRINGS
            trim_heap()  # what loading alone needed, 25 MB
        return nlp

    def _pack(self, language: str) -> LanguagePack:
        # Imported when first needed: each brings a model.
        return cast(LanguagePack, importlib.import_module(self._packages[language]))


def groups(lengths: Sequence[int], *, texts: int, characters: int) -> list[list[int]]:
    """The indices of texts in batches of similar length, shortest first, of at most so many texts and characters.

    A pipeline holds all activations of a batch, so that long texts go through it a few at a time.
    """
    batches: list[list[int]] = []
    batched = 0
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if not batches or len(batches[-1]) >= texts or batched + lengths[place] > characters:
            batches.append([])
            batched = 0
        batches[-1].append(place)
        batched += lengths[place]
    return batches


def trim_heap() -> None:
    """Returns the heap's free pages to the system where the C library can (glibc)."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # not glibc
        return
    trim(0)


def _network_characters(text: str) -> int:
    return len(text) if text.isascii() else 2 * len(text)


class _LanguageInput(NamedTuple):
    """A text with its context and encoder states."""

    text: str
    context: Context
    states: EncoderStates | None
    starts: Sequence[int] = ()
    """Sentence starts beside those given by line breaks and punctuation."""


def _prose(input_: _LanguageInput) -> _LanguageInput:
    """A text without its lines of code, in which only identifiers are looked for."""
    prose = without_code(input_.text, fence=input_.context.fence)
    spans = tuple(span for span in input_.context.spans if prose[span.start : span.end].strip())
    return _rewritten(input_, prose, replace(input_.context, spans=spans))


def _shown(input_: _LanguageInput, marked: MarkedText | None) -> _LanguageInput:
    """A text without its marks; it is encoded anew, so that names are found as if it had none."""
    if marked is None:
        return input_
    places = [(span, marked.shown(span.start, span.end)) for span in input_.context.spans]
    spans = tuple(replace(span, start=place[0], end=place[1]) for span, place in places if place is not None)
    tasks = (marked.shown(start, len(marked.original)) for start in boxed_in(marked.original))
    starts = sorted({*marked.sentence_starts, *(shown[0] for shown in tasks if shown is not None)} - {0})
    return _LanguageInput(marked.text, replace(input_.context, spans=spans), None, starts)


def _rewritten(input_: _LanguageInput, text: str, context: Context) -> _LanguageInput:
    """A text in which some was changed, such as its capitals; it is encoded anew."""
    return input_ if text == input_.text else input_._replace(text=text, context=context, states=None)


def _as_written(findings: Findings, text: str, original: str) -> Findings:
    """Findings of a text whose capitals were changed, with the surfaces of the original."""
    if text == original:
        return findings
    return replace(
        findings,
        names=tuple(
            replace(name, surface=original[name.start : name.end]) if name.start < name.end else name
            for name in findings.names
        ),
    )


def _of_original(findings: Findings, marked: MarkedText) -> Findings:
    """Findings of the text that is shown, moved to the original."""
    places = [marked.origin(name.start, name.end) for name in findings.names]
    sentences = [marked.origin(statement.start, statement.end) for statement in findings.statements]
    return Findings(
        names=tuple(
            replace(name, start=start, end=end, surface=marked.original[start:end] if start < end else name.surface)
            for name, (start, end) in zip(findings.names, places, strict=True)
        ),
        statements=tuple(
            replace(statement, start=start, end=end)
            for statement, (start, end) in zip(findings.statements, sentences, strict=True)
        ),
        literals=tuple(
            replace(literal, start=start, end=end)
            for literal in findings.literals
            for start, end in (marked.origin(literal.start, literal.end),)
        ),
    )


def _completed(pack: LanguagePack, input_: _LanguageInput) -> Completed | None:
    """The text with its omitted subjects put in, where it may be about the user without naming them."""
    if not (input_.context.memo and input_.context.unsaid):
        return None
    missing = tuple(pack.left_out(input_.text))
    return Completed(input_.text, missing) if missing else None


def _document(nlp: Any, language: str, input_: _LanguageInput, sentence_tokens: int) -> Any:
    """The text itself, or a tokenised document with preset sentence starts.

    Each line of a list or table begins a sentence, and a run without a sentence end is cut every `sentence_tokens`:
    some rules look at all pairs of tokens of a sentence.
    """
    text = input_.text
    behind_quotes = (match.end() for match in _BEHIND_QUOTE.finditer(text)) if ">" in text else ()
    times, begun = list(_LOGGED.finditer(text)), list(_LINE.finditer(text))
    heads = list(_HEADED.finditer(text)) if ":" in text or "@" in text else ()
    lines = sorted(
        {
            *(match.end() - 1 for match in begun),
            # the number of an item ends no sentence before it
            *(match.start("number") for match in begun if match["number"]),
            *behind_quotes,
            # a time or a speaker is no end of the line before
            *(place for match in (*times, *heads) for place in match.span()),
            *(match.end() for match in _BEHIND_LINE.finditer(text)),
            *input_.starts,
        }
    )
    plain = not lines and len(text) < sentence_tokens
    words = [span for span in input_.context.spans if span.is_word]
    is_signed = language == "ja" and _SIGNED.search(text) is not None
    if plain and input_.states is None and not words and not is_signed:
        return text
    doc = nlp.make_doc(text)
    _join(doc, [(word.start, word.end) for word in words])
    if input_.states is not None:
        doc.user_data[ENCODER_STATES] = input_.states
    if plain:
        return doc
    starts = _line_starts(doc, lines)
    doc.user_data[GIVEN_STARTS] = frozenset(starts)
    run = 0
    for place, token in enumerate(doc):
        if place in starts:
            run = 0
        elif run >= sentence_tokens:
            starts.add(place)
            run = 0
        run = 0 if token.text[-1:] in _ENDS else run + 1
    for place in starts:
        doc[place].is_sent_start = True
    return doc


def _join(doc: Any, words: Sequence[tuple[int, int]]) -> None:
    """Makes one token of each known word: a parser takes the slashes and dots of a path for punctuation.

    In Japanese what is written in Latin letters with signs between them is one as well: `receipt-flow`.
    """
    from spacy.util import filter_spans  # noqa: PLC0415  loaded with the pipeline, and not before

    if doc.lang_ == "ja":
        words = [*words, *(_with_stem(doc, *match.span()) for match in _SIGNED.finditer(doc.text))]
    spans = (doc.char_span(start, end) for start, end in words)
    with doc.retokenize() as retokenizer:
        for span in filter_spans([span for span in spans if span is not None]):
            if len(span) > 1 or not span.text.isalpha():
                # no text has this word but as an identifier
                show_as_name(doc.vocab[span.text])
            if len(span) > 1:
                retokenizer.merge(span, attrs={"LEMMA": span.text, **_NAME_TAGS.get(doc.lang_, {})})


def _with_stem(doc: Any, start: int, end: int) -> tuple[int, int]:
    """Where a file begins whose name is not in Latin letters alone: 「端数規程.pdf」."""
    if _EXTENSION.match(doc.text, start) is None:
        return start, end
    place = next((token.i for token in doc if token.idx == start), None)
    while place and doc[place - 1].tag_.startswith(_OF_NOUNS) and not doc[place - 1].whitespace_:
        place -= 1
    return start if place is None else doc[place].idx, end


def _line_starts(doc: Any, lines: Sequence[int]) -> set[int]:
    """The first visible token at or after each place."""
    starts: set[int] = set()
    remaining = iter(lines)
    line = next(remaining, None)
    for place, token in enumerate(doc):
        if line is None:
            break
        if token.idx >= line and not token.is_space:
            starts.add(place)
            while line is not None and line <= token.idx:
                line = next(remaining, None)
    starts.discard(0)
    return starts
