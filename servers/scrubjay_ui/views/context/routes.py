"""The page about a prompt's context, and its text alone."""

from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse

from scrubjay.context.blocks.report import encoding_of
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views.context.queries import MODELS, asked, assembled

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def context(visit: "Visit") -> "Response":
    """The five blocks for a question."""
    request = asked(visit)
    shown = assembled(visit, request) if request.query else None
    encoding = encoding_of(shown.made) if shown else ""
    return visit.page(
        "context/page.html", title="Context", request=request, shown=shown, encoding=encoding, models=MODELS
    )


def text(visit: "Visit") -> "Response":
    """The same as a file of text."""
    made = assembled(visit, asked(visit)).made
    named = {"Content-Disposition": 'attachment; filename="context.txt"'}
    return PlainTextResponse(made.text, headers=named)


ROUTES = (ViewRoute(path="/context", show=context), ViewRoute(path="/context/text", show=text))
