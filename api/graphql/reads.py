"""What may be asked through GraphQL: calls of `Knowledge` and its areas as fields, with their arguments of Python.

A root field asks in the name of the user (`search(question: "…")`); a lead goes on from a value that was found
(`hits { memory { links { kind } } }`). Nothing here writes.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import cached_property
from typing import Any, Final, cast, get_type_hints

import strawberry
from strawberry.types.field import StrawberryField
from strawberry.utils.str_converters import to_camel_case

from api.graphql.types import Types, taken
from graph.journal.log import EventLog
from graph.knowledge import Knowledge
from graph.model.context import Citation
from graph.model.entities import Entity, EntityFact, MentionedIn
from graph.model.memory import EntityFound, Memory
from graph.model.network import Hop, NetworkNode, TimelineEntry
from graph.model.projects import ProjectSummary
from graph.model.recalled import Named
from graph.network.entity_graph import EntityGraph
from graph.network.figures import GraphFigures
from graph.projects.overviews import Overviews

Area = Callable[[Knowledge, str], object]


@dataclass(slots=True, kw_only=True)
class Asking:
    """One request: whose memories are asked, and what was answered already; the same is asked once."""

    knowledge: Knowledge
    user: str
    answered: dict[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, kw_only=True)
class Read:
    """A call as a field: `call` of the object that `area` gives; `filled` arguments come from the value led from.

    `cost` is how much work it is beside reading one memory (`api.graphql.limits`). `defaults` are those of this door,
    where the call has none.
    """

    call: Callable[..., object]
    area: Area
    cost: int = 1
    filled: Mapping[str, str] = field(default_factory=dict[str, str])
    without: frozenset[str] = frozenset()
    defaults: Mapping[str, object] = field(default_factory=dict[str, object])

    @cached_property
    def arguments(self) -> Mapping[str, inspect.Parameter]:
        """The arguments of the call that an asker gives, with their types."""
        hints = get_type_hints(self.call)
        hidden = {"self", "user_id", *self.filled, *self.without}
        return {
            name: parameter.replace(annotation=hints[name], default=self.defaults.get(name, parameter.default))
            for name, parameter in inspect.signature(self.call).parameters.items()
            if name not in hidden
        }

    @property
    def answer_type(self) -> object:
        """What the call returns."""
        return get_type_hints(self.call)["return"]

    @property
    def description(self) -> str:
        """What the call does, by its own words."""
        return " ".join((self.call.__doc__ or "").split("\n\n")[0].split()).partition(" Raises ")[0]

    def answer(self, asking: Asking, parent: object, given: Mapping[str, object]) -> object:
        """Calls it; None where the value led from does not say of what. Raises what the call raises."""
        options = {name: taken(name, self.arguments[name].annotation, value) for name, value in given.items()}
        # A value of several fields that nobody gave has the call's own default.
        options = {
            name: value
            for name, value in options.items()
            if value is not None or self.arguments[name].default is inspect.Parameter.empty
        }
        options |= {name: getattr(parent, attribute) for name, attribute in self.filled.items()}
        if any(options[name] is None for name in self.filled):
            return None
        called = self.call.__qualname__ + repr(sorted(options.items()))
        if called not in asking.answered:
            on = self.area(asking.knowledge, asking.user)
            parameters = inspect.signature(self.call).parameters
            ends = [
                asking.user if name == "user_id" else options.pop(name)
                for name, parameter in parameters.items()
                if name != "self"
                and parameter.kind is not inspect.Parameter.KEYWORD_ONLY
                and name in {*options, "user_id"}
            ]
            asking.answered[called] = getattr(on, self.call.__name__)(*ends, **options)
        return asking.answered[called]


def _whole(knowledge: Knowledge, user: str) -> object:
    del user
    return knowledge


def _graph(knowledge: Knowledge, user: str) -> object:
    return knowledge.graph(user)


def _network(knowledge: Knowledge, user: str) -> object:
    return knowledge.network(user)


def _events(knowledge: Knowledge, user: str) -> object:
    return knowledge.events(user)


def _overviews(knowledge: Knowledge, user: str) -> object:
    return knowledge.overviews(user)


_SEARCH, _FIGURES, _WALK = 10, 10, 5
_ENTITY = {"entity": "id"}

ROOTS: Final[Mapping[str, Read]] = {
    "memories": Read(call=Knowledge.memories, area=_whole),
    "memory": Read(call=Knowledge.show, area=_whole),
    "history": Read(call=Knowledge.history, area=_whole),
    "links": Read(call=Knowledge.links, area=_whole),
    "search": Read(call=Knowledge.recall, area=_whole, cost=_SEARCH, without=frozenset({"touch", "explain"})),
    "content": Read(call=Knowledge.content, area=_whole, cost=_SEARCH, without=frozenset({"explain"})),
    "context": Read(call=Knowledge.context, area=_whole, cost=_SEARCH, defaults={"budget_tokens": 1000}),
    "entities": Read(call=Knowledge.entities, area=_whole),
    "entities_about": Read(call=Knowledge.entities_about, area=_whole, cost=_SEARCH),
    "entity": Read(call=Knowledge.entity, area=_whole),
    "proposals": Read(call=Knowledge.proposals, area=_whole, cost=_WALK),
    "facts": Read(call=EntityGraph.facts, area=_graph),
    "neighbours": Read(call=EntityGraph.neighbours, area=_graph, cost=_WALK),
    "paths": Read(call=EntityGraph.paths, area=_graph, cost=_WALK),
    "timeline": Read(call=EntityGraph.timeline, area=_graph),
    "snapshot": Read(call=GraphFigures.snapshot, area=_network, cost=_FIGURES),
    "statistics": Read(call=GraphFigures.statistics, area=_network, cost=_FIGURES),
    "central": Read(call=GraphFigures.central, area=_network, cost=_FIGURES),
    "communities": Read(call=GraphFigures.communities, area=_network, cost=_FIGURES),
    "insights": Read(call=GraphFigures.insights, area=_network, cost=_FIGURES),
    "influence": Read(call=GraphFigures.influence, area=_network, cost=_FIGURES),
    "growth": Read(call=GraphFigures.growth, area=_network, cost=_FIGURES),
    "inferred": Read(call=Knowledge.inferred, area=_whole),
    "projects": Read(call=Knowledge.projects, area=_whole),
    "project": Read(call=Knowledge.project, area=_whole),
    "project_whole": Read(call=Overviews.whole, area=_overviews, cost=_WALK),
    "sessions": Read(call=Knowledge.sessions, area=_whole),
    "stats": Read(call=Knowledge.stats, area=_whole),
    "events": Read(call=EventLog.page, area=_events),
}
"""The fields of a query."""

_DETAIL: Final = Read(call=Knowledge.show, area=_whole, filled={"memory_id": "memory_id"})
LEADS: Final[Mapping[type, Mapping[str, Read]]] = {
    Memory: {
        "detail": Read(call=Knowledge.show, area=_whole, filled={"memory_id": "id"}),
        "links": Read(call=Knowledge.links, area=_whole, filled={"memory_id": "id"}),
        "history": Read(call=Knowledge.history, area=_whole, filled={"memory_id": "id"}),
    },
    Citation: {"memory": _DETAIL},
    EntityFact: {"memory": _DETAIL},
    MentionedIn: {"memory": _DETAIL},
    TimelineEntry: {"memory": _DETAIL},
    Hop: {"memory": _DETAIL},
    ProjectSummary: {"detail": Read(call=Knowledge.project, area=_whole, filled={"path": "path"})},
} | {
    named: {
        "detail": Read(call=Knowledge.entity, area=_whole, filled={"entity_id": "id"}),
        "neighbours": Read(call=EntityGraph.neighbours, area=_graph, cost=_WALK, filled=_ENTITY),
        "timeline": Read(call=EntityGraph.timeline, area=_graph, filled=_ENTITY),
        "facts_about": Read(
            call=EntityGraph.facts, area=_graph, filled=_ENTITY, without=frozenset({"subject", "object"})
        ),
    }
    for named in (Entity, EntityFound, NetworkNode, Named)
}
"""The fields that lead on, by the value that they lead from."""


def costs() -> Mapping[tuple[str, str], int]:
    """The cost of each read, by the type that has it and its name there."""
    types = {"Query": ROOTS} | {model.__name__: reads for model, reads in LEADS.items()}
    return {(name, to_camel_case(field)): read.cost for name, reads in types.items() for field, read in reads.items()}


def query_type() -> type:
    """The type of a query, with all types that are reached from it."""
    types = Types(lambda model: {name: _field(read, types) for name, read in LEADS.get(model, {}).items()})
    made = type("Query", (), {name: _field(read, types) for name, read in ROOTS.items()})
    return strawberry.type(made, description="What one user has Enishi remember, to be read.")


def _field(read: Read, types: Types) -> StrawberryField:
    def resolve(root: object, info: strawberry.Info[Asking, None], **given: object) -> object:
        return read.answer(info.context, root, given)

    # What strawberry reads off a function: the arguments by name, with their types.
    leading = [
        inspect.Parameter("root", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        inspect.Parameter("info", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=strawberry.Info),
    ]
    arguments = [_argument(parameter, types) for parameter in read.arguments.values()]
    resolve.__signature__ = inspect.Signature([*leading, *arguments])  # pyright: ignore[reportFunctionMemberAccess]
    answer = types.output(read.answer_type)
    # A read that fails leaves the others their answers.
    kind = cast("Any", answer | None)
    made = strawberry.field(resolver=resolve, graphql_type=kind, description=read.description)
    return cast("StrawberryField", made)


def _argument(parameter: inspect.Parameter, types: Types) -> inspect.Parameter:
    default, kind = parameter.default, types.argument(parameter.annotation)
    if default is not inspect.Parameter.empty:
        default = None if is_dataclass(default) else default
        kind = kind | None if default is None else kind
    return inspect.Parameter(parameter.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
