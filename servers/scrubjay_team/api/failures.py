"""Errors of a call as answers of HTTP: a status, a name that programs compare, and the words that tools say as well."""

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from psycopg.errors import InsufficientPrivilege

from scrubjay.errors import (
    ChangedMeanwhile,
    HandoffUnavailable,
    ModelUnavailable,
    NotFound,
    PermissionDenied,
    ScrubjayError,
    StorageError,
    UnknownHandoff,
    UnknownRevision,
    VersionConflict,
)
from scrubjay.extensions.kinds.identity import ProviderAway
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_team.database.failures import reason
from scrubjay_team.errors import (
    ArchiveAway,
    ArchiveForgotten,
    KeyUsed,
    MemoryChanged,
    SecretsLocked,
    TeamDatabaseRefused,
    TeamDatabaseSlow,
    TeamDatabaseUnavailable,
    TokenRefused,
    TooManyTries,
)
from scrubjay_team.serving.advice import served_error
from scrubjay_team.serving.refusals import INVALID, LOCKED, HttpRefusal

if TYPE_CHECKING:
    from pydantic import ValidationError

_STATUSES: Final[tuple[tuple[type[ScrubjayError], int, str], ...]] = (
    (UnknownHandoff, 404, "not_found"),
    (PermissionDenied, 403, "not_allowed"),
    (NotFound, 404, "not_found"),
    (UnknownRevision, 404, "not_found"),
    (VersionConflict, 409, "changed"),
    (ChangedMeanwhile, 409, "changed"),
    (HandoffUnavailable, 409, "wrong_state"),
    (ArchiveForgotten, 409, "forgotten"),
    (KeyUsed, 422, "key_used"),
    (TeamDatabaseUnavailable, 503, "unavailable"),
    (TeamDatabaseRefused, 503, "unavailable"),
    (TeamDatabaseSlow, 503, "unavailable"),
    (StorageError, 503, "unavailable"),
    (ArchiveAway, 503, "unavailable"),
    (ModelUnavailable, 503, "unavailable"),
    (ProviderAway, 503, "unavailable"),
    (TooManyTries, 429, "too_many"),
    (ScrubjayError, 422, "refused"),
)
"""The first whose error it is: what isn't named is a wish that can't be fulfilled as it is said."""

_NAMED: Final = 5
"""Objections that a refusal tells."""

REFUSED_BELOW: Final = HttpRefusal(
    403, "not_allowed",
    "The team's database doesn't let you do this, so nothing was done. A person's page shows what your role allows.",
)  # fmt: skip
Refusing: Final = (ScrubjayError, InsufficientPrivilege)
"""What a call raises that is answered: errors in words, and the database's own no."""

_log = logging.getLogger(__name__)


def failure_of(error: Exception) -> HttpRefusal:
    """The answer for an error that a call raised, one of `Refusing`."""
    if isinstance(error, InsufficientPrivilege):
        _log.warning("the database refused what was let through to it: %s", reason(error))
        return REFUSED_BELOW
    if not isinstance(error, ScrubjayError):
        raise error
    if isinstance(error, TokenRefused):  # it ended between the gate and the transaction
        return INVALID
    if isinstance(error, SecretsLocked):
        return LOCKED
    status, name = next((status, name) for kind, status, name in _STATUSES if isinstance(error, kind))
    headers = {"retry-after": "2"} if status == 503 else {}
    both = ("yours", "theirs", "id", "version", "status") if isinstance(error, MemoryChanged) else ()
    more = {one: getattr(error, one) for one in both}
    return HttpRefusal(status, name, masked_text(served_error(error)), headers, more)


def refused_values(error: "ValidationError") -> HttpRefusal:
    """The answer for a body or a query that isn't as its model wants it. No value is repeated: it may be a secret."""
    told = list(_objections(error))
    more = f"; and {len(told) - _NAMED} more" if len(told) > _NAMED else ""
    return HttpRefusal(422, "refused", f"{'; '.join(told[:_NAMED])}{more}.")


def _objections(error: "ValidationError") -> Iterator[str]:
    for one in error.errors(include_url=False, include_context=False, include_input=False):
        where = masked_text(visible(".".join(map(str, one["loc"]))))[:80]
        what = one["msg"].partition(", invalid ")[0]  # behind it stand characters of the value
        yield f"{where}: {what}" if where else what
