"""Identifiers by their grammar: `src/store.ts`, OPS-142, `DATABASE_URL`, db1.plant.local:5432, in any language.

What stands in backticks is an identifier as well, and is one wherever the text writes it again. The kinds are the rows
of `tables/identifiers.tsv`; the leftmost and longest of the stretches that touch is taken.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final, NamedTuple

from extraction.model.context import Context, KnownSpan
from extraction.model.findings import Findings, FoundName
from extraction.names.keys import name_key
from extraction.names.numbered import codes, numbered
from extraction.names.software_names import software_in
from graph.model.types import EntityType
from graph.tables import table_rows


class Kind(NamedTuple):
    """A kind of identifier."""

    name: str
    type: EntityType
    pattern: re.Pattern[str]


def _compiled(pattern: str) -> re.Pattern[str]:
    """The pattern of a whole word; the stop of a sentence is none of it."""
    return re.compile(rf"(?<![A-Za-z0-9_/@.-])(?:{pattern})(?<!\.)(?![A-Za-z0-9_])")


KINDS: Final = tuple(
    Kind(kind, EntityType(type_), _compiled(pattern))
    for kind, type_, pattern, _ in table_rows("extraction.names", "identifiers", "kind type pattern examples")
)
_CODE: Final = Kind("code", EntityType.TECHNOLOGY, re.compile(r"(?<!`)`([^`\n]{2,80})`(?!`)"))
_NOTHING: Final = re.compile(r"(?!)")
"""The pattern of kinds that are found by other means."""
_RELEASE: Final = Kind("release", EntityType.TECHNOLOGY, _NOTHING)
"""A thing with its version."""
_ASSIGNED: Final = re.compile(r"(\$?[\w.-]*[A-Z0-9])=.*|(\S*[a-z0-9]) = \S+")
"""A variable's name with its value, in which no name is looked for."""
_VALUE: Final = re.compile(r"=[^\s`,;、。，]+(?<![.:)）])|(?<=[a-z0-9_]) = [\w.-]*\w(?=`)")
_RUN_ON: Final = re.compile(r"(?P<name>[^。\n]+?)(?:[。\n].*|[)）])", re.DOTALL)
"""A name with the next sentence, or with a bracket that closes behind it."""
_FENCED: Final = re.compile(
    r"^[ \t]*```[ \t]*(?P<language>[^\n`]*?)[ \t]*\n(?P<lines>.*?)^[ \t]*```", re.MULTILINE | re.DOTALL
)
_SHELLS: Final = ("", "sh", "bash", "console", "shell", "zsh")
_COMMAND: Final = re.compile(
    r"^[ \t]*(?:\$ )?((?!(?:import|from|def|class|return|const|let|var|if|for|print|package|using|select|insert)\b)"
    r"(?:\./)?[a-z][\w./-]*(?: [\w@./:=+-]+){1,7})[ \t]*$", re.MULTILINE,
)  # fmt: skip
"""A line of a fence that is a command; one word alone is output as often."""
_RUN: Final = re.compile(r"[!-~]{2,}(?: [#!]\d+)?")
"""Where a kind can stand; only short runs of ASCII are looked at, so that a pattern is never slow."""
_PLAIN: Final = re.compile(r"[A-Za-z]?[a-z]+[.,!?;:'\"]*")
"""A word as prose has it, which four runs of five are and no kind: each kind would look at it in vain."""
_VERSIONED: Final = (EntityType.TECHNOLOGY, EntityType.CONCEPT, EntityType.OBJECT, EntityType.DOCUMENT)
_VERSIONED_THING: Final = re.compile(r"[一-鿿々ァ-ヺー]{2,}(?<![日週月年回])(?: ?[A-Za-z]{2,})? ?$")
"""What stands right before a version in Japanese, with or without a space: 見積計算v2, 帳票 API v1."""
_RELEASED: Final = ("service", "package")
_BEHIND: Final = re.compile(r" v?\d+(?:\.\d+){1,3}(?![\w.]*\w)")
_LONGEST_THING: Final = 24
_WEAK: Final = "class"
"""The kind that companies are written like too (GitLab): what else is known of such a name counts for more."""
_SOFTWARE: Final = Kind("software", EntityType.TECHNOLOGY, _NOTHING)
"""Well-known software, which a table knows."""
_NUMBERED: Final = "numbered"
_ANYWHERE: Final = frozenset((_WEAK, "url", "connection", "email", _SOFTWARE.name, _NUMBERED))
"""Kinds that every other text has as well."""
_ADDRESSES: Final = frozenset(("url", "connection", "email", "host", "port", "address", "commit"))
_METHOD: Final = "identifier"
OF_WORK: Final = "in a note of work"
"""The first reason of a name that the tagging head marks in a note of work."""
_LONGEST: Final = 300
_CONFIDENCE: Final = 0.9


class Identifier(NamedTuple):
    """An identifier in a text."""

    start: int
    end: int
    kind: Kind


def identifiers(text: str) -> list[Identifier]:
    """The identifiers of a text in order; none lies in another."""
    spans = [Identifier(start, end, _SOFTWARE) for start, end in software_in(text)]
    spans += [*_in_code(text), *map(partial(_with_thing, text), map(partial(_with_version, text), _by_grammar(text)))]
    things = list(numbered(text))
    if things or any(span.kind.name not in _ANYWHERE for span in spans):
        things += codes(text)
    spans += [Identifier(start, end, Kind(_NUMBERED, type_, _NOTHING)) for start, end, type_ in things]
    chosen: list[Identifier] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not chosen or span.start >= chosen[-1].end:
            chosen.append(span)
    return chosen


@lru_cache(maxsize=4096)
def kind_of(word: str) -> Kind | None:
    """The kind of a whole word: the first row of the table that reads all of it."""
    return next((kind for kind in KINDS if kind.pattern.fullmatch(word)), None)


def is_weak(kind: Kind) -> bool:
    """Whether companies and products are written like a kind of identifier, too: iPhone, GitLab."""
    return kind.name == _WEAK


def is_address(word: str) -> bool:
    """Whether a word is where a thing is found, and no thing of some class: https://stg.acme.example, 9f3ac21."""
    kind = kind_of(word)
    return kind is not None and kind.name in _ADDRESSES


def is_of_work(names: Iterable[FoundName]) -> bool:
    """Whether a text is a note of work: it names a ticket, a file, a host, or what the tagging head knows of such."""
    return any(
        (name.method == _METHOD and name.subtype not in _ANYWHERE) or name.reasons[:1] == (OF_WORK,) for name in names
    )


def with_identifiers(findings: Findings, text: str, spotted: Sequence[Identifier]) -> Findings:
    """The findings with the identifiers of their text among the names; a name within an identifier becomes it.

    A date or a longer name that holds an identifier stays what it is; a version belongs to the name before it.
    """
    names = [_whole(name) for name in findings.names]
    for identifier in spotted:
        if identifier.kind.name == "version" and _versioned(names, identifier, text):
            continue
        touching = [
            place for place, name in enumerate(names) if name.start < identifier.end and identifier.start < name.end
        ]
        inside = [
            place for place in touching if identifier.start <= names[place].start and names[place].end <= identifier.end
        ]
        for place in touching:
            name = names[place]
            if name.start == identifier.start and text[identifier.end : name.end].lstrip()[:1] == "=":
                # the tokenizer leaves TTL=24 one word
                surface = text[identifier.start : identifier.end]
                names[place] = replace(name, end=identifier.end, surface=surface, name=surface)
                inside = [place]
        if len(inside) < len(touching) or any(names[place].type is EntityType.TIME_UNIT for place in touching):
            continue
        if identifier.kind is _SOFTWARE and inside and _is_so_named(names[inside[0]], identifier):
            continue
        if not inside:
            names.append(_named(identifier, text))
        elif len(inside) == 1 and identifier.kind.name != _WEAK:
            names[inside[0]] = replace(_named(identifier, text), about=names[inside[0]].about)
    return replace(findings, names=tuple(names))


def _whole(name: FoundName) -> FoundName:
    """A name up to the end of the first sentence in it, without a bracket that closes and does not open in it."""
    run_on = _RUN_ON.fullmatch(name.surface) if name.name == name.surface else None
    if run_on is None or (name.surface[-1] in ")）" and not {"(", "（"}.isdisjoint(run_on["name"])):
        return name
    return replace(name, end=name.start + len(run_on["name"]), surface=run_on["name"], name=run_on["name"])


def _is_so_named(name: FoundName, software: Identifier) -> bool:
    """Whether the recogniser of software or a rule of the language made the same or more of a name already."""
    return name.subtype is not None or (name.start, name.end, name.type) == (
        software.start,
        software.end,
        EntityType.TECHNOLOGY,
    )


def with_known(context: Context, text: str, spotted: Sequence[Identifier]) -> Context:
    """The context with the identifiers of the text among its known names, so that they are words before it is parsed.

    Versions and what is written like a company are left to what the text tells of them.
    """
    spans = [
        KnownSpan(
            start=identifier.start, end=_with_value(text, identifier), key=name_key(surface), name=surface,
            type=identifier.kind.type, confidence=_CONFIDENCE, is_word=True,
        )
        for identifier in spotted
        if identifier.kind.name not in (_WEAK, "version", _SOFTWARE.name) and not _touches(context.spans, identifier)
        for surface in (text[identifier.start : identifier.end],)
    ]  # fmt: skip
    if not spans:
        return context
    kept: list[KnownSpan] = []
    words_end = 0
    for span in sorted((*context.spans, *spans), key=lambda span: (span.start, -span.end)):
        if span.is_word and span.start < words_end:
            continue  # the value of a variable is one word with it: DB_URL=postgres://db1.local:5432
        kept.append(span)
        words_end = span.end if span.is_word else words_end
    return replace(context, spans=tuple(kept))


def _with_value(text: str, identifier: Identifier) -> int:
    """The end of an identifier with the value that is assigned to it: RATE_MAX=5 is one word."""
    value = _VALUE.match(text, identifier.end)
    return identifier.end if value is None else value.end()


def _touches(spans: Iterable[KnownSpan], identifier: Identifier) -> bool:
    return any(span.start < identifier.end and identifier.start < span.end for span in spans)


def _versioned(names: list[FoundName], version: Identifier, text: str) -> bool:
    """Whether a name stands right before a version, which then is the name's: "Pay Bridge v2"."""
    for place, name in enumerate(names):
        if name.start < name.end == version.start - 1 and text[name.end] == " " and name.type in _VERSIONED:
            surface = text[name.start : version.end]
            written = f"{name.name} {text[version.start : version.end]}"
            names[place] = replace(name, end=version.end, surface=surface, name=written)
            return True
    return False


def _named(identifier: Identifier, text: str) -> FoundName:
    surface = text[identifier.start : identifier.end]
    return FoundName(
        start=identifier.start,
        end=identifier.end,
        surface=surface,
        name=surface,
        type=identifier.kind.type,
        confidence=_CONFIDENCE,
        reasons=("identifier", identifier.kind.name),
        method=_METHOD,
        subtype=identifier.kind.name,
    )


def _by_grammar(text: str) -> Iterator[Identifier]:
    for run in _RUN.finditer(text):
        if len(run[0]) > _LONGEST or _PLAIN.fullmatch(run[0]):
            continue
        for kind in KINDS:
            for match in kind.pattern.finditer(text, run.start(), run.end()):
                yield Identifier(*match.span(), kind)


def _with_thing(text: str, span: Identifier) -> Identifier:
    """A version with the Japanese noun that it belongs to, which is no version any more: 見積計算v2."""
    if span.kind.name != "version":
        return span
    thing = _VERSIONED_THING.search(text, max(span.start - _LONGEST_THING, 0), span.start)
    return span if thing is None else Identifier(thing.start(), span.end, _RELEASE)


def _with_version(text: str, span: Identifier) -> Identifier:
    """A service with the version behind it, which is a thing of its own: stock-sync 1.4.0."""
    version = _BEHIND.match(text, span.end) if span.kind.name in _RELEASED else None
    return span if version is None else Identifier(span.start, version.end(), _RELEASE)


def _in_code(text: str) -> Iterator[Identifier]:
    again: dict[str, Kind] = {}
    for match in _CODE.pattern.finditer(text):
        assigned = _ASSIGNED.fullmatch(match[1])
        name = match[1] if assigned is None else assigned[1] or assigned[2]
        if not any(map(str.isalnum, name)):
            continue  # `""`, `--`
        kind = kind_of(name) or _CODE
        yield Identifier(match.start(1), match.start(1) + len(name), kind)
        if not name.isalpha() and any(character.isalpha() for character in name):
            again[name] = kind
    for fence in _FENCED.finditer(text):
        for line in _COMMAND.finditer(text, *fence.span("lines")) if fence["language"] in _SHELLS else ():
            yield Identifier(line.start(1), line.end(1), _CODE)
    if again:
        pattern = "|".join(map(re.escape, sorted(again, key=len, reverse=True)))
        for match in _compiled(pattern).finditer(text):
            yield Identifier(*match.span(), again[match[0]])
