"""Shared parts of the MCP servers: stdio transport, worktree lookup, argument checks and error texts."""

from scrubjay_serving.backend import Backend
from scrubjay_serving.server import ScrubjayServer

__all__ = ["Backend", "ScrubjayServer"]
