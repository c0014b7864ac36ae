"""Writes what of docs/ is made from the code: `python -m scripts.write_docs` (settings.md, rest.md, map.md,
mcp.md, graphql.md).

A test holds each page to what this module makes today, so none can fall behind.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from graphql import GraphQLField, GraphQLObjectType, get_named_type
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from api.agents.asker import ALL, LEAN, Asker
from api.agents.server import PROFILES, offered
from api.agents.tools import Memories
from api.app import build
from api.graphql.answering import graphql_schema
from api.graphql.limits import ALIASES_MOST, COST_MOST, DEPTH_MOST, READ_COST, TOKENS_MOST
from api.graphql.reads import costs
from api.rest.app import create_app
from api.settings import FILE, NOT_OF_FOLDER, Settings
from graph.knowledge import Knowledge

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("enishi", "graph", "extraction", "api", "bench")


def main() -> None:
    """Writes every page."""
    for name, text in pages().items():
        (ROOT / "docs" / name).write_text(text, encoding="utf-8")


@cache
def pages() -> Mapping[str, str]:
    """The text of each generated page by its file name below docs/."""
    return {
        "settings.md": settings_page(),
        "rest.md": rest_page(),
        "map.md": map_page(),
        "graphql.md": with_reads((ROOT / "docs" / "graphql.md").read_text(encoding="utf-8")),
        "mcp.md": with_tools((ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")),
    }


def settings_page() -> str:
    """Every setting with its environment variable, default and meaning, a table for each group."""
    lines = [
        "# Settings",
        "",
        "Environment variables, or lines of a file; lists and maps are written as JSON. The file is the one that",
        f"`{FILE}` names, else `.env` in the current folder. As that folder may be anybody's, its file is refused if",
        "it says which programs run, where files lie, where texts go or who is let in: "
        + ", ".join(f"`{name}`" for name in sorted(NOT_OF_FOLDER))
        + ".",
        "This page is made from the code (`make docs`).",
    ]
    for group, field in Settings.model_fields.items():
        model = field.annotation
        if isinstance(model, type) and issubclass(model, BaseModel):
            lines += [
                "",
                f"## {group}: {field.description}",
                "",
                "| variable | default | what it is |",
                "|---|---|---|",
            ]
            lines += [
                f"| `{name}` | {default} | {_cell(description)} |"
                for name, default, description in _settings(model, f"ENISHI_{group.upper()}")
            ]
    return "\n".join(lines) + "\n"


def _settings(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, str, str]]:
    for name, field in model.model_fields.items():
        variable = f"{prefix}__{name.upper()}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _settings(field.annotation, variable)
        else:
            yield variable, _default(field.default, field.default_factory), field.description or ""


def _default(default: object, factory: object) -> str:
    if default is PydanticUndefined:
        return "computed" if factory else "required"
    if default is None or default == "":
        return "unset"
    if isinstance(default, tuple) and len(default) > 4:
        return f"{len(default)} entries"
    text = str(default.value) if hasattr(default, "value") else str(default)
    return f"`{text}`"


def rest_page() -> str:
    """Every path of the REST door with its method and first sentence, by tag."""
    application = create_app(build(), Settings(_env_file=None).api)
    groups: dict[str, list[str]] = defaultdict(list)
    paths: dict[str, dict[str, dict[str, Any]]] = application.openapi()["paths"]
    for path, methods in paths.items():
        for method, call in methods.items():
            said = call.get("summary") or call.get("description", "")
            tag = (call.get("tags") or ["other"])[0]
            groups[tag].append(f"| `{method.upper()}` | `{path}` | {_cell(said)} |")
    lines = [
        "# REST",
        "",
        "All paths; `enishi serve` shows them at `/docs` with parameters and examples. The user is named by the header",
        "`X-Enishi-User`, or by `user_id` in the tools; an API key is sent as `Authorization: Bearer KEY`. Errors are",
        "`application/problem+json` (RFC 9457). This page is made from the code (`make docs`).",
    ]
    for tag, rows in groups.items():
        lines += ["", f"## {tag}", "", "| method | path | what it does |", "|---|---|---|", *rows]
    return "\n".join(lines) + "\n"


def with_tools(page: str) -> str:
    """A page with the tools of agents between its marks: what each does, what it takes, and in which profile it is."""
    rows = [
        f"| `{tool.name}` | {'' if tool.name in PROFILES[LEAN] else 'full'} | {_cell(tool.description)} | "
        f"{', '.join(f'`{name}`' for name in tool.parameters.get('properties', {}))} |"
        for tool in offered(Memories(_nothing, _nobody), ALL)
    ]
    return _between("tools", page, ["| tool | profile | what it does | arguments |", "|---|---|---|---|", *rows])


def with_reads(page: str) -> str:
    """The page of GraphQL with what can be asked, where values lead on to, and how much at a time."""
    core = graphql_schema()
    assert core.query_type is not None
    rows = [
        f"| `{name}` | {_arguments(field)} | `{get_named_type(field.type)}` | {_cell(field.description or '')} |"
        for name, field in core.query_type.fields.items()
    ]
    table = ["| field | arguments | answer | what it is |", "|---|---|---|---|", *rows, ""]
    table += [
        "From a value that was found it goes on:",
        "",
        "| from | field | arguments | answer |",
        "|---|---|---|---|",
    ]
    for (owner, name), _ in costs().items():
        kind = core.type_map[owner]
        if kind is not core.query_type and isinstance(kind, GraphQLObjectType):
            field = kind.fields[name]
            table.append(f"| `{owner}` | `{name}` | {_arguments(field)} | `{get_named_type(field.type)}` |")
    limits = [
        f"- {DEPTH_MOST} levels, {ALIASES_MOST} aliases, {TOKENS_MOST:,} tokens, {COST_MOST:,} units of work;",
        f"- a read is {READ_COST} units, a search, context or figure of the whole graph {10 * READ_COST}, neighbours,",
        f"  paths and proposals {5 * READ_COST}; each row of a list is one more, and as many as is asked of it below;",
        "- `limit` is 200 at most, as everywhere.",
    ]
    return _between("limits", _between("reads", page, table), limits)


def _arguments(field: GraphQLField) -> str:
    return ", ".join(f"`{name}`" for name in field.args)


def _between(mark: str, page: str, lines: list[str]) -> str:
    begin, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return "\n".join([f"{before}{begin}", *lines, f"{end}{after}"])


def _nothing() -> Knowledge:
    raise AssertionError("a list of tools asks nothing")


def _nobody() -> Asker:
    raise AssertionError("a list of tools is nobody's")


def map_page() -> str:
    """Every module with the first sentence of its docstring, by folder."""
    lines = [
        "# Map",
        "",
        "Every module by folder, with its first sentence. This page is made from the code (`make map`).",
    ]
    for package in PACKAGES:
        folders: dict[Path, list[Path]] = defaultdict(list)
        for path in sorted((ROOT / package).rglob("*.py")):
            folders[path.parent].append(path)
        for folder in sorted(folders):
            lines += ["", f"## {folder.relative_to(ROOT).as_posix()}", ""]
            modules = sorted(folders[folder], key=lambda path: (path.name != "__init__.py", path.name))
            for path in modules:
                sentence = _first_sentence(path)
                if path.name == "__init__.py":
                    lines += [sentence, ""]
                else:
                    lines.append(f"- `{path.name}`: {sentence}")
    text = "\n".join(lines)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.rstrip("\n") + "\n"


def _first_sentence(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.split("\n")[0]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
