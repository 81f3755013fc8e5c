"""A call of each core tool of both servers, from the tools' own data, and files that it finds something in."""

from collections.abc import Mapping
from types import ModuleType

from scrubjay.extensions.kinds.tool import DeclaredTool
from scrubjay_knowledge import server as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session import server as session

ADR = "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a queue because bursts are short.\n"
FILES: dict[str, str | bytes] = {"docs/adr/0001-queue.md": ADR}


def declared(server: ModuleType) -> Mapping[str, DeclaredTool]:
    """Every tool of a server by name, in the order of its list, with those of our extensions."""
    offered: Mapping[str, DeclaredTool] = server.build(Backend(Surroundings())).offers.tools
    return offered


DECLARED = {**declared(session), **declared(knowledge)}

_CALLS = {name: dict(tool.example) for name, tool in DECLARED.items() if tool.toolset == "core"}

SESSION: dict[str, dict[str, object]] = {name: call for name, call in _CALLS.items() if name in declared(session)}
KNOWLEDGE: dict[str, dict[str, object]] = {
    name: call for name, call in _CALLS.items() if name not in SESSION and "id" not in call
}
BY_ID: dict[str, dict[str, object]] = {
    name: {argument: value for argument, value in _CALLS[name].items() if argument != "id"}
    for name in sorted(_CALLS, key=lambda name: (DECLARED[name].destroys, DECLARED[name].writes))
    if "id" in _CALLS[name]
}
"""These take the id that `remember` gave; what changes a memory comes behind what reads it, what deletes it last."""
