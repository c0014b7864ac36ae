"""How files are read and kept, and what a first reading of them gives."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from graph.errors import Invalid

if TYPE_CHECKING:
    from api.sources.item import Item
    from api.sources.read_as import ReadAs
    from graph.model.draft import Draft
    from graph.model.memory import Enrich
    from graph.model.synced import SourceText, Survey

SHOWN_FAILURES = 10
SHOWN_TEXTS = 5
FormatName = Literal["jsonl", "csv", "markdown", "text", "chat", "mail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """Fields for memories that do not have them of their own."""

    project: str | None = None
    tags: tuple[str, ...] = ()
    category: str | None = None
    channel: str | None = None
    session_id: str | None = None
    source: str | None = None
    occurred_at: datetime | None = None

    def filled(self, draft: "Draft") -> "Draft":
        """A draft with them. The source is given to the readers, which know which files name one of their own."""
        given = {
            name: value
            for name in ("project", "tags", "category", "channel", "session_id", "occurred_at")
            if (value := getattr(self, name)) and not getattr(draft, name)
        }
        return replace(draft, **given) if given else draft


NO_DEFAULTS = Defaults()


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestOptions:
    """How files are read and kept."""

    form: FormatName | None
    encoding: str | None
    zone: tzinfo | None
    enrich: "Enrich"
    batch_size: int | None
    day_first: bool | None = None
    text_column: str | None = None
    defaults: Defaults = NO_DEFAULTS
    sync: bool = False
    allow_empty: bool = False
    mask_personal: bool = False
    """Personal data is masked here, before it is handed on, whatever the settings say."""
    known_as: str | None = None
    """By which path the file is known, where what is read is a copy of it."""
    only: frozenset[Path] | None = None
    """Of a folder these files alone."""

    def items(self, path: Path) -> "Iterator[Item]":
        """The items of a file, a folder or standard input."""
        from api.sources.reading import read_source

        items = read_source(
            path,
            self.form,
            encoding=self.encoding,
            zone=self.zone,
            day_first=self.day_first,
            text_column=self.text_column,
            source=self.defaults.source,
            numbered=self.sync,
            known_as=self.known_as,
            only=self.only,
        )
        items = (replace(item, draft=self.defaults.filled(item.draft)) if item.draft else item for item in items)
        return map(_masked, items) if self.mask_personal else items


def _masked(item: "Item") -> "Item":
    from graph.intake.personal import Handling, handled

    if item.draft is None:
        return item
    draft, counts = handled(item.draft, Handling.MASK)
    return replace(item, draft=draft, personal={kind.value: count for kind, count in counts.items()})


@dataclass(slots=True)
class SourceSurvey:
    """What a first reading of a source gives: so a wrong path is told, and a change is known, before anything is kept.

    Of standard input, which can be read but once, it gives nothing.
    """

    path: Path
    read_as: "ReadAs"
    total: int | None = None
    failed: int = 0
    left_out: Counter[str] = field(default_factory=Counter[str])
    remarks: list[str] = field(default_factory=list[str])
    errors: list[str] = field(default_factory=list[str])
    first_texts: list[str] = field(default_factory=list[str])
    texts: "list[SourceText]" = field(default_factory=list["SourceText"])
    unread: list[str] = field(default_factory=list[str])

    def survey(self) -> "Survey":
        """What a sync has to know of the source before it begins."""
        from api.sources.records import storable, whole_path
        from graph.model.synced import Survey

        root = storable(whole_path(self.path))
        return Survey(root=root, texts=tuple(self.texts), unread=tuple(dict.fromkeys(self.unread)))


def surveyed(path: Path, options: IngestOptions) -> SourceSurvey:
    """Reads a source without keeping anything of it."""
    from api.sources.read_as import ReadAs

    source = SourceSurvey(path, ReadAs())
    if str(path) == "-":
        if options.sync:
            raise Invalid("--sync", "standard input has no files to be synced with.", allowed="a file or a folder")
        return source
    try:
        for item in options.items(path):
            _add(source, item, sync=options.sync)
    except Invalid as error:
        raise of_path(path if options.known_as is None else Path(options.known_as).name, error) from error
    return source


def _add(source: SourceSurvey, item: "Item", *, sync: bool) -> None:
    from api.sources.records import storable, whole_path
    from graph.write.sync import source_text

    source.read_as.add(item)
    if item.draft or item.error:
        source.total = (source.total or 0) + 1
    if item.draft:
        if len(source.first_texts) < SHOWN_TEXTS:
            source.first_texts.append(item.draft.text)
        if sync:
            source.texts.append(source_text(item.draft))
    if item.error:
        source.failed += 1
        source.unread.append(storable(whole_path(item.path)))
        if len(source.errors) < SHOWN_FAILURES:
            source.errors.append(f"{item.path}, {item.position}: {item.error}")
    if item.left_out:
        source.left_out[item.left_out] += 1
    if item.remark:
        source.remarks.append(f"{item.path}: {item.remark}")


def of_path(path: Path | str, error: Invalid) -> Invalid:
    """What is wrong with one of several sources."""
    return Invalid(f"{path}, {error.field}", error.problem, allowed=error.allowed)
