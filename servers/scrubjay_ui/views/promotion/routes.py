"""The pages about promotion."""

from typing import TYPE_CHECKING

from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.promotion.queries import CARDS, ROWS, explained, promotion
from scrubjay_ui.views.promotion.replay import replay
from scrubjay_ui.views.promotion.telling import confirm, decline, tell

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit

STATES = {True: "passes", False: "doesn't pass", None: "abstains"}


def log(visit: "Visit") -> "Response":
    """What waits, and the log."""
    before, page = visit.number("before", 0, 0, 999_999_999), visit.number("page", 1, 1, 1_000)
    shown = promotion(visit, page, before)
    last = max(1, -(-shown.total // CARDS))
    return visit.page("promotion/page.html", title="Promotion", shown=shown, before=before, page=page, last=last)


def why(visit: "Visit") -> "Response":
    """The last decision on a memory."""
    shown = explained(visit, visit.params["id"])
    return visit.page("promotion/why.html", title="Why it was decided so", shown=shown, states=STATES)


def published(visit: "Visit") -> "Response":
    """What was published, and where it is now."""
    rows = visit.workspace.publisher.published()[::-1]
    page = visit.number("page", 1, 1, 10_000)
    shown = rows[(page - 1) * ROWS : page * ROWS]
    return visit.page(
        "promotion/published.html", title="Published", rows=shown, page=page, last=max(1, -(-len(rows) // ROWS))
    )


ROUTES = (
    ViewRoute(path="/promotion", show=log),
    ViewRoute(path="/promotion/why/{id}", show=why),
    ViewRoute(path="/promotion/replay", show=replay),
    ViewRoute(path="/promotion/published", show=published),
    ViewRoute(path="/promotion/publish", show=tell),
    ViewRoute(path="/promotion/publish/confirm", show=confirm, writes=True),
    ViewRoute(path="/promotion/decline", show=decline, writes=True),
)
