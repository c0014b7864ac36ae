"""The three-way merge of memories: what changed on one side goes to the other, what changed on both is kept twice.

Each memory is judged by itself: its block in a file, the memory in the graph, and what both said when they were last
alike. A file that is older than that tells nothing new, so what was deleted since stays deleted.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from api.markdown.binding import bound
from api.markdown.merge_model import FileBlock, Happened, Held, Insert, LastSynced, Plan, Report, Sides
from api.markdown.wording import Marks, Wording, marks_of


def merged(sides: Sides) -> Plan:
    """What is to be done so that files and graph say the same."""
    plan = Plan()
    blocks = bound(sides)
    copies: dict[str, list[FileBlock]] = defaultdict(list)
    for block in blocks:
        if block.id is not None:
            copies[block.id].append(block)
        else:
            _add(plan, sides, block)
    ids = [*copies, *(i for i in sides.last if i not in copies), *(i for i in sides.held if i not in copies)]
    for identity in dict.fromkeys(ids):
        _judge(plan, sides, identity, copies.get(identity, []))
    return plan


def _judge(plan: Plan, sides: Sides, identity: str, copies: Sequence[FileBlock]) -> None:
    last, held = sides.last.get(identity), sides.held.get(identity)
    if last is not None and last.gone and not (held is not None and held.active) and not sides.revive:
        _bury(plan, sides, copies, last)
    elif last is not None and last.gone and held is not None and held.active:
        _both(plan, sides, identity, copies, None, held) if copies else _insert(plan, held, last.file)
    elif held is None:
        _without_memory(plan, sides, identity, copies, last)
    elif not copies:
        _without_block(plan, sides, held, last)
    else:
        _both(plan, sides, identity, copies, None if last is None or last.gone else last.marks, held)


def _bury(plan: Plan, sides: Sides, copies: Sequence[FileBlock], last: LastSynced) -> None:
    """Deleted before, and there again: the same words are an old file, others are new."""
    for block in copies:
        if last.had(block.marks.text):
            _report(plan, Happened.BURIED, block, last.id, why="it was deleted")
        elif _add(plan, sides, block):
            _report(
                plan, Happened.CONFLICT, block, last.id, why="deleted before and changed here: kept as a new memory"
            )


def _without_memory(
    plan: Plan, sides: Sides, identity: str, copies: Sequence[FileBlock], last: LastSynced | None
) -> None:
    """A memory that the graph does not have: forgotten, or never there."""
    if last is None or last.gone:
        for block in copies:
            if identity in sides.known and not sides.revive:
                _report(plan, Happened.BURIED, block, identity, why="it was forgotten")
            else:
                _add(plan, sides, block)
        return
    if last.file in sides.unread and not copies:
        return
    plan.gone.append(identity)
    for block in copies:
        if last.had(block.marks.text):
            plan.dropped.add(block.key)
            _report(plan, Happened.DROPPED, block, identity)
        elif _add(plan, sides, block):
            _report(plan, Happened.CONFLICT, block, identity, why="forgotten and changed here: kept as a new memory")


def _without_block(plan: Plan, sides: Sides, held: Held, last: LastSynced | None) -> None:
    """A memory that no file has: new in the graph, or deleted from its file."""
    if last is None:
        if held.active and held.wording is not None and held.home:
            _insert(plan, held, held.home)
        return
    if last.file in sides.unread:
        return
    changed = held.wording is not None and _differs(held.wording, last.marks)
    if changed and held.active:
        _insert(plan, held, last.file)
        why = "deleted from the file and changed in the graph: written again"
        plan.reports[-1] = replace(plan.reports[-1], happened=Happened.CONFLICT, why=why)
        return
    plan.gone.append(held.id)
    if held.active:
        plan.archived.append(held.id)
        plan.reports.append(Report(happened=Happened.REMOVED, file=last.file, id=held.id))


def _both(plan: Plan, sides: Sides, identity: str, copies: Sequence[FileBlock], base: Marks | None, held: Held) -> None:
    """A memory that both sides have."""
    if not held.active and identity in sides.last and sides.last[identity].gone:
        plan.restored.append(identity)
    first, others = _spoken_for(copies, base, held, sides.last.get(identity))
    for block in others:
        if _add(plan, sides, block):
            _report(plan, Happened.CONFLICT, block, identity, why="changed in two ways: each is kept")
    here = [block for block in copies if block not in others]
    if held.wording is not None and _is_of_deleted(sides, first, base, held.wording):
        # An old copy of a line that became a memory of its own, which was deleted since: no change of this one.
        _report(plan, Happened.BURIED, first, identity, why="it was deleted")
        wording, edit, conflict = held.wording, dict[str, object](), False
    else:
        wording, edit, conflict = _fields(first, base, held)
    if edit:
        plan.edits[identity] = edit
        _report(plan, Happened.CHANGED, first, identity)
    wanted = _marks(wording, first)
    for block in here:
        plan.bound[block.key] = identity
        if _shown(block.marks, wanted, block):
            plan.rewritten[block.key] = replace(wording, date=block.wording.date)
            if block is first and not conflict:
                _report(plan, Happened.WRITTEN, block, identity)
    if conflict:
        plan.inserts.append(Insert(file=first.key[0], wording=first.wording, after=first.key))
        _report(plan, Happened.CONFLICT, first, identity, why="changed in the file and in the graph: both are kept")


def _is_of_deleted(sides: Sides, block: FileBlock, base: Marks | None, theirs: Wording) -> bool:
    """Whether a block says anew, in place of its own memory's words, those of a memory that was deleted."""
    both = {marks_of(theirs).text, *(() if base is None else (base.text,))}
    return block.marks.text in sides.taken_away - both and not sides.revive


def _marks(wording: Wording, block: FileBlock) -> Marks:
    """The marks of what is wanted: where a block says that, those of the block, which may not have been read."""
    if wording is block.wording:
        return block.marks
    now, is_said = marks_of(wording), block.wording
    return Marks(
        text=block.marks.text if wording.text == is_said.text else now.text,
        title=block.marks.title if wording.title == is_said.title else now.title,
        tags=block.marks.tags if wording.tags == is_said.tags else now.tags,
    )


def _spoken_for(
    copies: Sequence[FileBlock], base: Marks | None, held: Held, last: LastSynced | None
) -> tuple[FileBlock, list[FileBlock]]:
    """The block that speaks for a memory of several, and those that say something else again, which are new ones."""
    if len(copies) == 1:
        return copies[0], []
    before = base.text if base is not None else marks_of(held.wording).text if held.wording is not None else ""
    changed = [block for block in copies if block.marks.text != before]
    if len(changed) < len(copies) and last is not None:
        # Beside the block as it was left, one with earlier words is of an old file, and tells nothing new.
        changed = [block for block in changed if block.marks.text not in last.earlier]
    as_left = next((block for block in copies if block.marks.text == before), None)
    if not changed:
        # The block as it was left speaks, wherever it stands among the others.
        return as_left or copies[0], []
    if as_left is not None and last is not None and last.earlier:
        # What was changed beside it may have been changed from earlier words, which is no change of these.
        return as_left, list({block.marks.text: block for block in reversed(changed)}.values())
    words = changed[0].marks.text
    return changed[0], [block for block in changed[1:] if block.marks.text != words]


def _fields(block: FileBlock, base: Marks | None, held: Held) -> tuple[Wording, dict[str, object], bool]:
    """What both sides shall say, what changes in the graph for that, and whether both texts have to be kept."""
    mine = block.marks
    if held.wording is None:
        # As it was left: what the file says is what changed.
        edit: dict[str, object] = {}
        if base is None or mine.text != base.text:
            edit["text"] = block.wording.text
        if block.wording.title and base is not None and mine.title != base.title:
            edit["title"] = block.wording.title
        if block.wording.tags is not None and base is not None and mine.tags != base.tags:
            edit["tags"] = block.wording.tags
        return block.wording, edit, False
    theirs = marks_of(held.wording)
    edit = {}
    text, conflict = held.wording.text, False
    if mine.text != theirs.text:
        if base is not None and theirs.text == base.text:
            text = edit["text"] = block.wording.text
        else:
            conflict = base is None or mine.text != base.text
    else:
        text = block.wording.text
    title = block.wording.title
    if title is not None and mine.title != theirs.title:
        changed_here = base is None or mine.title != base.title
        if title and changed_here and (base is not None or not block.titles_written):
            edit["title"] = title
        elif block.titles_written:
            title = held.wording.title
    tags = block.wording.tags
    if tags is not None and mine.tags != theirs.tags:
        both = dict.fromkeys([*tags, *(held.wording.tags or ())])
        if base is None or (mine.tags != base.tags and theirs.tags != base.tags):
            tags = edit["tags"] = tuple(both)
        elif mine.tags != base.tags:
            edit["tags"] = tags
        else:
            tags = held.wording.tags
    return Wording(text=text, title=title, tags=tags), edit, conflict


def _shown(mine: Marks, wanted: Marks, block: FileBlock) -> bool:
    """Whether a block has to be written anew to say what is wanted."""
    title = block.titles_written and block.wording.title is not None and mine.title != wanted.title
    tags = block.wording.tags is not None and mine.tags != wanted.tags
    return mine.text != wanted.text or title or tags


def _differs(wording: Wording, marks: Marks) -> bool:
    """Whether a memory says something else than it did."""
    now = marks_of(wording)
    return now.text != marks.text or bool(marks.tags and now.tags and now.tags != marks.tags)


def _add(plan: Plan, sides: Sides, block: FileBlock) -> bool:
    """Takes a block in as a new memory, unless a memory of the same words was deleted: then it is of an old file."""
    if block.marks.text in sides.taken_away and not sides.revive:
        _report(plan, Happened.BURIED, block, block.id, why="it was deleted")
        return False
    plan.added.append(block.key)
    _report(plan, Happened.ADDED, block)
    return True


def _insert(plan: Plan, held: Held, file: str) -> None:
    if held.wording is None:
        return
    plan.inserts.append(Insert(file=file, wording=held.wording, id=held.id))
    plan.reports.append(Report(happened=Happened.WRITTEN, file=file, id=held.id, title=held.wording.title or ""))


def _report(plan: Plan, happened: Happened, block: FileBlock, identity: str | None = None, why: str = "") -> None:
    title = block.wording.title or block.wording.text.partition("\n")[0][:60]
    plan.reports.append(Report(happened=happened, file=block.key[0], id=identity, title=title, why=why))
