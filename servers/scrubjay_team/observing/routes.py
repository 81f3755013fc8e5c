"""The route of a request as metrics, logs and traces name it: a pattern of the program's own, never what was asked."""

from collections.abc import Sequence
from typing import Final, Protocol

from scrubjay_team.api.route import PREFIX
from scrubjay_team.api.table import ROUTES
from scrubjay_team.page.table import PAGES
from scrubjay_team.serving.gate import HOOKS, MACHINE, MCP, WELL_KNOWN

OTHER: Final = "other"
"""What no route answers: whatever strangers try is one."""

PLAIN: Final = frozenset({MCP, "/healthz", "/readyz", *MACHINE})
METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


class Placed(Protocol):
    """A route that knows its own paths."""

    @property
    def path(self) -> str:
        """Its pattern."""
        ...

    def placed(self, path: str) -> object:
        """What stands in the place of its names; None where a path isn't its own."""
        ...


def route_of(path: str) -> str:
    """The pattern of a path."""
    if path in PLAIN:
        return path
    if path.startswith(f"{PREFIX}/"):
        found = _pattern(ROUTES, path.removeprefix(PREFIX))
        return f"{PREFIX}{found}" if found else OTHER
    if path.startswith(HOOKS):
        return f"{HOOKS}{{project}}"
    if path.startswith(WELL_KNOWN):
        return f"{WELL_KNOWN}{{document}}"
    return _pattern(PAGES, path) or OTHER


def method_of(method: str) -> str:
    """A method that the server knows, or OTHER."""
    return method if method in METHODS else OTHER


def _pattern(routes: Sequence[Placed], path: str) -> str:
    return next((route.path for route in routes if route.placed(path) is not None), "")
