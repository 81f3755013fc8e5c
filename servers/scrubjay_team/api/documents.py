"""GET /openapi.json: the document of all routes."""

from scrubjay_team.api.openapi import ApiDocument, described
from scrubjay_team.api.route import ApiCall, Nothing
from scrubjay_team.api.table import ROUTES


def document(call: ApiCall, body: Nothing) -> ApiDocument:
    """The document of the API."""
    return ApiDocument(described(ROUTES))
