"""The stages of a draft on its way into the graph: read, understood, written (`Remembered`); none is ever changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from graph.errors import EnishiError
from graph.extractor import ExtractionInput
from graph.intake.checks import content_hash
from graph.model.draft import Draft
from graph.model.extraction import DraftReading, Extraction
from graph.model.life.audience import visibility
from graph.model.memory import Remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDraft:
    """A draft that was checked and cut into chunks, and the id it is stored under if the graph does not hold it yet.

    `occasion` tells it from the same words said at another time (`content_hash`). `twin` is the id of a memory with
    nearly the same words.
    """

    position: int = 0
    draft: Draft
    reading: DraftReading
    id: str
    content_hash: str
    occasion: str | None = None
    twin: str | None = None
    personal: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def identity(self) -> tuple[str, str]:
        """What makes two drafts one memory: the hash of their words, and their session."""
        return self.content_hash, self.draft.session_id or ""

    @property
    def anywhere(self) -> bool:
        """Whether it is known again in another session too: exports are renamed, and their sessions with them."""
        return bool(self.draft.source_id) or (self.conversation is not None and self.draft.occurred_at is not None)

    @property
    def conversation(self) -> str | None:
        """The session that this is a turn of; None for what nobody said in a session."""
        return self.draft.session_id if self.draft.speaker is not None else None

    def on(self, occasion: str) -> "ReadDraft":
        """It, told by an occasion from the same words."""
        return replace(self, occasion=occasion, content_hash=content_hash(self.draft, occasion))

    def apart_from(self, readers: str | None) -> "ReadDraft | None":
        """It, told from the same words of a memory for `readers`; None where its own may see that: then they are one.

        Else what it says would change that memory and tell them of it, and they would never see what they kept. Under
        the id of a source it is one memory for all.
        """
        if self.draft.source_id or visibility(readers, self.draft.audience) is not None:
            return None
        return self.on(f"{self.occasion or self.draft.occurred_at or ''} for {self.draft.audience}")

    def chunk_id(self, ordinal: int) -> str:
        """The id of a chunk: the memory's and its place, so that a repeated write meets the same chunk."""
        return f"{self.id}.{ordinal:04d}"

    def extraction_input(self) -> ExtractionInput:
        """What an extractor needs to understand it."""
        return ExtractionInput(self.draft, self.reading)

    def understood(self, extraction: Extraction) -> "UnderstoodDraft":
        """The next stage."""
        return UnderstoodDraft(
            position=self.position, draft=self.draft, reading=self.reading, id=self.id,
            content_hash=self.content_hash, occasion=self.occasion, twin=self.twin, personal=self.personal,
            extraction=extraction,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderstoodDraft(ReadDraft):
    """A draft with its vectors, mentions and facts."""

    extraction: Extraction


def extraction_of(draft: ReadDraft) -> Extraction | None:
    """What was understood of a draft; None while it is left to the backlog."""
    return draft.extraction if isinstance(draft, UnderstoodDraft) else None


def fallback_of(draft: ReadDraft) -> str | None:
    """Why a language model that should have helped to understand a draft did not, if that is so."""
    extraction = extraction_of(draft)
    return extraction.fallback if extraction is not None else None


def is_decision(draft: ReadDraft) -> bool:
    """Whether what was understood of a draft tells a decision."""
    extraction = extraction_of(draft)
    return extraction is not None and extraction.decides


@dataclass(slots=True)
class UnderWay:
    """A draft that is compared with the graph but not yet written, and what became of it once it is."""

    draft: Draft
    """It, or the last that took its place."""
    remembered: Remembered | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """A draft that was given before in the same stream, or with another text under the same id."""

    first: UnderWay
    draft: ReadDraft
    reworded: bool
    more: bool
    """Whether it says more than its words, such as further tags."""


@dataclass(frozen=True, slots=True)
class Change:
    """A memory that is there already, and a draft that gives it another text (`reworded`) or further fields."""

    memory_id: str
    draft: Draft
    reworded: bool
    personal: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class Batch:
    """Drafts that are written together, and by position those that need no write: stored before, or not readable."""

    drafts: Sequence[ReadDraft]
    stored: Mapping[int, Remembered] = field(default_factory=dict[int, Remembered])
    failed: dict[int, EnishiError] = field(default_factory=dict[int, EnishiError])
    milliseconds: Mapping[str, float] = field(default_factory=dict[str, float])
    changed: Mapping[int, "Change"] = field(default_factory=dict[int, "Change"])
    """By position, memories that stand in the graph and what changes in them."""
    repeats: Mapping[int, Repeat] = field(default_factory=dict[int, Repeat])
    """By position, drafts that stand before in the stream: what is stored of them is known once that is written."""

    def understood(self, extractions: Sequence[Extraction]) -> "Batch":
        """The batch with each of its drafts at the next stage."""
        pairs = zip(self.drafts, extractions, strict=True)
        return replace(self, drafts=[draft.understood(extraction) for draft, extraction in pairs])

    def halves(self) -> tuple["Batch", "Batch"]:
        """Both halves of its drafts, in order."""
        middle = len(self.drafts) // 2
        return replace(self, drafts=self.drafts[:middle]), replace(self, drafts=self.drafts[middle:])
