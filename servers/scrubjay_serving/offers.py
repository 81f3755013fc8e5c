"""The tools that a server offers: declared once somebody asks, each made when it is called or listed first."""

import threading
from collections.abc import Callable, Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.tool import AddedArgument, DeclaredTool
    from scrubjay.model.agent import Capability
    from scrubjay.settings.schema import Toolset

Make = Callable[[], Callable[..., Any]]
"""Makes the function of a tool."""


class Offers:
    """The declared tools of one server. `declare` adds them, and says whether all could be. Safe in several threads."""

    def __init__(self, declare: Callable[[], bool] | None) -> None:
        self._declare = declare
        self._lock = threading.RLock()
        self._tools: dict[str, DeclaredTool] = {}
        self._unmade: dict[str, Make] = {}
        self._sets: dict[str, Mapping[str, Toolset]] = {}
        self._needs: dict[str, tuple[Capability, ...]] = {}
        self.are_whole = False
        """Whether everything could be declared; False before somebody asked."""

    def add(self, tool: "DeclaredTool", make: Make, added: "Sequence[AddedArgument]" = ()) -> None:
        """Add a tool at the end of the list; each argument in `added` has a toolset of its own."""
        self._tools[tool.name] = tool
        self._sets[tool.name] = {one.argument.name: one.toolset for one in added if one.argument}
        self._unmade[tool.name] = make

    def require(self, name: str, needs: "tuple[Capability, ...]") -> None:
        """Note what an agent must be allowed for the function that answers a resource."""
        self._needs[name] = needs

    @property
    def tools(self) -> "Mapping[str, DeclaredTool]":
        """The tools of every toolset by name, in the order of the list."""
        with self._lock:
            declare, self._declare = self._declare, None
            if declare:
                self.are_whole = declare()
        return self._tools

    @property
    def needs(self) -> "dict[str, tuple[Capability, ...]]":
        """What an agent must be allowed for each tool and each function that answers a resource."""
        return {name: tool.needs for name, tool in self.tools.items()} | self._needs

    @property
    def writing(self) -> set[str]:
        """The names of the tools that store something."""
        return {name for name, tool in self.tools.items() if tool.writes}

    def take(self, name: str) -> Make | None:
        """Remove and return the maker of a tool that wasn't made yet; None for a made tool or an unknown name."""
        return self._unmade.pop(name, None)

    def of_sets(self, chosen: "Container[Toolset]") -> list[str]:
        """The names of the tools in some toolsets, in order."""
        return [name for name, tool in self.tools.items() if tool.toolset in chosen]

    def without(self, name: str, chosen: "Container[Toolset]") -> "dict[str, Toolset]":
        """The arguments of a tool that aren't in the chosen toolsets, each with its toolset."""
        return {argument: one for argument, one in self._sets[name].items() if one not in chosen}
