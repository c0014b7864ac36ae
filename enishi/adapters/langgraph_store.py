"""A store of LangGraph over the memories of a user (`pip install 'enishi[langchain]'`).

    store = MemoryStore(enishi.connect())
    store.put(("users", "mina"), "tea", {"text": "Mina likes green tea."})
    store.search(("users",), query="What does Mina drink?")

An item is a memory of the source `langgraph/users/mina`: its text is what may be searched, its value stands beside it
as it was given. So an agent's notes are recalled, linked and shown with everything else, and go with
`enishi forget --source langgraph`. Items do not expire.
"""

import asyncio
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import ge, gt, le, lt, ne
from typing import Any, Final, cast
from urllib.parse import quote

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)
from langgraph.store.base.embed import get_text_at_path, tokenize_path

from enishi.user_memory import UserMemory
from graph.errors import NotFound
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Memory
from graph.model.types import Status

SOURCE: Final = "langgraph"
_EXTRA: Final = "langgraph"
_PAGE: Final = 100
_PAGES_MOST: Final = 50
"""How many pages a filter of values is tried on; it is compared here, after the graph has narrowed by namespace."""
_COMPARED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {"$ne": ne, "$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}

_SIGNS: Final = re.compile(r"[/%\\\x00-\x1f\x7f-\x9f]|^\s|\s$|^\.+$")

Namespace = tuple[str, ...]


class MemoryStore(BaseStore):
    """Keeps items as memories. Safe to share between threads."""

    def __init__(self, memory: UserMemory) -> None:
        """Over the memories of one user."""
        self._memory = memory

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carries operations out in their order."""
        return [self._carried_out(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same in a thread, so that the loop goes on."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _carried_out(self, op: Op) -> Result:
        match op:
            case GetOp():
                held = self._held(op.namespace, op.key)
                return None if held is None else Item(**_shape(held))
            case SearchOp():
                return self._search(op)
            case PutOp():
                return self._put(op)
            case ListNamespacesOp():
                return self._namespaces(op)
        raise TypeError(f"{type(op).__name__} is no operation of a store")

    def _held(self, namespace: Namespace, key: str) -> Memory | None:
        filters = Filters(tags=(_tag(namespace, key),))
        memories = self._memory.list(filters=filters, limit=1).memories
        return memories[0] if memories else None

    def _put(self, op: PutOp) -> None:
        if op.value is None:
            held = self._held(op.namespace, op.key)
            if held is not None:
                try:
                    self._memory.forget(held.id)
                except NotFound:
                    return  # somebody else did
            return
        tag = _tag(op.namespace, op.key)
        searched = op.index is not False
        draft = Draft(
            text=_text(op.value, op.index) or op.key,
            source=_source(op.namespace),
            source_id=tag,
            tags=(tag,),
            extra={_EXTRA: {"namespace": list(op.namespace), "key": op.key, "value": op.value, "searched": searched}},
        )
        remembered = self._memory.remember(draft)
        if remembered.status is not Status.ACTIVE:
            self._memory.restore(remembered.id)
        if not remembered.created:
            self._memory.edit(remembered.id, extra=draft.extra)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        items: list[SearchItem] = []
        for memory, score in self._candidates(op):
            shape = _shape(memory)
            if shape["namespace"][: len(op.namespace_prefix)] != tuple(op.namespace_prefix):
                continue
            if _fits(shape["value"], op.filter or {}):
                items.append(SearchItem(**shape, score=score))
            if len(items) >= op.offset + op.limit:
                break
        return items[op.offset :]

    def _candidates(self, op: SearchOp) -> Iterator[tuple[Memory, float | None]]:
        filters, cursor = Filters(source=_source(op.namespace_prefix)), None
        for _ in range(_PAGES_MOST):
            if op.query:
                recalled = self._memory.recall(op.query, filters=filters, limit=_PAGE, cursor=cursor)
                cursor = recalled.next_cursor
                # Of an item of several passages the best comes first.
                hits = {hit.memory.id: hit for hit in reversed(recalled.hits)}
                ordered = sorted(hits.values(), key=lambda hit: -hit.score)
                yield from ((hit.memory, hit.score) for hit in ordered if _kept(hit.memory).get("searched", True))
            else:
                page = self._memory.list(filters=filters, limit=_PAGE, cursor=cursor)
                cursor = page.next_cursor
                yield from ((memory, None) for memory in page.memories)
            if cursor is None:
                return

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        seen: dict[Namespace, None] = {}
        cursor: str | None = None
        for _ in range(_PAGES_MOST):
            page = self._memory.list(filters=Filters(source=SOURCE), limit=_PAGE, cursor=cursor)
            for memory in page.memories:
                namespace: Namespace = _shape(memory)["namespace"]
                if all(_matches(namespace, condition) for condition in op.match_conditions or ()):
                    seen[namespace[: op.max_depth]] = None
            cursor = page.next_cursor
            if cursor is None:
                break
        return sorted(seen)[op.offset : op.offset + op.limit]


def _source(namespace: Sequence[str]) -> str:
    """The namespace as a path of sources; signs that no name of a path may hold are written as %XX."""
    return "/".join((SOURCE, *(_SIGNS.sub(_escaped, name) or "%" for name in namespace)))


def _escaped(sign: re.Match[str]) -> str:
    return quote(sign[0], safe="", errors="replace").replace(".", "%2E")


def _tag(namespace: Sequence[str], key: str) -> str:
    """By which an item is found among all memories."""
    digest = hashlib.sha256(json.dumps([list(namespace), key]).encode()).hexdigest()
    return f"{SOURCE}:{digest[:32]}"


def _kept(memory: Memory) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", memory.extra.get(_EXTRA) or {})


def _shape(memory: Memory) -> dict[str, Any]:
    kept = _kept(memory)
    return {
        "value": dict(kept.get("value") or {"text": memory.text}),
        "key": kept.get("key") or memory.id,
        "namespace": tuple(kept.get("namespace") or ()),
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
    }


def _text(value: Mapping[str, Any], index: object) -> str:
    """What of a value is read and searched: the paths of `index`, else all of it, a line a member."""
    if isinstance(index, list):
        paths = cast("list[str]", index)
        return "\n".join(text for path in paths for text in get_text_at_path(value, tokenize_path(path)))
    if len(value) == 1 and isinstance(only := next(iter(value.values())), str):
        return only
    return "\n".join(
        f"{name}: {each if isinstance(each, str) else json.dumps(each, ensure_ascii=False)}"
        for name, each in value.items()
    )


def _fits(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(_is(value.get(name), each) for name, each in wanted.items())


def _is(held: Any, wanted: Any) -> bool:
    operators = isinstance(wanted, dict) and wanted and all(str(name).startswith("$") for name in wanted)
    if not operators:
        return held == wanted
    for name, other in cast("Mapping[str, Any]", wanted).items():
        if name == "$eq":
            fits = held == other
        elif name in _COMPARED:
            fits = name == "$ne" and held != other if held is None else _COMPARED[name](held, other)
        else:
            raise ValueError(f"{name} is no comparison. Allowed: $eq, {', '.join(_COMPARED)}")
        if not fits:
            return False
    return True


def _matches(namespace: Namespace, condition: MatchCondition) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", name) for wanted, name in zip(path, part, strict=True))
