"""A part of the graph in the forms that others draw: vis.js."""

from collections.abc import Iterable
from typing import Final

from graph.db.type_catalogue import ENTITY_TYPES
from graph.model.catalogue import RelationStyle
from graph.model.network import NetworkEdge, Snapshot

_DASHES: Final[dict[str, object]] = {"solid": False, "dashed": True, "dotted": [1, 4]}
_ARROWS: Final = {"to": "to", "none": "", "both": "to, from"}
_COLOURS = {row.name: row.colour for row in ENTITY_TYPES}


def vis_network(part: Snapshot) -> dict[str, object]:
    """Nodes and edges as `new vis.Network` takes them, sized by what they were ranked by, and how many there are."""
    return {
        "nodes": [
            {"id": node.id, "label": node.name, "group": node.type.value, "color": _COLOURS[node.type],
             "value": node.weight, "title": f"{node.name} ({node.type.value}), mentions: {node.mentions}"}
            for node in part.nodes
        ],
        "edges": [
            {"from": edge.source, "to": edge.target, "label": edge.predicate, "value": edge.weight,
             "title": f"{edge.type.value} {edge.confidence:.2f}", **_looks(edge, part.styles)}
            for edge in part.edges
        ],
        "total_nodes": part.total_nodes,
        "total_edges": part.total_edges,
    }  # fmt: skip


def style_of(edge: NetworkEdge, styles: Iterable[RelationStyle]) -> RelationStyle | None:
    """The first style that a relation is of: one of an own type by its words, else that of its type."""
    return next(
        (
            each
            for each in styles
            if (edge.predicate.lower() in each.words if each.words else each.name == edge.type.value)
        ),
        None,
    )


def _looks(edge: NetworkEdge, styles: Iterable[RelationStyle]) -> dict[str, object]:
    style = style_of(edge, styles)
    if style is None:
        return {"arrows": "to" if edge.directed else ""}
    looks: dict[str, object] = {"arrows": _ARROWS[style.arrow], "dashes": _DASHES[style.line]}
    return looks | ({"color": style.colour} if style.colour else {})
