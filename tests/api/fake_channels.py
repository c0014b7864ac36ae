"""The part of the small knowledge that keeps overviews, folders, sources and identities."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

from graph.errors import Conflict, Invalid, NotFound
from graph.intake.checks import choice
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.life.overview import (
    ChannelIdentity,
    Entry,
    FolderProject,
    Overview,
    OverviewBackup,
    SessionSource,
    SourceKind,
)
from graph.model.memory import Enrich, Remembered
from graph.model.projects import ProjectDetail, ProjectWhole, SessionWhole
from graph.projects.channels import Channels, checked_source
from graph.projects.overviews import Overviews

AT = datetime(2026, 10, 4, 9, 0, tzinfo=UTC)


class FakeChannels(Knowledge):
    """Overviews, folders, sources and identities over dictionaries."""

    def __init__(self) -> None:
        self.texts: dict[tuple[str, str], list[str]] = {}
        self.folders: dict[tuple[str, str], str] = {}
        self.sources: dict[tuple[str, str], str] = {}
        self.known: dict[tuple[str, str], str] = {}

    @abstractmethod
    def project(self, user_id: str, path: str, *, audience: str | None = None) -> ProjectDetail:
        """A project. Raises NotFound."""

    @abstractmethod
    def remember(self, user_id: str, draft: Draft, *, enrich: Enrich = Enrich.NOW) -> Remembered:
        """Keeps a memory."""

    def overviews(self, user_id: str) -> Overviews:
        return cast("Overviews", _Overviews(self, user_id))

    def channels(self, user_id: str) -> Channels:
        return cast("Channels", _Channels(self, user_id))

    def user_of(self, channel: str, identity: str) -> str:
        if (channel, identity) not in self.known:
            raise NotFound("user with identity", f"{channel} {identity}")
        return self.known[channel, identity]


class _Overviews:
    def __init__(self, knowledge: FakeChannels, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def read(self, path: str) -> Overview:
        self._knowledge.project(self._user_id, path)
        texts = self._knowledge.texts.get((self._user_id, path), [""])
        kept = [
            OverviewBackup(id=f"backup-{number}", at=AT, size_bytes=len(text.encode()))
            for number, text in enumerate(texts[:-1])
        ]
        size = len(texts[-1].encode())
        return Overview(path=path, text=texts[-1], size_bytes=size, changed_at=AT, backups=tuple(reversed(kept)))

    def whole(
        self, path: str, *, limit: int = 1_000, audience: str | None = None,  # noqa: ARG002
    ) -> ProjectWhole:  # fmt: skip
        detail, overview = self._knowledge.project(self._user_id, path), self.read(path)
        mine = self._knowledge.memories(self._user_id, filters=Filters(project=path), limit=min(limit, 200)).memories
        loose = tuple(memory for memory in reversed(mine) if not memory.pinned)
        sessions = [
            SessionWhole(session=each, memories=tuple(memory for memory in loose if memory.session_id == each.id))
            for each in detail.sessions
        ]
        return ProjectWhole(
            project=detail.project, overview=overview.text, pinned=detail.pinned, sessions=tuple(sessions),
            others=tuple(memory for memory in loose if memory.session_id is None), left_out=0,
            size_bytes=overview.size_bytes + sum(len(memory.text.encode()) for memory in mine),
        )  # fmt: skip

    def replace(self, path: str, text: str) -> Overview:
        self.read(path)
        self._knowledge.texts.setdefault((self._user_id, path), [""]).append(text)
        return self.read(path)

    def backup(self, path: str) -> Overview:
        return self.replace(path, self.read(path).text)

    def restore(self, path: str, backup_id: str) -> Overview:
        if backup_id not in {backup.id for backup in self.read(path).backups}:
            raise NotFound("backup", backup_id)
        return self.replace(path, self._knowledge.texts[self._user_id, path][int(backup_id.rpartition("-")[2])])

    def append(self, path: str, text: str, *, kind: Entry | str = Entry.ACTIVITY, **given: str | None) -> Remembered:
        self.read(path)
        chosen = choice("kind", Entry, kind)
        given.pop("original_prompt", None)
        draft = Draft(
            text=text,
            project=path,
            pinned=chosen is Entry.PINNED,
            tags=("decision",) if chosen is Entry.DECISION else (),
        )
        return self._knowledge.remember(self._user_id, replace(draft, **given))  # pyright: ignore[reportArgumentType]

    def at(self, keys: Sequence[str], *, override: str | None = None) -> FolderProject:
        if override is not None:
            return FolderProject(path=self.read(override).path, found_by="override")
        for key in keys:
            if path := self._knowledge.folders.get((self._user_id, key)):
                return FolderProject(path=path, found_by=key.partition(":")[0])
        raise NotFound("project of this folder", keys[0] if keys else "")

    def settle(self, path: str, keys: Sequence[str]) -> FolderProject:
        self.read(path)
        self._knowledge.folders.update({(self._user_id, key): path for key in keys})
        return FolderProject(path=path, found_by=keys[0].partition(":")[0])


class _Channels:
    def __init__(self, knowledge: FakeChannels, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def hold(
        self, session_id: str, kind: SourceKind | str, ids: Mapping[str, str], *,
        audience: str | None = None,  # noqa: ARG002
    ) -> SessionSource:  # fmt: skip
        source = checked_source(kind, ids)
        self._knowledge.sources[self._user_id, source.key] = session_id
        return source

    def session_at(self, kind: SourceKind | str, ids: Mapping[str, str]) -> str:
        key = checked_source(kind, ids).key
        if (self._user_id, key) not in self._knowledge.sources:
            raise NotFound("session at", key)
        return self._knowledge.sources[self._user_id, key]

    def add(self, channel: str, identity: str) -> tuple[ChannelIdentity, ...]:
        if not channel.strip():
            raise Invalid("channel", "it is empty.", allowed="a channel")
        if self._knowledge.known.setdefault((channel, identity), self._user_id) != self._user_id:
            raise Conflict("Somebody else goes by this id in this channel.")
        return self.identities()

    def remove(self, channel: str, identity: str) -> tuple[ChannelIdentity, ...]:
        if self._knowledge.known.get((channel, identity)) != self._user_id:
            raise NotFound("identity", f"{channel} {identity}")
        del self._knowledge.known[channel, identity]
        return self.identities()

    def identities(self) -> tuple[ChannelIdentity, ...]:
        mine = sorted(key for key, user in self._knowledge.known.items() if user == self._user_id)
        return tuple(ChannelIdentity(channel=channel, id=identity, at=AT) for channel, identity in mine)
