"""One ingest of one source: each of its items is kept or told, and who watches hears of it."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from api.ingest.options import IngestOptions, SourceSurvey
from graph.errors import Conflict, EnishiError, Misconfigured

if TYPE_CHECKING:
    from api.sources.failures import Failures
    from api.sources.item import Item
    from api.sources.read_as import FileRead
    from graph.knowledge import Knowledge
    from graph.model.draft import Draft
    from graph.model.life.jobs import JobCounts
    from graph.model.memory import Remembered
    from graph.model.synced import SyncCounts, Synced


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestResult:
    """What became of one file or folder: counts of its items, seconds, and where the failed ones were written.

    `left_out` counts by kind what is no memory, such as stickers; `remarks` say how files were read that left a doubt.
    """

    path: str
    remembered: int
    already_there: int
    replaced: int
    failed: int
    seconds: float
    failures: tuple[str, ...]
    left_out: dict[str, int]
    remarks: tuple[str, ...]
    read_as: str = ""
    """How its files were read: "chat, 3 speakers"."""
    files: tuple["FileRead", ...] = ()
    """Each of its files with how that was read."""
    more_said: int = 0
    """Memories that were there and took something up, such as further tags."""
    ignored: dict[str, int] = field(default_factory=dict[str, int])
    """By field, memories that were there and say something else, and were left so."""
    personal: dict[str, int] = field(default_factory=dict[str, int])
    """By kind, pieces of personal data that were marked or masked."""
    sync: "SyncCounts | None" = None
    """With --sync: what is new, changed, moved, gone and as it was."""
    removed: tuple[str, ...] = ()
    """With --sync: ids of the memories whose text is gone, and which are archived."""
    stopped: bool = False
    """Whether somebody stopped it before its end."""
    job: str = ""
    """The id of its job."""


class Watcher(Protocol):
    """Who follows an ingest."""

    def reading(self) -> None:
        """An item was taken up."""
        ...

    def step(self, item: "Item", outcome: "Remembered | EnishiError", counts: "JobCounts") -> None:
        """An item is done."""
        ...

    @property
    def stopping(self) -> bool:
        """Whether the ingest shall stop."""
        ...


def ingested(
    user: str,
    knowledge: "Knowledge",
    path: Path,
    options: IngestOptions,
    source: SourceSurvey,
    watchers: "Sequence[Watcher]" = (),
    *,
    keeps_failures: bool = True,
) -> IngestResult:
    """What became of one source, once each of its items is kept or, with `keeps_failures`, in its file of failures."""
    from api.sources.failures import FailureFiles
    from api.sources.read_as import ReadAs
    from graph.model.life.jobs import JobCounts

    began = monotonic()
    remembered = already_there = replaced = failed = more_said = 0
    failures = FailureFiles(path)
    left_out: Counter[str] = Counter()
    ignored: Counter[str] = Counter()
    remarks: list[str] = []
    read_as = ReadAs()
    personal: Counter[str] = Counter()
    changes = SyncChanges() if options.sync else None
    stopped = False

    def kept() -> "Iterator[Item]":
        for item in options.items(path):
            read_as.add(item)
            if item.left_out:
                left_out[item.left_out] += 1
            elif item.remark:
                remarks.append(f"{item.path}: {item.remark}")
            else:
                for watcher in watchers:
                    watcher.reading()
                personal.update(item.personal)
                yield item

    ingesting = (
        outcomes(user, knowledge, kept(), options)
        if changes is None
        else synced(user, knowledge, kept(), options, source, changes)
    )
    with closing(ingesting) as done:
        for item, outcome in done:
            if isinstance(outcome, Conflict) and outcome.forgotten:
                # No file of failures may hold what somebody had forgotten.
                left_out["forgotten before"] += 1
            elif isinstance(outcome, EnishiError):
                failed += 1
                if keeps_failures:
                    _write_failure(failures.of(item), item, outcome)
            elif outcome.created:
                remembered += 1
            elif outcome.updated:
                replaced += 1
            else:
                already_there += 1
            if not isinstance(outcome, EnishiError):
                more_said += bool(outcome.added)
                ignored.update(outcome.ignored)
                personal.update(outcome.personal)
            counts = JobCounts(
                remembered=remembered, already_there=already_there, replaced=replaced, failed=failed,
                left_out=sum(left_out.values()), total=source.total,
            )  # fmt: skip
            for watcher in watchers:
                watcher.step(item, outcome, counts)
            if any(watcher.stopping for watcher in watchers):
                stopped = True
                break
    return IngestResult(
        path=str(path),
        remembered=remembered,
        already_there=already_there,
        replaced=replaced,
        failed=failed,
        seconds=round(monotonic() - began, 3),
        failures=tuple(str(file) for file in failures.written),
        left_out=dict(left_out.most_common()),
        remarks=tuple(remarks),
        read_as=read_as.whole,
        files=read_as.files,
        more_said=more_said,
        ignored=dict(ignored.most_common()),
        personal=dict(personal),
        sync=None if changes is None else changes.counts,
        removed=() if changes is None else tuple(changes.removed),
        stopped=stopped,
    )


def _drafts(items: "Iterable[Item]", sent: "deque[Item]") -> "Iterator[Draft | EnishiError]":
    """The drafts of items, each noted in `sent` as it goes; what could not be read keeps its place among them."""
    for item in items:
        draft = item.draft or item.error
        if draft is not None:
            sent.append(item)
            yield draft


def outcomes(
    user: str, knowledge: "Knowledge", items: "Iterable[Item]", options: IngestOptions
) -> "Generator[tuple[Item, Remembered | EnishiError]]":
    """Each item of a source with what became of it, in the source's order: streamed, bounded in memory."""
    sent: deque[Item] = deque()
    drafts = _drafts(items, sent)
    for outcome in knowledge.remember_many(user, drafts, enrich=options.enrich, batch_size=options.batch_size):
        result = outcome.error or outcome.remembered
        if result is not None:
            yield sent.popleft(), result


def synced(
    user: str,
    knowledge: "Knowledge",
    items: "Iterable[Item]",
    options: IngestOptions,
    source: "SourceSurvey",
    changes: "SyncChanges",
) -> "Generator[tuple[Item, Remembered | EnishiError]]":
    """Each item of a source with what became of it, and, in `changes`, what is gone from there."""
    sent: deque[Item] = deque()
    for text in knowledge.sync(
        user,
        source.survey(),
        _drafts(items, sent),
        allow_empty=options.allow_empty,
        enrich=options.enrich,
        batch_size=options.batch_size,
    ):
        changes.add(text)
        result = text.error or text.remembered
        if result is not None:
            yield sent.popleft(), result


class SyncChanges:
    """Counts what a sync did, and keeps the ids of what is gone."""

    def __init__(self) -> None:
        self._counted: Counter[str] = Counter()
        self.removed: list[str] = []

    def add(self, text: "Synced") -> None:
        """Takes in what became of one text."""
        if text.error is None:
            self._counted[text.change.value] += 1
        if text.position is None and text.memory_id is not None:
            self.removed.append(text.memory_id)

    @property
    def counts(self) -> "SyncCounts":
        """The counts."""
        from graph.model.synced import SyncCounts

        return SyncCounts(**self._counted)


def _write_failure(failures: "Failures", item: "Item", error: EnishiError) -> None:
    try:
        failures.add(item, error)
    except OSError as fault:
        raise Misconfigured(
            f"The failed items cannot be written to {failures.path}: {fault.strerror}. Make room there, and repeat."
        ) from fault
