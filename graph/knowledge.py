"""The front door of the graph: every question and every change, and what it opens and closes for them."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from threading import Event, Lock
from types import MappingProxyType
from uuid import uuid4

from ulid import ULID

from graph.care.alerts import raised
from graph.care.feedback import FeedbackDesk
from graph.care.index_care import IndexCare
from graph.care.quality import Quality, cleaned_due
from graph.care.reembedding import Progress, Reembedding
from graph.care_settings import CareSettings
from graph.catalogue.types import Types
from graph.db import schema
from graph.db.filters import checked_confidence, checked_filters, checked_limit, from_parts
from graph.db.store import Store
from graph.db.verdicts import verdict_row
from graph.errors import EnishiError, Invalid
from graph.extractor import Extractor
from graph.intake.checks import checked_user, choice
from graph.intake.personal import Handling, kept_text
from graph.jobs.jobs import JobQueue, Jobs
from graph.jobs.records import JobRecords
from graph.journal.log import EventLog
from graph.model.care.metrics import Alert, Measured
from graph.model.care.reembedding import Reembedded, VectorsState
from graph.model.context import Context, ContextOrder
from graph.model.draft import Draft
from graph.model.entities import EntityDetail, EntityHit, EntityPage, ProposalPage, Relation
from graph.model.filters import Filters
from graph.model.importance import ImportanceDetail, LifecycleStats, Recomputed, UseKind, UsesCounted
from graph.model.life.journal import Act
from graph.model.links import InferenceFound, Inferred, Linked, MemoryLink
from graph.model.memory import (
    Enrich,
    Forgotten,
    Memory,
    MemoryDetail,
    MemoryVersion,
    Order,
    Outcome,
    Page,
    Remembered,
    Stats,
)
from graph.model.projects import ProjectDetail, ProjectSummary, SessionSummary
from graph.model.recalled import Mode, Recalled, Recipe
from graph.model.synced import Survey, SyncCounts, Synced
from graph.model.trace import CYPHER_ROWS_MOST, CYPHER_SECONDS_MOST, CypherRows
from graph.model.transfer import AllExported, AllImported
from graph.model.types import InferenceKind, LinkKind, RelationType, Status, Validation
from graph.network.entity_graph import EntityGraph
from graph.network.figures import GraphFigures
from graph.projects.channels import Channels, whose
from graph.projects.conversation.conversation import Conversation
from graph.projects.conversation.journal import Journal
from graph.projects.handover import Handovers
from graph.projects.injection import Injection
from graph.projects.learnings import Learnings
from graph.projects.overviews import Overviews
from graph.projects.routing.classifier import Classifier
from graph.projects.routing.routing import Routing
from graph.projects.summaries.summaries import Summaries
from graph.recall.reasons import no_project_note
from graph.recall.visible import visible
from graph.rotation.daily import backed_up
from graph.rotation.due import rotated_due, users_of
from graph.rotation.rotation import Rotation
from graph.rotation_settings import RotationSettings
from graph.serving.by_hand import ByHand, HandParts
from graph.serving.warmup import Preloader, acquaint, heat
from graph.serving.wiring import Wiring
from graph.settings import GraphSettings
from graph.transfer.everybody import exported_all, imported_all
from graph.transfer.transfer import Transfer, silent
from graph.write.synced_files import SyncedFiles
from graph.write.undo import Versions

ALL = Filters()
"""Filters that narrow nothing: active memories."""
NOTHING: Mapping[str, object] = MappingProxyType({})
"""No parameters."""


def utc_now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


class Knowledge:
    """A long-term memory for many users. Safe to share between threads; opens nothing before the first call.

    Every method raises only the errors of graph.errors.
    """

    def __init__(
        self,
        store: Callable[[], Store],
        extractor: Extractor,
        settings: GraphSettings | None = None,
        *,
        classifier: Classifier | None = None,
        clock: Callable[[], datetime] = utc_now,
        rotation: RotationSettings | None = None,
        care: CareSettings | None = None,
        new_id: Callable[[], str] = lambda: str(ULID()),
        new_entity_id: Callable[[], str] = lambda: str(uuid4()),
    ) -> None:
        self._open = store
        self._extractor = extractor
        self._settings = settings or GraphSettings()
        self._classifier = classifier
        self._journal = Journal(self._settings.conversation.home)
        self._jobs = JobRecords(self._settings.jobs.home, clock, new_id, kept=self._settings.jobs.kept)
        self._rotation = rotation or RotationSettings()
        self._care = care or CareSettings()
        self._clock = clock
        self._new_id = new_id
        self._new_entity_id = new_entity_id
        self._lock = Lock()
        self._wiring: Wiring | None = None
        self._warming = Preloader((extractor.warm, self._acquainted), self._heated)

    def warm(self) -> None:
        """Starts loading the models and planning the statements in the background, for a process that serves others.

        After that, while no question is asked, it runs searches until the server answers no quicker.
        """
        self._warming.start()

    def ready(self) -> None:
        """Returns when requests can be answered. Raises Unavailable or Misconfigured when they cannot.

        Where `warm` was called they can once it is over.
        """
        self._warming.check()
        schema.server(self._ready().store)

    def close(self) -> None:
        """Closes connections and ends worker processes."""
        self._warming.stop()
        with self._lock:
            wiring, self._wiring = self._wiring, None
        self._extractor.close()
        if wiring is not None:
            wiring.uses.close()
            wiring.store.close()

    def remember(self, user_id: str, draft: Draft, *, enrich: Enrich = Enrich.NOW) -> Remembered:
        """Keeps one draft and tells what was understood of it; a near duplicate is kept and flagged."""
        enrich = choice("enrich", Enrich, enrich)
        return self._ready().remembering.remember(user_id, draft, enrich=enrich)

    def remember_many(
        self,
        user_id: str,
        drafts: Iterable[Draft | EnishiError],
        *,
        enrich: Enrich = Enrich.NOW,
        batch_size: int | None = None,
    ) -> Iterator[Outcome]:
        """Keeps many drafts and streams what became of each, in order; a failed one does not stop the others.

        An error among the drafts (an item that could not even be read) keeps its place. With `Enrich.LATER` drafts are
        stored at once, found by their words, and understood from the backlog.
        """
        enrich = choice("enrich", Enrich, enrich)
        return self._ready().remembering.remember_many(user_id, drafts, enrich=enrich, batch_size=batch_size)

    def enrich_pending(self, *, limit: int = 200) -> int:
        """Understands up to `limit` memories of the backlog, of all users; returns how many."""
        wiring = self._ready()
        try:
            understood = wiring.backlog.understand(limit)
        except EnishiError:
            wiring.observed.indexed(failed=True)
            raise
        if understood:
            wiring.observed.indexed(failed=False)
            wiring.inference.endings.pending(10 * limit)
        return understood

    def backlog(self, user_id: str | None = None) -> int:
        """How many stored memories wait to be understood."""
        return self._ready().remembering.waiting(user_id)

    def recall(
        self,
        user_id: str,
        question: str,
        *,
        mode: Mode = Mode.HYBRID,
        recipe: Recipe = Recipe.JOINED,
        filters: Filters = ALL,
        limit: int = 10,
        cursor: str | None = None,
        touch: bool = False,
        min_confidence: float = 0.0,
        explain: bool = False,
    ) -> Recalled:
        """The memories that answer a question, best first, each with why and how sure.

        The modes `recent` and `importance` list what is about the question, or everything where it is empty; `content`
        takes it as the text to find. Hits less sure than `min_confidence` are left out of their page, those whose
        confidence is not known stay. `touch` counts the hits as viewed, which makes nobody wait: uses are written
        together, once a second. `explain` adds a trace of the search.
        """
        mode, recipe, filters = choice("mode", Mode, mode), choice("recipe", Recipe, recipe), checked_filters(filters)
        checked_confidence(min_confidence)
        wiring = self._ready()
        filters = wiring.meant(checked_user(user_id), filters)
        with wiring.observed.search(mode.value):
            recalled = self._recalled(
                wiring, user_id, question, mode, recipe, filters, limit, cursor,
                min_confidence=min_confidence, explain=explain,
            )  # fmt: skip
        self._read(wiring, user_id, (hit.memory.id for hit in recalled.hits), touched=touch)
        if not recalled.hits and not recalled.next_cursor:
            note = self._no_project(wiring, user_id, question, filters)
            recalled = replace(recalled, note=note or recalled.note)
        return visible(recalled, filters.audience)

    @staticmethod
    def _no_project(wiring: Wiring, user_id: str, question: str, filters: Filters) -> str | None:
        """That nothing was found because there is no such project."""
        if filters.project is None:
            return None
        paths = [project.path for project in wiring.catalogue.projects(user_id, filters.audience)]
        return no_project_note(filters.project, paths, question)

    @staticmethod
    def _recalled(
        wiring: Wiring,
        user_id: str,
        question: str,
        mode: Mode,
        recipe: Recipe,
        filters: Filters,
        limit: int,
        cursor: str | None,
        *,
        min_confidence: float,
        explain: bool,
    ) -> Recalled:
        match mode:
            case Mode.RECENT | Mode.IMPORTANCE if question.strip():
                with wiring.admission.admitted():
                    return wiring.recalling.narrowed(
                        user_id, question, mode, filters, limit, cursor, min_confidence=min_confidence, explain=explain
                    )
            case Mode.RECENT | Mode.IMPORTANCE:
                return wiring.browsing.first(user_id, mode, question, filters, limit, cursor, explain=explain)
            case Mode.CONTENT:
                return wiring.browsing.content(user_id, question, filters, limit, cursor, explain=explain)
            case _:
                with wiring.admission.admitted():
                    return wiring.recalling.hits(
                        user_id, question, mode, recipe, filters, limit, cursor,
                        min_confidence=min_confidence, explain=explain,
                    )  # fmt: skip

    def context(
        self,
        user_id: str,
        question: str,
        *,
        budget_tokens: int,
        order: ContextOrder | None = None,
        filters: Filters = ALL,
        with_ids: bool = False,
        min_confidence: float | None = None,
        fenced: bool = False,
    ) -> Context:
        """The memories that matter for a question, packed for a prompt: pinned first, then hits, told once, cited.

        Never more than `budget_tokens`, and no hits less sure than `min_confidence`, nor what stands beside them;
        without it none where the surest tells nothing of what is asked (`NOISE`). Filters narrow the pinned ones too.
        Without an `order` the best come first, and the oldest where the question looks back over a matter.
        `with_ids` lists the memories' ids in the text; they are in the citations in any case. `fenced` puts the text
        between marks that say it is quoted: an order that stands in a memory is no order to who reads it.
        """
        order = None if order is None else choice("order", ContextOrder, order)
        filters = checked_filters(filters)
        wiring = self._ready()
        with wiring.observed.search("context"), wiring.admission.admitted():
            meant = wiring.meant(checked_user(user_id), filters)
            context = wiring.gathering.context(
                user_id, question, budget_tokens, order, meant, with_ids=with_ids, min_confidence=min_confidence,
                fenced=fenced,
            )  # fmt: skip
        self._read(wiring, user_id, (citation.memory_id for citation in context.citations))
        if not context.citations and not context.left_out:
            context = replace(context, note=self._no_project(wiring, user_id, question, filters) or context.note)
        return context

    def content(
        self,
        user_id: str,
        pattern: str,
        *,
        regex: bool = False,
        filters: Filters = ALL,
        order: Order = Order.CREATED,
        limit: int = 10,
        cursor: str | None = None,
        explain: bool = False,
    ) -> Recalled:
        """The memories that hold a text or match a regular expression (case does not matter), newest first."""
        order, filters = choice("order", Order, order), checked_filters(filters)
        wiring = self._ready()
        meant = wiring.meant(checked_user(user_id), filters)
        recalled = wiring.browsing.content(
            user_id, pattern, meant, limit, cursor, order=order, regex=regex, explain=explain
        )
        if not recalled.hits and not recalled.next_cursor:
            recalled = replace(recalled, note=self._no_project(wiring, user_id, pattern, filters) or recalled.note)
        return visible(recalled, filters.audience)

    def memory_called(self, user_id: str, called: str, *, audience: str | None = None) -> str:
        """The id of the one memory whose id begins so. Raises NotFound, and Conflict for several.

        For others (`audience`) what they may not see begins as nothing does.
        """
        return self._ready().browsing.called(checked_user(user_id), called, audience)

    def show(self, user_id: str, memory_id: str) -> MemoryDetail:
        """One memory with the knowledge that was taken from it. Raises NotFound."""
        wiring = self._ready()
        shown = wiring.browsing.show(user_id, memory_id)
        self._read(wiring, user_id, (memory_id,))
        return shown

    def history(self, user_id: str, memory_id: str) -> tuple[MemoryVersion, ...]:
        """What a memory was before each act that changed it, newest first. Raises NotFound."""
        return self._ready().browsing.history(user_id, memory_id)

    def memories(
        self,
        user_id: str,
        *,
        filters: Filters = ALL,
        order: Order = Order.CREATED,
        limit: int = 20,
        cursor: str | None = None,
    ) -> Page:
        """Memories in an order, a page at a time."""
        order, filters = choice("order", Order, order), checked_filters(filters)
        wiring = self._ready()
        return wiring.browsing.page(user_id, wiring.meant(checked_user(user_id), filters), order, limit, cursor)

    def edit(self, user_id: str, memory_id: str, changes: Mapping[str, object]) -> Remembered:
        """Changes the named fields of a memory; a new text is understood anew. Raises NotFound, Invalid, Conflict."""
        wiring = self._ready()
        edited = wiring.editing.edit(checked_user(user_id), memory_id, changes)
        wiring.inference.endings.user(user_id)
        wiring.linking.replace(user_id, [memory_id])
        return edited

    def pin(self, user_id: str, memory_id: str) -> Memory:
        """Keeps a memory from ever being rotated out."""
        return self._ready().editing.mark(checked_user(user_id), memory_id, Act.PINNED, pinned=True)

    def unpin(self, user_id: str, memory_id: str) -> Memory:
        """Undoes a pin."""
        return self._ready().editing.mark(checked_user(user_id), memory_id, Act.UNPINNED, pinned=False)

    def archive(self, user_id: str, memory_id: str) -> Memory:
        """Takes a memory out of search without losing it."""
        return self._ready().editing.status(checked_user(user_id), memory_id, Status.ARCHIVED)

    def restore(self, user_id: str, memory_id: str) -> Memory:
        """Brings an archived or invalid memory back just as it was."""
        return self._ready().editing.status(checked_user(user_id), memory_id, Status.ACTIVE)

    def invalidate(self, user_id: str, memory_id: str) -> Memory:
        """Marks a memory as no longer true: kept, but found only when asked for."""
        return self._ready().editing.status(checked_user(user_id), memory_id, Status.INVALID)

    def forget(self, user_id: str, memory_id: str) -> Forgotten:
        """Deletes a memory and every trace of it. Raises NotFound."""
        return self._ready().forgetting.forget(checked_user(user_id), memory_id)

    def count_from(self, user_id: str, *, source: str | None = None, project: str | None = None) -> int:
        """How many memories come from a source or belong to a project, those below it too, whatever their status."""
        project, sources = from_parts(source, project)
        return len(self._ready().forgetting.from_source(checked_user(user_id), project, sources))

    def origins_from(self, user_id: str, *, source: str | None = None, project: str | None = None) -> Mapping[str, int]:
        """What `count_from` counts, by the file that it came from, or its source where that was none; most first."""
        project, sources = from_parts(source, project)
        origins = self._ready().forgetting.from_source(checked_user(user_id), project, sources)
        return dict(Counter(origins.values()).most_common())

    def forget_from(self, user_id: str, *, source: str | None = None, project: str | None = None) -> Forgotten:
        """Deletes the memories that come from a source, or belong to a project, and those below: of both, where both
        are named. A source is one as it was kept ("notes/plan.md", "notes") or the whole path of a file or folder.
        """
        project, sources = from_parts(source, project)
        return self._ready().forgetting.forget_from(checked_user(user_id), project, sources)

    def sync(
        self,
        user_id: str,
        survey: Survey,
        drafts: Iterable[Draft | EnishiError],
        *,
        allow_empty: bool = False,
        enrich: Enrich = Enrich.NOW,
        batch_size: int | None = None,
    ) -> Iterator[Synced]:
        """Brings memories up to what their files say: keeps what is new, edits what changed, archives what is gone.

        `survey` lists all texts of one file or folder, `drafts` are the same texts with the same places. What moved, in
        its file or to another, stays the memory that it is; nothing from outside `survey.root` is touched. Raises
        Invalid where nothing is there any more although memories came from it, unless `allow_empty`.
        """
        enrich = choice("enrich", Enrich, enrich)
        return self._ready().syncing.run(
            checked_user(user_id), survey, drafts, allow_empty=allow_empty, enrich=enrich, batch_size=batch_size
        )

    def sync_counts(self, user_id: str, survey: Survey) -> SyncCounts:
        """What `sync` would do, without doing it."""
        return self._ready().syncing.counts(checked_user(user_id), survey)

    def synced_files(self, user_id: str) -> SyncedFiles:
        """What syncs of files in both directions left of a user's memories, for the next one."""
        return SyncedFiles(self._ready().store, checked_user(user_id))

    def forget_user(self, user_id: str) -> Forgotten:
        """Deletes everything of one user, also what waits in the journal of this machine, and stops their jobs."""
        self._journal.forget(checked_user(user_id))
        self.jobs(user_id).forget()
        return self._ready().forgetting.forget_user(checked_user(user_id))

    def unasked_s(self) -> float:
        """Seconds since this process last ranked answers to a question; 0 while it does, infinite when it never did.

        For work that nobody waits for: beside it a question takes up to twice as long.
        """
        wiring = self._wiring
        return wiring.admission.idle_s if wiring is not None else math.inf

    def link_pending(self, *, limit: int = 200) -> int:
        """Links up to `limit` understood memories to earlier ones, of all users; returns how many memories."""
        return self._ready().linking.queue.pending(limit)

    def infer_pending(self, *, limit: int = 200) -> int:
        """Infers from the facts of up to `limit` entities that changed, of all users; returns how many entities.

        What new facts end is decided first: a process that was cut off may have left some.
        """
        inference = self._ready().inference
        inference.endings.pending(limit)
        return inference.queue.pending(limit)

    def embed_pending(self, *, limit: int = 200) -> int:
        """Makes the vectors of up to `limit` entities that lack theirs, of all users; returns how many entities."""
        return self._ready().vectors.queue.pending(limit)

    def projects(self, user_id: str, *, audience: str | None = None) -> tuple[ProjectSummary, ...]:
        """All projects of a user, by path, each with what belongs to it.

        For others (`audience`) those of which they may see something, without what nobody said they may read.
        """
        return self._ready().catalogue.projects(user_id, audience)

    def project(self, user_id: str, path: str, *, audience: str | None = None) -> ProjectDetail:
        """One project with its sessions and pinned memories, and the projects below it. Raises NotFound."""
        return self._ready().catalogue.read(user_id, path, audience)

    def create_project(self, user_id: str, path: str, description: str = "") -> ProjectSummary:
        """A new project, empty as yet. Raises Invalid for a malformed path, Conflict where there is one already."""
        return self._ready().catalogue.create(user_id, path, description)

    def describe_project(self, user_id: str, path: str, description: str) -> ProjectSummary:
        """Says what a project is about; it stays then even without memories. Raises NotFound."""
        return self._ready().catalogue.describe(user_id, path, description)

    def remove_project(self, user_id: str, path: str) -> ProjectSummary:
        """Removes a project without memories and returns what it was. Raises NotFound, Conflict while it has some."""
        return self._ready().catalogue.remove(user_id, path)

    def sessions(
        self, user_id: str, *, project: str | None = None, limit: int = 100, audience: str | None = None
    ) -> tuple[SessionSummary, ...]:
        """The sessions of a project, or all, those with the newest memories first; for others those they may see."""
        return self._ready().catalogue.sessions(user_id, project, limit=checked_limit(limit), audience=audience)

    def routing(self, user_id: str) -> Routing:
        """To which project messages belong: `routing("taro").route("the login page")`."""
        return Routing(lambda: self._ready().router, user_id)

    def summaries(self, user_id: str) -> Summaries:
        """What is left of projects and sessions that are too much to be told whole, in quotations."""
        return Summaries(lambda: self._ready().summarizer, user_id)

    def injection(self, user_id: str) -> Injection:
        """The memory of projects as texts for prompts."""
        return Injection(lambda: self._ready().injector, user_id)

    def handovers(self, user_id: str) -> Handovers:
        """What the next session must know of the one before."""
        return Handovers(lambda: self._ready().handovers, user_id)

    def learnings(self, user_id: str) -> Learnings:
        """What talks and projects seem to have taught, proposed until a person accepts it or not."""
        return Learnings(self._ready().learning, user_id)

    def conversation(self, user_id: str) -> Conversation:
        """What a talk begins with and what is kept of it, also while the database is away."""
        personal = self._settings.personal
        return Conversation(
            lambda: self._ready().conversing, self._journal, user_id, self._clock, self._new_id,
            lambda text: kept_text(text, Handling(personal.handling), personal.regions),
        )  # fmt: skip

    def link(self, user_id: str, *, anew: bool = False) -> Linked:
        """Links the memories of one user that wait for it to earlier ones; with `anew` all of them."""
        return self._ready().linking.user(checked_user(user_id), anew=anew)

    def links(
        self, user_id: str, memory_id: str, *, verdict: Validation | None = None, limit: int = 50
    ) -> tuple[MemoryLink, ...]:
        """The links of a memory to others, surest first: of one verdict, or all but the rejected. Raises NotFound."""
        verdict = None if verdict is None else choice("verdict", Validation, verdict)
        return self._ready().linking.of(checked_user(user_id), memory_id, verdict, checked_limit(limit))

    def judge_link(
        self,
        user_id: str,
        memory_id: str,
        other: str,
        kind: LinkKind,
        status: Validation,
        *,
        by: str | None = None,
        note: str | None = None,
    ) -> MemoryLink:
        """Confirms or rejects what ties two memories, or takes that back. Raises NotFound, Invalid.

        A rejected link is not found again; a confirmed one stays until one of the two is forgotten, or says other
        words in which it is not found. What is taken back is as the detectors have it when they next run.
        """
        kind = choice("kind", LinkKind, kind)
        verdict = verdict_row(status, by or user_id, note, self._clock())
        wiring = self._ready()
        recording = wiring.journal.step(checked_user(user_id), Act.LINK_JUDGED, [memory_id, other], subject=kind.value)
        return wiring.linking.judge(user_id, memory_id, other, kind, verdict, recording)

    def infer(self, user_id: str, *, anew: bool = False) -> Inferred:
        """Infers what follows from the facts of one user that changed; with `anew` from all of them, from nothing."""
        wiring = self._ready()
        # What is alike is told by vectors: they come first.
        wiring.vectors.queue.user(checked_user(user_id))
        return wiring.inference.user(user_id, anew=anew)

    def withdraw(self, user_id: str) -> int:
        """Takes back what was inferred and nobody judged; what was stated is again as it was told. Returns how much."""
        return self._ready().inference.withdraw(checked_user(user_id))

    def inferred(
        self,
        user_id: str,
        *,
        kind: InferenceKind | None = None,
        verdict: Validation | None = None,
        after: str = "",
        limit: int = 100,
    ) -> tuple[InferenceFound, ...]:
        """What was inferred for a user, each with its evidence: a page in the order of ids, after the id `after`.

        Of one verdict, or all that is not rejected.
        """
        kind = None if kind is None else choice("kind", InferenceKind, kind)
        verdict = None if verdict is None else choice("verdict", Validation, verdict)
        return self._ready().inference.page(checked_user(user_id), kind, verdict, after, checked_limit(limit))

    def judge_inference(
        self, user_id: str, inference_id: str, status: Validation, *, by: str | None = None, note: str | None = None
    ) -> InferenceFound:
        """Confirms or rejects what was inferred, or takes that back. Raises NotFound, Invalid.

        What is rejected is not inferred again, and a fact that it had ended is open again; what is confirmed stays, and
        stays apart from what was stated. What is said goes with the memories that it rests on.
        """
        verdict = verdict_row(status, by or user_id, note, self._clock())
        wiring = self._ready()
        recording = wiring.journal.step(checked_user(user_id), Act.INFERENCE_JUDGED, subject=inference_id)
        return wiring.inference.judge(user_id, inference_id, verdict, recording)

    def entities(
        self,
        user_id: str,
        *,
        kind: str | None = None,
        text: str | None = None,
        limit: int = 20,
        cursor: str | None = None,
    ) -> EntityPage:
        """Entities, those in most memories first, a page at a time; of one type or with a text in a name if asked.

        The type may be one of the user's own; what is of a type below it is found too. Raises Invalid.
        """
        return self._ready().entities.page(checked_user(user_id), kind, text, limit, cursor)

    def entities_about(
        self, user_id: str, about: str, *, kind: str | None = None, limit: int = 10
    ) -> tuple[EntityHit, ...]:
        """The entities that a description fits, best first: "the colleague who keeps the servers running".

        By meaning, not by name: by the vectors of entities and of the passages that name them. Without a type those
        with proper names; a common noun would be the description's own word. Never the user themself. Those of
        a memory that has just been stored come by its passage alone, until their vectors are made. Raises Invalid.
        """
        return self._ready().entities.about(checked_user(user_id), about, kind, limit)

    def entity(self, user_id: str, entity_id: str) -> EntityDetail:
        """One entity: its names, whom it may mean, its relations. Raises NotFound."""
        return self._ready().entities.show(checked_user(user_id), entity_id)

    def entity_called(self, user_id: str, called: str) -> str:
        """The id of the one entity that an id, a name or an alias means. Raises NotFound, and Conflict for several."""
        return self._ready().entities.called(checked_user(user_id), called)

    def proposals(self, user_id: str, *, limit: int = 50, cursor: str | None = None) -> ProposalPage:
        """Pairs of entities that may be one, likeliest first; `merge` accepts one, `keep_apart` rejects it."""
        return self._ready().entities.proposals(checked_user(user_id), limit, cursor)

    def merge(self, user_id: str, into: str, other: str, *, by: str | None = None, force: bool = False) -> EntityDetail:
        """Makes one entity of two, by a person's word; `split` undoes it. Raises NotFound, Invalid, Conflict."""
        return self._ready().entities.merge(checked_user(user_id), into, other, by=by or user_id, force=force)

    def split(
        self, user_id: str, entity_id: str, *, names: Sequence[str] | None = None, by: str | None = None
    ) -> EntityDetail:
        """Parts an entity: the names given, or those of the last merge by hand, become one of their own again."""
        return self._ready().entities.split(checked_user(user_id), entity_id, names, by=by or user_id)

    def keep_apart(
        self, user_id: str, entity_id: str, other: str, *, by: str | None = None, note: str | None = None
    ) -> EntityDetail:
        """Says that two entities are never one: never proposed, never merged. Raises NotFound, Invalid."""
        return self._ready().entities.keep_apart(checked_user(user_id), entity_id, other, by=by or user_id, note=note)

    def edit_entity(self, user_id: str, entity_id: str, changes: Mapping[str, object]) -> EntityDetail:
        """Sets name, type, subtype, aliases, description or attributes by hand; extraction leaves them be.

        `aliases` are given beside those that memories give, in place of those given by hand before. Raises NotFound,
        Invalid.
        """
        return self._ready().entities.edit(checked_user(user_id), entity_id, changes)

    def reject_entity(self, user_id: str, entity_id: str, *, by: str | None = None) -> int:
        """Takes an entity away for good and returns how many facts went with it. Raises NotFound."""
        return self._ready().entities.reject(checked_user(user_id), entity_id, by=by or user_id)

    def judge_relation(
        self,
        user_id: str,
        source: str,
        kind: RelationType,
        target: str,
        status: Validation,
        *,
        by: str | None = None,
        note: str | None = None,
    ) -> Relation:
        """Confirms or rejects a relation between two entities, or takes that back. Raises NotFound, Invalid."""
        kind, status = choice("kind", RelationType, kind), choice("status", Validation, status)
        who = by or user_id
        return self._ready().entities.judge(checked_user(user_id), source, kind, target, status, by=who, note=note)

    def types(self, user_id: str) -> Types:
        """What entities and relations may be: the types of the system and the user's own."""
        return Types(self._ready().types, checked_user(user_id))

    def by_hand(self, user_id: str) -> ByHand:
        """What a person says of the graph: entities confirmed, relations and links made, weighed and taken away."""
        wiring = self._ready()

        def remember(draft: Draft) -> Remembered:
            return self.remember(user_id, draft)

        def forget(memory_id: str) -> Forgotten:
            return self.forget(user_id, memory_id)

        parts = HandParts(
            entities=wiring.entities, catalogue=wiring.types.catalogue, linking=wiring.linking, journal=wiring.journal,
            clock=self._clock, remember=remember, forget=forget,
        )  # fmt: skip
        return ByHand(parts, checked_user(user_id))

    def graph(self, user_id: str) -> EntityGraph:
        """The user's graph of entities: facts, neighbours, paths, timelines."""
        return self._ready().networks.graph(checked_user(user_id))

    def network(self, user_id: str) -> GraphFigures:
        """The user's graph as a whole: a part to draw, structure, centralities, communities, growth."""
        return self._ready().networks.figures(checked_user(user_id))

    def importance(self, user_id: str, memory_id: str) -> ImportanceDetail:
        """How much a memory matters now, its parts, and why; what lists and filters go by stands beside it.

        Raises NotFound.
        """
        wiring = self._ready()
        wiring.uses.flush()
        return wiring.weights.explain(checked_user(user_id), memory_id)

    def lifecycle_stats(self, user_id: str) -> LifecycleStats:
        """How the importance of a user's active memories is distributed now: buckets, mean, trends."""
        wiring = self._ready()
        wiring.uses.flush()
        return wiring.weights.stats(checked_user(user_id))

    def recompute_importance(self, user_id: str, ids: Sequence[str] | None = None) -> Recomputed:
        """Computes the importance that is stored of some memories, or of all, by what they are now. Raises NotFound.

        In batches; it may be repeated, and cut off: the next run, or the background, takes up the rest.
        """
        user_id = checked_user(user_id)
        wiring = self._ready()
        wiring.uses.flush()
        return wiring.weights.recompute(user_id, ids)

    def weigh_pending(self, *, limit: int = 200) -> int:
        """Computes the importance of up to `limit` memories that changed, of all users; returns how many memories."""
        return self._ready().weights.queue.pending(limit)

    def use(self, user_id: str, ids: Sequence[str], *, kind: UseKind = UseKind.VIEW) -> UsesCounted:
        """Counts that memories were of use: looked at (view), or passed on (share). Raises NotFound and Invalid.

        An edit counts itself.
        """
        user_id, kind = checked_user(user_id), choice("kind", UseKind, kind)
        if kind is UseKind.EDIT:
            raise Invalid("kind", "an edit counts itself.", allowed="view, share")
        wiring = self._ready()
        used = wiring.weights.existing(user_id, ids)
        wiring.uses.add(user_id, used, kind)
        return UsesCounted(memories=len(used))

    def versions(self, user_id: str) -> Versions:
        """What the memories of a user were before they were changed, and their way back there."""
        wiring = self._ready()

        def after(user_id: str, ids: Sequence[str]) -> None:
            wiring.inference.endings.user(user_id)
            wiring.linking.replace(user_id, ids)

        return Versions(wiring.store, wiring.editing, wiring.merging, user_id, after=after)

    def events(self, user_id: str) -> EventLog:
        """What was done to what a user has, and through whom."""
        return EventLog(self._ready().store, user_id)

    def overviews(self, user_id: str) -> Overviews:
        """The overviews of a user's projects, entries for them, and the projects of folders."""
        wiring = self._ready()

        def remember(user_id: str, draft: Draft) -> Remembered:
            return self.remember(user_id, draft)

        return Overviews(
            wiring.store, user_id, wiring.journal, self._settings.projects, self._clock, self._new_id,
            remember=remember, catalogue=wiring.catalogue,
        )  # fmt: skip

    def channels(self, user_id: str) -> Channels:
        """Where the sessions of a user are held, and by which ids the user goes there."""
        wiring = self._ready()
        return Channels(wiring.store, user_id, wiring.journal, self._clock)

    def user_of(self, channel: str, identity: str) -> str:
        """The user who goes by an id in a channel (`channels(user).add`). Raises NotFound."""
        return whose(self._ready().store, channel, identity)

    def rotation(self, user_id: str) -> Rotation:
        """Rotation of a user's memories: plan, run, the archive, backups, history, alerts."""
        return Rotation(self._ready().rotation, checked_user(user_id))

    def index(self, user_id: str) -> IndexCare:
        """Care of a user's index: what is indexed, keywords, updates, check and repair."""
        return IndexCare(self._ready().care, checked_user(user_id))

    def quality(self, user_id: str) -> Quality:
        """Rules that a user's graph should keep, and cleaning of what breaks them."""
        return Quality(self._ready().quality, checked_user(user_id))

    def clean_due(self) -> int:
        """Cleans the graphs of all users where that is due; returns how many those were."""
        return cleaned_due(self._ready().quality)

    def feedback(self, user_id: str) -> FeedbackDesk:
        """What a user says of answers: which memories helped, how good they were."""
        return FeedbackDesk(self._ready().feedback, checked_user(user_id))

    def alerts(self, user_id: str) -> tuple[Alert, ...]:
        """What a person should know: of the disk, of indexing, slow searches, an index that disagrees, rotation."""
        return raised(self._ready().alerting, checked_user(user_id))

    def measured(self) -> Measured:
        """Counts of all graphs and of what this process did, for monitoring."""
        return self._ready().measuring.measured()

    def transfer(self, user_id: str) -> Transfer:
        """Everything of a user out into a file, and in again."""
        return Transfer(self._ready().transfer, checked_user(user_id))

    def export_all(
        self, folder: Path, *, encrypt_for: Sequence[str] = (), force: bool = False, progress: Progress = silent
    ) -> AllExported:
        """Everything of all users into a folder, a file each: `exported_all`."""
        users = users_of(self._ready().store)
        return exported_all(users, self.transfer, folder, encrypt_for=encrypt_for, force=force, progress=progress)

    def import_all(self, folder: Path, *, key: str | Path | None = None, progress: Progress = silent) -> AllImported:
        """Reads a folder of exports in, each for the user that it names: `imported_all`."""
        return imported_all(folder, self.transfer, key=key, progress=progress)

    def jobs(self, user_id: str) -> Jobs:
        """The ingests of a user on this machine: those that run or wait, and what became of the others."""
        return Jobs(self._jobs, checked_user(user_id))

    def job_queue(self) -> JobQueue:
        """The ingests that wait for a server, of all users."""
        return JobQueue(self._jobs)

    def rotate_due(self) -> int:
        """Rotates the memories of all users whose triggers are due; returns how many runs that made."""
        return rotated_due(self._ready().rotation)

    def back_up_due(self) -> int:
        """Exports everything of all users whose daily backup is due; returns how many files that made."""
        rotation = self._ready().rotation
        folder, backup = rotation.folder / "daily", rotation.settings.backup
        users = users_of(rotation.store)
        return backed_up(
            users, lambda user, path: self.transfer(user).to_file(path, encrypt_for=backup.encrypt_for), folder, backup,
            rotation.clock(),
        )  # fmt: skip

    def cypher(
        self, statement: str, parameters: Mapping[str, object] = NOTHING, *, seconds: float = 10.0, limit: int = 1_000
    ) -> CypherRows:
        """The rows of a statement of the caller's own, of the whole database: of all users.

        It may only read: Invalid where it would write, calls a procedure that is not known to read the graph, fetches
        a file, fails, or takes longer than `seconds`. `limit` rows are given at most, and told whether there are more.
        """
        if not 0 < seconds <= CYPHER_SECONDS_MOST:
            allowed = f"more than 0, to {CYPHER_SECONDS_MOST}"
            raise Invalid("seconds", f"{seconds!r} is not within bounds.", allowed=allowed)
        if isinstance(limit, bool) or not 1 <= limit <= CYPHER_ROWS_MOST:
            raise Invalid("limit", f"{limit!r} is not within bounds.", allowed=f"1 to {CYPHER_ROWS_MOST}")
        if not statement.strip():
            raise Invalid("statement", "is empty.")
        return self._ready().store.asked(statement, parameters, seconds=seconds, limit=limit)

    def vectors(self) -> VectorsState:
        """Whose vectors the database holds, and what is left of a change of the model."""
        return Reembedding(self._ready().store, self._extractor, self._clock, batch=self._care.batch).state()

    def reembed(self, *, dry_run: bool = False, drop: bool = False, progress: Progress | None = None) -> Reembedded:
        """Changes the database to the model of this extractor, while others go on asking by the vectors of the old one.

        It may be ended and repeated: it goes on where it was. With `drop` the vectors that are not read are taken
        away. Raises Conflict where nothing was kept yet, Invalid where two other models are there.
        """
        store = self._open()
        try:
            schema.migrated(store, self._extractor.embedding, self._clock())
            return Reembedding(store, self._extractor, self._clock, batch=self._care.batch).run(
                dry_run=dry_run, drop=drop, progress=progress
            )
        finally:
            store.close()

    def users(self, most: int) -> list[str]:
        """The ids of the first users who keep something, for who runs the database."""
        return list(islice(users_of(self._ready().store), most))

    def stats(self, user_id: str) -> Stats:
        """How much one user's graph holds."""
        wiring = self._ready()
        return wiring.browsing.stats(checked_user(user_id), wiring.server.version, self._extractor.embedding.name)

    def _read(self, wiring: Wiring, user_id: str, ids: Iterable[str], *, touched: bool = False) -> None:
        """Counts memories as viewed where somebody says that they were of use, or where every reading counts."""
        if touched or self._settings.importance.access.count_reads:
            wiring.uses.add(user_id, ids, UseKind.VIEW)

    def _acquainted(self) -> None:
        wiring = self._ready()
        acquaint(wiring.store, wiring.recalling, wiring.gathering, wiring.browsing, self._new_id())

    def _heated(self, ending: Event) -> None:
        wiring = self._ready()
        heat(wiring.store, wiring.recalling, wiring.browsing, lambda: wiring.admission.idle_s, ending)

    def _ready(self) -> Wiring:
        wiring = self._wiring
        if wiring is None:
            with self._lock:
                wiring = self._wiring = self._wiring or self._build()
        return wiring

    def _build(self) -> Wiring:
        store = self._open()
        try:
            server = schema.applied(store, self._extractor.embedding, self._clock())
        except BaseException:
            store.close()
            raise
        return Wiring(
            store,
            self._extractor,
            self._settings,
            self._clock,
            self._new_id,
            self._new_entity_id,
            server=server,
            classifier=self._classifier,
            rotation=self._rotation,
            care=self._care,
        )
