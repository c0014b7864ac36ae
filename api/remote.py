"""A running REST server as `Knowledge`: each method is one request, its answer the value that `Knowledge` would give.

The models of the server are loaded and its connections open: a command that asks it is done before it could have read
its settings. What has no row here is asked of the knowledge itself, which is opened then.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from api.json_form import from_json, to_json
from api.running import Server, Unasked, Unsure
from graph.errors import Unavailable
from graph.lifecycle.rotation_values import ArchivePage, ArchiveStats, RotationAlert, RotationPlan, RotationRun
from graph.model.care.feedback import Feedback, FeedbackStats
from graph.model.care.index import IndexCheck, IndexEntry, IndexStats, KeywordDetail, KeywordPage
from graph.model.care.metrics import Alert
from graph.model.care.quality import Breach
from graph.model.catalogue import EntityKind, RelationKind, TypeRemoved
from graph.model.context import Context
from graph.model.entities import EntityDetail, EntityHit, EntityPage, ProposalPage, Relation, RelationRemoved
from graph.model.life.journal import EventPage
from graph.model.life.overview import ChannelIdentity, FolderProject, Overview, SessionSource
from graph.model.links import InferenceFound, MemoryLink
from graph.model.memory import Forgotten, Memory, MemoryDetail, MemoryVersion, Page, Remembered, Stats
from graph.model.network import (
    Communities,
    FactPage,
    GraphMap,
    GrowthStep,
    Influence,
    Insights,
    Neighbourhood,
    NetworkStatistics,
    Paths,
    Ranked,
    Snapshot,
    Timeline,
)
from graph.model.projects import ProjectDetail, ProjectSummary, ProjectWhole, SessionSummary
from graph.model.recalled import Recalled
from graph.model.synced import FiledMemory, SyncState
from graph.model.talk.conversation import Begun, Ended, Replayed
from graph.model.talk.injection import Handover, Injected
from graph.model.talk.learnings import Learning
from graph.model.talk.routing import Routed
from graph.model.talk.summaries import Summarized, Summary

if TYPE_CHECKING:
    from graph.knowledge import Knowledge

LONG = 20_000
"""Characters of a text that takes longer to read than a request may; the command reads it itself."""
_UNSURE = (
    "The REST server was asked, and its answer did not come or cannot be read: whether it has done this is not known, "
    "so it is not repeated here. Look (enishi show, enishi list, enishi entities show), and repeat it if need be; "
    "--direct asks no server."
)


@dataclass(frozen=True, slots=True)
class Route:
    """The request for one method of `Knowledge`: verb and path, what its arguments are called, what it answers.

    Arguments in braces stand in the path; the others are members of the body, or of the address for GET. `renamed` are
    those that the request knows by another name, `apart` those that stand in the address though there is a body.
    `harmless` says that it may be carried out twice, as GET may: the second time changes nothing.
    """

    verb: str
    path: str
    takes: str
    answers: Any
    renamed: Mapping[str, str] | None = None
    apart: tuple[str, ...] = ()
    harmless: bool = False


_OF_MEMORY, _OF_ENTITY = "/api/memories/{memory_id}", "/api/entities/{entity_id}"
_PROJECT = "/api/projects/{path}"
_LINK_VERDICT = _OF_MEMORY + "/links/{other}/{kind}/verdict"
_OF_HAND, _OF_RELATION = "/api/entities/{entity}", "/api/relations/{source}/{kind}/{target}"
_RELATION_VERDICT = "/api/relations/{source}/{kind}/{target}/verdict"
ROUTES = {
    "remember": Route("POST", "/api/memories", "draft", Remembered, apart=("enrich",), harmless=True),
    "recall": Route("POST", "/api/recall", "question", Recalled, harmless=True),
    "content": Route("GET", "/api/content", "pattern", Recalled),
    "context": Route("POST", "/api/context", "question", Context, harmless=True),
    "memory_called": Route("GET", "/api/memories/called", "called", str),
    "show": Route("GET", _OF_MEMORY, "memory_id", MemoryDetail),
    "history": Route("GET", _OF_MEMORY + "/history", "memory_id", tuple[MemoryVersion, ...]),
    "memories": Route("GET", "/api/memories", "", Page),
    "edit": Route("PATCH", _OF_MEMORY, "memory_id changes", Remembered),
    **{
        act: Route("POST", f"{_OF_MEMORY}/{act}", "memory_id", Memory)
        for act in ("pin", "unpin", "archive", "restore", "invalidate")
    },
    "versions.undo": Route("POST", _OF_MEMORY + "/undo", "memory_id", Memory),
    "versions.merge": Route("POST", "/api/memories/{memory_id}/merge", "memory_id other", Memory),
    "events.page": Route("GET", "/api/events", "", EventPage, renamed={"kinds": "kind"}),
    "forget": Route("DELETE", _OF_MEMORY, "memory_id", Forgotten),
    "stats": Route("GET", "/api/database/stats", "", Stats),
    "backlog": Route("GET", "/api/database/backlog", "", int),
    "projects": Route("GET", "/api/projects", "", tuple[ProjectSummary, ...]),
    "project": Route("GET", _PROJECT, "path", ProjectDetail),
    "create_project": Route("POST", "/api/projects", "path description", ProjectSummary),
    "describe_project": Route("PATCH", _PROJECT, "path description", ProjectSummary),
    "remove_project": Route("DELETE", _PROJECT, "path", ProjectSummary),
    "overviews.read": Route("GET", "/api/overviews/{path}", "path", Overview),
    "overviews.whole": Route("GET", "/api/wholes/{path}", "path", ProjectWhole),
    "overviews.replace": Route("PUT", "/api/overviews/{path}", "path text", Overview),
    "overviews.backup": Route("POST", "/api/backups/{path}", "path", Overview),
    "overviews.restore": Route("PUT", "/api/backups/{path}", "path backup_id", Overview),
    "overviews.append": Route("POST", "/api/entries/{path}", "path text", Remembered),
    "overviews.at": Route("POST", "/api/places/called", "keys", FolderProject, harmless=True),
    "overviews.settle": Route("PUT", "/api/folders/{path}", "path keys", FolderProject, harmless=True),
    "channels.hold": Route("PUT", "/api/sources", "session_id kind ids", SessionSource, harmless=True),
    "channels.session_at": Route("POST", "/api/sources/called", "kind ids", str, harmless=True),
    "channels.add": Route("POST", "/api/identities", "channel identity", tuple[ChannelIdentity, ...], harmless=True),
    "channels.remove": Route(
        "DELETE", "/api/identities/{channel}/{identity}", "channel identity", tuple[ChannelIdentity, ...]
    ),
    "channels.identities": Route("GET", "/api/identities", "", tuple[ChannelIdentity, ...]),
    "sessions": Route("GET", "/api/sessions", "", tuple[SessionSummary, ...]),
    "routing.route": Route("POST", "/api/route", "message", Routed, harmless=True),
    "summaries.summarize": Route("POST", "/api/summaries", "project", Summarized, harmless=True),
    "summaries.summary": Route("GET", "/api/summaries", "project", Summary),
    "summaries.bring_back": Route("POST", "/api/summaries/bring-back", "backup_path", Summary, harmless=True),
    "injection.context": Route("POST", "/api/injection", "primary", Injected, harmless=True),
    "handovers.of": Route("GET", "/api/sessions/{session_id}/handover", "session_id", Handover),
    "learnings.proposed": Route("GET", "/api/learnings", "", tuple[Learning, ...]),
    "learnings.accept": Route("POST", "/api/learnings/{learning_id}/accept", "learning_id", Remembered),
    "learnings.reject": Route("POST", "/api/learnings/{learning_id}/reject", "learning_id", Learning, harmless=True),
    "conversation.begin": Route("POST", "/api/conversations/begin", "session_id message", Begun, harmless=True),
    "conversation.end": Route("POST", "/api/conversations/end", "session_id turns", Ended),
    "conversation.replay": Route("POST", "/api/conversations/replay", "", Replayed, harmless=True),
    "links": Route("GET", _OF_MEMORY + "/links", "memory_id", tuple[MemoryLink, ...]),
    "judge_link": Route("PUT", _LINK_VERDICT, "memory_id other kind status", MemoryLink),
    "inferred": Route("GET", "/api/inferences", "", tuple[InferenceFound, ...]),
    "judge_inference": Route("PUT", "/api/inferences/{inference_id}/verdict", "inference_id status", InferenceFound),
    "entities": Route("GET", "/api/entities", "", EntityPage, renamed={"kind": "type"}),
    "entities_about": Route("GET", "/api/entities/about", "about", tuple[EntityHit, ...], renamed={"kind": "type"}),
    "entity_called": Route("GET", "/api/entities/called", "called", str),
    "entity": Route("GET", _OF_ENTITY, "entity_id", EntityDetail),
    "proposals": Route("GET", "/api/entities/proposals", "", ProposalPage),
    "merge": Route("POST", "/api/entities/{into}/merge", "into other", EntityDetail),
    "split": Route("POST", _OF_ENTITY + "/split", "entity_id", EntityDetail),
    "keep_apart": Route("POST", _OF_ENTITY + "/keep-apart", "entity_id other", EntityDetail),
    "edit_entity": Route("PATCH", _OF_ENTITY, "entity_id changes", EntityDetail),
    **{
        f"graph.{name}": Route("GET", f"/api/graph/{name}", takes, answers, renamed={"types": "type"})
        for name, takes, answers in (
            ("facts", "", FactPage), ("neighbours", "entity", Neighbourhood), ("paths", "source target", Paths),
            ("timeline", "entity", Timeline),
        )
    },
    **{
        f"network.{name}": Route("GET", f"/api/graph/{name}", takes, answers, renamed={"types": "type"})
        for name, takes, answers in (
            ("snapshot", "", Snapshot), ("map", "", GraphMap), ("statistics", "", NetworkStatistics),
            ("central", "measure", Ranked),
            ("communities", "method", Communities), ("insights", "", Insights), ("influence", "entity", Influence),
            ("growth", "", tuple[GrowthStep, ...]),
        )
    },
    **{
        route: Route(verb, path, takes, answers)
        for kind, answer in (("entity", EntityKind), ("relation", RelationKind))
        for plural in ("entities" if kind == "entity" else "relations",)
        for path in (f"/api/types/{plural}/{{name}}",)
        for route, verb, path, takes, answers in (
            (f"types.{plural}", "GET", f"/api/types/{plural}", "", tuple[answer, ...]),
            (f"types.{kind}", "GET", path, "name", answer),
            (f"types.create_{kind}", "POST", f"/api/types/{plural}", "name changes", answer),
            (f"types.change_{kind}", "PATCH", path, "name changes", answer),
            (f"types.remove_{kind}", "DELETE", path, "name", TypeRemoved),
        )
    },
    "by_hand.confirm": Route("PUT", _OF_HAND + "/verdict", "entity status", EntityDetail, harmless=True),
    "by_hand.relate": Route("POST", "/api/relations", "source kind target", Relation),
    "by_hand.weigh": Route("PATCH", _OF_RELATION, "source kind target", Relation, harmless=True),
    "by_hand.unrelate": Route("DELETE", _OF_RELATION, "source kind target", RelationRemoved),
    "by_hand.tie": Route("POST", _OF_MEMORY + "/links", "memory_id other kind", MemoryLink, harmless=True),
    "synced_files.state": Route("GET", "/api/synced", "root", SyncState),
    "synced_files.unsynced": Route("GET", "/api/synced/missing", "root project", tuple[Memory, ...]),
    "synced_files.called": Route("POST", "/api/synced/named", "ids", tuple[FiledMemory, ...], harmless=True),
    "synced_files.saying": Route("POST", "/api/synced/saying", "texts project", dict[str, str], harmless=True),
    "synced_files.keep": Route("PUT", "/api/synced", "root filed", int, harmless=True),
    "synced_files.bury": Route("POST", "/api/synced/buried", "root ids", int, harmless=True),
    "quality.check": Route("GET", "/api/graph/quality", "", tuple[Breach, ...]),
    "rotation.plan": Route("GET", "/api/lifecycle/plan", "", RotationPlan),
    "rotation.archived": Route("GET", "/api/lifecycle/archived", "", ArchivePage),
    "rotation.archive_stats": Route("GET", "/api/lifecycle/archive", "", ArchiveStats),
    "rotation.history": Route("GET", "/api/lifecycle/history", "", tuple[RotationRun, ...]),
    "rotation.alerts": Route("GET", "/api/lifecycle/alerts", "", tuple[RotationAlert, ...]),
    "index.entry": Route("GET", "/api/index/entries/{memory_id}", "memory_id", IndexEntry),
    "index.keywords": Route("GET", "/api/index/keywords", "prefix", KeywordPage),
    "index.keyword": Route("GET", "/api/index/keywords/{word}", "word", KeywordDetail),
    "index.stats": Route("GET", "/api/index/stats", "", IndexStats),
    "index.check": Route("GET", "/api/index/check", "", IndexCheck),
    "feedback.give": Route("POST", "/api/feedback", "question", Feedback),
    "feedback.latest": Route("GET", "/api/feedback", "", tuple[Feedback, ...]),
    "feedback.stats": Route("GET", "/api/feedback/stats", "", FeedbackStats),
    "alerts": Route("GET", "/api/alerts", "", tuple[Alert, ...]),
    "judge_relation": Route("PUT", _RELATION_VERDICT, "source kind target status", Relation),
}  # fmt: skip
"""The request for each method that has one: "show", or "graph.neighbours" for one of an area of the knowledge.

`touch` and who judges are left to what the server has by default.
"""
_AREAS = frozenset(area for area, dot, _ in (name.partition(".") for name in ROUTES) if dot)


class _RemoteArea:
    """One area of the knowledge for one user: `knowledge.graph("taro").paths(…)` goes by the route "graph.paths"."""

    def __init__(self, remote: "RemoteKnowledge", area: str, user_id: str) -> None:
        self._remote = remote
        self._area = area
        self._user_id = user_id

    def __getattr__(self, name: str) -> Callable[..., object]:
        route = ROUTES.get(f"{self._area}.{name}")

        def directly(knowledge: "Knowledge", *given: object, **options: object) -> object:
            return getattr(getattr(knowledge, self._area)(self._user_id), name)(*given, **options)

        def asked(*given: object, **options: object) -> object:
            if route is None:
                return directly(self._remote.itself(), *given, **options)
            return self._remote.answer(
                route, self._user_id, lambda knowledge: directly(knowledge, *given, **options), given, options
            )

        return asked


class RemoteKnowledge:
    """The methods of `Knowledge` as requests; `open_knowledge` opens what is asked where the server cannot be."""

    def __init__(self, server: Server, open_knowledge: "Callable[[], Knowledge]") -> None:
        self._server = server
        self._open = open_knowledge
        self._opened: Knowledge | None = None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """The method of this name, asked of the server where there is a request for it."""
        if name in _AREAS:
            return partial(_RemoteArea, self, name)
        if name not in ROUTES:
            return getattr(self.itself(), name)

        def asked(user_id: str | None = None, *given: object, **options: object) -> object:
            if user_id is None:  # of all users, which no request is for
                return getattr(self.itself(), name)(*given, **options)
            return self.answer(
                ROUTES[name],
                user_id,
                lambda knowledge: getattr(knowledge, name)(user_id, *given, **options),
                given,
                options,
            )

        return asked

    def answer(
        self,
        route: Route,
        user_id: str,
        directly: "Callable[[Knowledge], object]",
        given: Sequence[object],
        options: Mapping[str, object],
    ) -> object:
        """The answer of the server, or of the knowledge itself where the server has done nothing of it."""
        values = {**dict(zip(route.takes.split(), given, strict=False)), **options}
        try:
            return self._asked(route, user_id, values)
        except Unasked:
            pass
        except Unsure as error:
            if route.verb != "GET" and not route.harmless:
                raise Unavailable(_UNSURE) from error
        return directly(self.itself())

    def close(self) -> None:
        """Closes what was opened besides."""
        if self._opened is not None:
            self._opened.close()

    def itself(self) -> "Knowledge":
        """The knowledge, opened in this process."""
        self._opened = self._opened or self._open()
        return self._opened

    def _asked(self, route: Route, user_id: str, values: Mapping[str, object]) -> object:
        try:
            path, body = self._request(route, values)
        except (ValueError, TypeError, RecursionError) as error:
            # What has no form in an address or in JSON, such as half a character: the knowledge says what is wrong.
            raise Unasked(str(error)) from error
        answer = self._server.ask(route.verb, path, body, user=user_id)
        try:
            return from_json(route.answers, answer)
        except (ValueError, TypeError, KeyError, AttributeError, StopIteration) as error:
            raise Unsure(f"the answer is none: {error!r}") from error

    @staticmethod
    def _request(route: Route, values: Mapping[str, object]) -> tuple[str, object]:
        """Path and body of the request for a method with these arguments."""
        path, members, address = route.path, dict[str, object](), dict[str, object]()
        in_address = route.verb == "GET"
        for name, value in values.items():
            if "{" + name + "}" in route.path:
                path = path.replace("{" + name + "}", quote(str(value), safe=""))
            elif name == "draft" or name == "changes" or (name == "filters" and in_address):
                members |= _given(value)
            elif name == "filters":
                members[name] = _given(value)
            elif value is not None:
                place = address if name in route.apart else members
                place[(route.renamed or {}).get(name, name)] = to_json(value)
        if len(str(members.get("text", ""))) > LONG:
            raise Unasked("a long text")
        if in_address:
            address, members = members, {}
        if address:
            path += "?" + urlencode({name: _in_address(value) for name, value in address.items()}, doseq=True)
        return path, None if in_address or route.verb == "DELETE" else members


def _given(value: object) -> dict[str, object]:
    """The members of a value that say something, as JSON; of a mapping all of them, for there None clears."""
    if isinstance(value, Mapping):
        return {str(name): to_json(_bare(held)) for name, held in value.items()}
    if not is_dataclass(value):
        raise Unasked("no value of ours")
    return {name: to_json(_bare(held)) for name, held in _set(value).items()}


def _set(value: Any) -> dict[str, object]:
    held = {field.name: getattr(value, field.name) for field in fields(value)}
    defaults = {field.name: field.default for field in fields(value) if field.default is not MISSING}
    return {
        name: each for name, each in held.items() if each not in (None, (), {}) and each != defaults.get(name, MISSING)
    }


def _bare(value: object) -> object:
    """Dataclasses of a tuple without their defaults: a request has fewer members than the value it becomes."""
    if isinstance(value, tuple):
        return tuple(_set(each) if is_dataclass(each) else each for each in value)
    return value


def _in_address(value: object) -> object:
    return "true" if value is True else "false" if value is False else value
