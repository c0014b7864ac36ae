"""Brings memories up to what their files say now: what is new is kept, what changed edited, what is gone archived."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from graph.db.row import Row
from graph.db.store import Store
from graph.errors import EnishiError, Invalid, NotFound
from graph.intake.checks import content_hash, near_hash
from graph.model.draft import Draft
from graph.model.memory import Enrich, Memory, Outcome, Remembered
from graph.model.synced import ASIDE, GONE, SourceText, Survey, SyncChange, SyncCounts, Synced, numbered_at
from graph.model.types import Status
from graph.write.remember import occasion_of

_AT_ONCE: Final = 1_000
"""So many texts are looked up, and so many memories moved, by one statement."""
_ROOT_MOST: Final = 140
"""Characters of a path by which its places are told from those of others: of longer places the rest is a hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A memory that came from a file: its place there, without the mark of what is gone, and whether it has that."""

    id: str
    place: str
    near_hash: str
    status: Status
    gone: bool = False
    title: str | None = None
    identity: tuple[str, str] | None = None
    """That of the texts which say exactly what it says, as `SourceText.identity`."""

    @property
    def put_away(self) -> bool:
        """Whether a sync archived it: what a person archived has no mark."""
        return self.gone and self.status is Status.ARCHIVED


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncPlan:
    """Which stored memory each text is, by the text's place; `left` are those of the files that no text is."""

    matched: Mapping[str, Placed]
    same: frozenset[str]
    """Places of texts whose memory says the same."""
    left: tuple[Placed, ...]
    repeats: frozenset[str] = frozenset()
    """Places of texts that are a memory which another text is, or one from elsewhere."""

    def moves(self, texts: Sequence[SourceText]) -> list[dict[str, str | None]]:
        """Memories whose place changes, and those that give up a place which another takes."""
        rows: list[dict[str, str | None]] = []
        for text in texts:
            placed = self.matched.get(text.place)
            if placed is not None and (placed.place != text.place or placed.gone):
                rows.append({"id": placed.id, "place": text.place, "source": text.source})
        taken = {row["place"] for row in rows}
        # What a person archived gets no mark: with one it would come back with its text.
        rows += [
            {
                "id": placed.id, "source": None,
                "place": GONE + placed.place if placed.status is Status.ACTIVE else placed.place + ASIDE,
            }
            for placed in self.left
            if placed.place in taken and not placed.gone
        ]  # fmt: skip
        return rows


def planned(
    stored: Sequence[Placed],
    texts: Sequence[SourceText],
    elsewhere: "Mapping[tuple[str, str] | None, Placed] | None" = None,
) -> SyncPlan:
    """Matches texts with memories: same words at the same place, the same words elsewhere, the place alone, the gap.

    What says exactly the same comes before what plainly does: so it is when the texts are kept. What says the same
    elsewhere is moved, be it within its file or to another. A place of a name ("#Work") whose words changed is the same
    memory. Places that are numbers shift: a changed paragraph is the one between the same neighbours. A text that
    another says in the same words is no memory beside it, nor one that a memory from `elsewhere` says, by identity:
    that one it becomes where it is gone from its own file.
    """
    others = dict(elsewhere or {})
    outside = {placed.id: placed for placed in others.values()}
    free = {placed.id: placed for placed in stored}
    by_place: dict[str, Placed] = {}
    for placed in sorted(stored, key=lambda placed: placed.gone, reverse=True):
        by_place[placed.place] = placed
    matched: dict[str, Placed] = {}
    same: set[str] = set()

    identities: set[tuple[str, str] | None] = set()

    def match(text: SourceText, placed: Placed | None, *, words: bool) -> None:
        if placed is None or placed.id not in free or text.place in matched or text.identity in identities:
            return
        matched[text.place] = free.pop(placed.id)
        identities.update({text.identity} - {None})
        same.update([text.place] if words else [])

    repeats: set[str] = set()
    here: list[SourceText] = []
    for text in texts:
        other = others.get(text.identity)
        if other is None:
            here.append(text)
        elif other.gone and text.place not in matched and other.id in outside:
            matched[text.place] = outside.pop(other.id)
            same.add(text.place)
        else:
            repeats.add(text.place)
    for words_of in (_exact_words, _plain_words):
        by_words: dict[object, list[Placed]] = defaultdict(list)
        for placed in sorted(stored, key=lambda placed: (placed.gone, placed.id)):
            by_words[words_of(placed)].append(placed)
        known = [text for text in here if words_of(text) is not None]
        for text in known:
            there = by_place.get(text.place)
            match(text, there if there is not None and words_of(there) == words_of(text) else None, words=True)
        for within in (True, False):
            for text in known:
                alike = (placed for placed in by_words[words_of(text)] if placed.id in free)
                file = _file(text.place)
                match(text, next((p for p in alike if not within or _file(p.place) == file), None), words=True)
    single: list[SourceText] = []
    for text in here:
        if text.place not in matched and text.identity in identities:
            repeats.add(text.place)
        else:
            identities.update({text.identity} - {None})
            single.append(text)
    identities.clear()
    for text in single:
        match(text, None if numbered_at(text.place) is not None else by_place.get(text.place), words=False)
    for text, placed in _between(single, stored, matched, free):
        match(text, placed, words=False)
    return SyncPlan(matched=matched, same=frozenset(same), left=tuple(free.values()), repeats=frozenset(repeats))


def _exact_words(text: "Placed | SourceText") -> object:
    return text.identity


def _plain_words(text: "Placed | SourceText") -> object:
    return text.near_hash


def _between(
    texts: Sequence[SourceText], stored: Sequence[Placed], matched: Mapping[str, Placed], free: Mapping[str, Placed]
) -> list[tuple[SourceText, Placed]]:
    """Numbered texts and memories that are left, paired in order between the same neighbours of a file."""
    gaps: dict[tuple[str, str], list[Placed]] = defaultdict(list)
    before: dict[str, str] = {}
    for placed in sorted(stored, key=lambda placed: (_file(placed.place), numbered_at(placed.place) or 0)):
        file = _file(placed.place)
        if placed.id not in free:
            before[file] = placed.id
        elif numbered_at(placed.place) is not None and not placed.gone:
            gaps[file, before.get(file, "")].append(placed)
    pairs: list[tuple[SourceText, Placed]] = []
    before = {}
    for text in texts:
        file = _file(text.place)
        if (placed := matched.get(text.place)) is not None:
            before[file] = placed.id
        elif numbered_at(text.place) is not None and (gap := gaps[file, before.get(file, "")]):
            pairs.append((text, gap.pop(0)))
    return pairs


def _file(place: str) -> str:
    return place.partition("#")[0]


class RememberMany(Protocol):
    """Keeps many drafts, as `MemoryWriter.remember_many` does."""

    def __call__(
        self, user_id: str, drafts: Iterable[Draft | EnishiError], *, enrich: Enrich, batch_size: int | None
    ) -> Iterator[Outcome]:
        """What became of each."""
        ...


class SetStatus(Protocol):
    """Moves a memory to a status, and where a `place` is given to that place, in one transaction."""

    def __call__(
        self, user_id: str, memory_id: str, status: Status, *, place: str | None = None, source: str | None = None
    ) -> Memory:
        """The memory as it is then. Raises NotFound."""
        ...


@dataclass(slots=True)
class _Arrived:
    """What the texts of a sync have become so far."""

    ids: set[str] = field(default_factory=set[str])
    places: set[str] = field(default_factory=set[str])
    failed: set[str] = field(default_factory=set[str])
    """Files of texts that could not be kept."""

    def unsaid(self, plan: SyncPlan) -> Iterator[Placed]:
        """Memories that no text is: those left by the plan, and those whose text turned out to be another memory."""
        yield from (placed for placed in plan.left if placed.id not in self.ids)
        for place, placed in plan.matched.items():
            if place in self.places and placed.id not in self.ids and _file(placed.place) not in self.failed:
                yield replace(placed, status=Status.ACTIVE) if placed.put_away else placed


class SourceSync:
    """Syncs a user's memories with their files. One for a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        remember_many: "RememberMany",
        status: "SetStatus",
    ) -> None:
        """`remember_many` keeps drafts, `status` moves a memory to a status, as `MemoryEditor.status` does."""
        self._store = store
        self._remember_many = remember_many
        self._status = status

    def counts(self, user_id: str, survey: Survey) -> SyncCounts:
        """What a sync would do; nothing is written."""
        stored = self._stored(user_id, survey)
        plan = planned(stored, survey.texts, self._elsewhere(user_id, survey, stored))
        changes = Counter(change_of(text, plan) for text in survey.texts)
        removed = len(_gone(plan.left, survey))
        return SyncCounts(removed=removed, **{change.value: count for change, count in changes.items()})

    def run(
        self,
        user_id: str,
        survey: Survey,
        drafts: Iterable[Draft | EnishiError],
        *,
        allow_empty: bool,
        enrich: Enrich,
        batch_size: int | None,
    ) -> Iterator[Synced]:
        """Syncs what `survey` found with the drafts of the same texts: each of these in order, then what is gone."""
        stored = self._stored(user_id, survey)
        if not survey.texts and not allow_empty and (gone := _gone(stored, survey)):
            raise Invalid(
                "sync",
                f"nothing to remember was found there, and {len(gone):,} memories came from it: they are left alone.",
                allowed="the folder that they came from; or --allow-empty, where they are all to be archived",
            )
        plan = planned(stored, survey.texts, self._elsewhere(user_id, survey, stored))
        self._move(user_id, plan, survey)
        changes = {text.place: change_of(text, plan) for text in survey.texts}
        arrived = _Arrived()
        places: dict[int, str | None] = {}
        outcomes = self._remember_many(user_id, _noted(drafts, places), enrich=enrich, batch_size=batch_size)
        for outcome in outcomes:
            place = places.pop(outcome.position) or ""
            change = changes.get(place, SyncChange.ADDED)
            remembered = outcome.remembered
            if remembered is not None:
                arrived.ids.add(remembered.id)
                arrived.places.add(place)
                change = _change_seen(change, remembered, plan.matched.get(place))
            else:
                arrived.failed.add(_file(place))
            yield Synced(change=change, position=outcome.position, remembered=remembered, error=outcome.error)
        for placed in _gone(arrived.unsaid(plan), survey):
            with suppress(NotFound):
                self._status(user_id, placed.id, Status.ARCHIVED, place=GONE + placed.place)
                yield Synced(change=SyncChange.REMOVED, memory_id=placed.id, title=placed.title)

    def _move(self, user_id: str, plan: SyncPlan, survey: Survey) -> None:
        """Gives memories their new places. What comes back gets place and status at once.

        A sync may be cut at any moment, and the next one tells by both what a person archived.
        """
        returning = {placed.id for placed in plan.matched.values() if placed.put_away}
        moves = plan.moves(survey.texts)
        for row in moves:
            if row["id"] in returning:
                with suppress(NotFound):
                    self._status(user_id, str(row["id"]), Status.ACTIVE, place=row["place"], source=row["source"])
        moves = [row for row in moves if row["id"] not in returning]
        for at in range(0, len(moves), _AT_ONCE):
            self._store.write("memory/move", user_id=user_id, moves=moves[at : at + _AT_ONCE])

    def _stored(self, user_id: str, survey: Survey) -> list[Placed]:
        root = survey.root.rstrip("/")
        if len(root) > _ROOT_MOST:
            raise Invalid("path", "this path is too long to be synced.", allowed=f"up to {_ROOT_MOST} characters")
        roots = [f"{mark}{root}{end}" for mark in ("", GONE) for end in ("/", "#")]
        rows = self._store.read("memory/placed", user_id=user_id, roots=roots)
        return [_placed(row) for row in rows if _whole(row)]

    def _elsewhere(
        self, user_id: str, survey: Survey, stored: Iterable[Placed]
    ) -> Mapping[tuple[str, str] | None, Placed]:
        """The memories from outside the files that say exactly what a text says, by its identity."""
        inside = {placed.id for placed in stored}
        identities = [
            {"content_hash": digest, "session_id": session}
            for digest, session in sorted({text.identity for text in survey.texts if text.identity is not None})
        ]
        there: dict[tuple[str, str] | None, Placed] = {}
        for at in range(0, len(identities), _AT_ONCE):
            rows = self._store.read("memory/saying", user_id=user_id, identities=identities[at : at + _AT_ONCE])
            there |= {
                (row["content_hash"], row["session_id"]): _placed(row)
                for row in rows
                if row["id"] not in inside and _whole(row)
            }
        return there


def _whole(row: Row) -> bool:
    """Whether a row is not of a memory that another writer is forgetting: a read meets it with properties gone."""
    return None not in (row["id"], row["status"])


def _placed(row: Row) -> Placed:
    place = row["place"] or ""
    return Placed(
        id=row["id"], place=place.removeprefix(GONE), near_hash=row["near_hash"] or "",
        status=Status(row["status"]), gone=place.startswith(GONE), title=row["title"],
        identity=(row["content_hash"], row["session_id"]) if row["content_hash"] else None,
    )  # fmt: skip


def change_of(text: SourceText, plan: SyncPlan) -> SyncChange:
    """What became of a text, as far as its words tell."""
    placed = plan.matched.get(text.place)
    if placed is None and text.place in plan.repeats:
        return SyncChange.UNCHANGED
    if placed is None or placed.put_away:
        return SyncChange.ADDED
    if text.place not in plan.same:
        return SyncChange.CHANGED
    return SyncChange.UNCHANGED if _file(placed.place) == _file(text.place) else SyncChange.MOVED


def _noted(drafts: Iterable[Draft | EnishiError], places: dict[int, str | None]) -> Iterator[Draft | EnishiError]:
    """The drafts; their places are noted by position."""
    for position, draft in enumerate(drafts):
        places[position] = draft.place if isinstance(draft, Draft) else None
        yield draft


def _change_seen(change: SyncChange, remembered: Remembered, placed: Placed | None) -> SyncChange:
    """What became of a text once it was kept: its title or facts may have changed, or it is another memory."""
    if remembered.created:
        return SyncChange.ADDED
    if placed is None or placed.id != remembered.id:
        change = SyncChange.UNCHANGED
    if change is SyncChange.UNCHANGED and remembered.updated:
        return SyncChange.CHANGED
    return change


def _gone(left: Iterable[Placed], survey: Survey) -> list[Placed]:
    """Those of the memories left that are to be put away: not what a person archived, nor what could not be read."""
    closed = tuple(path[:_ROOT_MOST] for path in survey.unread)
    return [placed for placed in left if placed.status is Status.ACTIVE and not _inside(_file(placed.place), closed)]


def _inside(file: str, paths: Sequence[str]) -> bool:
    return any(file == path or file.startswith(f"{path}/") for path in paths)


def source_text(draft: Draft) -> SourceText:
    """A draft with a place as a survey holds it."""
    turn = draft.speaker is not None and draft.session_id
    return SourceText(
        place=draft.place or "", near_hash=near_hash(draft), source=draft.source, session_id=draft.session_id or "",
        content_hash=None if turn or draft.source_id else content_hash(draft, occasion_of(draft)),
    )  # fmt: skip
