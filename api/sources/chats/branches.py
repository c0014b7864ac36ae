"""The branch of a tree of messages that is shown: what was asked anew or answered anew replaces what stood there."""

from collections.abc import Mapping


def shown_branch(parents: Mapping[str, str | None], times: Mapping[str, float], leaf: str | None) -> list[str]:
    """The nodes from the root to `leaf`, or to the newest leaf where none is named.

    `parents` names the node above each, None for a root. Nodes that no other hangs on and that hang on none stand
    beside each other: then all are shown, in the order of their times.
    """
    if not any(parent in parents for parent in parents.values()):
        return sorted(parents, key=lambda node: times.get(node, 0.0))
    if leaf not in parents:
        inner = set(parents.values())
        leaf = max((node for node in parents if node not in inner), key=lambda node: times.get(node, 0.0), default=None)
    path: list[str] = []
    seen: set[str] = set()
    while leaf is not None and leaf in parents and leaf not in seen:
        seen.add(leaf)
        path.append(leaf)
        leaf = parents[leaf]
    return path[::-1]
