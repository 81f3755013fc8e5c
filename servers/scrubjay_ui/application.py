"""The page as an ASGI application: every view's routes and the files beside them, without the gate in front."""

from pathlib import PurePath
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from scrubjay.errors import NotFound
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay_ui.endpoints import ViewRoute, routes
from scrubjay_ui.extension_pages import extension_pages
from scrubjay_ui.notices import Notices
from scrubjay_ui.rendering import HERE
from scrubjay_ui.views import VIEWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import Response
    from starlette.types import Scope

    from scrubjay_ui.surface import Surface
    from scrubjay_ui.visit import Visit


def nothing(visit: "Visit") -> "Response":
    """The page for an address that no view has."""
    raise NotFound("No page has this address. The first page leads to all of them.")


class PageFiles(StaticFiles):
    """Files by their one address: not with a slash behind them, doubled slashes or dots in it."""

    def get_path(self, scope: "Scope") -> str:
        """The file's path in its folder. Raises HTTPException."""
        path = super().get_path(scope)
        if not scope["path"].endswith(f"/static/{PurePath(path).as_posix()}"):
            raise HTTPException(404)
        return path


NOTHING = ViewRoute(path="/{rest:path}", show=nothing, everywhere=True)


def application(surface: "Surface", views: "Sequence[ViewRoute]" = VIEWS) -> Starlette:
    """Serves a home. Whoever reaches it is taken for the person: `gate` lets nobody else in."""
    files = Mount("/static", PageFiles(directory=HERE / "static"))
    pages = extension_pages(ExtensionRegistry.of(surface.home.settings.home))
    return Starlette(routes=[files, *routes((*views, *pages, NOTHING), surface, Notices())])
