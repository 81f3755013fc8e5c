"""Resources that can be watched: how a server lists and reads them, each for the worktree that it was started in."""

from collections.abc import Callable, Container
from typing import TYPE_CHECKING, Any, Final

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp_types import Resource

from scrubjay.errors import ConfigError
from scrubjay.extensions.kinds.watched import WatchedResource
from scrubjay.extensions.loading import loaded
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.settings.home import home_folder
from scrubjay_serving.backend import Backend, backend_of
from scrubjay_serving.offers import Offers
from scrubjay_serving.worktree import admit, find_worktree, meta_of

if TYPE_CHECKING:
    from scrubjay.settings.schema import Toolset
    from scrubjay.wiring.tool_calls import CallTarget

MARKDOWN: Final = "text/markdown"


class WatchedOffer:
    """What our extensions that are on give one server to watch; made once somebody asks for a resource."""

    def __init__(self, server: MCPServer[None], backend: Backend, offers: Offers) -> None:
        kind = server.name.removeprefix("scrubjay-")
        given = _given(backend) if offers.tools else ()  # a server that stands back offers neither
        self.resources = tuple(one for one in given if one.server == kind)
        self.backend = backend
        for one in self.resources:
            offers.require(one.name, one.needs)
            if one.reads:
                server.resource(one.uri, name=one.name, title=one.title, mime_type=MARKDOWN)(self._reader(one))

    def chosen(self) -> tuple[WatchedResource, ...]:
        """What is offered by the toolsets that the user chose. Reads the settings."""
        toolsets: Container[Toolset] = ("core", *self.backend.toolsets())
        return tuple(one for one in self.resources if one.toolset in toolsets)

    def listed(self) -> list[Resource]:
        """The resources with a fixed address."""
        return [
            Resource(uri=one.usual_uri, name=one.name, title=one.title, mime_type=MARKDOWN)
            for one in self.chosen()
            if one.usual
        ]

    def _reader(self, one: WatchedResource) -> Callable[..., str]:
        """The function that reads a resource; the name after the address's prefix is its value."""

        def read(name: str, ctx: Context[Any, Any]) -> str:
            if one not in self.chosen():
                raise ResourceNotFoundError(
                    f"{one.prefix} is in the toolset {one.toolset}. Add {one.toolset} to `toolsets` in config.yaml."
                )
            return str(loaded(one.reads)(target_of(ctx, one.name), name))

        return read


def _given(backend: Backend) -> tuple[WatchedResource, ...]:
    """What the extensions of the home give; nothing where there is no home."""
    try:
        registry = ExtensionRegistry.of(home_folder(backend.surroundings.environment))
    except ConfigError:
        return ()
    return tuple(one for given in registry.of_ours("watched_resource") for one in given.value)


def target_of(ctx: Context[Any, Any], what: str) -> "CallTarget":
    """The worktree of a resource and who asks. Raises NotARepository, PermissionDenied where its agent may not."""
    return admit(find_worktree(backend_of(ctx), meta=meta_of(ctx)), ctx, what)
