"""The rules of the Python of this project as functions from a module's text to what is wrong with it."""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("enishi", "graph", "extraction", "api")
MODULES_MOST = 18
WORDS_MOST = 20
PRIVATE = frozenset({"told", "one", "found", "own", "met", "said"})
"""Names that say neither the type of a thing nor what it is for."""
BANNED = frozenset(
    {"manager", "managers", "helper", "helpers", "handler", "handlers", "util", "utils", "service", "services", "base",
     "impl", "data", "info", "process", "do"}
)  # fmt: skip
NOT_IN_API = frozenset({"http", "mcp"})
"""Modules of these names would shadow the standard library or a package that api uses."""

ASKED_FOR = frozenset({"_get_relevant_documents", "get_search_results"})
"""Methods that LangChain and neo4j-graphrag call by these names."""

_CYPHER = re.compile(
    r"\b(?:MATCH|MERGE|CREATE)\s*\(|\bUNWIND\s+\$|\bRETURN\s+\w+(?:\.\w+)?\s+AS\b|"
    r"^\s*(?:MATCH|CALL|SHOW|DROP|CREATE|UNWIND)\s+[A-Za-z(]",
    re.MULTILINE,
)
_RUNNERS = frozenset({"stream", "read", "write", "batch", "schema"})


@cache
def modules() -> Mapping[str, str]:
    """The text of every module of the rooms and of cypher/, by its path below the root."""
    paths = sorted(path for room in (*ROOMS, "cypher") for path in (ROOT / room).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def faulty(texts: Mapping[str, str], rule: Callable[[str, str], list[str]]) -> dict[str, list[str]]:
    """The texts that break a rule, by name, and how.

    All in one test: thousands of small ones take half a minute.
    """
    return {name: faults for name, text in texts.items() if (faults := rule(name, text))}


@cache
def _parsed(text: str) -> ast.Module:
    """Every rule reads every module, which is parsed once."""
    return ast.parse(text)


def opening_faults(text: str) -> list[str]:
    """A module opens with a sentence on why it exists."""
    told = ast.get_docstring(_parsed(text))
    if not told:
        return ["no docstring"]
    return (
        [] if re.search(r"[.:?]$", told.splitlines()[0].strip()) or "\n" in told else ["its docstring is no sentence"]
    )


def crowded_folders(paths: Iterable[str]) -> dict[str, int]:
    """Folders with so many modules side by side that nobody finds one by its folder, and how many they have."""
    counts = Counter(path.rpartition("/")[0] for path in paths if not path.endswith("/__init__.py"))
    return {folder: count for folder, count in counts.items() if count > MODULES_MOST}


def naming_faults(path: str, text: str) -> list[str]:
    """Classes, functions and modules named by what says nothing."""
    names = [(part, part) for part in Path(path).with_suffix("").parts]
    for node in ast.walk(_parsed(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append((node.name, node.name))
    names = [(name, shown) for name, shown in names if name not in ASKED_FOR]
    faults = [f"{name} says {word}" for name, _ in names for word in _words(name) if word in BANNED]
    faults += [f"{name} is no act" for name, _ in names if name.lstrip("_").startswith("get_")]
    return faults + [f"{name} is another thing in Python" for name, _ in names if name == "MemoryError"]


def private_names(text: str) -> list[str]:
    """Variables, parameters and functions named by a participle that hides what they are."""
    faults: list[str] = []
    for node in ast.walk(_parsed(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [node.name]
        elif isinstance(node, ast.arg):
            names = [node.arg]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names = [node.id]
        else:
            continue
        faults += [f"line {node.lineno}: {name}" for name in names if name.strip("_") in PRIVATE]
    return faults


def word_lists(text: str) -> list[str]:
    """Lists of words that belong into a table."""
    faults: list[str] = []
    for node in ast.walk(_parsed(text)):
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            count = sum(isinstance(item, ast.Constant) and isinstance(item.value, str) for item in node.elts)
        elif isinstance(node, ast.Dict):
            count = sum(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in node.keys)
        else:
            continue
        if count > WORDS_MOST:
            faults.append(f"line {node.lineno} has {count} words")
    return faults + [
        f"line {node.lineno} has {len(node.value.split())} words"
        for assigned in _parsed(text).body
        if isinstance(assigned, ast.Assign | ast.AnnAssign)
        for node in ast.walk(assigned)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > WORDS_MOST
    ]


def _words(name: str) -> list[str]:
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return [word.lower() for word in parted.split("_") if word]


def cypher_faults(text: str) -> list[str]:
    """Strings that hold a statement; docstrings may speak of Cypher."""
    tree = _parsed(text)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        f"line {node.lineno} holds Cypher"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
        and _CYPHER.search(node.value)
    ]


def statement_names(text: str) -> Iterator[tuple[int, str | None]]:
    """The line and name of every statement a module runs; None where the name is no literal."""
    for node in ast.walk(_parsed(text)):
        if not isinstance(node, ast.Call) or not _runs(node.func):
            continue
        first = node.args[0] if node.args else None
        literal = isinstance(first, ast.Constant) and isinstance(first.value, str)
        yield node.lineno, first.value if literal and isinstance(first, ast.Constant) else None  # type: ignore[misc]


def _runs(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id in {"Step", "runs"}
    if not isinstance(called, ast.Attribute) or called.attr not in _RUNNERS:
        return False
    owner = called.value
    name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
    return name.lstrip("_") == "store"
