"""scrubjay: memory for coding agents, whose every answer carries evidence checked against git."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrubjay.api import AsyncMemory, Memory, open_memory

__version__ = "0.1.0"

__all__ = ["AsyncMemory", "Memory", "__version__", "open_memory"]


def __getattr__(name: str) -> Any:
    """The public API, imported when it is first asked for: hooks and servers import nothing of it."""
    if name in ("AsyncMemory", "Memory", "open_memory"):
        from scrubjay import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
