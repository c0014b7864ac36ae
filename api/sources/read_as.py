"""How files were read, in words for a person: "Slack export, 2 channels", "chat, 3 speakers", "text, 1 paragraph"."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from api.sources.item import Format, Item

MINUTES: Final = "minutes"
NAMES: Final = {
    Format.JSONL: ("JSON Lines", "record"), Format.CSV: ("table", "row"), Format.MARKDOWN: ("Markdown", "section"),
    Format.TEXT: ("text", "paragraph"), Format.CHAT: ("chat", "message"), Format.MAIL: ("mail", "message"),
}  # fmt: skip
MAKERS: Final = {
    "slack": "Slack export", "line": "LINE chat", "whatsapp": "WhatsApp chat", "discord": "Discord export",
    "telegram": "Telegram export", "chatgpt": "ChatGPT export", "claude": "Claude export",
    "claude-code": "Claude Code session", "messenger": "Messenger export", "instagram": "Instagram export",
    "google-chat": "Google Chat export", "mif": "MIF document",
}  # fmt: skip


class FileRead(NamedTuple):
    """One file: its path, how it was read, and how many memories it holds."""

    path: str
    read_as: str
    memories: int


@dataclass(slots=True)
class _File:
    """What the items of one file tell of it."""

    path: str
    shape: Format
    memories: int = 0
    parts_of_minutes: int = 0
    makers: set[str] = field(default_factory=set[str])
    speakers: set[str] = field(default_factory=set[str])
    channels: set[str] = field(default_factory=set[str])

    @property
    def kind(self) -> str:
        """What the file is."""
        if self.shape in (Format.TEXT, Format.MARKDOWN) and self.memories and self.parts_of_minutes == self.memories:
            return MINUTES
        if self.shape is Format.CHAT and len(self.makers) == 1:
            (maker,) = self.makers
            return MAKERS.get(maker, f"{maker} chat")
        return NAMES[self.shape][0]


class ReadAs:
    """Gathers from the items of a source how its files were read."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}

    def add(self, item: Item) -> None:
        """Takes in one item."""
        if item.shape is None:
            return
        file = self._files.setdefault(item.path, _File(item.path, item.shape))
        draft = item.draft
        if draft is None:
            return
        file.memories += 1
        file.parts_of_minutes += bool(draft.session_id and not draft.speaker)
        if file.shape is Format.CHAT:
            file.makers.update([draft.channel] if draft.channel else [])
            channel = draft.extra.get("channel")
            file.channels.update([channel] if isinstance(channel, str) else [])
        if draft.speaker:
            file.speakers.add(draft.speaker)

    @property
    def files(self) -> tuple[FileRead, ...]:
        """Each file with how it was read."""
        return tuple(FileRead(file.path, _shown([file]), file.memories) for file in self._files.values())

    @property
    def whole(self) -> str:
        """How all of them were read: files of one kind together, the most memories first."""
        by_kind = sorted(self._files.values(), key=lambda file: file.kind)
        groups = [list(files) for _, files in groupby(by_kind, key=lambda file: file.kind)]
        groups.sort(key=lambda files: -sum(file.memories for file in files))
        return "; ".join(map(_shown, groups))


def _shown(files: list[_File]) -> str:
    """Files of one kind: what they are, and how many parts, speakers or channels they have."""
    kind, shape = files[0].kind, files[0].shape
    name = kind if len(files) == 1 else f"{len(files):,} × {kind}"
    if channels := _united(file.channels for file in files):
        return f"{name}, {_several(len(channels), 'channel')}"
    if shape in (Format.CHAT, Format.CSV, Format.JSONL) and (speakers := _united(file.speakers for file in files)):
        return f"{name}, {_several(len(speakers), 'speaker')}"
    unit = "part" if kind == MINUTES else NAMES[shape][1]
    return f"{name}, {_several(sum(file.memories for file in files), unit)}"


def _united(sets: Iterable[set[str]]) -> set[str]:
    return set[str]().union(*sets)


def _several(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
