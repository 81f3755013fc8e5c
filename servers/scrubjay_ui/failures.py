"""Errors as pages: what happened, why, and what to do next, with the status of HTTP that fits."""

from starlette.responses import Response

from scrubjay.errors import (
    ChangedMeanwhile,
    NotAPerson,
    NotFound,
    PermissionDenied,
    RepositoryError,
    ScrubjayError,
    StorageError,
    UsageError,
    VersionConflict,
)
from scrubjay_ui.visit import Visit

STATUS: tuple[tuple[type[ScrubjayError], int], ...] = (
    (NotFound, 404),
    (UsageError, 400),
    (NotAPerson, 403),
    (PermissionDenied, 403),
    (ChangedMeanwhile, 409),
    (VersionConflict, 409),
    (RepositoryError, 404),
    (StorageError, 503),
)
"""The first that fits counts; anything else is 422: understood, and refused."""


def status(error: ScrubjayError) -> int:
    """The status of HTTP for an error."""
    return next((number for kind, number in STATUS if isinstance(error, kind)), 422)


def failure(visit: Visit, error: ScrubjayError) -> Response:
    """A page that says what went wrong, with the words that were sent; about no worktree where none opens."""
    try:
        _ = visit.place and visit.workspace
    except ScrubjayError:
        visit.leave_place()
    return visit.page(
        "failure.html", title="That didn't work", status=status(error), message=str(error), typed=visit.typed()
    )
