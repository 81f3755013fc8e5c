"""Tool schemas, cut to what a client needs, because an agent pays for them in tokens on every turn. Pure."""

from collections.abc import Container
from typing import Any

from mcp_types import Tool, ToolAnnotations

from scrubjay.extensions.kinds.tool import DeclaredTool


def annotations_of(tool: DeclaredTool) -> ToolAnnotations:
    """The MCP annotations of a tool: from them a client decides what it lets run without asking."""
    return ToolAnnotations(
        destructive_hint=tool.destroys if tool.writes else None,
        idempotent_hint=tool.repeatable if tool.writes else None,
        read_only_hint=not tool.writes,
        open_world_hint=False,
    )


def without_arguments(tool: Tool, names: Container[str]) -> Tool:
    """A tool as it is listed, without some arguments."""
    properties: dict[str, Any] = tool.input_schema.get("properties", {})
    if not any(name in names for name in properties):
        return tool
    kept = {name: one for name, one in properties.items() if name not in names}
    return tool.model_copy(update={"input_schema": tool.input_schema | {"properties": kept}})


def reduce_schema(schema: dict[str, Any]) -> None:
    """Reduce an answer's JSON schema, in place, to what a client needs: its type and its required members.

    The whole schema cost a tenth of all schema tokens on every turn, and an agent reads the answer itself.
    """
    reduced: dict[str, Any] = {key: schema[key] for key in ("type", "required") if key in schema}
    schema.clear()
    schema.update(reduced)


def drop_titles(schema: dict[str, Any]) -> None:
    """Remove the titles from a JSON schema, in place: they repeat the names and cost tokens on every turn."""
    if isinstance(schema.get("title"), str):
        del schema["title"]
    for key in ("properties", "$defs"):
        for inner in schema.get(key, {}).values():
            drop_titles(inner)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            drop_titles(schema[key])
