"""Validation of what a client sends, with messages that tell the agent how to correct it."""

import difflib
from collections.abc import Container, Iterable, Mapping
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from pydantic import ValidationError

from scrubjay.model.counted import counted

MAX_TEXT = 100_000
"""Characters of one text. The longest that anything is made of, a memory's, has a tenth."""


def check(tool: Tool, arguments: Mapping[str, Any], without: Container[str] = ()) -> None:
    """Raise ToolError for an unknown, missing or invalid argument; `without` are those that aren't offered."""
    allowed = tuple(name for name in tool.parameters.get("properties", {}) if name not in without)
    for name in arguments:
        if name not in allowed:
            raise ToolError(f"{tool.name} has no argument {name[:60]!r}{nearest(name, allowed)}.")
        if (longest := _longest(arguments[name])) > MAX_TEXT:
            size = counted(longest, "character")
            raise ToolError(f"{name} has {size}: at most {MAX_TEXT:,}. Send less, or in parts.")
    try:
        tool.fn_metadata.validate_arguments(dict(arguments))
    except ValidationError as error:
        problems = error.errors(include_url=False)
        raise ToolError("; ".join(_problem(tool, p) for p in problems[:3]) + ".") from error


async def refuse_cursors(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware: each list is sent whole, so no cursor is one of ours."""
    cursor = (ctx.params or {}).get("cursor") if ctx.method.endswith("/list") else None
    if cursor:
        told = f"{str(cursor)[:60]!r} is no cursor of this server: {ctx.method} gives all at once, without one."
        raise MCPError(INVALID_PARAMS, told)
    return await call_next(ctx)


def _longest(value: Any) -> int:
    """The characters of the longest text in a value."""
    if isinstance(value, str):
        return len(value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return max(map(_longest, inner), default=0)


def nearest(name: str, choices: Iterable[str]) -> str:
    """The end of an error message: ", did you mean X? It takes: …", or only the valid choices."""
    choices = tuple(choices)
    close = difflib.get_close_matches(name[:60], choices, n=1, cutoff=0.5)
    return (f", did you mean {close[0]}?" if close else ".") + f" It takes: {', '.join(choices) or 'nothing'}"


def _problem(tool: Tool, problem: Mapping[str, Any]) -> str:
    name = str(problem["loc"][0]) if problem["loc"] else "arguments"
    value, context = repr(problem.get("input"))[:60], problem.get("ctx", {})
    match problem["type"]:
        case "missing":
            return f"{tool.name} needs {name}"
        case "literal_error":
            allowed = _choices(tool, name)
            close = difflib.get_close_matches(str(problem.get("input")), allowed, n=1, cutoff=0.5)
            hint = f" Did you mean {close[0]}?" if close else ""
            return f"{name} can't be {value}.{hint} It is one of: {', '.join(allowed)}"
        case "less_than_equal":
            return f"{name} can't be {value}: at most {context['le']}"
        case "greater_than_equal":
            return f"{name} can't be {value}: at least {context['ge']}"
        case kind:
            return f"{name} can't be {value}: {_WANTED.get(kind.partition('_')[0], problem['msg'])}"


def _choices(tool: Tool, name: str) -> list[str]:
    schema = tool.parameters["properties"][name]
    schema = schema.get("items", schema)
    return [value for value in schema.get("enum", [schema["const"]] if "const" in schema else []) if value]


_WANTED = {
    "string": "give a text",
    "int": "give a whole number",
    "tuple": 'give a list, for example ["a", "b"]',
    "list": 'give a list, for example ["a", "b"]',
    "dict": 'give an object, for example {"key": "value"}',
    "bool": "give true or false",
}
"""Keyed by the first word of pydantic's error type, such as `int_parsing`."""
