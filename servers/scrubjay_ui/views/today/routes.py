"""The pages about now: all worktrees, and one of them."""

from typing import TYPE_CHECKING

from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.today.queries import places

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def everywhere(visit: "Visit") -> "Response":
    """All worktrees of the home."""
    return visit.page("today/page.html", title="Today", places=places(visit))


ROUTES = (ViewRoute(path="/", show=everywhere, everywhere=True),)
