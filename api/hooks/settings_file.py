"""The hooks in Claude Code's settings: put in, renewed and taken out, with all else in the file as it was."""

import json
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

from api.hooks.events import HookEvent
from api.markdown.folder import ChangedMeanwhile, replace_file
from graph.errors import Conflict, Invalid

BACKUP: Final = ".enishi-backup"
_OURS: Final = re.compile(r"(?:\benishi\S*|-m api\.commands)['\"]? hook (?:" + "|".join(HookEvent) + r")\b")
_MATCHERS: Final = {HookEvent.POST_TOOL_USE: "Write|Edit|MultiEdit|NotebookEdit"}
_TIMEOUT_S: Final = 5
_PLACES: Final = {
    "user": Path("~/.claude/settings.json"),
    "project": Path(".claude/settings.json"),
    "local": Path(".claude/settings.local.json"),
}

Members = dict[str, object]


def place_of(scope: str) -> Path:
    """The file of a scope: user, project or local."""
    return _PLACES[scope].expanduser()


def command_line(event: HookEvent, options: list[str]) -> str:
    """The command that runs for an event."""
    program = shutil.which("enishi")
    start = [program] if program else [sys.executable, "-m", "api.commands"]
    return shlex.join([*start, "hook", event.value, *options])


def with_hooks(settings: Mapping[str, object], options: list[str]) -> Members:
    """The settings with our hook at each event, in place of one that was there."""
    after = without_hooks(settings)
    hooks = _object(after.get("hooks"), "hooks")
    for event in HookEvent:
        entry: Members = {"matcher": _MATCHERS[event]} if event in _MATCHERS else {}
        entry["hooks"] = [{"type": "command", "command": command_line(event, options), "timeout": _TIMEOUT_S}]
        hooks[event.value] = [*_list(hooks.get(event.value), event.value), entry]
    return after | {"hooks": hooks}


def without_hooks(settings: Mapping[str, object]) -> Members:
    """The settings without our hooks; what only they needed goes with them."""
    after: Members = dict(settings)
    if "hooks" not in after:
        return after
    hooks: Members = {}
    for event, entries in _object(after["hooks"], "hooks").items():
        left = [entry for entry in map(_without, _list(entries, event)) if entry is not None]
        if left or not entries:
            hooks[event] = left
    if hooks or not after["hooks"]:
        return after | {"hooks": hooks}
    del after["hooks"]
    return after


def changed(path: Path, *, options: list[str] | None) -> bool:
    """Writes the hooks into a file (with `options`) or takes them out (None); False where it is so already.

    What was there is copied beside it first. Raises Invalid for a file that is no JSON object, which stays as it is.
    """
    before = path.read_bytes() if path.exists() else None
    given = _read(path, before)
    after = without_hooks(given) if options is None else with_hooks(given, options)
    if after == given:
        return False
    indent = 4 if before is not None and b'{\n    "' in before else 2
    content = json.dumps(after, indent=indent, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
    try:
        if before is not None:
            copy = path.with_name(path.name + BACKUP)
            replace_file(copy, before, copy.read_bytes() if copy.exists() else None)
        replace_file(path, content, before)
    except ChangedMeanwhile as error:
        raise Conflict(f"{path} was changed meanwhile. Try again.") from error
    except OSError as error:
        raise Invalid("path", f"{path} cannot be written: {error.strerror or error}.") from error
    return True


def _without(entry: object) -> object | None:
    """An entry without our hooks; None where nothing is left of it."""
    if not isinstance(entry, dict):
        return entry
    members = cast("Members", entry)
    hooks = members.get("hooks")
    if not isinstance(hooks, list):
        return members
    left = [hook for hook in cast("list[object]", hooks) if not _is_ours(hook)]
    if len(left) == len(cast("list[object]", hooks)):
        return members
    return members | {"hooks": left} if left else None


def _is_ours(hook: object) -> bool:
    command = cast("Members", hook).get("command") if isinstance(hook, dict) else None
    return isinstance(command, str) and _OURS.search(command) is not None


def _read(path: Path, content: bytes | None) -> Mapping[str, object]:
    try:
        value = json.loads((content or b"{}").decode("utf-8-sig") or "{}")
    except ValueError as error:
        raise Invalid("path", f"{path} is no JSON, and is left as it is: mend it first.") from error
    return _object(value, str(path))


def _object(value: object, name: str) -> Members:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise Invalid("path", f"{name} is no JSON object, and is left as it is.")
    return dict(cast("Members", value))


def _list(value: object, name: str) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise Invalid("path", f"the hooks of {name} are no list, and are left as they are.")
    return cast("list[object]", value)
