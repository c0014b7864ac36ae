"""The hand-over of a session: what the next one must know, in at most 1,200 tokens, each line a quotation.

Open tasks, the last decisions, facts that changed, and how the session ended.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from graph.db.filters import asked_audience
from graph.db.store import Store
from graph.errors import NotFound
from graph.extractor import Extractor
from graph.intake.checks import checked_user, short
from graph.lifecycle.kinds.wordings import is_decision
from graph.lifecycle.word_tables import any_of, word_rows
from graph.model.life.audience import audiences
from graph.model.talk.injection import Handover
from graph.projects.channels import held_for
from graph.projects.injection import headings_language
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
        tasks = [(row["memory"]["id"], line) for row in rows for line in self._open_tasks(row["memory"]["text"])]
        decisions = [(row["memory"]["id"], line) for row in rows for line in self._decisions(row["memory"])]
        changed = [(row["memory"]["id"], _change(change)) for row in rows for change in row["changed"]]
        ended = [(row["memory"]["id"], _line_of(row["memory"])) for row in rows[:_LAST]]
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

    def _open_tasks(self, text: str) -> list[str]:
        """The sentences that say what is still to be done."""
        return [line for line in self._lines(text) if is_open(line)]

    def _decisions(self, memory: dict[str, Any]) -> list[str]:
        lines = [line for line in self._lines(memory["text"]) if is_decision(line)]
        named = is_decision("", category=memory.get("category"), tags=memory.get("tags") or ())
        return lines or ([" ".join(memory["text"].split())] if named else [])

    def _lines(self, text: str) -> list[str]:
        return [line for start, end in self._extractor.sentences(text) if (line := " ".join(text[start:end].split()))]


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


def is_open(line: str) -> bool:
    """Whether a sentence says that something is still to be done: "TODO: order filters", not "- [x] order filters"."""
    signs = _signs()
    signed = [(match.start(), kind) for kind, pattern in signs.items() for match in pattern.finditer(line)]
    return bool(signed) and max(signed)[1] == "open"


@cache
def _signs() -> dict[str, re.Pattern[str]]:
    rows = list(word_rows("tasks", "graph.projects"))
    patterns: dict[str, re.Pattern[str]] = {}
    for kind in ("open", "done"):
        latin = any_of(
            [row.word for row in rows if row.kind == kind and row.word[0].isascii() and row.word[0].isalpha()]
        )
        others = any_of(
            [row.word for row in rows if row.kind == kind and not (row.word[0].isascii() and row.word[0].isalpha())]
        )
        patterns[kind] = re.compile(rf"\b(?i:{latin})\b|{others}")
    return patterns


def _change(change: dict[str, str]) -> str:
    return f"{change['subject']} {change['predicate']} {change['object']} (← {change['was']})"


def _line_of(memory: dict[str, Any]) -> str:
    speaker = f"{memory['speaker']}: " if memory.get("speaker") else ""
    return f"{speaker}{' '.join(memory['text'].split())}"
