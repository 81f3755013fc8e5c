"""What a tool said, as text."""

from collections.abc import Awaitable, Callable

import mcp_types as types

Ask = Callable[..., Awaitable[str]]


def text(result: types.CallToolResult) -> str:
    """All text blocks of an answer."""
    return "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))
