"""The page of one discussion, and the list of what is kept of forges."""

from typing import TYPE_CHECKING

from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.discussion.queries import discussion_page, kept_repositories

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def discussions(visit: "Visit") -> "Response":
    """The repositories of forges whose discussions are kept, with their counts and how fresh they are."""
    return visit.page("discussion/all.html", title="Discussions", kept=kept_repositories(visit.workspace))


def discussion(visit: "Visit") -> "Response":
    """One discussion, a page of its thread at a time."""
    found = discussion_page(visit.workspace, visit.params["name"], visit.number("page", 1, 1, 9_999))
    return visit.page("discussion/page.html", title=f"{found.head.ref.label} {found.head.title}", found=found)


ROUTES = (
    ViewRoute(path="/discussion", show=discussions),
    ViewRoute(path="/discussion/{name:path}", show=discussion),
)
