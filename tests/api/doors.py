"""The same calls through each of the doors, each answer as JSON."""

import json
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from typing import cast

from fastapi.testclient import TestClient
from pydantic import JsonValue

from api.api_settings import ApiSettings
from api.commands.root import run
from api.json_form import to_json
from api.remote import RemoteKnowledge
from api.rest.app import create_app
from api.running import Server, error_of
from enishi import UserMemory
from graph.journal.actor import is_unattended
from graph.knowledge import Knowledge
from graph.lifecycle.rotation_values import Action, Trigger
from graph.model.care.index import UpdateKind
from graph.model.context import ContextOrder
from graph.model.draft import Draft
from graph.model.entities import Relation
from graph.model.filters import Filters
from graph.model.importance import UseKind
from graph.model.links import InferenceFound, MemoryLink
from graph.model.recalled import Mode
from graph.model.types import EntityType, LinkKind, Validation
from tests.api.rest.rest_door import HERE, as_user

TEXT = "Emily Tanaka works for Acme in Osaka"
CLERK = {"parent": "Person", "name_ja": "事務員", "attributes": ({"name": "desk", "kind": "number"},)}
QUESTION = "Where does Tanaka work?"


def python(knowledge: Knowledge, user: str, identity: str) -> dict[str, JsonValue]:
    """What a program is answered that imports `enishi`."""
    memory = UserMemory(knowledge, user)
    answers: dict[str, object] = {
        "remember": memory.remember(Draft(text=TEXT, project="a/b", tags=("t",))),
        "recall": memory.recall(QUESTION, filters=Filters(project="a/b"), limit=3),
        "content": memory.content("t.naka", regex=True, limit=1, explain=True),
        "text": memory.recall("Tanaka", mode=Mode.CONTENT, limit=1, explain=True),
        "context": memory.context(QUESTION, budget_tokens=90, order=ContextOrder.TIME, with_ids=True),
        "show": memory.show(identity),
        "list": memory.list(limit=2),
        "pin": memory.pin(identity),
        "undo": memory.versions.undo(identity),
        "history": memory.history(identity),
        "stats": memory.stats(),
        "importance": memory.importance(identity),
        "lifecycle stats": memory.lifecycle_stats(),
        "recompute": memory.recompute_importance([identity]),
        "recompute all": memory.recompute_importance(),
        "use": memory.use([identity], kind=UseKind.SHARE),
        "plan": memory.rotation.plan(triggers=[Trigger.AGE, Trigger.SIZE], action=Action.KEEP, limit=1),
        "archived": memory.rotation.archived(topic="t", min_importance=1.0, limit=2),
        "archive stats": memory.rotation.archive_stats(),
        "rotations": memory.rotation.history(limit=1),
        "rotation alerts": memory.rotation.alerts(),
        "backups": memory.rotation.backups(),
        "restored": memory.rotation.restore([identity]),
        "rotated": memory.rotation.run(triggers=[Trigger.SIZE]),
        "entry": memory.index.entry(identity),
        "keywords": memory.index.keywords("t", limit=2),
        "keyword": memory.index.keyword("Tanaka"),
        "index stats": memory.index.stats(),
        "index check": memory.index.check(),
        "indexed": memory.index.update(UpdateKind.SELECTIVE, [identity]),
        "repaired": memory.index.repair(dry_run=True),
        "feedback": memory.feedback.give("Where?", helped=[identity], score=4),
        "feedback stats": memory.feedback.stats(),
        "feedback list": memory.feedback.latest(),
        "alerts": memory.alerts(),
        "link": memory.link(anew=True),
        "links": memory.links(identity, limit=5),
        "infer": memory.infer(anew=True),
        "inferred": memory.inferred(limit=5),
        "proposals": memory.proposals(limit=5),
        "entities": memory.entities(kind=EntityType.PERSON, text="tana", limit=2),
        "entities about": memory.entities_about("who works", kind="person", limit=2),
        "create type": memory.types.create_entity("Clerk", CLERK),
        "create relation type": memory.types.create_relation("MENTORS", {"parent": "LEADS", "predicates": ("mentor",)}),
        "change type": memory.types.change_entity("clerk", {"colour": "#102030"}),
        "change relation type": memory.types.change_relation("KNOWS", {"threshold": 0.6}),
        "type": memory.types.entity("clerk"),
        "types": memory.types.entities(),
        "relation types": memory.types.relations(),
        "remove relation type": memory.types.remove_relation("mentors"),
        "remove type": memory.types.remove_entity("clerk"),
    }
    (kept,) = (each.id for each in memory.list(limit=20).memories if each.text == TEXT)
    answers |= {
        "merge": memory.versions.merge(identity, kept),
        "events": memory.events.page(kinds=("undone", "pinned"), limit=1),
        "unmerge": memory.versions.undo(kept),
        "restore": memory.restore(kept),
    }
    source = {"channel": "C1", "thread_ts": "1.2"}
    answers |= {
        "append": memory.overviews.append("a/b", "Carts last 30 days", kind="decision", session_id="s"),
        "replace": memory.overviews.replace("a/b", "# Shop"),
        "backup": memory.overviews.backup("a/b"),
        "back to": memory.overviews.restore("a/b", newest_backup(knowledge, user)),
        "overview": memory.overviews.read("a/b"),
        "whole": memory.overviews.whole("a/b"),
        "hold": memory.channels.hold("s", "slack", source),
        "add identity": memory.channels.add("slack", "U1"),
        "identities": memory.channels.identities(),
        "remove identity": memory.channels.remove("slack", "U1"),
    }
    learning = taught(knowledge, user)
    answers |= {
        "learnings": memory.learnings.proposed(session_id="s"),
        "accept learning": memory.learnings.accept(learning),
        "reject learning": memory.learnings.reject(learning),
    }
    tanaka, osaka, relation = named(knowledge, user)
    answers |= {
        "rename": memory.edit_entity(osaka, name="Osaka City"),
        "keep apart": memory.keep_apart(tanaka, osaka, note="No."),
        "judge": memory.judge_relation(
            relation.source, relation.type, relation.target, Validation.CONFIRMED, note="Yes."
        ),
        "quality": memory.quality.check(),
        "cleaned": memory.quality.clean(dry_run=True),
        "confirm": memory.by_hand.confirm(tanaka),
        "weigh": memory.by_hand.weigh(relation.source, relation.type, relation.target, confidence=0.2),
        "relate": memory.by_hand.relate("Ken", "FRIEND", "Mia", confidence=0.9),
        "tie": memory.by_hand.tie(identity, kept, LinkKind.REFERENCE, weight=0.5, subtype="minutes", note="Both."),
        "unrelate": memory.by_hand.unrelate(relation.source, relation.type, relation.target),
        "entity": memory.entity(tanaka),
    }
    link, inference = tied(knowledge, user, identity)
    answers |= {
        "judge link": memory.judge_link(identity, link.memory.id, link.kind, Validation.REJECTED, note="By chance."),
        "rejected links": memory.links(identity, verdict=Validation.REJECTED),
        "judge inference": memory.judge_inference(inference.id, Validation.CONFIRMED, note="Yes."),
        "confirmed inferences": memory.inferred(verdict=Validation.CONFIRMED),
    }
    return {name: to_json(answer) for name, answer in answers.items()}


def command_line(knowledge: Knowledge, user: str, identity: str) -> dict[str, JsonValue]:
    """What `--json` prints."""
    lines = {
        "remember": ("remember", TEXT, "--project", "a/b", "--tag", "t"),
        "recall": ("recall", QUESTION, "--project", "a/b", "--limit", "3"),
        "content": ("recall", "t.naka", "--mode", "content", "--regex", "--limit", "1", "--explain"),
        "text": ("recall", "Tanaka", "--mode", "content", "--limit", "1", "--explain"),
        "context": ("context", QUESTION, "--budget", "90", "--order", "time", "--ids"),
        "show": ("show", identity),
        "list": ("list", "--limit", "2"),
        "pin": ("pin", identity),
        "undo": ("undo", identity),
        "history": ("history", identity),
        "stats": ("stats",),
        "importance": ("lifecycle", "explain", identity),
        "lifecycle stats": ("lifecycle", "stats"),
        "recompute": ("lifecycle", "recompute", identity),
        "recompute all": ("lifecycle", "recompute"),
        "use": ("lifecycle", "use", identity, "--kind", "share"),
        "plan": ("lifecycle", "plan", "-t", "age", "-t", "size", "--action", "keep", "--limit", "1"),
        "archived": ("lifecycle", "archived", "--topic", "t", "--min-importance", "1", "--limit", "2"),
        "archive stats": ("lifecycle", "archived", "--stats"),
        "rotations": ("lifecycle", "history", "--limit", "1"),
        "rotation alerts": ("lifecycle", "alerts"),
        "backups": ("lifecycle", "backups"),
        "restored": ("lifecycle", "restore", identity),
        "rotated": ("lifecycle", "run", "--trigger", "size"),
        "entry": ("index", "show", identity),
        "keywords": ("index", "keywords", "--prefix", "t", "--limit", "2"),
        "keyword": ("index", "keywords", "Tanaka"),
        "index stats": ("index", "stats"),
        "index check": ("index", "check"),
        "indexed": ("index", "selective", identity),
        "repaired": ("index", "repair", "--dry-run"),
        "feedback": ("feedback", "Where?", "--helped", identity, "--score", "4"),
        "feedback stats": ("feedback",),
        "feedback list": ("feedback", "--latest"),
        "alerts": ("alerts",),
        "link": ("link", "--anew"),
        "links": ("links", identity, "--limit", "5"),
        "infer": ("infer", "--anew"),
        "inferred": ("inferred", "--limit", "5"),
        "proposals": ("entities", "review", "--limit", "5"),
        "entities": ("entities", "list", "tana", "--type", "Person", "--limit", "2"),
        "entities about": ("entities", "about", "who works", "--type", "person", "--limit", "2"),
        "create type": ("types", "add", "Clerk", "--parent", "Person", "--ja", "事務員", "--attribute", "desk:number"),
        "create relation type": ("types", "add", "MENTORS", "-r", "--parent", "LEADS", "--word", "mentor"),
        "change type": ("types", "change", "clerk", "--colour", "#102030"),
        "change relation type": ("types", "change", "KNOWS", "-r", "--threshold", "0.6"),
        "type": ("types", "show", "clerk"),
        "types": ("types", "list"),
        "relation types": ("types", "list", "-r"),
        "remove relation type": ("types", "remove", "mentors", "-r"),
        "remove type": ("types", "remove", "clerk"),
    }
    answers = _all_printed(knowledge, user, lines)
    kept = next(each.id for each in knowledge.memories(user).memories if each.text == TEXT)
    lines = {
        "merge": ("merge", identity, kept),
        "events": ("events", "--kind", "undone", "--kind", "pinned", "--limit", "1"),
        "unmerge": ("undo", kept),
        "restore": ("restore", kept),
        "append": ("projects", "append", "a/b", "Carts last 30 days", "--kind", "decision", "--session", "s"),
        "replace": ("projects", "replace", "a/b", "# Shop"),
        "backup": ("projects", "backup", "a/b"),
    }
    answers |= _all_printed(knowledge, user, lines)
    lines = {
        "back to": ("projects", "back-to", "a/b", newest_backup(knowledge, user)),
        "overview": ("projects", "overview", "a/b"),
        "whole": ("projects", "read", "a/b"),
        "hold": ("channels", "hold", "s", "slack", "channel=C1", "thread_ts=1.2"),
        "add identity": ("channels", "add", "slack", "U1"),
        "identities": ("channels", "list"),
        "remove identity": ("channels", "remove", "slack", "U1"),
    }
    answers |= _all_printed(knowledge, user, lines)
    learning = taught(knowledge, user)
    lines = {
        "learnings": ("learnings", "list", "--session", "s"),
        "accept learning": ("learnings", "accept", learning),
        "reject learning": ("learnings", "reject", learning),
    }
    answers |= _all_printed(knowledge, user, lines)
    tanaka, osaka, relation = named(knowledge, user)
    ends = (relation.source, relation.type.value, relation.target)
    lines = {
        "rename": ("entities", "rename", osaka, "Osaka City"),
        "keep apart": ("entities", "keep-apart", tanaka, osaka, "--note", "No."),
        "judge": ("relations", "judge", *ends, "confirmed", "--note", "Yes."),
        "quality": ("graph", "check"),
        "cleaned": ("graph", "clean", "--dry-run"),
        "confirm": ("entities", "confirm", tanaka),
        "weigh": ("relations", "change", *ends, "--confidence", "0.2"),
        "relate": ("relations", "add", "Ken", "FRIEND", "Mia", "--confidence", "0.9"),
        "tie": (
            "links",
            "add",
            identity,
            kept,
            "REFERENCE",
            "--weight",
            "0.5",
            "--subtype",
            "minutes",
            "--note",
            "Both.",
        ),
        "unrelate": ("relations", "remove", *ends),
        "entity": ("entities", "show", tanaka),
    }
    answers |= _all_printed(knowledge, user, lines)
    link, inference = tied(knowledge, user, identity)
    ends = (identity, link.memory.id, link.kind.value)
    lines = {
        "judge link": ("links", "judge", *ends, "rejected", "--note", "By chance."),
        "rejected links": ("links", identity, "--verdict", "rejected"),
        "judge inference": ("inferred", "judge", inference.id, "confirmed", "--note", "Yes."),
        "confirmed inferences": ("inferred", "--verdict", "confirmed"),
    }
    return answers | _all_printed(knowledge, user, lines)


def python_through_server(knowledge: Knowledge, user: str, identity: str) -> dict[str, JsonValue]:
    """What `python` is answered where each call is a request to a server; what has no request is called itself."""
    remote = RemoteKnowledge(ServerHere(knowledge), lambda: knowledge)
    return python(cast("Knowledge", remote), user, identity)


def rest(knowledge: Knowledge, user: str, identity: str) -> dict[str, JsonValue]:
    """What the API answers; its background thread is not started."""
    client = TestClient(create_app(knowledge, ApiSettings()), base_url=HERE, headers=as_user(user))
    asked: Mapping[str, str | int] = {"q": QUESTION, "project": "a/b", "limit": 3}
    answers = {
        "remember": client.post("/api/memories", json={"text": TEXT, "project": "a/b", "tags": ["t"]}),
        "recall": client.get("/api/recall", params=asked),
        "content": client.get("/api/content", params={"pattern": "t.naka", "regex": True, "limit": 1, "explain": True}),
        "text": client.get("/api/content", params={"pattern": "Tanaka", "limit": 1, "explain": True}),
        "context": client.get(
            "/api/context", params={"q": QUESTION, "budget_tokens": 90, "order": "time", "with_ids": True}
        ),
        "show": client.get(f"/api/memories/{identity}"),
        "list": client.get("/api/memories", params={"limit": 2}),
        "pin": client.post(f"/api/memories/{identity}/pin"),
        "undo": client.post(f"/api/memories/{identity}/undo"),
        "history": client.get(f"/api/memories/{identity}/history"),
        "stats": client.get("/api/database/stats"),
        "importance": client.get(f"/api/memories/{identity}/importance"),
        "lifecycle stats": client.get("/api/lifecycle/stats"),
        "recompute": client.post("/api/lifecycle/recompute", json={"ids": [identity]}),
        "recompute all": client.post("/api/lifecycle/recompute"),
        "use": client.post(f"/api/memories/{identity}/uses", json={"kind": "share"}),
        "plan": client.get("/api/lifecycle/plan", params={"triggers": ["age", "size"], "action": "keep", "limit": 1}),
        "archived": client.get("/api/lifecycle/archived", params={"topic": "t", "min_importance": 1, "limit": 2}),
        "archive stats": client.get("/api/lifecycle/archive"),
        "rotations": client.get("/api/lifecycle/history", params={"limit": 1}),
        "rotation alerts": client.get("/api/lifecycle/alerts"),
        "backups": client.get("/api/lifecycle/backups"),
        "restored": client.post("/api/lifecycle/restore", json={"ids": [identity]}),
        "rotated": client.post("/api/lifecycle/run", json={"triggers": ["size"]}),
        "entry": client.get(f"/api/index/entries/{identity}"),
        "keywords": client.get("/api/index/keywords", params={"prefix": "t", "limit": 2}),
        "keyword": client.get("/api/index/keywords/Tanaka"),
        "index stats": client.get("/api/index/stats"),
        "index check": client.get("/api/index/check"),
        "indexed": client.post("/api/index/update", json={"kind": "selective", "ids": [identity]}),
        "repaired": client.post("/api/index/repair", json={"dry_run": True}),
        "feedback": client.post("/api/feedback", json={"question": "Where?", "helped": [identity], "score": 4}),
        "feedback stats": client.get("/api/feedback/stats"),
        "feedback list": client.get("/api/feedback"),
        "alerts": client.get("/api/alerts"),
        "link": client.post("/api/links", params={"anew": True}),
        "links": client.get(f"/api/memories/{identity}/links", params={"limit": 5}),
        "infer": client.post("/api/inferences", params={"anew": True}),
        "inferred": client.get("/api/inferences", params={"limit": 5}),
        "proposals": client.get("/api/entities/proposals", params={"limit": 5}),
        "entities": client.get("/api/entities", params={"type": "Person", "text": "tana", "limit": 2}),
        "entities about": client.get(
            "/api/entities/about", params={"about": "who works", "type": "person", "limit": 2}
        ),
        "create type": client.post("/api/types/entities", json={"name": "Clerk", **CLERK}),
        "create relation type": client.post(
            "/api/types/relations", json={"name": "MENTORS", "parent": "LEADS", "predicates": ["mentor"]}
        ),
        "change type": client.patch("/api/types/entities/clerk", json={"colour": "#102030"}),
        "change relation type": client.patch("/api/types/relations/KNOWS", json={"threshold": 0.6}),
        "type": client.get("/api/types/entities/clerk"),
        "types": client.get("/api/types/entities"),
        "relation types": client.get("/api/types/relations"),
        "remove relation type": client.delete("/api/types/relations/mentors"),
        "remove type": client.delete("/api/types/entities/clerk"),
    }
    kept = next(each.id for each in knowledge.memories(user).memories if each.text == TEXT)
    source = {"channel": "C1", "thread_ts": "1.2"}
    answers |= {
        "merge": client.post(f"/api/memories/{identity}/merge", json={"other": kept}),
        "events": client.get("/api/events", params={"kind": ["undone", "pinned"], "limit": 1}),
        "unmerge": client.post(f"/api/memories/{kept}/undo", json={}),
        "restore": client.post(f"/api/memories/{kept}/restore"),
        "append": client.post(
            "/api/entries/a/b", json={"text": "Carts last 30 days", "kind": "decision", "session_id": "s"}
        ),
        "replace": client.put("/api/overviews/a/b", json={"text": "# Shop"}),
        "backup": client.post("/api/backups/a/b"),
        "back to": client.put("/api/backups/a/b", json={"backup_id": newest_backup(knowledge, user)}),
        "overview": client.get("/api/overviews/a/b"),
        "whole": client.get("/api/wholes/a/b"),
        "hold": client.put("/api/sources", json={"session_id": "s", "kind": "slack", "ids": source}),
        "add identity": client.post("/api/identities", json={"channel": "slack", "identity": "U1"}),
        "identities": client.get("/api/identities"),
        "remove identity": client.delete("/api/identities/slack/U1"),
    }
    learning = taught(knowledge, user)
    answers |= {
        "learnings": client.get("/api/learnings", params={"session_id": "s"}),
        "accept learning": client.post(f"/api/learnings/{learning}/accept"),
        "reject learning": client.post(f"/api/learnings/{learning}/reject"),
    }
    tanaka, osaka, relation = named(knowledge, user)
    judged = f"/api/relations/{relation.source}/{relation.type.value}/{relation.target}/verdict"
    answers |= {
        "rename": client.patch(f"/api/entities/{osaka}", json={"name": "Osaka City"}),
        "keep apart": client.post(f"/api/entities/{tanaka}/keep-apart", json={"other": osaka, "note": "No."}),
        "judge": client.put(judged, json={"status": "confirmed", "note": "Yes."}),
        "quality": client.get("/api/graph/quality"),
        "cleaned": client.post("/api/graph/clean", params={"dry_run": True}),
        "confirm": client.put(f"/api/entities/{tanaka}/verdict", json={"status": "confirmed"}),
        "weigh": client.patch(judged.removesuffix("/verdict"), json={"confidence": 0.2}),
        "relate": client.post(
            "/api/relations", json={"source": "Ken", "kind": "FRIEND", "target": "Mia", "confidence": 0.9}
        ),
        "tie": client.post(
            f"/api/memories/{identity}/links",
            json={"other": kept, "kind": "REFERENCE", "weight": 0.5, "subtype": "minutes", "note": "Both."},
        ),
        "unrelate": client.delete(judged.removesuffix("/verdict")),
        "entity": client.get(f"/api/entities/{tanaka}"),
    }
    link, inference = tied(knowledge, user, identity)
    of_memory = f"/api/memories/{identity}/links"
    link_judged = f"{of_memory}/{link.memory.id}/{link.kind.value}/verdict"
    answers |= {
        "judge link": client.put(link_judged, json={"status": "rejected", "note": "By chance."}),
        "rejected links": client.get(of_memory, params={"verdict": "rejected"}),
        "judge inference": client.put(
            f"/api/inferences/{inference.id}/verdict", json={"status": "confirmed", "note": "Yes."}
        ),
        "confirmed inferences": client.get("/api/inferences", params={"verdict": "confirmed"}),
    }
    return {name: answer.raise_for_status().json() for name, answer in answers.items()}


SECRET = b"the secret of this user"


class ServerHere(Server):
    """The REST server of a knowledge in this process, without a network; `asked` are its requests."""

    def __init__(self, knowledge: Knowledge) -> None:
        super().__init__(host="127.0.0.1", port=1)
        client = TestClient(create_app(knowledge, ApiSettings(port=1), secret=SECRET), base_url=HERE)
        object.__setattr__(self, "client", client)
        object.__setattr__(self, "asked", [])

    client: TestClient
    asked: list[str]

    def ask(
        self,
        verb: str,
        path: str,
        body: object = None,
        *,
        user: str = "",
        patience_s: float | None = None,  # noqa: ARG002 -- nothing is waited for here
    ) -> object:
        """The JSON the application answers."""
        self.asked.append(f"{verb} {path}")
        headers = {b"x-enishi-user": user.encode()} if user else {}
        if is_unattended():
            headers[b"x-enishi-unattended"] = b"1"
        response = self.client.request(verb, path, json=body, headers=headers)
        if response.is_error:
            raise error_of(response.status_code, response.json())
        return response.json()


def through_server(knowledge: Knowledge) -> Knowledge:
    """What a command asks where a server runs; nothing may be opened besides."""

    def never() -> Knowledge:
        raise AssertionError("the database was opened beside the server")

    return cast("Knowledge", RemoteKnowledge(ServerHere(knowledge), never))


def named(knowledge: Knowledge, user: str) -> tuple[str, str, Relation]:
    """Two entities of what each door remembers, and a relation of the first."""
    tanaka, osaka = (knowledge.entities(user, text=name).entities[0].id for name in ("Tanaka", "Osaka"))
    return tanaka, osaka, knowledge.entity(user, tanaka).relations[0]


def taught(knowledge: Knowledge, user: str) -> str:
    """The id of what the session s taught."""
    knowledge.overviews(user).append("a/b", "TIL that carts squeak.", session_id="s")
    return knowledge.learnings(user).proposed(session_id="s")[0].id


def newest_backup(knowledge: Knowledge, user: str) -> str:
    """The id of what the overview of the project was before."""
    return knowledge.overviews(user).read("a/b").backups[0].id


def tied(knowledge: Knowledge, user: str, identity: str) -> tuple[MemoryLink, InferenceFound]:
    """A link of a memory, whatever an earlier door said of it, and something inferred."""
    links = [link for verdict in Validation for link in knowledge.links(user, identity, verdict=verdict)]
    return min(links, key=lambda link: (link.kind, link.memory.id)), knowledge.inferred(user)[0]


def untimed(answer: JsonValue) -> JsonValue:
    """An answer without what tells of its moment: times, ids of runs, the size of the database, through which door."""
    if isinstance(answer, dict):
        passing = {"milliseconds", "seconds", "updated_at", "recency", "by", "store_bytes"}
        passing |= {"id"} if "triggers" in answer else set()
        return {name: untimed(held) for name, held in answer.items() if name not in passing}
    return [untimed(held) for held in answer] if isinstance(answer, list) else answer


def _all_printed(knowledge: Knowledge, user: str, lines: Mapping[str, tuple[str, ...]]) -> dict[str, JsonValue]:
    return {name: _printed(knowledge, *line, "--json", "--user", user) for name, line in lines.items()}


def _printed(knowledge: Knowledge, *arguments: str) -> JsonValue:
    with redirect_stdout(StringIO()) as printed:
        assert run(arguments, build=lambda _: knowledge, default_user=lambda: "nobody") == 0
    return json.loads(printed.getvalue())
