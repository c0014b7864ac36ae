"""JSON Schemas as models pay for them: no titles, no references, no words that say nothing, null by leaving out.

Clients refuse some of what JSON Schema allows, so nothing but types, bounds, choices and descriptions is left.
"""

from collections.abc import Mapping
from typing import Any, Final

_SAYS_NOTHING: Final = frozenset({"title", "$defs"})


def trimmed(schema: Mapping[str, Any], *, described: bool) -> dict[str, Any]:
    """The same schema in few words; without descriptions where it is read by programs alone."""
    kept: dict[str, Any] = _trimmed(schema, schema.get("$defs", {}), described=described)
    return kept


def _trimmed(schema: Any, definitions: Mapping[str, Any], *, described: bool) -> Any:
    if not isinstance(schema, Mapping):
        return [_trimmed(each, definitions, described=described) for each in schema] if _is_list(schema) else schema
    if "$ref" in schema:
        meant = definitions[schema["$ref"].rpartition("/")[2]]
        beside = {name: held for name, held in schema.items() if name != "$ref"}
        bare = {name: held for name, held in meant.items() if name != "description"}
        return _trimmed(bare | beside, definitions, described=described)
    choices = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    if len(choices) == 1:  # what may be null may be left out
        beside = {name: held for name, held in schema.items() if name != "anyOf"}
        return _trimmed(choices[0] | beside, definitions, described=described)
    kept: dict[str, Any] = {}
    for name, held in schema.items():
        if name == "properties":
            kept[name] = {each: _trimmed(of, definitions, described=described) for each, of in held.items()}
        elif name not in _SAYS_NOTHING and (described or name != "description") and not _says_none(name, held):
            kept[name] = held if name in ("enum", "required") else _trimmed(held, definitions, described=described)
    return kept


def _says_none(name: str, held: object) -> bool:
    return name == "default" and (held is None or held == [])


def _is_list(schema: object) -> bool:
    return isinstance(schema, list)


def reply_schema(kind: type) -> dict[str, Any]:
    """The schema of what a tool replies: what is null or empty is left out of it, so nothing is required."""
    from pydantic import TypeAdapter  # noqa: PLC0415 -- only who lists the tools pays for it

    schema = trimmed(TypeAdapter[Any](kind).json_schema(mode="serialization"), described=False)
    _free(schema)
    return schema


def _free(schema: dict[str, Any]) -> None:
    """Takes away what is required, and choices that may grow, at every depth."""
    for name in ("required", "enum", "default"):
        schema.pop(name, None)
    for held in schema.get("properties", {}).values():
        _free(held)
    if isinstance(schema.get("items"), dict):
        _free(schema["items"])
