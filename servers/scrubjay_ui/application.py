"""The page as an ASGI application: every view's routes and the files beside them, without the gate in front."""

from collections.abc import Sequence
from functools import partial
from pathlib import PurePath

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from scrubjay.errors import NotFound, ScrubjayError, UsageError
from scrubjay.extensions.kinds.functions import PageView
from scrubjay.extensions.registry import BROKEN, ExtensionRegistry, Provided, said
from scrubjay.model.of_extensions import PageContent
from scrubjay.wiring.hosting import hosted
from scrubjay_ui.endpoints import ViewRoute, routes
from scrubjay_ui.rendering import HERE
from scrubjay_ui.surface import Notices, Surface
from scrubjay_ui.views import VIEWS
from scrubjay_ui.visit import Visit

TEMPLATE = "extension.html"


def extension_pages(registry: ExtensionRegistry) -> tuple[ViewRoute, ...]:
    """The pages of the extensions that are on, each below `extensions/NAME/`."""
    return tuple(
        ViewRoute(
            path=f"/extensions/{provided.extension.name}/{provided.value.name}",
            show=partial(_show, registry, provided),
        )
        for provided in registry.provided("view")
        if isinstance(provided.value, PageView)
    )


def _show(registry: ExtensionRegistry, provided: Provided, visit: Visit) -> Response:
    """One of them. Raises UsageError, which names the extension, where it fails."""
    name, view = provided.extension.name, provided.value
    host = hosted(visit.workspace, visit.home.clock, registry, provided.extension, writes=False)
    try:
        content = view.fn(host, visit.first_values)
        if not isinstance(content, PageContent):
            raise TypeError(f"its page is a {type(content).__name__}")
    except ScrubjayError:
        raise
    except BROKEN as error:
        registry.failed(name, error)
        raise UsageError(f"degraded: {name}: {said(error)}. See `scrubjay extensions show {name}`.") from error
    return visit.page(TEMPLATE, title=content.title, content=content)


def nothing(visit: Visit) -> Response:
    """The page for an address that no view has."""
    raise NotFound("No page has this address. The first page leads to all of them.")


class PageFiles(StaticFiles):
    """Files by their one address: not with a slash behind them, doubled slashes or dots in it."""

    def get_path(self, scope: Scope) -> str:
        """The file's path in its folder. Raises HTTPException."""
        path = super().get_path(scope)
        if not scope["path"].endswith(f"/static/{PurePath(path).as_posix()}"):
            raise HTTPException(404)
        return path


NOTHING = ViewRoute(path="/{rest:path}", show=nothing, everywhere=True)


def application(surface: Surface, views: Sequence[ViewRoute] = VIEWS) -> Starlette:
    """Serves a home. Whoever reaches it is taken for the person: `gate` lets nobody else in."""
    files = Mount("/static", PageFiles(directory=HERE / "static"))
    pages = extension_pages(ExtensionRegistry.of(surface.home.settings.home))
    return Starlette(routes=[files, *routes((*views, *pages, NOTHING), surface, Notices())])
