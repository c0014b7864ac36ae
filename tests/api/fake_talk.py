"""The part of the small knowledge that routes and summarises: by words that a message shares with memories."""

from abc import abstractmethod
from typing import cast

from graph.errors import Invalid, NotFound
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.memory import Memory, Remembered
from graph.model.talk.conversation import Begun, Ended, Replayed, Turn
from graph.model.talk.injection import Handover, Injected
from graph.model.talk.learnings import Learning
from graph.model.talk.routing import Certainty, ProjectMatch, ProposedProject, Routed
from graph.model.talk.summaries import Quote, Summarized, Summary
from graph.projects.conversation.conversation import Conversation
from graph.projects.handover import Handovers
from graph.projects.injection import Injection
from graph.projects.learnings import Learnings
from graph.projects.routing.routing import Routing
from graph.projects.summaries.summaries import Summaries


class FakeTalk(Knowledge):
    """Knows the projects of the memories of a user, and quotes whole texts."""

    @abstractmethod
    def of_user(self, user_id: str) -> list[Memory]:
        """The memories of a user."""

    def routing(self, user_id: str) -> Routing:
        return cast("Routing", _Area(self.of_user(user_id)))

    def summaries(self, user_id: str) -> Summaries:
        return cast("Summaries", _Area(self.of_user(user_id)))

    def injection(self, user_id: str) -> Injection:
        return cast("Injection", _Context(self.of_user(user_id)))

    def handovers(self, user_id: str) -> Handovers:
        return cast("Handovers", _Area(self.of_user(user_id)))

    def learnings(self, user_id: str) -> Learnings:
        return cast("Learnings", _Learnings(self, self.of_user(user_id), user_id))

    def conversation(self, user_id: str) -> Conversation:
        return cast("Conversation", _Area(self.of_user(user_id)))


class _Area:
    """The areas of one user, over what is kept of them."""

    def __init__(self, memories: list[Memory]) -> None:
        self._memories = memories

    def route(
        self, message: str, *, session_id: str | None = None, current: str | None = None,
        audience: str | None = None,  # noqa: ARG002
    ) -> Routed:  # fmt: skip
        if not message.strip():
            raise Invalid("message", "it is empty.")
        words = set(message.casefold().split())
        fitting = [each for each in self._memories if each.project and words & set(each.text.casefold().split())]
        paths = list(dict.fromkeys(str(each.project) for each in fitting))
        primary = next(iter(paths), current)
        fresh = ProposedProject(path="life/notes", name="notes", category_path=("life",), keywords=())
        return Routed(
            primary=primary, secondary=(), confidence=Certainty.HIGH if primary else Certainty.LOW,
            probability=1.0 if primary else 0.0, ask=None if primary else "Is it new?",
            proposed=None if primary else fresh, pinned_content=None, pinned=(), current=session_id and current,
            matches=tuple(ProjectMatch(path=path, probability=1.0, reasons=("words",)) for path in paths),
            classifier="scores", fallback=None, milliseconds={"total": 1.0},
        )  # fmt: skip

    def summarize(
        self, project: str | None = None, *, session_id: str | None = None,
        budget_tokens: int | None = None,  # noqa: ARG002
        if_due: bool = False,
        audience: str | None = None,
    ) -> Summarized:  # fmt: skip
        summary = self.summary(project, session_id=session_id, audience=audience)
        size = sum(len(quote.text) for quote in summary.quotes)
        return Summarized(
            success=not if_due, original_size=size, new_size=size, entries_summarized=0,
            entries_preserved=len(summary.quotes), backup_path=None, summary=None if if_due else summary,
            reason="not due" if if_due else None,
        )  # fmt: skip

    def summary(
        self, project: str | None = None, *, session_id: str | None = None,
        audience: str | None = None,  # noqa: ARG002
    ) -> Summary:  # fmt: skip
        if (project is None) is (session_id is None):
            raise Invalid("project", "name a project or a session.")
        quoted = [each for each in self._memories if session_id in (None, each.session_id)]
        quoted = [each for each in quoted if project in (None, each.project)]
        if not quoted:
            raise NotFound("summary", project or session_id or "")
        quotes = tuple(
            Quote(memory_id=each.id, text=each.text, start=0, end=len(each.text), at=each.created_at,
                  speaker=each.speaker, kept=None)
            for each in quoted
        )  # fmt: skip
        return Summary(
            id="s", project=project, session_id=session_id, quotes=quotes, tokens=1, budget_tokens=2,
            made_at=quoted[0].created_at, memories=len(quotes), stale=False,
        )  # fmt: skip

    def bring_back(self, backup_path: str, *, audience: str | None = None) -> Summary:
        path = next((each.project for each in self._memories if each.project), None)
        if path is None or not backup_path.startswith("summary:"):
            raise NotFound("summary", backup_path)
        return self.summary(path, audience=audience)

    def of(self, session_id: str, *, audience: str | None = None, fenced: bool = False) -> Handover:  # noqa: ARG002
        held = [each for each in self._memories if each.session_id == session_id]
        if not held:
            raise NotFound("session", session_id)
        text = "\n".join(each.text for each in held)
        return Handover(session_id=session_id, text=text, tokens=1, tasks=(), decisions=(), changed=())

    def begin(self, session_id: str, message: str, **given: object) -> Begun:  # noqa: ARG002
        routed = self.route(message)
        context = _Context(self._memories).context(routed.primary or "")
        return Begun(session_id=session_id, project=routed.primary, created=False, routed=routed, context=context)

    def end(self, session_id: str, turns: list[Turn], **given: object) -> Ended:  # noqa: ARG002
        return Ended(session_id=session_id, project=None, kept=tuple(turn.id or "m" for turn in turns), waiting=0)

    def replay(self) -> Replayed:
        return Replayed(kept=0, waiting=0)


class _Context:
    """Texts for prompts."""

    def __init__(self, memories: list[Memory]) -> None:
        self._memories = memories

    def context(self, primary: str, *, most_tokens: int | None = None, **given: object) -> Injected:  # noqa: ARG002
        held = [each for each in self._memories if each.project == primary]
        text = "\n".join(each.text for each in held)
        return Injected(
            text=text, tokens=len(text), budget_tokens=most_tokens or 9, projects=(primary,) if held else (),
            memory_ids=tuple(each.id for each in held), left_out=0,
        )  # fmt: skip


class _Learnings:
    """Whole texts that begin with "TIL"."""

    def __init__(self, knowledge: Knowledge, memories: list[Memory], user_id: str) -> None:
        self._knowledge = knowledge
        self._memories = memories
        self._user_id = user_id

    def proposed(
        self, *, session_id: str | None = None, project: str | None = None, limit: int = 50
    ) -> tuple[Learning, ...]:
        if (session_id is None) is (project is None):
            raise Invalid("session_id", "name a session or a project.")
        held = [each for each in self._all() if session_id in (None, each.session_id)]
        return tuple(each for each in held if project in (None, each.project))[:limit]

    def accept(self, learning_id: str) -> Remembered:
        learning = self.reject(learning_id)
        draft = Draft(text=f"{learning.text} ", project=learning.project, tags=("learning",))
        return self._knowledge.remember(self._user_id, draft)

    def reject(self, learning_id: str) -> Learning:
        for learning in self._all():
            if learning.id == learning_id:
                return learning
        raise NotFound("learning", learning_id)

    def _all(self) -> list[Learning]:
        return [
            Learning(
                id=f"{each.id}.til", text=each.text, memory_id=each.id, start=0, end=len(each.text), at=each.created_at,
                project=each.project, session_id=each.session_id, speaker=each.speaker,
            )
            for each in self._memories
            if each.text.startswith("TIL")
        ]  # fmt: skip
