"""Shared parts of the MCP servers: stdio transport, worktree lookup, argument checks and error texts."""

from scrubjay_serving.backend import Backend
from scrubjay_serving.server import ScrubjayServer
from scrubjay_serving.worktree import CallTarget, Target

__all__ = ["Backend", "CallTarget", "ScrubjayServer", "Target"]
