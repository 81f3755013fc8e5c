"""The generated part of docs/reference/tools.md: every tool as a client lists it, its rights and its example."""

import asyncio
import json
import re
from collections.abc import Sequence
from typing import Any, get_args

from mcp import Client
from mcp_types import Tool

from scrubjay.extensions.kinds.tool import AddedArgument, DeclaredTool
from scrubjay.extensions.loading import load, targets_of
from scrubjay.settings.schema import Toolset
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session import server as session

SERVERS = {"session": session, "knowledge": knowledge}
EVERY = f"[{', '.join(get_args(Toolset))}]"


def tools() -> str:
    """Every tool of every toolset in the order of the lists, then each with its description and arguments."""
    rows = ["| tool | server | what for | does | rights | answer |", "|---|---|---|---|---|---|"]
    lines: list[str] = []
    for name, server in SERVERS.items():
        built = server.build(Backend(Surroundings({"SCRUBJAY_TOOLSETS": EVERY})))
        declared = built.offers.tools
        for tool in asyncio.run(_listed(built)):
            rows.append(_row(tool, name, declared[tool.name]))
            lines += _tool(tool, declared[tool.name])
    return "\n".join([*rows, "", *lines]).strip()


async def _listed(server: Any) -> Sequence[Tool]:
    async with Client(server) as client:
        return (await client.list_tools()).tools


def _row(tool: Tool, server: str, declared: DeclaredTool) -> str:
    where = server if declared.toolset == "core" else f"{server}, `{declared.toolset}`"
    rights = ", ".join(f"`{one.value}`" for one in declared.needs) or "none"
    answer = "JSON" if tool.output_schema else "text"
    return f"| `{tool.name}` | {where} | {tool.title} | {_does(tool)} | {rights} | {answer} |"


def _does(tool: Tool) -> str:
    hints = tool.annotations
    assert hints is not None
    if hints.read_only_hint:
        what = "reads"
    elif hints.destructive_hint:
        what = "deletes"
    else:
        what = "writes" if hints.idempotent_hint else "writes; again is once more"
    return what + ("; always loaded" if (tool.meta or {}).get("anthropic/alwaysLoad") else "")


def _tool(tool: Tool, declared: DeclaredTool) -> list[str]:
    added = {one.argument.name: one.toolset for one in _added() if one.tool == tool.name and one.argument}
    lines = [f"### {tool.name}", "", paragraph(tool.description or ""), ""]
    if declared.example:
        lines += [f"Example: `{json.dumps(declared.example, ensure_ascii=False)}`", ""]
    needed = tool.input_schema.get("required", ())
    lines += ["| argument | type | default | what |", "|---|---|---|---|"]
    for name, schema in tool.input_schema["properties"].items():
        default = "required" if name in needed else shown(schema.get("default"))
        what = schema.get("description", "")
        if name in added:
            what += f"; only where `toolsets` names `{added[name]}`"
        lines.append(f"| `{name}` | {_schema(schema)} | {default} | {what} |")
    return [*lines, ""]


def _added() -> list[AddedArgument]:
    return [one for target in targets_of("argument") for one in load(target)]


def _schema(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return "one of " + ", ".join(f"`{choice}`" for choice in schema["enum"] if choice)
    if schema.get("type") == "array":
        return f"list: {_schema(schema.get('items', {}))}"
    bounds = {"minimum": "at least", "maximum": "at most"}
    limits = [f"{said} {schema[bound]:,}" for bound, said in bounds.items() if bound in schema]
    return ", ".join([str(schema.get("type", "any")), *limits])


def shown(value: Any) -> str:
    """A default as a table shows it."""
    if isinstance(value, tuple | list):
        return f"`[{', '.join(value)}]`"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if value in ("", None, {}):
        return "none" if value != {} else "`{}`"
    return f"`{getattr(value, 'value', value)}`"


def paragraph(text: str) -> str:
    """A text of the code as Markdown: lines of a paragraph joined, nothing of it markup."""
    return re.sub(r"(?<!\n)\n(?!\n|\s*[-*] )", " ", text.replace("\f", "").strip()).replace("<", "&lt;")
