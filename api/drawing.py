"""A part of the graph in the forms that others draw: vis.js."""

from graph.db.type_catalogue import ENTITY_TYPES
from graph.model.network import Snapshot

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
             "arrows": "to" if edge.directed else "", "title": f"{edge.type.value} {edge.confidence:.2f}"}
            for edge in part.edges
        ],
        "total_nodes": part.total_nodes,
        "total_edges": part.total_edges,
    }  # fmt: skip
