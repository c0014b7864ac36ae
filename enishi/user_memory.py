"""The memory of one user as an object: every call of `graph.knowledge.Knowledge` without the user id."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self
from zoneinfo import ZoneInfo

from graph.errors import EnishiError, Invalid
from graph.model.context import Context, ContextOrder
from graph.model.draft import Draft
from graph.model.entities import EntityDetail, EntityHit, EntityPage, ProposalPage, Relation
from graph.model.filters import TIMES as FILTER_TIMES
from graph.model.filters import Filters
from graph.model.importance import ImportanceDetail, LifecycleStats, Recomputed, UseKind, UsesCounted
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
from graph.model.trace import CypherRows
from graph.model.types import InferenceKind, LinkKind, RelationType, Validation

if TYPE_CHECKING:
    from api.markdown.files import MarkdownFiles
    from api.memory_tool import MemoryTool
    from graph.care.feedback import FeedbackDesk
    from graph.care.index_care import IndexCare
    from graph.care.quality import Quality
    from graph.catalogue.types import Types
    from graph.jobs.jobs import Jobs
    from graph.journal.log import EventLog
    from graph.knowledge import Knowledge
    from graph.model.care.metrics import Alert
    from graph.model.transfer import Imported
    from graph.network.entity_graph import EntityGraph
    from graph.network.figures import GraphFigures
    from graph.projects.channels import Channels
    from graph.projects.conversation.conversation import Conversation
    from graph.projects.handover import Handovers
    from graph.projects.injection import Injection
    from graph.projects.learnings import Learnings
    from graph.projects.overviews import Overviews
    from graph.projects.routing.routing import Routing
    from graph.projects.summaries.summaries import Summaries
    from graph.rotation.rotation import Rotation
    from graph.serving.by_hand import ByHand
    from graph.transfer.transfer import Transfer
    from graph.write.undo import Versions

ALL = Filters()
"""Filters that narrow nothing: active memories."""
_FIELDS = frozenset(field.name for field in dataclass_fields(Draft)) - {"text"}
"""What may be given beside the text of a memory."""


def connect(user: str | None = None, **settings: Mapping[str, object]) -> "UserMemory":
    """The memory of `user`, or of the default user of the settings ("me" unless ENISHI_API__DEFAULT_USER says another).

    Settings come from the environment (ENISHI_NEO4J__URI and so on) and from `.env`; each keyword is one group of them
    and goes before these: `connect("taro", neo4j={"uri": "bolt://127.0.0.1:7687", "password": "…"})`. Without a URI a
    Neo4j of this machine is fetched and started by the first call.

    Raises Misconfigured when a setting is wrong, Invalid when `user` is no user id.
    """
    from api.app import build  # noqa: PLC0415 -- brings the driver; `import enishi` must not pay for it
    from api.settings import settings as read_settings  # noqa: PLC0415
    from graph.intake.checks import checked_user  # noqa: PLC0415

    chosen = read_settings(**settings)
    user_id = checked_user(chosen.api.default_user if user is None else user)
    return UserMemory(build(chosen), user_id, zone=chosen.graph.time_zone)


class UserMemory:
    """What one user has Enishi remember. Safe to share between threads; opens nothing before the first call.

    As a context manager it closes its connections on exit. Every call raises only subclasses of EnishiError: Invalid
    and NotFound for a wrong request, Conflict for one that no longer fits, Unavailable where waiting helps.
    """

    def __init__(self, knowledge: "Knowledge", user_id: str, *, zone: str | None = None) -> None:
        """Binds `user_id` to a knowledge that others may share; `connect` makes both.

        `zone` is that of times that are written without one; None is that of the settings, or of the machine.
        """
        self._knowledge = knowledge
        self._user_id = user_id
        self._zone = zone

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def user_id(self) -> str:
        """Whose memories these are."""
        return self._user_id

    @property
    def graph(self) -> "EntityGraph":
        """The graph of entities: facts, neighbours, paths, timelines."""
        return self._knowledge.graph(self._user_id)

    @property
    def network(self) -> "GraphFigures":
        """The graph as a whole: a part to draw, structure, centralities, communities, growth."""
        return self._knowledge.network(self._user_id)

    def remember(self, memory: str | Draft, *, enrich: Enrich = Enrich.NOW, **fields: object) -> Remembered:
        """Keeps one memory and tells what was understood of it; a text that is there already is not kept twice.

        A `Draft` says more than the text: tags, project, time, speaker, facts. Its fields may be given as keywords:
        `remember("Ken moved", occurred_at="2026-11-28", tags=["family"])`. With `Enrich.LATER` the call returns at
        once; the memory is found by its words until `enrich_pending` or a running `enishi serve` has understood it.
        """
        return self._knowledge.remember(self._user_id, self._draft(memory, fields), enrich=enrich)

    def remember_many(
        self,
        memories: Iterable[str | Draft | EnishiError],
        *,
        enrich: Enrich = Enrich.NOW,
        batch_size: int | None = None,
    ) -> Iterator[Outcome]:
        """Keeps many memories in batches and streams what became of each, in order; a failed one does not stop it.

        An error among them (an item that could not be read) keeps its place. Several processes extract where the
        calling script, which each imports anew, has the guard `if __name__ == "__main__":`; without it one does.
        """
        drafts = (memory if isinstance(memory, EnishiError) else self._one_of(memory) for memory in memories)
        return self._knowledge.remember_many(self._user_id, drafts, enrich=enrich, batch_size=batch_size)

    def enrich_pending(self, *, limit: int = 200) -> int:
        """Understands up to `limit` memories of the backlog, of all users of the database; returns how many."""
        return self._knowledge.enrich_pending(limit=limit)

    def backlog(self) -> int:
        """How many memories wait to be understood."""
        return self._knowledge.backlog(self._user_id)

    def recall(
        self,
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
        """The memories that answer a question, best first, each with its score, how sure it is, and why it is there.

        `cursor` is the `next_cursor` of the page before. `touch` counts the hits as used; hits less sure than
        `min_confidence` are left out; `explain` adds a trace of the search. The modes `recent` and `importance` need no
        question: with one they list what is about it.
        """
        return self._knowledge.recall(
            self._user_id,
            question,
            mode=mode,
            recipe=recipe,
            filters=self._filters(filters),
            limit=limit,
            cursor=cursor,
            touch=touch,
            min_confidence=min_confidence,
            explain=explain,
        )

    def context(
        self,
        question: str,
        *,
        budget_tokens: int = 1000,
        order: ContextOrder | None = None,
        filters: Filters = ALL,
        with_ids: bool = False,
        min_confidence: float | None = None,
        fenced: bool = False,
    ) -> Context:
        """The memories that matter for a question as one text for a prompt: pinned first, each told once and cited.

        Without an `order` the best come first, and the oldest where the question looks back over a matter. Never more
        than `budget_tokens`. `with_ids` ends the text with the ids of the memories it cites. Hits less sure
        than `min_confidence` are left out; without it all of them, where none tells of what is asked. `fenced` puts the
        text between marks that say it is quoted, no instructions.
        """
        return self._knowledge.context(
            self._user_id,
            question,
            budget_tokens=budget_tokens,
            order=order,
            filters=self._filters(filters),
            with_ids=with_ids,
            min_confidence=min_confidence,
            fenced=fenced,
        )

    def content(
        self,
        pattern: str,
        *,
        regex: bool = False,
        filters: Filters = ALL,
        order: Order = Order.CREATED,
        limit: int = 10,
        cursor: str | None = None,
        explain: bool = False,
    ) -> Recalled:
        """The memories that hold a text or match a regular expression in a line, their title or a tag; case is ignored.

        The newest first, or the most important.
        """
        return self._knowledge.content(
            self._user_id,
            pattern,
            regex=regex,
            filters=self._filters(filters),
            order=order,
            limit=limit,
            cursor=cursor,
            explain=explain,
        )

    def memory_called(self, called: str, *, audience: str | None = None) -> str:
        """The id of the one memory whose id begins so. Raises NotFound, and Conflict for several."""
        return self._knowledge.memory_called(self._user_id, called, audience=audience)

    def show(self, memory_id: str) -> MemoryDetail:
        """One memory with the entities and facts that were read off it. Raises NotFound."""
        return self._knowledge.show(self._user_id, memory_id)

    def history(self, memory_id: str) -> tuple[MemoryVersion, ...]:
        """What a memory was before each act that changed it, newest first. Raises NotFound."""
        return self._knowledge.history(self._user_id, memory_id)

    @property
    def versions(self) -> "Versions":
        """What memories were before they were changed: `versions.undo(id)`, `versions.merge(keep, other)`."""
        return self._knowledge.versions(self._user_id)

    @property
    def events(self) -> "EventLog":
        """What was done, and through whom: `events.page()`."""
        return self._knowledge.events(self._user_id)

    def import_file(self, path: "str | Path", *, form: str = "enishi") -> "Imported":
        """Reads in what `transfer.to_file` or another memory wrote: "memory-json", "mem0" or "mif".

        The same file twice keeps nothing twice. Raises Invalid, with the line, for a file that is broken.
        """
        from api.ingest.foreign import import_file  # noqa: PLC0415 -- `import enishi` must not pay for it
        from graph.intake.checks import choice  # noqa: PLC0415
        from graph.model.transfer import TransferFormat  # noqa: PLC0415

        return import_file(self._knowledge, self._user_id, Path(path), choice("format", TransferFormat, form))

    @property
    def jobs(self) -> "Jobs":
        """Ingests of files on this machine: `jobs.list()`, `jobs.log(id)`, `jobs.cancel(id)`."""
        return self._knowledge.jobs(self._user_id)

    @property
    def overviews(self) -> "Overviews":
        """The overviews of projects: `overviews.append(path, text)`, `overviews.replace(path, text)`."""
        return self._knowledge.overviews(self._user_id)

    @property
    def channels(self) -> "Channels":
        """Where sessions are held, and who the user is there: `channels.add("slack", "U0123")`."""
        return self._knowledge.channels(self._user_id)

    def list(
        self,
        *,
        filters: Filters = ALL,
        order: Order = Order.CREATED,
        limit: int = 20,
        cursor: str | None = None,
    ) -> Page:
        """Memories, newest or most important first, a page at a time."""
        return self._knowledge.memories(
            self._user_id, filters=self._filters(filters), order=order, limit=limit, cursor=cursor
        )

    def edit(self, memory_id: str, **changes: object) -> Remembered:
        """Changes fields of a memory: `edit(id, title="…", tags=("a",))`; None clears. A new text is understood anew.

        Raises NotFound, Invalid, Conflict.
        """
        return self._knowledge.edit(self._user_id, memory_id, changes)

    def pin(self, memory_id: str) -> Memory:
        """Keeps a memory from ever being rotated out, and puts it first in every context."""
        return self._knowledge.pin(self._user_id, memory_id)

    def unpin(self, memory_id: str) -> Memory:
        """Undoes a pin."""
        return self._knowledge.unpin(self._user_id, memory_id)

    def archive(self, memory_id: str) -> Memory:
        """Takes a memory out of search without losing it."""
        return self._knowledge.archive(self._user_id, memory_id)

    def restore(self, memory_id: str) -> Memory:
        """Brings an archived or invalid memory back just as it was."""
        return self._knowledge.restore(self._user_id, memory_id)

    def invalidate(self, memory_id: str) -> Memory:
        """Marks a memory as no longer true: kept, but found only when asked for."""
        return self._knowledge.invalidate(self._user_id, memory_id)

    def forget(self, memory_id: str) -> Forgotten:
        """Deletes a memory and every trace of it. Raises NotFound."""
        return self._knowledge.forget(self._user_id, memory_id)

    def count_from(self, *, source: str | None = None, project: str | None = None) -> int:
        """How many memories come from a source ("notes/plan.md", "notes") or belong to a project, or to one below."""
        return self._knowledge.count_from(self._user_id, source=source, project=project)

    def origins_from(self, *, source: str | None = None, project: str | None = None) -> Mapping[str, int]:
        """What `count_from` counts, by the file that it came from, or its source where that was none; most first."""
        return self._knowledge.origins_from(self._user_id, source=source, project=project)

    def forget_from(self, *, source: str | None = None, project: str | None = None) -> Forgotten:
        """Deletes the memories that `count_from` counts. This cannot be undone."""
        return self._knowledge.forget_from(self._user_id, source=source, project=project)

    def sync(
        self,
        survey: Survey,
        drafts: Iterable[Draft | EnishiError],
        *,
        allow_empty: bool = False,
        enrich: Enrich = Enrich.NOW,
        batch_size: int | None = None,
    ) -> Iterator[Synced]:
        """Brings memories up to what a file or folder says: edits what changed there, archives what is gone.

        `survey` lists its texts, `drafts` are the same texts with the same places.
        """
        return self._knowledge.sync(
            self._user_id, survey, drafts, allow_empty=allow_empty, enrich=enrich, batch_size=batch_size
        )

    def sync_counts(self, survey: Survey) -> SyncCounts:
        """What `sync` would do, without doing it."""
        return self._knowledge.sync_counts(self._user_id, survey)

    def cypher(
        self,
        statement: str,
        parameters: "Mapping[str, object] | None" = None,
        *,
        seconds: float = 10.0,
        limit: int = 1_000,
    ) -> CypherRows:
        """The rows of a statement in Cypher of one's own: of the whole database, so of all users, and only read.

        Raises Invalid where it would write, fetches a file, fails or takes longer than `seconds`.
        """
        return self._knowledge.cypher(statement, parameters or {}, seconds=seconds, limit=limit)

    def forget_everything(self) -> Forgotten:
        """Deletes all that this user has. This cannot be undone."""
        return self._knowledge.forget_user(self._user_id)

    def stats(self) -> Stats:
        """How much is kept: memories, entities, facts, languages."""
        return self._knowledge.stats(self._user_id)

    def projects(self, *, audience: str | None = None) -> tuple[ProjectSummary, ...]:
        """All projects, by path, each with what belongs to it; for others those of which they may see something."""
        return self._knowledge.projects(self._user_id, audience=audience)

    def project(self, path: str, *, audience: str | None = None) -> ProjectDetail:
        """One project with its sessions and pinned memories, and the projects below it. Raises NotFound."""
        return self._knowledge.project(self._user_id, path, audience=audience)

    def create_project(self, path: str, description: str = "") -> ProjectSummary:
        """A new project, empty as yet. Raises Invalid for a malformed path, Conflict where there is one already."""
        return self._knowledge.create_project(self._user_id, path, description)

    def describe_project(self, path: str, description: str) -> ProjectSummary:
        """Says what a project is about; it stays then even without memories. Raises NotFound."""
        return self._knowledge.describe_project(self._user_id, path, description)

    def remove_project(self, path: str) -> ProjectSummary:
        """Removes a project without memories and returns what it was. Raises NotFound, Conflict while it has some."""
        return self._knowledge.remove_project(self._user_id, path)

    def sessions(
        self, *, project: str | None = None, limit: int = 100, audience: str | None = None
    ) -> tuple[SessionSummary, ...]:
        """The sessions of a project, or all, those with the newest memories first; for others those they may see."""
        return self._knowledge.sessions(self._user_id, project=project, limit=limit, audience=audience)

    @property
    def routing(self) -> "Routing":
        """To which project messages belong: `memory.routing.route("the login page")`."""
        return self._knowledge.routing(self._user_id)

    @property
    def summaries(self) -> "Summaries":
        """Summaries of projects and sessions: `memory.summaries.summarize("work/shop")`."""
        return self._knowledge.summaries(self._user_id)

    @property
    def injection(self) -> "Injection":
        """The memory of projects as texts for prompts: `memory.injection.context("work/shop")`."""
        return self._knowledge.injection(self._user_id)

    @property
    def handovers(self) -> "Handovers":
        """What the next session must know of one: `memory.handovers.of("slack-C01-1764")`."""
        return self._knowledge.handovers(self._user_id)

    @property
    def learnings(self) -> "Learnings":
        """What talks seem to have taught: `memory.learnings.proposed(session_id="s")`, `.accept(id)`, `.reject(id)`."""
        return self._knowledge.learnings(self._user_id)

    @property
    def conversation(self) -> "Conversation":
        """What a talk begins with and what is kept of it, also while the database is away."""
        return self._knowledge.conversation(self._user_id)

    def entities(
        self,
        *,
        kind: str | None = None,
        text: str | None = None,
        limit: int = 20,
        cursor: str | None = None,
    ) -> EntityPage:
        """Entities, those in most memories first, a page at a time: of a type or below it, or with a text in a name."""
        return self._knowledge.entities(self._user_id, kind=kind, text=text, limit=limit, cursor=cursor)

    def entities_about(self, about: str, *, kind: str | None = None, limit: int = 10) -> tuple[EntityHit, ...]:
        """The entities that a description fits, best first: "the colleague who keeps the servers running"."""
        return self._knowledge.entities_about(self._user_id, about, kind=kind, limit=limit)

    def entity(self, entity_id: str) -> EntityDetail:
        """One entity: its names, whom it may mean, its relations, facts and memories. Raises NotFound."""
        return self._knowledge.entity(self._user_id, entity_id)

    def entity_called(self, name: str) -> str:
        """The id of the one entity with this id, name or alias. Raises NotFound, and Conflict for several."""
        return self._knowledge.entity_called(self._user_id, name)

    def proposals(self, *, limit: int = 50, cursor: str | None = None) -> ProposalPage:
        """Pairs of entities that may be one, likeliest first; `merge` accepts a pair, `keep_apart` rejects it."""
        return self._knowledge.proposals(self._user_id, limit=limit, cursor=cursor)

    def merge(self, into: str, other: str, *, by: str | None = None, force: bool = False) -> EntityDetail:
        """Makes one entity of two; `split` undoes it, `force` allows two types. Raises NotFound, Invalid, Conflict."""
        return self._knowledge.merge(self._user_id, into, other, by=by, force=force)

    def split(self, entity_id: str, *, names: Sequence[str] | None = None, by: str | None = None) -> EntityDetail:
        """Parts an entity: the names given, or those of the last merge by hand, become an entity of their own."""
        return self._knowledge.split(self._user_id, entity_id, names=names, by=by)

    def keep_apart(self, entity_id: str, other: str, *, by: str | None = None, note: str | None = None) -> EntityDetail:
        """Says that two entities are never one: never proposed, never merged. Raises NotFound, Invalid."""
        return self._knowledge.keep_apart(self._user_id, entity_id, other, by=by, note=note)

    def edit_entity(self, entity_id: str, **changes: object) -> EntityDetail:
        """Sets `name`, `type`, `aliases`, `description` or `attributes` by hand; extraction does not change them back.

        Raises NotFound, Invalid.
        """
        return self._knowledge.edit_entity(self._user_id, entity_id, changes)

    def reject_entity(self, entity_id: str, *, by: str | None = None) -> int:
        """Takes an entity away for good and returns how many facts went with it. Raises NotFound."""
        return self._knowledge.reject_entity(self._user_id, entity_id, by=by)

    def judge_relation(
        self,
        source: str,
        kind: RelationType,
        target: str,
        status: Validation,
        *,
        by: str | None = None,
        note: str | None = None,
    ) -> Relation:
        """Confirms or rejects a relation between two entities, or takes that back. Raises NotFound, Invalid."""
        return self._knowledge.judge_relation(self._user_id, source, kind, target, status, by=by, note=note)

    def link(self, *, anew: bool = False) -> Linked:
        """Links new and changed memories to earlier ones; with `anew` all. A running server does so by itself."""
        return self._knowledge.link(self._user_id, anew=anew)

    def links(self, memory_id: str, *, verdict: Validation | None = None, limit: int = 50) -> tuple[MemoryLink, ...]:
        """The links of a memory to others, surest first: of one verdict, or all but the rejected. Raises NotFound."""
        return self._knowledge.links(self._user_id, memory_id, verdict=verdict, limit=limit)

    def judge_link(
        self,
        memory_id: str,
        other: str,
        kind: LinkKind,
        status: Validation,
        *,
        by: str | None = None,
        note: str | None = None,
    ) -> MemoryLink:
        """Confirms or rejects a link between two memories, or takes that back. Raises NotFound, Invalid."""
        return self._knowledge.judge_link(self._user_id, memory_id, other, kind, status, by=by, note=note)

    def infer(self, *, anew: bool = False) -> Inferred:
        """Infers what follows from facts that changed; with `anew` from all. A running server does so by itself."""
        return self._knowledge.infer(self._user_id, anew=anew)

    def inferred(
        self,
        *,
        kind: InferenceKind | None = None,
        verdict: Validation | None = None,
        after: str = "",
        limit: int = 100,
    ) -> tuple[InferenceFound, ...]:
        """What was inferred and nobody stated, each with the facts it rests on, by id: those after the id `after`."""
        return self._knowledge.inferred(self._user_id, kind=kind, verdict=verdict, after=after, limit=limit)

    def judge_inference(
        self, inference_id: str, status: Validation, *, by: str | None = None, note: str | None = None
    ) -> InferenceFound:
        """Confirms or rejects an inference, or takes that back. Raises NotFound, Invalid."""
        return self._knowledge.judge_inference(self._user_id, inference_id, status, by=by, note=note)

    def withdraw(self) -> int:
        """Takes back every inference that nobody judged; returns how many."""
        return self._knowledge.withdraw(self._user_id)

    def importance(self, memory_id: str) -> ImportanceDetail:
        """How much a memory matters now, its parts, and why. Raises NotFound."""
        return self._knowledge.importance(self._user_id, memory_id)

    def lifecycle_stats(self) -> LifecycleStats:
        """How the importance of the active memories is distributed now."""
        return self._knowledge.lifecycle_stats(self._user_id)

    def recompute_importance(self, ids: Sequence[str] | None = None) -> Recomputed:
        """Computes the importance that lists and filters go by, of some memories or of all. Raises NotFound."""
        return self._knowledge.recompute_importance(self._user_id, ids)

    def use(self, ids: Sequence[str], *, kind: UseKind = UseKind.VIEW) -> UsesCounted:
        """Counts that memories were of use: looked at (view), or passed on (share). Raises NotFound and Invalid."""
        return self._knowledge.use(self._user_id, ids, kind=kind)

    @property
    def memory_tool(self) -> "MemoryTool":
        """The six commands of Claude's memory tool over files that are memories: `memory_tool.call(input)`."""
        from api.memory_tool import MemoryTool  # noqa: PLC0415 -- `import enishi` must not pay for it

        return MemoryTool(self._knowledge, self._user_id)

    @property
    def markdown(self) -> "MarkdownFiles":
        """Folders of Markdown files and these memories, brought to the same state: `markdown.sync("notes")`."""
        from api.markdown.files import MarkdownFiles  # noqa: PLC0415 -- as above

        return MarkdownFiles(self._knowledge, self._user_id)

    @property
    def by_hand(self) -> "ByHand":
        """What you say of the graph: entities confirmed, relations and links made, weighed and taken away."""
        return self._knowledge.by_hand(self._user_id)

    @property
    def quality(self) -> "Quality":
        """Rules that the graph should keep, and cleaning of what breaks them."""
        return self._knowledge.quality(self._user_id)

    @property
    def types(self) -> "Types":
        """What entities and relations may be: the types of the system and your own."""
        return self._knowledge.types(self._user_id)

    @property
    def index(self) -> "IndexCare":
        """What is indexed of the memories: keywords, topics and sizes; updates, check and repair of the index."""
        return self._knowledge.index(self._user_id)

    @property
    def feedback(self) -> "FeedbackDesk":
        """What is said of answers: which memories helped, how good they were, and how searches went by that."""
        return self._knowledge.feedback(self._user_id)

    def alerts(self) -> "tuple[Alert, ...]":
        """What a person should know: of the disk, of indexing, slow searches, an index that disagrees, rotation."""
        return self._knowledge.alerts(self._user_id)

    @property
    def rotation(self) -> "Rotation":
        """Rotation: what fades is archived, and what was archived long ago deleted."""
        return self._knowledge.rotation(self._user_id)

    @property
    def transfer(self) -> "Transfer":
        """Everything out into a file, and in again: `transfer.to_file("taro.jsonl.zst")`, `transfer.from_file(…)`."""
        return self._knowledge.transfer(self._user_id)

    def warm(self) -> None:
        """Loads the models and plans the statements in the background, so that the first call need not wait for it."""
        self._knowledge.warm()

    def ready(self) -> None:
        """Returns when calls can be answered now. Raises Unavailable or Misconfigured when they cannot."""
        self._knowledge.ready()

    def close(self) -> None:
        """Closes connections and ends worker processes."""
        self._knowledge.close()

    def _draft(self, memory: str | Draft, fields: Mapping[str, object]) -> Draft:
        """The draft of a memory, its times read where they are written as text. Raises Invalid."""
        unknown = next((name for name in fields if name not in _FIELDS), None)
        if unknown is not None:
            raise Invalid(unknown, "a memory has no such field.", allowed=", ".join(sorted(_FIELDS)))
        draft = Draft(text=memory) if isinstance(memory, str) else memory
        if not isinstance(draft, Draft):
            raise Invalid("memory", f"it is {type(draft).__name__}.", allowed="a text or a Draft")
        if fields:
            draft = replace(draft, **fields)  # pyright: ignore[reportArgumentType] -- the graph checks what they hold
        written = {name: at for name in ("created_at", "occurred_at") if isinstance(at := getattr(draft, name), str)}
        return replace(draft, **{name: self._time(name, at) for name, at in written.items()}) if written else draft

    def _one_of(self, memory: str | Draft) -> Draft | EnishiError:
        try:
            return self._draft(memory, {})
        except Invalid as error:
            return error

    def _filters(self, filters: Filters) -> Filters:
        """Filters whose times have a zone, as in every other door: the end of a range may be a day as a whole."""
        if not isinstance(filters, Filters):
            return filters  # the graph refuses it by name
        written = {name: at for name in FILTER_TIMES if isinstance(at := getattr(filters, name), str | datetime)}
        if not written:
            return filters
        return replace(
            filters, **{name: self._time(name, at, last=name.endswith("_to")) for name, at in written.items()}
        )

    def _time(self, field: str, written: str | datetime, *, last: bool = False) -> datetime:
        from api.sources.times import last_moment, moment  # noqa: PLC0415 -- `import enishi` must not pay for it

        zone = ZoneInfo(self._zone) if self._zone else None
        try:
            return last_moment(written, zone=zone) if last else moment(written, zone=zone)
        except Invalid as error:
            raise Invalid(field, error.problem, allowed=error.allowed) from error
