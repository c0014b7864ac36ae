"""Where the sessions of a user are held, and who the user is there: what resumes a session, and whose a message is."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from graph.db.store import Runs, Step, Store
from graph.db.values import value_of
from graph.errors import Conflict, Invalid, NotFound
from graph.intake.checks import checked_user, choice, short
from graph.journal.journal import Journal
from graph.model.life.journal import Act
from graph.model.life.overview import SOURCE_IDS, ChannelIdentity, SessionSource, SourceKind

NOWHERE: Final[Mapping[str, str | None]] = dict.fromkeys(("source_kind", "source_ids", "source_key"))
"""What is stored of a session that is held at no source that would resume it."""


class Channels:
    """The channels of one user. Safe to share between threads."""

    def __init__(self, store: Store, user_id: str, journal: Journal, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._user_id = checked_user(user_id)
        self._journal = journal
        self._clock = clock

    def hold(
        self, session_id: str, kind: SourceKind | str, ids: Mapping[str, str], *, audience: str | None = None
    ) -> SessionSource:
        """Keeps where a session is held, by the ids that resume it there. Raises Invalid, naming those of its kind.

        `audience` is who reads along there: what is asked and kept in the session is for them from then on, without
        being told each time. The first that is named stays.
        """
        source = checked_source(kind, ids)
        now = self._clock()
        session = short("session_id", session_id) or ""
        opening = Step("project/open", {"user_id": self._user_id, "now": now})
        marking = {"user_id": self._user_id, "id": session, "channel": source.kind.value, "now": now, **source.row()}
        marking["audience"] = short("audience", audience)
        recording = self._journal.step(self._user_id, Act.SESSION_HELD, subject=session)
        self._store.write_all([opening, Step("session/mark", marking), recording])
        return source

    def session_at(self, kind: SourceKind | str, ids: Mapping[str, str]) -> str:
        """The id of the session that was held there, to go on with. Raises NotFound, Invalid."""
        source = checked_source(kind, ids)
        rows = self._store.read("session/of_source", user_id=self._user_id, key=source.key)
        if not rows:
            raise NotFound("session at", source.key)
        return rows[0]["id"]

    def add(self, channel: str, identity: str) -> tuple[ChannelIdentity, ...]:
        """Says that whoever goes by this id in a channel is the user, and returns all such ids.

        Raises Conflict where it is somebody else's.
        """
        key, given = _key(channel, identity)
        now = self._clock()
        recording = self._journal.step(self._user_id, Act.IDENTITY_ADDED, subject=key)

        def work(runs: Runs) -> None:
            runs("project/open", {"user_id": self._user_id, "now": now})
            (added,) = runs("identity/add", {"user_id": self._user_id, "key": key, "now": now, **given})
            if not added["mine"]:
                raise Conflict("Somebody else goes by this id in this channel. They have to take it back first.")
            recording.run(runs)

        self._store.together(work)
        return self.identities()

    def remove(self, channel: str, identity: str) -> tuple[ChannelIdentity, ...]:
        """Takes that back, and returns the ids that are left. Raises NotFound."""
        key, _ = _key(channel, identity)
        recording = self._journal.step(self._user_id, Act.IDENTITY_REMOVED, subject=key)

        def work(runs: Runs) -> None:
            (done,) = runs("identity/remove", {"user_id": self._user_id, "key": key})
            if not done["removed"]:
                raise NotFound("identity", key)
            recording.run(runs)

        self._store.together(work)
        return self.identities()

    def identities(self) -> tuple[ChannelIdentity, ...]:
        """The ids by which the user goes in channels."""
        rows = self._store.read("identity/of_user", user_id=self._user_id)
        return tuple(value_of(ChannelIdentity, row) for row in rows)


def whose(store: Store, channel: str, identity: str) -> str:
    """The user who goes by an id in a channel. Raises NotFound."""
    key, _ = _key(channel, identity)
    rows = store.read("identity/whose", key=key)
    if not rows:
        raise NotFound("user with identity", key)
    return rows[0]["user_id"]


def held_for(store: Store, user_id: str, session_id: str | None) -> str | None:
    """For whom a session is; None where nobody said so, and for no session."""
    if session_id is None:
        return None
    rows = store.read("session/about", user_id=user_id, session_id=session_id)
    return rows[0]["audience"] if rows else None


def source_of(row: Mapping[str, Any]) -> SessionSource | None:
    """Where a session is held, as it is stored; None where nothing would resume it."""
    if row["source_kind"] is None or row["source_ids"] is None:
        return None
    return SessionSource(kind=SourceKind(row["source_kind"]), ids=json.loads(row["source_ids"]))


def checked_source(kind: SourceKind | str, ids: Mapping[str, str]) -> SessionSource:
    """A source with the ids of its kind, no more and no fewer. Raises Invalid."""
    chosen = choice("kind", SourceKind, kind)
    wanted = SOURCE_IDS[chosen]
    if set(ids) != set(wanted):
        raise Invalid("ids", f"they are not those of {chosen}.", allowed=" and ".join(wanted))
    return SessionSource(kind=chosen, ids={name: short(name, ids[name]) or "" for name in wanted})


def _key(channel: str, identity: str) -> tuple[str, dict[str, str]]:
    named, called = (short(field, value) or "" for field, value in (("channel", channel), ("id", identity)))
    given = {"channel": named.strip().casefold(), "id": called.strip()}
    return json.dumps([given["channel"], given["id"]], ensure_ascii=False), given
