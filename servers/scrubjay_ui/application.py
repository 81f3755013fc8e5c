"""The page as an ASGI application, without the gate: views as routes, errors as pages, and the files beside them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import chain
from pathlib import Path, PurePath
from typing import Any

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import scrubjay_serving
from scrubjay.app import open_app
from scrubjay.errors import ExtensionFailed, NotFound, ScrubjayError
from scrubjay.extensions.bounded import bounded
from scrubjay.extensions.in_time import ASKED_S, in_time
from scrubjay.extensions.kinds.functions import PageView
from scrubjay.extensions.loading import load, targets_of
from scrubjay.extensions.registry import ExtensionRegistry, Provided
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.audit.trusted import with_trust
from scrubjay.identity.person.permit import Permit
from scrubjay.integrations.launching.check import watch
from scrubjay.log import home_log, level_of
from scrubjay.model.frozen import replace
from scrubjay.model.of_extensions import PageContent
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.settings.layers import load_settings
from scrubjay.storage.database import snapshots
from scrubjay.wiring.hosting import hosted
from scrubjay_ui.rendering import HERE, LOOK
from scrubjay_ui.serving import Opened
from scrubjay_ui.surface import Notices, Surface
from scrubjay_ui.views import PageGroup, ViewRoute
from scrubjay_ui.visit import Visit, status

TEMPLATE = "extension.html"
PAGE_NAME = pattern(r"[a-z0-9-]{1,40}")


def extension_pages(registry: ExtensionRegistry) -> tuple[ViewRoute, ...]:
    """The pages of other people's extensions, each below `extensions/NAME/`; an invalid one is named and left out."""
    pages = [(one.extension.name, partial(_extension_route, registry, one)) for one in registry.of_others("view")]
    return tuple(page for page in (registry.guarded(name, make) for name, make in pages) if page)


def _extension_route(registry: ExtensionRegistry, provided: Provided) -> ViewRoute:
    """The route of a page that an extension provides. Raises TypeError where it is no PageView."""
    view = provided.value
    if not isinstance(view, PageView) or not PAGE_NAME.fullmatch(view.name):
        raise TypeError(f"{provided.target} is no PageView whose name is of small letters, digits and hyphens")
    return ViewRoute(
        path=f"/extensions/{provided.extension.name}/{view.name}", show=partial(_extension_page, registry, provided)
    )


def _extension_page(registry: ExtensionRegistry, provided: Provided, visit: Visit) -> Response:
    """The page that an extension's view draws. Raises ExtensionFailed if it fails or is late."""
    name, view = provided.extension.name, provided.value
    host = hosted(visit.workspace, visit.home.clock, registry, provided.extension, writes=False)

    def drawn() -> Response:
        content = bounded(view.fn(host, visit.first_values))
        if not isinstance(content, PageContent):
            raise TypeError(f"its page is a {type(content).__name__}")
        return visit.page(TEMPLATE, title=content.title, content=content)

    page = in_time(registry, name, drawn, Response, ASKED_S)
    if page is None:
        raise ExtensionFailed(f"degraded: {name}: {registry.why(name)}. See `scrubjay extensions show {name}`.")
    return page


def parts_of(registry: ExtensionRegistry) -> tuple[PageGroup, ...]:
    """The parts of the page that our extensions provide which are on, in the order of their links."""
    ours = (one.value for one in registry.of_ours("view"))
    return tuple(sorted(chain.from_iterable(ours), key=lambda part: part.order))


def pages_that_are_off(registry: ExtensionRegistry) -> tuple[ViewRoute, ...]:
    """The addresses of our extensions that are off; each says so, and how it comes back."""
    return tuple(
        replace(view, show=partial(_refuse_disabled, registry, extension.name))
        for extension in registry.off
        for target in targets_of("view", (extension,))
        for part in load(target)
        for view in part.routes
    )


def _refuse_disabled(registry: ExtensionRegistry, name: str, visit: Visit) -> Response:
    found = registry.status(name)
    why = found.reason if found else ""
    line = f"`scrubjay extensions enable {name}` switches it on, for the next start of the page."
    hint = "" if "pip install" in why else f" {line}"
    raise NotFound(f"This page belongs to the extension {name}, which isn't on: {why}.{hint}")


def page_not_found(visit: Visit) -> Response:
    """The page for an address that no view has."""
    raise NotFound("No page has this address. The first page leads to all of them.")


NOTHING = ViewRoute(path="/{rest:path}", show=page_not_found, everywhere=True)


def route(view: ViewRoute, surface: Surface, notices: Notices) -> Route:
    """The route of a view. A browser that was let in to read only is shown a surface without forms."""
    reading = replace(surface, writes=False)

    async def endpoint(request: Request) -> Response:
        scope = request.scope
        sent = await request.body() if view.writes else scope["query_string"]
        root = str(scope.get("root_path", ""))
        visit = Visit(
            surface if scope.get("scrubjay.writes", True) else reading,
            root=root,
            path=scope["path"].removeprefix(root),
            params=request.path_params,
            query=sent.decode("utf-8", "replace"),
            csrf=str(scope.get("scrubjay.csrf", "")),
            notices=notices,
            sent=view.writes,
        )
        return await anyio.to_thread.run_sync(partial(answer, view, visit))

    path = view.path if view.everywhere else f"/w/{{place}}{view.path}"
    return Route(path, endpoint, methods=["POST"] if view.writes else ["GET"])


def answer(view: ViewRoute, visit: Visit) -> Response:
    """The response of a view, or an error page. All that a page reads is of one moment."""
    show: Callable[[Visit], Response] = load(view.show) if isinstance(view.show, str) else view.show
    try:
        visit.read()
        if view.writes:
            visit.may("change anything", "scrubjay ui")
            return show(visit)
        with ExitStack() as stack:
            if visit.place:
                stack.enter_context(snapshots((*visit.workspace.databases, visit.home.user_database())))
            return show(visit)
    except ScrubjayError as error:
        return failure(visit, error)


def failure(visit: Visit, error: ScrubjayError) -> Response:
    """The error page, with the user's input kept; without a worktree if none can be opened."""
    try:
        _ = visit.place and visit.workspace
    except ScrubjayError:
        visit.leave_place()
    return visit.page(
        "failure.html", title="That didn't work", status=status(error), message=str(error), typed=visit.typed()
    )


class PageFiles(StaticFiles):
    """Files by their one address: not with a slash behind them, doubled slashes or dots in it."""

    def get_path(self, scope: Scope) -> str:
        """The file's path in its folder. Raises HTTPException."""
        path = super().get_path(scope)
        if not scope["path"].endswith(f"/static/{PurePath(path).as_posix()}"):
            raise HTTPException(404)
        return path


def application(surface: Surface, more: Sequence[ViewRoute] = ()) -> Starlette:
    """The ASGI application of a home. Whoever reaches it is taken for the person: `gate` lets nobody else in."""
    look: list[str | tuple[str, str]] = [(scrubjay_serving.__name__, LOOK.name)]
    files, notices = Mount("/static", PageFiles(directory=HERE / "static", packages=look)), Notices()
    registry = ExtensionRegistry.of(surface.home.settings.home)
    parts = parts_of(registry)
    views = (*(view for part in parts for view in part.routes), *more, *extension_pages(registry))
    surface = replace(surface, parts=parts)
    every = (*views, *pages_that_are_off(registry), NOTHING)
    return Starlette(routes=[files, *(route(view, surface, notices) for view in every)])


def open_page(
    environment: Mapping[str, str],
    folder: Path,
    permit: Permit,
    *,
    writes: bool,
    more: Sequence[ViewRoute] = (),
) -> Opened:
    """Open the home and the page about it, with `more` views than the product's. The model waits for a search."""
    watch(environment)
    settings = with_trust(load_settings(environment))
    if level_of(environment):
        home_log(settings.home, environment, lambda: masked_text)
    context: Any = open_app(settings, git_environment=GitEnvironment.of(environment))
    surface = Surface(home=context.__enter__(), permit=permit, writes=writes, folder=folder)
    return application(surface, more), lambda: context.__exit__(None, None, None)
