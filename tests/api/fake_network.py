"""The part of the small knowledge that answers of the graph: fixed answers about the entities that are there."""

from collections.abc import Callable
from typing import Any, cast

from api.rest import graph_examples as examples
from graph.care.quality import Quality
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.care.quality import Breach, Cleaned
from graph.network.entity_graph import DEPTH_MOST, EntityGraph
from graph.network.figures import GraphFigures


class FakeNetwork(Knowledge):
    """Answers the examples, once the entities asked for are there; `graph_asked` is what was asked, of whom, how."""

    def __init__(self) -> None:
        self.graph_asked: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def graph(self, user_id: str) -> EntityGraph:
        return cast("EntityGraph", _Answers(self, user_id))

    def quality(self, user_id: str) -> Quality:
        cast("Any", self).entities_of(user_id)
        return cast("Quality", _Care())

    def clean_due(self) -> int:
        return 0

    def network(self, user_id: str) -> GraphFigures:
        return cast("GraphFigures", _Answers(self, user_id))


class _Care:
    def check(self) -> tuple[Breach, ...]:
        return examples.QUALITY

    def clean(self, *, dry_run: bool = False) -> Cleaned:
        return Cleaned(dry_run=dry_run, before=examples.QUALITY, after=examples.QUALITY if dry_run else ())


class _Answers:
    def __init__(self, knowledge: FakeNetwork, user_id: str) -> None:
        self._knowledge = knowledge
        self._user_id = user_id

    def __getattr__(self, name: str) -> Callable[..., object]:
        answer = getattr(examples, name.upper())

        def asked(*ends: Any, **options: Any) -> object:
            self._knowledge.graph_asked.append((name, ends, options))
            for key in ("depth", "hops"):
                if not 1 <= options.get(key, 1) <= DEPTH_MOST:
                    raise Invalid(key, f"{options[key]} is not within bounds.", allowed=f"1 to {DEPTH_MOST}")
            catalogue = cast("Any", self._knowledge).catalogue
            relations, entities = catalogue.relations(self._user_id), catalogue.entities(self._user_id)
            relations.asked(options.get("types", ()), entities)
            named = [options.get(key) for key in ("entity", "subject", "object", "around")]
            for called in (*named, *(ends if name in ("neighbours", "paths", "timeline", "influence") else ())):
                if called:
                    self._knowledge.entity_called(self._user_id, called)
            return answer

        return asked
