"""The conversation helper: `begin` finds the project of a message and its memory, `end` keeps what was said.

The talk goes on when the database is away: what is to be kept is in the journal on this machine before anything else is
tried, and is taken from there once, by its id, as soon as the database is back.

A session is for the user alone, or for others who read along: for whom is kept with it by the first call that says so,
and the calls after that need not. One that says something else is narrowed, for what stands in a session is read by
all who read along there: what it is told is what both may see (`shown_in`), and what it keeps is for whom is in both
(`kept_in`). A refusal would cost the turn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from graph.calendar.zones import author_time
from graph.db.filters import asked_audience, asked_path
from graph.db.store import Step, Store
from graph.errors import Conflict, EnishiError, Invalid, Misconfigured, Unavailable
from graph.intake.checks import checked, checked_user, plain, short
from graph.journal.journal import Journal as Events
from graph.model.draft import Draft
from graph.model.life.audience import kept_in, shown_in
from graph.model.life.journal import Act
from graph.model.memory import Outcome
from graph.model.talk.conversation import Begun, Ended, Replayed, Turn
from graph.model.talk.injection import Injected
from graph.model.talk.learnings import Learning
from graph.projects.catalogue import ProjectCatalogue
from graph.projects.channels import NOWHERE, checked_source, held_for
from graph.projects.conversation.journal import Journal, JournalEntry
from graph.projects.injection import Injector, checked_tokens
from graph.projects.routing.routing import Router
from graph.projects.summaries.summaries import Summarizer

_AWAY: Final = (Unavailable, Misconfigured)
"""What the database raises when it is away, or cannot be started."""
_DESCRIBED: Final = 200
"""Characters of the message that describe a project that is made for it."""
_NOTHING: Final = Injected(text="", tokens=0, budget_tokens=0, projects=(), memory_ids=(), left_out=0)
_SOURCE: Final = "conversation"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """What is kept of a session: the project that it is about, and for whom it is."""

    project: str | None
    audience: str | None


_NEW: Final = _Held(project=None, audience=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationParts:
    """What a conversation is made of, once the database has answered."""

    store: Store
    router: Router
    injector: Injector
    catalogue: ProjectCatalogue
    summarizer: Summarizer
    events: Events
    taught: Callable[[str, Sequence[str]], tuple[Learning, ...]]
    remember: Callable[[str, Iterable[Draft | EnishiError]], Iterator[Outcome]]


class Conversation:
    """The conversations of one user: an area of the knowledge."""

    def __init__(
        self,
        parts: Callable[[], ConversationParts],
        journal: Journal,
        user_id: str,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        clean: Callable[[str], str] = lambda text: text,
    ) -> None:
        """`clean` gives a text as it may be kept, for what is written before it is a memory."""
        self._clean = clean
        self._parts = parts
        self._journal = journal
        self._user_id = checked_user(user_id)
        self._clock = clock
        self._new_id = new_id

    def begin(
        self,
        session_id: str,
        message: str,
        *,
        channel: str | None = None,
        project: str | None = None,
        source: Mapping[str, str] | None = None,
        free_tokens: int | None = None,
        audience: str | None = None,
        fenced: bool = False,
    ) -> Begun:
        """Where a message belongs, and the memory for its prompt; a project is made where it is about something new.

        `project` says it instead of finding out. `source` are the ids by which the channel resumes the talk, such as
        {"channel": "C0123", "thread_ts": "1764.1"} for slack (`channels.session_at` finds it by them).
        `free_tokens` are left in the window of the model: the fuller it is, the less memory it is given; `fenced` puts
        that between marks that say it is quoted.
        `audience` is who reads along beside the user: "shared", or a group. Then the memory holds what is shared and
        what is theirs, and no project counts of which they may see nothing. The session keeps it, so that it need be
        named once; where it is kept for others already, the memory is what both may see.

        Never raises because the database is away: the talk goes on without memory. Raises Invalid.
        """
        session, channel, named = _session(session_id), short("channel", channel), short("audience", audience)
        if not plain("message", message).strip():
            raise Invalid("message", "it is empty.", allowed="1 character or more that is not white space")
        message = self._clean(message)
        given = asked_path("project", short("project", project))
        held = checked_source(channel or "", source).row() if source is not None else NOWHERE
        free = None if free_tokens is None else checked_tokens("free_tokens", free_tokens)
        try:
            parts = self._parts()
            self._replay(parts)
            held_already = held_for(parts.store, self._user_id, session)
            while True:
                reader = asked_audience(shown_in(held_already, named))
                routed = None if given else parts.router.route(self._user_id, message, session, None, reader)
                path, created = given, False
                if routed is not None:
                    path = routed.primary
                    if path is None and routed.proposed is not None:
                        path, created = self._made(parts, routed.proposed.path, message, reader)
                # Where somebody else said it, nothing was found out.
                recorded = (
                    ()
                    if path is None or routed is None
                    else (parts.events.step(self._user_id, Act.ROUTED, subject=path),)
                )
                held_now = self._opened(parts, session, path, channel, named, held_already, held, recorded)
                if asked_audience(shown_in(held_now, named)) == reader:
                    break
                # Another process said meanwhile that it is for others; the first that is named stays.
                held_already = held_now
            secondary = routed.secondary if routed is not None else ()
            automatic = parts.injector.automatic
            context = _NOTHING
            if automatic:
                context = parts.injector.context(self._user_id, path, secondary, None, free, reader, fenced=fenced)
        except _AWAY as error:
            return Begun(
                session_id=session, project=given, created=False, routed=None, context=_NOTHING, offline=str(error)
            )
        return Begun(session_id=session, project=path, created=created, routed=routed, context=context)

    def end(
        self,
        session_id: str,
        turns: Sequence[Turn | str],
        *,
        channel: str | None = None,
        project: str | None = None,
        summarize: bool = True,
        audience: str | None = None,
    ) -> Ended:
        """Keeps what was said, in the project that the session is about, and makes the summary that became due.

        Who reads along in the session may read it: whom it is kept for, or `audience`, which it keeps where nobody has
        said so yet. Where the two differ, or a turn has its own, it is for those alone who are in all of them.

        The turns are in the journal before the database is asked, and leave it when they are kept. Raises Invalid where
        one of them is no memory: then none is kept. Raises Unavailable where neither database nor journal takes them.
        """
        session, channel, named = _session(session_id), short("channel", channel), short("audience", audience)
        given = asked_path("project", short("project", project))
        entries = [self._entry(session, channel, given, named, turn) for turn in _turns(turns)]
        offline: str | None = None
        written = self._written(entries)
        kept: dict[str, str] = {}
        failed: dict[str, str] = {}
        about, summarized = given, None
        learnings: tuple[Learning, ...] = ()
        try:
            parts = self._parts()
            held = self._held(parts, session, channel, named)
            about = given or held.project
            kept, failed = self._replay(parts, [] if written else entries)
            reader = asked_audience(shown_in(held.audience, named))
            if summarize and about is not None and parts.summarizer.is_due(self._user_id, about, reader):
                summarized = parts.summarizer.summarize(self._user_id, about, None, None, reader)
            learnings = parts.taught(self._user_id, [kept[entry.id] for entry in entries if entry.id in kept])
        except _AWAY as error:
            offline = str(error)
            if not written and len(kept) + len(failed) < len(entries):
                raise
        return Ended(
            session_id=session,
            project=about,
            kept=tuple(kept[entry.id] for entry in entries if entry.id in kept),
            waiting=len(self._journal.waiting(self._user_id)),
            failed={entry.id: failed[entry.id] for entry in entries if entry.id in failed},
            summarized=summarized,
            offline=offline,
            learnings=learnings,
        )

    def replay(self) -> Replayed:
        """Keeps what waits in the journal. Raises Unavailable while the database is away."""
        kept, failed = self._replay(self._parts())
        return Replayed(kept=len(kept), waiting=len(self._journal.waiting(self._user_id)), failed=failed)

    def waiting(self) -> int:
        """How many turns of this user wait in the journal."""
        return len(self._journal.waiting(self._user_id))

    def _entry(
        self, session: str, channel: str | None, project: str | None, named: str | None, turn: Turn
    ) -> JournalEntry:
        at = author_time("at", turn.at or self._clock(), None)
        identity = short("id", turn.id) or self._new_id()
        entry = {
            "text": self._clean(turn.text), "speaker": turn.speaker, "at": at.isoformat() if at else None,
            "pinned": turn.pinned, "session_id": session, "channel": channel, "project": project,
            "audience": named, "turn_audience": short("audience", turn.audience),
        }  # fmt: skip
        checked(_draft(identity, entry))
        return JournalEntry(id=identity, user_id=self._user_id, entry=entry)

    def _written(self, entries: Sequence[JournalEntry]) -> bool:
        """Whether the journal has them: a disk that is full keeps nobody from asking the database."""
        try:
            self._journal.append(entries)
        except OSError:
            return False
        return True

    def _replay(
        self, parts: ConversationParts, beside: Sequence[JournalEntry] = ()
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Keeps what waits, and entries `beside` the journal: the memories by entry, and why others never can be.

        An entry that was kept and not yet marked so when a process died is the same memory again, by its id.
        """
        waiting = [*self._journal.waiting(self._user_id), *beside]
        if not waiting:
            return {}, {}
        sessions: dict[tuple[str, str | None], _Held] = {}
        for entry in waiting:
            called = _called(entry)
            if called not in sessions:
                sessions[called] = self._held(parts, called[0], entry.entry.get("channel"), called[1])
        drafts = [_draft(entry.id, entry.entry, sessions[_called(entry)]) for entry in waiting]
        kept: dict[str, str] = {}
        failed: dict[str, str] = {}
        away: EnishiError | None = None
        try:
            for entry, outcome in zip(waiting, parts.remember(self._user_id, drafts), strict=True):
                if outcome.remembered is not None:
                    kept[entry.id] = outcome.remembered.id
                elif isinstance(outcome.error, Invalid | Conflict):
                    failed[entry.id] = str(outcome.error)
                else:
                    away = outcome.error
        finally:
            self._marked([*kept, *failed])
        if away is not None:
            raise away
        return kept, failed

    def _marked(self, ids: Sequence[str]) -> None:
        # Where the disk is full they are replayed once more, and are the same memories then.
        with suppress(OSError):
            self._journal.done(ids)

    def _held(self, parts: ConversationParts, session: str, channel: str | None, named: str | None) -> _Held:
        """What is kept of a session, for whom it is too where that is `named` and nobody said so before."""
        rows = parts.store.read("session/about", user_id=self._user_id, session_id=session)
        if named is not None and (not rows or rows[0]["audience"] is None):
            self._opened(parts, session, None, channel, named, None, NOWHERE)
            rows = parts.store.read("session/about", user_id=self._user_id, session_id=session)
        return _Held(project=rows[0]["project"] or None, audience=rows[0]["audience"]) if rows else _NEW

    def _opened(
        self,
        parts: ConversationParts,
        session: str,
        project: str | None,
        channel: str | None,
        named: str | None,
        held: str | None,
        source: Mapping[str, str | None],
        beside: Sequence[Step] = (),
    ) -> str | None:
        """For whom a session is, once it is kept. Its project is kept where it is still for whom it was `held`."""
        opening: dict[str, object] = {
            "user_id": self._user_id, "session_id": session, "project": project, "channel": channel, "held": held,
            "audience": named, **source, "now": self._clock(),
        }  # fmt: skip
        rows = parts.store.write_all([Step("session/open", opening), *beside])
        return rows[0][0]["audience"]

    def _made(self, parts: ConversationParts, path: str, message: str, reader: str | None) -> tuple[str, bool]:
        """The path of a project that is made for a message, and whether it was; another process may be faster.

        What is there by then may be the user's alone: where others read along, the next name that is free is taken.
        """
        description = " ".join(message.split())[:_DESCRIBED]
        fresh, number = path, 1
        while True:
            try:
                parts.catalogue.create(self._user_id, fresh, description)
            except Conflict:
                if reader is None:
                    return path, False
                number += 1
                fresh = f"{path}-{number}"
            else:
                return fresh, True


def _turns(turns: Sequence[Turn | str]) -> list[Turn]:
    if isinstance(turns, str) or not isinstance(turns, Sequence):
        raise Invalid("turns", "they are no list.", allowed="a list of turns or texts")
    made = [Turn(text=turn) if isinstance(turn, str) else turn for turn in turns]
    if not all(isinstance(turn, Turn) for turn in made):
        raise Invalid("turns", "one of them is no turn.", allowed="turns or texts")
    return made


def _called(entry: JournalEntry) -> tuple[str, str | None]:
    return str(entry.entry["session_id"]), entry.entry.get("audience")


def _draft(identity: str, entry: Mapping[str, Any], held: _Held = _NEW) -> Draft:
    """The memory of an entry. Its id makes it the same memory however often it is handed over."""
    return Draft(
        text=entry["text"],
        speaker=entry.get("speaker"),
        session_id=entry["session_id"],
        channel=entry.get("channel"),
        project=entry.get("project") or held.project,
        audience=kept_in(kept_in(held.audience, entry.get("audience")), entry.get("turn_audience")),
        source=_SOURCE,
        source_id=identity,
        occurred_at=datetime.fromisoformat(entry["at"]) if entry.get("at") else None,
        pinned=bool(entry.get("pinned")),
    )


def _session(session_id: str) -> str:
    if not (session := short("session_id", session_id)):
        raise Invalid("session_id", "it is empty.", allowed="1 to 200 characters")
    return session
