"""Japanese: its spaCy pipeline and the rules that read names and statements off a parse."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from extraction.encoder.states import EncoderView
from extraction.lang.ja.facts.drafts import found_statements
from extraction.lang.ja.facts.statements import statements_in
from extraction.lang.ja.names.entities import Label, Name, names_in
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.parse_repair import parsed
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


def load(eyes: EncoderView | None = None) -> "Language":
    """The Japanese pipeline; its documents are what `find` reads. Half a second and 140 MB; each call loads anew."""
    # spaCy and the model are heavy: they load when the first Japanese text comes.
    from extraction.lang.ja.parse.pipeline import japanese_pipeline  # noqa: PLC0415

    return japanese_pipeline(eyes)


def left_out(_: str) -> Sequence[tuple[int, str]]:
    """Nothing: the rules look for who a Japanese sentence leaves out in its parse."""
    return ()


def find(docs: "Iterable[Doc]", contexts: Sequence[Context]) -> Iterator[Findings]:
    """Names and statements of each document in order; `contexts` run beside the documents."""
    for doc, context in zip(docs, contexts, strict=True):
        yield _findings(doc, context)


def _findings(doc: "Doc", context: Context) -> Findings:
    parse = parsed(doc)
    labels = [Label(span.start, span.end - 1, span.label_, span._.confidence) for span in doc.ents]
    lookup = Lookup(parse, names_in(parse, labels, context), labels, context)
    drafts = statements_in(parse, lookup)
    stated = [name for draft in drafts for name in (draft.subject, draft.object)]
    stated += [draft.amount for draft in drafts if draft.counted and draft.amount is not None]
    names = lookup.used([*stated, *lookup.compounds()])
    return Findings(names=tuple(map(_found, names)), statements=tuple(found_statements(parse, drafts, names)))


def _found(name: Name) -> FoundName:
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
