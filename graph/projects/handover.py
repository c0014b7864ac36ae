"""The hand-over of a session: what the next one must know, in at most 1,200 tokens, each line a quotation.

Open tasks, the last decisions, facts that changed, and how the session ended.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from graph.db.filters import asked_audience
from graph.db.store import Store
from graph.errors import NotFound
from graph.extractor import Extractor
from graph.intake.checks import checked_user, short
from graph.lifecycle.kinds.wordings import is_decision, named_as
from graph.model.life.audience import audiences
from graph.model.talk.injection import Handover
from graph.projects.channels import held_for
from graph.projects.injection import headings_language
from graph.projects.over import endings_by_id, over_mark
from graph.projects.tasks import Line, lines_of, open_tasks
from graph.recall.fence import FENCE, fence, within_fence

TOKENS_MOST: Final = 1_200
_READ: Final = 500
_LAST: Final = 6
"""Memories at the end of the session that tell how it ended."""
_HEADINGS: Final = {
    "ja": ("引き継ぎ", "未完了の作業", "最近の決定", "変わった事実", "最後のやり取り"),
    "en": ("Hand-over", "Open tasks", "Last decisions", "Changed facts", "How it ended"),
}


class HandoverWriter:
    """Writes hand-overs. One a process; safe to share between threads."""

    def __init__(self, store: Store, extractor: Extractor, headings: str) -> None:
        self._store = store
        self._extractor = extractor
        self._headings = headings

    def of(self, user_id: str, session_id: str, audience: str | None = None, *, fenced: bool = False) -> Handover:
        """The hand-over of a session, between marks where it is `fenced`. Raises NotFound where nothing is kept."""
        session = short("session_id", session_id) or ""
        held = held_for(self._store, checked_user(user_id), session)
        reader = asked_audience(held if audience is None else audience)
        rows = self._store.read(
            "session/handover", user_id=user_id, session_id=session, audiences=audiences(reader), limit=_READ
        )
        rows = [row for row in rows if row["memory"].get("text")]
        if not rows:
            raise NotFound("session", session)
        title, *headings = _HEADINGS[headings_language(self._headings, [row["memory"]["text"] for row in rows])]
        texts = [row["memory"]["text"] for row in rows]
        over = endings_by_id(self._store, user_id, [row["memory"]["id"] for row in rows], reader, texts)
        lines = lines_of([row["memory"] for row in rows], over, self._extractor)
        tasks = open_tasks(lines, self._extractor.content_words)
        standing = defaultdict[str, list[Line]](list)
        for line in reversed(lines):
            if not line.is_over:
                standing[line.memory_id].append(line)
        decisions = [
            (row["memory"]["id"], line) for row in rows for line in _decisions(row, standing[row["memory"]["id"]])
        ]
        changed = [(row["memory"]["id"], _change(change)) for row in rows for change in row["changed"]]
        ended = [
            (row["memory"]["id"], _line_of(row["memory"]) + over_mark(over.get(row["memory"]["id"], ())))
            for row in rows[:_LAST]
        ]
        around = self._extractor.tokens("".join(FENCE)) if fenced else 0
        parts = (tasks, decisions, changed, ended)
        text, shown = self._packed(f"## {title}: {session}", headings, parts, TOKENS_MOST - around)
        if fenced:
            text = fence(text)
        return Handover(
            session_id=session, text=text, tokens=self._extractor.tokens(text),
            tasks=shown[0], decisions=shown[1], changed=shown[2],
        )  # fmt: skip

    def _packed(
        self, title: str, headings: Sequence[str], parts: Sequence[Sequence[tuple[str, str]]], most: int
    ) -> tuple[str, list[tuple[str, ...]]]:
        """The text and the ids told in each part: one line of each in turn, so that no part crowds out another."""
        room = most - self._extractor.tokens(title) - 1
        taken: list[list[tuple[str, str]]] = [[] for _ in parts]
        for place in range(max(map(len, parts), default=0)):
            for heading, part, lines in zip(headings, parts, taken, strict=True):
                if place >= len(part) or part[place] in lines:
                    continue
                written = f"- {part[place][1]}" if lines else f"\n### {heading}\n- {part[place][1]}"
                cost = self._extractor.tokens(within_fence(written)) + written.count("\n") + 1
                if cost <= room:
                    lines.append(part[place])
                    room -= cost
        shown = [title]
        taken[-1].reverse()  # the newest were let in first, and are told last
        for heading, lines in zip(headings, taken, strict=True):
            if lines:
                shown += ["", f"### {heading}", *(f"- {line}" for _, line in lines)]
        return "\n".join(shown), [tuple(dict.fromkeys(identity for identity, _ in lines)) for lines in taken]


class Handovers:
    """The hand-overs of one user's sessions: an area of the knowledge."""

    def __init__(self, writer: Callable[[], HandoverWriter], user_id: str) -> None:
        self._writer = writer
        self._user_id = checked_user(user_id)

    def of(self, session_id: str, *, audience: str | None = None, fenced: bool = False) -> Handover:
        """What the next session must know of one, in at most 1,200 tokens, between marks that say it is quoted where it
        is `fenced`. Raises NotFound.

        `audience` is for whom the next session is; where none is named, it is for whom this one was. "private" asks
        for all of it.
        """
        return self._writer().of(self._user_id, session_id, audience, fenced=fenced)


def _decisions(row: Mapping[str, Any], lines: Sequence[Line]) -> list[str]:
    """Those of the lines of a memory that tell of a decision, by their wording or by a decided fact; all of them of one
    that is kept as a decision.
    """
    decided = [
        line.text
        for line in lines
        if is_decision(line.text) or any(start < line.end and line.start < end for start, end in row["decided"])
    ]
    named = is_decision("", **named_as(row["memory"]))
    return decided or ([" ".join(line.text for line in lines)] if named and lines else [])


def _change(change: dict[str, str]) -> str:
    return f"{change['subject']} {change['predicate']} {change['object']} (← {change['was']})"


def _line_of(memory: dict[str, Any]) -> str:
    speaker = f"{memory['speaker']}: " if memory.get("speaker") else ""
    return f"{speaker}{' '.join(memory['text'].split())}"
