"""Summaries of projects and sessions: made, kept beside the ones before, shown, and made anew where they are stale.

Readers have their own: what is made for a group quotes what the group may read, and leaves the user's as it is.

A summary holds no text: it quotes by tie and place. What is forgotten is gone from it at once, what was edited is
quoted no more, and a process that dies while one is made leaves the one from before.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from graph.calendar.zones import at_offset
from graph.db.filters import asked_audience, asked_path
from graph.db.row import Row
from graph.db.rows import moment
from graph.db.store import Runs, Store
from graph.errors import Conflict, EnishiError, Invalid, NotFound, QueryError, Unavailable
from graph.extractor import Extractor
from graph.intake.checks import checked_user, short
from graph.journal.journal import Journal
from graph.model.life.audience import audiences
from graph.model.life.journal import Act
from graph.model.talk.summaries import Kept, Quote, Summarized, Summary
from graph.projects.channels import held_for
from graph.projects.over import endings_by_id
from graph.projects.summaries.material import Material, material_of
from graph.projects.summaries.selection import chosen
from graph.settings import SummarySettings

_PROJECT, _SESSION = "project:", "session:"
_BACKUP = "summary:"
_LINE = 2
"""Tokens that a line of a summary takes beside its words."""


class Summarizer:
    """Makes and reads summaries. One a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        extractor: Extractor,
        settings: SummarySettings,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        journal: Journal,
    ) -> None:
        self._store = store
        self._extractor = extractor
        self._settings = settings
        self._clock = clock
        self._new_id = new_id
        self._journal = journal

    @property
    def budget_tokens(self) -> int:
        """Tokens that a summary may have, and from which memories are too much to be told whole."""
        return int(self._settings.window_tokens * self._settings.share)

    def reader(self, user_id: str, session_id: str | None, audience: str | None) -> str | None:
        """Who reads a summary: whom a caller names, else for whom its session is; None for the user alone."""
        return asked_audience(held_for(self._store, user_id, session_id) if audience is None else audience)

    def is_due(self, user_id: str, project: str, audience: str | None = None) -> bool:
        """Whether what is kept in a project has more tokens than `budget_tokens`: all of it, or what is in no session.

        Counted until it is more, so that it takes no longer for a large project.
        """
        rows = self._store.read(
            "summary/size",
            user_id=user_id,
            project=project,
            overview=self._settings.trigger == "overview",
            audiences=audiences(audience),
            limit=self._settings.memories_most,
        )
        counted = 0
        for row in rows:
            counted += self._extractor.tokens(row["text"])
            if counted > self.budget_tokens:
                return True
        return False

    def summarize(
        self,
        user_id: str,
        project: str | None,
        session_id: str | None,
        budget_tokens: int | None,
        audience: str | None = None,
    ) -> Summarized:
        """Makes a summary in place of the one from before. Raises Invalid and NotFound; else tells why it failed."""
        scope = _scope(project, session_id)
        budget = self.budget_tokens if budget_tokens is None else _checked_budget(budget_tokens)
        material = self._material(user_id, project, session_id, audience)
        if not material.memories:
            raise NotFound("project" if project is not None else "session", project or session_id or "")
        try:
            quotes, tokens = self._quotes(material, budget)
            made = self._kept(user_id, scope, audience, material, quotes, tokens, budget)
        except (Unavailable, QueryError, Conflict, MemoryError) as error:
            return Summarized(
                success=False, original_size=material.characters, new_size=material.characters,
                entries_summarized=0, entries_preserved=material.memories, backup_path=None,
                summary=self._before(user_id, scope, audience), reason=str(error) or type(error).__name__,
            )  # fmt: skip
        summary = self._read(user_id, scope, "", audience)
        return Summarized(
            success=True,
            original_size=material.characters,
            new_size=sum(len(quote.text) for quote in quotes),
            entries_summarized=material.memories - material.preserved,
            entries_preserved=material.preserved,
            backup_path=f"{_BACKUP}{made['before']}" if made["before"] else None,
            summary=summary,
        )

    def summary(
        self,
        user_id: str,
        project: str | None,
        session_id: str | None,
        *,
        refresh: bool,
        audience: str | None = None,
    ) -> Summary:
        """The summary there is; where it is stale, it is made anew first. Raises NotFound where there is none."""
        scope = _scope(project, session_id)
        summary = self._read(user_id, scope, "", audience)
        if summary is None:
            raise NotFound("summary", project or session_id or "")
        if summary.stale and refresh:
            try:
                anew = self.summarize(user_id, project, session_id, summary.budget_tokens, audience)
            except NotFound:
                return summary
            return anew.summary or summary
        return summary

    def bring_back(self, user_id: str, backup_path: str, audience: str | None = None) -> Summary:
        """Makes a summary from before the current one again. Raises NotFound where it is there no longer."""
        identity = (short("backup_path", backup_path) or "").removeprefix(_BACKUP)
        if not identity or not self._store.write("summary/bring_back", user_id=user_id, id=identity, audience=audience):
            raise NotFound("summary", backup_path)
        summary = self._read(user_id, "", identity, audience)
        if summary is None:
            raise NotFound("summary", backup_path)
        return summary

    def _material(self, user_id: str, project: str | None, session_id: str | None, audience: str | None) -> Material:
        rows = self._store.read(
            "summary/material",
            user_id=user_id,
            project=project,
            session_id=session_id,
            audiences=audiences(audience),
            limit=self._settings.memories_most,
        )
        memories = [row["memory"] for row in rows if row["memory"].get("text")]
        over = endings_by_id(
            self._store, user_id, [memory["id"] for memory in memories], audience,
            [memory["text"] for memory in memories],
        )  # fmt: skip
        return material_of(rows, self._extractor, over, now=self._clock(), verbatim_days=self._settings.verbatim_days)

    def _quotes(self, material: Material, budget: int) -> tuple[list[Quote], int]:
        """What is quoted, in the order of time, and its tokens.

        What is kept word for word is never cut: where it fills the budget, a part of the budget is left for the rest.
        """
        kept = sum(self._extractor.tokens(quote.text) + _LINE for quote in material.kept)
        room = max(budget - kept, int(budget * self._settings.least_share))
        lines = [replace(sentence, tokens=sentence.tokens + _LINE) for sentence in material.sentences]
        places = chosen(lines, room)
        quotes = [*material.kept, *(material.offered[place] for place in places)]
        quotes.sort(key=lambda quote: (quote.at, quote.memory_id, quote.start))
        return quotes, kept + sum(lines[place].tokens for place in places)

    def _kept(
        self,
        user_id: str,
        scope: str,
        audience: str | None,
        material: Material,
        quotes: Sequence[Quote],
        tokens: int,
        budget: int,
    ) -> Row:
        given: Row = {
            "user_id": user_id, "id": self._new_id(), "scope": scope, "audience": audience,
            "made_at": self._clock(), "tokens": tokens, "budget_tokens": budget,
            "memories": material.memories, "backups_most": self._settings.backups_most,
            "quotes": [
                {
                    "ordinal": ordinal, "memory_id": quote.memory_id, "start": quote.start, "end": quote.end,
                    "kept": quote.kept.value if quote.kept else None, "content_hash": material.hashes[quote.memory_id],
                }
                for ordinal, quote in enumerate(quotes)
            ],
        }  # fmt: skip
        recording = self._journal.step(user_id, Act.SUMMARIZED, subject=scope.partition(":")[2])

        def work(runs: Runs) -> Row:
            (made,) = runs("summary/store", given)
            recording.run(runs)
            return made

        return self._store.together(work)

    def _before(self, user_id: str, scope: str, audience: str | None) -> Summary | None:
        try:
            return self._read(user_id, scope, "", audience)
        except EnishiError:
            return None

    def _read(self, user_id: str, scope: str, identity: str, audience: str | None) -> Summary | None:
        rows = self._store.read(
            "summary/of", user_id=user_id, scope=scope, id=identity, audience=audience, audiences=audiences(audience)
        )
        return _summary(rows[0]) if rows else None


class Summaries:
    """The summaries of one user: an area of the knowledge."""

    def __init__(self, summarizer: Callable[[], Summarizer], user_id: str) -> None:
        self._summarizer = summarizer
        self._user_id = checked_user(user_id)

    def summarize(
        self,
        project: str | None = None,
        *,
        session_id: str | None = None,
        budget_tokens: int | None = None,
        if_due: bool = False,
        audience: str | None = None,
    ) -> Summarized:
        """Makes the summary of a project, or of a session, out of sentences of its memories, each with its source.

        Pinned memories, decisions and what is younger than a week stand in it word for word. The one from before stays
        until the new one is whole, and as a backup afterwards. `if_due` makes it only where the project has outgrown
        the budget, which is a tenth of the window unless `budget_tokens` says another. Raises NotFound, Invalid.

        `audience` is who reads it: for others it is made of what they may read, and stands beside the user's. Where
        none is named, that of a session is for whom the session is; "private" is the user alone.
        """
        path, session = _asked(project, session_id)
        summarizer = self._summarizer()
        reader = summarizer.reader(self._user_id, session, audience)
        if if_due and path is not None and not summarizer.is_due(self._user_id, path, reader):
            return Summarized(
                success=False, original_size=0, new_size=0, entries_summarized=0, entries_preserved=0,
                backup_path=None, summary=None, reason="not due: it fits the budget as it is",
            )  # fmt: skip
        return summarizer.summarize(self._user_id, path, session, budget_tokens, reader)

    def summary(
        self, project: str | None = None, *, session_id: str | None = None, audience: str | None = None
    ) -> Summary:
        """The summary of a project or a session, of those that were made for `audience`; made anew where a source was
        changed or forgotten, or may be read no more. Raises NotFound.
        """
        path, session = _asked(project, session_id)
        summarizer = self._summarizer()
        reader = summarizer.reader(self._user_id, session, audience)
        return summarizer.summary(self._user_id, path, session, refresh=True, audience=reader)

    def is_due(self, project: str, *, audience: str | None = None) -> bool:
        """Whether a project has outgrown the share of the window that its memory may take."""
        path, _ = _asked(project, None)
        return self._summarizer().is_due(self._user_id, path or "", asked_audience(audience))

    def bring_back(self, backup_path: str, *, audience: str | None = None) -> Summary:
        """Makes a summary from before (`Summarized.backup_path`) the current one again, of those that were made for
        `audience`. Raises NotFound.
        """
        return self._summarizer().bring_back(self._user_id, backup_path, asked_audience(audience))


def _summary(row: Row) -> Summary:
    quotes = tuple(_quote(quoted) for quoted in row["quoted"] if quoted["as_it_was"] and quoted["text"])
    scope = row["scope"]
    return Summary(
        id=row["id"],
        project=scope.removeprefix(_PROJECT) if scope.startswith(_PROJECT) else None,
        session_id=scope.removeprefix(_SESSION) if scope.startswith(_SESSION) else None,
        quotes=quotes,
        tokens=row["tokens"],
        budget_tokens=row["budget_tokens"],
        made_at=moment(row["made_at"]),
        memories=row["memories"],
        stale=len(quotes) < row["quotes"],
    )


def _quote(quoted: dict[str, Any]) -> Quote:
    return Quote(
        memory_id=quoted["memory_id"],
        text=quoted["text"][quoted["start"] : quoted["end"]],
        start=quoted["start"],
        end=quoted["end"],
        at=at_offset(moment(quoted["at"]), quoted["utc_offset"]),
        speaker=quoted["speaker"],
        kept=Kept(quoted["kept"]) if quoted["kept"] else None,
    )


def _asked(project: str | None, session_id: str | None) -> tuple[str | None, str | None]:
    path, session = asked_path("project", short("project", project)), short("session_id", session_id)
    if (path is None) is (session is None):
        raise Invalid("project", "name a project or a session.", allowed="one of the two")
    return path, session


def _scope(project: str | None, session_id: str | None) -> str:
    return f"{_PROJECT}{project}" if project is not None else f"{_SESSION}{session_id}"


def _checked_budget(budget: int) -> int:
    if isinstance(budget, bool) or not isinstance(budget, int) or not 1 <= budget <= 1_000_000:
        raise Invalid("budget_tokens", f"{budget!r} is not a number of tokens.", allowed="1 to 1,000,000")
    return budget
