"""The tool of the graph, as data that a server reads at its start."""

from typing import Final

from scrubjay.extensions.kinds.tool import NEEDED, SEARCHES_ALL, DeclaredTool, ToolArgument

TOOLS: Final = (
    DeclaredTool(
        "explore_graph",
        "scrubjay_graph.questions:explore_graph",
        "Explore relations",
        "How things hang together, each relation with its source.",
        needs=SEARCHES_ALL,
        arguments=(
            ToolArgument(
                "question", "NAME, A -> B, or `who calls F`, `incidents of services that depend on X`", default=NEEDED
            ),
            ToolArgument("hops", "around NAME", int, 1, 1, 4),
        ),
        toolset="graph",
        example={"question": "docs/adr/0001-queue.md"},
    ),
)
