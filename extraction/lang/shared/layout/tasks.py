"""Tasks: "- [ ] renew the certificate (Nina)" is to be done by Nina, "- [x] …" is done, "Action: Ken orders a gateway".

Whatever the language, what an open task tells lies ahead, and who stands in brackets at its end does it.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.names.speakers import ME
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality
from graph.tables import table_rows, values


def _labels() -> str:
    rows = table_rows("extraction.lang.shared", "task_labels", "labels example")
    return "|".join(re.escape(label) for labels, _ in rows for label in values(labels))


_TASK: Final = re.compile(
    r"^[ \t]*(?P<bullet>(?:[-*+•]|\d{1,2}[.)])[ \t]+)?\[(?P<tick>[ xX✓])\][ \t]+(?P<what>\S[^\n]*)$", re.MULTILINE
)
_LABELLED: Final = re.compile(
    rf"^[ \t]*(?:[-*+•・][ \t]*)?(?:{_labels()})[ \t]*(?::[ \t]+|：[ \t]*)(?P<what>\S[^\n]*)$",
    re.MULTILINE | re.IGNORECASE,
)
_BULLET: Final = r"[ \t]*(?:[-*+•・]|\d{1,2}[.)])[ \t]+"
_HEADED: Final = re.compile(
    rf"^[ \t]*(?:#{{1,6}}[ \t]+|\*\*)?(?:{_labels()})"
    r"(?:[ \t](?:before|for|until|by|after|from|this|next)\b[^\n.!?]{1,30})?"
    rf"(?:\*\*)?[ \t]*[:：]?(?:\*\*)?[ \t]*\n(?P<items>(?:{_BULLET}[^\n]+(?:\n|\Z))+)",
    re.MULTILINE | re.IGNORECASE,
)
_ITEM: Final = re.compile(
    rf"^{_BULLET}(?P<what>(?!\[[ xX✓]\])"
    r"(?:(?P<doer>(?-i:[A-Z])[\w'’-]+(?: [A-Z][\w'’-]+)?):[ \t]+(?=[a-z]))?\S[^\n]*)$",
    re.MULTILINE,
)
"""An item of a list of tasks, which may begin with who does it: "TODO / - Nina: order labels"."""
_DOER: Final = re.compile(
    r"[ \t]?[(（](?P<doer>(?:@[a-z]|[A-Z])(?![A-Z]+-\d)[\w'’-]+(?: [A-Z][\w'’.-]*){0,2})"
    r"(?:[,;、；:/][^()（）]*)?[)）][.。]?[ \t]*$"
)
_REMARKS: Final = frozenset(
    word
    for remarks, _ in table_rows("extraction.lang.shared", "task_remarks", "remarks example")
    for word in values(remarks)
)
_OF_LABEL: Final = ("label",)
"""The reasons of what a label alone tells, which is no more where its value is a clause."""
_METHOD: Final = "task"
_ASIDE: Final = "aside"
"""The method of what a bracket tells, which is so today: "Follow-up: OPS-7 (Nina)"."""
_SURE: Final = 0.75
"""How often who stands behind a task is somebody; set by hand."""
_WANTS: Final = ("need", "want", "have", "必要")
"""What somebody does today about what is to be done: "Todo: I need milk"."""
_OPEN: Final = (Modality.STATED, Modality.OBLIGATORY)


class Task(NamedTuple):
    """A task by its place in a text.

    `doer` is the place of who does it, `bracket` that of the bracket around; `box` that of a box without a bullet.
    """

    start: int
    end: int
    has_box: bool
    is_done: bool
    doer: tuple[int, int] | None
    bracket: tuple[int, int] | None
    box: tuple[int, int] | None


def tasks_in(text: str) -> list[Task]:
    """The tasks of a text in order."""
    tasks: list[Task] = []
    listed = (item for head in _HEADED.finditer(text) for item in _ITEM.finditer(text, *head.span("items")))
    for match in (*_TASK.finditer(text), *_LABELLED.finditer(text), *listed):
        doer = _DOER.search(text, match.start("what"), match.end("what"))
        if match.re is _ITEM and match["doer"] is not None:
            tasks.append(Task(match.start(), match.end(), True, False, match.span("doer"), None, None))
            continue
        is_somebody = doer is not None and doer["doer"].split()[0] not in _REMARKS
        tasks.append(
            Task(
                match.start(),
                match.end(),
                match.re is not _LABELLED,
                match.re is _TASK and match["tick"] != " ",
                doer.span("doer") if doer is not None and is_somebody else None,
                doer.span() if doer is not None and is_somebody else None,
                (match.start(), match.start("what")) if match.re is _TASK and match["bullet"] is None else None,
            )
        )
    return sorted(tasks)


def marks_in(text: str) -> list[tuple[int, int]]:
    """What no parser needs to see of the tasks of a text: boxes without a bullet, brackets with who does each."""
    return [span for task in tasks_in(text) for span in (task.box, task.bracket) if span is not None]


def boxed_in(text: str) -> list[int]:
    """Where the tasks behind boxes without a bullet begin, each a sentence of its own."""
    return [task.box[1] for task in tasks_in(text) if task.box is not None]


def with_tasks(findings: Findings, text: str) -> Findings:
    """The findings with who does each task, and what is still to be done planned."""
    tasks = tasks_in(text)
    if not tasks:
        return findings
    names = list(findings.names)
    statements, literals = list[FoundStatement](), list[LiteralFact]()
    doers = {task: _doer(names, task, text) for task in tasks}
    placed = [(fact, _task_at(tasks, fact.start)) for fact in (*findings.statements, *findings.literals)]
    clauses = {task for fact, task in placed if task is not None and fact.reasons != _OF_LABEL}
    for fact, task in placed:
        if task in clauses and fact.reasons == _OF_LABEL:
            continue
        is_task = task is not None and (task.has_box or task in clauses) and fact.method != _ASIDE
        read = fact if task is None or not is_task else _of_task(fact, task, doers[task], names)
        if isinstance(read, FoundStatement):
            statements.append(read)
        else:
            literals.append(read)
    return replace(findings, names=tuple(names), statements=tuple(statements), literals=tuple(literals))


def _task_at(tasks: Sequence[Task], place: int) -> Task | None:
    """The task in which a place stands; they are in order."""
    before = bisect_right(tasks, place, key=lambda task: task.start) - 1
    return tasks[before] if before >= 0 and place < tasks[before].end else None


def _doer(names: list[FoundName], task: Task, text: str) -> int | None:
    """The place among the names of who does a task; it is put there where no rule saw a name in the bracket."""
    if task.doer is None:
        return None
    start, end = task.doer
    for place, name in enumerate(names):
        if name.start < end and start < name.end:
            names[place] = replace(name, type=EntityType.PERSON, subtype=None) if name.start >= start else name
            return place if names[place].type is EntityType.PERSON else None
    surface = text[start:end]
    names.append(
        FoundName(
            start=start,
            end=end,
            surface=surface,
            name=surface,
            type=EntityType.PERSON,
            confidence=_SURE,
            reasons=("doer of a task",),
            method=_METHOD,
        )
    )
    return len(names) - 1


def _of_task(
    fact: FoundStatement | LiteralFact, task: Task, doer: int | None, names: Sequence[FoundName]
) -> FoundStatement | LiteralFact:
    """A fact of a task: done or still to do, by who does it instead of the writer."""
    is_deed = doer == fact.subject or _is_of_writer(fact, names)
    # "[x] Ken updates the guide"; in "[x] ask Ken to come" he may not have come
    is_told = is_deed or fact.predicate.partition(" ")[0] != fact.lemma.partition(" ")[0]
    is_open = fact.modality in _OPEN or (task.is_done and is_told and fact.modality is Modality.INTENDED)
    if is_open and (is_deed if task.has_box and not task.is_done else fact.lemma not in _WANTS):
        fact = replace(fact, modality=Modality.STATED if task.is_done else Modality.INTENDED)
    if doer is None or doer in (fact.subject, fact.object) or not _is_of_writer(fact, names):
        return fact
    if isinstance(fact, FoundStatement):
        return replace(fact, subject=doer)
    if fact.object is None:
        return replace(fact, subject=doer, subject_text=names[doer].surface)
    return FoundStatement(
        subject=doer, object=fact.object, predicate=fact.predicate, lemma=fact.lemma, type=fact.type, start=fact.start,
        end=fact.end, confidence=fact.confidence, reasons=fact.reasons, method=fact.method, polarity=fact.polarity,
        modality=fact.modality, time=fact.time, object_text=fact.object_text, arguments=fact.arguments,
    )  # fmt: skip


def _is_of_writer(fact: FoundStatement | LiteralFact, names: Sequence[FoundName]) -> bool:
    if fact.subject is None:
        return isinstance(fact, LiteralFact) and fact.subject_text == ME
    return names[fact.subject].start == names[fact.subject].end
