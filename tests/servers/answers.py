"""What a tool said, as text."""

from collections.abc import Awaitable, Callable
from typing import Any

import mcp_types as types

from scrubjay.extensions.kinds.tool import DeclaredTool
from scrubjay_serving.server import ScrubjayServer

Ask = Callable[..., Awaitable[str]]


def text(result: types.CallToolResult) -> str:
    """All text blocks of an answer."""
    return "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))


def offer(server: ScrubjayServer, fn: Callable[..., Any], title: str, description: str, **options: Any) -> None:
    """Offer a function as it is, as one that no manifest names."""
    tool = DeclaredTool(fn.__name__, "", title, description, needs=(), **options)
    server.offers.add(tool, lambda: fn)
