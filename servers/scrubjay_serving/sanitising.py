"""What leaves a server: text in which nothing drives a terminal, turns the reading order or hides."""

import logging
from collections.abc import Mapping
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR
from pydantic import ValidationError

from scrubjay.model.visible import escaped, visible, visible_values

_log = logging.getLogger(__name__)

LOSSLESS = ("structuredContent", "requestState")
"""Members of a result that a program reads: their text is kept, and sent with JSON escapes."""


async def sanitise(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware for every answer of a tool, resource, prompt or list, in both protocol eras, errors included."""
    try:
        result = await call_next(ctx)
    except MCPError as error:
        raise MCPError(error.code, visible(error.message), visible_values(error.data)) from error
    except ValidationError:
        raise
    except Exception as error:
        _log.exception("%s failed", ctx.method)
        raise MCPError(
            INTERNAL_ERROR,
            f"{visible(ctx.method)} failed inside scrubjay ({type(error).__name__}); the server's log on stderr has "
            "the details. Try again, or run `scrubjay doctor`.",
        ) from error
    return sanitised(result) if isinstance(result, Mapping) else result


def sanitised(result: Mapping[str, Any]) -> dict[str, Any]:
    """A sanitised result. Where it is structured, its text content is the same JSON, and is escaped as JSON."""
    clean = {name: value if name in LOSSLESS else visible_values(value) for name, value in result.items()}
    if "structuredContent" in result and isinstance(result.get("content"), list):
        clean["content"] = [_as_json(block) for block in result["content"]]
    return clean


def _as_json(block: Any) -> Any:
    if not isinstance(block, Mapping) or not isinstance(block.get("text"), str):
        return visible_values(block)
    return {**visible_values(block), "text": escaped(block["text"])}


class VisibleLog(logging.Formatter):
    """Log formatter with sanitised lines: a client may show the server's stderr."""

    def format(self, record: logging.LogRecord) -> str:
        """One record, with its traceback and without secrets."""
        from scrubjay.privacy.secrets.masking import masked_text

        return visible(masked_text(super().format(record)))
