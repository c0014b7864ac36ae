"""Assembles the findings of chunks into the mentions and statements of a memory: offsets, keys, title, speaker."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, cast

from extraction.facts.brackets import with_bracket_dates
from extraction.facts.literal_ends import named_elsewhere, with_named_ends
from extraction.model.context import Context, KnownSpan
from extraction.model.findings import Findings, FoundName
from extraction.names.forms.company_finder import with_companies
from extraction.names.forms.name_forms import name_forms
from extraction.names.forms.person_finder import with_persons
from extraction.names.keys import aliases_of, display_name, name_key
from extraction.names.known_names import LONGEST_KEY, key_of, known_spans
from extraction.names.speakers import is_memo, may_leave_unsaid, narrator_of, person
from extraction.names.titles import TitleGuess, bare_title, guess_from_definition, guess_from_shape, guess_from_title
from extraction.text.code import fence_at, fences_in, without_code
from extraction.text.markdown_tables import heads_at
from extraction.text.words import is_common_noun
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import CandidateMention, Chunk, LiteralFact, Mention, Statement
from graph.model.talk.assistants import is_assistant
from graph.model.types import EntityType, LinkType

_MOST_TITLES: Final = 30
_TITLE: Final = "title"
_HEADINGS: Final = " / "
"""Parts the name of a note and the headings of a section in its title."""
_ALIASES: Final = ("aliases", "alias")
_ALIASES_MOST: Final = 20
_ALIAS_LENGTH: Final = 100


def contexts_of(work: ExtractionInput, title: TitleGuess | None, now: datetime) -> Iterator[tuple[Chunk, Context]]:
    """Each chunk of a draft with the context for its rules, such as the places of its title."""
    draft = work.draft
    when = draft.occurred_at or draft.created_at or now
    context = Context(
        when=when,
        title=draft.title,
        speaker=narrator_of(draft),
        memo=is_memo(draft),
        is_answer=is_assistant(draft.speaker),
        unsaid=may_leave_unsaid(draft),
    )
    spans = known_spans(draft.text, list(_titles_in(work, title)), most=2 * _MOST_TITLES)
    walled = without_code(draft.text) if "|" in draft.text else ""  # few texts have a table
    heads = heads_at(walled, [chunk.start for chunk in work.reading.chunks])
    fences = fences_in(draft.text)
    for chunk, chunk_heads in zip(work.reading.chunks, heads, strict=True):
        inside = tuple(
            replace(span, start=span.start - chunk.start, end=span.end - chunk.start)
            for span in spans
            if span.start >= chunk.start and span.end <= chunk.end
        )
        before = draft.text.rfind("\n", 0, chunk.start)
        yield chunk, replace(context, spans=inside, heads=chunk_heads, fence=fence_at(before, fences))


def guess_of(work: ExtractionInput) -> TitleGuess:
    """What the title names, by the draft alone."""
    title = work.draft.title or ""
    text = work.reading.chunks[0].text
    return guess_from_title(title) or guess_from_definition(title, text) or guess_from_shape(title)


def assemble(
    work: ExtractionInput, findings: Sequence[Findings], title: TitleGuess | None
) -> tuple[tuple[Mention, ...], tuple[Statement, ...], tuple[LiteralFact, ...]]:
    """Mentions, statements and literal facts of one memory, with offsets in its text and one type for each key."""
    findings = [
        with_bracket_dates(
            chunk.text,
            chunk.language,
            replace(
                chunk_findings,
                names=with_companies(chunk.text, with_persons(chunk.text, chunk_findings.names)),
            ),
        )
        for chunk, chunk_findings in zip(work.reading.chunks, findings, strict=True)
    ]
    types = _types(findings)
    if title and work.draft.title:
        types[name_key(work.draft.title)] = title.type
    mentions: list[Mention] = []
    statements: list[Statement] = []
    literals: dict[tuple[object, ...], LiteralFact] = {}
    for chunk, chunk_findings in zip(work.reading.chunks, findings, strict=True):
        places = _add_mentions(mentions, chunk, chunk_findings.names, types)
        for literal in _literals(chunk, chunk_findings, places):
            place = literal.start, literal.end, literal.subject_text, literal.predicate, literal.object_text
            literals.setdefault(place, literal)
        statements.extend(_statements(chunk, chunk_findings, places))
        mentions.extend(_document_mentions(work, chunk, title, types))
    ends = list(with_named_ends(list(literals.values()), mentions))
    statements.extend(fact for fact in ends if isinstance(fact, Statement))
    return (
        tuple(mentions),
        tuple(_once(statements, mentions)),
        tuple(fact for fact in ends if isinstance(fact, LiteralFact)),
    )


def _once(statements: Sequence[Statement], mentions: Sequence[Mention]) -> Iterator[Statement]:
    """The statements without repetitions: chunks overlap, and a sentence in both is stated once."""
    seen: set[tuple[object, ...]] = set()
    for statement in statements:
        subject, object_ = mentions[statement.subject].key, mentions[statement.object].key
        identity = (statement.start, statement.end, subject, statement.predicate, object_, statement.polarity)
        if identity not in seen:
            seen.add(identity)
            yield statement


def candidates_of(
    work: ExtractionInput, findings: Sequence[Findings], literals: Sequence[LiteralFact]
) -> Iterator[CandidateMention]:
    """What is written like a name in each chunk, everywhere it stands, and what ends a fact without being one."""
    for chunk, chunk_findings in zip(work.reading.chunks, findings, strict=True):
        for start, end in chunk_findings.name_like:
            surface = chunk.text[start:end]
            key = key_of(surface)
            if key and len(key) <= LONGEST_KEY:
                yield CandidateMention(
                    chunk=chunk.ordinal, start=chunk.start + start, end=chunk.start + end, surface=surface, key=key
                )
    yield from named_elsewhere(work.draft.text, literals)


def _titles_in(work: ExtractionInput, guess: TitleGuess | None) -> Iterator[KnownSpan]:
    """The occurrences of the given title in the text, with and without its parenthesis."""
    title = work.draft.title
    if not title or not guess:
        return
    for form in dict.fromkeys((title, bare_title(title))):
        place = work.draft.text.find(form)
        for _ in range(_MOST_TITLES):
            if place < 0:
                break
            yield KnownSpan(key=name_key(title), name=title, type=guess.type, start=place, end=place + len(form))
            place = work.draft.text.find(form, place + len(form))


def _types(findings: Sequence[Findings]) -> dict[str, EntityType]:
    """One type for each key of a memory, the one with the highest total confidence."""
    weights: defaultdict[str, Counter[EntityType]] = defaultdict(Counter)
    for chunk_findings in findings:
        for name in chunk_findings.names:
            weights[name_key(name.name)][name.type] += max(1, round(name.confidence * 1000))
    return {key: counted.most_common(1)[0][0] for key, counted in weights.items()}


def _add_mentions(
    mentions: list[Mention], chunk: Chunk, names: Sequence[FoundName], types: Mapping[str, EntityType]
) -> list[int | None]:
    """Appends a chunk's mentions; returns for each name its index among the mentions, None for a name without a key."""
    places: list[int | None] = []
    indices: dict[tuple[int, int, str], int] = {}
    for name in names:
        key = name_key(name.name)
        identity = (name.start, name.end, key)
        if not key:
            places.append(None)
            continue
        if identity not in indices:
            indices[identity] = len(mentions)
            mentions.append(mention_of(chunk, name, key, types.get(key, name.type)))
        places.append(indices[identity])
    return places


def mention_of(chunk: Chunk, name: FoundName, key: str, kind: EntityType) -> Mention:
    """A found name as a mention of the memory; less confident where its key has another type than was found."""
    link = name.link_type
    if name.about and link is LinkType.MENTIONS:
        link = LinkType.DESCRIBES
    has_span = name.start < name.end
    return Mention(
        chunk=chunk.ordinal,
        start=chunk.start + name.start if has_span else None,
        end=chunk.start + name.end if has_span else None,
        surface=name.surface or name.name,
        name=name.name,
        key=key,
        type=kind,
        link_type=link,
        confidence=name.confidence if kind is name.type else round(name.confidence * 0.9, 3),
        reasons=name.reasons if kind is name.type else (*name.reasons, "type by majority"),
        method=name.method,
        subtype=name.subtype,
        aliases=name.aliases,
        alias_keys=tuple(name_key(alias) for alias in name.aliases),
        forms=name_forms(name.name, kind, name.surface or name.name),
        common=is_common_noun(name.surface or name.name),
    )


def _statements(chunk: Chunk, findings: Findings, places: Sequence[int | None]) -> Iterator[Statement]:
    for statement in findings.statements:
        subject, object_ = places[statement.subject], places[statement.object]
        if subject is None or object_ is None:
            continue
        yield Statement(
            chunk=chunk.ordinal,
            subject=subject,
            object=object_,
            predicate=statement.predicate,
            lemma=statement.lemma,
            type=statement.type,
            start=chunk.start + statement.start,
            end=chunk.start + statement.end,
            confidence=statement.confidence,
            reasons=statement.reasons,
            method=statement.method,
            polarity=statement.polarity,
            modality=statement.modality,
            past=statement.past,
            time=statement.time,
            place=statement.place,
            amount=statement.amount,
            valid_from=statement.valid_from,
            subject_text=_as_written(statement.subject_text, findings.names[statement.subject]),
            object_text=_as_written(statement.object_text, findings.names[statement.object]),
            arguments=statement.arguments,
            decided=statement.decided,
        )


def _as_written(words: str | None, name: FoundName) -> str | None:
    """The words of an end of a fact: a person as the text writes them, 佐藤さん and Mr Lee, and a time, "tomorrow"."""
    if name.type is EntityType.TIME_UNIT and words is None:
        return name.surface or None
    is_titled = name.type is EntityType.PERSON and name.name in name.surface and words in (None, name.name)
    return name.surface if is_titled and name.surface != name.name else words


def _literals(chunk: Chunk, findings: Findings, places: Sequence[int | None]) -> Iterator[LiteralFact]:
    """The literal facts of a chunk; an end whose name was left out is its words."""
    for literal in findings.literals:
        subject_text, object_text = (
            words if place is None else _as_written(words, findings.names[place]) or words
            for words, place in ((literal.subject_text, literal.subject), (literal.object_text, literal.object))
        )
        yield replace(
            literal,
            chunk=chunk.ordinal,
            subject_text=subject_text,
            object_text=object_text,
            subject=None if literal.subject is None else places[literal.subject],
            object=None if literal.object is None else places[literal.object],
            start=chunk.start + literal.start,
            end=chunk.start + literal.end,
        )


def _document_mentions(
    work: ExtractionInput, chunk: Chunk, title: TitleGuess | None, types: Mapping[str, EntityType]
) -> Iterator[Mention]:
    """The mentions that each chunk has without a span: what the title names, and the speaker."""
    name = work.draft.title
    if name and title:
        key = name_key(name)
        reasons = ("given title", title.reason)
        titled = _placeless(chunk, name, key, title.type, LinkType.DESCRIBES, title.confidence, reasons)
        yield from _about(work.draft, chunk, name, types, titled)
    speaker = person(work.draft.speaker)
    if speaker:
        key = name_key(speaker)
        full = " " in speaker.strip() or len(speaker) > 3
        agreed = types.get(key) in (None, EntityType.PERSON)
        sure = 0.9 + 0.05 * full + 0.04 * agreed
        yield _placeless(chunk, speaker, key, EntityType.PERSON, LinkType.PERFORMED_BY, sure, ("given speaker",))


def _about(
    draft: Draft, chunk: Chunk, title: str, types: Mapping[str, EntityType], titled: Mention
) -> Iterator[Mention]:
    """What a title names, with the other names that the draft knows of it.

    Those of a note ("Nora Lind") belong to what stands before the headings of its sections ("Nora Lind / Work").
    """
    others = given_aliases(draft.extra)
    about, parted, _ = title.partition(_HEADINGS)
    if others and parted:
        yield titled
        key = name_key(about)
        guess = guess_from_title(about) or guess_from_shape(about)
        kind = types.get(key, guess.type)
        titled = _placeless(chunk, about, key, kind, LinkType.DESCRIBES, guess.confidence, ("title of the note",))
    more = (name for name in others if name_key(name) not in ("", titled.key))
    aliases = tuple(dict.fromkeys((*titled.aliases, *more)))
    yield replace(titled, aliases=aliases, alias_keys=tuple(map(name_key, aliases)))


def given_aliases(extra: Mapping[str, object]) -> tuple[str, ...]:
    """Other names of what a draft is about, as notes give them: the field "aliases", a list or a line."""
    given = next((extra[name] for name in _ALIASES if name in extra), None)
    names = given.split(",") if isinstance(given, str) else cast(list[object], given) if isinstance(given, list) else []
    texts = [name.strip() for name in names if isinstance(name, str)]
    return tuple(dict.fromkeys(text for text in texts if 1 < len(text) <= _ALIAS_LENGTH))[:_ALIASES_MOST]


def _placeless(
    chunk: Chunk,
    surface: str,
    key: str,
    kind: EntityType,
    link: LinkType,
    confidence: float,
    reasons: tuple[str, ...],
) -> Mention:
    name = surface if link is LinkType.DESCRIBES else display_name(surface)
    aliases = aliases_of(surface)
    return Mention(
        chunk=chunk.ordinal,
        start=None,
        end=None,
        surface=surface,
        name=name,
        key=key,
        type=kind,
        link_type=link,
        confidence=round(confidence, 3),
        reasons=reasons,
        method=_TITLE if link is LinkType.DESCRIBES else "speaker",
        aliases=aliases,
        alias_keys=tuple(map(name_key, aliases)),
        forms=name_forms(name, kind, surface),
    )
