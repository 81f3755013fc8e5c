"""The errors that the team server raises on purpose, beside those of the core.

As there: the message says what happened, why, and the next command; a class's docstring is its default message.
"""

from scrubjay.errors import LimitExceeded, PermissionDenied, ScrubjayError, VersionConflict


class TeamDatabaseUnavailable(ScrubjayError):
    """The team's database can't be reached. Try again; `scrubjay team status` says more."""

    exit_code = 4


class TeamDatabaseLost(TeamDatabaseUnavailable):
    """The team's database went away during a transaction, whose end isn't known: it is stored, or it isn't."""


class TeamDatabaseSlow(ScrubjayError):
    """The team's database took longer than a request may, so nothing of this call was stored. Ask for less."""

    exit_code = 4


class TeamDatabaseRefused(ScrubjayError):
    """The team's database isn't fit to be used. The message says why, and the next command."""

    exit_code = 4


class MigrationFailed(ScrubjayError):
    """A step of the database's schema failed, and nothing of it was kept. The message says which, why, what next."""

    exit_code = 4


class TokenRefused(PermissionDenied):
    """This token isn't valid: unknown, revoked or expired. Each member makes one on the server's page Tokens."""


class TooManyTries(LimitExceeded):
    """Too many tries to sign in from this address. Try again in a minute."""


class EngineUnavailable(ScrubjayError):
    """No PostgreSQL of its own can run here. Give one of yours: `scrubjay serve team --dsn`."""

    exit_code = 4


class EngineBusy(ScrubjayError):
    """Another process runs over this data folder. Use that one, or end it."""

    exit_code = 4


class EngineFailed(ScrubjayError):
    """The embedded PostgreSQL failed. Nothing was deleted; the message names its log."""

    exit_code = 4


class ActNotKept(ScrubjayError):
    """What keeps the audit of this server didn't keep this act, so it wasn't done. The message says why."""

    exit_code = 4


class RestoreUndone(ScrubjayError):
    """The restore failed, and what was there before is back: nothing was changed. The message says why."""

    exit_code = 4


class NotGranted(PermissionDenied):
    """Your role or your token doesn't allow this. The page Members of the server names owners, who give roles."""


class TeamNotReady(ScrubjayError):
    """No team's server was set up here. An owner begins one: `scrubjay team init NAME --owner MEMBER`."""

    exit_code = 3


class AddressRefused(ScrubjayError):
    """This address of a repository can't be used. Give `https://HOST/PATH` or `ssh://USER@HOST/PATH`."""

    exit_code = 2


class FetchFailed(ScrubjayError):
    """The repository could not be fetched. What was fetched before is kept; the next try comes by itself."""


class HostKeyChanged(FetchFailed):
    """The host shows another ssh key than the one accepted for this repository, so nothing was fetched from it."""


class SecretsLocked(ScrubjayError):
    """The key that opens this server's secrets is missing, or another one. Put the file `key` back as it was."""


class ArchiveForgotten(ScrubjayError):
    """This session was forgotten, so nothing of it is kept any more, whichever machine sends it."""


class ArchiveAway(ScrubjayError):
    """The store of archives didn't answer lately. Nothing was stored or found there; try again in a moment."""

    exit_code = 4


class KeyUsed(ScrubjayError):
    """This key was used for another request, so nothing was done. Send this one under a new key."""


class MemoryChanged(VersionConflict):
    """Somebody changed this memory meanwhile, so nothing was changed. Read it again and say what holds now.

    `yours` is the text that wasn't kept, `theirs` the one that stands now, in the memory `id` of this `version`;
    `status` is that memory's.
    """

    def __init__(self, message: str, *, yours: str, theirs: str, id: str, version: int, status: str) -> None:
        super().__init__(message)
        self.yours, self.theirs, self.id, self.version, self.status = yours, theirs, id, version, status
