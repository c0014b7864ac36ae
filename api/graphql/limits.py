"""How much a query asks for, measured before anything is read: its depth, its aliases, and its cost.

cost = Σ over fields of (100 × `Read.cost` where it reads, and rows × (1 + cost of a row)), where a list has as many
rows as the `limit` of the read that it is of, and ten where there is none. `{search(question: "Ada", limit: 20) {hits
{memory {text}}}}` costs 1000 + 20 × 2.

Each fragment is measured once for where it stands: measured wherever it is named, twenty that name the next one twice
are a million. The limits that come with the library do that.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLType,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
    get_named_type,
)

from graph.errors import Invalid

DEPTH_MOST: Final = 12
ALIASES_MOST: Final = 30
COST_MOST: Final = 20_000
TOKENS_MOST: Final = 2_000
READ_COST: Final = 100
_ROWS: Final = 10
_ROWS_MOST: Final = 1_000
"""Beyond, the read itself refuses the limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """What some fields ask for."""

    depth: int = 0
    aliases: int = 0
    cost: int = 0

    def beside(self, other: "Weight") -> "Weight":
        """What both ask for."""
        return Weight(
            depth=max(self.depth, other.depth), aliases=self.aliases + other.aliases, cost=self.cost + other.cost
        )


def check(
    document: DocumentNode, schema: GraphQLSchema, costs: Mapping[tuple[str, str], int], variables: Mapping[str, object]
) -> None:
    """Raises Invalid where an operation asks for more than a request may."""
    fragments = {each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)}
    measuring = _Measuring(schema, costs, fragments, variables)
    for operation in document.definitions:
        if isinstance(operation, OperationDefinitionNode):
            weight = measuring.of(operation.selection_set, schema.query_type, None)
            _hold("levels", weight.depth, DEPTH_MOST, "Ask for what lies deeper by its id, in a query of its own.")
            _hold("aliases", weight.aliases, ALIASES_MOST, "Send several queries.")
            _hold("units of work", weight.cost, COST_MOST, "Ask for less at a time: set `limit`, or leave fields out.")


def _hold(what: str, asked: int, most: int, instead: str) -> None:
    if asked > most:
        raise Invalid("query", f"has {asked:,} {what}. {instead}", allowed=f"{most:,} {what} at most")


@dataclass(slots=True)
class _Measuring:
    schema: GraphQLSchema
    costs: Mapping[tuple[str, str], int]
    fragments: Mapping[str, FragmentDefinitionNode]
    variables: Mapping[str, object]
    known: dict[tuple[str, str, int | None], Weight] = field(default_factory=dict[tuple[str, str, int | None], Weight])

    def of(self, fields: SelectionSetNode | None, parent: object, limit: int | None) -> Weight:
        """What the fields of a value ask for; `limit` is that of the read whose answer the value is."""
        weight = Weight()
        for each in fields.selections if fields else ():
            if isinstance(each, FieldNode):
                weight = weight.beside(self._field(each, parent, limit))
            elif isinstance(each, InlineFragmentNode):
                weight = weight.beside(self.of(each.selection_set, parent, limit))
            elif isinstance(each, FragmentSpreadNode):
                weight = weight.beside(self._fragment(each.name.value, parent, limit))
        return weight

    def _fragment(self, name: str, parent: object, limit: int | None) -> Weight:
        where = (name, str(parent), limit)
        if where not in self.known:
            # One that leads back to itself asks for nothing here; the library refuses it.
            self.known[where] = Weight()
            if name in self.fragments:
                self.known[where] = self.of(self.fragments[name].selection_set, parent, limit)
        return self.known[where]

    def _field(self, asked: FieldNode, parent: object, limit: int | None) -> Weight:
        name = asked.name.value
        known = parent.fields.get(name) if isinstance(parent, GraphQLObjectType) else None
        if known is None:
            # What the library says of itself, or refuses as unknown: it bounds the depth of the first.
            below = Weight() if name.startswith("__") else self.of(asked.selection_set, None, None)
            return Weight(depth=1 + below.depth, aliases=int(asked.alias is not None) + below.aliases)
        reads = self.costs.get((cast("GraphQLObjectType", parent).name, name))
        if reads is not None:
            limit = self._limit(asked, known.args["limit"].default_value if "limit" in known.args else None)
        is_list = _is_list(known.type)
        below = self.of(asked.selection_set, get_named_type(known.type), None if is_list else limit)
        rows = (limit or _ROWS) if is_list else 1
        cost = rows * (1 + below.cost) if asked.selection_set else 0
        return Weight(
            depth=1 + below.depth,
            aliases=int(asked.alias is not None) + below.aliases,
            cost=READ_COST * (reads or 0) + cost,
        )

    def _limit(self, asked: FieldNode, default: object) -> int | None:
        given: object = default
        for argument in asked.arguments or ():
            if argument.name.value == "limit":
                value = argument.value
                if isinstance(value, IntValueNode):
                    given = int(value.value[:9])
                elif isinstance(value, VariableNode):
                    given = self.variables.get(value.name.value, _ROWS_MOST)
        return max(1, min(given, _ROWS_MOST)) if isinstance(given, int) else None


def _is_list(kind: GraphQLType) -> bool:
    return isinstance(kind.of_type if isinstance(kind, GraphQLNonNull) else kind, GraphQLList)
