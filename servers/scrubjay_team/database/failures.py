"""What a failure of PostgreSQL means to who asked: one clear error, without an address or a password."""

import psycopg
from psycopg import errors

from scrubjay.errors import DiskFull, ScrubjayError
from scrubjay.model.pattern import pattern
from scrubjay_team.errors import TeamDatabaseLost, TeamDatabaseRefused, TeamDatabaseSlow, TeamDatabaseUnavailable

NEXT = "Is PostgreSQL running, and can this machine reach it? `scrubjay team status` looks; then try again."

_PASSWORD = pattern(r"(?i)(password\s*=\s*)('(?:[^'\\]|\\.)*'|\S+)|((?:postgres|postgresql)://[^:@/\s]*:)\S*@")


def redacted(text: str) -> str:
    """A text without the passwords of connection strings and addresses in it."""
    return _PASSWORD.sub(lambda found: f"{found[1]}…" if found[1] else f"{found[3]}…@", text)


def reason(error: BaseException) -> str:
    """What PostgreSQL or its driver said, on one line and without a password."""
    said = getattr(getattr(error, "diag", None), "message_primary", None) or str(error)
    return redacted(" ".join(said.split())).rstrip(".") or type(error).__name__


def explained(error: psycopg.Error, *, lost: bool) -> ScrubjayError | None:
    """The error to raise in a failure's place; None for one that is the program's own mistake.

    `lost`: the connection is gone, so whether a commit under way arrived can't be known.
    """
    if isinstance(error, errors.QueryCanceled | errors.LockNotAvailable | errors.DeadlockDetected):
        return TeamDatabaseSlow(
            f"The team's database took too long: {reason(error)}. Nothing of this call was stored; ask for less, or "
            "try again."
        )
    if isinstance(error, errors.DiskFull):
        return DiskFull("No space left where the team's database lies. Nothing was lost; free some and try again.")
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return TeamDatabaseRefused(
            "The team's database accepts no writes: it is a standby, or set to read only. Nothing was stored. Give the "
            "address of its primary: `scrubjay serve team --dsn DSN`."
        )
    if isinstance(error, errors.TooManyConnections | errors.OutOfMemory | errors.CannotConnectNow):
        return TeamDatabaseUnavailable(f"The team's database can't be used: {reason(error)}. {NEXT}")
    if lost:
        return TeamDatabaseLost(
            f"The team's database went away: {reason(error)}. Whether this call was stored isn't known. {NEXT}"
        )
    return None


def unavailable(error: BaseException) -> TeamDatabaseUnavailable:
    """The error for a connection that could not be made."""
    said = reason(error)
    if "authentication failed" in said:
        return TeamDatabaseUnavailable(
            f"The team's database answers, and doesn't take the password: {said}. Give the one that its role has: in "
            "the file of the DSN, or for the embedded PostgreSQL in `passwords` of the data folder, from a copy of it; "
            "`scrubjay team restore FILE` makes new ones."
        )
    return TeamDatabaseUnavailable(f"The team's database can't be reached: {said}. {NEXT}")
