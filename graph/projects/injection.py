"""Injection: the memory of projects as a text for a prompt, within a budget of tokens.

    ---
    ## プロジェクトメモリ: shop

    description, decisions, summary or what is new, the newest session

    ### 固定記憶
    what is pinned, word for word

    ---

The primary project is told whole, others by their description and summary alone. What is pinned is let in first, then
what was decided, then the rest from the newest; what does not fit is left out as a whole, never cut.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graph.calendar.zones import at_offset
from graph.db.filters import asked_audience, asked_path
from graph.db.rows import moment
from graph.db.store import Store
from graph.errors import Invalid, NotFound
from graph.extractor import Extractor
from graph.intake.checks import checked_user, plain, short
from graph.lifecycle.kinds.wordings import is_decision, named_as
from graph.model.life.audience import audiences
from graph.model.talk.injection import Injected
from graph.model.talk.summaries import Kept, Summary
from graph.projects.over import EndingsById, endings_by_id, over_mark
from graph.projects.summaries.summaries import Summarizer
from graph.projects.tasks import lines_of, open_tasks
from graph.recall.fence import FENCE, fence, within_fence
from graph.recall.reasons import texts_language
from graph.settings import InjectionSettings

_PINNED_MOST, _RECENT_MOST, _TALK_MOST = 500, 200, 100
_HEADINGS: Final = {
    "ja": {"project": "プロジェクトメモリ", "decisions": "決定事項", "tasks": "未完了の作業",
           "overview": "概要", "recent": "最近の活動", "session": "セッション", "pinned": "固定記憶"},
    "en": {"project": "Project memory", "decisions": "Decisions", "tasks": "Open tasks",
           "overview": "Overview", "recent": "Recent activity", "session": "Session", "pinned": "Pinned"},
}  # fmt: skip
_RULE: Final = "---"
_LEANING: Final = re.compile(
    r"(?:he|she|it|they|his|her|hers|its|their|this|that|these|those)\b|彼(?:女|ら)?|[こそあ](?:れ|の|こ)",
    re.IGNORECASE,
)
"""What begins a sentence that does not stand by itself."""


@dataclass(slots=True)
class Section:
    """A part of a project's text: its heading, and lines of which each is let in or left out, least `first` first."""

    heading: str
    lines: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """The id of the memory and the line."""
    first: int = 9
    taken: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Room:
    """What is left of a budget, and what was put into it."""

    tokens: Callable[[str], int]
    left: int
    shown: dict[str, None] = field(default_factory=dict[str, None])
    left_out: set[str] = field(default_factory=set[str])

    def takes(self, text: str) -> bool:
        """Takes the tokens of some lines out of what is left, where they fit."""
        cost = self.tokens(text) + text.count("\n") + 1
        if cost > self.left:
            return False
        self.left -= cost
        return True


class Injector:
    """Makes texts for prompts. One a process; safe to share between threads."""

    def __init__(self, store: Store, extractor: Extractor, settings: InjectionSettings, summarizer: Summarizer) -> None:
        self._store = store
        self._extractor = extractor
        self._settings = settings
        self._summarizer = summarizer

    @property
    def automatic(self) -> bool:
        """Whether a conversation that begins is given the memory without being asked."""
        return self._settings.enabled and self._settings.inject == "auto"

    def context(
        self,
        user_id: str,
        primary: str | None,
        secondary: Sequence[str],
        most_tokens: int | None,
        free_tokens: int | None = None,
        audience: str | None = None,
        *,
        fenced: bool = False,
    ) -> Injected:
        """The memory of projects for a prompt, between marks where it is `fenced`.

        Empty where injection is off, and for no project.
        """
        audience = asked_audience(audience)
        most = self._settings.most_tokens if most_tokens is None else checked_tokens("most_tokens", most_tokens)
        if free_tokens is not None:
            most = min(most, int(checked_tokens("free_tokens", free_tokens) * self._settings.free_share))
        allowed = self._settings.enabled and self._settings.inject != "none"
        paths = tuple(dict.fromkeys(path for path in (primary, *secondary) if path))
        if not allowed or not paths:
            return Injected(text="", tokens=0, budget_tokens=most, projects=(), memory_ids=(), left_out=0)
        room = Room(self._extractor.tokens, most)
        if fenced:
            around = self._extractor.tokens("".join(FENCE))
            room = Room(lambda text: self._extractor.tokens(within_fence(text)), most - around)
        blocks: list[str] = []
        shown: list[str] = []
        for path in paths:
            block = self._block(user_id, path, room, audience, whole=path == primary)
            if block:
                blocks.append(block)
                shown.append(path)
        text = "\n".join([*blocks, _RULE]) if blocks else ""
        if fenced:
            text = fence(text)
        return Injected(
            text=text,
            tokens=self._extractor.tokens(text) if text else 0,
            budget_tokens=most,
            projects=tuple(shown),
            memory_ids=tuple(room.shown),
            left_out=len(room.left_out - room.shown.keys()),
        )

    def _block(self, user_id: str, path: str, room: Room, audience: str | None, *, whole: bool) -> str:
        """The text of one project, as much of it as there is room for; empty where not even its name fits.

        Empty too where others may see nothing of it: its name is then no business of theirs either.
        """
        rows = self._store.read(
            "injection/project", user_id=user_id, project=path, audiences=audiences(audience),
            pinned_most=_PINNED_MOST if whole else 0, recent_most=_RECENT_MOST if whole else 0,
            talk_most=_TALK_MOST if whole else 0,
        )  # fmt: skip
        if not rows:
            return ""
        summary = self._summary(user_id, path, audience)
        remembered = [row for row in rows if row["memory"]]
        quotes = summary.quotes if summary else ()
        texts = [*(row["memory"]["text"] or "" for row in remembered), *(quote.text for quote in quotes)]
        words = _HEADINGS[headings_language(self._settings.headings, texts or [row["text"] for row in rows])]
        ids = [*(row["memory"]["id"] for row in remembered), *(quote.memory_id for quote in quotes)]
        endings = endings_by_id(self._store, user_id, ids, audience, texts)
        newest = sorted((row["memory"] for row in remembered if row["memory"]["text"]), key=_age)
        tasks = open_tasks(lines_of(newest, endings, self._extractor), self._extractor.content_words)
        sections = _sections(summary, remembered, words, endings, {each for each, _ in tasks}, whole=whole)
        if audience is not None and not any(section.lines for section in sections):
            return ""
        head = f"{_RULE}\n## {words['project']}: {path.rpartition('/')[2]}\n\n"
        # The rule that ends it all, too.
        if not room.takes(f"{head}{_RULE}\n"):
            return ""
        description = next((row["text"] for row in rows if row["kind"] == "description"), "")
        lines = [description] if description and room.takes(f"{description}\n") else []
        for section in sorted(sections, key=lambda section: section.first):
            self._fill(section, room)
        for section in sections:
            if section.taken:
                lines += [*([""] if lines else []), f"### {section.heading}", *section.taken]
        return f"{head}{chr(10).join(lines)}\n"

    def _summary(self, user_id: str, path: str, audience: str | None) -> Summary | None:
        try:
            return self._summarizer.summary(user_id, path, None, refresh=False, audience=audience)
        except NotFound:
            return None

    @staticmethod
    def _fill(section: Section, room: Room) -> None:
        """Lets in the lines that fit, the newest first, and writes them in the order of time."""
        taken: list[str] = []
        for memory_id, line in section.lines:
            if memory_id in room.shown:
                continue
            heading = "" if taken else f"\n### {section.heading}\n"
            if room.takes(heading + line):
                taken.append(line)
                room.shown[memory_id] = None
            else:
                room.left_out.add(memory_id)
        section.taken = taken if section.first == 0 else taken[::-1]


def headings_language(chosen: str, texts: Sequence[str]) -> str:
    """The language of headings over some texts: the one that the settings name, else that of most of the texts."""
    return texts_language(texts) if chosen == "auto" else chosen


class Injection:
    """Texts for the prompts of one user: an area of the knowledge."""

    def __init__(self, injector: Callable[[], Injector], user_id: str) -> None:
        self._injector = injector
        self._user_id = checked_user(user_id)

    def context(
        self,
        primary: str,
        *,
        secondary: Sequence[str] = (),
        most_tokens: int | None = None,
        free_tokens: int | None = None,
        audience: str | None = None,
        fenced: bool = False,
    ) -> Injected:
        """The memory of a project whole and of others in brief, for a prompt; never more than `most_tokens`.

        `audience` is whom the prompt is for: others get what is shared and what is theirs, and no description.

        `free_tokens` are left in the window of the model: it takes no more than a share of them
        (`graph.injection.free_share`), the less the fuller the window is. `fenced` puts the text between marks that say
        it is quoted and that nothing in it can end. Empty where `graph.injection.enabled` is off
        or `graph.injection.inject` is none. Raises Invalid.
        """
        main, others = _path("primary", primary), _paths(secondary)
        return self._injector().context(self._user_id, main, others, most_tokens, free_tokens, audience, fenced=fenced)

    @staticmethod
    def into(prompt: str, context: Injected | str) -> str:
        """A prompt with the memory before it: `into("Fix the login.", injected)`; as it is where there is none."""
        text = context if isinstance(context, str) else context.text
        return f"{text}\n\n{plain('prompt', prompt)}" if text else plain("prompt", prompt)


def _sections(
    summary: Summary | None,
    rows: Sequence[dict[str, Any]],
    words: dict[str, str],
    endings: EndingsById,
    tasked: Collection[str],
    *,
    whole: bool,
) -> list[Section]:
    pinned = Section(words["pinned"], [
        (row["memory"]["id"], f"- {row['memory']['text']}{over_mark(endings.get(row['memory']['id'], ()))}")
        for row in rows if row["kind"] == "pinned"
    ], first=0)  # fmt: skip
    decisions = Section(words["decisions"], first=1)
    overview = Section(words["overview"], first=2 if summary else 4)
    tasks = Section(words["tasks"], first=1)
    recent = Section(words["recent"], first=3)
    if summary is not None:
        for quote in reversed(summary.quotes):
            if quote.kept is None and quote.start and _LEANING.match(quote.text):
                continue  # whom "She reports to Ken" means stands in a sentence before it
            over = over_mark(endings.get(quote.memory_id, ()), quote.start, quote.end)
            line = (quote.memory_id, _line(quote.text, quote.at.date().isoformat(), quote.speaker) + over)
            if quote.kept is Kept.DECISION:
                decisions.lines.append(line)
            elif quote.kept is not Kept.PINNED:
                overview.lines.append(line)
    if not whole:
        return [overview]
    newest = next((row["text"] for row in rows if row["kind"] == "session"), None)
    session = Section(f"{words['session']}: {newest}", first=2)
    for row in rows:
        memory = row["memory"]
        at = at_offset(moment(memory.get("occurred_at") or memory["created_at"]), memory.get("utc_offset"))
        over = over_mark(endings.get(memory["id"], ()))
        line = (memory["id"], _line(memory["text"] or "", at.date().isoformat(), memory.get("speaker")) + over)
        if row["kind"] == "session":
            session.lines.append(line)
        elif row["kind"] == "recent" and is_decision(memory["text"] or "", **named_as(memory)):
            decisions.lines.append(line)
        elif row["kind"] == "recent":
            (tasks if memory["id"] in tasked else recent).lines.append(line)
    return [overview, decisions, tasks, recent, session, pinned]


def _age(memory: dict[str, Any]) -> tuple[float, str]:
    """Orders memories by when they were kept, the newest first."""
    return -moment(memory["created_at"]).timestamp(), memory["id"]


def _line(text: str, day: str, speaker: str | None) -> str:
    voice = f"{speaker}: " if speaker else ""
    return f"- {day} {voice}{' '.join(text.split())}"


def _path(name: str, path: str) -> str:
    return asked_path(name, short(name, path)) or ""


def _paths(paths: Sequence[str]) -> list[str]:
    if isinstance(paths, str) or not isinstance(paths, Sequence):
        raise Invalid("secondary", "it is no list.", allowed="a list of paths of projects")
    return [_path("secondary", path) for path in paths]


def checked_tokens(name: str, number: int) -> int:
    """A number of tokens that a caller gave. Raises Invalid."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 1_000_000:
        raise Invalid(name, f"{number!r} is not a number of tokens.", allowed="0 to 1,000,000")
    return number
