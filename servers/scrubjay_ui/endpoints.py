"""How a view becomes a route: its request is read once, it runs in a thread, and its errors become pages."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scrubjay.errors import ScrubjayError
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import snapshots
from scrubjay_ui.failures import failure
from scrubjay_ui.forms import MAX_BODY
from scrubjay_ui.surface import Notices, Surface
from scrubjay_ui.visit import Visit

Handler = Callable[[Visit], Response]


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewRoute:
    """A page at an address below a worktree's, or with `everywhere` one about all worktrees.

    `path` is as Starlette writes it. A form's address has `writes`: it is a POST, which a page that only reads refuses.
    """

    path: str
    show: Handler
    writes: bool = False
    everywhere: bool = False


def route(view: ViewRoute, surface: Surface, notices: Notices) -> Route:
    """The route of a view. A browser that was let in to read only is shown a surface without forms."""
    reading = replace(surface, writes=False)

    async def endpoint(request: Request) -> Response:
        scope = request.scope
        sent = await _body(request) if view.writes else scope["query_string"]
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


def routes(views: Sequence[ViewRoute], surface: Surface, notices: Notices) -> list[Route]:
    """The routes of all views."""
    return [route(view, surface, notices) for view in views]


def answer(view: ViewRoute, visit: Visit) -> Response:
    """The page of a view, or one that says what went wrong. All that a page reads is of one moment."""
    try:
        visit.read()
        if view.writes:
            visit.may("change anything", "scrubjay ui")
            return view.show(visit)
        with ExitStack() as stack:
            if visit.place:
                workspace = visit.workspace
                databases = (*workspace.databases, visit.home.user_database())
                stack.enter_context(snapshots(databases))
            return view.show(visit)
    except ScrubjayError as error:
        return failure(visit, error)


async def _body(request: Request) -> bytes:
    """The bytes of a form; what is beyond the limit isn't read."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            return b""
    return bytes(body)
