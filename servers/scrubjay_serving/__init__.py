"""What the MCP servers share: running over stdio, finding the repository, errors and arguments in plain words."""

from scrubjay_serving.backend import Backend
from scrubjay_serving.server import ScrubjayServer
from scrubjay_serving.where import Here, Place

__all__ = ["Backend", "Here", "Place", "ScrubjayServer"]
