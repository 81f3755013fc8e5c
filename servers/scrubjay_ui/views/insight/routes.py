"""The page of numbers about a project, and the check of its vectors."""

from typing import TYPE_CHECKING

from scrubjay.identity.insight.periods import SPANS
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.insight.plots import counted_plots, stored_plots
from scrubjay_ui.views.insight.queries import figures, measure_vectors

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit

DEFAULT = 30


def insight(visit: "Visit") -> "Response":
    """The numbers of a span of days."""
    days = int(visit.choice("days", tuple(map(str, SPANS)), str(DEFAULT)))
    shown = figures(visit, days)
    return visit.page(
        "insight/page.html",
        title="Insight",
        spans=tuple((f"{span} days", visit.here(days=span), span == days) for span in SPANS),
        figures=shown,
        stored=stored_plots(shown),
        counted_plots=counted_plots(shown),
        check=visit.link("insight", "vectors"),
    )


def vectors(visit: "Visit") -> "Response":
    """Compare the vectors with an exact search and keep the result, then show the page again."""
    days = visit.choice("days", tuple(map(str, SPANS)), str(DEFAULT))
    return visit.redirect(visit.link("insight", days=days), measure_vectors(visit))


ROUTES = (ViewRoute(path="/insight", show=insight), ViewRoute(path="/insight/vectors", show=vectors, writes=True))
