"""The Japanese language pack: its spaCy pipeline, and the rules that extract names and statements from a parse."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from extraction.encoder.states import WORK_TAGS, EncoderView
from extraction.lang.ja.amounts.amounts import find_amounts as find_amounts
from extraction.lang.ja.facts.drafts import found_statements
from extraction.lang.ja.facts.statements import statements_in
from extraction.lang.ja.facts.worded.deciders import decided
from extraction.lang.ja.facts.worded.literal_types import with_types
from extraction.lang.ja.facts.worded.of_work import is_of_work
from extraction.lang.ja.facts.worded.phrases import is_ticket
from extraction.lang.ja.facts.worded.restated import found_literals, with_doers, with_words
from extraction.lang.ja.names.entities import (
    Label,
    Name,
    ending,
    may_be_tagged,
    name_like,
    names_in,
    tagged_type,
    words_between,
)
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.parse_repair import is_label, parsed
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import NAME_TYPES, tail_type
from extraction.lang.shared.as_written import left_out as left_out
from extraction.lang.shared.as_written import recased as recased
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName
from extraction.names.label_confidence import FIRM, PERSON
from extraction.names.work_names import marked_as, otherwise_marked, sure_marks, work_tags
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from extraction.encoder.tagging import Tagged

_FEWEST_MARKED: Final = 3
"""Marked spans of a text that is a note of work for them alone, at the least."""


def load(encoder_view: EncoderView | None = None) -> "Language":
    """Loads the Japanese pipeline, whose documents `find` reads: half a second and 140 MB, at each call anew."""
    # spaCy and the model are heavy: they load when the first Japanese text comes.
    from extraction.lang.ja.parse.pipeline import japanese_pipeline  # noqa: PLC0415

    return japanese_pipeline(encoder_view)


def find(docs: "Iterable[Doc]", contexts: Sequence[Context]) -> Iterator[Findings]:
    """Names and statements of each document in order; there is one context for each document."""
    for doc, context in zip(docs, contexts, strict=True):
        yield _findings(doc, context)


def _findings(doc: "Doc", context: Context) -> Findings:
    parse = parsed(doc)
    begins = {sentence.stop for sentence in parse.sentences if is_label(parse.words, sentence)}
    begins |= {word.place + 1 for word in parse.words if is_ticket(word)}
    behind_group = begins | {word.place + 1 for word in parse.words if word.text == "の" and word.is_particle}
    labels = [
        _within(
            Label(span.start, span.end - 1, span.label_, span._.confidence),
            behind_group if span.label_ == "PERSON" else begins,
        )
        for span in doc.ents
    ]
    marked = doc.user_data[WORK_TAGS] = list(_marks(parse, work_tags(doc)))
    lookup = Lookup(parse, _as_marked(doc, names_in(parse, labels, context)), labels, context)
    is_named = lookup.of_work
    if len(marked) >= _FEWEST_MARKED or is_of_work(parse.text):
        lookup.of_work, lookup.may_omit_writers = True, context.memo
    drafts, literals = statements_in(parse, lookup)
    stated = [name for draft in drafts for name in (draft.subject, draft.object)]
    stated += [draft.amount for draft in drafts if draft.counted and draft.amount is not None]
    names = lookup.used([*stated, *lookup.compounds()])
    statements = tuple(found_statements(parse, drafts, names))
    facts = found_literals(parse, literals, names, statements, of_work=is_named, when=context.when)
    types = {name.surface: name.type for name in names}
    types |= {doc.text[tag.start : tag.end]: EntityType(tag.label) for tag in marked}
    read = tuple(with_types(facts, names, types, of_work=lookup.of_work))
    statements, read = with_doers(*with_words(statements, read, names, of_work=lookup.of_work), names)
    read = (*read, *decided(parse.text, names, statements, read, is_titled=context.title is not None))
    return Findings(
        names=tuple(map(_found_name, names)),
        statements=statements,
        literals=read,
        name_like=tuple(name_like(parse)),
    )


def _marks(parse: Parse, tags: "Iterable[Tagged]") -> "Iterator[Tagged]":
    """The marks without colours and trades as persons; one that is not sure has the type of the thing that it ends in.

    Redis フェイルオーバー is an event.
    """
    for tag in tags:
        places = words_between(parse, tag.start, tag.end)
        if places is None or tag.confidence >= FIRM:
            yield tag
        elif tag.label != EntityType.PERSON:
            tail = ending(parse, *places)
            yield tag if tail is None or tail[0] in NAME_TYPES else replace(tag, label=tail[0].value)
        elif may_be_tagged(parse, label := Label(*places, PERSON, tag.confidence)):
            yield replace(tag, label=tagged_type(parse, label)[0].value)


def _as_marked(doc: "Doc", names: list[Name]) -> list[Name]:
    """The names of a note of work with the types that they are marked with: facts are read by them."""
    marks = sure_marks(doc)
    for name in names:
        type_ = otherwise_marked(name, name.confidence, marks.get((name.start, name.end)))
        if type_ is not None:
            name.type = type_
            name.reasons.append(marked_as(type_))
    return names


def is_group(words: str) -> bool:
    """Whether words end as groups of people do: 開発課, and neither 課長 nor 大提督."""
    tail = tail_type(words)
    return tail is not None and tail[0] is EntityType.ORGANIZATION


def _within(label: Label, begins: Collection[int]) -> Label:
    """The part of a label behind the ticket, a label or a person's group: 帳票API of "OPS-210: 帳票API"."""
    first = max((place for place in range(label.first + 1, label.last + 1) if place in begins), default=label.first)
    return label._replace(first=first)


def _found_name(name: Name) -> FoundName:
    return FoundName(
        start=name.start,
        end=name.end,
        surface=name.surface,
        name=name.name,
        type=name.type,
        confidence=name.confidence,
        reasons=tuple(dict.fromkeys(name.reasons)),
        method=name.method,
        subtype=name.subtype,
        aliases=name.aliases,
        about=name.about,
        link_type=name.link_type,
    )
