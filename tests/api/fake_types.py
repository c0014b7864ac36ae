"""The part of the small knowledge that has types: the real ones over dictionaries in place of a database."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, cast

from graph.catalogue.catalogue import Catalogue
from graph.catalogue.types import TypeParts, Types
from graph.db.store import Store
from graph.journal.journal import Journal
from graph.knowledge import Knowledge
from graph.model.entities import Entity
from graph.settings import JournalSettings

NOW = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)


class FakeTypes(Knowledge):
    """Own types by user and kind, as the statements of `types/` keep them."""

    def __init__(self) -> None:
        self.type_rows: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
        self.catalogue = Catalogue(cast("Store", _Store(self)))

    @abstractmethod
    def entities_of(self, user_id: str) -> list[Entity]:
        """All entities of a user."""

    def types(self, user_id: str) -> Types:
        self.entities_of(user_id)
        store = cast("Store", _Store(self))
        journal = Journal(JournalSettings(), lambda: NOW, lambda: "01M8EH3QTVEDB6KMKJCN39BB8P")
        return Types(TypeParts(store=store, catalogue=self.catalogue, journal=journal, clock=lambda: NOW), user_id)


class _Store:
    def __init__(self, knowledge: FakeTypes) -> None:
        self._knowledge = knowledge

    def read(self, name: str, *, user_id: str, **_: object) -> list[dict[str, Any]]:
        match name:
            case "types/entity_usage":
                listed = self._knowledge.entities_of(user_id)
                return [{"type": each.type.value, "subtype": each.subtype, "count": 1} for each in listed]
            case "types/entities" | "types/relations":
                rows = self._knowledge.type_rows.get((user_id, name.partition("/")[2]), {})
                return [{"type": row} for row in rows.values()]
            case _:
                return []

    def together(self, work: Callable[[Callable[[str, Mapping[str, Any]], list[dict[str, Any]]]], Any]) -> Any:
        return work(self._run)

    def _run(self, name: str, params: Mapping[str, Any]) -> list[dict[str, Any]]:
        act, _, kind = name.removeprefix("types/").partition("_")
        if act not in ("store", "drop"):
            return []
        plural = "entities" if kind == "entity" else "relations"
        rows = self._knowledge.type_rows.setdefault((params["user_id"], plural), {})
        if act == "drop":
            rows.pop(params["name"], None)
            return [{"entities": 0, "types": 0}]
        rows.setdefault(params["name"], {"name": params["name"]}).update(params["properties"])
        return [{"name": params["name"]}]
