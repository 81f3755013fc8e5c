"""The page of settings. It has no form: it names file and line to edit."""

from typing import TYPE_CHECKING

from scrubjay_ui.endpoints import ViewRoute

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def settings(visit: "Visit") -> "Response":
    """All settings, or those that somebody set."""
    from scrubjay_ui.views.settings.queries import settings_of

    show = visit.choice("show", ("all", "set"), "all")
    words = visit.text("q")[:100]
    found = settings_of(visit, only_set=show == "set", words=words)
    return visit.page("settings/page.html", title="Settings", found=found, show=show, words=words)


ROUTES = (ViewRoute(path="/settings", show=settings),)
